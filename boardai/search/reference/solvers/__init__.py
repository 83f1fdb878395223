"""Searches that prove: AND/OR, proof-number search, df-pn. Plain-Python twins."""
