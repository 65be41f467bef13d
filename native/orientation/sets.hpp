// Sets of nodes that are computed word by word while they are read: rules write `into_b & circles - near_c` and no row
// is ever allocated. `x - y` is what is in x and not in y.
#pragma once

#include "common/bit_rows.hpp"

namespace sepset::orientation {

using Node = std::int32_t;
constexpr Node kNoNode = -1;

// Whatever has a word for each place derives from this, so that the operators below apply to nothing else.
template <class Self>
class Set {
  public:
    const Self& self() const { return static_cast<const Self&>(*this); }

  private:
    friend Self;
    Set() = default;
};

// A row of a table; it is not copied.
struct Row : Set<Row> {
    explicit Row(const Word* words) : words(words) {}
    Word operator[](std::size_t w) const { return words[w]; }
    const Word* words;
};

struct Single : Set<Single> {
    explicit Single(Node node) : node(static_cast<std::size_t>(node)) {}
    Word operator[](std::size_t w) const { return w == node / 64 ? Word(1) << (node % 64) : 0; }
    std::size_t node;
};

// The nodes after one.
struct After : Set<After> {
    explicit After(Node node) : from(static_cast<std::size_t>(node) + 1) {}
    Word operator[](std::size_t w) const {
        if (w != from / 64) return w < from / 64 ? 0 : ~Word(0);
        return ~Word(0) << (from % 64);
    }
    std::size_t from;
};

template <class Left, class Right>
struct Both : Set<Both<Left, Right>> {
    Both(Left left, Right right) : left(left), right(right) {}
    Word operator[](std::size_t w) const { return left[w] & right[w]; }
    Left left;
    Right right;
};

template <class Left, class Right>
struct Either : Set<Either<Left, Right>> {
    Either(Left left, Right right) : left(left), right(right) {}
    Word operator[](std::size_t w) const { return left[w] | right[w]; }
    Left left;
    Right right;
};

template <class Left, class Right>
struct Without : Set<Without<Left, Right>> {
    Without(Left left, Right right) : left(left), right(right) {}
    Word operator[](std::size_t w) const { return left[w] & ~right[w]; }
    Left left;
    Right right;
};

template <class Left, class Right>
Both<Left, Right> operator&(const Set<Left>& left, const Set<Right>& right) {
    return {left.self(), right.self()};
}

template <class Left, class Right>
Either<Left, Right> operator|(const Set<Left>& left, const Set<Right>& right) {
    return {left.self(), right.self()};
}

template <class Left, class Right>
Without<Left, Right> operator-(const Set<Left>& left, const Set<Right>& right) {
    return {left.self(), right.self()};
}

// Returns the smallest member that passes, or kNoNode; the others are asked in increasing order until one does.
template <class Some, class Passes>
Node first_that(const Set<Some>& set, std::size_t words, Passes passes) {
    for (std::size_t w = 0; w < words; ++w)
        for (Word left = set.self()[w]; left; left &= left - 1) {
            const Node node = static_cast<Node>(64 * w + static_cast<std::size_t>(lowest_bit(left)));
            if (passes(node)) return node;
        }
    return kNoNode;
}

template <class Some>
Node first(const Set<Some>& set, std::size_t words) {
    return first_that(set, words, [](Node) { return true; });
}

// Calls visit(node) for every member, in increasing order.
template <class Some, class Visit>
void each(const Set<Some>& set, std::size_t words, Visit visit) {
    first_that(set, words, [&](Node node) { return visit(node), false; });
}

template <class Some>
bool empty(const Set<Some>& set, std::size_t words) {
    return first(set, words) == kNoNode;
}

// A set of its own, for what is kept or built up.
class Bits {
  public:
    explicit Bits(std::size_t words) : words_(words, 0) {}

    template <class Some>
    Bits(const Set<Some>& set, std::size_t words) : words_(words) {
        for (std::size_t w = 0; w < words; ++w) words_[w] = set.self()[w];
    }

    Row row() const { return Row(words_.data()); }
    Word* data() { return words_.data(); }
    std::size_t words() const { return words_.size(); }
    bool has(Node node) const { return sepset::has(words_.data(), static_cast<std::size_t>(node)); }
    void put(Node node) { sepset::put(words_.data(), static_cast<std::size_t>(node)); }
    void drop(Node node) { sepset::drop(words_.data(), static_cast<std::size_t>(node)); }

    template <class Some>
    void add(const Set<Some>& set) {
        for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= set.self()[w];
    }

    template <class Some>
    void remove(const Set<Some>& set) {
        for (std::size_t w = 0; w < words_.size(); ++w) words_[w] &= ~set.self()[w];
    }

  private:
    std::vector<Word> words_;
};

}  // namespace sepset::orientation
