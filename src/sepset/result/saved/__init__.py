"""Results as JSON: versioned, described by a schema, and checked when read.

A file holds everything that a result can answer, so a loaded one needs neither the data nor the test. The
same result gives the same bytes. Files come from anywhere, so `reader` trusts nothing: whatever is wrong is
an error that says where.
"""
