"""Evaluation: how strong a run's weights are.

In:  weights as an `Evaluator` (or a learned evaluation), earlier checkpoints, specs of opponents.
Out: tables of matches, with intervals; ratings of all players of a run's matches, with random play at 0.

Read `matches.py` first: which matches a run plays, against which opponents and within which time, and the gate, a match
that decides whether new weights play. `ratings.py` fits the ratings, `config.py` has the settings. Agents and matches
themselves are in `boardai.players` and `boardai.arena`.
"""
