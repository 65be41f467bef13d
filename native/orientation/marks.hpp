// The marks of a graph as rows of bits: the compiled form of sepset.graph.mark_table.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "orientation/sets.hpp"

namespace sepset::orientation {

enum Mark : std::uint8_t { kTail = 0, kArrow = 1, kCircle = 2, kAny = 3 };

// The marks at both ends of an edge, read from its left node: ``o->`` is {kCircle, kArrow}.
struct Pattern {
    Mark left, right;
    int code() const { return 4 * left + right; }
    bool operator==(const Pattern& other) const { return left == other.left && right == other.right; }
};

class Marks {
  public:
    // `near` holds, for each mark, n rows: row i has the neighbours j such that the edge i-j has that mark at i.
    Marks(std::size_t n, const Word* near)
        : n_(n), near_{BitRows(n, n), BitRows(n, n), BitRows(n, n)}, far_(near_), adjacency_(n, n) {
        for (const Mark mark : {kTail, kArrow, kCircle}) {
            near_count_[mark].resize(n);
            far_count_[mark].resize(n);
        }
        for (const Mark mark : {kTail, kArrow, kCircle})
            for (std::size_t i = 0; i < n; ++i) {
                const Word* row = near + (mark * n + i) * words();
                for_each(row, words(), [&](Node j) {
                    if (at(j) >= n) throw std::invalid_argument("a row names a node that does not exist");
                    put(near_[mark].row(i), static_cast<std::size_t>(j));
                    put(far_[mark].row(static_cast<std::size_t>(j)), i);
                    ++near_count_[mark][i];
                    ++far_count_[mark][static_cast<std::size_t>(j)];
                });
                adjacency_.unite(i, row);
            }
        busy_start_.push_back(0);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t w = 0; w < words(); ++w)
                if (adjacency_.row(i)[w]) busy_.push_back(static_cast<std::uint32_t>(w));
            busy_start_.push_back(busy_.size());
        }
    }

    Node n() const { return static_cast<Node>(n_); }
    std::size_t words() const { return adjacency_.words(); }

    // Sets of all b such that ...
    Row adjacent(Node a) const { return Row(adjacency_.row(at(a))); }          // a *-* b
    Row near(Node a, Mark mark) const { return Row(near_[mark].row(at(a))); }  // the edge a-b has the mark at a
    Row far(Node a, Mark mark) const { return Row(far_[mark].row(at(a))); }    // the edge a-b has the mark at b
    auto where(Node a, Mark at_a, Mark at_b) const { return near(a, at_a) & far(a, at_b); }
    auto children(Node a) const { return where(a, kTail, kArrow); }    // a --> b
    auto parents(Node a) const { return where(a, kArrow, kTail); }     // a <-- b
    auto spouses(Node a) const { return where(a, kArrow, kArrow); }    // a <-> b
    auto open(Node a) const { return where(a, kCircle, kCircle); }     // a o-o b
    auto pointing(Node a) const { return where(a, kCircle, kArrow); }  // a o-> b

    // The rows of all nodes, end to end: neighbours by the mark at the node (near) or at the neighbour; kAny: all.
    const Word* table(Mark mark, bool near) const {
        return (mark == kAny ? adjacency_ : near ? near_[mark] : far_[mark]).row(0);
    }

    // How many nodes each row of such a table has; nothing for kAny.
    const std::int32_t* counts(Mark mark, bool near) const {
        return mark == kAny ? nullptr : (near ? near_count_ : far_count_)[mark].data();
    }

    // The places of the words of a's rows that are not zero, whatever the mark: edges come from outside and stay.
    struct Busy {
        const std::uint32_t *first, *last;
        const std::uint32_t* begin() const { return first; }
        const std::uint32_t* end() const { return last; }
    };
    Busy busy(Node a) const { return {busy_.data() + busy_start_[at(a)], busy_.data() + busy_start_[at(a) + 1]}; }

    bool adjacent(Node a, Node b) const { return has(adjacency_.row(at(a)), at(b)); }
    bool has_near(Node a, Mark mark, Node b) const { return has(near_[mark].row(at(a)), at(b)); }

    // The mark at a of the edge a-b, which must exist.
    Mark mark_at(Node a, Node b) const {
        return has_near(a, kTail, b) ? kTail : has_near(a, kArrow, b) ? kArrow : kCircle;
    }
    Pattern pattern(Node a, Node b) const { return {mark_at(a, b), mark_at(b, a)}; }

    // Puts a mark at a on the edge a-b, which must exist.
    void set_mark(Node a, Node b, Mark mark) {
        const Mark old = mark_at(a, b);
        drop(near_[old].row(at(a)), at(b));
        drop(far_[old].row(at(b)), at(a));
        --near_count_[old][at(a)];
        --far_count_[old][at(b)];
        put(near_[mark].row(at(a)), at(b));
        put(far_[mark].row(at(b)), at(a));
        ++near_count_[mark][at(a)];
        ++far_count_[mark][at(b)];
    }

    // All rows of one kind, end to end: tails, arrowheads, circles.
    std::vector<Word> near_rows() const { return all(near_); }
    std::vector<Word> far_rows() const { return all(far_); }

  private:
    static std::size_t at(Node node) { return static_cast<std::size_t>(node); }

    std::vector<Word> all(const std::array<BitRows, 3>& rows) const {
        std::vector<Word> out;
        out.reserve(3 * n_ * words());
        for (const BitRows& one : rows) out.insert(out.end(), one.row(0), one.row(n_));
        return out;
    }

    std::size_t n_;
    std::array<BitRows, 3> near_, far_;
    BitRows adjacency_;
    std::array<std::vector<std::int32_t>, 3> near_count_, far_count_;
    std::vector<std::uint32_t> busy_;
    std::vector<std::size_t> busy_start_;
};

}  // namespace sepset::orientation
