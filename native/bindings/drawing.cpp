// The binding of what draws.
#include "bindings/bindings.hpp"

#include "drawing/ordering.hpp"
#include "drawing/spacing.hpp"

namespace {

using Numbers = sepset::Array<std::int32_t, 1>;
using Amounts = sepset::Array<std::int64_t, 1>;
using Pairs = sepset::PairArray;

nb::object order_layers(const Numbers& layer, const Pairs& links, int starts, int sweeps, int sifts, int kicks) {
    const sepset::drawing::Links read =
        sepset::drawing::read_links(layer.data(), layer.size(), links.data(), links.shape(0));
    std::vector<std::int32_t> ordered;
    {
        const nb::gil_scoped_release unlocked;
        sepset::Interruption interruption(sepset::check_signals);
        for (const auto& items : sepset::drawing::order_layers(read, {starts, sweeps, sifts, kicks}, interruption))
            ordered.insert(ordered.end(), items.begin(), items.end());
    }
    const std::size_t items = ordered.size();
    return sepset::to_numpy(std::move(ordered), items);
}

nb::object space_items(std::size_t items, const Pairs& wishes, const Amounts& distance, const Amounts& weight) {
    const std::size_t count = wishes.shape(0);
    if (distance.size() != count || weight.size() != count)
        throw std::invalid_argument("a wish is about two items, and has a distance and a weight");
    std::vector<sepset::drawing::Wish> read(count);
    for (std::size_t i = 0; i < count; ++i) read[i] = {wishes(i, 0), wishes(i, 1), distance(i), weight(i)};
    std::vector<std::int64_t> places;
    {
        const nb::gil_scoped_release unlocked;
        sepset::Interruption interruption(sepset::check_signals);
        places = sepset::drawing::space_items(items, read, interruption);
    }
    return sepset::to_numpy(std::move(places), items);
}

}  // namespace

void sepset::bind_drawing(nb::module_& m) {
    m.def("order_layers", &order_layers, nb::arg("layer"), nb::arg("links"), nb::arg("starts"), nb::arg("sweeps"),
          nb::arg("sifts"), nb::arg("kicks"));
    m.def("space_items", &space_items, nb::arg("items"), nb::arg("wishes"), nb::arg("distance"), nb::arg("weight"));
}
