"""Learning linear evaluations from self-play: TD(lambda), TD-leaf, Monte-Carlo and MOUSE(mu).

games.py      games played natively with the present weights, as arrays of features
returns.py    what each position's value should have been: lambda-returns
rules.py      how weights follow: MOUSE(mu), and steps after every game (plain, TC, AdaGrad)
method.py     the method of a run (boardai.learn.run)
matches.py    the matches that measure it
"""
