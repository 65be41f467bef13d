// The residual test and its search, set by set.
#pragma once

#include <cstdint>
#include <vector>

#include "common/set_search.hpp"
#include "residual/set_residuals.hpp"

namespace sepset::residual {

// Tests a and b given an increasing set, on the rows in which none of them is missing.
Answer test(const Table& table, std::int32_t a, std::int32_t b, const std::vector<std::int32_t>& given);

// With `skip_discrete`, tests in which no variable is continuous are left out.
BestSets search(const Table& table, const SetLevel& level, bool skip_discrete);

}  // namespace sepset::residual
