"""How much one file or one call may ask for: far more than any sound use needs.

Without these limits a small file could take all memory or hours of time. ``docs/data.md`` lists them.
"""

from __future__ import annotations

#: columns of a table read from text; all pairs of them are tested
COLUMNS = 20_000
#: characters of a row of text
ROW = 2**26
#: characters of a name of a column or node
NAME = 10_000
#: bytes that a gzipped file may hold, whatever its size; or `UNPACKED_RATIO` times its size, if that is more
UNPACKED = 2**29
UNPACKED_RATIO = 100
#: nodes of a random DAG, and rows times columns of sampled data
SIMULATED_NODES = 20_000
SIMULATED_CELLS = 2**31
#: how often a learner is run again on resampled rows
RESAMPLES = 1_000_000
#: DAGs that are drawn from a posterior
SAMPLED_DAGS = 10_000_000
#: threads; the compiled code starts at most four per core anyway
THREADS = 2**16
