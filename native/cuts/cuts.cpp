#include "cuts/cuts.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "common/bit_rows.hpp"
#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "cuts/hub_flow.hpp"

namespace sepset::cuts {

using Node = std::int32_t;

Rows Rows::transposed() const {
    Rows other;
    other.offsets.assign(offsets.size(), 0);
    other.members.resize(members.size());
    for (const Node member : members) ++other.offsets[member + 1];
    for (std::size_t row = 1; row < offsets.size(); ++row) other.offsets[row] += other.offsets[row - 1];
    std::vector<std::int32_t> place(other.offsets.begin(), other.offsets.end() - 1);
    for (Node row = 0; row < count(); ++row)
        for (auto member = begin(row); member != end(row); ++member) other.members[place[*member]++] = row;
    return other;
}

namespace {

// Finds minimum cuts of an ancestral graph, pair by pair, in its own scratch space.
class CutFinder {
  public:
    CutFinder(const Rows& parents, const Rows& children, const Rows& spouses)
        : spouses_(spouses), inside_(1, parents.count()), nothing_(1, parents.count()), hubs_(parents, children),
          flow_(parents.count()) {
        hubs_.inside = inside_.row(0);
    }

    // Puts the minimum cut nearest to a into `cut`; false if it has more than `limit` nodes or does not exist.
    bool find(Node a, Node b, std::int32_t limit, std::vector<Node>& cut) {
        collect_ancestors(a, b);
        join_districts();
        if (share_a_hub(a, b)) return false;
        if (!flow_.fits_at_most(limit, hubs_, a, b, nothing_.row(0), nothing_.row(0))) return false;
        flow_.read_cut(cut);
        return true;
    }

  private:
    void collect_ancestors(Node a, Node b) {
        for (const Node node : ancestors_) drop(inside_.row(0), node);
        ancestors_.clear();
        add_ancestor(a);
        add_ancestor(b);
        for (std::size_t i = 0; i < ancestors_.size(); ++i) {
            const Node node = ancestors_[i];
            for (auto parent = hubs_.parents.begin(node); parent != hubs_.parents.end(node); ++parent)
                add_ancestor(*parent);
        }
    }

    void add_ancestor(Node node) {
        if (has(inside_.row(0), node)) return;
        put(inside_.row(0), node);
        hubs_.hub_of[node] = -1;
        ancestors_.push_back(node);
    }

    // Gives all nodes of a district, within the ancestors, the same hub and links them in a list.
    void join_districts() {
        for (const Node start : ancestors_) {
            if (hubs_.hub_of[start] >= 0) continue;
            Node last = start;
            hubs_.hub_of[start] = start;
            hubs_.next_in_district[start] = -1;
            for (Node node = start; node >= 0; node = hubs_.next_in_district[node]) {
                for (auto spouse = spouses_.begin(node); spouse != spouses_.end(node); ++spouse) {
                    if (!has(inside_.row(0), *spouse) || hubs_.hub_of[*spouse] >= 0) continue;
                    hubs_.hub_of[*spouse] = start;
                    hubs_.next_in_district[*spouse] = -1;
                    last = hubs_.next_in_district[last] = *spouse;
                }
            }
        }
    }

    bool share_a_hub(Node a, Node b) const {
        bool shared = false;
        hubs_.for_each_hub(
            a, [&](Node hub) { hubs_.for_each_member(hub, [&](Node member) { shared = shared || member == b; }); });
        return shared;
    }

