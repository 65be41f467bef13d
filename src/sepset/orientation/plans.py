"""Plans: which rules run, in which order, and what they see. A plan is data; the engine carries it out.

A plan is a sequence of parts:

- ``Once(r8, r9)``: each rule once, in order; a rule sees what the rules before it wrote;
- ``Fixpoint(r1, r2)``: the same again and again, until a whole pass writes nothing;
- ``Together(r11, r12)``: all rules read the same graph, then everything is written.

In each case a rule reads one graph: it does not see its own marks before its next turn.

>>> STANDARD.rules
('R0', 'R1', 'R2', 'R3', 'R4', 'R8', 'R9', 'R10', 'R11', 'R12')
>>> STANDARD.without("R4", "R12").rules
('R0', 'R1', 'R2', 'R3', 'R8', 'R9', 'R10', 'R11')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sepset.checks import came, check_items, check_text, check_type
from sepset.errors import OptionError, did_you_mean
from sepset.orientation.counting import counting, r11, r12
from sepset.orientation.path_rules import r0, r4, r9, r10
from sepset.orientation.proposals import name_of
from sepset.orientation.specs import directed, meek1, meek2, meek3, meek4, r1, r2, r3, r8, undirected

if TYPE_CHECKING:
    from sepset.orientation.proposals import Rule


@dataclass(frozen=True, init=False)
class PlanPart:
    """Some rules and the stage of the algorithm they belong to."""

    rules: tuple[Rule, ...]
    stage: str

    def __init__(self, *rules: Rule, stage: str = "") -> None:
        for rule in rules:
            if not callable(rule):
                raise OptionError(
                    f"a rule is a Pattern, or a function of marks and evidence; got {came(rule)}"
                )
        object.__setattr__(self, "rules", rules)
        object.__setattr__(self, "stage", stage)


class Once(PlanPart):
    """Each rule once, in order; a rule sees what the rules before it wrote."""


class Fixpoint(PlanPart):
    """Each rule in order, again and again, until a whole pass writes nothing."""


class Together(PlanPart):
    """All rules read the same graph; then everything is written."""


@dataclass(frozen=True)
class Plan:
    """A named sequence of parts; single rules can be switched off and on."""

    name: str
    parts: tuple[PlanPart, ...]

    def __post_init__(self) -> None:
        check_text("the name of a plan", self.name)
        parts = check_items("parts", self.parts, "parts such as Once(r1)")
        object.__setattr__(self, "parts", tuple(check_type("a part", part, PlanPart) for part in parts))

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of the rules, each once, in order."""
        return tuple(dict.fromkeys(name_of(rule) for part in self.parts for rule in part.rules))

    def without(self, *names: str) -> Plan:
        """Return the plan without some rules, named as in `rules`; case does not matter.

        >>> PAG.without("r4").rules
        ('R0', 'R1', 'R2', 'R3', 'R8', 'R9', 'R10')
        """
        gone = {self._known(name).lower() for name in names}
        kept = [
            type(part)(*(rule for rule in part.rules if name_of(rule).lower() not in gone), stage=part.stage)
            for part in self.parts
        ]
        return Plan(self.name, tuple(part for part in kept if part.rules))

    def with_rule(self, rule: Rule, *, beside: str) -> Plan:
        """Return the plan with a rule added after the rule named `beside`, in the same part.

        >>> PAPER.with_rule(r4, beside="R3").rules[:5]
        ('R0', 'R1', 'R2', 'R3', 'R4')
        """
        place = self._known(beside).lower()
        parts = []
        for part in self.parts:
            rules = [
                new
                for old in part.rules
                for new in ((old, rule) if name_of(old).lower() == place else (old,))
            ]
            parts.append(type(part)(*rules, stage=part.stage))
        return Plan(self.name, tuple(parts))

    def then(self, *parts: PlanPart) -> Plan:
        """Return the plan with more parts at its end.

        >>> PAG.then(Together(r11, r12)).rules == STANDARD.rules
        True
        """
        return Plan(self.name, self.parts + parts)

    def named(self, name: str) -> Plan:
        """Return the same plan under another name."""
        return Plan(name, self.parts)

    def _known(self, name: str) -> str:
        if check_text("a rule's name", name).lower() not in {known.lower() for known in self.rules}:
            hint = did_you_mean(name, self.rules)
            raise OptionError(
                f"the plan {self.name!r} has no rule {name!r}; its rules are {', '.join(self.rules)}{hint}"
            )
        return name


#: The complete PAG without selection bias: Steps 3 and 4 with R4 and with fixed points.
PAG = Plan(
    "pag",
    (
        Once(r0, stage="Step 3"),
        Fixpoint(r1, r2, r3, r4, stage="Step 4"),
        Fixpoint(r8, r9, r10, stage="Step 4"),
    ),
)

#: The k-PC algorithm with R4, and R8-R10 to a fixed point.
STANDARD = PAG.then(Together(r11, r12, stage="Step 5")).named("standard")

#: STANDARD, then the counting rule, which uses k. Its tails give R8-R10 more to work with.
COUNTING = STANDARD.then(Fixpoint(counting, r8, r9, r10, stage="Step 5")).named("counting")

#: The k-PC algorithm to the letter: no R4, and R8-R10 once each. Where the text contradicts itself or is
#: unsound it is corrected: R0 orients all colliders at once (erratum 5), R11 and R12 read one graph (erratum
#: 3), and R10 is Zhang's (erratum 4).
PAPER = Plan(
    "paper",
    (
        Once(r0, stage="Step 3"),
        Fixpoint(r1, r2, r3, stage="Step 4"),
        Once(r8, r9, r10, stage="Step 4"),
        Together(r11, r12, stage="Step 5"),
    ),
)

#: What the published program runs after its search: R1-R4, no R8-R10, and Step 5 once.
CODE = Plan(
    "code",
    (
        Once(r0, stage="Step 3"),
        Fixpoint(r1, r2, r3, r4, stage="Step 4"),
        Together(r11, r12, stage="Step 5"),
    ),
)

#: No hidden causes, colliders already drawn: the Meek rules; edges that stay open end as ``---``.
MEEK = Plan(
    "meek",
    (
        Fixpoint(directed, meek1, meek2, meek3, stage="Meek rules"),
        Once(undirected, stage="Meek rules"),
    ),
)

#: The same with knowledge: Meek's fourth rule is needed where arrows do not come from colliders alone.
MEEK_WITH_KNOWLEDGE = MEEK.with_rule(meek4, beside="meek3")

#: The PC algorithm after its search: colliders, then MEEK.
PC = Plan("pc", (Once(r0, stage="colliders"), *MEEK.parts))

#: The same with knowledge.
PC_WITH_KNOWLEDGE = PC.with_rule(meek4, beside="meek3")
