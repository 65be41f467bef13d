// Local rules as data, and the one matcher for all of them: the compiled form of sepset.orientation.pattern and
// sepset.orientation.matcher.
#pragma once

#include <cstdint>
#include <vector>

#include "orientation/rules.hpp"

namespace sepset::orientation {

// An edge from an earlier place to the one looked for, as read from the earlier one.
struct Link {
    std::size_t earlier;
    Pattern marks;
};

// A triple whose middle must be known to be no collider, by place.
struct Sure {
    std::size_t middle, end, other_end;
};

// What a node must be, given the nodes in the places before it.
struct Place {
    std::vector<std::vector<Link>> links;  // for each choice of premises
    std::vector<std::size_t> apart;        // earlier places to which it must not be adjacent
    std::vector<Sure> sure;
};

// Places 0 and 1 are the ends of the concluded edge; `places` are those from 2 on.
struct LocalRule {
    Pattern edge, wanted;
    bool symmetric;  // look at each edge once
    std::vector<std::size_t> because;
    std::vector<Place> places;
};

// Reads rules from the numbers that sepset.orientation.pattern.encode writes, one rule after the other.
std::vector<LocalRule> read_local_rules(const std::int32_t* numbers, std::size_t count);

// Proposes the conclusion for each edge that has nodes for all places, with the first such nodes as the reason.
void match(const LocalRule& rule, const RuleInput& input, Proposals& out);

}  // namespace sepset::orientation
