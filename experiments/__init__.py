"""The experiments of the k-PC paper, reproduced and extended with the public API of sepset only.

Run ``python -m experiments`` (about an hour on two cores) or ``python -m experiments --quick`` (under two
minutes). What was found is on the page ``docs/experiments.md``.
"""
