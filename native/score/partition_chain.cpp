#include "score/partition_chain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "common/builtins.hpp"
#include "score/edge_reversal.hpp"

namespace sepset::score {

namespace {

constexpr Scaled kNever{0.0, 0};

// Products over the possible children of the node that is placed, by the layer they are in.
struct LayerSums {
    Scaled same;    // the node is not before them
    Scaled only;    // it is alone in the layer before theirs
    Scaled joins;   // it is in the layer before theirs, with others
    Scaled before;  // it is in an earlier layer
    std::size_t children = 0;
};

class Chain {
  public:
    Chain(const ChainTables& tables, Random random)
        : tables_(tables), random_(random), layer_of_(tables.n(), 0), reversal_(tables) {
        set_layers(tables.certain());
        component_ = static_cast<std::size_t>(random_.below(static_cast<int>(tables.components().size())));
    }

    // One step for as many nodes as there are, drawn at random; `heat` below 1 flattens the posterior.
    void sweep(double heat) {
        for (std::size_t i = 0; i < n(); ++i) {
            place(any_node(), heat);
            if (i % 2) exchange(heat);
        }
        choose_component(heat);
    }

    std::size_t component() const { return component_; }

    // The log of the probability of the partition and the component, up to a constant.
    double log_probability() const {
        Scaled product;
        for (std::size_t v = 0; v < n(); ++v) product *= node_score(component_, v, above(v));
        return product.log() + tables_.components()[component_].log_prior;
    }
    void draw(std::size_t reversals, ParentDraws& draws, std::vector<Set>& parents);

  private:
    // Candidates in layers before that of a node, and those in the layer just before.
    struct Above {
        Set all, last;
    };

    std::size_t n() const { return tables_.n(); }
    std::size_t any_node() { return static_cast<std::size_t>(random_.below(static_cast<int>(n()))); }
    void exchange(double heat);
    Scaled score_of(const std::vector<std::size_t>& nodes) const;
    Above above(std::size_t v) const;
    Scaled node_score(std::size_t component, std::size_t v, Above masks) const {
        const Scaled all = tables_.sum(component, v, masks.all);
        return layer_of_[v] == 0 ? all : difference(all, tables_.sum(component, v, masks.all & ~masks.last));
    }
    void take_out(std::size_t v);
    void put_back(std::size_t v, std::size_t option);
    void own_scores(std::size_t v);
    void child_sums(std::size_t v);
    void place(std::size_t v, double heat);
    void choose_component(double heat);
    std::size_t drawn_option(double heat);
    void set_layers(const std::vector<Set>& parents);

