#include "score/edge_reversal.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/builtins.hpp"
#include "score/family.hpp"

namespace sepset::score {

// All sets of candidates of a node, the heaviest first: draws end early then.
const std::vector<Set>& ParentDraws::by_weight(std::size_t component, std::size_t v) {
    std::vector<Set>& order = sorted_[component * tables_.n() + v];
    if (!order.empty()) return order;
    order.resize(std::size_t{1} << tables_.candidates(v).size());
    std::iota(order.begin(), order.end(), Set{0});
    std::vector<double> weight;
    weight.reserve(order.size());
    for (const Set set : order) weight.push_back(tables_.log_weight(component, v, set));
    std::stable_sort(order.begin(), order.end(), [&](Set a, Set b) { return weight[a] > weight[b]; });
    return order;
}

Set ParentDraws::draw(std::size_t component, std::size_t v, Set allowed, Set needed, const Scaled& total,
                      Random& random) {
    const double log_total = total.log();
    double left = random.uniform();
    Set chosen = 0;
    for (const Set set : by_weight(component, v)) {
        if (set & ~allowed || (needed && !(set & needed))) continue;
        chosen = set;
        if ((left -= std::exp(tables_.log_weight(component, v, set) - log_total)) < 0.0) break;
    }
    return chosen;
}

void EdgeReversal::run(std::size_t steps, std::size_t component, std::vector<Set>& parents, ParentDraws& draws,
                       Random& random) {
    edges_ = 0;
    for (const Set set : parents) edges_ += static_cast<std::size_t>(size_of(set));
    for (std::size_t i = 0; i < steps && edges_; ++i) step(component, parents, draws, random);
}

// The candidates of a node that are not below it.
Set EdgeReversal::not_below(std::size_t v, const std::vector<Set>& parents) {
    std::fill(below_.begin(), below_.end(), char{0});
    below_[v] = 1;
    found_.assign(1, v);
    for (std::size_t at = 0; at < found_.size(); ++at)
        for (const auto& [child, bit] : tables_.children(found_[at]))
            if (parents[child] & bit && !below_[child]) {
                below_[child] = 1;
                found_.push_back(child);
            }
    Set allowed = 0;
    const std::vector<std::size_t>& candidates = tables_.candidates(v);
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (!below_[candidates[i]]) allowed |= Set{1} << i;
    return allowed;
}

// One edge i --> j becomes j --> i: both lose their parents, then i gets new ones with j among them, then j any.
void EdgeReversal::step(std::size_t component, std::vector<Set>& parents, ParentDraws& draws, Random& random) {
    auto number = static_cast<std::size_t>(random.below(static_cast<int>(edges_)));
    std::size_t j = 0;
    for (; number >= static_cast<std::size_t>(size_of(parents[j])); ++j)
        number -= static_cast<std::size_t>(size_of(parents[j]));
    Set left = parents[j];
    for (; number; --number) left &= left - 1;
    const Set bit_i = left & (~left + 1);
    const std::size_t i = tables_.candidates(j)[static_cast<std::size_t>(lowest_bit(bit_i))];
    const std::vector<std::size_t>& candidates = tables_.candidates(i);
    const auto place = std::lower_bound(candidates.begin(), candidates.end(), j);
    if (place == candidates.end() || *place != j) return;
    const Set bit_j = Set{1} << (place - candidates.begin());
    const Set old_i = parents[i], old_j = parents[j];

    parents[i] = parents[j] = 0;
    const Set around_j = not_below(j, parents), around_i = not_below(i, parents);
    parents[j] = old_j;
    const Scaled back_i = tables_.sum(component, i, not_below(i, parents));
    const Scaled back_j = sum_with(component, j, around_j, bit_i);
    parents[j] = 0;
    const Scaled forth_i = sum_with(component, i, around_i, bit_j);
    if (!(forth_i.mantissa > 0.0)) {
        parents[i] = old_i, parents[j] = old_j;
        return;
    }
    parents[i] = draws.draw(component, i, around_i, bit_j, forth_i, random);
    const Set free_j = not_below(j, parents);
    const Scaled forth_j = tables_.sum(component, j, free_j);
    parents[j] = draws.draw(component, j, free_j, 0, forth_j, random);

    const std::size_t edges = edges_ + static_cast<std::size_t>(size_of(parents[i]) + size_of(parents[j])) -
                              static_cast<std::size_t>(size_of(old_i) + size_of(old_j));
    const double gain = (forth_i * forth_j).log() - (back_i * back_j).log() +
                        std::log(static_cast<double>(edges_) / static_cast<double>(edges));
    if (std::log(random.uniform()) < gain)
        edges_ = edges;
    else
        parents[i] = old_i, parents[j] = old_j;
}

}  // namespace sepset::score
