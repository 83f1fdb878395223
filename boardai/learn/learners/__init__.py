"""Learners: one learning method per file, which shows an iteration step by step.

In:  a game, settings, the run's folder; for supervised learning, files of positions.
Out: the metrics of each iteration, and the contents of checkpoints.

Read `alphazero.py` first: self-play, replay, training, gate; `several_boards.py` does the same on several boards at
once. `supervised.py` learns from labelled positions, `classifier.py` learns the winner from positions. `value.py`
learns only a value and `q_learning.py` a value for each action, both from their own games (`own_games.py`).
`network_learner.py` is the common code of all these; linear evaluations have their own package
(`boardai.learn.linear_evaluation`). `config.py` has the settings, `first_settings.py` computes the initial settings of
a run. The loop around them is `boardai.learn.runs.run`, the interface of a learner `boardai.learn.runs.method`.
"""
