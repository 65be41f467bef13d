// Sugiyama, Tagawa and Toda (1981); Matuszewski, Schönfeld and Molitor (1999). The same steps, in the same order, as
// sepset/kernels/ordering.py, which says what each is for.
#include "drawing/ordering.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "common/random.hpp"

namespace sepset::drawing {

namespace {

using Layer = std::vector<std::int32_t>;
using Layers = std::vector<Layer>;

constexpr std::uint64_t kSeed = 1;
constexpr int kIdle = 4;
constexpr std::size_t kMostLooks = 60'000;
constexpr std::size_t kKicked = 5;
constexpr std::size_t kLayersKicked = 3;

std::size_t at(std::int32_t item) { return static_cast<std::size_t>(item); }

template <class T>
void shuffle(T first, std::size_t count, Random& random) {
    for (std::size_t i = count; i > 1; --i) std::swap(first[i - 1], first[random.below(static_cast<int>(i))]);
}

// A Fenwick tree: how many of the numbers seen are larger than one.
class Seen {
  public:
    explicit Seen(std::size_t size) : sums_(size + 1, 0) {}

    void add(std::int32_t number) {
        ++total_;
        for (std::size_t i = at(number) + 1; i < sums_.size(); i += i & (~i + 1)) ++sums_[i];
    }

    std::int64_t above(std::int32_t number) const {
        std::int64_t below_or_equal = 0;
        for (std::size_t i = at(number) + 1; i > 0; i &= i - 1) below_or_equal += sums_[i];
        return total_ - below_or_equal;
    }

  private:
    std::vector<std::int64_t> sums_;
    std::int64_t total_ = 0;
};

// How many pairs of one number from each have the one from `below` smaller; both are sorted.
std::int64_t smaller(const Layer& above, const Layer& below) {
    std::int64_t found = 0;
    std::size_t passed = 0;
    for (const std::int32_t place : above) {
        while (passed < below.size() && below[passed] < place) ++passed;
        found += static_cast<std::int64_t>(passed);
    }
    return found;
}

double centre(const Layer& places, bool median) {
    const std::size_t size = places.size(), half = size / 2;
    if (!median) {
        const auto sum = static_cast<double>(std::accumulate(places.begin(), places.end(), std::int64_t{0}));
        return sum / static_cast<double>(size);
    }
    return size % 2 ? places[half] : (places[half - 1] + places[half]) / 2.0;
}

class Ordering {
  public:
    Ordering(const Links& links, const Effort& effort, Interruption& interruption)
        : links_(links), effort_(effort), interruption_(interruption), place_(links.left.size()),
          before_(links.left.size()), after_(links.left.size()), wish_(links.left.size()) {}

    Layers run() {
        Layers best = links_.layers;
        std::int64_t fewest = crossings(best);
        for (int start = 0; start < effort_.starts; ++start) {
            Layers layers = links_.layers;
            if (start)
                for (Layer& layer : layers) shuffle(layer.begin(), layer.size(), random_);
            layers = swept(std::move(layers), start % 2 == 1);
            settle(layers);
            const std::int64_t count = crossings(layers);
            if (count < fewest) {
                best = std::move(layers);
                fewest = count;
            }
            if (!fewest) break;
        }
        return kicked(std::move(best), fewest);
    }

  private:
    std::int64_t crossings(const Layers& layers) {
        std::int64_t total = 0;
        for (std::size_t i = 0; i + 1 < layers.size(); ++i) {
            number(layers[i + 1]);
            Seen seen(layers[i + 1].size());
            for (const std::int32_t item : layers[i]) {
                const std::vector<std::int32_t>& ends = links_.right[at(item)];
                for (const std::int32_t end : ends) total += seen.above(place_[at(end)]);
                for (const std::int32_t end : ends) seen.add(place_[at(end)]);
            }
        }
        return total;
    }

