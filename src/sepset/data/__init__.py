"""Tables: named columns that are continuous or discrete, checked once and never changed.

`dataset.Dataset` holds the columns. `reading` makes one from files and from the tables of other libraries,
and refuses what would mislead; `writing` turns it back into such tables. `networks` and `bif` are Bayesian
networks to sample from, and `simulate` draws random ones.

>>> from sepset.data.reading.table import dataset
>>> dict(dataset({"city": ["Rome", "Oslo", "Rome"], "dose": [0.5, 1.5, 2.5]}).kinds)
{'city': 'discrete', 'dose': 'continuous'}
"""
