// Tests on discrete columns: on their rows, or on counts of sets of them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/bindings.hpp"
#include "common/candidates.hpp"
#include "discrete/best_of_pairs.hpp"
#include "discrete/counted_sets.hpp"
#include "discrete/search.hpp"

namespace {

using sepset::check_signals;
using sepset::to_numpy;
using sepset::discrete::LevelRequest;

template <class Number>
using Input = sepset::Array<Number, 1>;
using Pairs = sepset::PairArray;
using CodeColumn = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MaybeLongs = std::optional<Input<std::int64_t>>;
using MaybeNumbers = std::optional<Input<std::int32_t>>;

sepset::discrete::Statistic kind(bool likelihood) {
    return likelihood ? sepset::discrete::Statistic::likelihood : sepset::discrete::Statistic::pearson;
}

sepset::discrete::Codes to_codes(const std::vector<CodeColumn>& codes, std::vector<std::int32_t> levels) {
    if (levels.size() != codes.size()) throw std::invalid_argument("one number of levels a column");
    sepset::discrete::Codes columns{{}, codes.empty() ? 0 : codes[0].shape(0), std::move(levels)};
    for (const CodeColumn& column : codes) {
        const bool one_byte = column.dtype() == nb::dtype<std::uint8_t>();
        if (!one_byte && column.dtype() != nb::dtype<std::uint16_t>())
            throw std::invalid_argument("codes are uint8 or uint16");
        if (column.shape(0) != columns.rows) throw std::invalid_argument("all columns have as many rows");
        columns.columns.push_back({column.data(), !one_byte});
    }
    return columns;
}

LevelRequest to_request(const Pairs& pairs, int size, const MaybeLongs& offsets, const MaybeNumbers& members,
                        const MaybeNumbers& of, const Input<double>& critical, const Input<std::int32_t>& name_rank,
                        bool likelihood, bool adjusted, int threads) {
    std::optional<sepset::CandidateLists> lists;
    if (offsets && members && of) {
        lists = sepset::CandidateLists{
            {offsets->data(), offsets->size()}, {members->data(), members->size()}, {of->data(), of->size()}};
    }
    return {{{pairs.data(), pairs.size()}},
            size,
            lists,
            {critical.data(), critical.size()},
            {name_rank.data(), name_rank.size()},
            kind(likelihood),
            adjusted,
            threads,
            check_signals};
}

// Which pair, degrees of freedom, statistic, and the sets end to end.
nb::tuple to_arrays(const std::vector<std::vector<sepset::discrete::BestTest>>& found) {
    std::vector<std::int64_t> pair, dof;
    std::vector<double> statistic;
    std::vector<std::int32_t> given;
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (const auto& entry : found[i]) {
            pair.push_back(static_cast<std::int64_t>(i));
            dof.push_back(entry.dof);
            statistic.push_back(entry.statistic);
            given.insert(given.end(), entry.given.begin(), entry.given.end());
        }
    }
    const std::size_t count = pair.size(), members = given.size();
    return nb::make_tuple(to_numpy(std::move(pair), count), to_numpy(std::move(dof), count),
                          to_numpy(std::move(statistic), count), to_numpy(std::move(given), members));
}

// Discrete columns with their bitmaps and joint counts; keeps the arrays of codes alive.
class DiscreteTables {
  public:
    DiscreteTables(std::vector<CodeColumn> codes, const Input<std::int32_t>& levels, int threads)
        : codes_(std::move(codes)) {
        sepset::discrete::Codes columns = to_codes(codes_, {levels.data(), levels.data() + levels.shape(0)});
        nb::gil_scoped_release release;
        sepset::discrete::check(columns);
        data_ = std::make_unique<sepset::discrete::Columns>(std::move(columns), threads, check_signals);
    }

    std::size_t columns() const { return data_->columns(); }
    const sepset::discrete::Codes& for_one_test() const { return data_->codes(); }
    const sepset::discrete::Columns& for_a_search() const { return *data_; }

  private:
    std::vector<CodeColumn> codes_;
    std::unique_ptr<sepset::discrete::Columns> data_;
};

// Counts of sets of columns, added up batch by batch.
class CountedSets {
  public:
    CountedSets(const Input<std::int32_t>& levels, const sepset::Array<std::int32_t, 2>& sets)
        : counted_({levels.data(), levels.data() + levels.shape(0)}, {sets.data(), sets.size()}, sets.shape(1)) {}

    std::int64_t rows() const { return counted_.rows(); }
    std::size_t numbers() const { return counted_.numbers(); }

    void add(const std::vector<CodeColumn>& codes, int threads) {
        const sepset::discrete::Codes columns = to_codes(codes, counted_.levels());
        nb::gil_scoped_release release;
        sepset::discrete::check(columns);
        counted_.add(columns, threads, check_signals);
    }

    void add_weighted(const std::vector<CodeColumn>& codes, const Input<std::int64_t>& weights) {
        const sepset::discrete::Codes columns = to_codes(codes, counted_.levels());
        nb::gil_scoped_release release;
        sepset::discrete::check(columns);
        counted_.add_weighted(columns, {weights.data(), weights.size()});
    }

    nb::object counts() const {
        std::vector<std::int64_t> all = counted_.counts();
        const std::size_t count = all.size();
        return to_numpy(std::move(all), count);
    }

    void add_counts(const Input<std::int64_t>& counts) { counted_.add_counts({counts.data(), counts.size()}); }

