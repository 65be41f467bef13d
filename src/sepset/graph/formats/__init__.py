"""Graphs as text, JSON, GraphML, matrices, and other libraries' objects."""
