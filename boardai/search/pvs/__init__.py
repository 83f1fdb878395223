"""Principal variation search."""
