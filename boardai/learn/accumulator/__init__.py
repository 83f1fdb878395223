"""Learning accumulator networks ("NNUE"): small networks that alpha-beta evaluates at every position.

In:  scored games (`boardai.learn.data.scored_games`): positions, their search values and the results of their games.
Out: an `AccumulatorNetwork` (`boardai.search.evaluations.accumulator`) as a file that any search can load.

Read `model.py` first: the network in training, its gradient and its quantised weights. `descent.py` is a training step,
`rows.py` the stream of positions, `measures.py` the metrics on held-out positions, `method.py` the learner, and
`config.py` has the settings.
"""
