"""Conditional independence tests: the protocol, the oracle, and tests on data."""