    const Rows& spouses_;
    BitRows inside_;
    const BitRows nothing_;
    std::vector<Node> ancestors_;
    Hubs hubs_;
    HubFlow flow_;
};

std::vector<Node> topological_order(const Rows& parents, const Rows& children) {
    std::vector<Node> missing, order;
    for (Node node = 0; node < parents.count(); ++node) {
        missing.push_back(parents.size(node));
        if (!missing[node]) order.push_back(node);
    }
    for (std::size_t i = 0; i < order.size(); ++i)
        for (auto child = children.begin(order[i]); child != children.end(order[i]); ++child)
            if (!--missing[*child]) order.push_back(*child);
    if (order.size() < missing.size())
        throw std::invalid_argument("the graph has a directed cycle; k-covered pairs are defined for DAGs");
    return order;
}

// The same graph with nodes numbered by their place in `order`.
Rows renumbered(const Rows& rows, const std::vector<Node>& order) {
    std::vector<Node> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<Node>(i);
    Rows other;
    other.offsets.assign(1, 0);
    for (const Node node : order) {
        for (auto member = rows.begin(node); member != rows.end(node); ++member)
            other.members.push_back(place[*member]);
        other.offsets.push_back(static_cast<std::int32_t>(other.members.size()));
    }
    return other;
}

// Decides all pairs of a DAG whose nodes are numbered in topological order. Pairs (a, b), a < b, are decided with b
// rising, so that the pairs among the nodes before b are known. Why one thread: each decision uses earlier ones, which
// saves far more than a second core would. Four facts settle most pairs without a flow:
//  1. If b has at most k parents they separate b from every earlier a that is not one of them. If a is no ancestor of
//     b and has at most k parents, those separate a from b, which is no descendant of a.
//  2. Without a common ancestor (a node is its own) the empty set separates.
//  3. A set S of at most k nodes that separates two sides of the moral graph of an ancestral set U separates each x of
//     one side from each y of the other: An({x, y}) lies in U, so its moral graph has no other connections.
//  4. If w in An({a, b}) is k-covered with a and with b, then every S of at most k nodes without w leaves a, w, b
//     connected, since the moral graphs of An({a, w}) and An({w, b}) lie in that of An({a, b}). So with more than k
//     such w the pair is covered.
// For the same reason as 4 the flow may treat pairs known to be covered as joined: no set of at most k nodes cuts
// between them.
class CoveredPairs {
  public:
    CoveredPairs(const Rows& parents, const Rows& children, std::int32_t k, Interruption& interruption)
        : interruption_(interruption), parents_(parents), n_(parents.count()), k_(k), ancestors_(n_, n_),
          related_(n_, n_), covered_(n_, n_), separated_(n_, n_), scratch_(4, n_), hubs_(parents, children), flow_(n_) {
        hubs_.inside = scratch_.row(kInside);
        relate();
        for (Node b = 0; b < n_; ++b) {
            if (parents_.size(b) <= k_) continue;
            decide_row(b);
            put(scratch_.row(kManyParents), b);
        }
    }

    const BitRows& rows() const { return covered_; }

  private:
    enum { kInside, kManyParents, kSide, kRest };

    // Ancestors; relatives, which share an ancestor: the descendants of all ancestors; and adjacent pairs.
    void relate() {
        for (Node b = n_; b-- > 0;) {
            put(related_.row(b), b);
            for (auto parent = parents_.begin(b); parent != parents_.end(b); ++parent)
                related_.unite(*parent, related_.row(b));
        }
        for (Node b = 0; b < n_; ++b) {
            put(ancestors_.row(b), b);
            for (auto parent = parents_.begin(b); parent != parents_.end(b); ++parent) {
                ancestors_.unite(b, ancestors_.row(*parent));
                related_.unite(b, related_.row(*parent));
                cover(*parent, b);
            }
        }
    }

    void cover(Node a, Node b) {
        put(covered_.row(a), b);
        put(covered_.row(b), a);
    }

    // Nodes near b come first: their cuts have the larger far side and settle more pairs at once.
    void decide_row(Node b) {
        const Word* many_parents = scratch_.row(kManyParents);
        for (std::size_t w = static_cast<std::size_t>(b) / 64 + 1; w-- > 0;) {
            Word open = (ancestors_.row(b)[w] | many_parents[w]) & related_.row(b)[w] & ~covered_.row(b)[w];
            if (w == static_cast<std::size_t>(b) / 64) open &= (Word(1) << (b % 64)) - 1;
            while (open) {
                const int bit = highest_bit(open);
                open ^= Word(1) << bit;
                const Node a = static_cast<Node>(64 * w) + bit;
                if (!has(separated_.row(a), b) && !has(separated_.row(b), a)) decide(a, b);
            }
        }
    }

