"""At an open mark the panel says what would settle it."""

import sepset as sp


def test_an_open_mark_says_what_would_settle_it(open_report):
    found = sp.kpc(sp.Oracle(sp.MixedGraph.from_edges("a --> b", "b --> c", "c --> d", "e --> d")), k=1)
    open_edges = [edge for edge in found.graph.edges() if found.status(edge.u, edge.v) != "settled"]
    settled = [edge for edge in found.graph.edges() if edge not in open_edges]
    assert open_edges
    assert settled
    page = open_report(found)
    for edge in found.graph.edges():
        page.click_edge(edge.u, edge.v)
        shown = [item.text for item in page.all("#panel > .reasons > li")]
        said = [line for line in shown if line.startswith("What would settle this: to know that ")]
        assert len(said) == (edge in open_edges)
        expected = [str(fact) for fact in found.facts(edge.u, edge.v) if fact.kind == "would_settle"]
        assert said == expected
