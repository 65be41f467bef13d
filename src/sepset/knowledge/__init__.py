"""What is known beforehand about causes and effects: stated once, checked, and never violated by a learner.

==============  ==========================================================================
module          what it holds
==============  ==========================================================================
`statements`    `Knowledge`: the statements as a user writes them
`known`         the same for given variables: who cannot be, and who is, an ancestor of whom
`clashes`       why statements contradict each other, as few of them as possible
`text`          a small readable text form
`tetrad`        Tetrad's knowledge files
`causal_learn`  objects of causal-learn
`files`         files of every form, read and written
`drawing`       the marks that follow for an edge, put before any rule runs
==============  ==========================================================================
"""
