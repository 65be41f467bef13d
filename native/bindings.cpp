// The only file that knows Python: turns NumPy arrays into vectors, releases the GIL, calls the kernels.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "cuts.hpp"

namespace nb = nanobind;

namespace {

using Numbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Pairs = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

// Hands a vector over to NumPy without a copy.
template <class T, class... Shape>
nb::object to_numpy(std::vector<T>&& values, Shape... shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), {static_cast<std::size_t>(shape)...}, owner));
}

// Copies compressed rows and checks that they are what they claim, so that the kernels can trust them.
sepset::Rows to_rows(const Numbers& offsets, const Numbers& members) {
    sepset::Rows rows;
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
    const sepset::Rows parents = to_rows(parent_offsets, parent_members);
    const sepset::Rows spouses = to_rows(spouse_offsets, spouse_members);
    const std::vector<std::int32_t> ends(pairs.data(), pairs.data() + pairs.size());
    if (spouses.count() != parents.count()) throw std::invalid_argument("as many rows of spouses as of parents are needed");
    for (const std::int32_t end : ends)
        if (end < 0 || end >= parents.count()) throw std::invalid_argument("a pair names a node that does not exist");
    sepset::Cuts cuts;
    {
        nb::gil_scoped_release release;
        cuts = sepset::minimum_cuts(parents, spouses, ends, limit, threads);
    }
    const std::size_t count = cuts.sizes.size(), offset_count = cuts.offsets.size(), total = cuts.members.size();
    return nb::make_tuple(to_numpy(std::move(cuts.sizes), count), to_numpy(std::move(cuts.offsets), offset_count),
                          to_numpy(std::move(cuts.members), total));
}

nb::object k_covered(const Numbers& parent_offsets, const Numbers& parent_members, std::int32_t k) {
    const sepset::Rows parents = to_rows(parent_offsets, parent_members);
    std::vector<std::uint8_t> rows;
    {
        nb::gil_scoped_release release;
        rows = sepset::k_covered(parents, k);
    }
    const std::size_t n = static_cast<std::size_t>(parents.count());
    return to_numpy(std::move(rows), n, (n + 7) / 8);
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "Compiled kernels of sepset; use them through sepset.kernels.";
    m.def("minimum_cuts", &minimum_cuts, nb::arg("parent_offsets"), nb::arg("parent_members"),
          nb::arg("spouse_offsets"), nb::arg("spouse_members"), nb::arg("pairs"), nb::arg("limit"),
          nb::arg("threads"));
    m.def("k_covered", &k_covered, nb::arg("parent_offsets"), nb::arg("parent_members"), nb::arg("k"));
}
