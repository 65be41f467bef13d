// The search of one level: for each pair of continuous columns, every conditioning set of one size.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "common/candidates.hpp"
#include "common/raw_array.hpp"
#include "gaussian/partial_correlation.hpp"

namespace sepset::gaussian {

// One level of the search: for each pair a < b all sets of `size` members of its list without the pair itself.
struct LevelTask {
    Correlation correlation;
    Pairs pairs;
    int size;
    CandidateLists lists;  // each increasing
    double largest;        // partial correlations above this in size are of no interest; infinity: all are
    int threads;
    std::function<void()> check_signals;  // called now and then in the calling thread; may throw to end the search
};

// Per pair: the smallest |partial correlation| over usable sets (signed; NaN if none is of interest), its set
// (increasing; ties: the first in lexicographic order; -1 if none), and the number of candidates (size 0: not counted).
struct LevelAnswer {
    RawVector<double> r;
    RawVector<std::int32_t> sets;  // `size` a pair
    std::vector<std::int32_t> available;
};

// Throws std::invalid_argument when the task is not what it claims to be.
LevelAnswer search_level(const LevelTask& task);

}  // namespace sepset::gaussian
