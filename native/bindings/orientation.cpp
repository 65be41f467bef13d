// The binding of the orientation engine.
#include "bindings/bindings.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>

#include "orientation/orientation.hpp"

namespace {

using sepset::Array;
using Numbers = Array<std::int32_t, 1>;
using Table = Array<std::int32_t, 2>;
using Rows = Array<std::uint64_t, 2>;
using Marks = Array<std::uint64_t, 3>;

const sepset::Word* to_rows(const std::optional<Rows>& rows, std::size_t n, std::size_t words) {
    if (!rows) return nullptr;
    if (rows->shape(0) != n || rows->shape(1) != words) throw std::invalid_argument("one row of bits a node is needed");
    return rows->data();
}

nb::tuple to_arrays(sepset::orientation::Records&& records, std::size_t width) {
    const std::size_t count = records.because_start.size(), total = records.because.size();
    return nb::make_tuple(sepset::to_numpy(std::move(records.numbers), count - 1, width),
                          sepset::to_numpy(std::move(records.because_start), count),
                          sepset::to_numpy(std::move(records.because), total));
}

// A task refers to the arrays, which must outlive it.
sepset::orientation::OrientationTask to_task(const Marks& near, const Numbers& plan, std::optional<int> k,
                                             const Numbers& first, const Numbers& second, const Numbers& size,
                                             const Table& members, const Table& votes,
                                             const std::optional<Rows>& adjacency, const std::optional<Rows>& ancestors,
                                             bool doubts_without_set) {
    const std::size_t n = near.shape(1), words = (n + 63) / 64, sets = first.size();
    if (near.shape(0) != 3 || near.shape(2) != words)
        throw std::invalid_argument("three rows of bits a node are needed");
    if (second.size() != sets || size.size() != sets || members.shape(0) != sets)
        throw std::invalid_argument("one size and one row of members a pair are needed");
    if (votes.shape(1) != 4) throw std::invalid_argument("a vote is end, middle, end and what was decided");
    const sepset::orientation::EvidenceArrays evidence{first.data(),
                                                       second.data(),
                                                       size.data(),
                                                       members.data(),
                                                       sets,
                                                       members.shape(1),
                                                       votes.data(),
                                                       votes.shape(0),
                                                       to_rows(adjacency, n, words),
                                                       to_rows(ancestors, n, words),
                                                       doubts_without_set,
                                                       k};
    return {n, near.data(), evidence, sepset::orientation::read_plan(plan.data(), plan.size()), sepset::check_signals};
}

nb::tuple orient_marks(const Marks& near, const Numbers& plan, std::optional<int> k, const Numbers& first,
                       const Numbers& second, const Numbers& size, const Table& members, const Table& votes,
                       const std::optional<Rows>& adjacency, const std::optional<Rows>& ancestors,
                       bool doubts_without_set) {
    const auto task =
        to_task(near, plan, k, first, second, size, members, votes, adjacency, ancestors, doubts_without_set);
    sepset::orientation::OrientationAnswer answer;
    {
        nb::gil_scoped_release release;
        answer = sepset::orientation::orient(task);
    }
    const std::size_t n = task.n, words = (n + 63) / 64;
    return nb::make_tuple(sepset::to_numpy(std::move(answer.near), 3, n, words),
                          sepset::to_numpy(std::move(answer.far), 3, n, words),
                          to_arrays(std::move(answer.trace), sepset::orientation::kTraceWidth),
                          to_arrays(std::move(answer.conflicts), sepset::orientation::kConflictWidth));
}

nb::tuple propose_marks(const Marks& near, const Numbers& plan, std::optional<int> k, const Numbers& first,
                        const Numbers& second, const Numbers& size, const Table& members, const Table& votes,
                        const std::optional<Rows>& adjacency, const std::optional<Rows>& ancestors,
                        bool doubts_without_set) {
    const auto task =
        to_task(near, plan, k, first, second, size, members, votes, adjacency, ancestors, doubts_without_set);
    sepset::orientation::Records found;
    {
        nb::gil_scoped_release release;
        found = sepset::orientation::propose(task);
    }
    return to_arrays(std::move(found), sepset::orientation::kProposalWidth);
}

}  // namespace

void sepset::bind_orientation(nb::module_& m) {
    m.def("rule_names", &sepset::orientation::rule_names);
    m.def("plan_part_kinds", &sepset::orientation::plan_part_kinds);
    m.def("conflict_kinds", &sepset::orientation::conflict_kinds);
    m.def("orient_marks", &orient_marks, nb::arg("near"), nb::arg("plan"), nb::arg("k").none(), nb::arg("first"),
          nb::arg("second"), nb::arg("size"), nb::arg("members"), nb::arg("votes"), nb::arg("adjacency").none(),
          nb::arg("ancestors").none(), nb::arg("doubts_without_set"));
    m.def("propose_marks", &propose_marks, nb::arg("near"), nb::arg("plan"), nb::arg("k").none(), nb::arg("first"),
          nb::arg("second"), nb::arg("size"), nb::arg("members"), nb::arg("votes"), nb::arg("adjacency").none(),
          nb::arg("ancestors").none(), nb::arg("doubts_without_set"));
}
