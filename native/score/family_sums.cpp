#include "score/family_sums.hpp"

#include <algorithm>
#include <limits>

#include "score/family.hpp"

namespace sepset::score {

FamilySums::FamilySums(const Component& component)
    : n_(component.n), mantissa_(n_ << n_, 0.0), exponent_(n_ << n_, kNoExponent) {
    const std::size_t sets = std::size_t{1} << n_;
    for (std::size_t v = 0; v < n_; ++v) {
        const double* local = component.local + v * sets;
        double* mantissa = mantissa_.data() + v * sets;
        std::int32_t* exponent = exponent_.data() + v * sets;
        double best = -std::numeric_limits<double>::infinity();
        for (Set set = 0; set < sets; ++set) best = std::max(best, local[set] + component.log_odds * size_of(set));
        offset_ += best;
        for (Set set = 0; set < sets; ++set)
            if (!(set >> v & 1))
                split_exponential(local[set] + component.log_odds * size_of(set) - best, mantissa[set], exponent[set]);
        for (std::size_t bit = 0; bit < n_; ++bit) {
            if (bit == v) continue;
            for (Set set = 0; set < sets; ++set) {
                if (!(set >> bit & 1)) continue;
                const Set less = set ^ Set{1} << bit;
                const std::int32_t top = std::max(exponent[set], exponent[less]);
                mantissa[set] = mantissa[set] * power_of_two(exponent[set] - top) +
                                mantissa[less] * power_of_two(exponent[less] - top);
                exponent[set] = top;
            }
        }
    }
}

Potentials::Potentials(const FamilySums& sums)
    : upto(std::size_t{1} << sums.n(), kNoExponent), onwards(upto.size(), kNoExponent) {
    const Set all = sums.all();
    upto[0] = onwards[all] = 0;
    const auto best = [](std::int32_t old, std::int32_t step, std::int32_t rest) {
        return step <= kNoExponent || rest <= kNoExponent ? old : std::max(old, step + rest);
    };
    for (Set set = 1; set <= all; ++set)
        for (std::size_t v = 0; v < sums.n(); ++v)
            if (const Set less = set & ~(Set{1} << v); less != set)
                upto[set] = best(upto[set], sums.exponent(v, less), upto[less]);
    for (Set set = all; set-- > 0;)
        for (std::size_t v = 0; v < sums.n(); ++v)
            if (const Set more = set | Set{1} << v; more != set)
                onwards[set] = best(onwards[set], sums.exponent(v, set), onwards[more]);
}

}  // namespace sepset::score
