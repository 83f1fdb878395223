"""Tables: learning linear evaluations from self-play, by TD(lambda), TD-leaf, Monte-Carlo and MOUSE(mu).

In:  a feature set of the game (tables of weights, `boardai.search.evaluations.linear`), settings, games that C++ plays.
Out: weights, one a feature, as a file that any search takes (`evaluator=FOLDER`); metrics, checkpoints, matches.

`rules.py` is the first to read: what each position's value should have been (lambda-returns), and how weights follow
(MOUSE, and steps after every game: plain, TC, AdaGrad). `games.py` has the games as arrays of features, `method.py` is
the learner, step by step, `config.py` has the settings.
`logistic.py` and `least_squares.py` find all weights at once from positions that are at hand; `from_replay.py` does so
from the games of an AlphaZero run, for the teacher it begins with.
"""
