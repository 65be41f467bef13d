#include "common/candidates.hpp"

#include <stdexcept>

namespace sepset {

namespace {

bool all_below(const View<std::int32_t>& numbers, std::size_t limit) {
    bool below = true;
    for (const std::int32_t number : numbers) below &= number >= 0 && static_cast<std::size_t>(number) < limit;
    return below;
}

bool all_differ(const Pairs& pairs) {
    bool differ = true;
    for (std::size_t i = 0; i < pairs.count(); ++i) differ &= pairs.first(i) != pairs.second(i);
    return differ;
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
