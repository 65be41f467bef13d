#include "cuts/hub_flow.hpp"

#include <algorithm>
#include <numeric>

namespace sepset::cuts {

using Node = std::int32_t;

namespace {
constexpr Node kNoFlow = -1;    // enters_, leaves_: the node carries no flow
constexpr Node kDirectly = -2;  // the flow comes from a, or goes to b, without a hub
}  // namespace

Hubs::Hubs(const Rows& parents, const Rows& children)
    : parents(parents), children(children), hub_of(parents.count()), next_in_district(parents.count(), -1) {
    std::iota(hub_of.begin(), hub_of.end(), 0);
}

HubFlow::HubFlow(std::int32_t n)
    : n_(n), words_((static_cast<std::size_t>(n) + 63) / 64), enters_(n, kNoFlow), leaves_(n, kNoFlow), is_goal_(n, 0),
      came_from_(3 * n + 1), reached_(3 * n + 1, 0) {}

bool HubFlow::fits_at_most(std::int32_t limit, const Hubs& hubs, Node a, Node b, const Word* near_a,
                           const Word* near_b) {
    hubs_ = &hubs;
    near_a_ = near_a;
    near_b_ = near_b;
    for (std::int32_t flow = start(a, b); flow <= limit; ++flow) {
        if (!search()) return true;
        push();
    }
    return false;
}

// Forgets the last pair and sends one unit through each node that is joined to both a and b. Returns their number.
std::int32_t HubFlow::start(Node a, Node b) {
    a_ = a;
    for (const Node node : used_) enters_[node] = leaves_[node] = kNoFlow;
    used_.clear();
    for (const Node hub : goals_) is_goal_[hub] = 0;
    goals_.clear();
    hubs_->for_each_hub(b, [&](Node hub) {
        is_goal_[hub] = 1;
        goals_.push_back(hub);
    });
    for (std::size_t w = 0; w < words_; ++w) {
        const Word both = near_a_[w] & near_b_[w] & hubs_->inside[w];
        for_each(&both, 1, [&](Node bit) { used_.push_back(static_cast<Node>(64 * w) + bit); });
    }
    for (const Node node : used_) enters_[node] = leaves_[node] = kDirectly;
    return static_cast<std::int32_t>(used_.size());
}

// Breadth first from a over all states with room; true when b is reached.
bool HubFlow::search() {
    if (++search_number_ == 0) {  // all numbers are used up: start again
        std::fill(reached_.begin(), reached_.end(), 0);
        search_number_ = 1;
    }
    queue_.clear();
    reached_[a_] = search_number_;  // flow never comes back to a
    if (reach_behind(a_, -1)) return true;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        const std::int32_t state = queue_[i];
        if (state < 2 * n_ ? leave_node(state - n_) : leave_hub(state - 2 * n_)) return true;
    }
    return false;
}

// Each of the following takes steps along free capacity, or back against flow, which takes it away. They return true
// when they come to b.
bool HubFlow::leave_node(Node node) {
    const std::int32_t state = n_ + node;
    bool end = false;
    hubs_->for_each_hub(node, [&](Node hub) { end = end || reach_hub(hub, state); });
    if (node == a_) {
        for (std::size_t w = 0; w < words_ && !end; ++w) {
            const Word near = near_a_[w] & hubs_->inside[w];
            for_each(&near, 1, [&](Node bit) { end = end || reach_node(static_cast<Node>(64 * w) + bit, state); });
        }
    } else if (enters_[node] != kNoFlow) {
        end = end || reach_node(node, state);
    }
    return end;
}

bool HubFlow::leave_hub(Node hub) {
    const std::int32_t state = 2 * n_ + hub;
    bool end = false;
    hubs_->for_each_member(hub, [&](Node member) {
        end = end || reach_node(member, state) || (leaves_[member] == hub && reach_behind(member, state));
    });
    return end;
}

bool HubFlow::reach_node(Node node, std::int32_t from) {
    if (!is_new(node, from)) return false;
    if (enters_[node] == kNoFlow) return reach_behind(node, node);
    return enters_[node] != kDirectly && reach_hub(enters_[node], node);
}

bool HubFlow::reach_behind(Node node, std::int32_t from) {
    if (!is_new(n_ + node, from)) return false;
    queue_.push_back(n_ + node);
    return has(near_b_, node) && at_end(n_ + node);
}

bool HubFlow::reach_hub(Node hub, std::int32_t from) {
    if (!is_new(2 * n_ + hub, from)) return false;
    queue_.push_back(2 * n_ + hub);
    return is_goal_[hub] && at_end(2 * n_ + hub);
}

bool HubFlow::is_new(std::int32_t state, std::int32_t from) {
    if (reached_[state] == search_number_) return false;
    reached_[state] = search_number_;
    came_from_[state] = from;
    return true;
}

bool HubFlow::at_end(std::int32_t from) {
    came_from_[3 * n_] = from;
    return true;
}

// Adds one unit of flow along the path that was found.
void HubFlow::push() {
    const std::int32_t end = 3 * n_;
    for (std::int32_t state = end, from = -1; (from = came_from_[state]) >= 0; state = from) {
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
    for (const Node node : used_)
        if (reached_[node] == search_number_ && reached_[n_ + node] != search_number_) cut.push_back(node);
    std::sort(cut.begin(), cut.end());
    cut.erase(std::unique(cut.begin(), cut.end()), cut.end());
}

void HubFlow::read_sides(Word* side_of_a, Word* rest) const {
    std::fill(side_of_a, side_of_a + words_, 0);
    std::copy(hubs_->inside, hubs_->inside + words_, rest);
    for (const Node node : used_)
        if (reached_[node] == search_number_) drop(rest, node);
    for (const std::int32_t state : queue_) {
        if (state >= 2 * n_) continue;
        put(side_of_a, state - n_);
        drop(rest, state - n_);
    }
}

}  // namespace sepset::cuts
