"""MuZero: learning a model of the game alongside policy and value, and searching in it.

    config.py       settings of a run
    method.py       the learner: games by search over latent states, then training on unrolled sequences
    sequences.py    positions of the replay buffer with the K moves played from there
    losses.py       the loss

The three networks are in boardai/learn/network/muzero.py, the search is boardai/learn/self_play/latent_search.py.
docs/muzero.md explains them.
"""
