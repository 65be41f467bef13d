"""Results as JSON: written, read back, and checked."""
