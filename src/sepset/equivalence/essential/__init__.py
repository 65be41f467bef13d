"""The k-essential graph, exactly: questions, bounds, witnesses, certificates and their check."""
