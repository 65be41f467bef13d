#include "score/candidate_tables.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

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

// Takes the weight from sets without one of the parents that are certain.
void keep_certain(Set certain, std::size_t candidates, std::vector<double>& local) {
    const std::size_t last = (std::size_t{1} << candidates) - 1;
    if (certain)
        for (std::size_t i = 0; i < local.size(); ++i)
            if (certain & ~(i & last)) local[i] = -std::numeric_limits<double>::infinity();
}

// The candidates of one node in increasing order, and how many that would have gained something are not among them.
std::pair<std::vector<std::size_t>, std::size_t> choose(const Families& families, const CandidateSearch& search,
                                                        std::size_t v, std::size_t score) {
    std::vector<std::size_t> chosen;
    for (std::size_t u = 0; u < families.n(); ++u)
        if (search.limits.may_be(u, v)) chosen.push_back(u);
    if (chosen.size() <= search.most) return {chosen, 0};
    std::vector<double> gain = best_gains(families, search.limits, v, score);
    for (const std::size_t u : chosen)
        if (search.limits.must_be(u, v)) gain[u] += 1e10;
    std::stable_sort(chosen.begin(), chosen.end(), [&](std::size_t a, std::size_t b) { return gain[a] > gain[b]; });
    std::size_t kept = search.most, left_out = 0;
    while (kept > kFewest && gain[chosen[kept - 1]] < kHopeless) --kept;
    for (std::size_t i = kept; i < chosen.size(); ++i) left_out += gain[chosen[i]] > 0.0;
    chosen.resize(kept);
    std::sort(chosen.begin(), chosen.end());
    return {chosen, left_out};
}

}  // namespace

FoundCandidates find_candidates(const Families& families, const CandidateSearch& search,
                                const std::function<void()>& check_signals) {
    Interruption interruption(check_signals);
    const std::size_t count = search.last - search.first;
    FoundCandidates found{std::vector<std::vector<std::size_t>>(count), std::vector<std::vector<double>>(count)};
    if (search.score)
        found.score = *search.score;
    else if (families.n() - 1 > search.most)
        found.score = leading_score(families, search.threads, interruption);
    std::vector<std::size_t> left_out(count, 0);
    parallel_for(count, search.threads, [&](std::size_t i, int) {
        interruption.check();
        const std::size_t v = search.first + i;
        std::tie(found.candidates[i], left_out[i]) = choose(families, search, v, found.score);
        found.local[i] = families.table(v, found.candidates[i]);
        keep_certain(certain_parents(search.limits, v, found.candidates[i]), found.candidates[i].size(),
                     found.local[i]);
    });
    found.left_out = std::accumulate(left_out.begin(), left_out.end(), std::size_t{0});
    return found;
}

Set certain_parents(const Limits& limits, std::size_t v, const std::vector<std::size_t>& candidates) {
    Set certain = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (limits.must_be(candidates[i], v)) certain |= Set{1} << i;
    return certain;
}

}  // namespace sepset::score
