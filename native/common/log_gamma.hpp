// The logarithm of the gamma function, safe in threads.
#pragma once

#include <cmath>

namespace sepset {

// For x > 0. The standard's std::lgamma also writes the sign to a global variable, which threads would share.
inline double log_gamma(double x) {
#if defined(__linux__)
    int sign = 1;
    return ::lgamma_r(x, &sign);
#else
    return std::lgamma(x);  // NOLINT(concurrency-mt-unsafe): nothing reads the sign
#endif
}

}  // namespace sepset
