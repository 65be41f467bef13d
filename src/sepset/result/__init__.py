"""What a learner found, and every question that it can answer.

`discovery.Discovery` holds the separations of one search and orients them for any bound up to k. `settings`
says how it was run, `explain` why an edge is there or missing, `compare` how far a graph is from another.
`saved` writes results to files and reads them back; `posterior` is the result of `sepset.posterior`.
"""
