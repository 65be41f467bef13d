from itertools import combinations

import naive
from sepset import MixedGraph
from sepset.graph.bits import members
from sepset.orientation.evidence import Evidence, MagEvidence, pair, triple

ALL = 0b1111


def test_no_set_and_the_empty_set_differ():
    evidence = Evidence({pair(0, 1): frozenset()})
    assert evidence.sepset(1, 0) == frozenset()
    assert evidence.sepset(0, 2) is None
    assert evidence.outside(0, 1) & ALL == ALL
    assert evidence.outside(0, 2) == 0
    assert evidence.inside(0, 2) == 0


def test_the_set_decides_inside_and_outside():
    evidence = Evidence({pair(0, 1): frozenset({2})})
    assert evidence.inside(0, 1) == 0b0100
    assert evidence.outside(1, 0) & ALL == 0b1011


def test_triples_of_a_pair_without_a_set_are_doubtful():
    evidence = Evidence({pair(0, 1): frozenset({2})})
    assert not evidence.doubtful(2, 1) >> 0 & 1
    assert evidence.doubtful(2, 1) >> 3 & 1
    assert Evidence().doubtful(2, 1) == 0


def test_votes_override_the_set():
    votes = {triple(1, 2, 0): True, triple(0, 3, 1): None, (0, 4, 1): False}
    evidence = Evidence({pair(0, 1): frozenset({2, 3})}, votes=votes)
    assert evidence.outside(0, 1) >> 2 & 1
    assert not evidence.inside(0, 1) >> 2 & 1
    assert not (evidence.outside(0, 1) | evidence.inside(0, 1)) >> 3 & 1
    assert evidence.inside(0, 1) >> 4 & 1
    assert evidence.doubtful(3, 0) >> 1 & 1
    assert evidence.doubtful(3, 1) >> 0 & 1
    assert not evidence.doubtful(2, 0) >> 1 & 1


def test_a_vote_settles_a_triple_of_a_pair_without_a_set():
    evidence = Evidence({}, votes={(0, 2, 1): False, (0, 3, 1): None})
    assert not evidence.doubtful(2, 1) >> 0 & 1
    assert evidence.doubtful(3, 1) >> 0 & 1


def test_the_set_that_a_mag_gives_separates():
    for mag in naive.all_mags(4)[::7]:
        evidence = MagEvidence(mag.table, k=2)
        for a, b in combinations(range(4), 2):
            if not mag.table.adjacent(a, b):
                given = [mag.nodes[i] for i in evidence.sepset(a, b)]
                assert naive.separated(mag, mag.nodes[a], mag.nodes[b], given)


def test_a_mag_answers_for_every_node():
    mag = MixedGraph.from_edges("a --> c", "c --> b", "c --> d", nodes=("a", "b", "c", "d"))
    evidence = MagEvidence(mag.table)
    assert list(members(evidence.inside(0, 1))) == [2]
    assert list(members(evidence.outside(0, 1) & ALL)) == [3]
    assert evidence.doubtful(2, 1) == 0
