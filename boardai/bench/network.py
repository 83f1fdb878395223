"""Self-play against the bare network, and what each part of training's work costs alone.

The inference rate is the best of 1 to as many concurrent callers as there are cores, at the same fixed batch size; rows
that fill up a batch are not counted on either side.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai.basics.threads import cores, in_threads
from boardai.bench.measure import Benchmark, Peer, Workload
from boardai.game import load

SIZE, SMALL_SIZE = (4, 64), (2, 32)  # blocks and channels
BATCH, SIMULATIONS = 64, 32
# A round of one batch takes about 10 ms; this many rounds a repetition keep starts and ends of threads small.
ROUNDS = 20


def benchmark(name: str, spec: str) -> Benchmark:
    """The row of one game."""
    return Benchmark(
        name,
        lambda quick: f"self-play, {network_name(SIZE)}, {SIMULATIONS} simulations, batch {BATCH}, no cache",
        "evaluations/s",
        lambda quick: self_play(spec, "evaluations", groups=cores(), search="puct", cache_mb=0, reuse_subtree=False),
        (Peer("the bare network", lambda quick: bare(spec), floor=0.95, aim=0.97),),
    )


def network_name(size: tuple[int, int]) -> str:
    """Its name in the tables."""
    return f"{size[0]}x{size[1]} ResNet"


def network_for(
    shape: tuple[int, int, int], policy_size: int, size: tuple[int, int] | None = None, *, native: bool = True
) -> Any:
    """The network of all rows (SIZE) or another one, for these planes and policy; initial weights."""
    from boardai.learn.network.config import NetworkConfig
    from boardai.learn.network.network import Network

    blocks, channels = size or SIZE
    return Network(shape, policy_size, NetworkConfig(blocks=blocks, channels=channels), 0, native=native)


def evaluator(spec: str, batch: int | None = None, size: tuple[int, int] | None = None) -> Any:
    """That network for a game, compiled for a batch size (BATCH)."""
    from boardai.learn.network.inference import Evaluator

    game = load(spec)
    network = network_for(game.observation_shape, game.policy_size, size)
    made = Evaluator(network, network.parameters, network.statistics, batch or BATCH)
    made(made.planes())  # compiles
    return made


def by_callers(call: Callable[[int, int], float], callers: int, repeats: int = 1) -> Workload:
    """call(caller, times) by several threads at once.

    Args:
        call: does the work that many times and returns how much that was.
        callers: threads; 0: as many, up to the number of cores, as do most together.
        repeats: times of one repetition.
    """

    def rate(threads: int) -> float:
        amount, seconds = in_threads(lambda number: call(number, repeats), threads)
        return amount / seconds

    best = callers or max(range(1, cores() + 1), key=rate)

    def run(times: int) -> tuple[float, float]:
        return in_threads(lambda number: call(number, times * repeats), best)

    chosen = "1 caller" if best == 1 else f"{best} concurrent callers"
    return Workload(run, chosen if callers == 0 else "")


def bare(spec: str, batch: int | None = None, callers: int = 0) -> Workload:
    """The network on full batches and nothing else; rows. `callers` as for by_callers()."""
    network = evaluator(spec, batch)
    planes = [network.planes() for _ in range(max(callers, cores()))]

    def call(number: int, rounds: int) -> float:
        for _ in range(rounds):
            network(planes[number])
        return float(rounds * network.batch_size)

    return by_callers(call, callers, max(1, ROUNDS * BATCH // network.batch_size))


def self_play(
    spec: str, counted: str, size: tuple[int, int] | None = None, plies: int = 1, **settings: Any
) -> Workload:
    """Self-play by one thread per group of games.

    Args:
        spec: the game.
        counted: unit of the rate: evaluations or moves.
        size: of the network; None: that of all rows.
        plies: moves of each game in a sample, where moves are counted: of a whole game, where its parts cost unlike.
        settings: of SelfPlayConfig; by default BATCH games per group and SIMULATIONS per move.
    """
    from boardai.learn.self_play.config import SelfPlayConfig
    from boardai.learn.self_play.self_play import new_self_play, play_round
    from boardai.learn.stages import Stopwatch

    game = load(spec)
    config = SelfPlayConfig(**{"games": BATCH, "simulations": SIMULATIONS, **settings})
    network = evaluator(spec, config.games, size)
    groups = [new_self_play(game, config, 0, number) for number in range(config.groups)]
    planes = [network.planes() for _ in groups]
    amount = config.games * (plies if counted == "moves" else ROUNDS)
    for group in groups:
        group.begin_iteration(1)

    def play(number: int, times: int) -> float:
        group, stopwatch = groups[number], Stopwatch()
        before = done = getattr(group.counters(), counted)
        # Games move nearly in step, so moves come in lumps: a sample ends after one.
        while done < before + times * amount:
            play_round(group, planes[number], network, stopwatch)
            done = getattr(group.counters(), counted)
        group.take_games()  # games pile up unless taken
        return float(done - before)

    return by_callers(play, config.groups)
