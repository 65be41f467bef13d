#include "essential/partial_closure.hpp"

namespace sepset::essential {

namespace {

// Calls step(i) for the members of a row until one returns false; says whether none did.
template <class Step>
bool all_of(Row row, Step step) {
    for (; row; row &= row - 1)
        if (!step(static_cast<std::size_t>(lowest_bit(row)))) return false;
    return true;
}

}  // namespace

Partial::Partial(const Pattern& pattern)
    : pattern_(&pattern), arrow_(n(), 0), arrow_at_(n(), 0), child_(n(), 0), parent_(n(), 0), directed_(n(), 0) {}

bool Partial::start() {
    for (std::size_t c = 0; c < n(); ++c)
        if (!all_of(pattern_->adjacency[c],
                    [&](std::size_t a) { return !pattern_->colliders(c, a) || put_arrow(c, a); }))
            return false;
    return propagate();
}

bool Partial::assume(std::size_t i, Type type, std::size_t j) {
    switch (type) {
        case Type::forwards: return put_tail(i, j) && propagate();
        case Type::backwards: return put_tail(j, i) && propagate();
        default:
            return !((directed_[i] | child_[i] | parent_[i]) & bit(j)) && put_arrow(i, j) && put_arrow(j, i) &&
                   propagate();
    }
}

bool Partial::exclude(std::size_t i, Type type, std::size_t j) {
    switch (type) {
        case Type::forwards: return put_arrow(i, j) && propagate();
        case Type::backwards: return put_arrow(j, i) && propagate();
        default: break;
    }
    directed_[i] |= bit(j);
    directed_[j] |= bit(i);
    if (arrow_[i] & bit(j) && !put_tail(j, i)) return false;
    if (arrow_[j] & bit(i) && !put_tail(i, j)) return false;
    return propagate();
}

bool Partial::possible(std::size_t i, Type type, std::size_t j) const {
    switch (type) {
        case Type::forwards: return !(arrow_[i] & bit(j)) && !(child_[j] & bit(i));
        case Type::backwards: return !(arrow_[j] & bit(i)) && !(child_[i] & bit(j));
        default: return !((directed_[i] | child_[i] | parent_[i]) & bit(j));
    }
}

bool Partial::propagate() {
    while (!news_.empty()) {
        while (!news_.empty()) {
            const News one = news_.back();
            news_.pop_back();
            if (!(one.tail ? after_tail(one.i, one.j) : after_arrow(one.i, one.j))) return false;
        }
        if (!along_directed_paths()) return false;
    }
    return true;
}

bool Partial::put_arrow(std::size_t i, std::size_t j) {
    if (arrow_[i] & bit(j)) return true;
    if (child_[i] & bit(j)) return false;
    arrow_[i] |= bit(j);
    arrow_at_[j] |= bit(i);
    news_.push_back({false, i, j});
    return true;
}

// A tail at one end makes the other end an arrowhead: a k-closure has no ---.
bool Partial::put_tail(std::size_t i, std::size_t j) {
    if (child_[i] & bit(j)) return true;
    if (arrow_[i] & bit(j)) return false;
    child_[i] |= bit(j);
    parent_[j] |= bit(i);
    news_.push_back({true, i, j});
    return put_arrow(j, i);
}

bool Partial::put_tails(std::size_t i, Row others) {
    return all_of(others & ~child_[i], [&](std::size_t j) { return put_tail(i, j); });
}

bool Partial::put_arrows(Row others, std::size_t j) {
    return all_of(others & ~arrow_at_[j], [&](std::size_t i) { return put_arrow(i, j); });
}

// What follows from a new j *-> i.
bool Partial::after_arrow(std::size_t i, std::size_t j) {
    const std::vector<Row>& adjacency = pattern_->adjacency;
    if (directed_[i] & bit(j) && !put_tail(j, i)) return false;
    if (!put_tails(i, pattern_->non_colliders(i, j))) return false;  // R1
    if (!put_arrows(child_[i] & adjacency[j], j)) return false;      // R2: j *-> i --> m
    if (!all_of(parent_[j] & adjacency[i] & ~arrow_[i], [&](std::size_t p) { return put_arrow(i, p); }))
        return false;  // R2: p --> j *-> i
    // R3: i --> d would make (j, d, c) a collider.
    return all_of(adjacency[i] & adjacency[j] & ~arrow_[i] & ~child_[i],
                  [&](std::size_t d) { return !(pattern_->non_colliders(d, j) & arrow_[i]) || put_arrow(i, d); });
}

// What follows from a new i --> j.
bool Partial::after_tail(std::size_t i, std::size_t j) {
    const std::vector<Row>& adjacency = pattern_->adjacency;
    if (!put_arrows(arrow_at_[j] & adjacency[i], i)) return false;  // R2: i --> j *-> m
    if (!put_tails(i, child_[j] & adjacency[i])) return false;      // R8: i --> j --> m
    if (!all_of(arrow_[i] & adjacency[j] & ~arrow_[j], [&](std::size_t p) { return put_arrow(j, p); }))
        return false;  // R2: p *-> i --> j
    return all_of(parent_[i] & adjacency[j] & ~parent_[j], [&](std::size_t p) { return put_tail(p, j); });  // R8
}

// i --> j wherever i is certainly an ancestor of its neighbour j.
bool Partial::along_directed_paths() {
    std::vector<Row> below(child_);
    for (std::size_t middle = 0; middle < n(); ++middle) {
        if (!below[middle]) continue;
        for (Row& row : below)
            if (row & bit(middle)) row |= below[middle];
    }
    for (std::size_t i = 0; i < n(); ++i)
        if (below[i] & bit(i) || !put_tails(i, below[i] & pattern_->adjacency[i])) return false;
    return true;
}

}  // namespace sepset::essential
