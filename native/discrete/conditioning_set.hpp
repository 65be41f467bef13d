// A conditioning set under way: candidates in ascending order. The last one varies fastest; those before it are the
// prefix, which is chosen once for many last ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sepset::discrete {

struct ConditioningSet {
    std::vector<std::size_t> positions;  // among the candidates
    std::vector<std::int32_t> columns;

    explicit ConditioningSet(std::size_t size) : positions(size), columns(size) {}
    std::size_t size() const { return columns.size(); }
    void choose(std::size_t depth, std::size_t position, std::int32_t column) {
        positions[depth] = position;
        columns[depth] = column;
    }
};

}  // namespace sepset::discrete
