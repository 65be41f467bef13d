"""Knowledge from causal-learn's ``BackgroundKnowledge``; nothing of causal-learn is imported.

Its statements are about direct effects. Between tiers that amounts to "does not affect"; the rest becomes
``forbidden`` and ``required``. Its patterns are regular expressions, ours have ``*`` and ``?``: those that
can be translated are read, and others refused.
"""

from __future__ import annotations

import re
from itertools import permutations
from typing import TYPE_CHECKING, Any

from sepset.errors import KnowledgeError
from sepset.knowledge.statements import Knowledge

if TYPE_CHECKING:
    from collections.abc import Iterable

_SIMPLE = re.compile(r"(?:[\w\s-]|\.\*|\.)+")


def is_background_knowledge(source: object) -> bool:
    """Say whether an object looks like causal-learn's."""
    return hasattr(source, "forbidden_rules_specs") and hasattr(source, "tier_map")


def from_causal_learn(source: Any) -> Knowledge:
    """Return the same knowledge as a `Knowledge`; names come in alphabetical order, since sets have none."""
    tiers = [sorted(_name(node) for node in source.tier_map[tier]) for tier in sorted(source.tier_map)]
    closed = [tier in getattr(source, "forbidden_within_tiers", ()) for tier in sorted(source.tier_map)]
    filled = [(tier, shut) for tier, shut in zip(tiers, closed, strict=True) if tier]
    within = not (filled and all(shut for _, shut in filled))
    inside = [pair for tier, shut in filled if shut and within for pair in permutations(tier, 2)]
    return Knowledge(
        tiers=tuple(tuple(tier) for tier, _ in filled),
        effects_within_tiers=within,
        not_ancestor=tuple(inside),
        forbidden=_pairs(source.forbidden_rules_specs, source.forbidden_pattern_rules_specs),
        required=_pairs(source.required_rules_specs, source.required_pattern_rules_specs),
    )


def _pairs(
    nodes: Iterable[tuple[object, object]], patterns: Iterable[tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    named = sorted((_name(a), _name(b)) for a, b in nodes)
    return (*named, *sorted((_words(a), _words(b)) for a, b in patterns))


def _name(node: Any) -> str:
    return str(node.get_name()) if hasattr(node, "get_name") else str(node)


def _words(pattern: str) -> str:
    """Return a regular expression as a pattern of names.

    >>> _words("bmi_.*"), _words("x.")
    ('bmi_*', 'x?')
    """
    if not _SIMPLE.fullmatch(pattern):
        raise KnowledgeError(
            f"the regular expression {pattern!r} cannot be said with * and ?; list the names"
        )
    return pattern.replace(".*", "*").replace(".", "?")
