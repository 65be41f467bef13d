"""One frozen record for each test, search, collider policy, rule set and learner.

A record has all there is to say about a choice: its word, its title, the phrase for a methods paragraph, what
it cites, where its code is. Learners, the command line, saved results and the report read the same records,
so a new test or learner is described in one place.
"""