    nb::object table(const std::vector<std::int32_t>& columns) const {
        std::vector<std::int64_t> cells;
        {
            nb::gil_scoped_release release;
            check_columns(columns);
            counted_.table(columns, cells);
        }
        const std::size_t count = cells.size();
        return to_numpy(std::move(cells), count);
    }

    std::size_t columns() const { return counted_.levels().size(); }
    const sepset::discrete::CountedSets& for_one_test() const { return counted_; }
    const sepset::discrete::CountedSets& for_a_search() const { return counted_; }

  private:
    void check_columns(std::vector<std::int32_t> columns) const {
        std::sort(columns.begin(), columns.end());
        const bool known = columns.empty() || (columns.front() >= 0 &&
                                               static_cast<std::size_t>(columns.back()) < counted_.levels().size());
        if (!known || std::adjacent_find(columns.begin(), columns.end()) != columns.end())
            throw std::invalid_argument("a table is one of different columns that exist");
    }

    sepset::discrete::CountedSets counted_;
};

template <class Tables>
std::tuple<double, std::int64_t, std::int64_t> test(const Tables& tables, std::int32_t a, std::int32_t b,
                                                    const Input<std::int32_t>& given, bool likelihood) {
    nb::gil_scoped_release release;
    const sepset::View<std::int32_t> members{given.data(), given.shape(0)};
    sepset::discrete::check_test(tables.columns(), a, b, members);
    const auto result = sepset::discrete::test_pair(tables.for_one_test(), kind(likelihood), a, b, members);
    return {result.statistic, result.adjusted_dof, result.full_dof};
}

template <class Tables>
nb::tuple search(const Tables& tables, const Pairs& pairs, int size, const MaybeLongs& offsets,
                 const MaybeNumbers& members, const MaybeNumbers& of, const Input<double>& critical,
                 const Input<std::int32_t>& name_rank, bool likelihood, bool adjusted, int threads) {
    const LevelRequest request =
        to_request(pairs, size, offsets, members, of, critical, name_rank, likelihood, adjusted, threads);
    std::vector<std::vector<sepset::discrete::BestTest>> found;
    {
        nb::gil_scoped_release release;
        sepset::discrete::check(request, tables.columns());
        found = sepset::discrete::search_level(tables.for_a_search(), request);
    }
    return to_arrays(found);
}

nb::tuple best_of_pairs(std::size_t pairs, std::size_t size, const Input<std::int64_t>& pair,
                        const Input<std::int64_t>& dof, const Input<double>& statistic,
                        const Input<std::int32_t>& given, std::int64_t most_dof, const Input<std::int32_t>& name_rank,
                        const Input<std::int32_t>& by_name) {
    const sepset::discrete::TestsOfPairs tests{{pair.data(), pair.size()},
                                               {dof.data(), dof.size()},
                                               {statistic.data(), statistic.size()},
                                               {given.data(), given.size()},
                                               size};
    const sepset::discrete::NameOrder names{{name_rank.data(), name_rank.size()}, {by_name.data(), by_name.size()}};
    sepset::discrete::BestOfPairs best;
    {
        nb::gil_scoped_release release;
        sepset::discrete::check(tests, names, pairs);
        best = sepset::discrete::best_of_pairs(tests, names, pairs, most_dof);
    }
    return nb::make_tuple(to_numpy(std::move(best.p), pairs), to_numpy(std::move(best.sets), pairs, size));
}

template <class Tables>
void bind_tests(nb::class_<Tables>& tables) {
    tables.def("test", &test<Tables>, nb::arg("a"), nb::arg("b"), nb::arg("given"), nb::arg("likelihood"))
        .def("search", &search<Tables>, nb::arg("pairs"), nb::arg("size"), nb::arg("offsets").none(),
             nb::arg("members").none(), nb::arg("of").none(), nb::arg("critical"), nb::arg("name_rank"),
             nb::arg("likelihood"), nb::arg("adjusted"), nb::arg("threads"));
}

}  // namespace

namespace sepset {

void bind_discrete(nb::module_& m) {
    nb::class_<DiscreteTables> tables(m, "DiscreteTables");
    tables.def(nb::init<std::vector<CodeColumn>, Input<std::int32_t>, int>(), nb::arg("codes"), nb::arg("levels"),
               nb::arg("threads"));
    bind_tests(tables);
    nb::class_<CountedSets> counted(m, "CountedSets");
    counted
        .def(nb::init<const Input<std::int32_t>&, const sepset::Array<std::int32_t, 2>&>(), nb::arg("levels"),
             nb::arg("sets"))
        .def_prop_ro("rows", &CountedSets::rows)
        .def_prop_ro("numbers", &CountedSets::numbers)
        .def("add", &CountedSets::add, nb::arg("codes"), nb::arg("threads"))
        .def("add_weighted", &CountedSets::add_weighted, nb::arg("codes"), nb::arg("weights"))
        .def("counts", &CountedSets::counts)
        .def("add_counts", &CountedSets::add_counts, nb::arg("counts"))
        .def("table", &CountedSets::table, nb::arg("columns"));
    bind_tests(counted);
    m.def("best_of_pairs", &best_of_pairs, nb::arg("pairs"), nb::arg("size"), nb::arg("pair"), nb::arg("dof"),
          nb::arg("statistic"), nb::arg("given"), nb::arg("most_dof"), nb::arg("name_rank"), nb::arg("by_name"));
}

}  // namespace sepset
