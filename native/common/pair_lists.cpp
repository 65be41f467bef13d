#include "common/pair_lists.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "common/parallel.hpp"

namespace sepset {

namespace {

// Which variables are in which list: a table, unless there are more lists than variables; then lists are searched.
class Membership {
  public:
    Membership(const CandidateLists& lists, std::size_t variables) : lists_(lists), variables_(variables) {
        if (lists.count() == 1 || lists.count() > variables) return;
        table_.resize(lists.count() * variables);
        for (std::size_t g = 0; g < lists.count(); ++g)
            for (std::int64_t i = lists.offsets[g]; i < lists.offsets[g + 1]; ++i)
                table_[g * variables + lists.members[i]] = true;
    }

    bool operator()(std::int32_t list, std::int32_t variable) const {
        if (!table_.empty()) return table_[list * variables_ + variable];
        const std::int32_t* begin = lists_.members.data + lists_.offsets[list];
        const std::int32_t* end = lists_.members.data + lists_.offsets[list + 1];
        return std::binary_search(begin, end, variable);
    }

  private:
    const CandidateLists& lists_;
    std::size_t variables_;
    std::vector<bool> table_;
};

}  // namespace

void pairs_of(const View<std::int64_t>& numbers, std::size_t n, std::int32_t* out) {
    const auto variables = static_cast<std::int64_t>(n);
    std::int64_t a = 0, first = 0, stop = variables - 1, last = -1;  // the pairs of a are first .. stop - 1
    for (const std::int64_t number : numbers) {
        if (number <= last || number >= variables * (variables - 1) / 2)
            throw std::invalid_argument("the numbers of pairs increase, from 0 to the number of all pairs");
        last = number;
        while (number >= stop) {
            first = stop;
            stop += variables - 1 - ++a;
        }
        *out++ = static_cast<std::int32_t>(a);
        *out++ = static_cast<std::int32_t>(a + 1 + number - first);
    }
}

RawArray<std::int32_t> pairs_between(std::int64_t start, std::int64_t stop, std::size_t n) {
    const auto variables = static_cast<std::int64_t>(n);
    const bool too_many = n > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    if (too_many || start < 0 || stop < start || stop > variables * (variables - 1) / 2)
        throw std::invalid_argument("pairs between two numbers, from 0 to the number of all pairs");
    RawArray<std::int32_t> pairs(2 * static_cast<std::size_t>(stop - start));
    std::int32_t* out = pairs.data();
    std::int64_t a = 0, first = 0;  // the pairs of a begin at `first`
    for (std::int64_t number = start; number < stop;) {
        const std::int64_t next = first + variables - 1 - a;
        for (; number < std::min(next, stop); ++number) {
            *out++ = static_cast<std::int32_t>(a);
            // Some pairs are asked for here, so there is room: NOLINTNEXTLINE(clang-analyzer-security.ArrayBound)
            *out++ = static_cast<std::int32_t>(a + 1 + number - first);
        }
        first = next;
        ++a;
    }
    return pairs;
}

void ranked_pairs(const Pairs& pairs, const View<std::int32_t>& rank, int threads, std::int32_t* out) {
    constexpr std::size_t kPairsAtOnce = std::size_t{1} << 16;  // fewer take less time than a thread
    parallel_for((pairs.count() + kPairsAtOnce - 1) / kPairsAtOnce, threads, [&](std::size_t item, int) {
        const std::size_t from = item * kPairsAtOnce, to = std::min(pairs.count(), from + kPairsAtOnce);
        check(Pairs{{pairs.ends.data + 2 * from, 2 * (to - from)}}, rank.size);
        for (std::size_t i = from; i < to; ++i) {
            const std::int32_t a = rank[pairs.first(i)], b = rank[pairs.second(i)];
            out[2 * i] = std::min(a, b);
            out[2 * i + 1] = std::max(a, b);
        }
    });
}

void ranked_lists(const CandidateLists& lists, const View<std::int32_t>& rank, std::int32_t* out) {
    check(lists, 0, rank.size);
    const auto variables = static_cast<std::int32_t>(rank.size);
    if (std::any_of(rank.begin(), rank.end(), [=](std::int32_t r) { return r < 0 || r >= variables; }))
        throw std::invalid_argument("ranks are the numbers of variables");
    // Which lists have the variable of each rank; gone through by rank, every list gets its ranks in order.
    std::vector<std::int64_t> next(rank.size + 1, 0);
    for (const std::int32_t member : lists.members) ++next[static_cast<std::size_t>(rank[member]) + 1];
    for (std::size_t r = 0; r < rank.size; ++r) next[r + 1] += next[r];
    const std::vector<std::int64_t> starts(next);
    std::vector<std::int32_t> lists_with(lists.members.size);
    for (std::size_t list = 0; list < lists.count(); ++list)
        for (std::int64_t i = lists.offsets[list]; i < lists.offsets[list + 1]; ++i)
            lists_with[next[rank[lists.members[i]]]++] = static_cast<std::int32_t>(list);
    std::vector<std::int64_t> filled(lists.offsets.begin(), lists.offsets.end());
    for (std::size_t r = 0; r < rank.size; ++r)
        for (std::int64_t i = starts[r]; i < starts[r + 1]; ++i)
            out[filled[lists_with[i]]++] = static_cast<std::int32_t>(r);
}

std::vector<std::int64_t> not_above(const View<double>& numbers, double limit) {
    std::size_t count = 0;
    for (const double number : numbers) count += !(number > limit);
    std::vector<std::int64_t> places(count);
    std::size_t next = 0;
    for (std::size_t i = 0; next < count; ++i) {  // without branches that depend on the numbers
        places[next] = static_cast<std::int64_t>(i);
        next += !(numbers[i] > limit);
    }
    return places;
}

NeighbourLists neighbour_lists(const Pairs& pairs, std::size_t variables) {
    NeighbourLists lists{std::vector<std::int64_t>(variables + 1, 0), std::vector<std::int32_t>(pairs.ends.size)};
    for (const std::int32_t end : pairs.ends) ++lists.offsets[static_cast<std::size_t>(end) + 1];
    for (std::size_t v = 0; v < variables; ++v) lists.offsets[v + 1] += lists.offsets[v];
    std::vector<std::int64_t> next(lists.offsets);
    // The pairs with a smaller neighbour of v come before those with a larger one.
    for (std::size_t i = 0; i < pairs.count(); ++i) {
        lists.members[next[pairs.first(i)]++] = pairs.second(i);
        lists.members[next[pairs.second(i)]++] = pairs.first(i);
    }
    return lists;
}

std::vector<std::int32_t> count_candidates(const Pairs& pairs, const CandidateLists& lists, std::size_t variables,
                                           int threads) {
    const Membership in_list(lists, variables);
    std::vector<std::int32_t> available(pairs.count());
    parallel_for_small(pairs.count(), threads, [&](std::size_t i) {
        const std::int32_t list = lists.of[i];
        available[i] = static_cast<std::int32_t>(lists.offsets[list + 1] - lists.offsets[list]);
        if (static_cast<std::size_t>(available[i]) == variables) {  // the list is everything
            available[i] -= 2;
            return;
        }
        for (const std::int32_t end : {pairs.first(i), pairs.second(i)}) available[i] -= in_list(list, end);
    });
    return available;
}

}  // namespace sepset
