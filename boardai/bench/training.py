"""The parts of training's work, each alone.

The network by batch size and callers, search without and with it, self-play by threads, positions drawn from the
replay buffer and read from game files. Several rows compare us with ourselves: the peer is then the same work in
another setting, which its name says.
"""

from __future__ import annotations

import functools
import time
from typing import Any

import numpy as np

from boardai import native
from boardai.basics.threads import cores
from boardai.bench.measure import Benchmark, Peer, Workload, timed
from boardai.bench.network import BATCH, SIMULATIONS, SIZE, bare, evaluator, network_name, self_play
from boardai.game import load
from boardai.search import PuctOptions

BATCHES = (1, 8, BATCH, 256)
SEARCH_SIMULATIONS = 128
SAMPLED = 256
"""Positions drawn at once."""


def benchmarks(game: str, spec: str) -> list[Benchmark]:
    """Rows network-B, puct-search, self-play-threads, replay-sampling and replay-reading of one game.

    Args:
        game: how the rows' names begin.
        spec: our game.
    """
    symmetric = symmetries(spec) > 1
    with_symmetries = f", each through one of {symmetries(spec)} symmetries" if symmetric else ""
    plain = Peer("without symmetries", lambda quick: replay_sampling(spec, symmetries=False))
    return [
        *(network_by_batch(game, spec, batch) for batch in BATCHES),
        Benchmark(
            f"{game}/puct-search",
            lambda quick: f"{BATCH} PUCT searches side by side, {SEARCH_SIMULATIONS} simulations, constant evaluator",
            "simulations/s",
            lambda quick: search(spec, with_network=False),
            (Peer(f"with a {network_name(SIZE)}", lambda quick: search(spec, with_network=True)),),
        ),
        Benchmark(
            f"{game}/self-play-threads",
            lambda quick: (
                f"self-play by {cores()} threads, {network_name(SIZE)}, {SIMULATIONS} simulations, batch {BATCH}"
            ),
            "moves/s",
            lambda quick: self_play(spec, "moves", groups=cores()),
            (Peer("by 1 thread", lambda quick: self_play(spec, "moves", groups=1)),),
        ),
        Benchmark(
            f"{game}/replay-sampling",
            lambda quick: f"{SAMPLED} positions drawn from the replay buffer{with_symmetries}",
            "positions/s",
            lambda quick: replay_sampling(spec, symmetries=symmetric),
            (plain,) if symmetric else (),
        ),
        Benchmark(
            f"{game}/replay-reading",
            lambda quick: "game files read, checked and added to the replay buffer",
            "positions/s",
            lambda quick: replay_reading(spec),
        ),
    ]


def network_by_batch(game: str, spec: str, batch: int) -> Benchmark:
    """The network at one batch size, by one caller and by as many as there are cores."""
    return Benchmark(
        f"{game}/network-{batch}",
        lambda quick: f"{network_name(SIZE)}, batch {batch}, {cores()} concurrent callers",
        "rows/s",
        lambda quick: bare(spec, batch, cores()),
        (Peer("1 caller", lambda quick: bare(spec, batch, 1)),),
        full_only=batch != BATCH,
    )


def symmetries(spec: str) -> int:
    """Of the game's board, the identity included."""
    state = load(spec).initial_state()
    return int(state.symmetry_count()) if hasattr(state, "symmetry_count") else 1


def search(spec: str, with_network: bool) -> Workload:
    """PUCT by ask and tell from the start, with as many trees as a batch has rows; simulations."""
    state = load(spec).initial_state()
    native_state = native.native_state(state)
    forest: Any = native.template("Puct", state)(BATCH, PuctOptions(simulations=SEARCH_SIMULATIONS).to_native(), 0)
    network = evaluator(spec)
    planes = network.planes()
    constant = np.zeros((BATCH, network.policy_size), np.float32), np.zeros(BATCH, np.float32)

    def work(times: int) -> float:
        total = 0
        for _ in range(times):
            for tree in range(BATCH):
                forest.set_root(tree, native_state)
            while (rows := forest.select(planes, planes.size)) > 0:
                logits, values = network(planes) if with_network else constant
                logits, values = logits[:rows], values[:rows]
                forest.backup(logits, logits.size, values, values.size)
            total += sum(forest.simulations_done(tree) for tree in range(BATCH))
        return float(total)

    return Workload(lambda times: timed(lambda: work(times)))


@functools.cache
def recorded_games(spec: str) -> bytes:
    """Records of a few hundred games' worth of positions, searched by PUCT with random priors."""
    from boardai.learn.self_play.config import SelfPlayConfig, TemperatureConfig
    from boardai.learn.self_play.self_play import new_self_play

    game = load(spec)
    anything = TemperatureConfig(plies=1000)
    config = SelfPlayConfig(games=BATCH, simulations=16, groups=1, search="puct", cache_mb=0, temperature=anything)
    group = new_self_play(game, config, 0, 0)
    group.begin_iteration(1)
    planes, rng = np.zeros((BATCH, *game.observation_shape), np.float32), np.random.default_rng(0)
    answers = rng.normal(size=(BATCH, game.policy_size)).astype(np.float32)
    while group.games_waiting() < BATCH:
        rows = group.select(planes, planes.size)
        logits, values = answers[:rows], np.zeros(rows, np.float32)
        group.backup(logits, logits.size, values, values.size)
    return bytes(group.take_games())


def replay_sampling(spec: str, symmetries: bool) -> Workload:
    """Training batches filled from the replay buffer; positions."""
    from boardai.learn.self_play.replay import ReplayBuffer, ReplayConfig
    from boardai.learn.training.batch import TrainingBatch

    game = load(spec)
    buffer = ReplayBuffer(game, ReplayConfig(symmetries=symmetries))
    buffer.add_games([recorded_games(spec)], 1)
    batch = TrainingBatch(game.observation_shape, game.policy_size, SAMPLED)

    def run(times: int) -> tuple[float, float]:
        start = time.perf_counter()
        for seed in range(times):
            buffer.sample_into(batch, seed)
        return float(times * SAMPLED), time.perf_counter() - start

    return Workload(run)


def replay_reading(spec: str) -> Workload:
    """Game records read into the replay buffer, every move and policy checked by the rules; positions."""
    from boardai.learn.self_play.replay import ReplayBuffer, ReplayConfig

    buffer, data = ReplayBuffer(load(spec), ReplayConfig()), recorded_games(spec)

    def run(times: int) -> tuple[float, float]:
        before, start = buffer.positions_added, time.perf_counter()
        for _ in range(times):
            buffer.add_games([data], 1)
        return float(buffer.positions_added - before), time.perf_counter() - start

    return Workload(run)
