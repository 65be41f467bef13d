// The bindings of scores and of the posterior over graphs.
#include "bindings/bindings.hpp"

#include <nanobind/stl/optional.h>

#include <chrono>
#include <functional>
#include <optional>
#include <stdexcept>

#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "score/dag_sums.hpp"
#include "score/exact_marks.hpp"
#include "score/layers.hpp"
#include "score/local_scores.hpp"
#include "score/marks.hpp"
#include "score/sampled.hpp"

namespace {

using sepset::Array;

constexpr std::size_t kMostNodes = 24;  // tables of 2^n sets; long before that memory ends
constexpr std::size_t kMostCandidates = 20;

// Python's signal handlers, and a time limit: both end the work by an exception.
std::function<void()> check_signals_for(double seconds) {
    const auto start = std::chrono::steady_clock::now();
    return [start, seconds] {
        sepset::check_signals();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        if (passed.count() < seconds) return;
        const nb::gil_scoped_acquire locked;
        PyErr_SetString(PyExc_TimeoutError, "the time limit was hit");
        throw nb::python_error();
    };
}

void check_nodes(std::size_t n, std::size_t sets) {
    if (n > kMostNodes || sets != std::size_t{1} << n)
        throw std::invalid_argument("local scores have one row of 2^n sets a node");
}

sepset::score::Codes to_codes(const Array<std::uint16_t, 2>& codes, const Array<std::int32_t, 1>& levels) {
    const sepset::score::Codes columns{codes.data(), codes.shape(0), codes.shape(1), levels.data()};
    if (levels.size() != columns.n) throw std::invalid_argument("one number of levels a column is needed");
    for (std::size_t v = 0; v < columns.n; ++v)
        for (std::size_t row = 0; row < columns.rows; ++row)
            if (columns.values[v * columns.rows + row] >= columns.levels[v])
                throw std::invalid_argument("a code is not below the number of levels");
    return columns;
}

sepset::score::DirichletScores to_scores(const Array<double, 1>& cell, const Array<double, 1>& sample) {
    return {{cell.data(), cell.data() + cell.size()}, {sample.data(), sample.data() + sample.size()}};
}

nb::object discrete_local_scores(const Array<std::uint16_t, 2>& codes, const Array<std::int32_t, 1>& levels,
                                 const Array<double, 1>& cell, const Array<double, 1>& sample, int bound, int threads,
                                 double seconds) {
    const sepset::score::Codes columns = to_codes(codes, levels);
    if (columns.n > kMostNodes) throw std::invalid_argument("at most 24 columns have a table of all sets");
    const sepset::score::DirichletScores scores = to_scores(cell, sample);
    std::vector<double> out;
    {
        nb::gil_scoped_release release;
        out = sepset::score::discrete_local_scores(columns, scores, bound, threads, check_signals_for(seconds));
    }
    return sepset::to_numpy(std::move(out), scores.count(), columns.n, std::size_t{1} << columns.n);
}

nb::object gaussian_local_scores(const Array<double, 2>& scatter, std::size_t rows, double mean_weight,
                                 double wishart_weight, int bound) {
    const std::size_t n = scatter.shape(0);
    if (n > kMostNodes || scatter.shape(1) != n) throw std::invalid_argument("a square scatter matrix is needed");
    std::vector<double> out;
    {
        nb::gil_scoped_release release;
        out = sepset::score::gaussian_local_scores({scatter.data(), n, rows, mean_weight, wishart_weight}, bound);
    }
    return sepset::to_numpy(std::move(out), std::size_t{1}, n, std::size_t{1} << n);
}

// For each component, which of the scores it uses and the log-odds of an edge.
nb::tuple dag_evidence(const Array<double, 3>& local, const Array<std::int32_t, 1>& which,
                       const Array<double, 1>& log_odds, bool with_pairs, int threads, double seconds) {
    const std::size_t n = local.shape(1), count = which.size(), square = with_pairs ? n * n : 0;
    check_nodes(n, local.shape(2));
    if (log_odds.size() != count) throw std::invalid_argument("one log-odds a component is needed");
    for (std::size_t i = 0; i < count; ++i)
        if (which.data()[i] < 0 || static_cast<std::size_t>(which.data()[i]) >= local.shape(0))
            throw std::invalid_argument("a component names a score that does not exist");
    std::vector<double> sums(count), edges(count * square), ancestors(count * square);
    {
        nb::gil_scoped_release release;
        sepset::Interruption interruption(check_signals_for(seconds));
        sepset::parallel_for(count, threads, [&](std::size_t i, int) {
            const double* scores = local.data() + static_cast<std::size_t>(which.data()[i]) * (n << n);
            const sepset::score::DagSums found =
                sepset::score::dag_sums({scores, n, log_odds.data()[i]}, with_pairs, interruption);
            sums[i] = found.log_sum;
            std::copy(found.edges.begin(), found.edges.end(), edges.begin() + static_cast<std::ptrdiff_t>(i * square));
            std::copy(found.ancestors.begin(), found.ancestors.end(),
                      ancestors.begin() + static_cast<std::ptrdiff_t>(i * square));
        });
    }
    const std::size_t rows = with_pairs ? count : 0;
    return nb::make_tuple(sepset::to_numpy(std::move(sums), count), sepset::to_numpy(std::move(edges), rows, n, n),
                          sepset::to_numpy(std::move(ancestors), rows, n, n));
}

nb::tuple draw_dags(const Array<double, 2>& local, double log_odds, std::size_t count, std::uint64_t seed,
                    std::uint64_t stream, int threads, double seconds) {
    const std::size_t n = local.shape(0);
    check_nodes(n, local.shape(1));
    sepset::score::Draws draws;
    {
        nb::gil_scoped_release release;
        draws = sepset::score::draw_dags({local.data(), n, log_odds}, count, seed, stream, threads,
                                         check_signals_for(seconds));
    }
    return nb::make_tuple(draws.log_sum, sepset::to_numpy(std::move(draws.parents), count, n));
}

nb::object dag_marks(const Array<std::uint64_t, 3>& parents, std::optional<int> k, const Array<std::int32_t, 1>& plan,
                     int threads) {
    const sepset::score::Dags dags{parents.data(), parents.shape(0), parents.shape(1)};
    if (parents.shape(2) != dags.words()) throw std::invalid_argument("one row of bits a node is needed");
    const sepset::orientation::Plan parts = sepset::orientation::read_plan(plan.data(), plan.size());
    std::vector<std::uint8_t> out;
    {
        nb::gil_scoped_release release;
        out = sepset::score::dag_marks(dags, k, parts, threads, sepset::check_signals);
    }
    return sepset::to_numpy(std::move(out), dags.count, dags.n, dags.n);
}

nb::tuple k_essential_marks(const Array<std::uint64_t, 3>& parents, int k, std::size_t most_steps, int threads) {
    const sepset::score::Dags dags{parents.data(), parents.shape(0), parents.shape(1)};
    if (parents.shape(2) != 1 || dags.n > 64) throw std::invalid_argument("DAGs of at most 64 nodes are needed");
    sepset::score::ExactMarks found;
    {
        nb::gil_scoped_release release;
        found = sepset::score::k_essential_marks(dags, k, most_steps, threads, sepset::check_signals);
    }
    return nb::make_tuple(sepset::to_numpy(std::move(found.marks), dags.count, dags.n, dags.n),
                          sepset::to_numpy(std::move(found.settled), dags.count));
}

using Numbers = Array<std::int32_t, 1>;
using Reals = Array<double, 1>;
using Words = Array<std::uint64_t, 2>;

using sepset::score::Families;

sepset::score::Limits to_limits(const Words& may, const Words& must, std::size_t n) {
    const std::size_t words = (n + 63) / 64;
    for (const Words* table : {&may, &must})
        if (table->shape(0) != n || table->shape(1) != words)
            throw std::invalid_argument("one row of bits a node is needed");
    return {may.data(), must.data(), words};
}

// Lists one after another.
template <class Out, class In>
std::vector<Out> joined(const std::vector<std::vector<In>>& lists) {
    std::vector<Out> out;
    std::size_t total = 0;
    for (const auto& one : lists) total += one.size();
    out.reserve(total);
    for (const auto& one : lists)
        for (const In item : one) out.push_back(static_cast<Out>(item));
    return out;
}

// How many candidates each of some nodes has, the candidates, what their sets score; how many were left out, and the
// score by which they were found.
nb::tuple find_candidates(const std::function<std::unique_ptr<Families>()>& make, std::size_t n,
                          const sepset::score::CandidateSearch& search, double seconds) {
    if (search.most > kMostCandidates) throw std::invalid_argument("at most 20 candidates a node");
    if (search.first > search.last || search.last > n) throw std::invalid_argument("there are no such nodes");
    sepset::score::FoundCandidates found;
    std::vector<std::int32_t> sizes, members;
    std::vector<double> local;
    {
        nb::gil_scoped_release release;
        const std::unique_ptr<Families> families = make();
        if (search.score && *search.score >= families->scores()) throw std::invalid_argument("there is no such score");
        found = sepset::score::find_candidates(*families, search, check_signals_for(seconds));
        for (const auto& one : found.candidates) sizes.push_back(static_cast<std::int32_t>(one.size()));
        members = joined<std::int32_t>(found.candidates);
        local = joined<double>(found.local);
    }
    const std::size_t nodes = sizes.size(), candidates = members.size(), sets = local.size();
    return nb::make_tuple(sepset::to_numpy(std::move(sizes), nodes), sepset::to_numpy(std::move(members), candidates),
                          sepset::to_numpy(std::move(local), sets), found.left_out, found.score);
}

nb::tuple discrete_candidates(const Array<std::uint16_t, 2>& codes, const Numbers& levels, const Reals& cell,
                              const Reals& sample, const Words& may, const Words& must, std::size_t most,
                              std::size_t first, std::size_t last, std::optional<std::size_t> score, int threads,
                              double seconds) {
    const sepset::score::Codes columns = to_codes(codes, levels);
    const sepset::score::DirichletScores scores = to_scores(cell, sample);
    return find_candidates([&] { return sepset::score::discrete_families(columns, scores); }, columns.n,
                           {to_limits(may, must, columns.n), most, first, last, score, threads}, seconds);
}

nb::tuple gaussian_candidates(const Array<double, 2>& scatter, std::size_t rows, double mean_weight,
                              double wishart_weight, const Words& may, const Words& must, std::size_t most,
                              std::size_t first, std::size_t last, std::optional<std::size_t> score, int threads,
                              double seconds) {
    if (scatter.shape(1) != scatter.shape(0)) throw std::invalid_argument("a square scatter matrix is needed");
    const sepset::score::GaussianScore one{scatter.data(), scatter.shape(0), rows, mean_weight, wishart_weight};
    return find_candidates([&] { return sepset::score::gaussian_families(one); }, one.n,
                           {to_limits(may, must, one.n), most, first, last, score, threads}, seconds);
}

// Candidates as `find_candidates` returns them, for all nodes.
sepset::score::CandidateTables to_tables(const Numbers& sizes, const Numbers& members, const Reals& local,
                                         std::size_t scores, const Words& must) {
    const std::size_t n = sizes.size();
    const sepset::score::Limits limits = to_limits(must, must, n);
    sepset::score::CandidateTables tables;
    std::size_t candidate = 0, set = 0;
    for (std::size_t v = 0; v < n; ++v) {
        const auto size = static_cast<std::size_t>(std::max(sizes.data()[v], 0));
        if (size > kMostCandidates || candidate + size > members.size() || set + (scores << size) > local.size())
            throw std::invalid_argument("the candidates of some node are not there");
        tables.candidates.emplace_back(members.data() + candidate, members.data() + candidate + size);
        for (const std::size_t u : tables.candidates.back())
            if (u >= n) throw std::invalid_argument("a candidate is no node");
        tables.local.push_back(local.data() + set);
        tables.must.push_back(sepset::score::certain_parents(limits, v, tables.candidates.back()));
        candidate += size;
        set += scores << size;
    }
    return tables;
}

// Candidates of all nodes with their scores and who is a parent for certain; components as three arrays; the run as
// whole numbers: warm-up, sweeps, keep every, replicas, reversals in percent of the nodes; which chains.
nb::tuple sample_dags(const Numbers& sizes, const Numbers& members, const Reals& local, std::size_t scores,
                      const Words& must, const Numbers& which, const Reals& log_odds, const Reals& log_prior,
                      const Numbers& run, std::uint64_t seed, std::size_t first, std::size_t last, int threads,
                      double seconds) {
    if (run.size() != 5 || log_odds.size() != which.size() || log_prior.size() != which.size())
        throw std::invalid_argument("three numbers a component and five for the run are needed");
    if (first > last) throw std::invalid_argument("there are no such chains");
    const auto number = [&](std::size_t i) { return static_cast<std::size_t>(std::max(run.data()[i], 1)); };
    const sepset::score::SampledPlan plan{
        first, last, {number(0), number(1), number(2), number(3), 0.01 * run.data()[4]}, seed, threads};
    const sepset::score::CandidateTables tables = to_tables(sizes, members, local, scores, must);
    std::vector<sepset::score::ChainComponent> components;
    for (std::size_t i = 0; i < which.size(); ++i) {
        if (which.data()[i] < 0 || static_cast<std::size_t>(which.data()[i]) >= scores)
            throw std::invalid_argument("a component names a score that does not exist");
        components.push_back({static_cast<std::size_t>(which.data()[i]), log_odds.data()[i], log_prior.data()[i]});
    }
    sepset::score::SampledPosterior found;
    {
        nb::gil_scoped_release release;
        found = sepset::score::sample_posterior(tables, components, plan, check_signals_for(seconds));
    }
    const std::size_t draws = found.log_weight.size(), n = sizes.size(), words = (n + 63) / 64, chains = last - first;
    return nb::make_tuple(sepset::to_numpy(std::move(found.parents), draws, n, words),
                          sepset::to_numpy(std::move(found.log_weight), draws),
                          sepset::to_numpy(std::move(found.component), draws),
                          sepset::to_numpy(std::move(found.edges), chains, n, n),
                          sepset::to_numpy(std::move(found.visits), chains, which.size()));
}

}  // namespace

