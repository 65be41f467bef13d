#include "score/grouping.hpp"

#include <algorithm>
#include <numeric>

namespace sepset::score {

namespace {

constexpr std::uint32_t kNone = ~0u;

}  // namespace

WeightedRows merge_rows(const Codes& codes) {
    std::vector<std::uint32_t> order(codes.rows);
    std::iota(order.begin(), order.end(), 0u);
    const auto compare = [&](std::uint32_t a, std::uint32_t b) {
        for (std::size_t v = 0; v < codes.n; ++v) {
            const std::uint16_t *column = codes.values + v * codes.rows, x = column[a], y = column[b];
            if (x != y) return x < y ? -1 : 1;
        }
        return 0;
    };
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return compare(a, b) < 0; });
    WeightedRows merged{std::vector<std::vector<std::uint16_t>>(codes.n), {}, codes.rows};
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && compare(order[i - 1], order[i]) == 0) {
            ++merged.weight.back();
            continue;
        }
        merged.weight.push_back(1);
        for (std::size_t v = 0; v < codes.n; ++v) merged.columns[v].push_back(codes.values[v * codes.rows + order[i]]);
    }
    return merged;
}

Groups one_group(const WeightedRows& rows) {
    return {std::vector<std::uint32_t>(rows.weight.size(), 0), {static_cast<std::uint32_t>(rows.total)}};
}

// `place` has room for every (group, code) and is left as it was, all kNone.
void split(const WeightedRows& rows, const Groups& groups, std::size_t column, std::size_t levels,
           std::vector<std::uint32_t>& place, Groups& finer) {
    const std::vector<std::uint16_t>& codes = rows.columns[column];
    place.resize(std::max(place.size(), groups.size.size() * levels), kNone);
    finer.size.clear();
    finer.of_row.resize(codes.size());
    for (std::size_t row = 0; row < codes.size(); ++row) {
        std::uint32_t& number = place[groups.of_row[row] * levels + codes[row]];
        if (number == kNone) {
            number = static_cast<std::uint32_t>(finer.size.size());
            finer.size.push_back(0);
        }
        finer.of_row[row] = number;
        finer.size[number] += rows.weight[row];
    }
    std::fill_n(place.begin(), groups.size.size() * levels, kNone);
}

// Large groups first, in order, then the small ones from the largest down.
void count_sizes(const Groups& groups, SizeCounts& counts) {
    constexpr std::uint32_t kSmall = 64;
    std::uint32_t histogram[kSmall] = {};
    counts.clear();
    for (const std::uint32_t size : groups.size) {
        if (size < kSmall)
            ++histogram[size];
        else
            counts.emplace_back(size, 1);
    }
    std::sort(counts.begin(), counts.end());
    for (std::uint32_t size = kSmall; size-- > 1;)
        if (histogram[size]) counts.emplace_back(size, histogram[size]);
}

}  // namespace sepset::score
