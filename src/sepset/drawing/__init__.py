"""Pictures: names and edges in, SVG or matplotlib out.

A picture is made from a `diagram.Diagram`, so this package knows nothing of graphs. `layout` places causes
left of their effects in layers (`layers`), orders each layer so that few edges cross (`ordering`) and moves
nodes near their neighbours (`places`); `strokes` runs the lines and sets a mark at each end. `svg` and
`canvas` draw the same strokes, and `notebook` wraps a small picture for notebooks. The same diagram gives the
same bytes.
"""
