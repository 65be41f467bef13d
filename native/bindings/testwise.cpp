// The binding of the tests that leave out missing values test by test.
#include <nanobind/stl/tuple.h>

#include <memory>
#include <stdexcept>
#include <tuple>

#include "bindings/set_search.hpp"
#include "testwise/correlations.hpp"
#include "testwise/tables.hpp"

namespace {

using sepset::Array;
using Numbers = Array<std::int32_t, 1>;

class TestwiseCorrelations {
  public:
    explicit TestwiseCorrelations(const Array<double, 2>& values) {
        nb::gil_scoped_release release;
        data_ = std::make_unique<sepset::testwise::Correlations>(values.data(), values.shape(0), values.shape(1));
    }

    std::tuple<double, std::int64_t> test(std::int32_t a, std::int32_t b, const Numbers& given) const {
        const auto members = sepset::checked_test(a, b, given, data_->variables());
        nb::gil_scoped_release release;
        const auto found = data_->partial(a, b, members);
        return {found.r, found.rows};
    }

    nb::tuple search(const Array<std::int32_t, 2>& pairs, std::size_t size, const Array<std::int64_t, 1>& offsets,
                     const Numbers& members, const Numbers& of, double alpha, int threads) const {
        return sepset::search_arrays({pairs, size, offsets, members, of, alpha, threads}, data_->variables(),
                                     [&](const sepset::SetLevel& level) { return data_->search(level); });
    }

  private:
    std::unique_ptr<sepset::testwise::Correlations> data_;
};

class TestwiseTables {
  public:
    TestwiseTables(const Array<std::uint16_t, 2>& codes, const Numbers& levels) {
        if (levels.size() != codes.shape(0)) throw std::invalid_argument("one number of levels a variable");
        data_ = std::make_unique<sepset::testwise::Tables>(
            std::vector<std::uint16_t>(codes.data(), codes.data() + codes.size()),
            std::vector<std::int32_t>(levels.data(), levels.data() + levels.size()), codes.shape(1));
    }

    std::tuple<double, std::int64_t, std::int64_t, std::int64_t> test(std::int32_t a, std::int32_t b,
                                                                      const Numbers& given, bool likelihood) const {
        const auto members = sepset::checked_test(a, b, given, data_->variables());
        nb::gil_scoped_release release;
        const auto found = data_->test(kind(likelihood), a, b, members);
        return {found.statistic, found.adjusted_dof, found.full_dof, found.rows};
    }

    nb::tuple search(const Array<std::int32_t, 2>& pairs, std::size_t size, const Array<std::int64_t, 1>& offsets,
                     const Numbers& members, const Numbers& of, double alpha, bool likelihood, int threads) const {
        return sepset::search_arrays(
            {pairs, size, offsets, members, of, alpha, threads}, data_->variables(),
            [&](const sepset::SetLevel& level) { return data_->search(kind(likelihood), level); });
    }

  private:
    static sepset::discrete::Statistic kind(bool likelihood) {
        return likelihood ? sepset::discrete::Statistic::likelihood : sepset::discrete::Statistic::pearson;
    }

    std::unique_ptr<sepset::testwise::Tables> data_;
};

}  // namespace

void sepset::bind_testwise(nb::module_& m) {
    nb::class_<TestwiseCorrelations>(m, "TestwiseCorrelations")
        .def(nb::init<const Array<double, 2>&>(), nb::arg("values"))
        .def("test", &TestwiseCorrelations::test, nb::arg("a"), nb::arg("b"), nb::arg("given"))
        .def("search", &TestwiseCorrelations::search, nb::arg("pairs"), nb::arg("size"), nb::arg("offsets"),
             nb::arg("members"), nb::arg("of"), nb::arg("alpha"), nb::arg("threads"));
    nb::class_<TestwiseTables>(m, "TestwiseTables")
        .def(nb::init<const Array<std::uint16_t, 2>&, const Numbers&>(), nb::arg("codes"), nb::arg("levels"))
        .def("test", &TestwiseTables::test, nb::arg("a"), nb::arg("b"), nb::arg("given"), nb::arg("likelihood"))
        .def("search", &TestwiseTables::search, nb::arg("pairs"), nb::arg("size"), nb::arg("offsets"),
             nb::arg("members"), nb::arg("of"), nb::arg("alpha"), nb::arg("likelihood"), nb::arg("threads"));
}
