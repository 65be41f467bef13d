// Memory for many numbers that are all written before they are read.
//
// Nothing is set to zero, and a large array lies on large pages where the system has them: the first touch of each page
// is a trap into the kernel, and with small pages the traps of a correlation matrix take longer than its arithmetic.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace sepset {

template <class Number>
class RawArray {
  public:
    explicit RawArray(std::size_t size) : memory_(static_cast<Number*>(allocate(size * sizeof(Number)))) {}

    Number* data() { return memory_.get(); }
    const Number* data() const { return memory_.get(); }

  private:
    struct Free {
        void operator()(Number* memory) const { std::free(memory); }
    };

    static void* allocate(std::size_t bytes) {
        void* memory = nullptr;
#if defined(__linux__)
        constexpr std::size_t kLargePage = std::size_t{1} << 21;
        if (bytes >= 2 * kLargePage) {
            const std::size_t whole = (bytes + kLargePage - 1) / kLargePage * kLargePage;
            memory = std::aligned_alloc(kLargePage, whole);
            if (memory) madvise(memory, whole, MADV_HUGEPAGE);  // advice: where it is not taken, pages stay small
        }
#endif
        if (!memory) memory = std::malloc(bytes ? bytes : 1);
        if (!memory) throw std::bad_alloc();
        return memory;
    }

    std::unique_ptr<Number, Free> memory_;
};

}  // namespace sepset
