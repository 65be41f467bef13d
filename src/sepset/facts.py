"""What is known about a pair of variables, as data: what `found.facts(a, b)` and `post.facts(a, b)` return.

A `Fact` has a kind and a `Sentence`: a template in English, and typed slots. Text, page and JSON are made
from it, so no program has to read our prose.

>>> import sepset as sp
>>> found = sp.kpc(sp.Oracle(sp.MixedGraph.from_edges("a --> c", "b --> c")), k=0)
>>> (separated,) = found.facts("a", "b")
>>> separated.kind, separated["a"].name, separated["given"]
('separated', 'a', ())
>>> separated.to_json()["slots"]
{'a': 'a', 'b': 'b', 'given': []}

- `Fact`, and `Sentence`, which it holds
- what fills slots, besides text and numbers: `ShownVariable`, `Names` (a path), `NameSet`, `ListedNumbers`, a
  `Sentence` of its own or several (`Sentences`)
- `Note`: a sentence about a whole graph, which is text too (`found.notes`)
- `as_percent`: how all our words write a probability, never as 0 % or 100 %
"""

from sepset import checks, wording
from sepset.result.facts import Fact
from sepset.sentences import ListedNumbers, Names, NameSet, Note, Sentence, Sentences, ShownVariable

__all__ = [
    "Fact",
    "ListedNumbers",
    "NameSet",
    "Names",
    "Note",
    "Sentence",
    "Sentences",
    "ShownVariable",
    "as_percent",
]


def as_percent(share: float) -> str:
    """Return a share or a probability as all our words write it: in whole percent, never as 0 % or 100 %.

    >>> as_percent(0.0), as_percent(0.54), as_percent(0.997)
    ('< 1 %', '54 %', '> 99 %')
    """
    return wording.as_percent(checks.check_share("share", share))
