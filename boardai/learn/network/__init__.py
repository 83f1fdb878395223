"""The network: maps a position to a policy and a value.

In:  planes float32 [B, H, W, C] of positions, from the side to move; weights.
Out: logits [B, A] of the policy and values [B]; in training also the auxiliary heads and new running statistics.

`residual.py` is the network itself, the first to read; its parts are `layers.py` (convolutions, pooling) and `heads.py`
(policy, value and the rest); `muzero.py` is the same with dynamics. `network.py` makes a pure function of it, or of a
module of your own, such as that of `value_network.py`; `inference.py` evaluates batches of one size, as self-play and
matches do. `config.py` has the settings. `winograd.py` makes convolutions fast on a CPU, `native_convolution.py` by our
own C++; `devices.py` and `packing.py` are for accelerators: who shares a batch, and planes as bits on their way.
`size.py` counts parameters and operations, `weights_file.py` reads exported weights, `flax_network.py` is for other
programs of JAX.
"""
