"""What a learner found: graph, facts, explanations, comparison, and the saved form."""
