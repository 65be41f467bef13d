"""What is known about a choice, in one record that every part of sepset reads.

A record holds the word by which users ask for the choice, and the words in which results, pages and the
command line describe it. To add a test or a learner, write its class or function, one record, and its word in
the `Literal` that type checkers read (`TestName`, `LearnerName`): nothing else in the catalogue lists them.

>>> from sepset.catalogue.choices import TESTS
>>> TESTS["chi2"].title, TESTS.words
('chi-square test', ('fisher_z', 'g2', 'chi2', 'mc_g2', 'residual'))
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from sepset.graph.marks import mirror

if TYPE_CHECKING:
    from typing import Self


class Reference(NamedTuple):
    """A publication: as the text cites it, and in full."""

    short: str
    full: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Record:
    """What every choice has; there is one of each, so that nobody compares two."""

    #: how it is asked for: ``test="chi2"``, ``--test chi2``
    word: str
    #: what a reader calls it, in the line below the title of a page
    title: str
    #: how a methods paragraph names it, with citations in brackets
    phrase: str
    cites: tuple[Reference, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class IndependenceTest(Record):
    """A conditional independence test on data."""

    #: its class, as ``module:name``; made by ``from_data``
    implementation: str
    #: the kinds of columns it takes
    kinds: frozenset[str]
    #: the tables for which ``test="auto"`` is this test, by the kinds among their columns
    automatic_for: tuple[frozenset[str], ...] = ()
    #: its class for tables with missing values, as ``module:name``; None if it needs complete rows
    with_gaps: str | None = None
    #: whether ``from_data`` takes a number of threads
    threaded: bool = True
    #: whether its answers are those of a known graph, without p-values and without a level
    exact: bool = False
    #: how many questions it answers in a moment, so that files and pages have the p of every edge unasked
    quick_tests: int = 0
    #: how many questions times rows, where it goes through the rows for each
    quick_rows: float = inf
    #: whether its statistic is a standard normal one under independence, so that Rubin's rules can pool it
    normal_statistic: bool = False


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class GraphScore(Record):
    """A score of how well graphs explain data."""

    #: its class, as ``module:name``; made from one number
    implementation: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Averaging(Record):
    """A method beside the learners by tests: probabilities in place of one graph."""

    #: its function, as ``module:name``
    function: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SearchMethod(Record):
    """Where separating sets are looked for."""

    #: what the sets are drawn from, in a line of the command line
    sets_from: str
    #: what a member of such a set is
    member: str
    #: and where the members are, seen from the pair; may be empty
    where: str = ""

    def statement(self, size: str, k: int) -> str:
        """Return what an edge between two variables says; `size` is how k is written, or the slot for it.

        >>> from sepset.catalogue.choices import SEARCHES
        >>> SEARCHES["neighbours"].statement("2", 2)
        'no set of at most 2 neighbours of one of them makes them independent'
        >>> SEARCHES["all"].statement("0", 0)
        'they are dependent when nothing is conditioned on, which is all that k = 0 looks at'
        """
        if k == 0:
            return f"they are dependent when nothing is conditioned on, which is all that k = {size} looks at"
        plural = "" if k == 1 else "s"
        return f"no set of at most {size} {self.member}{plural}{self.where} makes them independent"

    def statement_of_any_size(self) -> str:
        """Return the same after a search that went on as long as there were larger sets.

        >>> from sepset.catalogue.choices import SEARCHES
        >>> SEARCHES["neighbours"].statement_of_any_size()
        'no set of neighbours of one of them, of any size, makes them independent'
        """
        return f"no set of {self.member}s{self.where}, of any size, makes them independent"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ColliderPolicy(Record):
    """How Step 3 decides which unshielded triples are colliders."""

    #: the function that decides by all separating sets, as ``module:name``; None if the recorded set decides
    decision: str | None = None


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class OrientationRules(Record):
    """A set of orientation rules."""

    #: its plan, as ``module:name``
    plan: str


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Learner(Record):
    """An algorithm from data to a graph, and what the edges of its graph say."""

    #: its function, as ``module:name``
    function: str
    #: the words of the rule sets it can run; the first is what it runs unless told otherwise
    rules: tuple[str, ...]
    #: what an edge between a and b says, by pattern
    says: Mapping[str, str]
    #: the same in a few words, for a first look
    says_in_short: Mapping[str, str]
    #: what readers might think it says, but it does not
    does_not_say: Mapping[str, str]
    #: whether its graphs allow for common causes that were not measured
    hidden_causes: bool = False
    #: whether ``<->`` says something in its graphs
    bidirected: bool = True
    #: whether it may drop an edge that no set separates
    drops_edges: bool = False
    #: whether its edges are direct effects, so that knowledge about direct effects applies to them
    direct_edges: bool = False
    #: whether it chooses k and alpha from the data when neither is given
    automatic: bool = False
    #: whether its graph stands for k-closures, in which an edge needs room for what separates its ends
    k_closures: bool = False
    #: whether its graph is the union of all DAGs that agree with the tests
    union: bool = False
    #: the plan that it runs with knowledge, as ``module:name``; None if its rule set does without another
    plan_with_knowledge: str | None = None

    @property
    def assumes(self) -> str:
        """What must hold for the marks of its graph to say what they say, besides faithfulness."""
        selection = "no selection of the sample"
        return selection if self.hidden_causes else f"no hidden common causes and {selection}"

    def allows(self, pattern: str) -> bool:
        """Say whether a DAG can have such an edge; if not, the evidence for it contradicts itself."""
        return self.bidirected or pattern != "<->"

    def meaning(self, pattern: str, a: str, b: str) -> str:
        """Return what ``a pattern b`` says in the graph of this learner."""
        return self.in_full(pattern).format(a=a, b=b)

    def in_full(self, pattern: str) -> str:
        """Return what ``a pattern b`` says, with the slots a and b."""
        return _from_either_end(self.says, pattern)

    def in_short(self, pattern: str) -> str:
        """Return what ``a pattern b`` says in a few words, with the slots a and b."""
        return _from_either_end(self.says_in_short, pattern)


def _from_either_end(sentences: Mapping[str, str], pattern: str) -> str:
    if pattern in sentences:
        return sentences[pattern]
    return sentences[mirror(pattern)].format(a="{b}", b="{a}")


R = TypeVar("R", bound=Record)


class Catalogue(Mapping[str, R], Generic[R]):
    """Records by their words, in order; it cannot be changed."""

    def __init__(self, *records: R) -> None:
        self._records = {record.word: record for record in records}
        if len(self._records) != len(records):
            raise ValueError("two records have the same word")

    def __getitem__(self, word: str) -> R:
        return self._records[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    @property
    def words(self) -> tuple[str, ...]:
        """The words by which the choices are asked for."""
        return tuple(self._records)

    def titled(self, title: str) -> R | None:
        """Return the record with a title, or None."""
        return next((record for record in self.values() if record.title == title), None)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def load(place: str) -> Any:
    """Return the object at ``module:name``, imported only now, to keep `import sepset` quick.

    >>> load("math:tau") > 6
    True
    """
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)
