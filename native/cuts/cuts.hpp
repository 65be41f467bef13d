// Minimum vertex cuts that answer separation questions; sepset/kernels/cuts.py says what and why, more readably.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace sepset::cuts {

// Rows of node numbers: row i is members[offsets[i]] .. members[offsets[i + 1] - 1].
struct Rows {
    std::vector<std::int32_t> offsets;
    std::vector<std::int32_t> members;

    std::int32_t count() const { return static_cast<std::int32_t>(offsets.size()) - 1; }
    const std::int32_t* begin(std::int32_t row) const { return members.data() + offsets[row]; }
    const std::int32_t* end(std::int32_t row) const { return members.data() + offsets[row + 1]; }
    std::int32_t size(std::int32_t row) const { return offsets[row + 1] - offsets[row]; }
    Rows transposed() const;
};

struct Cuts {
    std::vector<std::int32_t> sizes;    // per pair; -1: no cut of at most `limit` nodes
    std::vector<std::int64_t> offsets;  // the cut of pair i is members[offsets[i]] .. members[offsets[i + 1] - 1]
    std::vector<std::int32_t> members;
};

// Both call `check_signals` now and then in the calling thread; it may throw to end them.

// The smallest separator of each pair (two numbers each) in an ancestral graph, the one nearest to its first node.
Cuts minimum_cuts(const Rows& parents, const Rows& spouses, const std::vector<std::int32_t>& pairs, std::int32_t limit,
                  int threads, const std::function<void()>& check_signals);

// All pairs of a DAG that no set of at most k nodes separates, as rows of (n + 7) / 8 bytes, lowest bit first.
std::vector<std::uint8_t> k_covered(const Rows& parents, std::int32_t k, const std::function<void()>& check_signals);

}  // namespace sepset::cuts
