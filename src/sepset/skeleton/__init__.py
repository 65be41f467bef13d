"""Steps 0 to 2 of every learner here: find separating sets, keep the pairs that have none."""
