"""Self-play on the device compared with native self-play: the same network, simulations and number of games at once."""

from __future__ import annotations

import itertools
from typing import Any

from boardai.bench import network
from boardai.bench.measure import Benchmark, Peer, Workload, timed
from boardai.game import load

SIZE = 3, 32
"""Blocks and channels: what small boards are trained with."""
GAMES, SIMULATIONS, OPENING_PLIES = 64, 16, 4
ON_DEVICE: dict[str, Any] = {"device": True, "endings": False}
"""All else is as natively."""


def benchmarks(name: str, boards: dict[str, str]) -> list[Benchmark]:
    """The rows of a game.

    Args:
        name: of the rows.
        boards: our games, by what their row is called after the name.
    """
    return [
        Benchmark(
            f"{name}-{board}",
            lambda quick: f"self-play of {GAMES} games, {network.network_name(SIZE)}, {SIMULATIONS} simulations",
            "moves/s",
            lambda quick, spec=spec: played(spec, **ON_DEVICE),  # type: ignore[misc]
            (Peer("native", lambda quick, spec=spec: played(spec)),),  # type: ignore[misc]
        )
        for board, spec in boards.items()
    ]


def played(spec: str, size: tuple[int, int] = SIZE, **settings: Any) -> Workload:
    """Searched moves of one group, which plays as in a run: open games continue in the next sample.

    Args:
        spec: the game.
        size: blocks and channels.
        settings: of SelfPlayConfig, in place of one group of `GAMES`.
    """
    from boardai.learn.self_play.config import SelfPlayConfig, StartsConfig
    from boardai.learn.self_play.device_play import DeviceSelfPlay
    from boardai.learn.self_play.self_play import SelfPlayGroups

    given = {"games": GAMES, "groups": 1} | settings
    config = SelfPlayConfig(
        simulations=SIMULATIONS, games_per_iteration=given["games"] * given["groups"],
        starts=StartsConfig(random_plies=OPENING_PLIES), **given,
    )  # fmt: skip
    groups: Any = (DeviceSelfPlay if config.device else SelfPlayGroups)(load(spec), config, 0)
    evaluator, numbers = network.evaluator(spec, config.games, size), itertools.count(1)

    def work(times: int) -> float:
        return float(sum(groups.play(evaluator, next(numbers)).counts["moves"] for _ in range(times)))

    work(1)  # compiles
    return Workload(lambda times: timed(lambda: work(times)))
