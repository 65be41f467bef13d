#include <algorithm>
#include <map>

#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "score/family.hpp"
#include "score/grouping.hpp"
#include "score/local_scores.hpp"
#include "score/rising.hpp"

namespace sepset::score {

namespace {

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
    void fill(int threads, const std::function<void()>& check_signals);

    double family(std::size_t score, Set set) const { return family_[score * sets_ + set]; }

    double parents(std::size_t score, std::size_t child, Set set) const {
        if (score >= cells_.size()) return family(score, set);  // BDeu: the margin of a table has the same prior
        const auto at = std::lower_bound(child_levels_.begin(), child_levels_.end(), codes_.levels[child]);
        return parents_[(score * child_levels_.size() + static_cast<std::size_t>(at - child_levels_.begin())) * sets_ +
                        set];
    }

  private:
    struct Worker {
        std::vector<Groups> stack;
        std::vector<std::uint32_t> place;
        std::map<double, Rising> shared;  // BDeu: one table for each number of cells
        SizeCounts sizes;
    };

    void visit(Set set, std::size_t next, std::size_t last, double cells, std::size_t depth, Worker& worker,
               Interruption& interruption);
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

void SetTerms::fill(int threads, const std::function<void()>& check_signals) {
    // A job is a choice among the first columns; the rest of the tree below it is its own.
    const std::size_t split_at = std::min<std::size_t>(codes_.n, 6);
    Interruption interruption(check_signals);
    std::vector<Worker> workers(static_cast<std::size_t>(std::max(threads, 1)));
    parallel_for(std::size_t{1} << split_at, threads, [&](std::size_t job, int number) {
        Worker& worker = workers[static_cast<std::size_t>(number)];
        worker.stack.resize(codes_.n + 1);
        Groups whole = one_group(rows_);
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
    count_sizes(worker.stack[depth], worker.sizes);
    write(set, cells, worker);
    for (std::size_t v = next; v < last; ++v) {
        const auto levels = static_cast<std::size_t>(codes_.levels[v]);
        if (size_of(set) > bound_) continue;
        split(rows_, worker.stack[depth], v, levels, worker.place, worker.stack[depth + 1]);
        visit(set | Set{1} << v, v + 1, last, cells * static_cast<double>(levels), depth + 1, worker, interruption);
    }
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
                                          const std::function<void()>& check_signals) {
    SetTerms terms(codes, scores, bound);
    terms.fill(threads, check_signals);
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
