// Which of sixteen tables may have the largest p-value: a bound in single precision first, for all of them at once, and
// the exact statistic only of those that pass it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "discrete/best_tests.hpp"
#include "discrete/block_tables.hpp"
#include "discrete/candidate_blocks.hpp"
#include "discrete/columns.hpp"
#include "discrete/conditioning_set.hpp"
#include "discrete/pair.hpp"
#include "discrete/statistic.hpp"

namespace sepset::discrete {

// Counts of a block: table, its shape, and from which candidate on its lanes count.
struct BlockCounts {
    const std::int32_t* counts;
    TableShape shape;
    std::size_t block, from;
};

class Judge {
  public:
    struct Options {
        Statistic kind;
        bool adjusted;  // degrees of freedom without empty rows and columns, or of the full table
    };

    Judge(const Columns& data, const Pair& pair, const CandidateBlocks& candidates, BestTests best, Options options)
        : data_(data), operations_(data.block_operations()), pair_(pair), candidates_(candidates),
          best_(std::move(best)), options_(options), sum_(options.kind) {}

    // To be called when the pair is another one.
    void start() { last_limit_ = -1.0; }

    // Looks for lanes that may have the largest p-value, and offers them. The last member of `set` is chosen on the
    // way.
    void look(const BlockCounts& table, ConditioningSet& set);

    // Offers the test of the pair given a set, or of the pair alone from its cells.
    void offer(const TableStatistic& test, const ConditioningSet& set);
    void offer_alone(const ConditioningSet& nothing);

    std::vector<BestTest> take() { return best_.take(); }

  private:
    // The lanes of a block that passed their bound.
    struct Hits {
        float bound[kLanes];
        int lanes[kLanes];
        int count = 0;
    };

    bool is_candidate(const BlockCounts& table, int lane) const;
    float threshold(double limit, const TableShape& shape);
    void evaluate_hits(const BlockCounts& table, const Hits& hits, ConditioningSet& set);
    double least_likelihood(const BlockCounts& table, int lane) const;
    TableStatistic evaluate(const BlockCounts& table, int lane);

    const Columns& data_;
    const BlockOperations& operations_;
    const Pair& pair_;
    const CandidateBlocks& candidates_;
    BestTests best_;
    const Options options_;
    StatisticSum sum_;
    std::vector<std::int32_t> stratum_;
    double last_limit_ = -1.0, last_cells_ = 0.0;  // what last_threshold_ was computed from
    float last_threshold_ = -1.0f;
};

}  // namespace sepset::discrete
