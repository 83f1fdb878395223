"""Learning linear evaluations from self-play, by TD(lambda), TD-leaf, Monte-Carlo and MOUSE(mu).

In:  a feature set of the game (tables of weights, `boardai.search.evaluations.linear`), settings, games played in C++.
Out: weights, one per feature, as a file that any search can load (`evaluator=FOLDER`); metrics, checkpoints, matches.

Read `rules.py` first: the target of each position (lambda-returns), and the update of the weights (MOUSE, and steps
after every game: plain, TC, AdaGrad). `games.py` returns the games as arrays of features, `method.py` is the learner,
step by step, `config.py` has the settings. `logistic.py` and `least_squares.py` fit all weights at once to existing
positions; `from_replay.py` fits them to the games of an AlphaZero run, for the teacher of its first iterations.
"""
