"""How fast sepset is: one module a question, each run as ``python -m benchmarks.NAME``."""
