"""From a skeleton to marks: rules that propose, plans that order them, one engine that writes.

A rule reads the marks and the evidence on separations, changes neither, and yields what it proposes with its
reason. A plan is data: which rules run once, which until nothing changes, and which together. The engine
writes each mark, keeps a trace of which rule set it and why, and records where rules disagree.
"""
