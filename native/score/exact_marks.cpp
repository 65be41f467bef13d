#include "score/exact_marks.hpp"

#include <map>

#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "essential/class_search.hpp"

namespace sepset::score {

namespace {

using essential::bit;
using essential::Closure;
using essential::Pattern;
using essential::Row;
using essential::TypesSeen;
using orientation::kArrow;
using orientation::kCircle;
using orientation::kTail;

// The edge union [Kocaoglu 2023]: an arrowhead without any tail there, a circle where <-> occurs beside a tail.
void write_union(const Pattern& pattern, const TypesSeen& seen, std::uint8_t* out) {
    for (std::size_t i = 0; i < pattern.n(); ++i)
        essential::each(pattern.adjacency[i], [&](std::size_t j) {
            const bool tail = seen.below[i] & bit(j), beside = seen.beside[i] & bit(j);
            out[i * pattern.n() + j] = static_cast<std::uint8_t>(1 + (!tail ? kArrow : beside ? kCircle : kTail));
        });
}

}  // namespace

ExactMarks k_essential_marks(const Dags& dags, int k, std::size_t most_steps, int threads,
                             const std::function<void()>& check_signals) {
    const std::size_t n = dags.n, square = n * n;
    ExactMarks out{std::vector<std::uint8_t>(dags.count * square, 0), std::vector<std::uint8_t>(dags.count, 1)};
    Interruption interruption(check_signals);
    std::vector<Closure> closures(dags.count);
    parallel_for(dags.count, threads, [&](std::size_t dag, int) {
        interruption.check();
        closures[dag] = essential::k_closure({dags.parents + dag * n, dags.parents + (dag + 1) * n}, k);
    });
    std::map<Pattern, std::vector<std::size_t>> classes;
    for (std::size_t dag = 0; dag < dags.count; ++dag) classes[Pattern(closures[dag])].push_back(dag);
    std::vector<const std::pair<const Pattern, std::vector<std::size_t>>*> jobs;
    for (const auto& one : classes) jobs.push_back(&one);
    parallel_for(jobs.size(), threads, [&](std::size_t job, int) {
        interruption.check();
        const auto& [pattern, members] = *jobs[job];
        TypesSeen seen(n);
        for (const std::size_t dag : members) seen.add(closures[dag]);
        bool settled = true;
        if (k == 0)
            essential::settle_unconditional(pattern, seen);
        else
            settled = essential::settle_class(pattern, k, most_steps, seen);
        for (const std::size_t dag : members) {
            write_union(pattern, seen, out.marks.data() + dag * square);
            out.settled[dag] = settled;
        }
    });
    return out;
}

}  // namespace sepset::score
