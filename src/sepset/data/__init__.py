"""Data in: tables with named columns of a known kind, files, networks to sample from, and simulation."""