    const ChainTables& tables_;
    Random random_;
    std::size_t component_;
    std::vector<std::vector<std::size_t>> layers_;
    std::vector<std::size_t> layer_of_;
    // Scratch: for the node that is placed, by layer; the options, join layer j at 2j + 1, new layer before j at 2j.
    std::vector<Set> in_layer_;
    std::vector<Scaled> own_, options_, same_;
    std::vector<double> shares_;
    std::vector<LayerSums> sums_;
    std::vector<std::size_t> concerned_;
    EdgeReversal reversal_;
};

Chain::Above Chain::above(std::size_t v) const {
    const std::vector<std::size_t>& candidates = tables_.candidates(v);
    const std::size_t here = layer_of_[v];
    Above masks{0, 0};
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const std::size_t layer = layer_of_[candidates[i]];
        if (layer < here) masks.all |= Set{1} << i;
        if (layer + 1 == here) masks.last |= Set{1} << i;
    }
    return masks;
}

void Chain::take_out(std::size_t v) {
    const std::size_t here = layer_of_[v];
    std::vector<std::size_t>& layer = layers_[here];
    layer.erase(std::find(layer.begin(), layer.end(), v));
    layer_of_[v] = n();  // in no layer, and before no other
    if (!layer.empty()) return;
    layers_.erase(layers_.begin() + static_cast<std::ptrdiff_t>(here));
    for (std::size_t later = here; later < layers_.size(); ++later)
        for (const std::size_t u : layers_[later]) layer_of_[u] = later;
}

void Chain::put_back(std::size_t v, std::size_t option) {
    const std::size_t at = option / 2;
    if (option % 2 == 0) {
        layers_.emplace(layers_.begin() + static_cast<std::ptrdiff_t>(at));
        for (std::size_t later = at + 1; later < layers_.size(); ++later)
            for (const std::size_t u : layers_[later]) layer_of_[u] = later;
    }
    layers_[at].push_back(v);
    layer_of_[v] = at;
}

// The score of the node itself if it comes right after layer j - 1, for every j.
void Chain::own_scores(std::size_t v) {
    in_layer_.assign(layers_.size(), 0);
    const std::vector<std::size_t>& candidates = tables_.candidates(v);
    for (std::size_t i = 0; i < candidates.size(); ++i) in_layer_[layer_of_[candidates[i]]] |= Set{1} << i;
    own_.assign(layers_.size() + 1, kNever);
    Set before = 0;
    Scaled sum = own_[0] = tables_.sum(component_, v, 0);
    for (std::size_t j = 1; j <= layers_.size(); ++j) {
        if (!in_layer_[j - 1]) continue;
        before |= in_layer_[j - 1];
        const Scaled more = tables_.sum(component_, v, before);
        own_[j] = difference(more, sum);
        sum = more;
    }
}

void Chain::child_sums(std::size_t v) {
    sums_.assign(layers_.size() + 2, LayerSums());
    for (const auto& [child, bit] : tables_.children(v)) {
        const Above masks = above(child);
        const Set early = masks.all & ~masks.last;
        const bool first = layer_of_[child] == 0;
        LayerSums& sums = sums_[layer_of_[child]];
        const Scaled all = tables_.sum(component_, child, masks.all);
        const Scaled with = tables_.sum(component_, child, masks.all | bit);
        ++sums.children;
        sums.only *= difference(with, all);
        if (first) {
            sums.same *= all;
            continue;
        }
        const Scaled rest = tables_.sum(component_, child, early);
        sums.same *= difference(all, rest);
        sums.joins *= difference(with, rest);
        sums.before *= difference(with, tables_.sum(component_, child, early | bit));
    }
}

void Chain::place(std::size_t v, double heat) {
    take_out(v);
    own_scores(v);
    child_sums(v);
    const std::size_t count = layers_.size();
    options_.assign(2 * count + 1, kNever);
    // From the last layer to the first, so that `after` holds the children that come after the layers in question.
    same_.assign(count + 1, Scaled());
    for (std::size_t j = 0; j < count; ++j) same_[j + 1] = same_[j] * sums_[j].same;
    Scaled after, beyond;  // children in layers > j, in layers > j + 1
    for (std::size_t j = count + 1; j-- > 0;) {
        // A new layer before layer j: everyone in layer j then needs the node as a parent.
        const bool possible = j == count || sums_[j].children == layers_[j].size();
        if (possible) options_[2 * j] = same_[j] * (j < count ? sums_[j].only : Scaled()) * after * own_[j];
        if (j < count) {
            options_[2 * j + 1] = same_[j + 1] * sums_[j + 1].joins * beyond * own_[j];
            beyond = after;
            after *= sums_[j].before;
        }
    }
    put_back(v, drawn_option(heat));
}

Scaled Chain::score_of(const std::vector<std::size_t>& nodes) const {
    Scaled product;
    for (const std::size_t v : nodes) product *= node_score(component_, v, above(v));
    return product;
}

// Exchanges a node and one of its candidates, if that is accepted: single nodes cannot pass each other when each needs
// the other's place. Only these two and their possible children are concerned.
void Chain::exchange(double heat) {
    const std::size_t a = any_node();
    const std::vector<std::size_t>& candidates = tables_.candidates(a);
    if (candidates.empty()) return;
    const std::size_t b = candidates[static_cast<std::size_t>(random_.below(static_cast<int>(candidates.size())))];
    if (layer_of_[a] == layer_of_[b]) return;
    std::vector<std::size_t>& nodes = concerned_;
    nodes.assign({a, b});
    for (const std::size_t end : {a, b})
        for (const auto& child : tables_.children(end)) nodes.push_back(child.first);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    const Scaled before = score_of(nodes);
    std::swap(layer_of_[a], layer_of_[b]);
    const Scaled now = score_of(nodes);
    const double gain = now.mantissa > 0.0 ? now.log() - before.log() : -HUGE_VAL;
    if (std::log(random_.uniform()) < heat * gain) {
        // layer_of_ has changed already: a is where b was.
        std::replace(layers_[layer_of_[a]].begin(), layers_[layer_of_[a]].end(), b, a);
        std::replace(layers_[layer_of_[b]].begin(), layers_[layer_of_[b]].end(), a, b);
    } else {
        std::swap(layer_of_[a], layer_of_[b]);
    }
}

// Draws one of the options by its probability to the power of `heat`.
std::size_t Chain::drawn_option(double heat) {
    std::int64_t top = std::numeric_limits<std::int64_t>::min();
    for (Scaled& option : options_) {
        if (!(option.mantissa > 0.0)) continue;
        int shift = 0;
        option.mantissa = std::frexp(option.mantissa, &shift);
        option.exponent += shift;
        top = std::max(top, option.exponent);
    }
    shares_.assign(options_.size(), 0.0);
    double total = 0.0;
    for (std::size_t i = 0; i < options_.size(); ++i) {
        const std::int64_t gap = options_[i].exponent - top;
        if (!(options_[i].mantissa > 0.0) || static_cast<double>(gap) * heat < -200.0) continue;
        shares_[i] = heat < 1.0 ? std::exp2(heat * (std::log2(options_[i].mantissa) + static_cast<double>(gap)))
                                : options_[i].mantissa * power_of_two(static_cast<std::int32_t>(gap));
        total += shares_[i];
    }
    double left = random_.uniform() * total;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
        if (!(shares_[i] > 0.0)) continue;
        chosen = i;
        if ((left -= shares_[i]) < 0.0) break;
    }
    return chosen;
}

