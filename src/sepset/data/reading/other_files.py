"""Files of other programs: Excel through python-calamine, Stata through pandas, SPSS, SAS and R."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from sepset.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EXCEL_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
#: Suffix, and the extra that has a reader of it.
EXTRAS = {
    **dict.fromkeys(EXCEL_SUFFIXES, "excel"),
    **dict.fromkeys(
        (".dta", ".sav", ".zsav", ".por", ".sas7bdat", ".xpt", ".rds", ".rda", ".rdata"), "stats"
    ),
}
#: What their readers take from a path only.
FROM_DISK = tuple(suffix for suffix, extra in EXTRAS.items() if extra == "stats" and suffix != ".dta")


def sheet_as_text(file: Path | io.BytesIO) -> bytes:
    """Return the first sheet of a workbook as the CSV that it would be saved as."""
    from python_calamine import CalamineWorkbook  # an extra

    sheet = CalamineWorkbook.from_object(file).get_sheet_by_index(0)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([_cell(value) for value in row] for row in sheet.to_python())
    return text.getvalue().encode()


def _cell(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def frame_of(file: Path | io.BytesIO, suffix: str) -> Any:
    """Return the table in a file of a statistics program as a pandas frame."""
    if suffix == ".dta":
        import pandas as pd  # an extra

        return pd.read_stata(file)
    if suffix in (".rds", ".rda", ".rdata"):
        import pyreadr  # an extra

        return _only_frame(pyreadr.read_r(str(file)))
    import pyreadstat  # an extra

    readers: dict[str, Callable[..., Any]] = {
        ".xpt": pyreadstat.read_xport,
        ".sas7bdat": pyreadstat.read_sas7bdat,
        ".por": pyreadstat.read_por,
    }
    labelled = (
        {} if suffix in readers else {"apply_value_formats": True, "formats_as_ordered_category": False}
    )
    reader: Callable[..., Any] = readers.get(suffix, pyreadstat.read_sav)
    return reader(str(file), **labelled)[0]


def _only_frame(objects: dict[str, Any]) -> Any:
    frames = [value for value in objects.values() if hasattr(value, "columns")]
    if len(frames) != 1:
        raise DataError(
            f"the file holds {len(frames)} tables ({', '.join(map(str, objects))}); save the one to read "
            "with saveRDS"
        )
    return frames[0]


def with_extra(read: Callable[[], Any], suffix: str) -> Any:
    """Return what a reader returns; without its library, or where it gives up, the error says so."""
    try:
        return read()
    except ImportError as error:
        extra = EXTRAS[suffix]
        message = f"{suffix} files need {error.name}: pip install 'sepset[{extra}]'; or save the table as CSV"
        raise DataError(message) from None
    except DataError:
        raise
    except Exception as error:  # each library has errors of its own
        raise DataError(f"the file cannot be read as {suffix}: {error}; save the table as CSV") from None
