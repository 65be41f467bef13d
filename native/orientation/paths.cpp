#include "orientation/paths.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>

namespace sepset::orientation {

namespace {

std::size_t at(std::int32_t place) { return static_cast<std::size_t>(place); }

}  // namespace

UncoveredPaths::UncoveredPaths(const Marks& g, const Evidence& evidence) : g_(g), evidence_(evidence) {
    start_.reserve(at(g.n()) + 1);
    for (Node u = 0; u < g.n(); ++u) {
        start_.push_back(static_cast<State>(to_.size()));
        each(steps(u), g.words(), [&](Node v) {
            from_.push_back(u);
            to_.push_back(v);
        });
    }
    start_.push_back(static_cast<State>(to_.size()));
    for (auto* numbers : {&entered_, &lowest_, &component_}) numbers->assign(to_.size(), kUnseen);
    came_from_.resize(to_.size());
    stamp_.assign(to_.size(), 0);
}

UncoveredPaths::State UncoveredPaths::state_of(Node u, Node v) const {
    const auto begin = to_.begin() + start_[at(u)], end = to_.begin() + start_[at(u) + 1];
    const auto found = std::lower_bound(begin, end, v);
    if (found == end || *found != v) throw std::logic_error("no potentially directed edge there");
    return static_cast<State>(found - to_.begin());
}

// Says whether a path may go on from the edge u, v to the edge v, w: u and w are different, not adjacent, and v is
// known to be no collider between them.
bool UncoveredPaths::follows(State state, State following) const {
    const Node u = from_[at(state)], v = to_[at(state)], w = to_[at(following)];
    return w != u && !g_.adjacent(u, w) && !evidence_.doubtful(w, v, u);
}

Row UncoveredPaths::ends(Node a, Node b) {
    const State state = state_of(a, b);
    if (component_[at(state)] == kUnseen) solve(state);
    return ends_[at(component_[at(state)])].row();
}

// Tarjan's algorithm from one state on, with a stack of its own in place of recursion.
void UncoveredPaths::solve(State first) {
    enter(first);
    while (!visits_.empty()) {
        if (visits_.back().next < stop_after(visits_.back().state))
            go_on();
        else
            leave();
    }
}

void UncoveredPaths::enter(State state) {
    entered_[at(state)] = lowest_[at(state)] = clock_++;
    stack_.push_back(state);
    visits_.push_back({state, start_after(state)});
}

// Looks at one state after the current one.
void UncoveredPaths::go_on() {
    const State state = visits_.back().state, following = visits_.back().next++;
    if (!follows(state, following)) return;
    if (entered_[at(following)] == kUnseen)
        enter(following);
    else if (component_[at(following)] == kUnseen)
        lowest_[at(state)] = std::min(lowest_[at(state)], entered_[at(following)]);
}

// Everything after the current state is known: closes its component, if it is the first of one, and goes back.
void UncoveredPaths::leave() {
    const State state = visits_.back().state;
    visits_.pop_back();
    if (!visits_.empty()) {
        std::int32_t& lowest = lowest_[at(visits_.back().state)];
        lowest = std::min(lowest, lowest_[at(state)]);
    }
    if (lowest_[at(state)] == entered_[at(state)]) close_component(state);
}

// The ends of a component: the last nodes of its states, and the ends of all components that follow.
void UncoveredPaths::close_component(State root) {
    const auto component = static_cast<std::int32_t>(ends_.size());
    const auto begin = std::find(stack_.rbegin(), stack_.rend(), root).base() - 1;
    Bits ends(g_.words());
    for (auto state = begin; state != stack_.end(); ++state) component_[at(*state)] = component;
    for (auto state = begin; state != stack_.end(); ++state) {
        ends.put(to_[at(*state)]);
        for (State following = start_after(*state); following < stop_after(*state); ++following)
            if (component_[at(following)] != component && follows(*state, following))
                ends.add(ends_[at(component_[at(following)])].row());
    }
    stack_.erase(begin, stack_.end());
    ends_.push_back(std::move(ends));
}

Path UncoveredPaths::shortest(Node a, Node b, Node goal) {
    const State first = state_of(a, b);
    if (b == goal) return {a, b};
    ++search_;
    stamp_[at(first)] = search_;
    std::deque<State> queue{first};
    while (!queue.empty()) {
        const State state = queue.front();
        queue.pop_front();
        for (State following = start_after(state); following < stop_after(state); ++following) {
            if (stamp_[at(following)] == search_ || !follows(state, following)) continue;
            stamp_[at(following)] = search_;
            came_from_[at(following)] = state;
            if (to_[at(following)] == goal) return trail(first, following);
            queue.push_back(following);
        }
    }
    throw std::logic_error("the goal is not one of the ends");
}

Path UncoveredPaths::trail(State first, State last) const {
    Path nodes;
    for (; last != first; last = came_from_[at(last)]) nodes.push_back(to_[at(last)]);
    nodes.insert(nodes.end(), {to_[at(first)], from_[at(first)]});
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
}

DiscriminatingPaths::DiscriminatingPaths(const Marks& g, Node gamma) : g_(g), gamma_(gamma) {
    Bits left(g.parents(gamma), g.words());
    for (Node seed = kNoNode; (seed = first(left.row(), g.words())) != kNoNode;) {
        Cluster cluster = grow(seed, left);
        left.remove(cluster.inner.row());
        if (!empty(cluster.starts.row(), g.words())) clusters_.push_back(std::move(cluster));
    }
}

// Collects the parents of gamma that <-> edges join to the seed, and what can begin a path at one of them.
DiscriminatingPaths::Cluster DiscriminatingPaths::grow(Node seed, const Bits& left) const {
    Cluster cluster{Bits(g_.words()), Bits(g_.words())};
    std::vector<Node> frontier{seed};
    cluster.inner.put(seed);
    while (!frontier.empty()) {
        const Node q = frontier.back();
        frontier.pop_back();
        cluster.starts.add(starts(q));
        each((g_.spouses(q) & left.row()) - cluster.inner.row(), g_.words(), [&](Node following) {
            cluster.inner.put(following);
            frontier.push_back(following);
        });
    }
    return cluster;
}

Path DiscriminatingPaths::shortest(Node theta, const Cluster& cluster, Node alpha, Node beta) const {
    std::vector<Node> came_from(at(g_.n()), kNoNode);
    std::deque<Node> queue{alpha};
    came_from[at(alpha)] = alpha;
    while (!queue.empty()) {
        const Node q = queue.front();
        queue.pop_front();
        if (g_.has_near(q, kArrow, theta)) {  // theta is a start of the cluster, so not adjacent to gamma
            Path path{theta, q};
            while (path.back() != alpha) path.push_back(came_from[at(path.back())]);
            path.insert(path.end(), {beta, gamma_});
            return path;
        }
        each(g_.spouses(q) & cluster.inner.row(), g_.words(), [&](Node following) {
            if (came_from[at(following)] != kNoNode) return;
            came_from[at(following)] = q;
            queue.push_back(following);
        });
    }
    throw std::logic_error("the cluster has no such start");
}

}  // namespace sepset::orientation
