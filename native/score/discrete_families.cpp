#include <map>

#include "score/families.hpp"
#include "score/grouping.hpp"
#include "score/rising.hpp"

namespace sepset::score {

namespace {

class DiscreteFamilies final : public Families {
  public:
    DiscreteFamilies(const Codes& codes, const DirichletScores& scores)
        : codes_(codes), scores_(scores), rows_(merge_rows(codes)) {}

    std::size_t n() const override { return codes_.n; }
    std::size_t scores() const override { return scores_.count(); }

    std::vector<double> extensions(std::size_t v, const std::vector<std::size_t>& parents,
                                   std::size_t score) const override {
        Scratch scratch;
        Groups base = one_group(rows_), finer;
        double cells = 1.0;
        for (const std::size_t parent : parents) {
            split(rows_, base, parent, levels(parent), scratch.place, finer);
            std::swap(base, finer);
            cells *= static_cast<double>(levels(parent));
        }
        std::vector<double> out(n(), family(v, base, cells, score, scratch));
        std::vector<bool> skip(n(), false);
        skip[v] = true;
        for (const std::size_t parent : parents) skip[parent] = true;
        for (std::size_t u = 0; u < n(); ++u) {
            if (skip[u]) continue;
            split(rows_, base, u, levels(u), scratch.place, finer);
            out[u] = family(v, finer, cells * static_cast<double>(levels(u)), score, scratch);
        }
        return out;
    }

    std::vector<double> table(std::size_t v, const std::vector<std::size_t>& candidates) const override {
        const std::size_t sets = std::size_t{1} << candidates.size();
        std::vector<double> out(scores() * sets);
        std::vector<Groups> stack(candidates.size() + 1);
        stack[0] = one_group(rows_);
        Scratch scratch;
        visit(v, candidates, 0, 0, 0, 1.0, stack, scratch, out);
        return out;
    }

  private:
    struct Scratch {
        std::vector<std::uint32_t> place;
        Groups family;
        SizeCounts family_sizes, parent_sizes;
        std::map<double, Rising> rising;
    };

    std::size_t levels(std::size_t v) const { return static_cast<std::size_t>(codes_.levels[v]); }

    void visit(std::size_t v, const std::vector<std::size_t>& candidates, Set set, std::size_t next, std::size_t depth,
               double cells, std::vector<Groups>& stack, Scratch& scratch, std::vector<double>& out) const {
        const std::size_t sets = std::size_t{1} << candidates.size();
        count(v, stack[depth], scratch);
        for (std::size_t score = 0; score < scores(); ++score)
            out[score * sets + set] = counted(v, cells, score, scratch);
        for (std::size_t i = next; i < candidates.size(); ++i) {
            const std::size_t u = candidates[i];
            split(rows_, stack[depth], u, levels(u), scratch.place, stack[depth + 1]);
            visit(v, candidates, set | Set{1} << i, i + 1, depth + 1, cells * static_cast<double>(levels(u)), stack,
                  scratch, out);
        }
    }

    double family(std::size_t v, const Groups& parents, double cells, std::size_t score, Scratch& scratch) const {
        count(v, parents, scratch);
        return counted(v, cells, score, scratch);
    }

    void count(std::size_t v, const Groups& parents, Scratch& scratch) const {
        split(rows_, parents, v, levels(v), scratch.place, scratch.family);
        count_sizes(scratch.family, scratch.family_sizes);
        count_sizes(parents, scratch.parent_sizes);
    }

    // The score from the counts of the parents and those of the family, which lie in the scratch space.
    double counted(std::size_t v, double cells, std::size_t score, Scratch& scratch) const {
        const double count = static_cast<double>(levels(v));
        const bool shared = score >= scores_.cell.size();
        const double cell =
            shared ? scores_.sample[score - scores_.cell.size()] / (cells * count) : scores_.cell[score];
        const Rising &own = rising(cell, scratch), &margin = rising(cell * count, scratch);
        double sum = 0.0;
        for (const auto& [size, times] : scratch.family_sizes) sum += times * own(size);
        for (const auto& [size, times] : scratch.parent_sizes) sum -= times * margin(size);
        return sum;
    }

    const Rising& rising(double a, Scratch& scratch) const {
        auto known = scratch.rising.find(a);
        if (known == scratch.rising.end()) known = scratch.rising.emplace(a, Rising(a, codes_.rows)).first;
        return known->second;
    }

    const Codes codes_;
    const DirichletScores scores_;
    const WeightedRows rows_;
};

}  // namespace

std::unique_ptr<Families> discrete_families(const Codes& codes, const DirichletScores& scores) {
    return std::make_unique<DiscreteFamilies>(codes, scores);
}

}  // namespace sepset::score
