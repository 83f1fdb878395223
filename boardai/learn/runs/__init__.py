"""Runs: the loop around any learner, and the folder that stores its state safely if the process dies.

In:  a game, settings (a preset's, the user's), a learner's name.
Out: the run's folder: run.json, metrics.jsonl, checkpoints, games, report.json; and that folder as an object.

`run.py` is the first to read: iterations until a limit, each ending with metrics and a checkpoint; `method.py` is what
it asks of a learner. `folder.py`, `checkpoint.py`, `metrics.py` and `tensorboard.py` write, `damage.py` reports what is
damaged and continues without it; `machine.py`, `progress.py` and `stopping.py` face the machine and the person at it.
`presets.py` finds named settings, `config.py` has those of every run. Afterwards `trained_run.py` is the run in Python,
`trained_network.py` its network, `entrants.py` its checkpoints in a tournament.
"""
