#include "common/candidates.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace sepset {

namespace {

// Without branches, so that the loop runs on vectors: a number below 0, or above the last, has its top bit set, or what
// is left of the last has.
bool all_below(const View<std::int32_t>& numbers, std::size_t limit) {
    if (numbers.size == 0 || limit == 0) return numbers.size == 0;
    constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    const auto last = static_cast<std::uint32_t>(std::min(limit - 1, kMost));
    std::uint32_t bits = 0;
    for (const std::int32_t number : numbers) {
        const auto bare = static_cast<std::uint32_t>(number);
        bits |= bare | (last - bare);
    }
    return bits >> 31 == 0;
}

bool all_differ(const Pairs& pairs) {
    std::uint32_t equal = 0;
    for (std::size_t i = 0; i < pairs.count(); ++i) equal |= pairs.first(i) == pairs.second(i);
    return equal == 0;
}

bool offsets_fit(const CandidateLists& lists, std::size_t pairs) {
    const View<std::int64_t>& offsets = lists.offsets;
    if (lists.of.size != pairs || offsets.size == 0 || offsets[0] != 0) return false;
    bool rising = true;
    for (std::size_t g = 1; g < offsets.size; ++g) rising &= offsets[g - 1] <= offsets[g];
    return rising && static_cast<std::size_t>(offsets[lists.count()]) == lists.members.size &&
           all_below(lists.of, lists.count());
}

}  // namespace

bool is_increasing(const CandidateLists& lists) {
    bool increasing = true;
    for (std::size_t g = 0; g < lists.count(); ++g)
        for (std::int64_t i = lists.offsets[g] + 1; i < lists.offsets[g + 1]; ++i)
            increasing &= lists.members[i - 1] < lists.members[i];
    return increasing;
}

bool is_sound(const Pairs& pairs, std::size_t variables) {
    return pairs.ends.size % 2 == 0 && all_below(pairs.ends, variables) && all_differ(pairs);
}

bool is_sound(const CandidateLists& lists, std::size_t pairs, std::size_t variables) {
    return offsets_fit(lists, pairs) && all_below(lists.members, variables);
}

void check(const Pairs& pairs, std::size_t variables) {
    if (!is_sound(pairs, variables)) throw std::invalid_argument("a pair is two different variables that exist");
}

void check(const CandidateLists& lists, std::size_t pairs, std::size_t variables) {
    if (!is_sound(lists, pairs, variables))
        throw std::invalid_argument(
            "one list for each pair, rising offsets from 0 to the number of members, and "
            "members that exist");
}

}  // namespace sepset
