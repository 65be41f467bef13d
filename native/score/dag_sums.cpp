// Let Z(S) be the sum over all DAGs on S. A DAG has sinks; counting the DAGs in which all of R are sinks, with signs,
//     Z(T + R) gets (-1)^(|R|+1) Π_{v in R} W_v(T) Z(T)   for every T and every set R outside T that is not empty
// [Robinson 1973; Tian and He 2009]. The same steps walked backwards give, for each T, what completes it to all nodes,
// and from both the share in which v is added to T: so the probability of every edge. 3^n steps each.
//
// Of the terms of Z(A), those with b in R make up the DAGs on A whose only sink is b: all of A is b or above it. With
// what completes A to all nodes, that is the share of DAGs in which A is b and its ancestors [He, Tian and Wu 2016].
#include "score/dag_sums.hpp"

#include <algorithm>
#include <cmath>

#include "common/builtins.hpp"

namespace sepset::score {

namespace {

// For one set T: over all R outside of it, signed products of W_v(T) as mantissas and exponents.
class Steps {
  public:
    explicit Steps(const FamilySums& sums) : sums_(sums) {}

    void start(Set from) {
        from_ = from;
        outside_.clear();
        for (std::size_t v = 0; v < sums_.n(); ++v)
            if (!(from >> v & 1)) outside_.push_back(v);
        const std::size_t count = std::size_t{1} << outside_.size();
        product.assign(count, -1.0);
        exponent.assign(count, 0);
        to.assign(count, from);
        for (std::size_t place = 0; place < outside_.size(); ++place) {
            const std::size_t v = outside_[place], half = std::size_t{1} << place;
            const double factor = -sums_.mantissa(v, from);
            const std::int32_t power = sums_.exponent(v, from);
            for (std::size_t i = 0; i < half; ++i) {
                product[half + i] = product[i] * factor;
                // Nothing times anything stays nothing: it must not underflow the exponent.
                exponent[half + i] = std::max(exponent[i] + power, kNoExponent);
                to[half + i] = to[i] | Set{1} << v;
            }
        }
    }

    const std::vector<std::size_t>& outside() const { return outside_; }

    // By number of R, from 1 on: the signed product, its exponent, and T + R.
    std::vector<double> product;
    std::vector<std::int32_t> exponent;
    std::vector<Set> to;

  private:
    const FamilySums& sums_;
    Set from_ = 0;
    std::vector<std::size_t> outside_;
};

class SinkSums {
  public:
    SinkSums(const FamilySums& sums, bool with_pairs, Interruption& interruption)
        : sums_(sums), potentials_(sums), steps_(sums), interruption_(interruption),
          upto_(potentials_.upto.size(), 0.0), only_sink_(with_pairs ? sums.n() << sums.n() : 0, 0.0) {
        upto_[0] = 1.0;
        for (Set from = 0; from < sums_.all(); ++from) {
            interruption_.check();
            if (upto_[from] == 0.0) continue;
            steps_.start(from);
            const std::int32_t here = potentials_.upto[from];
            for (std::size_t r = 1; r < steps_.product.size(); ++r) {
                const Set to = steps_.to[r];
                const double term = upto_[from] * steps_.product[r] *
                                    power_of_two(std::min(here + steps_.exponent[r] - potentials_.upto[to], 0));
                upto_[to] += term;
                if (with_pairs)
                    for (Set sinks = to & ~from; sinks; sinks &= sinks - 1)
                        only_sink_[static_cast<std::size_t>(lowest_bit(sinks)) << sums_.n() | to] += term;
            }
        }
    }

    double log_sum() const { return std::log(upto_.back()) + potentials_.upto.back() * kLog2 + sums_.offset(); }

    void write_pairs(std::vector<double>& edges, std::vector<double>& ancestors);

  private:
    void add_edges(Set from, double weight, std::vector<double>& edges);
    void add_ancestors(Set placed, double weight, std::vector<double>& ancestors) const;

    const FamilySums& sums_;
    Potentials potentials_;
    Steps steps_;
    Interruption& interruption_;
    std::vector<double> upto_, onwards_, share_;
    std::vector<double> only_sink_;  // at b << n | A, in units of the best graph on A
};

void SinkSums::write_pairs(std::vector<double>& edges, std::vector<double>& ancestors) {
    const std::size_t n = sums_.n();
    edges.assign(n * n, 0.0);
    ancestors.assign(n * n, 0.0);
    onwards_.assign(upto_.size(), 0.0);
    onwards_.back() = 1.0;
    add_ancestors(sums_.all(), 1.0 / upto_.back(), ancestors);
    for (Set from = sums_.all(); from-- > 0;) {
        interruption_.check();
        steps_.start(from);
        const std::int32_t here = potentials_.onwards[from];
        share_.assign(steps_.product.size(), 0.0);
        double total = 0.0;
        for (std::size_t r = 1; r < share_.size(); ++r) {
            const Set to = steps_.to[r];
            share_[r] = onwards_[to] * steps_.product[r] *
                        power_of_two(std::min(potentials_.onwards[to] + steps_.exponent[r] - here, 0));
            total += share_[r];
        }
        onwards_[from] = total;
        const std::int32_t reach = potentials_.upto[from] + here - potentials_.upto.back();
        if (upto_[from] == 0.0 || reach > 0) continue;
        const double weight = power_of_two(reach) / upto_.back();
        add_edges(from, upto_[from] * weight, edges);
        add_ancestors(from, total * weight, ancestors);
    }
}

// Adds, for every b in a set, the share of DAGs in which the set is b and its ancestors.
void SinkSums::add_ancestors(Set placed, double weight, std::vector<double>& ancestors) const {
    for (Set ends = placed; ends; ends &= ends - 1) {
        const auto b = static_cast<std::size_t>(lowest_bit(ends));
        const double share = weight * only_sink_[b << sums_.n() | placed];
        for (Set above = placed & ~(ends & -ends); above; above &= above - 1)
            ancestors[static_cast<std::size_t>(lowest_bit(above)) * sums_.n() + b] += share;
    }
}

// Adds, for every v outside `from`, the share of DAGs in which it is added there, split by its parents.
void SinkSums::add_edges(Set from, double weight, std::vector<double>& edges) {
    const std::vector<std::size_t>& outside = steps_.outside();
    for (std::size_t place = outside.size(); place-- > 0;) {
        const std::size_t v = outside[place], half = std::size_t{1} << place;
        double with = 0.0;
        for (std::size_t i = 0; i < half; ++i) {
            with += share_[half + i];
            share_[i] += share_[half + i];
        }
        const double whole = sums_.mantissa(v, from);
        if (!(whole > 0.0)) continue;
        for (std::size_t u = 0; u < sums_.n(); ++u)
            if (from >> u & 1)
                edges[u * sums_.n() + v] += weight * with * sums_.difference(v, from, from & ~(Set{1} << u)) / whole;
    }
}

}  // namespace

DagSums dag_sums(const Component& component, bool with_pairs, Interruption& interruption) {
    const FamilySums sums(component);
    SinkSums sinks(sums, with_pairs, interruption);
    DagSums found{sinks.log_sum(), {}, {}};
    if (with_pairs) sinks.write_pairs(found.edges, found.ancestors);
    return found;
}

}  // namespace sepset::score
