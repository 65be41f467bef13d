// The border of the searches that go set by set: arrays in, checked, and the best sets out.
#pragma once

#include <cstdint>
#include <vector>

#include "bindings/bindings.hpp"
#include "common/set_search.hpp"

namespace sepset {

struct LevelArrays {
    const Array<std::int32_t, 2>& pairs;
    std::size_t size;
    const Array<std::int64_t, 1>& offsets;
    const Array<std::int32_t, 1>& members;
    const Array<std::int32_t, 1>& of;
    double alpha;
    int threads;
};

// Checks the arrays, calls search(level) without the GIL, and returns p, statistic, degrees of freedom and set of each
// pair.
template <class Search>
nb::tuple search_arrays(const LevelArrays& arrays, std::size_t variables, const Search& search) {
    const std::size_t count = arrays.pairs.shape(0);
    if (arrays.pairs.shape(1) != 2) throw std::invalid_argument("a pair is two variables");
    const Pairs pairs{{arrays.pairs.data(), arrays.pairs.size()}};
    const CandidateLists lists{{arrays.offsets.data(), arrays.offsets.size()},
                               {arrays.members.data(), arrays.members.size()},
                               {arrays.of.data(), arrays.of.size()}};
    check(pairs, variables);
    check(lists, count, variables);
    BestSets best(0, 0);
    {
        nb::gil_scoped_release release;
        best = search(SetLevel{pairs, arrays.size, lists, arrays.alpha, arrays.threads, check_signals});
    }
    return nb::make_tuple(to_numpy(std::move(best.p), count), to_numpy(std::move(best.statistic), count),
                          to_numpy(std::move(best.dof), count), to_numpy(std::move(best.sets), count, arrays.size));
}

// Checks the variables of one test, and returns its conditioning set.
inline std::vector<std::int32_t> checked_test(std::int32_t a, std::int32_t b, const Array<std::int32_t, 1>& given,
                                              std::size_t variables) {
    std::vector<std::int32_t> members(given.data(), given.data() + given.size());
    std::vector<std::int32_t> all = members;
    all.insert(all.end(), {a, b});
    for (const std::int32_t v : all)
        if (v < 0 || static_cast<std::size_t>(v) >= variables)
            throw std::invalid_argument("a variable is outside the table");
    return members;
}

}  // namespace sepset
