"""Pictures of mixed graphs: a layered layout, exact marks, SVG and matplotlib."""
