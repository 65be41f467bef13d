#include "essential/class_search.hpp"

#include "essential/covers.hpp"

namespace sepset::essential {

namespace {

constexpr Type kTypes[] = {Type::forwards, Type::backwards, Type::both};

struct Edge {
    std::size_t i, j;
};

// Depth first; the stack holds graphs that are still to be looked into.
class Search {
  public:
    Search(const Pattern& pattern, int k, std::size_t most_steps) : pattern_(pattern), k_(k), most_steps_(most_steps) {}

    // Looks for a k-closure; nothing is found and `given_up` is set when it takes too long.
    std::optional<Closure> find(const Partial& start) {
        std::vector<Partial> waiting{start};
        for (std::size_t steps = 0; !waiting.empty(); ++steps) {
            if (steps == most_steps_) {
                given_up = true;
                return std::nullopt;
            }
            const Partial partial = std::move(waiting.back());
            waiting.pop_back();
            if (!collect_doubtful(partial)) continue;
            if (const std::optional<Edge> edge = next_edge(partial)) {
                push_choices(partial, *edge, waiting);
                continue;
            }
            Closure closure = k_closure(partial.parents(), k_);
            if (closure.adjacency == pattern_.adjacency) return closure;
        }
        return std::nullopt;
    }

    bool given_up = false;

  private:
    // The certain <-> pairs that are not covered yet; false if one of them never can be.
    bool collect_doubtful(const Partial& partial) {
        doubtful_.clear();
        for (std::size_t i = 0; i < partial.n(); ++i)
            for (Row left = partial.siblings(i) & ~(bit(i) - 1); left; left &= left - 1) {
                const auto j = static_cast<std::size_t>(lowest_bit(left));
                if (is_covered(partial, i, j, k_)) continue;
                if (!may_be_covered(partial, i, j, k_)) return false;
                doubtful_.push_back({i, j});
            }
        return true;
    }

    // An undecided edge: one near a <-> pair in doubt before any other.
    std::optional<Edge> next_edge(const Partial& partial) const {
        if (!doubtful_.empty()) {
            std::vector<Row> above(partial.n());
            for (std::size_t i = 0; i < partial.n(); ++i) above[i] = partial.possible_parents(i);
            for (const Edge& pair : doubtful_)
                if (const auto edge = first_undecided(partial, reached(bit(pair.i) | bit(pair.j), above))) return edge;
        }
        return first_undecided(partial, ~Row{0});
    }

    static std::optional<Edge> first_undecided(const Partial& partial, Row nodes) {
        for (std::size_t i = 0; i < partial.n(); ++i)
            if (nodes & bit(i))
                if (const Row open = partial.undecided(i)) return Edge{i, static_cast<std::size_t>(lowest_bit(open))};
        return std::nullopt;
    }

    // What follows from each type that an edge may have; the last one pushed, <->, is looked into last.
    static void push_choices(const Partial& partial, Edge edge, std::vector<Partial>& waiting) {
        for (const Type type : {Type::both, Type::backwards, Type::forwards}) {
            if (!partial.possible(edge.i, type, edge.j)) continue;
            Partial choice(partial);
            if (choice.assume(edge.i, type, edge.j)) waiting.push_back(std::move(choice));
        }
    }

    const Pattern& pattern_;
    int k_;
    std::size_t most_steps_;
    std::vector<Edge> doubtful_;
};

}  // namespace

void TypesSeen::add(const Closure& closure) {
    for (std::size_t i = 0; i < closure.n(); ++i) {
        each(closure.parents[i], [&](std::size_t parent) { below[parent] |= bit(i); });
        Row rest = closure.adjacency[i] & ~closure.parents[i];
        each(rest, [&](std::size_t j) {
            if (!(closure.parents[j] & bit(i))) beside[i] |= bit(j);
        });
    }
}

bool TypesSeen::has(std::size_t i, Type type, std::size_t j) const {
    switch (type) {
        case Type::forwards: return below[i] & bit(j);
        case Type::backwards: return below[j] & bit(i);
        default: return beside[i] & bit(j);
    }
}

bool settle_class(const Pattern& pattern, int k, std::size_t most_steps, TypesSeen& seen) {
    Partial base(pattern);
    base.start();
    Search search(pattern, k, most_steps);
    for (std::size_t i = 0; i < pattern.n(); ++i)
        for (Row left = pattern.adjacency[i] & ~(bit(i) - 1); left; left &= left - 1) {
            const auto j = static_cast<std::size_t>(lowest_bit(left));
            for (const Type type : kTypes) {
                if (seen.has(i, type, j)) continue;
                Partial wanted(base);
                std::optional<Closure> witness;
                if (wanted.assume(i, type, j)) witness = search.find(wanted);
                if (search.given_up) return false;
                if (witness)
                    seen.add(*witness);
                else
                    base.exclude(i, type, j);
            }
        }
    return true;
}

void settle_unconditional(const Pattern& pattern, TypesSeen& seen) {
    const std::size_t n = pattern.n();
    std::vector<Row> closed(pattern.adjacency);
    for (std::size_t i = 0; i < n; ++i) closed[i] |= bit(i);
    for (std::size_t a = 0; a < n; ++a)
        each(pattern.adjacency[a], [&](std::size_t b) {
            if (!(closed[a] & ~closed[b])) seen.below[a] |= bit(b);
            const Row shared = closed[a] & closed[b];
            each(shared & ~bit(a) & ~bit(b), [&](std::size_t w) {
                if (!(closed[w] & ~shared)) seen.beside[a] |= bit(b);
            });
        });
}

}  // namespace sepset::essential
