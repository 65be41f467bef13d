"""`sepset learn --repair`: what is overruled, in words and JSON."""

import json

import sepset as sp


def test_a_repaired_graph_lists_what_it_overrules(cli):
    options = ("learn", "asia", "--rows", "60", "--seed", "3", "-k", "1", "--alpha", "0.3", "--repair")
    found = sp.kpc(sp.asia().sample(60, seed=3), k=1, alpha=0.3, repair=True)
    assert found.overruled
    document = json.loads(cli(*options, "--json"))
    assert len(document["overruled"]) == len(found.overruled)
    assert document["an_edge_says"].endswith(", except for what was overruled")
    said = cli(*options)
    assert said.count("Overruled: ") == len(found.overruled)
    assert ", except for what was overruled" in said
