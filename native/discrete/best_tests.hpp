// What the search keeps of one pair: the tests that may have the largest p-value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace sepset::discrete {

// From which statistic on a test does not count, by degrees of freedom; the last test holds for all larger dof.
// Negative: tests with these dof never count. Infinite: they always do.
class CriticalValues {
  public:
    CriticalValues(const double* values, std::size_t count) : values_(values, values + count), ceiling_(values_) {
        for (std::size_t i = 1; i < count; ++i) ceiling_[i] = std::max(ceiling_[i], ceiling_[i - 1]);
    }
    double at(std::int64_t dof) const { return values_[index(dof)]; }
    double up_to(std::int64_t dof) const { return ceiling_[index(dof)]; }  // the largest value for at most these dof

  private:
    std::size_t index(std::int64_t dof) const { return std::min(static_cast<std::size_t>(dof), values_.size() - 1); }

    std::vector<double> values_, ceiling_;
};

struct BestTest {
    std::int64_t dof;
    double statistic;
    std::vector<std::int32_t> given;  // columns, ascending
};

// For a fixed number of degrees of freedom the p-value falls with the statistic, for a fixed statistic it rises with
// the degrees of freedom. So a test is out as soon as another one has at least its dof and at most its statistic; of
// two equal ones the set whose sorted names come first stays. What remains is a short list with dof and statistic
// both rising.
class BestTests {
  public:
    BestTests(const CriticalValues& critical, const std::int32_t* name_rank)
        : critical_(critical), name_rank_(name_rank) {}

    // Hands over what is kept, and starts anew.
    std::vector<BestTest> take() { return std::exchange(tests_, {}); }

    // A test with these dof is out when its statistic is above this.
    double limit(std::int64_t dof) const { return std::min(critical_.at(dof), best_from(dof)); }

    // The same for a test with at most these dof.
    double limit_up_to(std::int64_t dof) const { return std::min(critical_.up_to(dof), best_from(dof)); }

    void offer(std::int64_t dof, double statistic, const std::vector<std::int32_t>& given) {
        if (!(statistic < critical_.at(dof))) return;
        for (const BestTest& test : tests_) {
            if (test.dof < dof || test.statistic > statistic) continue;
            const bool same = test.dof == dof && test.statistic == statistic;
            if (!same || !named_before(given, test.given)) return;
        }
        // Those that are out stand side by side, where the new one belongs.
        const auto larger = [&](const BestTest& test) { return test.dof > dof; };
        const auto stop = std::find_if(tests_.begin(), tests_.end(), larger);
        const auto out = [&](const BestTest& test) { return test.statistic >= statistic; };
        const auto first = std::find_if(tests_.begin(), stop, out);
        if (first == stop) {
            tests_.insert(stop, BestTest{dof, statistic, given});
            return;
        }
        first->dof = dof;
        first->statistic = statistic;
        first->given = given;  // into the memory that it has
        tests_.erase(first + 1, stop);
    }

  private:
    // The smallest statistic among the tests with at least these dof.
    double best_from(std::int64_t dof) const {
        for (const BestTest& test : tests_) {
            if (test.dof >= dof) return test.statistic;
        }
        return std::numeric_limits<double>::infinity();
    }

    bool named_before(const std::vector<std::int32_t>& given, const std::vector<std::int32_t>& other) const {
        std::vector<std::int32_t> mine, theirs;
        for (std::size_t i = 0; i < other.size(); ++i) {
            mine.push_back(name_rank_[given[i]]);
            theirs.push_back(name_rank_[other[i]]);
        }
        std::sort(mine.begin(), mine.end());
        std::sort(theirs.begin(), theirs.end());
        return mine < theirs;
    }

    const CriticalValues& critical_;
    const std::int32_t* name_rank_;
    std::vector<BestTest> tests_;
};

}  // namespace sepset::discrete
