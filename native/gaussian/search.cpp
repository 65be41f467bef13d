// The search of one level: every set of one size for every pair, the smallest |partial correlation| wins.
//
// Pairs with the same list of candidates form a group. For each prefix Z (all but the last member) and each tile
// of last members d, the rows of the group's variables are prepared once and all its pairs scanned (scan.hpp).
// What the scan lets through is computed again by `partial_correlation`, which alone decides; since the limit of the
// scan is wider than its rounding error, no winner is lost and the answer does not depend on tiles or threads.
#include <memory>

#include "common/pair_lists.hpp"
#include "common/parallel.hpp"
#include "gaussian/anchored_lists.hpp"
#include "gaussian/groups.hpp"
#include "gaussian/sets_of_two.hpp"

namespace sepset::gaussian {

namespace {

// One thread's search: walks the prefixes depth first and keeps what each added member changes.
class Searcher {
  public:
    Searcher(const LevelTask& task, const std::vector<PairsAlike>& groups, const std::vector<std::size_t>& order,
             Interruption& interruption)
        : winners(task.pairs.count(), task.size), task_(task), groups_(groups), order_(order),
          interruption_(interruption), loops_(choose_scan_loops()), prefix_size_(task.size - 1), prefix_(prefix_size_),
          set_(task.size), work_((task.size + 2) * (task.size + 2)), determinant_(task.size, 1.0) {}

    void run(const Item& item);
    void settle_all();  // to be called after the last item

    Winners winners;

  private:
    void enter(std::size_t group);
    void walk(int depth, std::size_t from, std::size_t to);
    void add_to_prefix(int depth, std::size_t z);
    void scan_columns(std::size_t from, std::size_t to);
    void set_pair_covariances();
    void set_inverse_roots(std::size_t from, std::size_t to);
    void prepare_tile(const Tile& tile, std::size_t from, std::size_t count);
    void examine(std::size_t index, const Tile& tile, std::size_t from);
    void postpone(std::size_t index, double magnitude);
    void settle(std::size_t index);
    void name_set(std::size_t d);
    void offer(std::size_t index, const std::int32_t* set);
    void tighten(std::size_t index);
    bool ill() const { return determinant_[prefix_size_] < kIll; }

    const LevelTask& task_;
    const std::vector<PairsAlike>& groups_;
    const std::vector<std::size_t>& order_;
    Interruption& interruption_;
    ScanLoops loops_;
    int prefix_size_;  // |Z|
    std::vector<std::size_t> prefix_;
    std::vector<std::int32_t> set_;  // Z and d as variables
    std::vector<double> work_;
    // Of Z's first i members; 0 once it is ill-conditioned, and then nothing below is kept up to date.
    std::vector<double> determinant_;

