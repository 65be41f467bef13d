"""What every result does with itself in one way: it is saved, copied, shown in a notebook, and has a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sepset.lazily import Lazy

if TYPE_CHECKING:
    import os

    from sepset.drawing import notebook
    from sepset.drawing.diagram import Diagram
    from sepset.report.cell import PageInCell
    from sepset.report.html import Reportable
    from sepset.result.saved import json_files
else:
    # Many results are only looked at: neither drawn nor saved.
    notebook, json_files = Lazy("sepset.drawing.notebook"), Lazy("sepset.result.saved.json_files")


class Presented:
    """A result that has a page, a picture, a summary and a file."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything to a JSON file, gzipped when the path ends in ``.gz``; `load` brings it back."""
        json_files.write_document(self._document, path)

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write the report page: one HTML file with the edges and how sure each is."""
        self._write_page(path, None)

    def show(self, *, height: int = 720) -> PageInCell:
        """Return the report page for a cell of a notebook, `height` pixels high, in a sandbox.

        The last line of a cell shows it.
        """
        return self._page_in_cell(None, height)

    def diagram(self) -> Diagram:
        """Return what pictures of the result are made from."""
        raise NotImplementedError  # each subclass has its own

    def summary(self) -> str:
        """Return a short text for people."""
        raise NotImplementedError  # each subclass has its own

    def _document(self) -> dict[str, object]:
        """Return what is saved."""
        raise NotImplementedError  # each subclass has its own

    def _write_page(self, path: str | os.PathLike[str], data: object) -> None:
        from sepset.report.html import write_report  # noqa: PLC0415 - a step up: reports are made of results

        write_report(cast("Reportable", self), path, data=data)

    def _page_in_cell(self, data: object, height: int) -> PageInCell:
        from sepset.report.cell import in_a_cell  # noqa: PLC0415 - a step up: reports are made of results

        return in_a_cell(cast("Reportable", self), data=data, height=height)

    def _repr_html_(self) -> str:
        return notebook.to_html(self.diagram(), self.summary())

    def __reduce__(self) -> tuple[object, ...]:
        # What a result is computed with may hold the data; a copy gets its answers instead, as a file does.
        from sepset.result.loading import from_bytes  # noqa: PLC0415 - a step up: it makes results

        return from_bytes, (json_files.document_bytes(self._document()),)


class PresentedWithEffects(Presented):
    """A result whose page has estimates of effects, if it is given the data."""

    def report(self, path: str | os.PathLike[str], *, data: object = None) -> None:
        """Write the report page: one HTML file with the graph, how sure each edge is, and why.

        With `data`, the table, it has estimates of effects, too.
        """
        self._write_page(path, data)

    def show(self, *, data: object = None, height: int = 720) -> PageInCell:
        """Return the report page for a cell of a notebook, `height` pixels high, in a sandbox.

        The last line of a cell shows it; `data` is as in `report`.
        """
        return self._page_in_cell(data, height)
