// Sets of nodes as rows of bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/builtins.hpp"

namespace sepset {

using Word = std::uint64_t;

inline bool has(const Word* row, std::size_t node) { return row[node / 64] >> (node % 64) & 1; }
inline void put(Word* row, std::size_t node) { row[node / 64] |= Word(1) << (node % 64); }
inline void drop(Word* row, std::size_t node) { row[node / 64] &= ~(Word(1) << (node % 64)); }

// Calls visit(node) for every member of a row, in increasing order.
template <class Visit>
void for_each(const Word* row, std::size_t words, Visit visit) {
    for (std::size_t w = 0; w < words; ++w)
        for (Word left = row[w]; left; left &= left - 1) visit(static_cast<std::int32_t>(64 * w) + lowest_bit(left));
}

class BitRows {
  public:
    BitRows(std::size_t rows, std::size_t columns) : words_((columns + 63) / 64), bits_(rows * words_, 0) {}

    std::size_t words() const { return words_; }
    Word* row(std::size_t i) { return bits_.data() + i * words_; }
    const Word* row(std::size_t i) const { return bits_.data() + i * words_; }
    void unite(std::size_t i, const Word* other) {
        for (std::size_t w = 0; w < words_; ++w) row(i)[w] |= other[w];
    }

  private:
    std::size_t words_;
    std::vector<Word> bits_;
};

}  // namespace sepset
