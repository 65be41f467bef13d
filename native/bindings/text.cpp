// The binding of what reads text.
#include "bindings/bindings.hpp"
#include "text/numbers.hpp"

namespace {

using sepset::Array;

nb::tuple read_numbers(const Array<std::uint8_t, 1>& text, const Array<std::int64_t, 1>& starts,
                       const Array<std::int64_t, 1>& lengths, char point) {
    sepset::RawArray<double> values(starts.size());
    std::vector<std::int64_t> others;
    {
        nb::gil_scoped_release release;
        others = sepset::text::read_numbers(
            {{text.data(), text.size()}, {starts.data(), starts.size()}, {lengths.data(), lengths.size()}}, point,
            values.data());
    }
    const std::size_t count = others.size();
    return nb::make_tuple(sepset::to_numpy(std::move(values), starts.size()),
                          sepset::to_numpy(std::move(others), count));
}

}  // namespace

void sepset::bind_text(nb::module_& m) {
    m.def("read_numbers", &read_numbers, nb::arg("text"), nb::arg("starts"), nb::arg("lengths"), nb::arg("point"));
}
