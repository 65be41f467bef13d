// The binding of the residual test.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "bindings/bindings.hpp"
#include "residual/residual.hpp"

namespace {

template <class Number, int kDimensions>
using Array = nb::ndarray<const Number, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;
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
        const std::vector<std::int32_t> members(given.data(), given.data() + given.size());
        check_variables(members.data(), members.size());
        for (const std::int32_t end : {a, b}) check_variables(&end, 1);
        nb::gil_scoped_release release;
        const auto answer = sepset::residual::test(*table_, a, b, members);
        return {answer.p, answer.statistic, answer.dof, answer.left, answer.rows};
    }

    nb::tuple search(const Array<std::int32_t, 2>& pairs, std::size_t size, const Array<std::int64_t, 1>& offsets,
                     const Numbers& members, const Numbers& of, double alpha, bool skip_discrete, int threads) const {
        check_variables(pairs.data(), pairs.size());
        check_variables(members.data(), members.size());
        check_lists(offsets, members.size(), of);
        if (pairs.shape(1) != 2 || of.size() != pairs.shape(0))
            throw std::invalid_argument("two variables and one list a pair are needed");
        const std::size_t count = pairs.shape(0);
        const sepset::residual::Level level{pairs.data(),         count,     size,  offsets.data(), offsets.size() - 1,
                                            members.data(),       of.data(), alpha, skip_discrete,  threads,
                                            sepset::check_signals};
        sepset::residual::LevelAnswer answer;
        {
            nb::gil_scoped_release release;
            answer = sepset::residual::search(*table_, level);
        }
        return nb::make_tuple(
            sepset::to_numpy(std::move(answer.p), count), sepset::to_numpy(std::move(answer.statistic), count),
            sepset::to_numpy(std::move(answer.dof), count), sepset::to_numpy(std::move(answer.sets), count, size));
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

    void check_variables(const std::int32_t* variables, std::size_t count) const {
        const auto n = static_cast<std::int32_t>(table_->columns().variables());
        for (std::size_t i = 0; i < count; ++i)
            if (variables[i] < 0 || variables[i] >= n) throw std::invalid_argument("a variable is outside the table");
    }

    static void check_lists(const Array<std::int64_t, 1>& offsets, std::size_t members, const Numbers& of) {
        bool valid = offsets.size() > 0 && offsets.data()[0] == 0 &&
                     static_cast<std::size_t>(offsets.data()[offsets.size() - 1]) == members;
        for (std::size_t g = 1; g < offsets.size(); ++g) valid &= offsets.data()[g - 1] <= offsets.data()[g];
        for (std::size_t i = 0; i < of.size(); ++i)
            valid &= of.data()[i] >= 0 && static_cast<std::size_t>(of.data()[i]) + 1 < offsets.size();
        if (!valid) throw std::invalid_argument("lists need increasing offsets from 0, and every pair one of them");
    }

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
