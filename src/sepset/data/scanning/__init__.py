"""Tables larger than memory: rows stay in their files, and come by in batches.

`sources` are where rows come from, `survey` finds out in a pass what the columns hold, `streamed` is the
`Dataset` whose rows stay where they are, `recognised` tells it from others, and `scan` makes one.
"""
