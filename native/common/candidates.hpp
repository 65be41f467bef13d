// What a search of one level is asked: pairs, and from which variables the conditioning sets of each are drawn.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sepset {

// Numbers that someone else owns.
template <class T>
struct View {
    const T* data;
    std::size_t size;
    const T& operator[](std::size_t i) const { return data[i]; }
    const T* begin() const { return data; }
    const T* end() const { return data + size; }
};

// Two variables a pair, one after the other.
struct Pairs {
    View<std::int32_t> ends;
    std::size_t count() const { return ends.size / 2; }
    std::int32_t first(std::size_t pair) const { return ends[2 * pair]; }
    std::int32_t second(std::size_t pair) const { return ends[2 * pair + 1]; }
};

// List g is members[offsets[g]] .. members[offsets[g + 1] - 1]; pair i uses list of[i].
struct CandidateLists {
    View<std::int64_t> offsets;
    View<std::int32_t> members;
    View<std::int32_t> of;
    std::size_t count() const { return offsets.size - 1; }
};

// Whether pairs and lists are what they claim to be, so that kernels can trust them.
bool is_sound(const Pairs& pairs, std::size_t variables);
bool is_sound(const CandidateLists& lists, std::size_t pairs, std::size_t variables);

// Whether the members of each of these (sound) lists rise.
bool is_increasing(const CandidateLists& lists);

// Both throw std::invalid_argument when what they look at is not sound.
void check(const Pairs& pairs, std::size_t variables);
void check(const CandidateLists& lists, std::size_t pairs, std::size_t variables);

}  // namespace sepset
