"""Monte-Carlo tree searches: UCT, PUCT and Gumbel.

`mcts.py` is UCT: random games or an evaluation at the leaves. `puct.py` and `gumbel.py` are guided by priors and values
of a network or a function; what they share is `forest.py`: a tree that lives on from move to move, asked step by step.
Each has a function for one search and a class for a game. `options.py` has the options; `temperature.py` draws moves by
visits.
"""
