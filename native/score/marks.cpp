#include "score/marks.hpp"

#include <array>

#include "common/parallel.hpp"
#include "cuts/cuts.hpp"

namespace sepset::score {

namespace {

using orientation::kArrow;
using orientation::kCircle;
using orientation::kTail;

void no_check() {}

class ClassMarks {
  public:
    ClassMarks(const Dags& dags, std::optional<int> k, const orientation::Plan& plan)
        : dags_(dags), k_(k), plan_(plan) {}

    void write(std::size_t dag, void (*check)(), std::uint8_t* out) const {
        const std::size_t n = dags_.n, words = dags_.words();
        const std::uint64_t* parents = dags_.parents + dag * n * words;
        // Every mark starts as a circle; what separates two nodes is read off the ancestors.
        std::vector<Word> near(3 * n * words, 0);
        join(parents, near.data() + kCircle * n * words);
        const std::vector<Word> ancestors = ancestors_of(parents);
        const orientation::EvidenceArrays evidence{nullptr, nullptr, nullptr, nullptr,          0,     0,
                                                   nullptr, 0,       nullptr, ancestors.data(), false, k_};
        const orientation::OrientationTask task{n, near.data(), evidence, plan_, check};
        const orientation::OrientationAnswer answer = orientation::orient(task);
        for (const int mark : {kTail, kArrow, kCircle})
            for (std::size_t i = 0; i < n; ++i)
                for (std::size_t j = 0; j < n; ++j) {
                    const Word word = answer.near[(static_cast<std::size_t>(mark) * n + i) * words + j / 64];
                    if (word >> (j % 64) & 1) out[i * n + j] = static_cast<std::uint8_t>(1 + mark);
                }
    }

  private:
    template <class Visit>
    void each_edge(const std::uint64_t* parents, Visit visit) const {
        for (std::size_t child = 0; child < dags_.n; ++child)
            for (std::size_t w = 0; w < dags_.words(); ++w)
                for (std::uint64_t left = parents[child * dags_.words() + w]; left; left &= left - 1)
                    visit(64 * w + static_cast<std::size_t>(lowest_bit(left)), child);
    }

    // Writes who is adjacent: in the k-closure, or in the DAG.
    void join(const std::uint64_t* parents, Word* rows) const {
        const std::size_t n = dags_.n, words = dags_.words();
        const auto put_edge = [&](std::size_t a, std::size_t b) {
            rows[a * words + b / 64] |= Word{1} << (b % 64);
            rows[b * words + a / 64] |= Word{1} << (a % 64);
        };
        if (!k_) return each_edge(parents, put_edge);
        cuts::Rows compressed;
        compressed.offsets.push_back(0);
        for (std::size_t child = 0; child < n; ++child) {
            for (std::size_t parent = 0; parent < n; ++parent)
                if (parents[child * words + parent / 64] >> (parent % 64) & 1)
                    compressed.members.push_back(static_cast<std::int32_t>(parent));
            compressed.offsets.push_back(static_cast<std::int32_t>(compressed.members.size()));
        }
        const std::vector<std::uint8_t> covered = cuts::k_covered(compressed, *k_, {});
        const std::size_t bytes = (n + 7) / 8;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (covered[i * bytes + j / 8] >> (j % 8) & 1) put_edge(i, j);
    }

    // Each node and its ancestors; a round adds the ancestors of parents, until nothing is new.
    std::vector<Word> ancestors_of(const std::uint64_t* parents) const {
        const std::size_t n = dags_.n, words = dags_.words();
        std::vector<Word> rows(parents, parents + n * words);
        for (std::size_t i = 0; i < n; ++i) rows[i * words + i / 64] |= Word{1} << (i % 64);
        for (bool changed = true; changed;) {
            changed = false;
            each_edge(parents, [&](std::size_t parent, std::size_t child) {
                for (std::size_t w = 0; w < words; ++w) {
                    Word& row = rows[child * words + w];
                    const Word more = row | rows[parent * words + w];
                    changed |= more != row;
                    row = more;
                }
            });
        }
        return rows;
    }

    const Dags& dags_;
    std::optional<int> k_;
    const orientation::Plan& plan_;
};

}  // namespace

std::vector<std::uint8_t> dag_marks(const Dags& dags, std::optional<int> k, const orientation::Plan& plan, int threads,
                                    void (*check)()) {
    std::vector<std::uint8_t> out(dags.count * dags.n * dags.n, 0);
    const ClassMarks marks(dags, k, plan);
    parallel_for(dags.count, threads, [&](std::size_t dag, int worker) {
        marks.write(dag, worker == 0 ? check : no_check, out.data() + dag * dags.n * dags.n);
    });
    return out;
}

}  // namespace sepset::score
