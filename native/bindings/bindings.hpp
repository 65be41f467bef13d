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

// Arrays from NumPy, one row after the other.
template <class Number, int kDimensions>
using Array = nb::ndarray<const Number, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;
using PairArray = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

// Hands an array over to NumPy without a copy: a std::vector or a RawArray.
template <class Values, class... Shape>
nb::object to_numpy(Values values, Shape... shape) {
    using Number = std::remove_pointer_t<decltype(values.data())>;
    auto* kept = new Values(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Values*>(p); });
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
void bind_text(nb::module_& m);

}  // namespace sepset
