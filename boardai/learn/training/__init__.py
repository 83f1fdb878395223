"""Training: gradient descent on what a batch of positions says.

In:  batches (`batch.py`: planes, policies, outcomes), whoever fills them; a network's weights; the run's progress.
Out: new weights, their average, the optimiser's state, and the metrics of each iteration.

`losses.py` is the first to read: what is minimised, term by term. `descent.py` is a step, `schedule.py` the learning
rate over a run and the optimiser; `learner.py` keeps the weights and makes the steps, a batch in parts, by threads on a
CPU (`in_threads.py`) or by devices (`on_devices.py`). `config.py` has the settings of all.
"""
