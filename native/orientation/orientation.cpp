#include "orientation/orientation.hpp"

#include <array>
#include <stdexcept>
#include <string_view>
#include <unordered_set>

#include "orientation/rules.hpp"

namespace sepset::orientation {

namespace {

// Where a name stands in a list; one that is not there does not compile.
template <class Names>
constexpr std::int32_t place_of(std::string_view wanted, const Names& names) {
    std::int32_t place = 0;
    while (names[static_cast<std::size_t>(place)].name != wanted) ++place;
    return place;
}

// Rules, kinds of parts and kinds of conflicts have numbers, their places here. Python asks for the names and
// numbers them likewise, and this file looks up its own, so the order here is nobody's concern.
constexpr std::array<NamedRule, 8> kRules{{{"r0", r0},
                                           {"r4", r4},
                                           {"r9", r9},
                                           {"r10", r10},
                                           {"r11", r11},
                                           {"r12", r12},
                                           {"counting", counting},
                                           {"without_room", without_room}}};
constexpr std::int32_t kR0 = place_of("r0", kRules);  // conflicts name it

struct Named {
    std::string_view name;
};
constexpr std::array<Named, 3> kPartKinds{{{"Once"}, {"Fixpoint"}, {"Together"}}};
constexpr std::int32_t kFixpoint = place_of("Fixpoint", kPartKinds), kTogether = place_of("Together", kPartKinds);
constexpr std::array<Named, 3> kConflictKinds{{{"settled"}, {"contested"}, {"collider"}}};
constexpr std::int32_t kSettled = place_of("settled", kConflictKinds),
                       kContested = place_of("contested", kConflictKinds),
                       kCollider = place_of("collider", kConflictKinds);

template <class List>
std::vector<std::string> names_in(const List& list) {
    std::vector<std::string> names;
    names.reserve(list.size());
    for (const auto& one : list) names.emplace_back(one.name);
    return names;
}

void run_rule(const Plan& plan, int rule, const RuleInput& input, Proposals& out) {
    const auto number = static_cast<std::size_t>(rule);
    out.start(rule);
    if (number < kRules.size())
        kRules[number].run(input, out);
    else
        match(plan.local_rules[number - kRules.size()], input, out);
}

void record(Records& records, std::initializer_list<std::int32_t> numbers, const Node* because, const Node* end) {
    records.numbers.insert(records.numbers.end(), numbers);
    records.because.insert(records.because.end(), because, end);
    records.because_start.push_back(static_cast<std::int64_t>(records.because.size()));
}

// Calls visit(x, y, mark) for each mark that a proposal wants: at x on the edge x-y.
template <class Visit>
void each_demand(const Proposal& p, Visit visit) {
    if (p.wanted.left != kAny) visit(p.a, p.b, p.wanted.left);
    if (p.wanted.right != kAny) visit(p.b, p.a, p.wanted.right);
}

// The graph being oriented; nothing else changes it.
class Writer {
  public:
    explicit Writer(const OrientationTask& task)
        : plan_(task.plan), marks_(task.n, task.near), evidence_(task.evidence, task.n),
          interruption_(task.check_signals), wanted_{BitRows(task.n, task.n), BitRows(task.n, task.n)} {}

    void run(std::int32_t part, const PlanPart& rules);
    void record_drawn_against_evidence(std::int32_t part);
    OrientationAnswer answer() && {
        return {marks_.near_rows(), marks_.far_rows(), std::move(trace_), std::move(conflicts_)};
    }

  private:
    bool round(std::int32_t part, const int* begin, const int* end);
    bool settled_otherwise(const Proposal& p) const;
    void note_wishes(const std::vector<Proposal>& open_ones);
    void forget_wishes(const std::vector<Proposal>& open_ones);
    bool contested(const Proposal& p) const;
    void refuse(std::int32_t kind, std::int32_t part, const Proposal& p);
    bool write(std::int32_t part, const Proposal& p);

