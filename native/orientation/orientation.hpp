// Runs a plan of orientation rules on a graph: the compiled form of sepset.orientation.engine, with the same answers.
#pragma once

#include <cstdint>
#include <vector>

#include "orientation/evidence.hpp"

namespace sepset::orientation {

// How the rules of a part run: each once in order, that again until nothing changes, or all on the same graph.
enum class PartKind : std::int32_t { once = 0, fixpoint = 1, together = 2 };

struct PlanPart {
    PartKind kind;
    std::vector<int> rules;  // numbers, in the order of the table in orientation.cpp
};

struct OrientationTask {
    std::size_t n;
    const Word* near;  // see Marks
    EvidenceArrays evidence;
    std::vector<PlanPart> plan;
    void (*check)();  // called now and then; stops the run by throwing
};

// Records of one kind: some numbers each, and the nodes that were the reason, from because_start[i] on.
struct Records {
    std::vector<std::int32_t> numbers, because;
    std::vector<std::int64_t> because_start{0};
};

struct OrientationAnswer {
    std::vector<Word> near, far;
    Records trace;      // part, rule, a, b, before, after
    Records conflicts;  // kind, part, rule, a, b, drawn, wanted
};

constexpr std::size_t kTraceWidth = 6, kConflictWidth = 7;

std::size_t rule_count();
OrientationAnswer orient(const OrientationTask& task);

}  // namespace sepset::orientation
