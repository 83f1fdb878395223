"""What a search found: results, trees, and their words and drawings."""
