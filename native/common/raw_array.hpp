// Memory for many numbers that are all written before they are read: as an array, or as a vector.
//
// Nothing is set to zero, and a large array lies on large pages where the system has them: the first touch of each page
// is a trap into the kernel, and with small pages the traps of a correlation matrix take longer than its arithmetic.
// What is set to zero is touched by one thread, while the others wait.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace sepset {

// To be freed by std::free.
inline void* raw_memory(std::size_t bytes) {
    void* memory = nullptr;
#if defined(__linux__)
    constexpr std::size_t kLargePage = std::size_t{1} << 21;
    const std::size_t whole = (bytes + kLargePage - 1) / kLargePage * kLargePage;
    if (bytes >= 2 * kLargePage || whole - bytes < whole / 4) {  // little of the last page is wasted
        memory = std::aligned_alloc(kLargePage, whole);
        if (memory) madvise(memory, whole, MADV_HUGEPAGE);  // advice: where it is not taken, pages stay small
    }
#endif
    if (!memory) memory = std::malloc(bytes ? bytes : 1);
    if (!memory) throw std::bad_alloc();
    return memory;
}

// The same for `count` numbers, or std::bad_alloc where there is no room for as many.
template <class Number>
Number* raw_numbers(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(Number)) throw std::bad_alloc();
    return static_cast<Number*>(raw_memory(count * sizeof(Number)));
}

template <class Number>
class RawArray {
  public:
    explicit RawArray(std::size_t size) : memory_(raw_numbers<Number>(size)) {}

    Number* data() { return memory_.get(); }
    const Number* data() const { return memory_.get(); }

  private:
    struct Free {
        void operator()(Number* memory) const { std::free(memory); }
    };

    std::unique_ptr<Number, Free> memory_;
};

// Numbers of which no value is given are left as they are in memory.
template <class Number>
struct RawAllocator {
    using value_type = Number;

    RawAllocator() = default;
    template <class Other>
    RawAllocator(const RawAllocator<Other>&) {}

    Number* allocate(std::size_t count) { return raw_numbers<Number>(count); }
    void deallocate(Number* memory, std::size_t) { std::free(memory); }

    template <class Other>
    void construct(Other* at) noexcept {
        ::new (static_cast<void*>(at)) Other;
    }
    template <class Other, class... Values>
    void construct(Other* at, Values&&... values) {
        ::new (static_cast<void*>(at)) Other(std::forward<Values>(values)...);
    }

    friend bool operator==(const RawAllocator&, const RawAllocator&) { return true; }
    friend bool operator!=(const RawAllocator&, const RawAllocator&) { return false; }
};

template <class Number>
using RawVector = std::vector<Number, RawAllocator<Number>>;

}  // namespace sepset
