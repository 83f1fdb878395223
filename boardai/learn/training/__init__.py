"""Training: gradient descent on what a batch of positions says.

In:  batches (`batch.py`: planes, policies, outcomes), whoever fills them; a network's weights; the run's progress.
Out: new weights, their average, the optimiser's state, and the metrics of each iteration.

`losses.py` is the first to read: what is minimised, term by term. `schedule.py` is the learning rate over a run and the
optimiser; `learner.py` makes the steps, a batch in parts on several cores, and keeps the average. `config.py` has the
settings of all three.
"""
