"""The Python and the command line that give the same result as the page, to the byte.

>>> from sepset.serve.asked import asked_for
>>> from sepset.serve.tables import uploaded
>>> asked = asked_for({"table": "1f", "method": "pc", "alpha": 0.01, "kinds": {"age": "discrete"}})
>>> same = Same(uploaded("ward.csv", b""), asked, asked.numbers, None)
>>> print(same.in_python())
import sepset as sp
<BLANKLINE>
data = sp.read('ward.csv', kinds={'age': 'discrete'}, missing='testwise')
found = sp.pc(data, alpha=0.01)
found.save('run.json')
found.report('run.html')
>>> print(same.in_shell())
sepset learn ward.csv --method pc --alpha 0.01 --kinds age=discrete --missing testwise -o run.json
sepset report run.json -o run.html
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, NamedTuple

from sepset.wording import comma_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sepset.knowledge.statements import Knowledge
    from sepset.serve.asked import PageSettings
    from sepset.serve.tables import Table

RUN, PAGE, KNOWLEDGE = "run.json", "run.html", "knowledge.txt"


class Same(NamedTuple):
    """What was asked for, with the numbers and the knowledge that were used."""

    table: Table
    asked: PageSettings
    numbers: Mapping[str, Any]
    knowledge: Knowledge | None

    def in_python(self) -> str:
        """Return a program."""
        lines = ["import sepset as sp", "", f"data = {self._data()}"]
        options = {**self.numbers}
        known = ""
        if self.knowledge is not None:
            lines.append(f"known = sp.Knowledge({_arguments(self.knowledge.to_dict())})")
            known = ", knowledge=known"
        given = f", {_arguments(options)}" if options else ""
        lines.append(f"found = sp.{self.asked.method.replace('-', '_')}(data{given}{known})")
        return "\n".join((*lines, f"found.save({RUN!r})", f"found.report({PAGE!r})"))

    def _data(self) -> str:
        if self.table.drawn_by is not None:
            return self.table.drawn_by
        return f"sp.read({self.table.source!r}, {_arguments(self._reading())})"

    def _reading(self) -> dict[str, object]:
        """Return the options of `read` that differ from their defaults."""
        reading = self.asked.reading
        options: dict[str, object] = {}
        if reading.kinds:
            options["kinds"] = dict(reading.kinds)
        if reading.drop:
            options["drop"] = list(reading.drop)
        options["missing"] = reading.missing
        if reading.separator is not None:
            options["separator"] = reading.separator
        if reading.decimal != ".":
            options["decimal"] = reading.decimal
        return options

    def in_shell(self) -> str:
        """Return lines for a shell."""
        source = self.table.source
        words = ["sepset", "learn", f"./{source}" if source.startswith("-") else source, *self._options()]
        lines = [shlex.join((*words, "-o", RUN)), shlex.join(("sepset", "report", RUN, "-o", PAGE))]
        if self.knowledge is not None:
            # printf, since a name may hold anything that would end a here-document.
            lines.insert(0, f"printf '%s\\n' {shlex.quote(str(self.knowledge))} > {KNOWLEDGE}")
        return "\n".join(lines)

    def _options(self) -> Iterator[str]:
        yield from ("--method", self.asked.method)
        for name, value in self.numbers.items():
            yield from ("--alpha" if name == "alpha" else "-k", str(value))
        if self.table.drawn_by is None:
            for name, value in self._reading().items():
                yield from (f"--{name}", _written(value))
        if self.knowledge is not None:
            yield from ("--knowledge", KNOWLEDGE)


def _written(value: object) -> str:
    """Return the value of an option of the command line."""
    if isinstance(value, dict):
        return comma_list([f"{name}={kind}" for name, kind in value.items()])
    return comma_list(value) if isinstance(value, list) else str(value)


def _arguments(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in values.items())
