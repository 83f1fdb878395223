"""Gumbel search on the device compared with mctx on the same rules, and with our native forest.

All three search positions of the same depth with the same small network, two matrices, which cost next to nothing: so
the search itself is compared.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
from typing import Any

import numpy as np

from boardai.bench.measure import Benchmark, NotAvailable, Peer, Workload, timed
from boardai.game import load

SIMULATIONS = 32
OPENING_PLIES = 6
HIDDEN = 16
"""Numbers between the two matrices."""


def benchmark(name: str, spec: str) -> Benchmark:
    """The row of a game.

    Args:
        name: of the row.
        spec: our game.
    """
    return Benchmark(
        name,
        lambda quick: f"Gumbel search of {_positions(quick)} positions on JAX's device, {SIMULATIONS} simulations",
        "simulations/s",
        lambda quick: ours(spec, _positions(quick)),
        (
            Peer("mctx on our rules", lambda quick: by_mctx(spec, _positions(quick)), floor=1, aim=1.5),
            Peer("our native forest, one thread", lambda quick: native(spec, _positions(quick))),
        ),
    )


def _positions(quick: bool) -> int:
    return 16 if quick else 256


def _network(rules: Any) -> Any:
    """A function of planes to logits and values, of random numbers."""
    import jax.numpy as jnp

    generator = np.random.default_rng(1)
    inputs = int(np.prod(rules.observation_shape))
    first = jnp.asarray(generator.normal(size=(inputs, HIDDEN)) * 0.2, jnp.float32)
    second = jnp.asarray(generator.normal(size=(HIDDEN, rules.policy_size + 1)) * 0.5, jnp.float32)

    def network(planes: Any) -> tuple[Any, Any]:
        answers = jnp.tanh(planes.reshape(len(planes), -1) @ first) @ second
        return answers[:, :-1], jnp.tanh(answers[:, -1])

    return network


def _opened(spec: str, positions: int) -> tuple[Any, Any]:
    """The rules, and positions some random plies old."""
    import jax

    from boardai import device

    rules = device.rules(spec)
    return rules, device.random_games(rules, rules.init(positions), jax.random.key(1), OPENING_PLIES)


def _workload(search: Any, state: Any, positions: int, version: str) -> Workload:
    import jax

    def work(times: int) -> float:
        for number in range(times):
            jax.block_until_ready(search(state, jax.random.key(number)))
        return float(times * positions * SIMULATIONS)

    work(1)  # compiles
    return Workload(lambda times: timed(lambda: work(times)), version)


def ours(spec: str, positions: int) -> Workload:
    """`boardai.device.gumbel`."""
    import jax

    from boardai import device

    rules, state = _opened(spec, positions)
    network = _network(rules)
    search = jax.jit(lambda state, key: device.gumbel(rules, state, network, key, SIMULATIONS))
    return _workload(search, state, positions, jax.__version__)


def by_mctx(spec: str, positions: int) -> Workload:
    """`mctx.gumbel_muzero_policy`, whose model is our rules.

    Raises:
        NotAvailable: it is not installed.
    """
    if importlib.util.find_spec("mctx") is None:
        raise NotAvailable("mctx is not installed (pip install mctx)")
    import jax

    rules, state = _opened(spec, positions)
    return _workload(
        jax.jit(mctx_search(rules, _network(rules), SIMULATIONS)), state, positions, importlib.metadata.version("mctx")
    )


def mctx_search(rules: Any, network: Any, simulations: int, **options: Any) -> Any:
    """A function of states and a key to mctx's result.

    Args:
        rules: of a game on the device.
        network: as `boardai.device.gumbel` takes it.
        simulations: of each search.
        options: of `mctx.gumbel_muzero_policy`.
    """
    import mctx

    from boardai import device

    def by_planes(weights: Any, planes: Any) -> Any:
        return network(planes)

    root, simulate = device.root_fn(rules, by_planes), device.recurrent_fn(rules, by_planes)

    def search(state: Any, key: Any) -> Any:
        illegal = ~rules.legal_mask(state)
        roots = root((), key, state)
        return mctx.gumbel_muzero_policy((), key, roots, simulate, simulations, invalid_actions=illegal, **options)

    return search


def native(spec: str, positions: int) -> Workload:
    """`boardai.search.Forest` by one thread, the network in NumPy."""
    import jax

    from boardai import device
    from boardai.search import Forest, GumbelOptions

    game = load(spec)
    network = _network(device.rules(spec))
    compiled = jax.jit(network)

    def function(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        logits, values = compiled(planes)
        return np.asarray(logits), np.asarray(values)

    states = []
    generator = np.random.default_rng(1)
    for _ in range(positions):
        state = game.initial_state()
        for _ in range(OPENING_PLIES):
            legal = state.legal_actions()
            state.apply(legal[generator.integers(len(legal))])
        states.append(state)
    options = GumbelOptions(solver=False, endings=False, cache_mb=0)

    def work(times: int) -> float:
        for number in range(times):
            forest = Forest(states, function, options, seed=number)
            forest.run(SIMULATIONS)
        return float(times * positions * SIMULATIONS)

    work(1)
    return Workload(lambda times: timed(lambda: work(times)))
