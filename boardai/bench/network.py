"""Self-play against the bare network: how much of the network's rate is left when games are played with it.

The bare rate is the best of 1 to as many concurrent callers as there are cores, at the same fixed batch size; rows
that fill up a batch are not counted on either side.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Any

from boardai.bench.measure import Benchmark, Peer, Workload
from boardai.game import load

BLOCKS, CHANNELS, BATCH, SIMULATIONS = 4, 64, 64, 32
# A round of one batch takes about 10 ms; this many rounds a repetition keep starts and ends of threads small.
_ROUNDS = 20


def benchmark(name: str, spec: str) -> Benchmark:
    """The row of one game."""
    return Benchmark(
        name,
        lambda quick: f"self-play, {BLOCKS}x{CHANNELS} ResNet, {SIMULATIONS} simulations, batch {BATCH}, no cache",
        "evaluations/s",
        lambda quick: _self_play(spec),
        (Peer("the bare network", lambda quick: _bare(spec), floor=0.95, aim=0.97),),
    )


def _cores() -> int:
    return len(os.sched_getaffinity(0))


def _evaluator(spec: str) -> Any:
    from boardai.learn.config import NetworkConfig
    from boardai.learn.inference import Evaluator
    from boardai.learn.network import Network

    game = load(spec)
    config = NetworkConfig(blocks=BLOCKS, channels=CHANNELS)
    network = Network(game.observation_shape, game.policy_size, config, 0)
    evaluator = Evaluator(network, network.parameters, network.statistics, BATCH)
    evaluator(evaluator.planes())  # compiles
    return evaluator


def _in_threads(work: Callable[[int], int], threads: int) -> tuple[float, float]:
    """Runs work(0), work(1), ... at the same time; (sum of what they return, seconds)."""
    amounts = [0] * threads

    def keep(number: int) -> None:
        amounts[number] = work(number)

    workers = [threading.Thread(target=keep, args=(number,)) for number in range(threads)]
    start = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return float(sum(amounts)), time.perf_counter() - start


def _bare(spec: str) -> Workload:
    evaluator = _evaluator(spec)
    planes = [evaluator.planes() for _ in range(_cores())]

    def call(number: int, rounds: int) -> int:
        for _ in range(rounds):
            evaluator(planes[number])
        return rounds * BATCH

    def rate(callers: int) -> float:
        amount, seconds = _in_threads(lambda number: call(number, _ROUNDS), callers)
        return amount / seconds

    best = max(range(1, _cores() + 1), key=rate)

    def run(times: int) -> tuple[float, float]:
        return _in_threads(lambda number: call(number, times * _ROUNDS), best)

    return Workload(run, f"{best} concurrent callers")


def _self_play(spec: str) -> Workload:
    from boardai.learn.config import SelfPlayConfig
    from boardai.learn.native_parts import new_self_play

    evaluator = _evaluator(spec)
    game = load(spec)
    config = SelfPlayConfig(groups=_cores(), games=BATCH, simulations=SIMULATIONS, cache_mb=0)
    groups = [new_self_play(game, config, 0, number) for number in range(config.groups)]
    planes = [evaluator.planes() for _ in groups]

    def play(number: int, rounds: int) -> int:
        group, evaluations = groups[number], 0
        for _ in range(rounds):
            rows = group.select(planes[number], planes[number].size)
            logits, values = evaluator(planes[number])
            logits, values = logits[:rows], values[:rows]
            group.backup(logits, logits.size, values, values.size)
            evaluations += rows
        group.take_games()  # what nobody takes piles up
        return evaluations

    def run(times: int) -> tuple[float, float]:
        return _in_threads(lambda number: play(number, times * _ROUNDS), config.groups)

    return Workload(run)
