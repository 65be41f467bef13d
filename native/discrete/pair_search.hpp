// The search for one pair: runs through all conditioning sets of one size. Candidates with bitmaps are counted in
// blocks of sixteen, others row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/interruption.hpp"
#include "discrete/best_tests.hpp"
#include "discrete/candidate_blocks.hpp"
#include "discrete/cell_bitmaps.hpp"
#include "discrete/columns.hpp"
#include "discrete/conditioning_set.hpp"
#include "discrete/first_order_tables.hpp"
#include "discrete/judge.hpp"
#include "discrete/pair.hpp"
#include "discrete/prefix_tables.hpp"
#include "discrete/row_counter.hpp"
#include "discrete/way_of_counting.hpp"

namespace sepset::discrete {

class PairSearch {
  public:
    PairSearch(const Columns& data, std::size_t set_size, const BestTests& none, Judge::Options options,
               Interruption& interruption);
    PairSearch(const PairSearch&) = delete;  // its parts know each other by their addresses
    PairSearch& operator=(const PairSearch&) = delete;

    // candidates: ascending columns other than a and b, or null for all.
    std::vector<BestTest> run(std::int32_t a, std::int32_t b, const std::vector<std::int32_t>* candidates);

    // The same for sets of one in steps: start, all rows tile by tile, finish.
    void start(std::int32_t a, std::int32_t b, const std::vector<std::int32_t>* candidates);
    void add_tile(WordRange words);
    std::vector<BestTest> finish();

  private:
    void begin(std::int32_t a, std::int32_t b, const std::vector<std::int32_t>* candidates);
    void test_pair_alone();
    void search_single_sets();
    void search_larger_sets(bool sorted);
    void each_prefix(std::size_t depth, std::size_t from);
    void each_last_of_prefix(std::size_t from);
    void scan_group();
    void scan_block(std::size_t number);
    void scan_rows(std::size_t from, std::size_t to);

    bool excluded(std::size_t position) const { return pair_.has(candidates_.column(position)); }
    void choose(std::size_t depth, std::size_t position) { set_.choose(depth, position, candidates_.column(position)); }

    Interruption& interruption_;
    const Columns& data_;
    const std::size_t size_;
    ConditioningSet set_;
    WayOfCounting way_ = WayOfCounting::row_by_row;
    Pair pair_;
    CandidateBlocks candidates_;
    FirstOrderTables first_order_;
    CellBitmaps cells_;
    PrefixTables group_;
    RowCounter row_counter_;
    Judge judge_;
};

}  // namespace sepset::discrete