    std::size_t entered_ = static_cast<std::size_t>(-1);
    const PairsAlike* group_ = nullptr;
    GroupVariables variables_;
    std::vector<double> waiting_;  // by pair: |r| of a find that is not yet computed exactly, or infinity
    std::vector<std::int32_t> waiting_sets_;
    std::vector<double> tile_values_;
    std::size_t tile_most_ = kTileMost;
    std::vector<double> row_part_;                      // row after row, |Z| each
    std::vector<std::vector<double>> row_variance_;     // by depth: S_Z[a,a]
    std::vector<std::vector<double>> column_part_;      // by depth
    std::vector<std::vector<double>> column_variance_;  // by depth: S_Z[d,d]
    std::vector<const double*> tile_parts_;             // column_part_ from the tile's first column on
    std::vector<double> inverse_root_;
};

void Searcher::enter(std::size_t group) {
    if (group == entered_) return;
    settle_all();
    entered_ = group;
    group_ = &groups_[group];
    variables_.build(task_, *group_, order_);
    const std::size_t rows = variables_.rows.size();
    // A tile of all rows should stay in the second-level cache.
    tile_most_ = rows <= 1536 ? kTileMost : kTileMost / 2;
    tile_values_.resize(rows * 2 * tile_most_ + kTileStep);
    row_part_.resize(rows * prefix_size_);
    row_variance_.resize(prefix_size_ + 1);
    column_variance_.resize(prefix_size_ + 1);
    column_part_.resize(prefix_size_);
    tile_parts_.resize(prefix_size_);
    for (auto& variance : row_variance_) variance.assign(rows, 1.0);
    for (auto& variance : column_variance_) variance.assign(group_->pool_size, 1.0);
    for (auto& part : column_part_) part.resize(group_->pool_size);
    inverse_root_.resize(group_->pool_size);
    waiting_.assign(variables_.pairs.size(), kInfinity);
    waiting_sets_.resize(variables_.pairs.size() * task_.size);
}

void Searcher::run(const Item& item) {
    enter(item.group);
    if (prefix_size_ == 0) return scan_columns(item.from, item.to);
    walk(0, item.from, item.to);
}

void Searcher::walk(int depth, std::size_t from, std::size_t to) {
    if (depth == prefix_size_) return scan_columns(from, group_->pool_size);
    const std::size_t needed = prefix_size_ - depth;  // members that must still follow z
    for (std::size_t z = from; z < to && z + needed < group_->pool_size; ++z) {
        add_to_prefix(depth, z);
        walk(depth + 1, z + 1, group_->pool_size);
    }
}

void Searcher::add_to_prefix(int depth, std::size_t z) {
    prefix_[depth] = z;
    const double pivot = column_variance_[depth][z];
    const double determinant = determinant_[depth] * pivot;
    determinant_[depth + 1] = determinant < kIll ? 0.0 : determinant;
    if (determinant_[depth + 1] == 0.0) return;
    const double scale = 1.0 / std::sqrt(pivot);
    const std::size_t m = group_->pool_size;
    double* part = column_part_[depth].data();
    std::copy(variables_.pool_to_pool[z] + z, variables_.pool_to_pool[z] + m, part + z);
    for (int i = 0; i < depth; ++i) {
        const double at_z = column_part_[i][z];
        for (std::size_t d = z; d < m; ++d) part[d] -= at_z * column_part_[i][d];
    }
    for (std::size_t d = z; d < m; ++d) {
        part[d] *= scale;
        column_variance_[depth + 1][d] = column_variance_[depth][d] - part[d] * part[d];
    }
    const double* to_row = task_.correlation.row(group_->pool[z]);
    for (std::size_t a = 0; a < variables_.rows.size(); ++a) {
        double* row = row_part_.data() + a * prefix_size_;
        double covariance = to_row[variables_.rows[a]];
        for (int i = 0; i < depth; ++i) covariance -= column_part_[i][z] * row[i];
        row[depth] = covariance * scale;
        row_variance_[depth + 1][a] = row_variance_[depth][a] - row[depth] * row[depth];
    }
}

void Searcher::set_pair_covariances() {
    for (std::size_t i = 0; i < variables_.pairs.size(); ++i) {
        ScanPair& pair = variables_.pairs[i];
        pair.covariance = variables_.correlations[i];
        if (ill()) continue;
        const double* a = row_part_.data() + pair.a * prefix_size_;
        const double* b = row_part_.data() + pair.b * prefix_size_;
        for (int k = 0; k < prefix_size_; ++k) pair.covariance -= a[k] * b[k];
    }
    // A pair with an end in Z has no test here: with NaN nothing is ever a hit.
    for (const std::size_t z : prefix_) {
        const std::int32_t row = variables_.pool_in_rows[z];
        if (row < 0) continue;
        for (ScanPair& pair : variables_.pairs)
            if (pair.a == row || pair.b == row) pair.covariance = kNaN;
    }
}

void Searcher::set_inverse_roots(std::size_t from, std::size_t to) {
    const double determinant = determinant_[prefix_size_];
    const std::vector<double>& variance = column_variance_[prefix_size_];
    for (std::size_t d = from; d < to; ++d)
        inverse_root_[d] = determinant * variance[d] >= kIll ? 1.0 / std::sqrt(variance[d]) : 0.0;
}

void Searcher::prepare_tile(const Tile& tile, std::size_t from, std::size_t count) {
    for (int i = 0; i < prefix_size_; ++i) tile_parts_[i] = column_part_[i].data() + from;
    const int size = ill() ? 0 : prefix_size_;
    for (std::size_t a = 0; a < variables_.rows.size(); ++a) {
        const double* part = row_part_.data() + a * prefix_size_;
        loops_.prepare({variables_.row_to_pool[a] + from, size, part, tile_parts_.data(), inverse_root_.data() + from,
                        row_variance_[size][a], count},
                       tile.x(a), tile.v(a), tile.width);
        const std::size_t own = static_cast<std::size_t>(variables_.row_in_pool[a]);  // -1 is beyond every tile
        if (own >= from && own < from + count) tile.v(a)[own - from] = kNaN;
    }
}

void Searcher::scan_columns(std::size_t from, std::size_t to) {
    set_pair_covariances();
    set_inverse_roots(from, to);
    const auto address = reinterpret_cast<std::uintptr_t>(tile_values_.data());
    const std::size_t skipped = (64 - address % 64) % 64 / sizeof(double);
    double* aligned = tile_values_.data() + skipped;
    for (std::size_t d = from; d < to; d += tile_most_) {
        const std::size_t count = std::min(tile_most_, to - d);
        const Tile tile{aligned, (count + kTileStep - 1) / kTileStep * kTileStep};
        prepare_tile(tile, d, count);
        for (std::size_t i = 0;; ++i) {
            i = loops_.next_hit(tile, variables_.pairs.data(), i, variables_.pairs.size());
            if (i == variables_.pairs.size()) break;
            examine(i, tile, d);
        }
        interruption_.check();
    }
}

void Searcher::examine(std::size_t index, const Tile& tile, std::size_t from) {
    const ScanPair& pair = variables_.pairs[index];
    std::uint64_t columns = loops_.promising(tile, pair);
    const bool alone = (columns & (columns - 1)) == 0;
    for (; columns != 0; columns &= columns - 1) {
        const std::size_t d = lowest_bit(columns);
        const double t = pair.covariance - tile.x(pair.a)[d] * tile.x(pair.b)[d];
        const double v = tile.v(pair.a)[d] * tile.v(pair.b)[d];
        name_set(from + d);
        if (alone && v < kInfinity)
            postpone(index, std::sqrt(t * t / v));
        else
            offer(index, set_.data());
    }
    tighten(index);
}

// Most finds are soon beaten by far, so the exact computation waits until a find is not clearly worse than the last.
void Searcher::postpone(std::size_t index, double magnitude) {
    std::int32_t* waiting = &waiting_sets_[index * task_.size];
    if (magnitude + 2 * kSlack < waiting_[index]) {
        waiting_[index] = magnitude;
        std::copy(set_.begin(), set_.end(), waiting);
        return;
    }
    settle(index);
    offer(index, set_.data());
}

void Searcher::settle(std::size_t index) {
    if (waiting_[index] < kInfinity) offer(index, &waiting_sets_[index * task_.size]);
    waiting_[index] = kInfinity;
}

void Searcher::settle_all() {
    for (std::size_t i = 0; i < waiting_.size(); ++i) settle(i);
}

void Searcher::name_set(std::size_t d) {
    for (int i = 0; i < prefix_size_; ++i) set_[i] = group_->pool[prefix_[i]];
    set_[prefix_size_] = group_->pool[d];
}

void Searcher::offer(std::size_t index, const std::int32_t* set) {
    const std::size_t id = order_[group_->begin + index];
    const double r = partial_correlation(task_.correlation, task_.pairs.first(id), task_.pairs.second(id), set,
                                         task_.size, work_.data());
    if (std::fabs(r) <= task_.largest) winners.offer(id, r, set);
}

void Searcher::tighten(std::size_t index) {
    const std::size_t id = order_[group_->begin + index];
    const double best = std::min({task_.largest, winners.magnitude(id), waiting_[index]});
    variables_.pairs[index].limit = winners.closed(id) ? -1.0 : widened(best);
}

void search_marginal(const LevelTask& task, RawVector<double>& r) {
    r.resize(task.pairs.count());
    parallel_for_small(task.pairs.count(), task.threads, [&](std::size_t i) {
        double work[4];
        r[i] = partial_correlation(task.correlation, task.pairs.first(i), task.pairs.second(i), nullptr, 0, work);
        if (!(std::fabs(r[i]) <= task.largest)) r[i] = kNaN;
    });
}

void search_conditional(const LevelTask& task, LevelAnswer& answer) {
    const std::vector<std::int32_t> anchors = task.size == 1 ? find_anchors(task) : std::vector<std::int32_t>{};
    if (!anchors.empty()) return search_anchored(task, anchors, answer);
    Winners winners(task.pairs.count(), task.size);
    std::vector<std::size_t> order = order_by_list(task);
    if (task.size == 2 && task.largest < kInfinity) order = search_sets_of_two(task, order, winners);
    const std::vector<PairsAlike> groups = group_by_list(task, order);
    const std::vector<Item> items = split(task, groups);
    Interruption interruption(task.check_signals);
    std::vector<std::unique_ptr<Searcher>> searchers(worker_count(items.size(), task.threads));
    parallel_for(items.size(), task.threads, [&](std::size_t item, int worker) {
        auto& searcher = searchers[worker];
        if (!searcher) searcher = std::make_unique<Searcher>(task, groups, order, interruption);
        searcher->run(items[item]);
    });
    // Where a thread did not start, or found nothing left to do, there is no searcher.
    parallel_for(searchers.size(), task.threads, [&](std::size_t worker, int) {
        if (searchers[worker]) searchers[worker]->settle_all();
    });
    for (const auto& searcher : searchers)
        if (searcher) winners.merge(searcher->winners);
    winners.move_to(answer);
}

}  // namespace

LevelAnswer search_level(const LevelTask& task) {
    check(task);
    LevelAnswer answer;
    if (task.size == 0) {
        search_marginal(task, answer.r);
        return answer;
    }
    answer.available = count_candidates(task.pairs, task.lists, task.correlation.n, task.threads);
    search_conditional(task, answer);
    return answer;
}

}  // namespace sepset::gaussian
