#include <algorithm>
#include <map>
#include <numeric>

#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "score/family.hpp"
#include "score/local_scores.hpp"
#include "score/rising.hpp"

namespace sepset::score {

namespace {

// Rows that are alike in every column, as one row with a weight.
struct WeightedRows {
    std::vector<std::vector<std::uint16_t>> columns;
    std::vector<std::uint32_t> weight;
    std::size_t total;
};

WeightedRows merge_rows(const Codes& codes) {
    std::vector<std::uint32_t> order(codes.rows);
    std::iota(order.begin(), order.end(), 0u);
    const auto compare = [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t v = 0; v < codes.n; ++v) {
            const std::uint16_t *column = codes.values + v * codes.rows, x = column[a], y = column[b];
            if (x != y) return x < y ? -1 : 1;
        }
        return 0;
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return compare(a, b) < 0; });
    WeightedRows merged{std::vector<std::vector<std::uint16_t>>(codes.n), {}, codes.rows};
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && compare(order[i - 1], order[i]) == 0) {
            ++merged.weight.back();
            continue;
        }
        merged.weight.push_back(1);
        for (std::size_t v = 0; v < codes.n; ++v) merged.columns[v].push_back(codes.values[v * codes.rows + order[i]]);
    }
    return merged;
}

// Rows grouped by their values in some columns; groups are numbered in the order in which they appear.
struct Groups {
    std::vector<std::uint32_t> of_row, size;
};

// Splits groups by one more column; `place` has room for every (group, code) and is left as it was, all kNone.
constexpr std::uint32_t kNone = ~0u;

void split(const WeightedRows& rows, const Groups& groups, std::size_t column, std::size_t levels,
           std::vector<std::uint32_t>& place, Groups& finer) {
    const std::vector<std::uint16_t>& codes = rows.columns[column];
    place.resize(std::max(place.size(), groups.size.size() * levels), kNone);
    finer.size.clear();
    finer.of_row.resize(codes.size());
    for (std::size_t row = 0; row < codes.size(); ++row) {
        std::uint32_t& number = place[groups.of_row[row] * levels + codes[row]];
        if (number == kNone) {
            number = static_cast<std::uint32_t>(finer.size.size());
            finer.size.push_back(0);
        }
        finer.of_row[row] = number;
        finer.size[number] += rows.weight[row];
    }
    std::fill_n(place.begin(), groups.size.size() * levels, kNone);
}

// The terms of every set: A for each score, and B for each score and number of levels of the child.
class SetTerms {
  public:
    SetTerms(const Codes& codes, const DirichletScores& scores, int bound)
        : codes_(codes), scores_(scores), bound_(bound), sets_(Set{1} << codes.n), rows_(merge_rows(codes)),
          family_(scores.count() * sets_, 0.0) {
        for (std::size_t v = 0; v < codes.n; ++v) child_levels_.push_back(codes.levels[v]);
        std::sort(child_levels_.begin(), child_levels_.end());
        child_levels_.erase(std::unique(child_levels_.begin(), child_levels_.end()), child_levels_.end());
        parents_.assign(scores.cell.size() * child_levels_.size() * sets_, 0.0);
        for (const double a : scores.cell) {
            cells_.emplace_back(a, codes.rows);
            for (const std::int32_t levels : child_levels_) margins_.emplace_back(a * levels, codes.rows);
        }
    }

    // Goes through all sets, the first two columns' choices shared among threads.
    void fill(int threads, const std::function<void()>& ask);

    double family(std::size_t score, Set set) const { return family_[score * sets_ + set]; }

    double parents(std::size_t score, std::size_t child, Set set) const {
        if (score >= cells_.size()) return family(score, set);  // BDeu: the margin of a table has the same prior
        const auto at = std::lower_bound(child_levels_.begin(), child_levels_.end(), codes_.levels[child]);
        return parents_[(score * child_levels_.size() + static_cast<std::size_t>(at - child_levels_.begin())) * sets_ + set];
    }

  private:
    struct Worker {
        std::vector<Groups> stack;
        std::vector<std::uint32_t> place;
        std::map<double, Rising> shared;  // BDeu: one table for each number of cells
        std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes;
        std::vector<std::uint32_t> histogram;
    };

    void visit(Set set, std::size_t next, std::size_t last, double cells, std::size_t depth, Worker& worker,
               Interruption& interruption);
    void count_sizes(const Groups& groups, Worker& worker) const;
    void write(Set set, double cells, Worker& worker);

