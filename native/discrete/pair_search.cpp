#include "discrete/pair_search.hpp"

#include <algorithm>

namespace sepset::discrete {

PairSearch::PairSearch(const Columns& data, std::size_t set_size, const BestTests& none, Judge::Options options,
                       Interruption& interruption)
    : interruption_(interruption), data_(data), size_(set_size), set_(set_size), pair_(data), candidates_(data),
      first_order_(data, pair_, candidates_, set_size == 1), cells_(data, pair_, candidates_),
      group_(data, pair_, candidates_, cells_, first_order_, set_size == 2), row_counter_(data.codes(), options.kind),
      judge_(data, pair_, candidates_, none, options) {}

std::vector<BestTest> PairSearch::run(std::int32_t a, std::int32_t b, const std::vector<std::int32_t>* candidates) {
    begin(a, b, candidates);
    if (size_ == 0) {
        test_pair_alone();
    } else if (way_ == WayOfCounting::row_by_row) {
        size_ == 1 ? scan_rows(0, candidates_.size()) : each_prefix(0, 0);
    } else {
        first_order_.start();
        size_ == 1 ? search_single_sets() : search_larger_sets(way_ == WayOfCounting::sorted_bitmaps);
    }
    return judge_.take();
}

// Takes the pair and its candidates, and decides how to count them.
void PairSearch::begin(std::int32_t a, std::int32_t b, const std::vector<std::int32_t>* candidates) {
    interruption_.check();
    pair_.set(a, b);
    judge_.start();
    if (size_ == 0) return;
    candidates_.take(candidates);
    way_ = cheapest_way(data_, pair_, candidates_, size_);
    if (way_ == WayOfCounting::row_by_row) return candidates_.forgo_blocks();
    candidates_.lay_out();
    pair_.count_cells();
}

void PairSearch::start(std::int32_t a, std::int32_t b, const std::vector<std::int32_t>* candidates) {
    begin(a, b, candidates);
    if (way_ != WayOfCounting::row_by_row) first_order_.start_tiles();
}

void PairSearch::add_tile(WordRange words) {
    interruption_.check();
    if (way_ != WayOfCounting::row_by_row) first_order_.add_tile(words);
}

std::vector<BestTest> PairSearch::finish() {
    way_ == WayOfCounting::row_by_row ? scan_rows(0, candidates_.size()) : search_single_sets();
    return judge_.take();
}

void PairSearch::test_pair_alone() {
    if (pair_.has_bitmaps()) {
        pair_.count_cells();
        judge_.offer_alone(set_);
    } else {
        row_counter_.fix(pair_.a(), pair_.b(), nullptr, 0);
        judge_.offer(row_counter_.test(), set_);
    }
}

void PairSearch::search_single_sets() {
    for (std::size_t block = 0; block < candidates_.blocks().size(); ++block) {
        const TableShape shape = pair_.shape(1, candidates_.blocks()[block].slots + 1);
        judge_.look({first_order_.count(block), shape, block, 0}, set_);
    }
    scan_rows(candidates_.in_blocks(), candidates_.size());
}

// The total over all cells is known for sets of two: it is a joint count of two columns. So one cell is not counted.
void PairSearch::search_larger_sets(bool sorted) {
    first_order_.count_all();
    cells_.lay_out(sorted, size_ == 2);
    each_prefix(0, 0);
}

// Runs through all prefixes, positions ascending.
void PairSearch::each_prefix(std::size_t depth, std::size_t from) {
    if (depth + 2 == size_) return each_last_of_prefix(from);
    for (std::size_t position = from; position + (size_ - depth) <= candidates_.size(); ++position) {
        if (excluded(position)) continue;
        choose(depth, position);
        each_prefix(depth + 1, position + 1);
    }
}

// The last column of a prefix, in groups that share the loads of bitmaps.
void PairSearch::each_last_of_prefix(std::size_t from) {
    group_.clear();
    for (std::size_t position = from; position + 1 < candidates_.size(); ++position) {
        if (excluded(position)) continue;
        if (position < candidates_.in_blocks()) {
            group_.add(position);
            if (group_.full()) scan_group();
        } else {
            choose(size_ - 2, position);
            scan_rows(position + 1, candidates_.size());
        }
    }
    if (group_.size()) scan_group();
}

void PairSearch::scan_group() {
    interruption_.check();
    for (std::size_t i = 0; i < group_.size(); ++i) {
        choose(size_ - 2, group_[i].position);
        group_.prepare(i, set_);
    }
    group_.start_blocks();
    const std::size_t first = (group_[0].position + 1) / kLanes;
    for (std::size_t block = first; block < candidates_.blocks().size(); ++block) scan_block(block);
    for (std::size_t i = 0; i < group_.size(); ++i) {
        choose(size_ - 2, group_[i].position);
        scan_rows(std::max(candidates_.in_blocks(), group_[i].position + 1), candidates_.size());
    }
    group_.clear();
}

void PairSearch::scan_block(std::size_t number) {
    const Block& block = candidates_.blocks()[number];
    const std::size_t start = number * kLanes, stop = std::min(start + kLanes, candidates_.in_blocks());
    group_.count(number);
    for (std::size_t i = 0; i < group_.size(); ++i) {
        const Prefix& prefix = group_[i];
        const std::size_t from = std::max(start, prefix.position + 1);
        if (from >= stop) continue;
        choose(size_ - 2, prefix.position);
        if (group_.fits(prefix, block.slots + 1)) {
            judge_.look({group_.complete(number, prefix), group_.shape(prefix, block), number, from}, set_);
        } else {
            scan_rows(from, stop);
        }
    }
}

void PairSearch::scan_rows(std::size_t from, std::size_t to) {
    if (from >= to) return;
    row_counter_.fix(pair_.a(), pair_.b(), set_.columns.data(), size_ - 1);
    for (std::size_t position = from; position < to; ++position) {
        if (excluded(position)) continue;
        interruption_.check();
        choose(size_ - 1, position);
        judge_.offer(row_counter_.test(candidates_.column(position)), set_);
    }
}

}  // namespace sepset::discrete
