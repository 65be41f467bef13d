"""How well graphs explain data: scores of families, the posterior over DAGs, the graph to draw from it."""
