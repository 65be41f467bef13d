"""Runs that survive: what a search has answered, kept in a folder, block by block.

`folder` says whose run it is, lets one run in at a time and refuses that of other data or settings;
`block_file` is the form of one file, checksummed, without pickles; `keeper` decides what is worth writing,
and puts what is there and what is still to be answered together.
"""