void sepset::bind_score(nb::module_& m) {
    m.def("discrete_local_scores", &discrete_local_scores, nb::arg("codes"), nb::arg("levels"), nb::arg("cell"),
          nb::arg("sample"), nb::arg("bound"), nb::arg("threads"), nb::arg("seconds"));
    m.def("gaussian_local_scores", &gaussian_local_scores, nb::arg("scatter"), nb::arg("rows"), nb::arg("mean_weight"),
          nb::arg("wishart_weight"), nb::arg("bound"));
    m.def("dag_evidence", &dag_evidence, nb::arg("local"), nb::arg("which"), nb::arg("log_odds"), nb::arg("with_pairs"),
          nb::arg("threads"), nb::arg("seconds"));
    m.def("draw_dags", &draw_dags, nb::arg("local"), nb::arg("log_odds"), nb::arg("count"), nb::arg("seed"),
          nb::arg("stream"), nb::arg("threads"), nb::arg("seconds"));
    m.def("discrete_candidates", &discrete_candidates, nb::arg("codes"), nb::arg("levels"), nb::arg("cell"),
          nb::arg("sample"), nb::arg("may"), nb::arg("must"), nb::arg("most"), nb::arg("first"), nb::arg("last"),
          nb::arg("score").none(), nb::arg("threads"), nb::arg("seconds"));
    m.def("gaussian_candidates", &gaussian_candidates, nb::arg("scatter"), nb::arg("rows"), nb::arg("mean_weight"),
          nb::arg("wishart_weight"), nb::arg("may"), nb::arg("must"), nb::arg("most"), nb::arg("first"),
          nb::arg("last"), nb::arg("score").none(), nb::arg("threads"), nb::arg("seconds"));
    m.def("sample_dags", &sample_dags, nb::arg("sizes"), nb::arg("members"), nb::arg("local"), nb::arg("scores"),
          nb::arg("must"), nb::arg("which"), nb::arg("log_odds"), nb::arg("log_prior"), nb::arg("run"), nb::arg("seed"),
          nb::arg("first"), nb::arg("last"), nb::arg("threads"), nb::arg("seconds"));
    m.def("dag_marks", &dag_marks, nb::arg("parents"), nb::arg("k").none(), nb::arg("plan"), nb::arg("threads"));
    m.def("k_essential_marks", &k_essential_marks, nb::arg("parents"), nb::arg("k"), nb::arg("most_steps"),
          nb::arg("threads"));
}
