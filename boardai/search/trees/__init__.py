"""Monte-Carlo tree searches: UCT, PUCT and Gumbel.

`mcts.py` is UCT: random games or an evaluation at the leaves. `puct.py` and `gumbel.py` are guided by priors and values
from a network or a function; both use `tree_session.py`: a tree that is kept from move to move and searched step by
step. `forest.py` searches many trees at once, `forest_selection.py` selects in them by a Python rule. Each search has a
function for one search and a class for a game. `options.py` has the options; `written_rules.py` compiles users' rules
in C++.
"""
