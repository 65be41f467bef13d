#include "essential/closures.hpp"

#include "cuts/cuts.hpp"

namespace sepset::essential {

namespace {

// Each node's ancestors, by rounds until nothing is new.
std::vector<Row> ancestors_of(const std::vector<Row>& parents) {
    std::vector<Row> rows(parents);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            Row more = rows[i];
            each(parents[i], [&](std::size_t parent) { more |= rows[parent]; });
            changed |= more != rows[i];
            rows[i] = more;
        }
    }
    return rows;
}

}  // namespace

Closure k_closure(const std::vector<Row>& parents, int k) {
    const std::size_t n = parents.size(), bytes = (n + 7) / 8;
    cuts::Rows compressed;
    compressed.offsets.push_back(0);
    for (const Row row : parents) {
        each(row, [&](std::size_t parent) { compressed.members.push_back(static_cast<std::int32_t>(parent)); });
        compressed.offsets.push_back(static_cast<std::int32_t>(compressed.members.size()));
    }
    const std::vector<std::uint8_t> covered = cuts::k_covered(compressed, k, {});
    const std::vector<Row> ancestors = ancestors_of(parents);
    Closure closure{std::vector<Row>(n, 0), std::vector<Row>(n, 0)};
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j)
            if (i != j && covered[i * bytes + j / 8] >> (j % 8) & 1) closure.adjacency[i] |= bit(j);
        closure.parents[i] = closure.adjacency[i] & ancestors[i];
    }
    return closure;
}

Pattern::Pattern(const Closure& closure) : adjacency(closure.adjacency), colliders_(n() * n(), 0) {
    for (std::size_t c = 0; c < n(); ++c) {
        Row into = 0;
        each(adjacency[c], [&](std::size_t a) {
            if (closure.head(c, a)) into |= bit(a);
        });
        each(into, [&](std::size_t a) { colliders_[c * n() + a] = into & ~adjacency[a] & ~bit(a); });
    }
}

}  // namespace sepset::essential
