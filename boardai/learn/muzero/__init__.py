"""MuZero: learning a model of the game alongside policy and value, and searching in it.

    config.py       the settings of a run
    method.py       the learner: games by search over latent states, then training on unrolled sequences
    sequences.py    the replay buffer's positions with the K moves that were played from there
    losses.py       the loss

The three networks are boardai/learn/network/muzero.py, the search is boardai/learn/self_play/latent_search.py.
docs/muzero.md explains them.
"""
