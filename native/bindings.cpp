// The only file that knows Python: turns NumPy arrays into pointers, releases the GIL, calls the kernels.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "discrete.hpp"

namespace nb = nanobind;

namespace {

template <class Number, int kDimensions>
using Input = nb::ndarray<const Number, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;

// A NumPy array that owns the numbers.
template <class Number>
nb::ndarray<nb::numpy, Number> to_numpy(std::vector<Number>&& numbers) {
    auto owned = std::make_unique<std::vector<Number>>(std::move(numbers));
    Number* data = owned->data();
    const std::size_t count = owned->size();
    nb::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); });
    return nb::ndarray<nb::numpy, Number>(data, {count}, owner);
}

// Discrete columns with their bitmaps and joint counts; keeps the array of codes alive.
class DiscreteTables {
  public:
    DiscreteTables(nb::ndarray<nb::ndim<2>, nb::c_contig, nb::device::cpu> codes, Input<std::int32_t, 1> levels,
                   int threads)
        : codes_(codes) {
        const bool one_byte = codes.dtype() == nb::dtype<std::uint8_t>();
        if (!one_byte && codes.dtype() != nb::dtype<std::uint16_t>()) throw std::invalid_argument("codes: uint8 or uint16");
        if (levels.shape(0) != codes.shape(0)) throw std::invalid_argument("one number of levels a column");
        sepset::DiscreteCodes columns{codes.data(), !one_byte, codes.shape(0), codes.shape(1),
                                      {levels.data(), levels.data() + levels.shape(0)}};
        nb::gil_scoped_release release;
        data_ = std::make_unique<sepset::DiscreteData>(std::move(columns), threads);
    }

    std::tuple<double, std::int64_t, std::int64_t> test(std::int32_t a, std::int32_t b, Input<std::int32_t, 1> given,
                                                        bool likelihood) const {
        nb::gil_scoped_release release;
        const auto result = sepset::discrete_test(data_->codes(), kind(likelihood), a, b, given.data(), given.shape(0));
        return {result.statistic, result.adjusted_dof, result.full_dof};
    }

    nb::tuple search(Input<std::int32_t, 2> pairs, int size, std::optional<Input<std::int64_t, 1>> offsets,
                     std::optional<Input<std::int32_t, 1>> members, std::optional<Input<std::int32_t, 1>> of,
                     Input<double, 1> critical, Input<std::int32_t, 1> name_rank, bool likelihood, bool adjusted,
                     int threads) const {
        sepset::CandidateLists lists{};
        if (offsets && members && of) lists = {offsets->data(), members->data(), of->data()};
        const sepset::LevelRequest request{pairs.data(),      pairs.shape(0),    size,     lists, critical.data(),
                                           critical.shape(0), name_rank.data(), kind(likelihood), adjusted, threads};
        std::vector<std::int64_t> pair, dof;
        std::vector<double> statistic;
        std::vector<std::int32_t> given;
        {
            nb::gil_scoped_release release;
            const auto found = sepset::discrete_search(*data_, request);
            for (std::size_t i = 0; i < found.size(); ++i) {
                for (const auto& entry : found[i]) {
                    pair.push_back(static_cast<std::int64_t>(i));
                    dof.push_back(entry.dof);
                    statistic.push_back(entry.statistic);
                    given.insert(given.end(), entry.given.begin(), entry.given.end());
                }
            }
        }
        return nb::make_tuple(to_numpy(std::move(pair)), to_numpy(std::move(dof)), to_numpy(std::move(statistic)),
                              to_numpy(std::move(given)));
    }

  private:
    static sepset::Statistic kind(bool likelihood) {
        return likelihood ? sepset::Statistic::likelihood : sepset::Statistic::pearson;
    }

    nb::ndarray<nb::ndim<2>, nb::c_contig, nb::device::cpu> codes_;
    std::unique_ptr<sepset::DiscreteData> data_;
};

void bind_discrete(nb::module_& m) {
    nb::class_<DiscreteTables>(m, "DiscreteTables")
        .def(nb::init<nb::ndarray<nb::ndim<2>, nb::c_contig, nb::device::cpu>, Input<std::int32_t, 1>, int>(),
             nb::arg("codes"), nb::arg("levels"), nb::arg("threads"))
        .def("test", &DiscreteTables::test, nb::arg("a"), nb::arg("b"), nb::arg("given"), nb::arg("likelihood"))
        .def("search", &DiscreteTables::search, nb::arg("pairs"), nb::arg("size"), nb::arg("offsets").none(),
             nb::arg("members").none(), nb::arg("of").none(), nb::arg("critical"), nb::arg("name_rank"),
             nb::arg("likelihood"), nb::arg("adjusted"), nb::arg("threads"));
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "Compiled kernels of sepset; use them through sepset.kernels.";
    bind_discrete(m);
}
