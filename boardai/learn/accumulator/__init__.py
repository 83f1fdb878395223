"""Learning accumulator networks ("NNUE"): small networks that alpha-beta asks at every position.

In:  scored games (`boardai.learn.data.scored_games`): positions, their search values and the results of their games.
Out: an `AccumulatorNetwork` (`boardai.search.evaluations.accumulator`) as a file that any search takes.

`model.py` is the first to read: what the network is in training, its gradient, and its whole numbers. `descent.py` is a
training step, `rows.py` the stream of positions, `measures.py` what is measured on held-out ones, `method.py` the
learner, and `config.py` has the settings.
"""
