"""The minimax family as in the lecture: every search here returns minimax's value.

Read `minimax.py`, then `alphabeta.py`, `scout.py` and `mtdf.py`; each names its native search in C++ and its reference
implementation in Python. `options.py` has the options, from which the C++ structs are written.
"""
