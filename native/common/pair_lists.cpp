#include "common/pair_lists.hpp"

#include <stdexcept>

namespace sepset {

void pairs_of(const View<std::int64_t>& numbers, std::size_t n, std::int32_t* out) {
    const auto variables = static_cast<std::int64_t>(n);
    std::int64_t a = 0, first = 0, stop = variables - 1, last = -1;  // the pairs of a are first .. stop - 1
    for (const std::int64_t number : numbers) {
        if (number <= last || number >= variables * (variables - 1) / 2)
            throw std::invalid_argument("the numbers of pairs increase, from 0 to the number of all pairs");
        last = number;
        while (number >= stop) {
            first = stop;
            stop += variables - 1 - ++a;
        }
        *out++ = static_cast<std::int32_t>(a);
        *out++ = static_cast<std::int32_t>(a + 1 + number - first);
    }
}

NeighbourLists neighbour_lists(const Pairs& pairs, std::size_t variables) {
    NeighbourLists lists{std::vector<std::int64_t>(variables + 1, 0), std::vector<std::int32_t>(pairs.ends.size)};
    for (const std::int32_t end : pairs.ends) ++lists.offsets[static_cast<std::size_t>(end) + 1];
    for (std::size_t v = 0; v < variables; ++v) lists.offsets[v + 1] += lists.offsets[v];
    std::vector<std::int64_t> next(lists.offsets);
    // The pairs with a smaller neighbour of v come before those with a larger one.
    for (std::size_t i = 0; i < pairs.count(); ++i) {
        lists.members[next[pairs.first(i)]++] = pairs.second(i);
        lists.members[next[pairs.second(i)]++] = pairs.first(i);
    }
    return lists;
}

}  // namespace sepset
