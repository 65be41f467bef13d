// Which vector instructions a kernel may use, decided at run time; the result never depends on the choice.
#pragma once

#include <cstdlib>
#include <cstring>

#include "common/builtins.hpp"

#if defined(__x86_64__) && SEPSET_GNU
#define SEPSET_X86 1
#else
#define SEPSET_X86 0
#endif

namespace sepset {

enum class InstructionSet { portable, avx2, avx512 };

// The widest set this processor has; the environment variable SEPSET_INSTRUCTIONS (portable, avx2) lowers it.
inline InstructionSet instruction_set() {
#if SEPSET_X86
    const char* asked = std::getenv("SEPSET_INSTRUCTIONS");  // NOLINT(concurrency-mt-unsafe): the core sets nothing
    if (asked && std::strcmp(asked, "portable") == 0) return InstructionSet::portable;
    const bool narrow = asked && std::strcmp(asked, "avx2") == 0;
    if (!narrow && __builtin_cpu_supports("avx512f")) return InstructionSet::avx512;
    if (__builtin_cpu_supports("avx2")) return InstructionSet::avx2;
#endif
    return InstructionSet::portable;
}

#if SEPSET_X86
// Whether the processor has the wide instruction that counts the bits of words, and those that go with it.
inline bool counts_bits_of_words() {
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq");
}
#endif

inline const char* instruction_set_name() {
    switch (instruction_set()) {
        case InstructionSet::avx512: return "avx512";
        case InstructionSet::avx2: return "avx2";
        default: return "portable";
    }
}

}  // namespace sepset
