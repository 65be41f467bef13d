"""What is drawn ahead of a report is what the report draws."""

import json

import pytest

import sepset as sp
from sepset.report.html import to_bytes
from sepset.report.payload import Places, drawing


def data_of(page):
    return json.loads(page.decode().split('id="payload">')[1].split("</script>")[0])


@pytest.mark.parametrize("learner", [sp.kpc, sp.pc, sp.loci, sp.anytime_fci])
def test_the_same_graph_at_the_same_places(learner):
    found = learner(sp.asia().sample(2000, seed=1))
    placed = Places.of(found.diagram())
    ahead = json.loads(json.dumps(drawing(found, placed)))
    page = to_bytes(found, framed=True, placed=placed)
    assert page == to_bytes(found, framed=True)
    told = data_of(page)
    for part in ("names", "right", "down"):
        assert ahead[part] == told[part]
    assert ahead["evidence"] == (told["evidence"] or [])
    assert {frozenset(pair) for pair in ahead["weak"]} == {frozenset(pair) for pair in told["weak"]}
    kinds, last = told["kinds"], told["levels"][-1]
    assert ahead["k"] == last["k"]
    assert ahead["edges"] == [[a, kinds[kind][0], b, kinds[kind][1]] for a, kind, b, _ in last["edges"]]
