// A flow between two nodes of an augmented graph, in which every clique is one hub.
#pragma once

#include <cstdint>
#include <vector>

#include "common/bit_rows.hpp"
#include "cuts/cuts.hpp"

namespace sepset::cuts {

// What is searched: the nodes `inside`, which hold all their parents, and one hub for each district with its parents.
// A hub has the number of a node of its district; next_in_district leads from there through the others to -1.
struct Hubs {
    const Rows& parents;
    const Rows& children;
    std::vector<std::int32_t> hub_of;
    std::vector<std::int32_t> next_in_district;
    const Word* inside = nullptr;

    // As for a DAG: each node is its own district.
    Hubs(const Rows& parents, const Rows& children);

    template <class Visit>
    void for_each_hub(std::int32_t node, Visit visit) const {
        visit(hub_of[node]);
        for (auto child = children.begin(node); child != children.end(node); ++child)
            if (has(inside, *child)) visit(hub_of[*child]);
    }

    template <class Visit>
    void for_each_member(std::int32_t hub, Visit visit) const {
        for (std::int32_t node = hub; node >= 0; node = next_in_district[node]) {
            visit(node);
            for (auto parent = parents.begin(node); parent != parents.end(node); ++parent) visit(*parent);
        }
    }
};

// Each node carries at most one unit of flow, a hub any amount. The search for one more unit walks over states: v
// before and n + v behind the capacity of node v, 2n + h for hub h, and 3n for the end. The scratch space is kept from
// pair to pair.
class HubFlow {
  public:
    explicit HubFlow(std::int32_t n);

    // Sends flow from a to b, which share no hub. True when at most `limit` units fit: then the state of the last
    // search tells the two sides. Nodes in the rows near_a and near_b count as joined to a and to b directly.
    bool fits_at_most(std::int32_t limit, const Hubs& hubs, std::int32_t a, std::int32_t b, const Word* near_a,
                      const Word* near_b);

    // The minimum cut nearest to a: nodes that the last search could enter but not leave. In increasing order.
    void read_cut(std::vector<std::int32_t>& cut) const;

    // Splits the nodes inside into the side of a, the cut, and the rest. Writes the first and the last.
    void read_sides(Word* side_of_a, Word* rest) const;

  private:
    std::int32_t start(std::int32_t a, std::int32_t b);
    bool search();
    bool leave_node(std::int32_t node);
    bool leave_hub(std::int32_t hub);
    bool reach_node(std::int32_t node, std::int32_t from);
    bool reach_behind(std::int32_t node, std::int32_t from);
    bool reach_hub(std::int32_t hub, std::int32_t from);
    bool is_new(std::int32_t state, std::int32_t from);
    bool at_end(std::int32_t from);
    void push();

    const std::int32_t n_;
    const std::size_t words_;
    const Hubs* hubs_ = nullptr;
    std::int32_t a_ = 0;
    const Word* near_a_ = nullptr;
    const Word* near_b_ = nullptr;
    std::vector<std::int32_t> enters_, leaves_;  // the hubs through which flow enters and leaves a node, see .cpp
    std::vector<std::int32_t> used_;             // the nodes that ever carried flow for this pair
    std::vector<std::int32_t> goals_;            // the hubs of b
    std::vector<std::uint8_t> is_goal_;
    std::vector<std::int32_t> came_from_;
    std::vector<std::int32_t> queue_;     // states to go on from: behind nodes, and hubs
    std::vector<std::uint32_t> reached_;  // the number of the search that last reached a state
    std::uint32_t search_number_ = 0;
};

}  // namespace sepset::cuts
