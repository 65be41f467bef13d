// The binding of the residual test.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "bindings/set_search.hpp"
#include "residual/residual.hpp"

namespace {

using sepset::Array;
using Numbers = Array<std::int32_t, 1>;

class ResidualTable {
  public:
    ResidualTable(const Array<double, 2>& values, const Array<std::int64_t, 1>& first,
                  const Array<std::uint8_t, 1>& continuous, const std::optional<Array<std::uint8_t, 2>>& observed,
                  int threads) {
        sepset::residual::Columns columns;
        columns.rows = values.shape(1);
        columns.values.assign(values.data(), values.data() + values.size());
        columns.first.assign(first.data(), first.data() + first.size());
        columns.continuous.assign(continuous.data(), continuous.data() + continuous.size());
        if (observed) columns.observed.assign(observed->data(), observed->data() + observed->size());
        check(columns, values.shape(0));
        nb::gil_scoped_release release;
        table_ = std::make_unique<sepset::residual::Table>(std::move(columns), continuous.size(), threads);
    }

    std::tuple<double, double, std::int64_t, std::int64_t, std::int64_t> test(std::int32_t a, std::int32_t b,
                                                                              const Numbers& given) const {
        const auto members = sepset::checked_test(a, b, given, variables());
        nb::gil_scoped_release release;
        const auto answer = sepset::residual::test(*table_, a, b, members);
        return {answer.p, answer.statistic, answer.dof, answer.left, answer.rows};
    }

    nb::tuple search(const Array<std::int32_t, 2>& pairs, std::size_t size, const Array<std::int64_t, 1>& offsets,
                     const Numbers& members, const Numbers& of, double alpha, bool skip_discrete, int threads) const {
        return sepset::search_arrays(
            {pairs, size, offsets, members, of, alpha, threads}, variables(),
            [&](const sepset::SetLevel& level) { return sepset::residual::search(*table_, level, skip_discrete); });
    }

  private:
    static void check(const sepset::residual::Columns& columns, std::size_t vectors) {
        const std::size_t n = columns.variables();
        bool valid = columns.first.size() == n + 1 && columns.first[0] == 0 &&
                     static_cast<std::size_t>(columns.first[n]) == vectors &&
                     (columns.observed.empty() || columns.observed.size() == n * columns.rows);
        for (std::size_t v = 0; valid && v < n; ++v)
            valid = columns.first[v] <= columns.first[v + 1] && (!columns.continuous[v] || columns.width(v) == 1);
        if (!valid) throw std::invalid_argument("each variable has its vectors, one if it is continuous");
    }

    std::size_t variables() const { return table_->columns().variables(); }

    std::unique_ptr<sepset::residual::Table> table_;
};

}  // namespace

void sepset::bind_residual(nb::module_& m) {
    nb::class_<ResidualTable>(m, "ResidualTable")
        .def(nb::init<const Array<double, 2>&, const Array<std::int64_t, 1>&, const Array<std::uint8_t, 1>&,
                      const std::optional<Array<std::uint8_t, 2>>&, int>(),
             nb::arg("values"), nb::arg("first"), nb::arg("continuous"), nb::arg("observed").none(), nb::arg("threads"))
        .def("test", &ResidualTable::test, nb::arg("a"), nb::arg("b"), nb::arg("given"))
        .def("search", &ResidualTable::search, nb::arg("pairs"), nb::arg("size"), nb::arg("offsets"),
             nb::arg("members"), nb::arg("of"), nb::arg("alpha"), nb::arg("skip_discrete"), nb::arg("threads"));
}
