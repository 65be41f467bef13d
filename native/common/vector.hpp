// Short vectors of numbers, element by element: the vector types of GCC and Clang, or a class that does the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/builtins.hpp"

namespace sepset {

#if SEPSET_GNU

template <class Number, int Bytes>
struct VectorType {
    typedef Number type __attribute__((vector_size(Bytes)));
};

#else

// A comparison gives whole numbers: -1 where it is true, 0 elsewhere.
template <class Number, int Count>
struct Lanes {
    Number lane[Count];

    Number& operator[](std::size_t i) { return lane[i]; }
    const Number& operator[](std::size_t i) const { return lane[i]; }

    friend Lanes filled(Number value, const Lanes&) {
        Lanes all{};
        for (auto& number : all.lane) number = value;
        return all;
    }

#define SEPSET_OPERATOR(symbol)                                                                      \
    friend Lanes operator symbol(Lanes x, const Lanes& y) {                                          \
        for (int i = 0; i < Count; ++i) x.lane[i] = static_cast<Number>(x.lane[i] symbol y.lane[i]); \
        return x;                                                                                    \
    }                                                                                                \
    friend Lanes operator symbol(const Lanes& x, Number y) { return x symbol filled(y, x); }         \
    friend Lanes operator symbol(Number x, const Lanes& y) { return filled(x, y) symbol y; }         \
    friend Lanes& operator symbol## = (Lanes & x, const Lanes& y) { return x = x symbol y; }         \
    friend Lanes& operator symbol## = (Lanes & x, Number y) { return x = x symbol y; }
    SEPSET_OPERATOR(+)
    SEPSET_OPERATOR(-)
    SEPSET_OPERATOR(*)
    SEPSET_OPERATOR(/)
    SEPSET_OPERATOR(&)
    SEPSET_OPERATOR(|)
    SEPSET_OPERATOR(^)
    SEPSET_OPERATOR(<<)
    SEPSET_OPERATOR(>>)
#undef SEPSET_OPERATOR

    friend Lanes<std::int32_t, Count> operator>(const Lanes& x, Number y) {
        Lanes<std::int32_t, Count> larger{};
        for (int i = 0; i < Count; ++i) larger.lane[i] = x.lane[i] > y ? -1 : 0;
        return larger;
    }
};

template <class Number, int Bytes>
struct VectorType {
    using type = Lanes<Number, Bytes / static_cast<int>(sizeof(Number))>;
};

#endif

template <class Number, int Bytes>
using Vector = typename VectorType<Number, Bytes>::type;

}  // namespace sepset
