// A DAG falls into layers: the roots, what are roots without them, and so on. Each node but a root has a parent in the
// layer before its own. With U the nodes placed so far and L the last layer among them, the sum over all completions is
//     f(U, L) = Σ_R Π_{v in R} (W_v(U) - W_v(U without L)) f(U + R, R)      over all R outside U that are not empty
// [Kuipers and Moffa 2017; Talvitie et al. 2019]. For a fixed U the numbers f(U + R, R) do not depend on L, so that
// all L are values of one multilinear polynomial. Draws walk the same sums forwards.
#include "score/layers.hpp"

#include <algorithm>
#include <cmath>

#include "common/instruction_set.hpp"
#include "common/interruption.hpp"
#include "common/parallel.hpp"
#include "common/random.hpp"
#include "score/family.hpp"

namespace sepset::score {

namespace {

constexpr std::size_t kLanes = 8;

namespace portable {
#define SEPSET_TARGET
#include "score/layers_body.inc"
#undef SEPSET_TARGET
}  // namespace portable

#if SEPSET_X86
namespace avx2 {
#define SEPSET_TARGET __attribute__((target("avx2")))
#include "score/layers_body.inc"
#undef SEPSET_TARGET
}  // namespace avx2
namespace avx512 {
#define SEPSET_TARGET __attribute__((target("avx512f")))
#include "score/layers_body.inc"
#undef SEPSET_TARGET
}  // namespace avx512
#endif

using Evaluate = void (*)(const double*, std::size_t, const double*, double*, double*);

Evaluate choose_evaluate() {
#if SEPSET_X86
    switch (instruction_set()) {
        case InstructionSet::avx512: return avx512::evaluate;
        case InstructionSet::avx2: return avx2::evaluate;
        default: break;
    }
#endif
    return portable::evaluate;
}

// The nodes outside a set, and over all R of them the factors that do not depend on the last layer.
struct Onwards {
    std::vector<std::size_t> outside;
    std::vector<double> coefficient;
    std::vector<Set> added;
};

class Layers {
  public:
    Layers(const Component& component, int threads, const std::function<void()>& check_signals);

    double log_sum() const { return std::log(value_[0]) + potentials_.onwards[0] * kLog2 + sums_.offset(); }
    void draw(const Component& component, Random random, Set* parents) const;

  private:
    struct Worker {
        Onwards onwards;
        std::vector<double> points, buffer;
    };

    // Each node is outside, placed before the last layer, or in it: a number in base three.
    std::size_t at(Set placed, Set last) const { return ternary_[placed] + ternary_[last]; }
    void set_up(Set placed, Onwards& onwards) const;
    void fill(Set placed, Worker& worker);
    double weight(std::size_t v, Set placed, Set last) const {
        return placed ? sums_.difference(v, placed, placed & ~last) : sums_.mantissa(v, 0);
    }
    Set draw_layer(Set placed, Set last, Random& random, Onwards& onwards) const;
    Set draw_parents(const Component& component, std::size_t v, Set placed, Set last, Random& random) const;