    const Codes codes_;
    const DirichletScores& scores_;
    int bound_;
    std::size_t sets_;
    WeightedRows rows_;
    std::vector<std::int32_t> child_levels_;
    std::vector<Rising> cells_, margins_;
    std::vector<double> family_, parents_;
};

void SetTerms::fill(int threads, const std::function<void()>& ask) {
    // A job is a choice among the first columns; the rest of the tree below it is its own.
    const std::size_t split_at = std::min<std::size_t>(codes_.n, 6);
    Interruption interruption(ask);
    std::vector<Worker> workers(static_cast<std::size_t>(std::max(threads, 1)));
    parallel_for(std::size_t{1} << split_at, threads, [&](std::size_t job, int number) {
        Worker& worker = workers[static_cast<std::size_t>(number)];
        worker.stack.resize(codes_.n + 1);
        Groups whole{std::vector<std::uint32_t>(rows_.weight.size(), 0), {static_cast<std::uint32_t>(rows_.total)}};
        double cells = 1.0;
        for (std::size_t v = 0; v < split_at; ++v) {
            if (!(job >> v & 1)) continue;
            Groups finer;
            const auto levels = static_cast<std::size_t>(codes_.levels[v]);
            split(rows_, whole, v, levels, worker.place, finer);
            whole = std::move(finer);
            cells *= static_cast<double>(levels);
        }
        worker.stack[0] = std::move(whole);
        visit(static_cast<Set>(job), split_at, codes_.n, cells, 0, worker, interruption);
    });
}

// Writes the terms of a set and of all sets that add columns from `next` on; the groups of the set lie at `depth`.
void SetTerms::visit(Set set, std::size_t next, std::size_t last, double cells, std::size_t depth, Worker& worker,
                     Interruption& interruption) {
    if (size_of(set) > bound_ + 1) return;
    interruption.check();
    count_sizes(worker.stack[depth], worker);
    write(set, cells, worker);
    for (std::size_t v = next; v < last; ++v) {
        const auto levels = static_cast<std::size_t>(codes_.levels[v]);
        if (size_of(set) > bound_) continue;
        split(rows_, worker.stack[depth], v, levels, worker.place, worker.stack[depth + 1]);
        visit(set | Set{1} << v, v + 1, last, cells * static_cast<double>(levels), depth + 1, worker, interruption);
    }
}

// Groups of the same size contribute the same, and most groups are small: (size, how many), in order of size.
void SetTerms::count_sizes(const Groups& groups, Worker& worker) const {
    constexpr std::uint32_t kSmall = 64;
    worker.histogram.assign(kSmall, 0);
    worker.sizes.clear();
    for (const std::uint32_t size : groups.size) {
        if (size < kSmall)
            ++worker.histogram[size];
        else
            worker.sizes.emplace_back(size, 1);
    }
    std::sort(worker.sizes.begin(), worker.sizes.end());
    for (std::uint32_t size = kSmall; size-- > 1;)
        if (worker.histogram[size]) worker.sizes.emplace_back(size, worker.histogram[size]);
}

void SetTerms::write(Set set, double cells, Worker& worker) {
    const auto sum = [&](const Rising& rising) {
        double total = 0.0;
        for (const auto& [size, times] : worker.sizes) total += times * rising(size);
        return total;
    };
    const std::size_t children = child_levels_.size();
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        family_[i * sets_ + set] = sum(cells_[i]);
        for (std::size_t j = 0; j < children; ++j)
            parents_[(i * children + j) * sets_ + set] = sum(margins_[i * children + j]);
    }
    for (std::size_t i = 0; i < scores_.sample.size(); ++i) {
        const double a = scores_.sample[i] / cells;
        auto known = worker.shared.find(a);
        if (known == worker.shared.end()) known = worker.shared.emplace(a, Rising(a, codes_.rows)).first;
        family_[(cells_.size() + i) * sets_ + set] = sum(known->second);
    }
}

}  // namespace

std::vector<double> discrete_local_scores(const Codes& codes, const DirichletScores& scores, int bound, int threads,
                                          const std::function<void()>& ask) {
    SetTerms terms(codes, scores, bound);
    terms.fill(threads, ask);
    const std::size_t sets = std::size_t{1} << codes.n;
    std::vector<double> out(scores.count() * codes.n * sets);
    for (std::size_t score = 0; score < scores.count(); ++score)
        write_families(
            codes.n, bound, [&](Set set) { return terms.family(score, set); },
            [&](std::size_t child, Set set) { return terms.parents(score, child, set); },
            out.data() + score * codes.n * sets);
    return out;
}

}  // namespace sepset::score
