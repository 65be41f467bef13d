"""What can go wrong, as one tree.

    SepsetError
    ├── GraphError (ValueError)        an impossible graph, or not the kind that a function needs
    │   ├── CycleError                 a directed (or almost directed) cycle; names its nodes
    │   ├── UnknownNodeError           a name that is not in the graph; suggests the nearest
    │   └── FormatError                text that cannot be read as a graph; names the line
    ├── OptionError (ValueError)       an argument outside its range, such as k = -1
    ├── KnowledgeError (ValueError)    knowledge that cannot be read, or that the data contradict
    │   └── ClashError                 knowledge that contradicts itself; names the statements
    ├── DataError (ValueError)         a table that cannot be used as it is
    ├── SavedError (ValueError)        a saved result that cannot be written, or read back
    ├── CheckpointError (ValueError)   a checkpoint of another run, or one that is in use
    ├── ClusterError                   a cluster that lost its scheduler, its workers or a block of work
    └── TimeLimitError                 a time limit was hit before the answer was exact

Every message says what was passed, where, what is allowed and what to do next. It is made of parts: text for
all readers, and parts that Python, the command line and the page each word in their own way. The options that
it advises are fields (`SepsetError.advice`).

>>> error = DataError("values are missing; pass ", Advice("missing", "drop"))
>>> str(error), error.advice
("values are missing; pass missing='drop'", (Advice(option='missing', value='drop', column=None),))
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Self


class Advice(NamedTuple):
    """An option that a message advises: its name in Python, the value, and the column it is for, if any.

    >>> str(Advice("kinds", "discrete", column="ward")), str(Advice("time_limit"))
    ("kinds={'ward': 'discrete'}", 'time_limit')
    """

    option: str
    #: None: the message names the option, and the caller knows which value
    value: str | bool | tuple[str, ...] | None = None
    column: str | None = None

    def __str__(self) -> str:
        if self.value is None:
            return self.option
        given = list(self.value) if isinstance(self.value, tuple) else self.value
        value = repr(given) if self.column is None else f"{{{self.column!r}: {given!r}}}"
        return f"{self.option}={value}"


class InPython(NamedTuple):
    """Words of a message that help only a caller in Python."""

    words: str

    def __str__(self) -> str:
        return self.words


class InShell(NamedTuple):
    """Words of a message that help only on the command line, such as another command; Python omits them.

    >>> str(DataError("learn by tests", InPython(" with kpc"), InShell(" with --method kpc")))
    'learn by tests with kpc'
    """

    words: str

    def __str__(self) -> str:
        return ""


#: What a message is made of; `str` words each part for Python.
MessagePart: TypeAlias = "str | Advice | InPython | InShell"
#: How a front end words the parts that are not for Python alone.
FrontEnd: TypeAlias = "Callable[[Advice | InShell], str]"


#: What a warning about data and tests is about; empty: it does not say, as in files of version 0.1.
WarningKind: TypeAlias = Literal[
    "",
    "reading",
    "left_out",
    "few_rows",
    "number_names",
    "labels",
    "many_levels",
    "rare_levels",
    "row_numbers",
    "copies",
    "near_copies",
    "determined",
    "linear_combination",
    "shape",
    "missing",
    "few_values",
    "missing_predicted",
    "missing_unpredicted",
    "smallest_sample",
    "linear_sets",
    "no_evidence",
    "directions",
]


class Remark(str):
    """A note that, like an error, keeps its parts so that each front end can word the options.

    It is text, and says by a word of what `kind` it is, so that nobody has to look for words in it.

    >>> remark = Remark("left out: numbers with a comma; read the file with ", Advice("decimal", ","))
    >>> print(remark)
    left out: numbers with a comma; read the file with decimal set to ','
    >>> remark.told(lambda part: f"--{part.option} {part.value}")
    'left out: numbers with a comma; read the file with --decimal ,'
    """

    __slots__ = ("kind", "parts")

    parts: tuple[MessagePart, ...]
    kind: WarningKind

    def __new__(cls, *parts: MessagePart, kind: WarningKind = "") -> Self:
        """Store the parts, without what helps only in Python."""
        kept = tuple(part for part in parts if not isinstance(part, InPython))
        made = super().__new__(cls, "".join(map(_for_any_reader, kept)))
        made.parts, made.kind = kept, kind
        return made

    def told(self, front_end: FrontEnd) -> str:
        """Return the text for one front end, which words the options in its own way."""
        return _worded(self.parts, front_end)


def _for_any_reader(part: MessagePart) -> str:
    """Return a part in words that fit Python, the command line and the page alike."""
    if not isinstance(part, Advice) or part.value is None:
        return str(part)
    value = repr(list(part.value) if isinstance(part.value, tuple) else part.value)
    return f"the kind {value}" if part.option == "kinds" else f"{part.option} set to {value}"


def told(text: str, front_end: FrontEnd) -> str:
    """Return some text in the words of one front end, if it has options in it."""
    return text.told(front_end) if isinstance(text, Remark) else text


def _worded(parts: Iterable[MessagePart], front_end: FrontEnd) -> str:
    return "".join(
        part if isinstance(part, str) else front_end(part) for part in parts if not isinstance(part, InPython)
    )


class SepsetError(Exception):
    """The root of every error that sepset raises on purpose."""

    def __init__(self, *parts: MessagePart) -> None:
        super().__init__("".join(map(str, parts)))
        self.parts = parts

    @property
    def advice(self) -> tuple[Advice, ...]:
        """The options that the message advises."""
        return tuple(part for part in self.parts if isinstance(part, Advice))

    def __reduce__(self) -> tuple[object, ...]:
        # A copy has the same message and fields, whatever arguments its class takes.
        return _again, (type(self), self.args, self.__dict__)

    def told(self, front_end: FrontEnd) -> str:
        """Return the message for another front end, which words the options in its own way."""
        return _worded(self.parts, front_end)


def _again(kind: type[SepsetError], arguments: tuple[object, ...], fields: dict[str, object]) -> SepsetError:
    """Return a copy of an error, with the traceback left out."""
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(fields)
    return error


class GraphError(SepsetError, ValueError):
    """An impossible graph, or one of the wrong kind for a function."""


class CycleError(GraphError):
    """A directed or almost directed cycle where none is allowed."""

    def __init__(self, message: str, cycle: Sequence[str]) -> None:
        super().__init__(message)
        self.cycle = tuple(cycle)


class UnknownNodeError(GraphError):
    """A node name that is not in the graph."""

    def __init__(self, name: object, known: Iterable[str]) -> None:
        self.name = name
        super().__init__(_unknown_name_message(name, list(known)))


class FormatError(GraphError):
    """Text that cannot be read as a graph."""


class OptionError(SepsetError, ValueError):
    """An option outside its range."""


class KnowledgeError(SepsetError, ValueError):
    """Knowledge that cannot be read, contradicts itself or, with ``strict=True``, the data contradict."""


class ClashError(KnowledgeError):
    """Knowledge that contradicts itself; `statements` are those that clash, in the text form."""

    def __init__(self, message: str, statements: Sequence[str]) -> None:
        super().__init__(message)
        self.statements = tuple(statements)


class DataError(SepsetError, ValueError):
    """A table that cannot be used as it is."""


class SavedError(SepsetError, ValueError):
    """A saved result that cannot be written, or read back."""


class CheckpointError(SepsetError, ValueError):
    """A checkpoint of other data or settings, or one that another run is using."""


class ClusterError(SepsetError):
    """A cluster that cannot do its part: no scheduler, no workers, or work that kills its workers."""


class TimeLimitError(SepsetError):
    """A time limit was hit before the answer was exact."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name most like `name`, or None when nothing is close."""
    by_lower = {other.lower(): other for other in known}
    close = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.5)
    return by_lower[close[0]] if close else None


def did_you_mean(name: object, known: Iterable[str], otherwise: str = "") -> str:
    """Return the end of a message about an unknown name: the nearest known one, or other advice, if any.

    >>> did_you_mean("smok", ["smoke", "lung"]), did_you_mean("x", ["smoke"], "check the list")
    ("; did you mean 'smoke'?", '; check the list')
    """
    close = nearest(name, known) if isinstance(name, str) else None
    advice = f"did you mean {close!r}?" if close is not None else otherwise
    return advice and f"; {advice}"


def _unknown_name_message(name: object, known: list[str]) -> str:
    if not isinstance(name, str):
        return f"node names are text, got {name!r} ({type(name).__name__}); write it as a string"
    shown = ", ".join(repr(other) for other in known[:8]) + (", ..." if len(known) > 8 else "")
    return f"unknown node {name!r}{did_you_mean(name, known, _all_of(shown))}"


def _all_of(nodes: str) -> str:
    return f"the nodes are {nodes}" if nodes else "the graph is empty"
