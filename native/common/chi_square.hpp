// The chi-square distribution, without a statistics library behind it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sepset {

// The probability that a chi-square variable with `dof` > 0 degrees of freedom exceeds `statistic`.
double chi_square_tail(double statistic, double dof);

// The statistic that is exceeded with probability alpha, 0 < alpha < 1: the inverse of the tail. `start` is a guess,
// such as the value for other degrees of freedom, or 0.
double chi_square_critical(double alpha, double dof, double start);

}  // namespace sepset
