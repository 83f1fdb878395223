"""Training: gradient descent on batches of positions.

In:  batches (`batch.py`: planes, policies, outcomes), from any source; a network's weights; the run's progress.
Out: new weights, their average, the optimiser's state, and the metrics of each iteration.

`losses.py` is the first to read: what is minimised, term by term. `given.py` is what a user may put in the place of
loss, optimiser and batches. `descent.py` is a step: its rate, its optimiser, and
how its parts are computed, by threads on a CPU or by devices; `learner.py` keeps the weights and makes the steps.
`config.py` has the settings of all.
"""
