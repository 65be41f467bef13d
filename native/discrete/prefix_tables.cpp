#include "discrete/prefix_tables.hpp"

#include <algorithm>

namespace sepset::discrete {
namespace {

constexpr std::size_t kMostTable = 4096;  // cells of a table that a block counts

}  // namespace

bool PrefixTables::fits(const Prefix& prefix, int levels) const {
    return static_cast<std::size_t>(prefix.strata) * pair_.cells() * levels <= kMostTable;
}

void PrefixTables::prepare(std::size_t i, const ConditioningSet& set) {
    Prefix& prefix = group_[i];
    prefix.strata = count_strata(set);
    if (!fits(prefix, 2)) return;
    // With sorted rows a single column has its masks already: its bitmaps.
    if (!single_ || !cells_.sorted()) mask_strata(prefix, set);
    prefix.totals.assign(static_cast<std::size_t>(pair_.cells()) * prefix.strata, 0);
    single_ ? total_levels(prefix) : total_strata(prefix);
}

int PrefixTables::count_strata(const ConditioningSet& set) const {
    std::size_t strata = 1;
    for (std::size_t i = 0; i + 1 < set.size() && strata <= kMostTable; ++i) strata *= data_.levels(set.columns[i]);
    return static_cast<int>(std::min(strata, kMostTable + 1));
}

void PrefixTables::mask_strata(Prefix& prefix, const ConditioningSet& set) {
    const std::size_t words = cells_.words();
    prefix.masks.resize(static_cast<std::size_t>(prefix.strata) * words);
    std::copy(cells_.all_rows().begin(), cells_.all_rows().end(), prefix.masks.begin());
    std::size_t before = 1;
    for (std::size_t i = 0; i + 1 < set.size(); ++i) {
        const int levels = data_.levels(set.columns[i]);
        mask_space_.assign(prefix.masks.begin(), prefix.masks.begin() + static_cast<std::ptrdiff_t>(before * words));
        for (std::size_t stratum = 0; stratum < before; ++stratum) {
            for (int cell = 0; cell < pair_.cells(); ++cell) {
                const std::size_t first = cells_.range(cell).first;
                const std::uint64_t* parent = mask_space_.data() + stratum * words + first;
                split(parent, cell, set.positions[i], prefix.masks.data() + stratum * levels * words + first);
            }
        }
        before *= levels;
    }
}

// Splits the rows of a mask by the levels of the candidate at a position, for one cell.
void PrefixTables::split(const std::uint64_t* parent, int cell, std::size_t position, std::uint64_t* parts) const {
    const std::size_t count = cells_.range(cell).count;
    std::copy(parent, parent + count, parts);
    for (int level = 1; level < data_.levels(candidates_.column(position)); ++level) {
        const std::uint64_t* bits = cells_.bits(position, level, cell);
        std::uint64_t* part = parts + level * cells_.words();
        for (std::size_t w = 0; w < count; ++w) {
            part[w] = parent[w] & bits[w];
            parts[w] &= ~bits[w];
        }
    }
}

void PrefixTables::total_strata(Prefix& prefix) {
    for (int cell = 0; cell < pair_.cells(); ++cell) {
        stratum_masks_.clear();
        for (int stratum = 0; stratum < prefix.strata; ++stratum) {
            const auto place = static_cast<std::size_t>(cell) * prefix.strata + stratum;
            stratum_masks_.push_back({prefix.masks.data() + stratum * cells_.words(), place});
        }
        cells_.count_rows(stratum_masks_, cell, prefix.totals.data());
    }
}

// A single column: its table with the pair is known.
void PrefixTables::total_levels(Prefix& prefix) const {
    const std::size_t number = prefix.position / kLanes;
    const TableShape table = pair_.shape(1, candidates_.blocks()[number].slots + 1);
    const std::int32_t* counts = first_order_.table(number) + prefix.position % kLanes;
    for (int cell = 0; cell < pair_.cells(); ++cell) {
        for (int level = 0; level < prefix.strata; ++level)
            prefix.totals[cell * prefix.strata + level] = counts[table.at(cell, 0, level)];
    }
}

// Where the tables of the group start, for blocks with as many slots as this one, and the masks that fill them.
void PrefixTables::lay_out(const Block& block) {
    std::size_t size = 0;
    masks_.clear();
    for (std::size_t i = 0; i < size_; ++i) {
        Prefix& prefix = group_[i];
        prefix.table = size;
        if (!fits(prefix, block.slots + 1)) continue;
        take_masks(prefix, block);
        size += shape(prefix, block).size();
    }
    table_.resize(size);
    laid_out_slots_ = block.slots;
}

// The bitmaps of all strata but the first, and where their counts go.
void PrefixTables::take_masks(const Prefix& prefix, const Block& block) {
    const TableShape table = shape(prefix, block);
    for (int stratum = 1; stratum < prefix.strata; ++stratum) {
        const std::uint64_t* bits = single_ && cells_.sorted() ? cells_.mask(prefix.position, stratum)
                                                               : prefix.masks.data() + stratum * cells_.words();
        masks_.push_back({bits, prefix.table + table.at(0, stratum, 1), table.at(1, 0, 0)});
    }
}

// All cells, strata and levels but the first.
void PrefixTables::count(std::size_t block) {
    if (laid_out_slots_ != candidates_.blocks()[block].slots) lay_out(candidates_.blocks()[block]);
    cells_.count(masks_, block, group_[0].position + 1, table_);
}

const std::int32_t* PrefixTables::complete(std::size_t number, const Prefix& prefix) {
    const Block& block = candidates_.blocks()[number];
    const std::size_t width = block.width();
    const std::int32_t* totals[kNarrow];  // read only if a cell is skipped
    joint_space_.resize(std::max(joint_space_.size(), kNarrow * width));
    for (int level = 1; cells_.skipped() >= 0 && level < prefix.strata; ++level) {
        const std::int32_t* joint = data_.joint(candidates_.column(prefix.position), level);
        totals[level - 1] = candidates_.joint_lanes(joint, number, joint_space_.data() + (level - 1) * width);
    }
    std::int32_t* table = table_.data() + prefix.table;
    data_.block_operations().complete_with_prefix(
        {cells_.skipped(), totals, first_order_.table(number), prefix.totals.data()}, shape(prefix, block), table);
    return table;
}

}  // namespace sepset::discrete
