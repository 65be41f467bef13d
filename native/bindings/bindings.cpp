// Turns NumPy arrays into vectors, releases the GIL, calls the kernels. Only bindings*.cpp know Python.
#include "bindings/bindings.hpp"

#include <nanobind/stl/optional.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "common/candidates.hpp"
#include "common/chi_square.hpp"
#include "common/instruction_set.hpp"
#include "common/pair_lists.hpp"
#include "cuts/cuts.hpp"
#include "gaussian/correlation_matrix.hpp"
#include "gaussian/partial_correlation.hpp"
#include "gaussian/search.hpp"

namespace {

using Numbers = sepset::Array<std::int32_t, 1>;
using Offsets = sepset::Array<std::int64_t, 1>;
using Reals = sepset::Array<double, 1>;
using Matrix = sepset::Array<double, 2>;
using Pairs = sepset::PairArray;

using sepset::check_signals;
using sepset::to_numpy;

// Copies compressed rows and checks that they are what they claim, so that the kernels can trust them.
sepset::cuts::Rows to_rows(const Numbers& offsets, const Numbers& members) {
    sepset::cuts::Rows rows;
    rows.offsets.assign(offsets.data(), offsets.data() + offsets.size());
    rows.members.assign(members.data(), members.data() + members.size());
    bool valid = !rows.offsets.empty() && rows.offsets.front() == 0 &&
                 static_cast<std::size_t>(rows.offsets.back()) == rows.members.size();
    for (std::size_t row = 1; row < rows.offsets.size(); ++row) valid &= rows.offsets[row - 1] <= rows.offsets[row];
    for (const std::int32_t member : rows.members) valid &= 0 <= member && member < rows.count();
    if (!valid) throw std::invalid_argument("compressed rows need increasing offsets from 0 and known members");
    return rows;
}

nb::tuple minimum_cuts(const Numbers& parent_offsets, const Numbers& parent_members, const Numbers& spouse_offsets,
                       const Numbers& spouse_members, const Pairs& pairs, std::int32_t limit, int threads) {
    const sepset::cuts::Rows parents = to_rows(parent_offsets, parent_members);
    const sepset::cuts::Rows spouses = to_rows(spouse_offsets, spouse_members);
    const std::vector<std::int32_t> ends(pairs.data(), pairs.data() + pairs.size());
    if (spouses.count() != parents.count())
        throw std::invalid_argument("as many rows of spouses as of parents are needed");
    for (std::size_t i = 0; i < ends.size(); i += 2) {
        for (const std::int32_t end : {ends[i], ends[i + 1]})
            if (end < 0 || end >= parents.count())
                throw std::invalid_argument("a pair names a node that does not exist");
        if (ends[i] == ends[i + 1]) throw std::invalid_argument("the two nodes of a pair must be different");
    }
    sepset::cuts::Cuts cuts;
    {
        nb::gil_scoped_release release;
        cuts = sepset::cuts::minimum_cuts(parents, spouses, ends, limit, threads, check_signals);
    }
    const std::size_t count = cuts.sizes.size(), offset_count = cuts.offsets.size(), total = cuts.members.size();
    return nb::make_tuple(to_numpy(std::move(cuts.sizes), count), to_numpy(std::move(cuts.offsets), offset_count),
                          to_numpy(std::move(cuts.members), total));
}

nb::object k_covered(const Numbers& parent_offsets, const Numbers& parent_members, std::int32_t k) {
    const sepset::cuts::Rows parents = to_rows(parent_offsets, parent_members);
    std::vector<std::uint8_t> rows;
    {
        nb::gil_scoped_release release;
        rows = sepset::cuts::k_covered(parents, k, check_signals);
    }
    const std::size_t n = static_cast<std::size_t>(parents.count());
    return to_numpy(std::move(rows), n, (n + 7) / 8);
}

sepset::gaussian::Correlation to_correlation(const Matrix& matrix) {
    if (matrix.shape(0) != matrix.shape(1)) throw std::invalid_argument("a correlation matrix is square");
    return {matrix.data(), matrix.shape(0)};
}

// The rows of a matrix, which hold a column of a table each, in some order or as they stand.
std::vector<const double*> columns_in(const Matrix& matrix, const std::optional<Numbers>& order) {
    std::vector<const double*> columns(order ? order->size() : matrix.shape(0));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::size_t from =
            order ? static_cast<std::size_t>(order->data()[i]) : i;  // below 0 is too large as well
        if (from >= matrix.shape(0)) throw std::invalid_argument("an order names columns that exist");
        columns[i] = matrix.data() + from * matrix.shape(1);
    }
    return columns;
}

// Calls fill(columns, rows, threads, check_signals, out) and returns the matrix `out`.
template <class Fill>
nb::object filled_matrix(const Matrix& columns, int threads, const std::optional<Numbers>& order, Fill fill) {
    const std::vector<const double*> chosen = columns_in(columns, order);
    const std::size_t n = chosen.size();
    sepset::RawArray<double> out(n * n);
    {
        nb::gil_scoped_release release;
        fill(chosen, columns.shape(1), threads, check_signals, out.data());
    }
    return to_numpy(std::move(out), n, n);
}

