// Runs a plan of orientation rules on a graph: the compiled form of sepset.orientation.engine, with the same answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "orientation/evidence.hpp"
#include "orientation/patterns.hpp"

namespace sepset::orientation {

struct PlanPart {
    // How the rules run: each once in order, that again until nothing changes, or all on the same graph; a number of
    // plan_part_kinds().
    std::int32_t kind;
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
    Records conflicts;  // kind (a number of conflict_kinds()), part, rule, a, b, drawn, wanted
};

constexpr std::size_t kTraceWidth = 6, kConflictWidth = 7, kProposalWidth = 3;

// The names of the rules that are code, of the kinds of parts and of the kinds of conflicts, in the order of their
// numbers.
std::vector<std::string> rule_names();
std::vector<std::string> plan_part_kinds();
std::vector<std::string> conflict_kinds();
OrientationAnswer orient(const OrientationTask& task);

// What the rules of the plan propose on the graph as it is, in order: a, b, wanted.
Records propose(const OrientationTask& task);

}  // namespace sepset::orientation
