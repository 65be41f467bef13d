// What rules know besides the graph: the compiled form of the answers of sepset.orientation.evidence.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "orientation/marks.hpp"

namespace sepset::orientation {

// Arrays of the caller; nothing is copied before `Evidence` is built from them.
struct EvidenceArrays {
    // Separating sets: the pair first[i], second[i] has the first size[i] of `width` members from i * width on.
    const std::int32_t *first, *second, *size, *members;
    std::size_t sets, width;
    // Votes: end, middle, end, and 1 (collider), 0 (non-collider) or -1 (ambiguous).
    const std::int32_t* votes;
    std::size_t vote_count;
    // If given, every pair that is not adjacent here has a set, and the listed ones are those that are not empty.
    const Word* adjacency;
    // If given, n rows of ancestors: c is inside when it is an ancestor of a or b. No sets are listed then.
    const Word* ancestors;
    // Whether a triple is doubtful when its ends have no set.
    bool doubts_without_set;
    std::optional<int> k;
};

class Evidence {
  public:
    Evidence(const EvidenceArrays& arrays, std::size_t n);

    // Says whether c is known to be inside, or outside, the set that separates a and b.
    bool inside(Node a, Node b, Node c) const;
    bool outside(Node a, Node b, Node c) const;

    // Says whether it is not known if c is a collider between a and b.
    bool doubtful(Node a, Node c, Node b) const;

    std::optional<int> k() const { return k_; }

  private:
    enum class Vote : std::int8_t { ambiguous = -1, against = 0, collider = 1 };

    // A key, after the smaller end has been taken out, and where the entry stands in the caller's arrays.
    struct Entry {
        std::size_t node;
        std::uint64_t key;
        std::size_t place;
    };

    // Entries in order, those of node a from start[a] to start[a + 1].
    struct Index {
        std::vector<std::size_t> start;
        std::vector<Entry> entries;

        void build(std::size_t n);
        const Entry* find(std::size_t node, std::uint64_t key) const;
    };

    std::uint64_t middle_key(std::size_t end, Node middle) const {
        return static_cast<std::uint64_t>(end) * n_ + static_cast<std::uint64_t>(middle);
    }
    void index_sets(const EvidenceArrays& arrays);
    void index_votes(const EvidenceArrays& arrays);
    bool known(std::size_t a, std::size_t b) const;
    bool is_member(std::size_t a, std::size_t b, Node c) const;
    std::optional<Vote> vote_on(Node a, Node c, Node b) const;
    const Entry* set_of(std::size_t a, std::size_t b) const;

    std::size_t n_, words_;
    EvidenceArrays arrays_;
    std::optional<int> k_;
    Index sets_, votes_;
};

}  // namespace sepset::orientation
