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
    std::vector<int> rules;  // first the rules that are code, as rule_names() lists them, then the plan's local ones
};

struct Plan {
    std::vector<LocalRule> local_rules;
    std::vector<PlanPart> parts;
};

// Reads a plan from one list: how many numbers its local rules take, these (see read_local_rules), and for each part
// its kind, the number of its rules, and the rules. No numbers at all are a plan without parts.
Plan read_plan(const std::int32_t* numbers, std::size_t count);

struct OrientationTask {
    std::size_t n;
    const Word* near;  // see Marks
    EvidenceArrays evidence;
    Plan plan;
    void (*check_signals)();  // called now and then; stops the run by throwing
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

// What the rules of the plan propose on the graph as it is, in order: a, b, wanted.
Records propose(const OrientationTask& task);

}  // namespace sepset::orientation