    void decide(Node a, Node b) {
        interruption_.check();
        Word* inside = scratch_.row(kInside);
        const Word *above_a = ancestors_.row(a), *above_b = ancestors_.row(b);
        const Word *near_a = covered_.row(a), *near_b = covered_.row(b);
        int joined = 0;
        for (std::size_t w = 0; w < ancestors_.words(); ++w) {
            inside[w] = above_a[w] | above_b[w];
            joined += count_bits(inside[w] & near_a[w] & near_b[w]);
        }
        if (joined <= k_ && flow_.fits_at_most(k_, hubs_, a, b, near_a, near_b)) {
            separate_sides();
        } else {
            cover(a, b);
        }
    }

    // Marks the pairs across the cut that was just found, in the rows of the smaller side only.
    void separate_sides() {
        const std::size_t words = separated_.words();
        Word *few = scratch_.row(kSide), *many = scratch_.row(kRest);
        flow_.read_sides(few, many);
        int balance = 0;
        for (std::size_t w = 0; w < words; ++w) balance += count_bits(few[w]) - count_bits(many[w]);
        if (balance > 0) std::swap(few, many);
        for_each(few, words, [&](Node node) { separated_.unite(node, many); });
    }

    Interruption& interruption_;
    const Rows& parents_;
    const std::int32_t n_, k_;
    BitRows ancestors_, related_, covered_, separated_, scratch_;
    Hubs hubs_;
    HubFlow flow_;
};

}  // namespace

Cuts minimum_cuts(const Rows& parents, const Rows& spouses, const std::vector<std::int32_t>& pairs, std::int32_t limit,
                  int threads, const std::function<void()>& check_signals) {
    const Rows children = parents.transposed();
    const std::size_t count = pairs.size() / 2;
    std::vector<std::unique_ptr<CutFinder>> finders(worker_count(count, threads));
    std::vector<std::vector<Node>> found(count);
    Cuts cuts;
    cuts.sizes.assign(count, -1);
    Interruption interruption(check_signals);
    parallel_for(count, threads, [&](std::size_t i, int worker) {
        interruption.check();
        auto& finder = finders[worker];
        if (!finder) finder = std::make_unique<CutFinder>(parents, children, spouses);
        if (finder->find(pairs[2 * i], pairs[2 * i + 1], limit, found[i]))
            cuts.sizes[i] = static_cast<std::int32_t>(found[i].size());
    });
    cuts.offsets.assign(1, 0);
    for (const auto& cut : found) {
        cuts.members.insert(cuts.members.end(), cut.begin(), cut.end());
        cuts.offsets.push_back(static_cast<std::int64_t>(cuts.members.size()));
    }
    return cuts;
}

std::vector<std::uint8_t> k_covered(const Rows& parents, std::int32_t k, const std::function<void()>& check_signals) {
    const std::vector<Node> order = topological_order(parents, parents.transposed());
    const Rows ordered = renumbered(parents, order);
    const Rows children = ordered.transposed();
    Interruption interruption(check_signals);
    const CoveredPairs pairs(ordered, children, k, interruption);
    const std::size_t bytes = (order.size() + 7) / 8;
    std::vector<std::uint8_t> packed(order.size() * bytes, 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::uint8_t* row = packed.data() + static_cast<std::size_t>(order[i]) * bytes;
        for_each(pairs.rows().row(i), pairs.rows().words(), [&](Node j) { row[order[j] / 8] |= 1 << (order[j] % 8); });
    }
    return packed;
}

}  // namespace sepset::cuts
