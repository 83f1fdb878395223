"""Principal variation search. Plain-Python twins."""
