#include "common/candidates.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace sepset {

namespace {

// Whether a number is outside 0 .. last, in its top bit: then that of the number is set, or that of what is left of the
// last. Without branches, so that loops run on vectors.
std::uint32_t outside(std::int32_t number, std::uint32_t last) {
    const auto bare = static_cast<std::uint32_t>(number);
    return bare | (last - bare);
}

// The last number below `limit`, which is positive.
std::uint32_t last_below(std::size_t limit) {
    constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    return static_cast<std::uint32_t>(std::min(limit - 1, kMost));
}

bool all_below(const View<std::int32_t>& numbers, std::size_t limit) {
    if (numbers.size == 0 || limit == 0) return numbers.size == 0;
    const std::uint32_t last = last_below(limit);
    std::uint32_t bits = 0;
    for (const std::int32_t number : numbers) bits |= outside(number, last);
    return bits >> 31 == 0;
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
    if (pairs.ends.size == 0 || variables == 0) return pairs.ends.size == 0;
    const std::uint32_t last = last_below(variables);
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < pairs.count(); ++i) {
        const std::int32_t a = pairs.first(i), b = pairs.second(i);
        const std::uint32_t equal = static_cast<std::uint32_t>(a ^ b) - 1;  // the top bit, where neither has it
        bits |= outside(a, last) | outside(b, last) | equal;
    }
    return pairs.ends.size % 2 == 0 && bits >> 31 == 0;
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
