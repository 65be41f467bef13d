"""One frozen record for each test, search, collider policy, rule set and learner."""
