// The tail of the F distribution, by the regularised incomplete beta function.
#pragma once

namespace sepset::residual {

// I_x(a, b) for a, b > 0 and x in [0, 1].
double incomplete_beta(double a, double b, double x);

}  // namespace sepset::residual
