#include "gaussian/sets_of_two.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/parallel.hpp"
#include "gaussian/contest.hpp"
#include "gaussian/groups.hpp"

namespace sepset::gaussian {

namespace {

// Members with a larger |r_zd| are close; smaller values make for more close members, larger ones for more heavy ones.
constexpr double kClose = 0.4;

// Below these sizes the group search has little to do; above these shares little would be ruled out.
constexpr std::size_t kPoolLeast = 32, kPairsLeast = 8;
constexpr double kHeavyMost = 0.4, kCloseMost = 0.02;

// Two close members of a pool, and 1 - |r_zd|; 0 where the set is ill-conditioned and always has to be looked at.
struct Close {
    std::int32_t z, d;
    double apart;
};

// The pairs of one group, and what they share.
class SharedPool {
  public:
    SharedPool(const LevelTask& task, const PairsAlike& group, const std::vector<std::size_t>& order)
        : group(group), order_(order) {
        variables.build(task, group, order);
        pays = list_close();
    }

    std::size_t pair(std::size_t index) const { return order_[group.begin + index]; }

    const PairsAlike& group;
    GroupVariables variables;
    std::vector<Close> close;
    bool pays;  // if not, too many members are close, and not all of them are listed

  private:
    bool list_close() {
        const double m = static_cast<double>(group.pool_size);
        const auto most = static_cast<std::size_t>(kCloseMost * m * m);
        for (std::size_t z = 0; z < group.pool_size; ++z) {
            const double* row = variables.pool_to_pool[z];
            for (std::size_t d = z + 1; d < group.pool_size; ++d) {
                const double apart = 1.0 - std::fabs(row[d]);
                if (apart >= 1.0 - kClose) continue;
                close.push_back(
                    {static_cast<std::int32_t>(z), static_cast<std::int32_t>(d), apart < kIll ? 0.0 : apart});
            }
            if (close.size() > most) return false;
        }
        return true;
    }

    const std::vector<std::size_t>& order_;
};

struct TwoMembers {
    std::array<std::int32_t, 2> set;
    const Correlation* correlation;
    std::int32_t a, b;
    double r() const {
        std::array<double, 16> work;
        return partial_correlation(*correlation, a, b, set.data(), 2, work.data());
    }
};

// One thread's search: pair after pair.
class HeavySearcher {
  public:
    HeavySearcher(const LevelTask& task, Interruption& interruption)
        : task_(task), interruption_(interruption), next_members_(choose_next_members()) {}

    // Searches all sets of a pair, unless too many members are heavy: then it says no, and has written nothing.
    bool run(const SharedPool& shared, std::size_t index, Winners& winners) {
        shared_ = &shared;
        pair_ = shared.variables.pairs[index];
        Contest<TwoMembers> contest(task_.largest);
        weigh();
        list_heavy(share_needed(contest));
        if (static_cast<double>(heavy_.size()) > kHeavyMost * static_cast<double>(weight_.size())) return false;
        for (const std::int32_t z : heavy_) {
            if (weight_[z] < share_needed(contest) * (1.0 - kClose)) break;
            scan(z, contest);
            interruption_.check();
        }
        const double needed = 2.0 * share_needed(contest);
        for (const Close& close : shared.close)
            if (weight_[close.z] + weight_[close.d] >= needed * close.apart)
                consider(with_all(close.z), close.z, close.d, contest);
        contest.settle();
        if (!std::isnan(contest.r())) winners.offer(shared.pair(index), contest.r(), contest.set().data());
        return true;
    }

  private:
    const double* row_a() const { return shared_->variables.row_to_pool[pair_.a]; }
    const double* row_b() const { return shared_->variables.row_to_pool[pair_.b]; }

    // tau: how much of r_ab a set must explain to come within the limit.
    double share_needed(const Contest<TwoMembers>& contest) const {
        return std::fabs(pair_.covariance) - std::sqrt(contest.limit());
    }

    void weigh() {
        const double *a = row_a(), *b = row_b();
        weight_.resize(shared_->group.pool_size);
        for (std::size_t d = 0; d < weight_.size(); ++d) weight_[d] = a[d] * a[d] + b[d] * b[d];
        for (const std::int32_t end : {pair_.a, pair_.b}) {
            const std::int32_t own = shared_->variables.row_in_pool[end];
            if (own >= 0) weight_[own] = -1.0;  // a and b are in no set
        }
    }

    // The heaviest comes first: it may bring the limit down and spare us others.
    void list_heavy(double needed) {
        heavy_.clear();
        for (std::size_t d = 0; d < weight_.size(); ++d)
            if (weight_[d] >= needed * (1.0 - kClose)) heavy_.push_back(static_cast<std::int32_t>(d));
        std::sort(heavy_.begin(), heavy_.end(),
                  [&](std::int32_t z, std::int32_t d) { return weight_[z] > weight_[d]; });
    }

    MemberScan with_all(std::int32_t z) const {
        const double *a = row_a(), *b = row_b();
        return {a,
                b,
                shared_->variables.pool_to_pool[z],
                a[z],
                b[z],
                pair_.covariance - a[z] * b[z],
                shared_->group.pool_size};
    }

    void scan(std::int32_t z, Contest<TwoMembers>& contest) const {
        const MemberScan scan = with_all(z);
        unsigned hits = 0;
        for (std::size_t at = 0; (at = next_members_(scan, contest.limit(), at, hits)) < scan.count; at += kMemberStep)
            for (; hits != 0; hits &= hits - 1)
                consider(scan, z, static_cast<std::int32_t>(at) + lowest_bit(hits), contest);
    }

    void consider(const MemberScan& scan, std::int32_t z, std::int32_t d, Contest<TwoMembers>& contest) const {
        if (z == d || weight_[z] < 0.0 || weight_[d] < 0.0) return;
        const Left left(scan, d);
        const std::int32_t* pool = shared_->group.pool;
        const std::vector<std::int32_t>& rows = shared_->variables.rows;
        const TwoMembers found{
            {pool[std::min(z, d)], pool[std::max(z, d)]}, &task_.correlation, rows[pair_.a], rows[pair_.b]};
        if (left.v_a < kIll || left.v_b < kIll) return contest.offer(found);
        const double squared = left.t * left.t / (left.v_a * left.v_b);
        if (squared <= contest.limit()) contest.find(found, std::sqrt(squared));
    }

    const LevelTask& task_;
    Interruption& interruption_;
    NextMembers next_members_;
    const SharedPool* shared_ = nullptr;
    ScanPair pair_{};
    std::vector<double> weight_;
    std::vector<std::int32_t> heavy_;
};

}  // namespace

std::vector<std::size_t> search_sets_of_two(const LevelTask& task, const std::vector<std::size_t>& order,
                                            Winners& winners) {
    Interruption interruption(task.check_signals);
    std::vector<char> done(order.size(), 0);
    for (const PairsAlike& group : group_by_list(task, order)) {
        const std::size_t pairs = group.end - group.begin;
        if (group.pool_size < kPoolLeast || pairs < kPairsLeast) continue;
        const SharedPool shared(task, group, order);
        if (!shared.pays) continue;
        std::vector<HeavySearcher> searchers(worker_count(pairs, task.threads), HeavySearcher(task, interruption));
        parallel_for(pairs, task.threads, [&](std::size_t index, int worker) {
            done[group.begin + index] = searchers[worker].run(shared, index, winners);
        });
    }
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < order.size(); ++i)
        if (!done[i]) left.push_back(order[i]);
    return left;
}

}  // namespace sepset::gaussian