    Layers swept(Layers layers, bool median) {
        Layers best = layers;
        std::int64_t fewest = crossings(layers);
        int idle = 0;
        for (int sweep = 0; sweep < effort_.sweeps; ++sweep) {
            this->sweep(layers, sweep % 2 == 0, median);
            swap_until_stable(layers);
            const std::int64_t count = crossings(layers);
            idle = count < fewest ? 0 : idle + 1;
            if (count < fewest) {
                best = layers;
                fewest = count;
            }
            if (!fewest || idle >= kIdle) break;
        }
        return best;
    }

    void sweep(Layers& layers, bool forward, bool median) {
        const std::size_t last = layers.size() - 1;
        for (std::size_t step = 1; step <= last; ++step) {
            const std::size_t i = forward ? step : last - step;
            const auto& beside = forward ? links_.left : links_.right;
            number(layers[forward ? i - 1 : i + 1]);
            for (std::size_t own = 0; own < layers[i].size(); ++own) {
                const std::size_t item = at(layers[i][own]);
                put_places(beside[item], before_[item]);
                wish_[item] = before_[item].empty() ? static_cast<double>(own) : centre(before_[item], median);
            }
            std::stable_sort(layers[i].begin(), layers[i].end(),
                             [&](std::int32_t a, std::int32_t b) { return wish_[at(a)] < wish_[at(b)]; });
        }
    }

    void settle(Layers& layers) {
        swap_until_stable(layers);
        for (int i = 0; i < effort_.sifts && sift(layers); ++i) swap_until_stable(layers);
    }

    void swap_until_stable(Layers& layers) {
        std::vector<char> changed(layers.size(), true);
        for (std::size_t left = std::max(layers.size(), kMostLooks / place_.size()); left > 0; --left) {
            const auto found = std::find(changed.begin(), changed.end(), true);
            if (found == changed.end()) break;
            const auto i = static_cast<std::size_t>(found - changed.begin());
            changed[i] = false;
            if (!swap_neighbours(i, layers)) continue;
            for (std::size_t j = i ? i - 1 : 0; j < std::min(i + 2, layers.size()); ++j) changed[j] = true;
        }
    }

    bool swap_neighbours(std::size_t i, Layers& layers) {
        interruption_.check();
        find_ends(i, layers);
        bool moved = false;
        for (std::size_t j = 0; j + 1 < layers[i].size(); ++j) {
            if (gain(layers[i][j], layers[i][j + 1]) <= 0) continue;
            std::swap(layers[i][j], layers[i][j + 1]);
            moved = true;
        }
        return moved;
    }

    bool sift(Layers& layers) {
        bool helped = false;
        for (std::size_t i = 0; i < layers.size(); ++i) {
            interruption_.check();
            find_ends(i, layers);
            Layer busiest_first = layers[i];
            std::sort(busiest_first.begin(), busiest_first.end(), [&](std::int32_t a, std::int32_t b) {
                const std::size_t ends_a = before_[at(a)].size() + after_[at(a)].size();
                const std::size_t ends_b = before_[at(b)].size() + after_[at(b)].size();
                return ends_a != ends_b ? ends_a > ends_b : a < b;
            });
            for (const std::int32_t item : busiest_first) helped |= sift_one(item, layers[i]);
        }
        return helped;
    }

    bool sift_one(std::int32_t item, Layer& layer) {
        const auto own = static_cast<std::size_t>(std::find(layer.begin(), layer.end(), item) - layer.begin());
        std::int64_t best = 0, change = 0;
        std::size_t where = own;
        for (std::size_t j = own; j-- > 0;) {
            change -= gain(layer[j], item);
            if (change < best) best = change, where = j;
        }
        change = 0;
        for (std::size_t j = own + 1; j < layer.size(); ++j) {
            change -= gain(item, layer[j]);
            if (change < best) best = change, where = j;
        }
        const auto begin = layer.begin();
        const auto from = begin + static_cast<std::ptrdiff_t>(own), to = begin + static_cast<std::ptrdiff_t>(where);
        if (where < own) std::rotate(to, from, from + 1);
        if (where > own) std::rotate(from, from + 1, to + 1);
        return where != own;
    }

