"""Searches that prove: AND/OR, proof-number search, df-pn.

Read `and_or.py` (who wins, and the strategy that shows it), then `pns.py` (best first) and `dfpn.py` (depth first, in
the memory of a table). `solving.py` is shared by the last two: one native call and its result. `options.py` has the
options. A proof is a `boardai.search.results.strategy.Strategy`.
"""
