"""How fast sepset is: one module per question, each run as ``python -m benchmarks.NAME``."""
