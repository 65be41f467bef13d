#include "drawing/spacing.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sepset::drawing {
namespace {

constexpr std::int64_t kNoLimit = std::int64_t{1} << 40;

struct Arc {
    int tail;
    int head;
    std::int64_t cost;
    std::int64_t limit;
    std::int64_t flow = 0;
    int side = 1;  // 0: in the tree; 1: carries nothing; -1: carries as much as it may
};

struct Node {
    int parent;
    int arc;  // to the parent
    int depth = 1;
    std::int64_t potential = 0;
    int first = -1;  // child
    int next = -1;   // sibling
    int before = -1;
};

// A spanning tree of arcs whose wishes are exactly met, and a circulation that it holds up. Every item hangs from a
// root that is no item.
class Tree {
  public:
    Tree(int items, const std::vector<Wish>& wishes) : count_(static_cast<int>(wishes.size())), root_(items) {
        arcs_.reserve(wishes.size() + items);
        for (const Wish& wish : wishes)
            arcs_.push_back({wish.a, wish.b, -wish.distance, wish.weight < 0 ? kNoLimit : wish.weight});
        nodes_.assign(static_cast<std::size_t>(items), Node{root_, -1});
        nodes_.push_back(Node{-1, -1, 0});
        for (int item = 0; item < items; ++item) {
            arcs_.push_back({item, root_, 0, kNoLimit, 0, 0});
            nodes_[item].arc = count_ + item;
            add_child(root_, item);
        }
    }

    // Lets arcs into the tree until all wishes balance; a block of arcs is looked at for each.
    void solve(Interruption& interruption) {
        const int block = std::max(10, static_cast<int>(std::sqrt(static_cast<double>(count_))));
        int start = 0;
        int idle = 0;
        while (count_ > 0 && idle < count_) {
            interruption.check();
            const int stop = std::min(start + block, count_);
            int entering = start;
            std::int64_t least = slack(start);
            for (int e = start + 1; e < stop; ++e) {
                const std::int64_t own = slack(e);
                if (own < least) {
                    least = own;
                    entering = e;
                }
            }
            idle += stop - start;
            if (least < 0) {
                pivot(entering);
                idle = 0;
            }
            start = stop % count_;
        }
    }

    std::int64_t place(int item) const { return -nodes_[item].potential; }

  private:
    std::int64_t slack(int e) const {
        const Arc& arc = arcs_[e];
        return arc.side * (arc.cost + nodes_[arc.tail].potential - nodes_[arc.head].potential);
    }

    bool up(int node) const { return arcs_[nodes_[node].arc].tail == node; }

    void pivot(int e) {
        int first = arcs_[e].tail;
        int second = arcs_[e].head;
        if (arcs_[e].side < 0) std::swap(first, second);
        const int join = joined(first, second);
        std::int64_t most = arcs_[e].limit;
        int leaving = -1;
        int above = second;
        for (int node = first; node != join; node = nodes_[node].parent) {
            const std::int64_t own = room(node, !up(node));
            if (own < most) {
                most = own;
                leaving = node;
                above = second;
            }
        }
        // Of equal ones the last on the way round leaves, or steps of length zero could go in circles.
        for (int node = second; node != join; node = nodes_[node].parent) {
            const std::int64_t own = room(node, up(node));
            if (own <= most) {
                most = own;
                leaving = node;
                above = first;
            }
        }
        if (most >= kNoLimit) throw std::invalid_argument("demands contradict each other");
        push(e, first, second, join, most);
        if (leaving < 0) {
            arcs_[e].side = -arcs_[e].side;
            return;
        }
        Arc& out = arcs_[nodes_[leaving].arc];
        arcs_[e].side = 0;
        out.side = out.flow == 0 ? 1 : -1;
        hang(first + second - above, above, e, leaving);
    }

    void push(int e, int first, int second, int join, std::int64_t amount) {
        arcs_[e].flow += arcs_[e].side * amount;
        for (int node = first; node != join; node = nodes_[node].parent)
            arcs_[nodes_[node].arc].flow += up(node) ? -amount : amount;
        for (int node = second; node != join; node = nodes_[node].parent)
            arcs_[nodes_[node].arc].flow += up(node) ? amount : -amount;
    }

    int joined(int one, int other) const {
        while (one != other) {
            if (nodes_[one].depth >= nodes_[other].depth)
                one = nodes_[one].parent;
            else
                other = nodes_[other].parent;
        }
        return one;
    }

    std::int64_t room(int node, bool grows) const {
        const Arc& arc = arcs_[nodes_[node].arc];
        if (!grows) return arc.flow;
        return arc.limit == kNoLimit ? kNoLimit : arc.limit - arc.flow;
    }

    // Hangs the part of the tree below `leaving` on `above`, by arc e at `node`, and moves its places.
    void hang(int node, int above, int e, int leaving) {
        const int top = node;
        for (bool last = false; !last;) {
            const int before = nodes_[node].parent;
            const int arc = nodes_[node].arc;
            last = node == leaving;
            remove_child(before, node);
            nodes_[node].parent = above;
            nodes_[node].arc = e;
            add_child(above, node);
            above = node;
            node = before;
            e = arc;
        }
        const std::int64_t cost = arcs_[nodes_[top].arc].cost * (up(top) ? 1 : -1);
        const std::int64_t shift = nodes_[nodes_[top].parent].potential - nodes_[top].potential - cost;
        waiting_.assign(1, top);
        while (!waiting_.empty()) {
            Node& moved = nodes_[waiting_.back()];
            waiting_.pop_back();
            moved.potential += shift;
            moved.depth = nodes_[moved.parent].depth + 1;
            for (int child = moved.first; child >= 0; child = nodes_[child].next) waiting_.push_back(child);
        }
    }

    void add_child(int parent, int child) {
        Node& own = nodes_[child];
        own.before = -1;
        own.next = nodes_[parent].first;
        if (own.next >= 0) nodes_[own.next].before = child;
        nodes_[parent].first = child;
    }

    void remove_child(int parent, int child) {
        const Node& own = nodes_[child];
        if (own.before >= 0)
            nodes_[own.before].next = own.next;
        else
            nodes_[parent].first = own.next;
        if (own.next >= 0) nodes_[own.next].before = own.before;
    }

    int count_;
    int root_;
    std::vector<Arc> arcs_;
    std::vector<Node> nodes_;
    std::vector<int> waiting_;
};

}  // namespace

std::vector<std::int64_t> space_items(std::size_t items, const std::vector<Wish>& wishes, Interruption& interruption) {
    for (const Wish& wish : wishes) {
        const auto outside = [&](std::int32_t item) { return item < 0 || static_cast<std::size_t>(item) >= items; };
        if (outside(wish.a) || outside(wish.b))
            throw std::invalid_argument("a wish is about two items, and has a distance and a weight");
    }
    Tree tree(static_cast<int>(items), wishes);
    tree.solve(interruption);
    std::vector<std::int64_t> places(items);
    for (std::size_t item = 0; item < items; ++item) places[item] = tree.place(static_cast<int>(item));
    const auto least = std::min_element(places.begin(), places.end());
    const std::int64_t start = least == places.end() ? 0 : *least;
    for (std::int64_t& place : places) place -= start;
    return places;
}

}  // namespace sepset::drawing
