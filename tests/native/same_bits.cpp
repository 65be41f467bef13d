// Runs the kernels, without Python, on data made here and prints a digest of the bytes of each answer. Every compiler,
// processor and choice of instructions must print the same lines: `python tools/same_bits.py` compares them.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <type_traits>
#include <vector>

#include "common/chi_square.hpp"
#include "common/instruction_set.hpp"
#include "common/pair_lists.hpp"
#include "cuts/cuts.hpp"
#include "discrete/best_of_pairs.hpp"
#include "discrete/search.hpp"
#include "gaussian/correlation_matrix.hpp"
#include "gaussian/search.hpp"
#include "residual/residual.hpp"
#include "score/dag_sums.hpp"
#include "score/layers.hpp"
#include "score/local_scores.hpp"
#include "score/sampled.hpp"
#include "testwise/correlations.hpp"
#include "testwise/tables.hpp"
#include "text/numbers.hpp"

namespace {

using namespace sepset;

constexpr std::size_t kColumns = 20, kRows = 777;
constexpr double kAll = std::numeric_limits<double>::infinity();

class Random {
  public:
    explicit Random(std::uint64_t state) : state_(state) {}
    std::uint32_t word() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::uint32_t>(state_ >> 32);
    }
    int below(int bound) { return static_cast<int>(word() % static_cast<std::uint32_t>(bound)); }
    // A sum of four uniform numbers: no mathematics library, so that the data are the same everywhere.
    double about_normal() {
        double sum = -2.0;
        for (int i = 0; i < 4; ++i) sum += word() * 0x1.0p-32;
        return sum;
    }

  private:
    std::uint64_t state_;
};

// FNV-1a over the bytes.
class Digest {
  public:
    template <class Number, class Allocator>
    void add(const std::vector<Number, Allocator>& numbers) {
        for (const Number& number : numbers) add(number);
    }
    template <class Number>
    void add(Number number) {
        static_assert(std::is_arithmetic_v<Number>, "the bytes of anything else may be addresses");
        const auto* bytes = reinterpret_cast<const unsigned char*>(&number);
        for (std::size_t i = 0; i < sizeof number; ++i) value_ = (value_ ^ bytes[i]) * 1099511628211u;
    }
    // All NaN are one: their sign and payload are no answer.
    void add(double number) {
        if (std::isnan(number)) return add(std::uint8_t{255});
        add<double>(number);
    }
    void print(const char* what) const {
        std::printf("%-24s %016llx\n", what, static_cast<unsigned long long>(value_));
    }

  private:
    std::uint64_t value_ = 14695981039346656037u;
};

// Column j follows some columns before it. Sharing out `levels` makes columns of whole numbers.
std::vector<std::vector<double>> numbers() {
    Random random(1);
    std::vector<std::vector<double>> columns(kColumns, std::vector<double>(kRows));
    for (std::size_t j = 0; j < kColumns; ++j)
        for (std::size_t row = 0; row < kRows; ++row) {
            columns[j][row] = random.about_normal();
            for (std::size_t i = j > 3 ? j - 3 : 0; i < j; i += 2) columns[j][row] += 0.5 * columns[i][row];
        }
    return columns;
}

std::vector<std::int32_t> levels() {
    std::vector<std::int32_t> levels(kColumns);
    for (std::size_t j = 0; j < kColumns; ++j) levels[j] = 2 + static_cast<std::int32_t>(j % 4) + (j == 17 ? 30 : 0);
    return levels;
}

std::vector<std::uint16_t> codes() {
    const auto columns = numbers();
    std::vector<std::uint16_t> codes;
    for (std::size_t j = 0; j < kColumns; ++j)
        for (const double x : columns[j]) {
            const double share = std::min(std::max((x + 2.0) / 4.0, 0.0), 0.999);
            codes.push_back(static_cast<std::uint16_t>(share * levels()[j]));
        }
    return codes;
}

// All pairs, and for each the list of all columns.
struct Level {
    Level() : members(kColumns), offsets{0, kColumns} {
        for (std::size_t i = 0; i < kColumns; ++i) members[i] = static_cast<std::int32_t>(i);
        for (std::int32_t b = 0; b < static_cast<std::int32_t>(kColumns); ++b)
            for (std::int32_t a = 0; a < b; ++a) ends.insert(ends.end(), {a, b});
        of.assign(ends.size() / 2, 0);
    }
    Pairs pairs() const { return {{ends.data(), ends.size()}}; }
    CandidateLists lists() const {
        return {{offsets.data(), offsets.size()}, {members.data(), members.size()}, {of.data(), of.size()}};
    }
    SetLevel sets(std::size_t size) const { return {pairs(), size, lists(), -1.0, 2, {}}; }