nb::object correlation_matrix(const Matrix& columns, int threads, const std::optional<Numbers>& order) {
    return filled_matrix(columns, threads, order, sepset::gaussian::correlation_matrix);
}

nb::object cross_products(const Matrix& columns, int threads) {
    return filled_matrix(columns, threads, std::nullopt, sepset::gaussian::cross_products);
}

double partial_correlation(const Matrix& correlation, std::int32_t a, std::int32_t b, const Numbers& given) {
    const sepset::gaussian::Correlation matrix = to_correlation(correlation);
    std::vector<std::int32_t> variables(given.data(), given.data() + given.size());
    variables.insert(variables.end(), {a, b});
    for (const std::int32_t variable : variables)
        if (variable < 0 || static_cast<std::size_t>(variable) >= matrix.n)
            throw std::invalid_argument("a variable is outside the correlation matrix");
    std::vector<double> work(variables.size() * variables.size());
    return sepset::gaussian::partial_correlation(matrix, a, b, given.data(), static_cast<int>(given.size()),
                                                 work.data());
}

nb::object fisher_z_p(const Reals& r, double dof, int threads) {
    sepset::RawArray<double> p(r.size());
    {
        nb::gil_scoped_release release;
        sepset::gaussian::fisher_z_p(r.data(), r.size(), dof, threads, p.data());
    }
    return to_numpy(std::move(p), r.size());
}

bool level_is_sound(std::size_t columns, const Pairs& pairs, const std::optional<Offsets>& offsets,
                    const std::optional<Numbers>& members, const std::optional<Numbers>& of) {
    if (!sepset::is_sound(sepset::Pairs{{pairs.data(), pairs.size()}}, columns)) return false;
    if (!offsets || !members || !of) return true;
    const sepset::CandidateLists lists{
        {offsets->data(), offsets->size()}, {members->data(), members->size()}, {of->data(), of->size()}};
    return sepset::is_sound(lists, pairs.shape(0), columns) && sepset::is_increasing(lists);
}

nb::object pairs_of(const Offsets& numbers, std::size_t n) {
    sepset::RawArray<std::int32_t> pairs(2 * numbers.size());
    {
        nb::gil_scoped_release release;
        sepset::pairs_of({numbers.data(), numbers.size()}, n, pairs.data());
    }
    return to_numpy(std::move(pairs), numbers.size(), 2);
}

nb::object pairs_between(std::int64_t start, std::int64_t stop, std::size_t n) {
    auto pairs = [&] {
        const nb::gil_scoped_release release;
        return sepset::pairs_between(start, stop, n);
    }();
    return to_numpy(std::move(pairs), static_cast<std::size_t>(stop - start), 2);
}

nb::object not_above(const Reals& numbers, double limit) {
    std::vector<std::int64_t> places;
    {
        nb::gil_scoped_release release;
        places = sepset::not_above({numbers.data(), numbers.size()}, limit);
    }
    const std::size_t count = places.size();
    return to_numpy(std::move(places), count);
}

nb::object ranked_pairs(const Pairs& pairs, const Numbers& rank, int threads) {
    sepset::RawArray<std::int32_t> ranked(pairs.size());
    {
        nb::gil_scoped_release release;
        sepset::ranked_pairs({{pairs.data(), pairs.size()}}, {rank.data(), rank.size()}, threads, ranked.data());
    }
    return to_numpy(std::move(ranked), pairs.shape(0), 2);
}

nb::object ranked_lists(const Offsets& offsets, const Numbers& members, const Numbers& rank) {
    sepset::RawArray<std::int32_t> ranked(members.size());
    {
        nb::gil_scoped_release release;
        sepset::ranked_lists({{offsets.data(), offsets.size()}, {members.data(), members.size()}, {nullptr, 0}},
                             {rank.data(), rank.size()}, ranked.data());
    }
    return to_numpy(std::move(ranked), members.size());
}

nb::tuple neighbour_lists(std::size_t n, const Pairs& pairs) {
    sepset::NeighbourLists lists;
    {
        nb::gil_scoped_release release;
        const sepset::Pairs given{{pairs.data(), pairs.size()}};
        check(given, n);
        lists = sepset::neighbour_lists(given, n);
    }
    return nb::make_tuple(to_numpy(std::move(lists.offsets), n + 1), to_numpy(std::move(lists.members), pairs.size()));
}

nb::object count_candidates(std::size_t columns, const Pairs& pairs, const Offsets& offsets, const Numbers& members,
                            const Numbers& of) {
    const sepset::Pairs given{{pairs.data(), pairs.size()}};
    const sepset::CandidateLists lists{
        {offsets.data(), offsets.size()}, {members.data(), members.size()}, {of.data(), of.size()}};
    std::vector<std::int32_t> available;
    {
        nb::gil_scoped_release release;
        check(given, columns);
        check(lists, given.count(), columns);
        available = sepset::count_candidates(given, lists, columns, 1);
    }
    return to_numpy(std::move(available), given.count());
}

