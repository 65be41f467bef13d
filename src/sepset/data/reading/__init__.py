"""From files and frames to columns: every reader, and every reason to refuse a table."""
