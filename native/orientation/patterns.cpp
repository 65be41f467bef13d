#include "orientation/patterns.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

namespace sepset::orientation {

namespace {

// Reads numbers one by one and refuses those that make no rule.
class Reader {
  public:
    Reader(const std::int32_t* numbers, std::size_t count) : next_(numbers), end_(numbers + count) {}

    bool done() const { return next_ == end_; }

    LocalRule rule() {
        LocalRule read{marks(), marks(), number(1) == 1, {}, {}};
        if (read.wanted.left == kCircle || read.wanted.right == kCircle) refuse();
        const std::size_t in_reason = number(kMost);
        for (std::size_t i = 0; i < in_reason; ++i) read.because.push_back(number(kMost));
        const std::size_t others = number(kMost);
        for (std::size_t i = 0; i < others; ++i) read.places.push_back(place(i + 2));
        for (const std::size_t at : read.because)
            if (at >= others + 2) refuse();
        for (const Place& one : read.places)
            if (one.links.size() != read.places[0].links.size()) refuse();
        return read;
    }

  private:
    // More places than any local rule has, and fewer than there are numbers: what is read stays small.
    static constexpr std::int32_t kMost = 64;

    [[noreturn]] static void refuse() { throw std::invalid_argument("these numbers are no local rule"); }

    std::size_t number(std::int32_t most) {
        if (done() || *next_ < 0 || *next_ > most) refuse();
        return static_cast<std::size_t>(*next_++);
    }

    Pattern marks() {
        const auto left = static_cast<Mark>(number(kAny)), right = static_cast<Mark>(number(kAny));
        return {left, right};
    }

    std::size_t before(std::size_t place) {
        const std::size_t read = number(kMost);
        if (read >= place) refuse();
        return read;
    }

    Place place(std::size_t here) {
        Place read;
        const std::size_t choices = number(kMost);
        if (choices == 0) refuse();
        for (std::size_t choice = 0; choice < choices; ++choice) {
            read.links.emplace_back();
            for (std::size_t left = number(kMost); left > 0; --left) {
                const std::size_t earlier = before(here);
                read.links.back().push_back({earlier, marks()});
            }
        }
        for (std::size_t left = number(kMost); left > 0; --left) read.apart.push_back(before(here));
        for (std::size_t left = number(kMost); left > 0; --left) {
            const std::size_t middle = before(here + 1), end = before(here + 1), other_end = before(here + 1);
            read.sure.push_back({middle, end, other_end});
        }
        return read;
    }

    const std::int32_t *next_, *end_;
};

// One row that the candidates of a place are intersected with: that of the node in an earlier place, in one table of
// the graph. `flip` is all ones where the row is taken away.
struct RowOf {
    std::size_t earlier;
    const Word* table;
    const std::int32_t* counts;  // of the rows, if known
    Word flip;
};

// A place of a rule on one graph.
struct PlaceAtWork {
    PlaceAtWork(const Place& place, const Marks& g) : needs(place), of_others(place.links.size()), of_a(of_others) {
        for (std::size_t choice = 0; choice < of_a.size(); ++choice) {
            for (const Link& link : place.links[choice]) {
                // Any edge has some mark at each end, so a star needs no row of its own.
                if (link.marks.left != kAny || link.marks.right == kAny)
                    add(choice, link.earlier, g, link.marks.left, true);
                if (link.marks.right != kAny) add(choice, link.earlier, g, link.marks.right, false);
                if (link.earlier == 0) ++choices_at_neighbours;
            }
            for (const std::size_t earlier : place.apart)
                add(choice, {earlier, g.table(kAny, true), nullptr, ~Word(0)});
        }
    }

    void add(std::size_t choice, std::size_t earlier, const Marks& g, Mark mark, bool near) {
        add(choice, {earlier, g.table(mark, near), g.counts(mark, near), 0});
    }
    void add(std::size_t choice, RowOf row) { (row.earlier == 0 ? of_a : of_others)[choice].push_back(row); }

    const Place& needs;
    std::vector<std::vector<RowOf>> of_others, of_a;  // for each choice: rows of the places after a, and of a
    std::size_t choices_at_neighbours = 0;            // those for which only neighbours of a can stand here
    // What the rows of a leave: the words that are not zero for every choice, and their values for each choice.
    std::vector<std::uint32_t> words;
    std::vector<std::vector<Word>> around{of_a.size()};
};

// A rule at work on one graph. For an edge a-b the candidates of a place are an intersection of rows; the rows of a
// are the same for all its edges, so they are intersected once, and only the words that are left are looked at.
class Matcher {
  public:
    Matcher(const LocalRule& rule, const RuleInput& input)
        : rule_(rule), input_(input), nodes_(rule.places.size() + 2), reason_(rule.because.size()),
          choices_(rule.places.empty() ? 1 : rule.places[0].links.size()), stride_(input.g.words()),
          all_words_(input.g.words()) {
        std::iota(all_words_.begin(), all_words_.end(), std::uint32_t{0});
        for (const Place& place : rule.places) places_.emplace_back(place, input.g);
    }

    // Looks at all edges of a that look as the rule says.
    void run(Node a, Proposals& out) {
        const Marks& g = input_.g;
        const Word *left = row(g.table(rule_.edge.left, true), a), *right = row(g.table(rule_.edge.right, false), a);
        const After later(a);
        bool looked_around = false;
        nodes_[0] = a;
        for (const std::uint32_t w : g.busy(a)) {
            Word found = left[w] & right[w];
            if (rule_.symmetric) found &= later[w];
            for (; found; found &= found - 1) {
                if (!looked_around && !look_around()) return;
                looked_around = true;
                nodes_[1] = lowest(w, found);
                if (fill(0, ~Word(0))) propose(out);
            }
        }
    }