    Layers kicked(Layers best, std::int64_t fewest) {
        std::vector<std::size_t> wide;
        for (std::size_t i = 0; i < best.size(); ++i)
            if (best[i].size() > 1) wide.push_back(i);
        for (int kick = 0; kick < effort_.kicks && fewest && !wide.empty(); ++kick) {
            Layers layers = best;
            for (std::size_t i = 0; i < std::min(kLayersKicked, wide.size()); ++i) {
                std::swap(wide[i], wide[i + at(random_.below(static_cast<int>(wide.size() - i)))]);
                throw_about(layers[wide[i]]);
            }
            settle(layers);
            const std::int64_t count = crossings(layers);
            if (count > fewest) continue;
            best = std::move(layers);
            fewest = count;
        }
        return best;
    }

    void throw_about(Layer& layer) {
        const auto size = static_cast<int>(layer.size());
        const std::size_t from = at(random_.below(size));
        shuffle(layer.begin() + static_cast<std::ptrdiff_t>(from), std::min(kKicked, layer.size() - from), random_);
        const std::int32_t item = layer[from];
        layer.erase(layer.begin() + static_cast<std::ptrdiff_t>(from));
        layer.insert(layer.begin() + random_.below(size), item);
    }

    // How many crossings go when `upper`, right above `lower`, changes places with it.
    std::int64_t gain(std::int32_t upper, std::int32_t lower) const {
        const std::size_t u = at(upper), l = at(lower);
        return smaller(before_[u], before_[l]) + smaller(after_[u], after_[l]) - smaller(before_[l], before_[u]) -
               smaller(after_[l], after_[u]);
    }

    // For the items of a layer the sorted places of their neighbours to the left, and to the right.
    void find_ends(std::size_t i, const Layers& layers) {
        if (i > 0) number(layers[i - 1]);
        if (i + 1 < layers.size()) number(layers[i + 1]);
        for (const std::int32_t item : layers[i]) {
            put_places(links_.left[at(item)], before_[at(item)]);
            put_places(links_.right[at(item)], after_[at(item)]);
        }
    }

    void put_places(const std::vector<std::int32_t>& items, Layer& places) const {
        places.clear();
        for (const std::int32_t item : items) places.push_back(place_[at(item)]);
        std::sort(places.begin(), places.end());
    }

    void number(const Layer& layer) {
        for (std::size_t place = 0; place < layer.size(); ++place)
            place_[at(layer[place])] = static_cast<std::int32_t>(place);
    }

    const Links& links_;
    const Effort effort_;
    Interruption& interruption_;
    Random random_{kSeed, 0};
    std::vector<std::int32_t> place_;    // by item: its place in its layer, when that was last numbered
    std::vector<Layer> before_, after_;  // by item: places of neighbours, as last found
    std::vector<double> wish_;
};

}  // namespace

Links read_links(const std::int32_t* layer, std::size_t items, const std::int32_t* links, std::size_t count) {
    Links read{{}, std::vector<Layer>(items), std::vector<Layer>(items)};
    for (std::size_t item = 0; item < items; ++item) {
        if (layer[item] < 0 || at(layer[item]) >= items) throw std::invalid_argument("layers are numbered from 0");
        read.layers.resize(std::max(read.layers.size(), at(layer[item]) + 1));
        read.layers[at(layer[item])].push_back(static_cast<std::int32_t>(item));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::int32_t a = links[2 * i], b = links[2 * i + 1];
        const auto known = [&](std::int32_t item) { return item >= 0 && at(item) < items; };
        if (!known(a) || !known(b) || layer[a] + 1 != layer[b])
            throw std::invalid_argument("a link joins an item with one of the next layer");
        read.right[at(a)].push_back(b);
        read.left[at(b)].push_back(a);
    }
    return read;
}

Layers order_layers(const Links& links, const Effort& effort, Interruption& interruption) {
    return links.layers.size() < 2 ? links.layers : Ordering(links, effort, interruption).run();
}

}  // namespace sepset::drawing
