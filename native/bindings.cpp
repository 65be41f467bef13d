// The only file that knows Python: turns NumPy arrays into pointers, releases the GIL, calls the kernels.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace nb = nanobind;

NB_MODULE(_core, m) {
    m.doc() = "Compiled kernels of sepset; use them through sepset.kernels.";
}
