"""From a skeleton to marks: rules that propose, plans that order them, one engine that writes.

A rule reads the marks and the evidence on separations, changes neither, and yields what it proposes with its
reason. A plan is data: which rules run once, which until nothing changes, and which together. The engine
writes each mark, keeps a trace of which rule set it and why, and records where rules disagree.

=============  ===========================================================================
module         what it holds
=============  ===========================================================================
`specs`        the local rules (R1-R3, R8, Meek's), each as a `Pattern`: data, no code
`pattern`      what a pattern is; `matcher` finds where one applies
`path_rules`   R0, and the rules that follow paths: R4, R9, R10 (searches in `paths`)
`counting`     the rules for k-closures: R11, R12 and the counting rule
`plans`        which rules run in which order
`evidence`     what rules know besides the graph: separating sets, votes, k
`engine`       runs a plan, writes marks, keeps the trace and the conflicts (`outcome`)
`compiled`     the same engine in C++, which runs every pattern and knows the other rules
`loci_steps`   what LOCI does after its tests: arrowheads, edges dropped, then a plan
`explain`      why a mark is there, in words
=============  ===========================================================================
"""
