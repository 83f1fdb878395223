"""Solvers: AND/OR, proof-number search, df-pn.

Read `and_or.py` first (the winner, with a strategy as proof), then `pns.py` (best first) and `dfpn.py` (depth first,
with a table as memory). `solving.py` has the sessions of the solvers. `options.py` has the options. A proof is a
`boardai.search.results.strategy.Strategy`.
"""