    FamilySums sums_;
    Potentials potentials_;
    std::vector<std::size_t> ternary_;
    std::vector<double> value_;
    Evaluate evaluate_ = choose_evaluate();
    std::vector<double> best_;  // of each node: the score that its weights are relative to
};

Layers::Layers(const Component& component, int threads, const std::function<void()>& check_signals)
    : sums_(component), potentials_(sums_), ternary_(potentials_.upto.size(), 0) {
    const std::size_t n = sums_.n();
    std::size_t states = 1;
    for (std::size_t v = 0; v < n; ++v, states *= 3)
        for (Set set = 0; set < Set{1} << v; ++set) ternary_[set | Set{1} << v] = ternary_[set] + states;
    value_.assign(states, 0.0);
    for (std::size_t v = 0; v < n; ++v) {
        double best = component.local[v << n];
        for (Set set = 0; set <= sums_.all(); ++set)
            best = std::max(best, component.local[v << n | set] + component.log_odds * size_of(set));
        best_.push_back(best);
    }
    for (Set last = 1; last <= sums_.all(); ++last) value_[at(sums_.all(), last)] = 1.0;
    std::vector<Worker> workers(static_cast<std::size_t>(std::max(threads, 1)));
    std::vector<std::vector<Set>> by_size(n + 1);
    for (Set set = 0; set <= sums_.all(); ++set) by_size[static_cast<std::size_t>(size_of(set))].push_back(set);
    Interruption interruption(check_signals);
    for (std::size_t size = n; size-- > 0;)
        parallel_for(by_size[size].size(), threads, [&](std::size_t i, int number) {
            interruption.check();
            fill(by_size[size][i], workers[static_cast<std::size_t>(number)]);
        });
}

void Layers::set_up(Set placed, Onwards& onwards) const {
    onwards.outside.clear();
    for (std::size_t v = 0; v < sums_.n(); ++v)
        if (!(placed >> v & 1)) onwards.outside.push_back(v);
    const std::size_t count = std::size_t{1} << onwards.outside.size();
    onwards.coefficient.assign(count, 0.0);
    onwards.added.assign(count, 0);
    std::vector<std::int32_t> exponent(count, -potentials_.onwards[placed]);
    for (std::size_t place = 0; place < onwards.outside.size(); ++place) {
        const std::size_t half = std::size_t{1} << place, v = onwards.outside[place];
        for (std::size_t i = 0; i < half; ++i) {
            onwards.added[half + i] = onwards.added[i] | Set{1} << v;
            exponent[half + i] = std::max(exponent[i] + sums_.exponent(v, placed), 2 * kNoExponent);
        }
    }
    for (std::size_t i = 1; i < count; ++i) {
        const Set added = onwards.added[i], all = placed | added;
        onwards.coefficient[i] =
            value_[at(all, added)] * power_of_two(std::min(exponent[i] + potentials_.onwards[all], 0));
    }
}

// The values of all last layers inside one set.
void Layers::fill(Set placed, Worker& worker) {
    if (potentials_.onwards[placed] <= kNoExponent) return;
    Onwards& onwards = worker.onwards;
    set_up(placed, onwards);
    const std::size_t variables = onwards.outside.size();
    worker.points.resize(variables * kLanes);
    worker.buffer.resize(onwards.coefficient.size() / 2 * kLanes + kLanes);
    double out[kLanes];
    // Subsets of `placed` in increasing order, eight at a time; the empty set only when nothing is placed.
    Set last = placed ? placed & -placed : 0, lanes[kLanes];
    for (bool more = true; more;) {
        std::size_t used = 0;
        while (more && used < kLanes) {
            lanes[used++] = last;
            more = last != placed;
            last = (last - placed) & placed;
        }
        for (std::size_t lane = used; lane < kLanes; ++lane) lanes[lane] = lanes[0];
        for (std::size_t place = 0; place < variables; ++place)
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                worker.points[place * kLanes + lane] = weight(onwards.outside[place], placed, lanes[lane]);
        evaluate_(onwards.coefficient.data(), variables, worker.points.data(), worker.buffer.data(), out);
        for (std::size_t lane = 0; lane < used; ++lane) value_[at(placed, lanes[lane])] = out[lane];
    }
}

Set Layers::draw_layer(Set placed, Set last, Random& random, Onwards& onwards) const {
    set_up(placed, onwards);
    std::vector<double> product(onwards.coefficient.size(), 1.0);
    for (std::size_t place = 0; place < onwards.outside.size(); ++place) {
        const double factor = weight(onwards.outside[place], placed, last);
        const std::size_t half = std::size_t{1} << place;
        for (std::size_t i = 0; i < half; ++i) product[half + i] = product[i] * factor;
    }
    double left = random.uniform() * value_[at(placed, last)];
    Set chosen = 0;
    for (std::size_t i = 1; i < product.size(); ++i) {
        const double share = product[i] * onwards.coefficient[i];
        if (!(share > 0.0)) continue;
        chosen = onwards.added[i];
        if ((left -= share) < 0.0) break;
    }
    return chosen;
}

Set Layers::draw_parents(const Component& component, std::size_t v, Set placed, Set last, Random& random) const {
    if (!placed) return 0;
    const double* local = component.local + (v << sums_.n());
    const double unit = best_[v] + sums_.exponent(v, placed) * kLog2;
    double left = random.uniform() * weight(v, placed, last);
    Set chosen = 0;
    for (Set set = placed & -placed;; set = (set - placed) & placed) {
        if (set & last) {
            const double share = std::exp(local[set] + component.log_odds * size_of(set) - unit);
            if (share > 0.0) {
                chosen = set;
                if ((left -= share) < 0.0) break;
            }
        }
        if (set == placed) break;
    }
    return chosen;
}

void Layers::draw(const Component& component, Random random, Set* parents) const {
    Onwards onwards;
    Set placed = 0, last = 0;
    while (placed != sums_.all()) {
        const Set layer = draw_layer(placed, last, random, onwards);
        for (std::size_t v = 0; v < sums_.n(); ++v)
            if (layer >> v & 1) parents[v] = draw_parents(component, v, placed, last, random);
        placed |= layer;
        last = layer;
    }
}

}  // namespace

double layer_bytes(std::size_t n) {
    const double sets = std::pow(2.0, static_cast<double>(n)), count = static_cast<double>(n);
    return 8.0 * std::pow(3.0, count) + 12.0 * count * sets + 8.0 * 9.0 * sets;
}

Draws draw_dags(const Component& component, std::size_t count, std::uint64_t seed, std::uint64_t stream, int threads,
                const std::function<void()>& check_signals) {
    const Layers layers(component, threads, check_signals);
    Draws draws{layers.log_sum(), std::vector<Set>(count * component.n, 0)};
    if (!std::isfinite(draws.log_sum)) return draws;
    Interruption interruption(check_signals);
    parallel_for(count, threads, [&](std::size_t i, int) {
        interruption.check();
        layers.draw(component, Random(seed, (stream << 32) + i), draws.parents.data() + i * component.n);
    });
    return draws;
}

}  // namespace sepset::score
