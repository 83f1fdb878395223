"""Evaluation: how strong a run's weights are.

In:  weights as an `Evaluator` (or a learned evaluation), earlier checkpoints, opponents by their specs.
Out: tables of matches, with intervals; ratings of everybody who met in a run, random play at 0.

`matches.py` is the first to read: which matches a run plays, against whom, within its time, and the gate, which decides
by one of them whether new weights play. `ratings.py` fits the ratings, `config.py` has the settings. Agents and matches
themselves are `boardai.players` and `boardai.arena`.
"""
