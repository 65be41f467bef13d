"""From files and tables in memory to a `Dataset`, and every reason to refuse one.

`read` takes files, `table` what other libraries hold in memory. Both turn their source into raw columns
(`delimited` and `cells` for text, `frames` for pandas, polars, pyarrow and NumPy), and `assemble` checks them
together: names, missing values, kinds.
"""
