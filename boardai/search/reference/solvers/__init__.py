"""Solvers: AND/OR, proof-number search, df-pn. Reference implementations in plain Python."""
