#include "score/families.hpp"
#include "score/gaussian_sets.hpp"

namespace sepset::score {

namespace {

class GaussianFamilies final : public Families {
  public:
    explicit GaussianFamilies(const GaussianScore& score) : sets_(score) {}

    std::size_t n() const override { return sets_.n(); }
    std::size_t scores() const override { return 1; }

    std::vector<double> extensions(std::size_t v, const std::vector<std::size_t>& parents, std::size_t) const override {
        GrowingFactor factor(sets_, parents.size() + 2);
        double determinant = 0.0;
        for (const std::size_t parent : parents) determinant += std::log(factor.push(parent));
        std::vector<double> out(n(), family(factor, v, determinant));
        for (std::size_t u = 0; u < n(); ++u) {
            bool skip = u == v;
            for (const std::size_t parent : parents) skip |= u == parent;
            if (skip) continue;
            const double left = std::log(factor.push(u));
            out[u] = family(factor, v, determinant + left);
            factor.pop();
        }
        return out;
    }

    std::vector<double> table(std::size_t v, const std::vector<std::size_t>& candidates) const override {
        std::vector<double> out(std::size_t{1} << candidates.size());
        GrowingFactor factor(sets_, candidates.size() + 1);
        visit(v, candidates, factor, 0, 0, 0.0, out);
        return out;
    }

  private:
    // The score of v given the variables of the factor.
    double family(GrowingFactor& factor, std::size_t v, double determinant) const {
        const double parents = sets_.value(factor.size(), determinant);
        const double whole = determinant + std::log(factor.push(v));
        const double both = sets_.value(factor.size(), whole);
        factor.pop();
        return both - parents;
    }

    void visit(std::size_t v, const std::vector<std::size_t>& candidates, GrowingFactor& factor, Set set,
               std::size_t next, double determinant, std::vector<double>& out) const {
        out[set] = family(factor, v, determinant);
        for (std::size_t i = next; i < candidates.size(); ++i) {
            const double left = std::log(factor.push(candidates[i]));
            visit(v, candidates, factor, set | Set{1} << i, i + 1, determinant + left, out);
            factor.pop();
        }
    }

    GaussianSets sets_;
};

}  // namespace

std::unique_ptr<Families> gaussian_families(const GaussianScore& score) {
    return std::make_unique<GaussianFamilies>(score);
}

}  // namespace sepset::score
