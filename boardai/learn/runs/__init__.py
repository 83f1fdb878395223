"""Runs: the loop around any learner, and the folder that keeps its state intact if the process is killed.

In:  a game, settings (a preset's, the user's), a learner's name.
Out: the run's folder: run.json, metrics.jsonl, checkpoints, games, report.json; and an object for that folder.

Read `run.py` first: iterations until a limit, each ending with metrics and a checkpoint; `method.py` is the interface
of a learner. `folder.py`, `checkpoint.py`, `metrics.py` and `tensorboard.py` write files, `damage.py` reports damaged
files and continues without them; `machine.py`, `progress.py` and `stopping.py` handle the machine, the output for the
user and interruptions. `presets.py` finds named settings, `config.py` has the common settings of all runs. For a
finished run, `trained_run.py` gives access from Python, `trained_network.py` loads its network, `entrants.py` enters
its checkpoints in a tournament.
"""
