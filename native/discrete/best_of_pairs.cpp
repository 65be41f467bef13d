#include "discrete/best_of_pairs.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "common/chi_square.hpp"

namespace sepset::discrete {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

template <class Number>
bool all_below(const View<Number>& numbers, std::size_t limit) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](Number number) { return number >= 0 && static_cast<std::size_t>(number) < limit; });
}

}  // namespace

void check(const TestsOfPairs& tests, const NameOrder& names, std::size_t pairs) {
    const std::size_t count = tests.pair.size, columns = names.rank.size;
    if (tests.dof.size != count || tests.statistic.size != count || tests.given.size != count * tests.size)
        throw std::invalid_argument("a pair, dof, a statistic and a set belong to each test");
    if (names.column.size != columns || !all_below(names.rank, columns))
        throw std::invalid_argument("each place has a rank, and each rank a column");
    if (!all_below(tests.pair, pairs) || !all_below(tests.given, columns))
        throw std::invalid_argument("tests are about pairs and columns that exist");
}

BestOfPairs best_of_pairs(const TestsOfPairs& tests, const NameOrder& names, std::size_t pairs, std::int64_t most_dof) {
    BestOfPairs best{std::vector<double>(pairs, std::numeric_limits<double>::quiet_NaN()),
                     std::vector<std::int32_t>(pairs * tests.size, -1)};
    std::vector<std::size_t> chosen(pairs, kNone);
    for (std::size_t t = 0; t < tests.pair.size; ++t) {
        const auto pair = static_cast<std::size_t>(tests.pair[t]);
        const std::int64_t dof = tests.dof[t];
        const bool evidence = dof > 0 && dof <= most_dof;
        const double p = evidence ? chi_square_tail(tests.statistic[t], static_cast<double>(dof)) : 1.0;
        const std::size_t old = chosen[pair];
        const auto better = [&] {
            return std::make_tuple(-p, -dof, tests.statistic[t]) <
                   std::make_tuple(-best.p[pair], -tests.dof[old], tests.statistic[old]);
        };
        if (old != kNone && !better()) continue;
        chosen[pair] = t;
        best.p[pair] = p;
    }
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        if (chosen[pair] == kNone) continue;
        const auto set = best.sets.begin() + static_cast<std::ptrdiff_t>(pair * tests.size);
        const std::int32_t* given = tests.given.data + chosen[pair] * tests.size;
        std::transform(given, given + tests.size, set, [&](std::int32_t place) { return names.rank[place]; });
        std::sort(set, set + static_cast<std::ptrdiff_t>(tests.size));
        std::transform(set, set + static_cast<std::ptrdiff_t>(tests.size), set,
                       [&](std::int32_t rank) { return names.column[rank]; });
    }
    return best;
}

}  // namespace sepset::discrete
