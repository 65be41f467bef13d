// The orientation rules that are code; local ones are data (patterns.hpp). Each reads a graph and the evidence, changes
// neither, and proposes marks in the same order as the Python rule of the same name (sepset.orientation.path_rules and
// counting), where its source and the reason it holds are given. Statements use * for any mark; "not adjacent" always
// speaks of two different nodes.
#pragma once

#include <initializer_list>
#include <vector>

#include "common/interruption.hpp"
#include "orientation/evidence.hpp"

namespace sepset::orientation {

// Marks for the edge a-b; kAny leaves a mark as it is. The reason is kept in a pool of nodes, from `because` on.
struct Proposal {
    int rule;
    Node a, b;
    Pattern wanted;
    std::size_t because, because_end;
};

// What the rules of one round propose.
class Proposals {
  public:
    void start(int rule) { rule_ = rule; }

    template <class Nodes>
    void add(Node a, Pattern wanted, Node b, const Nodes& because) {
        const std::size_t begin = pool_.size();
        pool_.insert(pool_.end(), because.begin(), because.end());
        all_.push_back({rule_, a, b, wanted, begin, pool_.size()});
    }
    void add(Node a, Pattern wanted, Node b, std::initializer_list<Node> because) {
        add<std::initializer_list<Node>>(a, wanted, b, because);
    }

    const std::vector<Proposal>& all() const { return all_; }
    const Node* reason(const Proposal& proposal) const { return pool_.data() + proposal.because; }
    void clear() {
        all_.clear();
        pool_.clear();
    }

  private:
    int rule_ = 0;
    std::vector<Proposal> all_;
    std::vector<Node> pool_;
};

// What a rule sees.
struct RuleInput {
    const Marks& g;
    const Evidence& evidence;
    Interruption& interruption;
};

using Rule = void (*)(const RuleInput&, Proposals&);

// Rules are known by name: the name of the Python function.
struct NamedRule {
    const char* name;
    Rule run;
};

// Patterns that rules propose.
constexpr Pattern kInto{kAny, kArrow};        // *->
constexpr Pattern kDirected{kTail, kArrow};   // -->
constexpr Pattern kSpouses{kArrow, kArrow};   // <->
constexpr Pattern kUndirected{kTail, kTail};  // ---
constexpr Pattern kAsItIs{kAny, kAny};        // *-*

void r0(const RuleInput&, Proposals&);
void r4(const RuleInput&, Proposals&);
void r9(const RuleInput&, Proposals&);
void r10(const RuleInput&, Proposals&);
void r11(const RuleInput&, Proposals&);
void r12(const RuleInput&, Proposals&);
void counting(const RuleInput&, Proposals&);
void without_room(const RuleInput&, Proposals&);

// The smallest of some nodes for which `middle` is known to be no collider between it and `end`, or kNoNode.
template <class Some>
Node first_sure(const RuleInput& input, const Set<Some>& nodes, Node middle, Node end) {
    return first_that(nodes, input.g.words(), [&](Node node) { return !input.evidence.doubtful(node, middle, end); });
}

struct Apart {
    Node one, other;
    explicit operator bool() const { return one != kNoNode; }
};

// The first two of some nodes that are not adjacent, with `middle` known to be no collider between them.
template <class Some>
Apart two_apart(const RuleInput& input, Node middle, const Set<Some>& nodes) {
    Node other = kNoNode;
    const Node one = first_that(nodes, input.g.words(), [&](Node a) {
        other = first_sure(input, nodes.self() - input.g.adjacent(a) - Single(a), middle, a);
        return other != kNoNode;
    });
    return {one, other};
}

}  // namespace sepset::orientation
