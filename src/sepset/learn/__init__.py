"""Learners: compositions of the same stages, search, colliders, orientation."""
