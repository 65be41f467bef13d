// The binding of what draws.
#include "bindings/bindings.hpp"

#include "drawing/ordering.hpp"

namespace {

using Numbers = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Pairs = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

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

}  // namespace

void sepset::bind_drawing(nb::module_& m) {
    m.def("order_layers", &order_layers, nb::arg("layer"), nb::arg("links"), nb::arg("starts"), nb::arg("sweeps"),
          nb::arg("sifts"), nb::arg("kicks"));
}
