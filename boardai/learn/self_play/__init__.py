"""Self-play: games of the network with itself, and the buffer that stores their positions for training.

In:  a network at one batch size (an `Evaluator`); settings; openings, if wanted.
Out: finished games as bytes, one part per group of games; from the buffer, random batches of positions.

Read `self_play.py` first: groups of games that C++ plays in parallel, one thread each; `actor.py` plays an iteration
while the caller trains. `replay.py` stores the parts and samples from them; `game_files.py` is their file format, from
which a resumed run refills its buffer. `openings.py` reads opening lines. `config.py` has the settings of games,
`replay.py` its own. The search itself is in C++ (native/boardai/search/self_play), and none of this needs JAX.

`all_hosts.py` combines the games of several hosts.

`curriculum.py` defines the boards of a run and the schedule of their shares, `boards.py` has the games and the buffers
of all boards.

`latent_search.py` searches in a learned model (boardai/learn/muzero).

`device_play.py` plays on JAX's device instead of `self_play.py`, and `device_rows.py` converts the device's results to
game records.
"""
