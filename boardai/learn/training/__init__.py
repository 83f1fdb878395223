"""Training: gradient descent on batches of positions.

In:  batches (`batch.py`: planes, policies, outcomes), from any source; a network's weights; the run's progress.
Out: new weights, their average, the optimiser's state, and the metrics of each iteration.

Read `losses.py` first: the loss, term by term. `given.py` describes the user's replacements for loss, optimiser and
batches. `descent.py` is a step: its learning rate, its optimiser, and the computation of its parts by threads on a CPU
or by devices; `learner.py` holds the weights and runs the steps. `config.py` has the settings of all.
"""
