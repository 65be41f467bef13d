#include "orientation/evidence.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace sepset::orientation {

namespace {

// Nodes that the graph does not have are never asked for; entries that name them are left out.
bool within(std::int32_t node, std::size_t n) { return 0 <= node && static_cast<std::size_t>(node) < n; }

}  // namespace

Evidence::Evidence(const EvidenceArrays& arrays, std::size_t n)
    : n_(n), words_((n + 63) / 64), arrays_(arrays), k_(arrays.k) {
    index_sets(arrays);
    index_votes(arrays);
}

// Sorts only what is not in order already, as the sets of a search are.
void Evidence::Index::build(std::size_t n) {
    const auto before = [](const Entry& one, const Entry& other) {
        return one.node != other.node ? one.node < other.node : one.key < other.key;
    };
    if (!std::is_sorted(entries.begin(), entries.end(), before)) std::sort(entries.begin(), entries.end(), before);
    start.assign(n + 1, 0);
    for (const Entry& entry : entries) ++start[entry.node + 1];
    std::partial_sum(start.begin(), start.end(), start.begin());
}

const Evidence::Entry* Evidence::Index::find(std::size_t node, std::uint64_t key) const {
    const Entry *begin = entries.data() + start[node], *end = entries.data() + start[node + 1];
    const Entry* found =
        std::lower_bound(begin, end, key, [](const Entry& entry, std::uint64_t wanted) { return entry.key < wanted; });
    return found == end || found->key != key ? nullptr : found;
}

void Evidence::index_sets(const EvidenceArrays& arrays) {
    for (std::size_t i = 0; i < arrays.sets; ++i) {
        if (arrays.adjacency && arrays.size[i] == 0) continue;
        if (arrays.size[i] < 0 || static_cast<std::size_t>(arrays.size[i]) > arrays.width)
            throw std::invalid_argument("a separating set has more members than its row");
        const auto [a, b] = std::minmax(arrays.first[i], arrays.second[i]);
        if (within(a, n_) && within(b, n_))
            sets_.entries.push_back({static_cast<std::size_t>(a), static_cast<std::uint64_t>(b), i});
    }
    sets_.build(n_);
}

void Evidence::index_votes(const EvidenceArrays& arrays) {
    for (std::size_t i = 0; i < arrays.vote_count; ++i) {
        const std::int32_t *vote = arrays.votes + 4 * i, a = vote[0], c = vote[1], b = vote[2];
        if (within(a, n_) && within(b, n_) && within(c, n_))
            votes_.entries.push_back({static_cast<std::size_t>(a), middle_key(static_cast<std::size_t>(b), c), i});
    }
    votes_.build(n_);
}

std::optional<Evidence::Vote> Evidence::vote_on(Node a, Node c, Node b) const {
    if (votes_.entries.empty()) return std::nullopt;
    const auto low = static_cast<std::size_t>(std::min(a, b)), high = static_cast<std::size_t>(std::max(a, b));
    const Entry* found = votes_.find(low, middle_key(high, c));
    if (!found) return std::nullopt;
    return static_cast<Vote>(arrays_.votes[4 * found->place + 3]);
}

const Evidence::Entry* Evidence::set_of(std::size_t a, std::size_t b) const {
    return sets_.find(std::min(a, b), std::max(a, b));
}

// Says whether a and b have a separating set.
bool Evidence::known(std::size_t a, std::size_t b) const {
    if (arrays_.ancestors) return true;
    if (arrays_.adjacency) return !has(arrays_.adjacency + a * words_, b);
    return set_of(a, b) != nullptr;
}

// Says whether c is in the set of a and b, which have one.
bool Evidence::is_member(std::size_t a, std::size_t b, Node c) const {
    if (arrays_.ancestors) {
        const auto middle = static_cast<std::size_t>(c);
        return has(arrays_.ancestors + a * words_, middle) || has(arrays_.ancestors + b * words_, middle);
    }
    const Entry* found = set_of(a, b);
    if (!found) return false;
    const std::int32_t* begin = arrays_.members + found->place * arrays_.width;
    const std::int32_t* end = begin + arrays_.size[found->place];
    return std::find(begin, end, c) != end;
}

bool Evidence::inside(Node a, Node b, Node c) const {
    if (const auto vote = vote_on(a, c, b)) return *vote == Vote::against;
    const auto x = static_cast<std::size_t>(a), y = static_cast<std::size_t>(b);
    return known(x, y) && is_member(x, y, c);
}

bool Evidence::outside(Node a, Node b, Node c) const {
    if (const auto vote = vote_on(a, c, b)) return *vote == Vote::collider;
    const auto x = static_cast<std::size_t>(a), y = static_cast<std::size_t>(b);
    return known(x, y) && !is_member(x, y, c);
}

bool Evidence::doubtful(Node a, Node c, Node b) const {
    if (const auto vote = vote_on(a, c, b)) return *vote == Vote::ambiguous;
    return arrays_.doubts_without_set && !known(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
}

}  // namespace sepset::orientation
