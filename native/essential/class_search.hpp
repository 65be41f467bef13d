// The k-essential graph of a class, exactly: for each edge, which of its three types some k-closure of the class has.
#pragma once

#include <optional>

#include "essential/partial_closure.hpp"

namespace sepset::essential {

// Which types each edge has in some k-closure: below[i] has j for i --> j, beside[i] for i <-> j.
struct TypesSeen {
    explicit TypesSeen(std::size_t n) : below(n, 0), beside(n, 0) {}

    void add(const Closure& closure);
    bool has(std::size_t i, Type type, std::size_t j) const;

    std::vector<Row> below, beside;
};

// Settles every question about a class by search, given what is seen already in some of its k-closures. False if a
// question took more than `most_steps` steps: then what is not seen is not refuted either.
bool settle_class(const Pattern& pattern, int k, std::size_t most_steps, TypesSeen& seen);

// The same for k = 0, where there is a closed form (sepset/equivalence/essential/unconditional.py).
void settle_unconditional(const Pattern& pattern, TypesSeen& seen);

}  // namespace sepset::essential
