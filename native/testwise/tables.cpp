#include "testwise/tables.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "common/chi_square.hpp"

namespace sepset::testwise {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Tables::Tables(std::vector<std::uint16_t> codes, std::vector<std::int32_t> levels, std::size_t rows)
    : codes_(std::move(codes)), levels_(std::move(levels)), rows_(rows) {}

// Member by member: the number of a row is that of its stratum so far and its code, renumbered without holes.
Tables::Strata Tables::strata(const std::vector<std::int32_t>& set) const {
    Strata found{std::vector<std::int32_t>(rows_, 0), rows_ > 0 ? std::size_t{1} : 0};
    for (const std::int32_t v : set) {
        const std::uint16_t* code = &codes_[static_cast<std::size_t>(v) * rows_];
        const auto levels = static_cast<std::int64_t>(levels_[static_cast<std::size_t>(v)]);
        std::vector<std::int64_t> joint(rows_, -1), seen;
        for (std::size_t row = 0; row < rows_; ++row) {
            if (found.of_row[row] < 0 || code[row] >= levels) continue;
            joint[row] = found.of_row[row] * levels + code[row];
            seen.push_back(joint[row]);
        }
        std::sort(seen.begin(), seen.end());
        seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
        for (std::size_t row = 0; row < rows_; ++row) {
            const auto place = std::lower_bound(seen.begin(), seen.end(), joint[row]) - seen.begin();
            found.of_row[row] = joint[row] < 0 ? -1 : static_cast<std::int32_t>(place);
        }
        found.count = seen.size();
    }
    return found;
}

TableAnswer Tables::count(discrete::Statistic kind, std::int32_t a, std::int32_t b, const Strata& strata) const {
    const auto rows_a = static_cast<std::size_t>(levels_[static_cast<std::size_t>(a)]);
    const auto rows_b = static_cast<std::size_t>(levels_[static_cast<std::size_t>(b)]);
    const std::uint16_t *first = &codes_[static_cast<std::size_t>(a) * rows_],
                        *second = &codes_[static_cast<std::size_t>(b) * rows_];
    const std::size_t cells = rows_a * rows_b;
    TableAnswer answer{0.0, 0, 0, 0};
    discrete::StatisticSum sum(kind);
    sum.restart(rows_a, rows_b);
    // Strata are counted in blocks, so that many levels need no more memory than a few million cells.
    const std::size_t block = std::max<std::size_t>(1, (std::size_t{1} << 20) / std::max<std::size_t>(cells, 1));
    for (std::size_t from = 0; from < strata.count; from += block) {
        const std::size_t to = std::min(strata.count, from + block);
        std::vector<std::int32_t> counts((to - from) * cells, 0);
        for (std::size_t row = 0; row < rows_; ++row) {
            const auto stratum = static_cast<std::size_t>(strata.of_row[row]);  // -1 is beyond every block
            if (stratum < from || stratum >= to || first[row] >= rows_a || second[row] >= rows_b) continue;
            ++counts[(stratum - from) * cells + first[row] * rows_b + second[row]];
            ++answer.rows;
        }
        for (std::size_t stratum = from; stratum < to; ++stratum) sum.add(&counts[(stratum - from) * cells]);
    }
    answer.statistic = sum.result().statistic;
    answer.adjusted_dof = sum.result().dof;
    return answer;
}

TableAnswer Tables::test(discrete::Statistic kind, std::int32_t a, std::int32_t b,
                         const std::vector<std::int32_t>& given) const {
    TableAnswer answer = count(kind, a, b, strata(given));
    answer.full_dof = (levels_[static_cast<std::size_t>(a)] - 1) * (levels_[static_cast<std::size_t>(b)] - 1);
    for (const std::int32_t v : given) answer.full_dof *= levels_[static_cast<std::size_t>(v)];
    return answer;
}

BestSets Tables::search(discrete::Statistic kind, const SetLevel& level) const {
    return search_sets(level, variables(), [&](const std::vector<std::int32_t>& set) {
        return [this, kind, found = strata(set)](std::int32_t a, std::int32_t b) -> SetAnswer {
            const TableAnswer answer = count(kind, a, b, found);
            if (answer.adjusted_dof <= 0) return {kNaN, kNaN, 0};
            const double p = chi_square_tail(answer.statistic, static_cast<double>(answer.adjusted_dof));
            return {p, answer.statistic, answer.adjusted_dof};
        };
    });
}

}  // namespace sepset::testwise
