"""Explanations with holes for names, so that thousands of them fit into a page.

The words come from `sepset.result.explain`, asked about a result whose variables are called by marks such as
``⟦7⟧``. What differs between two sentences of the same kind is then easy to find: names and p-values. A
sentence becomes the number of its template and what fills the holes.

>>> book = Phrases([2, 0, 1])
>>> book.add("⟦0⟧ and ⟦1⟧ are independent (p = 0.31)")
[0, 2, 0, '0.31']
>>> book.templates
['⟦0⟧ and ⟦1⟧ are independent (p = ⟦2⟧)']
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from sepset.graph.mixed_graph import MixedGraph
from sepset.result.explain import Explainer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sepset.result.discovery import Discovery, Orientation

_HOLE = re.compile(r"⟦(\d+)⟧|(?<=\bp = )[\d.e+-]*\d")


class Phrases:
    """Templates in order of appearance; `order` gives the node number of each mark."""

    def __init__(self, order: Sequence[int]) -> None:
        self.order = order
        self._numbers: dict[str, int] = {}

    @property
    def templates(self) -> list[str]:
        """The sentences with numbered holes."""
        return list(self._numbers)

    def add(self, line: str) -> list[int | str]:
        """Return the number of a line's template, then what fills its holes: node numbers and texts."""
        filling: list[int | str] = []

        def hole(match: re.Match[str]) -> str:
            part = match[0] if match[1] is None else self.order[int(match[1])]
            if part not in filling:
                filling.append(part)
            return f"⟦{filling.index(part)}⟧"

        template = _HOLE.sub(hole, line)
        return [self._numbers.setdefault(template, len(self._numbers)), *filling]

    def literal(self, text: str) -> list[int | str]:
        """Return a line that is shown as it is, whatever it holds."""
        return [self._numbers.setdefault("⟦0⟧", len(self._numbers)), text]

    def fill(self, line: Sequence[int | str], names: Sequence[str]) -> str:
        """Return a line with its holes filled, as the page does it."""
        parts = [part if isinstance(part, str) else names[part] for part in line[1:]]
        return re.sub(r"⟦(\d+)⟧", lambda hole: parts[int(hole[1])], self.templates[int(line[0])])


class Masked:
    """A result whose variables are called by marks; marks sort as the names do."""

    def __init__(self, found: Discovery) -> None:
        self.found = found
        #: node numbers in the order of names
        self.order = sorted(range(len(found.names)), key=lambda i: found.names[i])
        places = {node: place for place, node in enumerate(self.order)}
        digits = len(str(len(self.order)))
        self.marks = tuple(f"⟦{places[node]:0{digits}}⟧" for node in range(len(found.names)))

    def at(self, k: int) -> Explainer:
        """Return what explains the result for a bound, in marks."""
        result = self.found.orientation(k)
        graph = MixedGraph.from_table(self.marks, result.graph.table)
        masked = replace(result, graph=graph, completion=None, notes=())
        skeleton = replace(self.found.skeleton, names=self.marks)
        levels = {k: masked, min(k, self.found.last_bound): masked}
        return Explainer(replace(self.found, skeleton=skeleton, _levels=levels), k)

    def certified(self, result: Orientation, a: int, b: int) -> Iterator[str]:
        """Yield what the exact search says about an edge, in names."""
        if result.completion is not None:
            names = self.found.names
            yield f"By exact search, {result.completion.certificate.why(names[a], names[b])}"
