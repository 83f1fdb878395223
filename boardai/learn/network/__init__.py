"""The network: maps a position to a policy and a value.

In:  planes float32 [B, H, W, C] of positions, from the side to move; weights.
Out: logits [B, A] of the policy and values [B]; in training also auxiliary heads and new running statistics.

Read `residual.py` first: the network itself; its parts are `layers.py` (convolutions, pooling) and `heads.py` (policy,
value and others); `muzero.py` adds dynamics. `network.py` makes it a pure function, or a user-written module such as
that of `value_network.py`; `inference.py` evaluates batches of one size for self-play and matches. `config.py` has the
settings. `winograd.py` makes convolutions fast on a CPU, `native_convolution.py` does so in C++; `devices.py` and
`packing.py` are for accelerators: sharing a batch, and sending planes as bits. `size.py` counts parameters and
operations, `weights_file.py` reads exported weights, `flax_network.py` is for other JAX programs.
"""
