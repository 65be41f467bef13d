"""The command line: reads arguments and files, calls the library, and says in words what came out.

One module a command; what they share is in `output` (terminal, pipe and JSON), `sources` (what DATA and GRAPH
may be), `files` (what may be written) and `exit` (errors in words, exit codes).
"""

from sepset.cli.exit import main

__all__ = ["main"]
