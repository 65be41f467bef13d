// The correlations of columns of numbers.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace sepset::gaussian {

// The correlation matrix of columns with `rows` values each; sums in a fixed order. The diagonal is 1, or NaN where a
// value of a column is not finite, and then the other correlations of that column mean nothing.
// `check_signals` is called now and then in the calling thread; it may throw to end the computation.
void correlation_matrix(const std::vector<const double*>& columns, std::size_t rows, int threads,
                        const std::function<void()>& check_signals, double* out);

// The sums of products of every two columns as they are, in the same fixed order.
void cross_products(const std::vector<const double*>& columns, std::size_t rows, int threads,
                    const std::function<void()>& check_signals, double* out);

}  // namespace sepset::gaussian