    const Plan& plan_;
    Marks marks_;
    const Evidence evidence_;
    Interruption interruption_;
    Proposals proposals_;
    std::array<BitRows, 2> wanted_;  // [tail or arrow]: row x has y when a proposal of the round wants it at x
    Records trace_, conflicts_;
    std::unordered_set<std::uint64_t> refused_;
};

void Writer::run(std::int32_t part, const PlanPart& rules) {
    const int *begin = rules.rules.data(), *end = begin + rules.rules.size();
    if (rules.kind == kTogether) {
        round(part, begin, end);
        return;
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (const int* rule = begin; rule != end; ++rule) changed |= round(part, rule, rule + 1);
        changed &= rules.kind == kFixpoint;
    }
}

// Collects what rules propose on the graph as it is, then writes it; says whether anything changed.
bool Writer::round(std::int32_t part, const int* begin, const int* end) {
    proposals_.clear();
    for (const int* rule = begin; rule != end; ++rule) {
        interruption_.check();
        run_rule(plan_, *rule, {marks_, evidence_, interruption_}, proposals_);
    }
    std::vector<Proposal> open_ones, agreed;
    for (const Proposal& p : proposals_.all()) {
        if (settled_otherwise(p))
            refuse(kSettled, part, p);
        else
            open_ones.push_back(p);
    }
    note_wishes(open_ones);
    // Refuse first and write afterwards, so that each conflict shows the graph that the rule saw.
    for (const Proposal& p : open_ones) {
        if (contested(p))
            refuse(kContested, part, p);
        else
            agreed.push_back(p);
    }
    forget_wishes(open_ones);
    bool changed = false;
    for (const Proposal& p : agreed) changed |= write(part, p);
    return changed;
}

bool Writer::settled_otherwise(const Proposal& p) const {
    bool refused = false;
    each_demand(p, [&](Node x, Node y, Mark mark) {
        const Mark drawn = marks_.mark_at(x, y);
        refused |= drawn != kCircle && drawn != mark;
    });
    return refused;
}

void Writer::note_wishes(const std::vector<Proposal>& open_ones) {
    for (const Proposal& p : open_ones)
        each_demand(p, [&](Node x, Node y, Mark mark) {
            put(wanted_[mark].row(static_cast<std::size_t>(x)), static_cast<std::size_t>(y));
        });
}

void Writer::forget_wishes(const std::vector<Proposal>& open_ones) {
    for (const Proposal& p : open_ones)
        each_demand(p, [&](Node x, Node y, Mark mark) {
            drop(wanted_[mark].row(static_cast<std::size_t>(x)), static_cast<std::size_t>(y));
        });
}

// Says whether another proposal of the round wants another mark at an end that this one speaks of.
bool Writer::contested(const Proposal& p) const {
    bool found = false;
    each_demand(p, [&](Node x, Node y, Mark mark) {
        const BitRows& others = wanted_[mark == kTail ? kArrow : kTail];
        found |= has(others.row(static_cast<std::size_t>(x)), static_cast<std::size_t>(y));
    });
    return found;
}

// A rule repeats itself every round, perhaps with other nodes as its reason: that is one conflict.
void Writer::refuse(std::int32_t kind, std::int32_t part, const Proposal& p) {
    const auto ends =
        static_cast<std::uint64_t>(p.a) * static_cast<std::uint64_t>(marks_.n()) + static_cast<std::uint64_t>(p.b);
    const auto wish = 16 * static_cast<std::uint64_t>(p.rule) + static_cast<std::uint64_t>(p.wanted.code());
    if (!refused_.insert(ends * (16 * (kRules.size() + plan_.local_rules.size())) + wish).second) return;
    const Node* because = proposals_.reason(p);
    record(conflicts_, {kind, part, p.rule, p.a, p.b, marks_.pattern(p.a, p.b).code(), p.wanted.code()}, because,
           because + (p.because_end - p.because));
}

bool Writer::write(std::int32_t part, const Proposal& p) {
    const Pattern before = marks_.pattern(p.a, p.b);
    each_demand(p, [&](Node x, Node y, Mark mark) { marks_.set_mark(x, y, mark); });
    const Pattern after = marks_.pattern(p.a, p.b);
    if (after == before) return false;
    const Node* because = proposals_.reason(p);
    record(trace_, {part, p.rule, p.a, p.b, before.code(), after.code()}, because,
           because + (p.because_end - p.because));
    return true;
}

// Records each unshielded collider a *-> c <-* b whose middle is inside the set that separates a and b.
void Writer::record_drawn_against_evidence(std::int32_t part) {
    for (Node c = 0; c < marks_.n(); ++c) {
        interruption_.check();
        const Row into_c = marks_.near(c, kArrow);
        each(into_c, marks_.words(), [&](Node a) {
            each((into_c & After(a)) - marks_.adjacent(a), marks_.words(), [&](Node b) {
                if (!evidence_.inside(a, b, c)) return;
                const std::array<Node, 3> because{a, c, b};
                record(conflicts_,
                       {kCollider, part, kR0, a, c, marks_.pattern(a, c).code(), Pattern{kAny, kTail}.code()},
                       because.data(), because.data() + because.size());
            });
        });
    }
}

}  // namespace

std::vector<std::string> rule_names() { return names_in(kRules); }
std::vector<std::string> plan_part_kinds() { return names_in(kPartKinds); }
std::vector<std::string> conflict_kinds() { return names_in(kConflictKinds); }

Plan read_plan(const std::int32_t* numbers, std::size_t count) {
    Plan plan;
    if (count == 0) return plan;
    const std::int32_t *next = numbers + 1, *end = numbers + count;
    if (numbers[0] < 0 || end - next < numbers[0]) throw std::invalid_argument("a plan begins with its local rules");
    plan.local_rules = read_local_rules(next, static_cast<std::size_t>(numbers[0]));
    next += numbers[0];
    const std::size_t rules = kRules.size() + plan.local_rules.size();
    const auto kinds = static_cast<std::int32_t>(kPartKinds.size());
    while (next != end) {
        if (end - next < 2 || next[0] < 0 || next[0] >= kinds || next[1] < 0 || end - next - 2 < next[1])
            throw std::invalid_argument("a plan lists, for each part, its kind, the number of its rules and the rules");
        plan.parts.push_back({next[0], {next + 2, next + 2 + next[1]}});
        for (const int rule : plan.parts.back().rules)
            if (rule < 0 || static_cast<std::size_t>(rule) >= rules)
                throw std::invalid_argument("a plan names a rule that does not exist");
        next += 2 + next[1];
    }
    return plan;
}

OrientationAnswer orient(const OrientationTask& task) {
    Writer writer(task);
    std::int32_t part = 0;
    for (const PlanPart& rules : task.plan.parts) writer.run(part++, rules);
    writer.record_drawn_against_evidence(part > 0 ? part - 1 : 0);
    return std::move(writer).answer();
}

Records propose(const OrientationTask& task) {
    const Marks marks(task.n, task.near);
    const Evidence evidence(task.evidence, task.n);
    Interruption interruption(task.check_signals);
    Proposals proposals;
    for (const PlanPart& part : task.plan.parts)
        for (const int rule : part.rules) run_rule(task.plan, rule, {marks, evidence, interruption}, proposals);
    Records found;
    for (const Proposal& p : proposals.all())
        record(found, {p.a, p.b, p.wanted.code()}, proposals.reason(p),
               proposals.reason(p) + (p.because_end - p.because));
    return found;
}

}  // namespace sepset::orientation
