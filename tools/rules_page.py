"""Write docs/rules.md from the orientation rules, patterns and code: ``python tools/rules_page.py``."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import TYPE_CHECKING

from sepset.orientation import counting, engine, path_rules, pattern, plans, specs
from sepset.orientation.pattern import Pattern
from sepset.orientation.proposals import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from sepset.orientation.plans import Plan
    from sepset.orientation.proposals import Rule

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
GROUPS: tuple[tuple[str, ModuleType], ...] = (
    ("Colliders and rules that follow paths", path_rules),
    ("Local rules", specs),
    ("Rules for k-closures", counting),
)
PLANS = (plans.PAPER, plans.CODE, plans.STANDARD, plans.COUNTING, plans.PAG, plans.PC, plans.MEEK)
PART_TEXT = {"Once": "once each: {}", "Fixpoint": "until nothing changes: {}", "Together": "on one graph: {}"}

INTRO = """# Orientation rules

In short: `sepset explain run.json A B` names the rules behind an edge; look them up here.
This page is made from the rules themselves by `python tools/rules_page.py`; a test keeps it current.

An edge has a mark at each end: a tail `-`, an arrowhead `<` or `>`, or a circle `o`, which means "not
settled". In a pattern `*` stands for any mark, and stays as it is. `S_{a,b}` is the set that was found to
separate a and b. A path is uncovered when no two nodes two steps apart are adjacent; it is potentially
directed (p.d.) when no edge on it has an arrowhead at its first node or a tail at its second.
"""

USER_PATTERN = """A pattern of yours is added to a plan, and a learner takes the plan:

```python
import sepset as sp
from sepset.orientation.pattern import Pattern
from sepset.orientation.plans import STANDARD

mine = Pattern(
    "shortcut",
    premises=("a --> b --> c", "a o-o c"),
    conclusion="a *-> c",
    because="a b c",
)
g = sp.MixedGraph.from_edges("a --> c", "b --> c", "c --> d")
found = sp.kpc(sp.Oracle(g), k=1, rules=STANDARD.with_rule(mine, beside="R3"))
print(found.graph)
```
"""


def render() -> str:
    """Return the whole page."""
    parts = [INTRO]
    for title, module in GROUPS:
        parts += [f"## {title}\n", _prose(module), *(_section(rule) for rule in _rules_of(module))]
    parts += ["## Patterns\n", _prose(pattern), USER_PATTERN]
    parts += ["## Plans\n", _prose(plans), *(_plan(plan) for plan in PLANS)]
    parts += ["## When proposals disagree\n", _prose(engine)]
    return "\n".join(parts).rstrip() + "\n"


def _rules_of(module: ModuleType) -> Iterator[Rule]:
    """Yield the rules of a module in the order of its text: patterns, and public functions with a drawing."""
    for thing in vars(module).values():
        own = inspect.isfunction(thing) and thing.__module__ == module.__name__
        if isinstance(thing, Pattern) or (own and "After" in (inspect.getdoc(thing) or "")):
            yield thing


def _section(rule: Rule) -> str:
    """Return a rule's heading, statement, drawings, reason and source."""
    if isinstance(rule, Pattern):
        return _pattern_section(rule)
    statement, *paragraphs = (inspect.getdoc(rule) or "").split("\n\n")
    lines = [f"### {name_of(rule)}\n", f"`{statement.partition(': ')[2].rstrip('.')}`\n"]
    source, prose, drawing = "", [], []
    for paragraph in (text for text in paragraphs if ">>>" not in text):
        if paragraph.startswith("    "):
            drawing.append("```text\n" + inspect.cleandoc("\n" + paragraph) + "\n```\n")
        elif paragraph.endswith("::"):
            drawing.append(paragraph.removesuffix("::") + ":\n")
        elif paragraph.startswith("Source: "):
            source = _one_line(paragraph) + "\n"
        else:
            prose.append(_one_line(paragraph) + "\n")
    return "\n".join([*lines, *drawing, *prose, source])


def _pattern_section(rule: Pattern) -> str:
    """Return the same for a pattern, drawn from its premises."""
    before = "\n".join((*rule.premises, *rule.conditions))
    drawing = f"Before:\n\n```text\n{before}\n```\n\nAfter:\n\n```text\n{rule.conclusion}\n```\n"
    why, source = (_one_line(text) for text in (f"Why: {rule.why}", f"Source: {rule.source}"))
    return f"### {rule.name}\n\n`{rule.statement}`\n\n{drawing}\n{why}\n\n{source}\n"


def _plan(plan: Plan) -> str:
    """Return a plan as a list of its parts."""
    lines = [f"### Plan `{plan.name}`\n"]
    for number, part in enumerate(plan.parts, start=1):
        rules = ", ".join(name_of(rule) for rule in part.rules)
        lines.append(f"{number}. {part.stage}, {PART_TEXT[type(part).__name__].format(rules)}")
    return "\n".join(lines) + "\n"


def _prose(module: ModuleType) -> str:
    """Return a module's docstring without its title and its examples."""
    _, *paragraphs = inspect.cleandoc(module.__doc__ or "").split("\n\n")
    kept = [paragraph for paragraph in paragraphs if ">>>" not in paragraph]
    return "\n\n".join(_with_code(paragraph) for paragraph in kept) + "\n"


def _one_line(paragraph: str) -> str:
    return _with_code(" ".join(paragraph.split()))


def _with_code(text: str) -> str:
    """Set edges such as a *-> b and double-quoted code as code, so that Markdown leaves their stars alone."""
    edges = r"\b\w+(?: [-<o*]-[->o*] \w+)+"
    quoted = re.sub(r"``([^`]*)``", r"`\1`", text)
    return re.sub(rf"`[^`]*`|{edges}", lambda match: f"`{match[0].strip('`')}`", quoted)


if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
    print(f"wrote {PAGE.name}")
