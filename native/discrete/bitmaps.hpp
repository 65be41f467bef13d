// Bitmaps: a bit for each row of the data, in 64-bit words. What is done to them by the billion has one version per
// instruction set; all give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace sepset::discrete {

// Storage that starts on a cache line, so that no vector straddles two of them.
template <class Number>
struct OnCacheLine {
    using value_type = Number;
    static constexpr std::align_val_t kLine{64};
    OnCacheLine() = default;
    template <class Other>
    OnCacheLine(const OnCacheLine<Other>&) {}
    Number* allocate(std::size_t count) { return static_cast<Number*>(::operator new(count * sizeof(Number), kLine)); }
    void deallocate(Number* numbers, std::size_t) { ::operator delete(numbers, kLine); }
    bool operator==(const OnCacheLine&) const { return true; }
    bool operator!=(const OnCacheLine&) const { return false; }
};
using BitWords = std::vector<std::uint64_t, OnCacheLine<std::uint64_t>>;
using LaneCounts = std::vector<std::int32_t, OnCacheLine<std::int32_t>>;

// A bitmap, and where what is counted in it goes.
struct Bitmap {
    const std::uint64_t* bits;
    std::size_t place;
};

struct WordRange {
    std::size_t first, count;
};

// Bitmaps side by side: word w of the bitmap in lane l is words[w * width + l]. The width is a multiple of 16.
struct LaneBits {
    const std::uint64_t* words;
    std::size_t width;
};

// A bitmap whose ranges of words (cells) are counted apart: what is counted in cell i goes to place + i * step.
struct CellMask {
    const std::uint64_t* bits;
    std::size_t place, step;
};

// Bitmaps are counted four words at a time; words beyond the last row are zero.
constexpr std::size_t kWordStep = 4;
inline std::size_t counted_words(std::size_t rows) {
    return (rows + 64 * kWordStep - 1) / (64 * kWordStep) * kWordStep;
}

// From one bitmap to the next: whole cache lines.
inline std::size_t line_words(std::size_t words) { return (words + 7) / 8 * 8; }

struct LaneCounter {
    // out[place of a mask and a cell + l] = the bits that the mask and lane l share in the cell, for all of them. Sums
    // stay in their lanes, so this is faster than counting bitmap by bitmap, above all where cells are short.
    void (*count)(const CellMask* masks, std::size_t mask_count, const WordRange* cells, std::size_t cell_count,
                  LaneBits lanes, std::int32_t* out) = nullptr;
    std::size_t most_words = 0;  // beyond these it is slower

    bool pays(std::size_t words) const { return count && words <= most_words; }
};

struct BitmapOperations {
    // out[mask.place + row.place] = the bits that a mask and a row share in `range`, for each mask and each row.
    void (*count)(const Bitmap* masks, std::size_t mask_count, const Bitmap* rows, std::size_t row_count,
                  WordRange range, std::int32_t* out);
    // Writes the bits of each row where `chosen` has a one close together, at out + row * stride; fills the last word.
    void (*squeeze)(const Bitmap* rows, std::size_t row_count, const std::uint64_t* chosen, std::size_t words,
                    std::uint64_t* out, std::size_t stride);
    LaneCounter lanes;
};

// The fastest version this processor runs; the environment variable SEPSET_INSTRUCTIONS (portable, avx2) lowers it.
BitmapOperations choose_bitmap_operations();
LaneCounter choose_lane_counter();

// Lays bitmaps side by side, each in the lane of its place; other lanes stay as they are.
void lay_side_by_side(const Bitmap* rows, std::size_t row_count, std::size_t words, std::uint64_t* out,
                      std::size_t width);

}  // namespace sepset::discrete
