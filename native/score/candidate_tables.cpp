#include "score/candidate_tables.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "common/interruption.hpp"
#include "common/parallel.hpp"

namespace sepset::score {

namespace {

constexpr std::size_t kMostGreedy = 8;
constexpr std::size_t kFewest = 5;
// A parent whose best gain is below this is improbable by any of the usual priors.
constexpr double kHopeless = -4.0;

// The score by which single parents explain most: candidates are chosen by one score for all.
std::size_t leading_score(const Families& families, int threads, Interruption& interruption) {
    std::vector<double> total(families.scores(), 0.0);
    const std::size_t n = families.n(), step = std::max<std::size_t>(n / 20, 1);
    std::vector<double> best(families.scores() * n, 0.0);
    parallel_for(families.scores() * ((n + step - 1) / step), threads, [&](std::size_t job, int) {
        interruption.check();
        const std::size_t score = job % families.scores(), v = job / families.scores() * step;
        const std::vector<double> out = families.extensions(v, {}, score);
        best[score * n + v] = *std::max_element(out.begin(), out.end());
    });
    for (std::size_t score = 0; score < total.size(); ++score)
        for (std::size_t v = 0; v < n; ++v) total[score] += best[score * n + v];
    return static_cast<std::size_t>(std::max_element(total.begin(), total.end()) - total.begin());
}

// The best gain of every variable as a further parent, along the greedy way to the best family.
std::vector<double> best_gains(const Families& families, const Limits& limits, std::size_t v, std::size_t score) {
    std::vector<double> gain(families.n(), -std::numeric_limits<double>::infinity());
    std::vector<std::size_t> parents;
    for (std::size_t step = 0; step <= kMostGreedy; ++step) {
        const std::vector<double> out = families.extensions(v, parents, score);
        const double now = out[v];
        std::size_t chosen = v;
        for (std::size_t u = 0; u < families.n(); ++u) {
            if (!limits.may_be(u, v) || std::find(parents.begin(), parents.end(), u) != parents.end()) continue;
            gain[u] = std::max(gain[u], out[u] - now);
            if (chosen == v || out[u] > out[chosen]) chosen = u;
        }
        if (chosen == v || out[chosen] <= now) break;
        parents.push_back(chosen);
    }
    // The family itself comes first, whatever others gain alone.
    for (const std::size_t parent : parents) gain[parent] += 1e9;
    return gain;
}

// Bits of the candidates that are parents for certain; sets without one of them get no weight.
Set keep_certain(const Limits& limits, std::size_t v, const std::vector<std::size_t>& candidates,
                 std::vector<double>& local) {
    Set certain = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (limits.must_be(candidates[i], v)) certain |= Set{1} << i;
    const std::size_t last = (std::size_t{1} << candidates.size()) - 1;
    if (certain)
        for (std::size_t i = 0; i < local.size(); ++i)
            if (certain & ~(i & last)) local[i] = -std::numeric_limits<double>::infinity();
    return certain;
}

}  // namespace

CandidateTables candidate_tables(const Families& families, const Limits& limits, std::size_t most, int threads,
                                 const std::function<void()>& check_signals) {
    const std::size_t n = families.n();
    CandidateTables tables{std::vector<std::vector<std::size_t>>(n), std::vector<std::vector<double>>(n),
                           std::vector<Set>(n, 0)};
    Interruption interruption(check_signals);
    const std::size_t score = n - 1 > most ? leading_score(families, threads, interruption) : 0;
    std::vector<std::size_t> left_out(n, 0);
    parallel_for(n, threads, [&](std::size_t v, int) {
        interruption.check();
        std::vector<std::size_t>& chosen = tables.candidates[v];
        for (std::size_t u = 0; u < n; ++u)
            if (limits.may_be(u, v)) chosen.push_back(u);
        if (chosen.size() > most) {
            std::vector<double> gain = best_gains(families, limits, v, score);
            for (const std::size_t u : chosen)
                if (limits.must_be(u, v)) gain[u] += 1e10;
            std::stable_sort(chosen.begin(), chosen.end(),
                             [&](std::size_t a, std::size_t b) { return gain[a] > gain[b]; });
            std::size_t kept = most;
            while (kept > kFewest && gain[chosen[kept - 1]] < kHopeless) --kept;
            for (std::size_t i = kept; i < chosen.size(); ++i) left_out[v] += gain[chosen[i]] > 0.0;
            chosen.resize(kept);
            std::sort(chosen.begin(), chosen.end());
        }
        tables.local[v] = families.table(v, chosen);
        tables.must[v] = keep_certain(limits, v, chosen, tables.local[v]);
    });
    tables.left_out = std::accumulate(left_out.begin(), left_out.end(), std::size_t{0});
    return tables;
}

}  // namespace sepset::score
