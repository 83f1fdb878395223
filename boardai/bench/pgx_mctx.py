"""pgx and mctx as a peer: self-play in JAX alone, games and search compiled together with the network.

Both sides play BATCH games side by side by PUCT with the same number of new simulations per move, root noise and moves
drawn from the visits, on the same network with the same folded weights for inference. Theirs is compared twice: with
the network as JAX compiles it (in Winograd's form as well), and with our C++ for its convolutions, lent to it. pgx's
games have planes of their own, so its first convolution has another number of input channels: 2 in Othello where ours
has 4; in Hex, played with the swap rule, 4 like ours; in chess 119 like ours. Theirs is called by as many threads at
once as serve it best, ours has a group of games per core.

Ours continues in the part of the tree below the move, caches the network's answers, and
takes what the game proves of its endings for what it is; mctx begins every search again. Where the network is large,
both wait for it nearly all the time, so there is a row with a small one as well. Hex proves its endings by virtual
connections, which ours asks for only as an option: a row of its own.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
from typing import Any

from boardai.basics.threads import cores
from boardai.bench.measure import Benchmark, NotAvailable, Peer, Workload
from boardai.bench.network import (
    BATCH,
    SIMULATIONS,
    SIZE,
    SMALL_SIZE,
    by_callers,
    network_for,
    network_name,
)
from boardai.bench.network import self_play as our_self_play

OPENING_PLIES = 20
"""Games begin with up to this many random plies, so that those of a batch are spread over the game on both sides."""
PLIES = 50
"""Moves of each game in a sample of ours, about a whole game: near the end many need no evaluation."""
MOVES = 5
"""The same for the peer: all moves cost the same, and those of chess take seconds."""


def benchmarks(name: str, spec: str, theirs: str, proofs: bool = False) -> list[Benchmark]:
    """The rows of one game: the usual network, a small one, and perhaps one with proofs.

    Args:
        name: of the first row.
        spec: our game.
        theirs: pgx's name of it.
        proofs: whether the game can prove more than its rules, which gets a separate row.
    """
    rows = [_row(name, spec, theirs, SIZE), _row(f"{name}-small", spec, theirs, SMALL_SIZE)]
    return [*rows, _row(f"{name}-proofs", spec, theirs, SIZE, proofs=True)] if proofs else rows


def _row(name: str, spec: str, theirs: str, size: tuple[int, int], proofs: bool = False) -> Benchmark:
    more = "cache, subtree reuse and proofs at the root" if proofs else "cache and subtree reuse"
    return Benchmark(
        name,
        lambda quick: f"self-play, {network_name(size)}, {SIMULATIONS} new simulations per move, batch {BATCH}, {more}",
        "moves/s",
        lambda quick: _ours(spec, size, "root" if proofs else "none"),
        (
            Peer("pgx + mctx", lambda quick: self_play(theirs, size), floor=1.2, aim=1.2),
            Peer("with our convolutions", lambda quick: self_play(theirs, size, native=True), floor=1.2, aim=1.2),
        ),
    )


def _ours(spec: str, size: tuple[int, int], knowledge: str) -> Workload:
    from boardai.learn.self_play.config import StartsConfig, TemperatureConfig

    return our_self_play(
        spec,
        "moves",
        size,
        PLIES,
        search="puct",
        groups=cores(),
        starts=StartsConfig(random_plies=OPENING_PLIES),
        temperature=TemperatureConfig(plies=1000),
        knowledge=knowledge,
    )


def self_play(game: str, size: tuple[int, int], games: int = 0, *, native: bool = False) -> Workload:
    """Theirs: moves.

    Args:
        game: pgx's name of it.
        size: of the network, blocks and channels.
        games: side by side; 0: BATCH.
        native: whether the network's convolutions may be our C++.

    Raises:
        NotAvailable: a package is not installed.
    """
    batch = games or BATCH
    for package in ("pgx", "mctx"):
        if importlib.util.find_spec(package) is None:
            raise NotAvailable(f"{package} is not installed (pip install pgx mctx)")
    import jax
    import numpy as np

    make_move, opened = _program(game, size, batch, native=native)
    states = [opened(jax.random.key(number)) for number in range(cores())]
    keys = [jax.random.key(1000 + number) for number in range(cores())]

    def play(number: int, times: int) -> float:
        for _ in range(times):
            keys[number], states[number] = make_move(keys[number], states[number])
            np.asarray(states[number].terminated)  # waits for the result
        return float(times * batch)

    for number in range(cores()):
        play(number, 1)  # compiles: else the first one tried would be charged with it
    workload = by_callers(play, 0, MOVES)
    versions = [f"{importlib.metadata.version(package)}" for package in ("pgx", "mctx")]
    return Workload(workload.run, f"{' and '.join(versions)}, {workload.version}")


def _program(game: str, size: tuple[int, int], batch: int, *, native: bool = False) -> tuple[Any, Any]:
    """Two compiled functions: one move in every game, and games some random plies old."""
    import jax
    import jax.numpy as jnp
    import mctx
    import pgx
    from pgx.experimental import auto_reset

    from boardai.learn.network.inference import piece_size

    env = pgx.make(game)
    height, width, channels = env.observation_shape
    network = network_for((height, width, channels), env.num_actions, size, native=native)
    weights = network.fold(network.parameters, network.statistics)
    rows = jnp.arange(batch)
    step = jax.vmap(env.step)
    step_or_restart = jax.vmap(auto_reset(env.step, env.init))

    def evaluate(state: Any) -> tuple[Any, Any]:
        logits, values = network.apply_folded(weights, state.observation.astype(jnp.float32), piece=piece_size(batch))
        return jnp.where(state.legal_action_mask, logits, jnp.finfo(logits.dtype).min), values

    def simulate(parameters: Any, key: Any, action: Any, state: Any) -> tuple[Any, Any]:
        mover = state.current_player
        state = step(state, action)
        logits, values = evaluate(state)
        over = state.terminated
        output = mctx.RecurrentFnOutput(
            reward=state.rewards[rows, mover],
            # After a move the other player is to move; nothing comes after the end.
            discount=jnp.where(over, 0.0, jnp.where(state.current_player == mover, 1.0, -1.0)),
            prior_logits=logits,
            value=jnp.where(over, 0.0, values),
        )
        return output, state

    @jax.jit
    def make_move(key: Any, state: Any) -> tuple[Any, Any]:
        key, search_key, restart_key = jax.random.split(key, 3)
        logits, values = evaluate(state)
        found = mctx.muzero_policy(
            params=(),
            rng_key=search_key,
            root=mctx.RootFnOutput(prior_logits=logits, value=values, embedding=state),
            recurrent_fn=simulate,
            num_simulations=SIMULATIONS,
            invalid_actions=~state.legal_action_mask,
        )
        return key, step_or_restart(state, found.action, jax.random.split(restart_key, batch))

    @jax.jit
    def opened(key: Any) -> Any:
        start_key, length_key, play_key = jax.random.split(key, 3)
        state = jax.vmap(env.init)(jax.random.split(start_key, batch))
        lengths = jax.random.randint(length_key, (batch,), 0, OPENING_PLIES + 1)

        def ply(number: int, state: Any) -> Any:
            keys = jax.random.split(jax.random.fold_in(play_key, number), batch)
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            action = jax.vmap(jax.random.categorical)(keys, logits)
            played = step(state, action)

            def choose(new: Any, old: Any) -> Any:
                going_on = (number < lengths).reshape(batch, *[1] * (new.ndim - 1))
                return jnp.where(going_on, new, old)

            return jax.tree.map(choose, played, state)

        return jax.lax.fori_loop(0, OPENING_PLIES, ply, state)

    return make_move, opened
