"""The result of `sepset.posterior`: probabilities of marks, the graph to draw, words and files."""
