#include "hub_flow.hpp"

#include <algorithm>
#include <numeric>

namespace sepset {

using Node = std::int32_t;

namespace {
constexpr Node kNoFlow = -1;   // enters_, leaves_: the node carries no flow
constexpr Node kDirectly = -2;  // the flow comes from a, or goes to b, without a hub
}  // namespace

Hubs::Hubs(const Rows& parents, const Rows& children)
    : parents(parents), children(children), hub_of(parents.count()), next_in_district(parents.count(), -1) {
    std::iota(hub_of.begin(), hub_of.end(), 0);
}

HubFlow::HubFlow(std::int32_t n)
    : n_(n), enters_(n, kNoFlow), leaves_(n, kNoFlow), came_from_(3 * n + 1), reached_(3 * n + 1, 0) {}

bool HubFlow::fits_at_most(std::int32_t limit, const Hubs& hubs, Node a, Node b, const Word* near_a,
                           const Word* near_b) {
    hubs_ = &hubs;
    a_ = a;
    b_ = b;
    near_a_ = near_a;
    near_b_ = near_b;
    for (const Node node : used_) enters_[node] = leaves_[node] = kNoFlow;
    used_.clear();
    for (std::int32_t flow = 0; flow <= limit; ++flow) {
        if (!search()) return true;
        push();
    }
    return false;
}

// Breadth first from a over all states with room; true when b is reached, the end of the path then being state 3n.
bool HubFlow::search() {
    ++search_number_;
    queue_.clear();
    reach(n_ + a_, -1);
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        const std::int32_t state = queue_[i];
        if (enter(state)) {
            came_from_[3 * n_] = state;
            return true;
        }
    }
    return false;
}

void HubFlow::reach(std::int32_t state, std::int32_t from) {
    if (reached_[state] == search_number_) return;
    reached_[state] = search_number_;
    came_from_[state] = from;
    queue_.push_back(state);
}

// Takes every step on from a state: along free capacity, or back against flow, which takes it away.
bool HubFlow::enter(std::int32_t state) {
    if (state >= 2 * n_) {
        bool found = false;
        hubs_->for_each_member(state - 2 * n_, [&](Node member) { found = found || member == b_; });
        if (!found) leave_hub(state - 2 * n_);
        return found;
    }
    if (state >= n_) {
        if (has(near_b_, state - n_)) return true;
        leave_node(state - n_);
    } else if (enters_[state] == kNoFlow) {
        reach(n_ + state, state);
    } else if (enters_[state] != kDirectly) {
        reach(2 * n_ + enters_[state], state);
    }
    return false;
}

void HubFlow::leave_node(Node node) {
    const std::int32_t state = n_ + node;
    hubs_->for_each_hub(node, [&](Node hub) { reach(2 * n_ + hub, state); });
    if (node == a_) {
        const std::size_t words = (static_cast<std::size_t>(n_) + 63) / 64;
        for_each(near_a_, words, [&](Node near) {
            if (has(hubs_->inside, near)) reach(near, state);
        });
    } else if (enters_[node] != kNoFlow) {
        reach(node, state);
    }
}

void HubFlow::leave_hub(Node hub) {
    const std::int32_t state = 2 * n_ + hub;
    hubs_->for_each_member(hub, [&](Node member) {
        if (member != a_) reach(member, state);
        if (leaves_[member] == hub) reach(n_ + member, state);
    });
}

// Adds one unit of flow along the path that was found.
void HubFlow::push() {
    const std::int32_t end = 3 * n_;
    for (std::int32_t state = end, from; (from = came_from_[state]) >= 0; state = from) {
        const bool to_node = state < n_, to_hub = state >= 2 * n_;
        const bool from_hub = from >= 2 * n_, from_behind_node = from >= n_ && !from_hub;
        if (to_node && (from_hub || from == n_ + a_)) {
            enters_[state] = from_hub ? from - 2 * n_ : kDirectly;
            used_.push_back(state);
        } else if (to_hub && from_behind_node && from != n_ + a_) {
            leaves_[from - n_] = state == end ? kDirectly : state - 2 * n_;
        } else if (to_node) {
            enters_[state] = leaves_[state] = kNoFlow;
        }
    }
}

void HubFlow::read_cut(std::vector<Node>& cut) const {
    cut.clear();
    for (const std::int32_t state : queue_)
        if (state < n_ && reached_[n_ + state] != search_number_) cut.push_back(state);
    std::sort(cut.begin(), cut.end());
}

void HubFlow::read_sides(std::size_t words, Word* side_of_a, Word* rest) const {
    std::fill(side_of_a, side_of_a + words, 0);
    std::copy(hubs_->inside, hubs_->inside + words, rest);
    drop(rest, a_);
    for (const std::int32_t state : queue_) {
        if (state < n_) {
            drop(rest, state);
        } else if (state < 2 * n_) {
            put(side_of_a, state - n_);
        }
    }
}

}  // namespace sepset
