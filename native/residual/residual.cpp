#include "residual/residual.hpp"

#include <limits>
#include <optional>

namespace sepset::residual {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// A test on the rows in which nothing is missing; the set comes first, so that only its powers are made.
Answer test_in_part(const Table& table, const std::vector<std::int32_t>& set_and_ends) {
    const std::size_t size = set_and_ends.size() - 2;
    const Table part = table.restricted(set_and_ends, table.complete_rows(set_and_ends), size);
    std::vector<std::int32_t> members(size);
    for (std::size_t i = 0; i < size; ++i) members[i] = static_cast<std::int32_t>(i);
    SetResiduals residuals(part, members.data(), size);
    const auto a = static_cast<std::int32_t>(size), b = a + 1;
    residuals.prepare(a);
    residuals.prepare(b);
    return residuals.test(a, b);
}

// One set and what it answers; pairs with missing values are looked at one by one.
class SetTest {
  public:
    SetTest(const Table& table, const std::vector<std::int32_t>& set) : table_(table), set_(set), all_(set) {
        all_.resize(set.size() + 2);
    }

    Answer operator()(std::int32_t a, std::int32_t b) {
        all_[all_.size() - 2] = a;
        all_[all_.size() - 1] = b;
        if (!table_.complete(all_)) return test_in_part(table_, all_);
        if (!residuals_) residuals_.emplace(table_, set_.data(), set_.size());
        residuals_->prepare(a);
        residuals_->prepare(b);
        return residuals_->test(a, b);
    }

  private:
    const Table& table_;
    std::vector<std::int32_t> set_, all_;    // the set, and the set with both ends
    std::optional<SetResiduals> residuals_;  // on all rows, worked out for the first pair without gaps
};

}  // namespace

Answer test(const Table& table, std::int32_t a, std::int32_t b, const std::vector<std::int32_t>& given) {
    return SetTest(table, given)(a, b);
}

BestSets search(const Table& table, const SetLevel& level, bool skip_discrete) {
    const std::vector<std::uint8_t>& continuous = table.columns().continuous;
    return search_sets(level, table.columns().variables(), [&](const std::vector<std::int32_t>& set) {
        bool skip = skip_discrete;
        for (const std::int32_t v : set) skip &= !continuous[static_cast<std::size_t>(v)];
        return [&, skip, test = SetTest(table, set)](std::int32_t a, std::int32_t b) mutable -> SetAnswer {
            const bool discrete = !continuous[static_cast<std::size_t>(a)] && !continuous[static_cast<std::size_t>(b)];
            if (skip && discrete) return {kNaN, kNaN, 0};
            const Answer answer = test(a, b);
            return {answer.p, answer.statistic, answer.dof};
        };
    });
}

}  // namespace sepset::residual
