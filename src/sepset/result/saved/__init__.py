"""Results as JSON: versioned, described by a schema, and checked when read.

A file holds all that a result answers, so a loaded one needs neither the data nor the test. The same result
gives the same bytes. Files come from anywhere, so `reader` believes nothing: what is not sound is an error
that says where.
"""
