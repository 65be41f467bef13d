// Runs a plan of orientation rules on a graph: the compiled form of sepset.orientation.engine, with the same answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orientation/evidence.hpp"
#include "orientation/patterns.hpp"

namespace sepset::orientation {

// How the rules of a part run: each once in order, that again until nothing changes, or all on the same graph.
enum class PartKind : std::int32_t { once = 0, fixpoint = 1, together = 2 };

struct PlanPart {
    PartKind kind;
    std::vector<int> rules;  // first the rules that are code, as rule_names() lists them, then the task's local ones
};

struct OrientationTask {
    std::size_t n;
    const Word* near;  // see Marks
    EvidenceArrays evidence;
    std::vector<LocalRule> local_rules;
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

constexpr std::size_t kTraceWidth = 6, kConflictWidth = 7, kProposalWidth = 3;

// The names of the rules that are code, in the order of their numbers.
std::vector<std::string> rule_names();
OrientationAnswer orient(const OrientationTask& task);

// What one rule proposes on the graph of the task, in order: a, b, wanted. The plan is not read.
Records propose(const OrientationTask& task, int rule);

}  // namespace sepset::orientation
