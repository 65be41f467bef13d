#include "discrete/block_tables.hpp"

#include <cstring>

#include "common/builtins.hpp"
#include "common/instruction_set.hpp"
#include "common/vector.hpp"

namespace sepset::discrete {
namespace {

// Two or three levels everywhere, given one or two columns: so common that constant shapes unroll the loops over them.
constexpr TableShape kBinaryOne{2, 2, 1, 2}, kBinaryTwo{2, 2, 2, 2}, kTernaryTwo{3, 3, 3, 3};

namespace portable {
#define SEPSET_VECTOR_BYTES 16
#define SEPSET_TARGET
#include "discrete/block_tables_body.inc"
}  // namespace portable

#if SEPSET_X86
namespace avx2 {
#define SEPSET_VECTOR_BYTES 32
#define SEPSET_TARGET __attribute__((target("avx2")))
#include "discrete/block_tables_body.inc"
}  // namespace avx2

namespace avx512 {
#define SEPSET_VECTOR_BYTES 64
#define SEPSET_TARGET __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))
#include "discrete/block_tables_body.inc"
}  // namespace avx512
#endif

}  // namespace

BlockOperations choose_block_operations() {
#if SEPSET_X86
    const InstructionSet set = instruction_set();
    if (set == InstructionSet::avx512 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl")) {
        return avx512::kOperations;
    }
    if (set != InstructionSet::portable) return avx2::kOperations;
#endif
    return portable::kOperations;
}

}  // namespace sepset::discrete