    std::vector<std::int32_t> ends, members, of;
    std::vector<std::int64_t> offsets;
};

void discrete_searches() {
    const auto all = codes();
    discrete::Codes columns{{}, kRows, levels()};
    for (std::size_t j = 0; j < kColumns; ++j) columns.columns.push_back({all.data() + j * kRows, true});
    const discrete::Columns data(columns, 2, {});
    const Level level;
    const std::vector<double> critical{-1.0, kAll};
    for (const auto kind : {discrete::Statistic::pearson, discrete::Statistic::likelihood})
        for (int size = 0; size <= 2; ++size) {
            Digest digest;
            const discrete::LevelRequest request{level.pairs(),
                                                 size,
                                                 level.lists(),
                                                 {critical.data(), critical.size()},
                                                 {level.members.data(), kColumns},
                                                 kind,
                                                 true,
                                                 2,
                                                 {}};
            for (const auto& tests : discrete::search_level(data, request))
                for (const auto& test : tests) {
                    digest.add(test.dof);
                    digest.add(test.statistic);
                    digest.add(test.given);
                }
            digest.print(kind == discrete::Statistic::pearson ? "chi-square search" : "G-square search");
        }
}

// The best test of each pair among some made-up ones, with names in reverse order; and pairs under these names.
void best_tests() {
    Random random(9);
    std::vector<std::int64_t> pair, dof;
    std::vector<double> statistic;
    std::vector<std::int32_t> given, rank;
    const std::size_t pairs = 40;
    for (std::int64_t i = 0; i < 400; ++i) {
        pair.push_back(i / 10);
        dof.push_back(random.below(6));
        statistic.push_back(random.below(80) / 4.0);
        for (const int half : {0, 5}) given.push_back(half + random.below(5));
    }
    for (std::size_t i = 0; i < kColumns; ++i) rank.push_back(static_cast<std::int32_t>(kColumns - 1 - i));
    const discrete::TestsOfPairs tests{{pair.data(), pair.size()},
                                       {dof.data(), dof.size()},
                                       {statistic.data(), statistic.size()},
                                       {given.data(), given.size()},
                                       2};
    const discrete::NameOrder names{{rank.data(), rank.size()}, {rank.data(), rank.size()}};  // its own inverse
    discrete::check(tests, names, pairs);
    const auto best = discrete::best_of_pairs(tests, names, pairs, 4);
    Digest digest;
    digest.add(best.p);
    digest.add(best.sets);
    const Level level;
    std::vector<std::int32_t> ranked(level.ends.size());
    ranked_pairs(level.pairs(), {rank.data(), rank.size()}, 2, ranked.data());
    digest.add(ranked);
    std::vector<std::int32_t> members(level.lists().members.size);
    ranked_lists({level.lists().offsets, level.lists().members, {nullptr, 0}}, {rank.data(), rank.size()},
                 members.data());
    digest.add(members);
    digest.print("best tests");
}

// So many columns that tiles come in runs, and so many rows that there are two panels.
void large_correlation_matrix() {
    constexpr std::size_t kMany = 60, kLong = 20000;
    std::vector<std::vector<double>> table(kMany, std::vector<double>(kLong));
    Random random(5);
    for (auto& column : table)
        for (double& value : column) value = random.about_normal();
    std::vector<const double*> columns;
    for (const auto& column : table) columns.push_back(column.data());
    std::vector<double> correlation(kMany * kMany);
    gaussian::correlation_matrix(columns, kLong, 2, {}, correlation.data());
    Digest digest;
    digest.add(correlation);
    digest.print("large correlation matrix");
}

void gaussian_searches() {
    std::vector<double> correlation(kColumns * kColumns);
    const auto table = numbers();
    std::vector<const double*> columns;
    for (const auto& column : table) columns.push_back(column.data());
    gaussian::correlation_matrix(columns, kRows, 2, {}, correlation.data());
    Digest matrix;
    matrix.add(correlation);
    matrix.print("correlation matrix");
    const Level level;
    for (int size = 1; size <= 3; ++size) {
        Digest digest;
        const auto answer =
            gaussian::search_level({{correlation.data(), kColumns}, level.pairs(), size, level.lists(), kAll, 2, {}});
        digest.add(answer.r);
        digest.add(answer.sets);
        digest.print("partial correlations");
    }
}

void add(Digest& digest, const BestSets& best, bool with_p) {
    if (with_p) digest.add(best.p);
    digest.add(best.statistic);
    digest.add(best.dof);
    digest.add(best.sets);
}

