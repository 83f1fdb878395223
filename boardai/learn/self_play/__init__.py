"""Self-play: games of the network with itself, and the buffer that keeps what is learned from them.

In:  a network at one batch size (an `Evaluator`); settings; openings, if wanted.
Out: finished games as bytes, a part for each group of games; from the buffer, batches of positions drawn at random.

`self_play.py` is the first to read: groups of games that C++ plays side by side, one thread each; `actor.py` plays an
iteration while the caller trains. `replay.py` takes
their parts up and draws from them; `game_files.py` is the file between the two, from which a stopped run fills its
buffer again. `openings.py` reads lines from which games may begin. `config.py` has the settings of games, `replay.py`
its own. The search itself is C++ (native/boardai/search/self_play), and none of this needs JAX.

`all_hosts.py` puts together what several hosts have played.

`curriculum.py` says which boards a run plays on and how their shares move, `boards.py` has the games and the buffers of
all boards.

`latent_search.py` searches in a learned model (boardai/learn/muzero).

`device_play.py` plays on JAX's device in the place of `self_play.py`, and `device_rows.py` makes records of the
device's results.
"""
