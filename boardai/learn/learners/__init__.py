"""Learners: one learning method per file, which shows an iteration step by step.

In:  a game, settings, the run's folder; for supervised learning files of positions.
Out: per iteration its metrics, and what a checkpoint must keep.

`alphazero.py` is the first to read: self-play, replay, training, gate; `several_boards.py` does the same on several
boards at once. `supervised.py` learns from labelled positions,
`classifier.py` who wins them. `value.py` learns a value alone and `q_learning.py` one of each action, from games they
play (`own_games.py`). `network_learner.py` is what all these share; linear evaluations have a room of their own
(`boardai.learn.linear_evaluation`). `config.py` has the settings, `first_settings.py` says what a run of a game begins
with. The loop around them is `boardai.learn.runs.run`, what it asks of a learner `boardai.learn.runs.method`.
"""