// Draws the component from its probability given the partition.
void Chain::choose_component(double heat) {
    const std::size_t count = tables_.components().size();
    if (count == 1) return;
    options_.assign(count, Scaled());
    for (std::size_t c = 0; c < count; ++c) {
        std::int32_t exponent = 0;
        split_exponential(tables_.components()[c].log_prior, options_[c].mantissa, exponent);
        options_[c].exponent = exponent;
    }
    for (std::size_t v = 0; v < n(); ++v) {
        const Above masks = above(v);
        for (std::size_t c = 0; c < count; ++c) options_[c] *= node_score(c, v, masks);
    }
    component_ = drawn_option(heat);
}

// Draws a DAG given the partition, the parents of each node on their own; reverses some of its edges; and goes on with
// the partition that the DAG has then.
void Chain::draw(std::size_t reversals, ParentDraws& draws, std::vector<Set>& parents) {
    for (std::size_t v = 0; v < n(); ++v) {
        const Above masks = above(v);
        parents[v] = layer_of_[v] == 0
                         ? 0
                         : draws.draw(component_, v, masks.all, masks.last, node_score(component_, v, masks), random_);
    }
    if (!reversals) return;
    reversal_.run(reversals, component_, parents, draws, random_);
    set_layers(parents);
}

// The layers of a DAG: each node right after the last of its parents.
void Chain::set_layers(const std::vector<Set>& parents) {
    std::fill(layer_of_.begin(), layer_of_.end(), std::size_t{0});
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t v = 0; v < n(); ++v)
            for (Set left = parents[v]; left; left &= left - 1) {
                const std::size_t parent = tables_.candidates(v)[static_cast<std::size_t>(lowest_bit(left))];
                if (layer_of_[v] > layer_of_[parent]) continue;
                layer_of_[v] = layer_of_[parent] + 1;
                changed = true;
            }
    }
    layers_.assign(1 + *std::max_element(layer_of_.begin(), layer_of_.end()), {});
    for (std::size_t v = 0; v < n(); ++v) layers_[layer_of_[v]].push_back(v);
}

// Chains at rising heat that exchange their places: the flat ones cross what the others cannot.
class Ladder {
  public:
    Ladder(const ChainTables& tables, std::size_t replicas, Random random) : random_(random) {
        const double ratio = 1.0 - 1.0 / (1.0 + std::sqrt(static_cast<double>(tables.n())));
        for (std::size_t i = 0; i < replicas; ++i) {
            chains_.emplace_back(tables, Random(random_.word(), i));
            heat_.push_back(std::pow(ratio, static_cast<double>(i)));
            place_.push_back(i);
        }
    }

    Chain& coldest() { return chains_[place_[0]]; }

    void sweep(double heat) {
        for (std::size_t i = 0; i < place_.size(); ++i) chains_[place_[i]].sweep(heat * heat_[i]);
        if (place_.size() == 1) return;
        std::vector<double> scores;
        scores.reserve(place_.size());
        for (const std::size_t chain : place_) scores.push_back(chains_[chain].log_probability());
        for (std::size_t i = place_.size() - 1; i-- > 0;) {
            const double gain = heat * (heat_[i] - heat_[i + 1]) * (scores[i + 1] - scores[i]);
            if (std::log(random_.uniform()) >= gain) continue;
            std::swap(place_[i], place_[i + 1]);
            std::swap(scores[i], scores[i + 1]);
        }
    }

  private:
    Random random_;
    std::vector<Chain> chains_;
    std::vector<double> heat_;
    std::vector<std::size_t> place_;  // which chain has which heat
};

}  // namespace

ChainResult run_chain(const ChainTables& tables, const ChainPlan& plan, Random random, Interruption& interruption) {
    const std::size_t n = tables.n();
    ChainResult result{{}, {}, std::vector<double>(n * n, 0.0), std::vector<double>(tables.components().size(), 0.0)};
    Ladder ladder(tables, plan.replicas, random);
    const double heating = 0.6 * static_cast<double>(plan.warm_up);
    for (std::size_t i = 0; i < plan.warm_up; ++i) {
        interruption.check();
        ladder.sweep(std::min(1.0, 0.02 + 0.98 * static_cast<double>(i) / std::max(heating, 1.0)));
    }
    std::vector<Set> parents(n);
    ParentDraws draws(tables);
    const auto reversals = static_cast<std::size_t>(plan.reversals * static_cast<double>(n));
    for (std::size_t i = 1; i <= plan.sweeps; ++i) {
        interruption.check();
        ladder.sweep(1.0);
        Chain& chain = ladder.coldest();
        chain.draw(reversals, draws, parents);
        result.visits[chain.component()] += 1.0 / static_cast<double>(plan.sweeps);
        for (std::size_t v = 0; v < n; ++v)
            for (Set left = parents[v]; left; left &= left - 1)
                result.edges[tables.candidates(v)[static_cast<std::size_t>(lowest_bit(left))] * n + v] +=
                    1.0 / static_cast<double>(plan.sweeps);
        if (i % plan.keep_every) continue;
        result.parents.insert(result.parents.end(), parents.begin(), parents.end());
        result.component.push_back(static_cast<std::int32_t>(chain.component()));
    }
    return result;
}

}  // namespace sepset::score
