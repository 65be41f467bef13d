"""How much one file or one call may ask for: far more than any sound use needs, and said in words.

Without these a small file could ask for all memory or for hours. ``docs/data.md`` lists them.
"""

from __future__ import annotations

#: columns of a table that is read from text; all pairs of them are tested
COLUMNS = 20_000
#: characters of a name of a column or node
NAME = 10_000
#: bytes that a gzipped file may hold, whatever its size; or `UNPACKED_RATIO` times its size, if that is more
UNPACKED = 2**29
UNPACKED_RATIO = 100
#: nodes of a random DAG, and rows times columns of sampled data
SIMULATED_NODES = 20_000
SIMULATED_CELLS = 2**31
#: times that a learner is run again on other rows
RESAMPLES = 1_000_000
#: DAGs that are drawn from a posterior
SAMPLED_DAGS = 10_000_000
#: threads; beyond four a core the compiled core starts no more anyway
THREADS = 2**16