  private:
    static Node lowest(std::size_t w, Word found) {
        return static_cast<Node>(64 * w + static_cast<std::size_t>(lowest_bit(found)));
    }
    const Word* row(const Word* table, Node node) const { return table + static_cast<std::size_t>(node) * stride_; }

    // Intersects, for each place, the rows of a alone; says whether every place has candidates left.
    bool look_around() {
        for (PlaceAtWork& place : places_) {
            place.words.clear();
            for (std::vector<Word>& around : place.around) around.clear();
            if (place.choices_at_neighbours >= choices_)
                for (const std::uint32_t w : input_.g.busy(nodes_[0])) look_around(place, w);
            else
                for (const std::uint32_t w : all_words_) look_around(place, w);
            if (place.words.empty()) return false;
        }
        return true;
    }

    void look_around(PlaceAtWork& place, std::uint32_t w) {
        Word any = 0;
        for (std::size_t choice = 0; choice < choices_; ++choice) {
            Word found = ~Word(0);
            for (const RowOf& one : place.of_a[choice]) found &= row(one.table, nodes_[0])[w] ^ one.flip;
            place.around[choice].push_back(found);
            any |= found;
        }
        if (any)
            place.words.push_back(w);
        else
            for (std::vector<Word>& around : place.around) around.pop_back();
    }

    // Fills place i and those after it with the first nodes that fit; `choices` are those still possible, as bits.
    bool fill(std::size_t i, Word choices) {
        if (i == places_.size()) return true;
        const PlaceAtWork& place = places_[i];
        choices = with_candidates(place, choices);
        if (!choices) return false;
        for (std::size_t start = 0; start < place.words.size(); start += kBlock) {
            const std::size_t count = std::min(kBlock, place.words.size() - start);
            Block together{};
            for (std::size_t choice = 0; choice < choices_; ++choice) {
                if (!(choices >> choice & 1)) continue;
                const Block some = fitting(place, choice, start, count);
                for (std::size_t j = 0; j < count; ++j) together[j] |= some[j];
            }
            for (std::size_t j = 0; j < count; ++j)
                for (Word found = together[j]; found; found &= found - 1)
                    if (try_node(i, lowest(place.words[start + j], found), choices)) return true;
        }
        return false;
    }

    // The choices, among some, all of whose rows have members: most edges are done with here.
    Word with_candidates(const PlaceAtWork& place, Word choices) const {
        for (std::size_t choice = 0; choice < choices_; ++choice)
            for (const RowOf& one : place.of_others[choice])
                if (one.counts && one.counts[nodes_[one.earlier]] == 0) choices &= ~(Word(1) << choice);
        return choices_ < 64 ? choices & ((Word(1) << choices_) - 1) : choices;
    }

    // Row by row, so that what is done for each word is one step, whatever the rule; in blocks, since the first node
    // that fits is often among the first words.
    static constexpr std::size_t kBlock = 8;
    using Block = std::array<Word, kBlock>;

    Block fitting(const PlaceAtWork& place, std::size_t choice, std::size_t start, std::size_t count) const {
        Block found;
        std::copy_n(place.around[choice].data() + start, count, found.begin());
        const std::uint32_t* words = place.words.data() + start;
        for (const RowOf& one : place.of_others[choice]) {
            const Word* other = row(one.table, nodes_[one.earlier]);
            for (std::size_t j = 0; j < count; ++j) found[j] &= other[words[j]] ^ one.flip;
        }
        return found;
    }

    // Says whether a node fits place i and the places after it can be filled.
    bool try_node(std::size_t i, Node node, Word choices) {
        const auto here = nodes_.begin() + static_cast<std::ptrdiff_t>(i + 2);
        if (node >= input_.g.n() || std::find(nodes_.begin(), here, node) != here) return false;
        *here = node;
        for (const Sure& sure : places_[i].needs.sure)
            if (input_.evidence.doubtful(nodes_[sure.end], nodes_[sure.middle], nodes_[sure.other_end])) return false;
        if (i + 1 == places_.size()) return true;
        return fill(i + 1, choices_ == 1 ? choices : fitting_choices(places_[i], node, choices));
    }

    // The choices, among some, whose edges a node has that stands in its place.
    Word fitting_choices(const PlaceAtWork& place, Node node, Word choices) const {
        const auto has_row = [&](const RowOf& one) {
            return has(row(one.table, nodes_[one.earlier]), static_cast<std::size_t>(node)) == (one.flip == 0);
        };
        for (std::size_t choice = 0; choice < choices_; ++choice)
            if (!std::all_of(place.of_a[choice].begin(), place.of_a[choice].end(), has_row) ||
                !std::all_of(place.of_others[choice].begin(), place.of_others[choice].end(), has_row))
                choices &= ~(Word(1) << choice);
        return choices;
    }

    void propose(Proposals& out) {
        for (std::size_t i = 0; i < reason_.size(); ++i) reason_[i] = nodes_[rule_.because[i]];
        out.add(nodes_[0], rule_.wanted, nodes_[1], reason_);
    }

    const LocalRule& rule_;
    const RuleInput& input_;
    std::vector<Node> nodes_, reason_;
    std::size_t choices_, stride_;
    std::vector<std::uint32_t> all_words_;
    std::vector<PlaceAtWork> places_;
};

}  // namespace

std::vector<LocalRule> read_local_rules(const std::int32_t* numbers, std::size_t count) {
    std::vector<LocalRule> rules;
    for (Reader reader(numbers, count); !reader.done();) rules.push_back(reader.rule());
    return rules;
}

void match(const LocalRule& rule, const RuleInput& input, Proposals& out) {
    Matcher matcher(rule, input);
    for (Node a = 0; a < input.g.n(); ++a) matcher.run(a, out);
}

}  // namespace sepset::orientation
