"""Mixed graphs: marks, separation, separators, text and conversion."""
