"""From tests to a skeleton: which pairs can be separated, and by what.

`search` tries larger and larger conditioning sets, up to k, and is done with a pair once a set makes it
independent; `separations` holds these sets, so that the skeleton of every smaller k can be read off the same
run. `colliders` decides which unshielded triples are colliders, and `search_evidence` hands all of it to the
orientation rules, which never see data. In the paper these are Steps 0 to 3 of Algorithm 1 [Kocaoglu 2023].
"""
