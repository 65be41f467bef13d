"""Small graphs by name for tests of single rules, which run in Python and compiled.

`tests/rules/conftest.py` sets the engine before each test.
"""

from __future__ import annotations

from sepset import MixedGraph
from sepset.orientation import compiled
from sepset.orientation.engine import orient_by_python_rules
from sepset.orientation.evidence import Evidence, pair, triple
from sepset.orientation.plans import Fixpoint, Plan

ENGINES = ("python", "compiled")
engine = "python"

TURNED = str.maketrans("<>", "><")  # an arrowhead read from the other end


def propose(rule, table, evidence):
    """What a rule proposes, by the engine under test."""
    if engine == "python":
        return list(rule(table, evidence))
    found = compiled.propose(rule, table, evidence)
    assert found is not None, "the kernel does not know the rule or the evidence"
    return list(found)


def orient(table, evidence, plan):
    """A plan run by the engine under test."""
    if engine == "python":
        return orient_by_python_rules(table, evidence, plan)
    found = compiled.orient(table, evidence, plan)
    assert found is not None, "the kernel does not know a rule or the evidence"
    return found


def evidence_for(g, sepsets=None, k=None, votes=None):
    """Evidence by name: ``{"ab": "cd"}`` is S_{a,b} = {c, d}; a vote is ``{"acb": True}``."""
    sets = None
    if sepsets is not None:
        sets = {
            pair(*map(g.number, ends)): frozenset(map(g.number, given)) for ends, given in sepsets.items()
        }
    ballots = {triple(*map(g.number, nodes)): vote for nodes, vote in (votes or {}).items()}
    return Evidence(sets, k, ballots)


def proposals(rule, edges, **evidence):
    """Everything a rule proposes, each as text read from both ends."""
    g = MixedGraph.from_edges(*edges)
    found = set()
    for p in propose(rule, g.table, evidence_for(g, **evidence)):
        found.add(f"{g.nodes[p.a]} {p.pattern} {g.nodes[p.b]}")
        found.add(f"{g.nodes[p.b]} {p.pattern[::-1].translate(TURNED)} {g.nodes[p.a]}")
    return found


def reasons(rule, edges, **evidence):
    """The nodes that a rule gives as its reason, for each proposal."""
    g = MixedGraph.from_edges(*edges)
    return {
        f"{g.nodes[p.a]} {p.pattern} {g.nodes[p.b]}": "".join(g.nodes[i] for i in p.because)
        for p in propose(rule, g.table, evidence_for(g, **evidence))
    }


def run(rule, edges, **evidence):
    """The graph after a rule has run to a fixed point, and again on its own result: (first, second trace)."""
    g = MixedGraph.from_edges(*edges)
    known = evidence_for(g, **evidence)
    plan = Plan("one rule", (Fixpoint(rule),))
    once = orient(g.table, known, plan)
    again = orient(once.table, known, plan)
    return MixedGraph.from_table(g.nodes, once.table), again


def assert_idempotent(rule, edges, **evidence):
    """A rule that has run to a fixed point changes nothing more."""
    _, again = run(rule, edges, **evidence)
    assert again.trace == ()