nb::tuple search_level_gaussian(const Matrix& correlation, const Pairs& pairs, int size, const Offsets& offsets,
                                const Numbers& members, const Numbers& of, int threads, double largest) {
    const sepset::gaussian::LevelTask task{
        to_correlation(correlation),
        {{pairs.data(), pairs.size()}},
        size,
        {{offsets.data(), offsets.size()}, {members.data(), members.size()}, {of.data(), of.size()}},
        largest,
        threads,
        check_signals};
    const std::size_t count = task.pairs.count();
    sepset::gaussian::LevelAnswer answer;
    {
        nb::gil_scoped_release release;
        answer = sepset::gaussian::search_level(task);
    }
    return nb::make_tuple(to_numpy(std::move(answer.r), count), to_numpy(std::move(answer.sets), count, size),
                          to_numpy(std::move(answer.available), size ? count : 0));
}

nb::object chi_square_tail(const Reals& statistic, const Reals& dof) {
    if (statistic.size() != dof.size()) throw std::invalid_argument("one number of degrees of freedom a statistic");
    std::vector<double> tail(statistic.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < tail.size(); ++i)
            tail[i] = sepset::chi_square_tail(statistic.data()[i], dof.data()[i]);
    }
    const std::size_t count = tail.size();
    return to_numpy(std::move(tail), count);
}

nb::object chi_square_critical(double alpha, const Reals& dof) {
    if (!(alpha > 0.0 && alpha < 1.0)) throw std::invalid_argument("alpha is between 0 and 1");
    std::vector<double> critical(dof.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < critical.size(); ++i) {  // where dof rise evenly, the values nearly do
            const double guess = i > 1 ? 2.0 * critical[i - 1] - critical[i - 2] : 0.0;
            critical[i] = sepset::chi_square_critical(alpha, dof.data()[i], guess);
        }
    }
    const std::size_t count = critical.size();
    return to_numpy(std::move(critical), count);
}

}  // namespace

NB_MODULE(_core, m) {
    // A test object that a caller keeps until Python ends is no leak worth a message on the terminal.
    nb::set_leak_warnings(false);
    m.doc() = "Compiled kernels of sepset; use them through sepset.kernels.";
    m.def("instruction_set", &sepset::instruction_set_name);
    m.def("minimum_cuts", &minimum_cuts, nb::arg("parent_offsets"), nb::arg("parent_members"),
          nb::arg("spouse_offsets"), nb::arg("spouse_members"), nb::arg("pairs"), nb::arg("limit"), nb::arg("threads"));
    m.def("k_covered", &k_covered, nb::arg("parent_offsets"), nb::arg("parent_members"), nb::arg("k"));
    m.def("correlation_matrix", &correlation_matrix, nb::arg("columns"), nb::arg("threads"),
          nb::arg("order") = nb::none());
    m.def("cross_products", &cross_products, nb::arg("columns"), nb::arg("threads"));
    m.def("partial_correlation", &partial_correlation, nb::arg("correlation"), nb::arg("a"), nb::arg("b"),
          nb::arg("given"));
    m.def("fisher_z_p", &fisher_z_p, nb::arg("r"), nb::arg("dof"), nb::arg("threads"));
    m.def("level_is_sound", &level_is_sound, nb::arg("columns"), nb::arg("pairs"), nb::arg("offsets").none(),
          nb::arg("members").none(), nb::arg("of").none());
    m.def("pairs_of", &pairs_of, nb::arg("numbers"), nb::arg("n"));
    m.def("pairs_between", &pairs_between, nb::arg("start"), nb::arg("stop"), nb::arg("n"));
    m.def("not_above", &not_above, nb::arg("numbers"), nb::arg("limit"));
    m.def("ranked_pairs", &ranked_pairs, nb::arg("pairs"), nb::arg("rank"), nb::arg("threads"));
    m.def("ranked_lists", &ranked_lists, nb::arg("offsets"), nb::arg("members"), nb::arg("rank"));
    m.def("neighbour_lists", &neighbour_lists, nb::arg("n"), nb::arg("pairs"));
    m.def("count_candidates", &count_candidates, nb::arg("columns"), nb::arg("pairs"), nb::arg("offsets"),
          nb::arg("members"), nb::arg("of"));
    m.def("search_level_gaussian", &search_level_gaussian, nb::arg("correlation"), nb::arg("pairs"), nb::arg("size"),
          nb::arg("offsets"), nb::arg("members"), nb::arg("of"), nb::arg("threads"),
          nb::arg("largest") = std::numeric_limits<double>::infinity());
    m.def("chi_square_tail", &chi_square_tail, nb::arg("statistic"), nb::arg("dof"));
    m.def("chi_square_critical", &chi_square_critical, nb::arg("alpha"), nb::arg("dof"));
    sepset::bind_discrete(m);
    sepset::bind_orientation(m);
    sepset::bind_score(m);
    sepset::bind_drawing(m);
    sepset::bind_residual(m);
    sepset::bind_testwise(m);
    sepset::bind_text(m);
}
