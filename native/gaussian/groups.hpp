// What the Gaussian search of one level keeps: the pairs in groups, their variables, and the best set of each pair.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "common/builtins.hpp"
#include "common/interruption.hpp"
#include "gaussian/scan.hpp"
#include "gaussian/search.hpp"

namespace sepset::gaussian {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The best set of each pair so far. Every worker has its own, so no locks; they are merged at the end.
class Winners {
  public:
    Winners(std::size_t m, int size) : size_(size), r_(m, kInfinity), sets_(m * size, -1) {}

    void offer(std::size_t pair, double r, const std::int32_t* set) {
        std::int32_t* held = &sets_[pair * size_];
        const double less = std::fabs(r) - std::fabs(r_[pair]);
        if (!(less < 0.0) && !(less == 0.0 && std::lexicographical_compare(set, set + size_, held, held + size_)))
            return;
        r_[pair] = r;
        std::copy(set, set + size_, held);
    }
    double magnitude(std::size_t pair) const { return std::fabs(r_[pair]); }
    // Nothing is closer to zero than zero, and sets come in lexicographic order: nothing that follows can win.
    bool closed(std::size_t pair) const { return r_[pair] == 0.0; }
    void merge(const Winners& other) {
        for (std::size_t i = 0; i < r_.size(); ++i)
            if (other.r_[i] != kInfinity) offer(i, other.r_[i], &other.sets_[i * size_]);
    }
    // Hands over the results; a pair without a usable set gets NaN.
    void move_to(LevelAnswer& answer) {
        std::replace(r_.begin(), r_.end(), kInfinity, kNaN);
        answer.r = std::move(r_);
        answer.sets = std::move(sets_);
    }

  private:
    std::size_t size_;
    RawVector<double> r_;
    RawVector<std::int32_t> sets_;
};

// Pairs order[begin..end) share the list `pool`.
struct PairsAlike {
    const std::int32_t* pool;
    std::size_t pool_size;
    std::size_t begin, end;
};

// The variables of a group by local number: its rows (ends of pairs) and its pool, with their correlations.
struct GroupVariables {
    std::vector<std::int32_t> rows;
    std::vector<std::int32_t> row_in_pool;  // position in the pool, or -1
    std::vector<std::int32_t> pool_in_rows;
    std::vector<const double*> row_to_pool;   // correlations of a row with the pool
    std::vector<const double*> pool_to_pool;  // correlations of a member of the pool with the pool
    std::vector<ScanPair> pairs;
    std::vector<double> correlations;  // of the pairs
    std::vector<double> gathered;
    std::vector<std::int32_t> row_of;  // by variable; -1 where it is no row

    void build(const LevelTask& task, const PairsAlike& group, const std::vector<std::size_t>& order);

  private:
    void number_rows(const LevelTask& task, const PairsAlike& group, const std::vector<std::size_t>& order);
    void gather(const LevelTask& task, const PairsAlike& group);
};

// A piece of work: prefixes of `group` whose first member is in [from, to) (size 1: last members in [from, to)).
struct Item {
    std::size_t group, from, to;
};

// Throws std::invalid_argument unless pairs, lists and numbers are in range and in order.
void check(const LevelTask& task);

// The pairs sorted by list and then by number, so that neighbours share rows.
std::vector<std::size_t> order_by_list(const LevelTask& task);

// A list with very many pairs gives a few groups, so that all threads have one.
std::vector<PairsAlike> group_by_list(const LevelTask& task, const std::vector<std::size_t>& order);

// Prefixes of large groups are split, so that all threads can share one; other groups are one item each.
std::vector<Item> split(const LevelTask& task, const std::vector<PairsAlike>& groups);

}  // namespace sepset::gaussian
