"""Evaluation: how strong a run's weights are.

In:  weights as an `Evaluator` (or a learned evaluation), earlier checkpoints, opponents by their specs.
Out: tables of matches, with intervals; ratings of everybody who met in a run, random play at 0.

`yardsticks.py` is the first to read: which matches AlphaZero plays, and the gate. `value_matches.py` are those of
networks with a value alone; `boardai.learn.tables.matches` those of linear evaluations. `matches.py` is what all share,
`ratings.py` fits the ratings, `config.py` has the settings. Agents and matches themselves are `boardai.players` and
`boardai.arena`.
"""