// A value in fifty is missing.
void testwise_searches() {
    Random random(3);
    std::vector<double> values;
    for (const auto& column : numbers())
        for (const double x : column) values.push_back(random.below(50) ? x : std::nan(""));
    std::vector<std::uint16_t> some = codes();
    for (auto& code : some)
        if (!random.below(50)) code = 999;
    const testwise::Correlations correlations(values.data(), kColumns, kRows);
    const testwise::Tables tables(some, levels(), kRows);
    Digest of_numbers, of_codes;
    const Level level;
    add(of_numbers, correlations.search(level.sets(1)), false);
    add(of_codes, tables.search(discrete::Statistic::likelihood, level.sets(1)), false);
    of_numbers.print("with missing numbers");
    of_codes.print("with missing codes");
}

void residual_search() {
    residual::Columns columns;
    columns.rows = kRows;
    const auto all = numbers();
    for (std::size_t j = 0; j < kColumns; ++j) {
        columns.first.push_back(static_cast<std::int64_t>(j));
        columns.continuous.push_back(j % 2 == 0);
        for (const double x : all[j]) columns.values.push_back(j % 2 == 0 ? x : x > 0.0);
    }
    columns.first.push_back(kColumns);
    const residual::Table table(columns, kColumns, 2);
    Digest digest;
    add(digest, residual::search(table, Level().sets(1), false), false);
    digest.print("residual search");
}

void scores() {
    const std::size_t n = 8;
    const auto all = codes();
    const auto of = levels();
    const std::vector<double> local =
        score::discrete_local_scores({all.data(), n, kRows, of.data()}, {{0.5}, {8.0}}, static_cast<int>(n) - 1, 2, {});
    Digest digest, dags, chains;
    digest.add(local);
    digest.print("local scores");
    dags.add(score::draw_dags({local.data(), n, -1.0}, 50, 7, 0, 2, {}).parents);
    dags.print("DAGs by root layers");
    const auto families = score::discrete_families({all.data(), kColumns, kRows, of.data()}, {{0.5}, {}});
    std::vector<std::uint64_t> may(kColumns), must(kColumns);
    for (std::size_t v = 0; v < kColumns; ++v) may[v] = ((std::uint64_t{1} << kColumns) - 1) & ~(std::uint64_t{1} << v);
    const score::Limits limits{may.data(), must.data(), 1};
    const auto found = score::find_candidates(*families, {limits, 6, 0, kColumns, std::nullopt, 2}, {});
    score::CandidateTables tables{found.candidates, {}, {}};
    for (std::size_t v = 0; v < kColumns; ++v) {
        chains.add(found.local[v]);
        tables.local.push_back(found.local[v].data());
        tables.must.push_back(score::certain_parents(limits, v, found.candidates[v]));
    }
    const score::SampledPlan plan{0, 2, {50, 50, 5, 2, 3.0}, 7, 2};
    chains.add(score::sample_posterior(tables, {{0, -1.0, 0.0}}, plan, {}).parents);
    chains.print("DAGs by chains");
}

void k_covered_pairs() {
    Random random(5);
    cuts::Rows parents{{0}, {}};
    for (std::int32_t v = 0; v < 60; ++v) {
        for (std::int32_t u = 0; u < v; ++u)
            if (!random.below(8)) parents.members.push_back(u);
        parents.offsets.push_back(static_cast<std::int32_t>(parents.members.size()));
    }
    Digest digest;
    for (std::int32_t k = 0; k < 4; ++k) digest.add(cuts::k_covered(parents, k, {}));
    digest.print("k-covered pairs");
}

void numbers_in_text() {
    Random random(11);
    std::vector<std::uint8_t> text;
    std::vector<std::int64_t> starts, lengths;
    for (int cell = 0; cell < 2000; ++cell) {
        starts.push_back(static_cast<std::int64_t>(text.size()));
        for (int digit = 0; digit < 15; ++digit) {
            if (digit == cell % 16) text.push_back('.');
            text.push_back(static_cast<std::uint8_t>('0' + random.below(10)));
        }
        lengths.push_back(static_cast<std::int64_t>(text.size()) - starts.back());
    }
    std::vector<double> values(starts.size());
    const auto others = text::read_numbers(
        {{text.data(), text.size()}, {starts.data(), starts.size()}, {lengths.data(), lengths.size()}}, '.',
        values.data());
    Digest digest;
    digest.add(values);
    digest.add(others);
    digest.print("numbers in text");
}

}  // namespace

int main() {
    std::fprintf(stderr, "instructions: %s\n", instruction_set_name());
    discrete_searches();
    best_tests();
    numbers_in_text();
    gaussian_searches();
    large_correlation_matrix();
    testwise_searches();
    residual_search();
    scores();
    k_covered_pairs();
    return 0;
}
