"""Measures the parts of training on an accelerator with one command: `python -m boardai.bench --accelerator FOLDER`.

The list (steps.py): the card's own peaks, the network in inference and in training by batch size and precision,
self-play by games, groups and threads compared with the bare network, rules compared with pgx and native games,
pgx + mctx at the same work, Kála's study of chess on a graphics card (study.py, evaluations.py), a trace of self-play,
and what the `gpu` presets learn in some minutes (learning.py). Each step is a process of its own with a limit of time
and leaves one JSON file in the folder. A step whose file is there is not run again, so the list can be stopped and
continued; a run of training continues where it was stopped. On a machine without an accelerator it measures the CPU,
and the tables say so.
"""
