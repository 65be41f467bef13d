r"""How each column was read, as plain values for the page.

>>> from sepset.serve.tables import Reading, uploaded
>>> table = uploaded("ward.csv", b"age,ward,sex\n31.5,x,f\n2,y,f\n1,y,m\n")
>>> for row in understood(table, Reading(drop=("age",)))["columns"]:
...     print(row["name"], row["state"], row["holds"])
age dropped numbers
ward used categories: x, y
sex used categories: f, m
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sepset.errors import told
from sepset.serve.words import as_control
from sepset.wording import counted

if TYPE_CHECKING:
    from sepset.data.column import Column
    from sepset.data.dataset import Dataset
    from sepset.serve.tables import Reading, Table

_LEVELS_SHOWN = 4


def understood(table: Table, reading: Reading) -> dict[str, Any]:
    """Return every column, used or not and why, the size of the table, and what is doubtful about it."""
    data, whole = table.read(reading), table.read(reading.of_all_columns())
    return {
        "name": table.name,
        "rows": data.rows,
        "dropped": data.dropped,
        "mendable": table.drawn_by is None,
        "columns": [_row(name, data, whole) for name in table.names(reading)],
        "warnings": [f"{doubt[0].upper()}{doubt[1:]}." for doubt in _doubts(data)],
    }


def _doubts(data: Dataset) -> list[str]:
    return [told(doubt, as_control) for doubt in data.doubts]


def _row(name: str, data: Dataset, whole: Dataset) -> dict[str, object]:
    if name in data.kinds:
        column = data.column(name)
        row = {"state": "used", "kind": column.kind, "holds": _holds(column)}
        gaps = data.missing.get(name, 0)
        return {"name": name, **row, "missing": counted(gaps, "value") + " missing" if gaps else ""}
    if name in data.left_out:
        return {"name": name, "state": "left out", "reason": told(data.left_out[name], as_control)}
    known = whole.column(name) if name in whole.kinds else None
    return {
        "name": name,
        "state": "dropped",
        "kind": known.kind if known else "",
        "holds": _holds(known) if known else "",
    }


def _holds(column: Column) -> str:
    if column.kind == "continuous":
        return column.holds
    shown = ", ".join(str(level) for level in column.levels[:_LEVELS_SHOWN])
    more = len(column.levels) - _LEVELS_SHOWN
    return f"{column.holds}: {shown}" + (f" and {more:,} more" if more > 0 else "")
