// What the files that know Python share.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/raw_array.hpp"
#include "orientation/orientation.hpp"

namespace nb = nanobind;

namespace sepset {

// Hands an array over to NumPy without a copy: a std::vector or a RawArray.
template <class Array, class... Shape>
nb::object to_numpy(Array values, Shape... shape) {
    using Number = std::remove_pointer_t<decltype(values.data())>;
    auto* kept = new Array(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Array*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, Number>(kept->data(), {static_cast<std::size_t>(shape)...}, owner));
}

// Lets Ctrl-C end a long run: Python's signal handlers run here, and what they raise ends it.
inline void check_signals() {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void bind_discrete(nb::module_& m);
void bind_drawing(nb::module_& m);
void bind_orientation(nb::module_& m);
void bind_residual(nb::module_& m);
void bind_score(nb::module_& m);
void bind_testwise(nb::module_& m);

}  // namespace sepset
