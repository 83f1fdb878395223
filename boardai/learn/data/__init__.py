"""Data: positions from sources other than a run's own self-play, and positions as arrays.

In:  files of games (PGN, SGF, transcripts), folders of labelled positions, a labeller.
Out: training batches of their positions; datasets on disk; NumPy arrays for custom learners.

Read `datasets.py` first: a folder of labelled positions, and how scores become values. `labelling.py` makes one on
several cores, `labellers.py` has the labellers. `examples.py` provides the positions that supervised learning draws
batches from, with some games held out; `teacher.py` plays the games that a run begins with; `game_records.py` writes
both for the replay buffer. `arrays.py` returns positions of self-play, of a run or of a dataset as arrays.
"""
