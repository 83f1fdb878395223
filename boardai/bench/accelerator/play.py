"""Self-play on an accelerator, compared with the network alone and with pgx + mctx, and its profile."""

from __future__ import annotations

import contextlib
import dataclasses
import gzip
import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import jax

from boardai.bench import device, device_self_play, network, pgx_mctx
from boardai.bench.accelerator.networks import resident_rate
from boardai.bench.measure import NotAvailable
from boardai.game import Game
from boardai.learn.learners.first_settings import start_of
from boardai.learn.network.inference import Evaluator, inference_rate
from boardai.learn.network.network import Network
from boardai.learn.network.packing import PackedPlanes
from boardai.learn.self_play.config import SelfPlayConfig, StartsConfig, TemperatureConfig
from boardai.learn.self_play.self_play import drive_groups, new_self_play, play_round
from boardai.learn.stages import Stopwatch, mean_seconds

GRID = ((2, 512, 4), (2, 2048, 1), (2, 2048, 4), (2, 2048, 8), (4, 1024, 4), (4, 2048, 4), (8, 2048, 2), (2, 8192, 8))
"""Groups, games of each, and threads that walk the trees of each."""
SHORT_GRID = ((4, 2048, 4), (2, 2048, 4), (4, 1024, 4), (8, 1024, 2))
PEERS = {"hex": ("hex:size=11,swap=true", "hex"), "reversi": ("reversi", "othello"), "chess": ("chess", "chess")}
PEER_GAMES = 1024


class Played:
    """The network and self-play of a game's `gpu` preset, with other numbers of games, groups and threads."""

    def __init__(self, spec: str, quick: bool):
        start = start_of(spec, None, "demo" if quick else "gpu")
        self.game: Game = start.game
        settings: Any = start.settings
        self.config: SelfPlayConfig = settings.selfplay
        self.quick = quick
        self.network = Network(
            self.game.observation_shape, self.game.policy_size, settings.network, 0, policy_cells=self.game.policy_cells
        )

    def evaluator(self, config: SelfPlayConfig) -> Evaluator:
        """The network at the batch size of these settings."""
        packing = PackedPlanes.of(self.network, self.game) if config.packed else None
        initial = self.network.parameters, self.network.statistics
        return Evaluator(self.network, *initial, config.batch_rows, packing=packing)

    def measure(self, trace: Path | None = None, **changes: Any) -> dict[str, Any]:
        """Plays for a few seconds.

        Args:
            trace: a folder for a trace of the measured part; None: none.
            changes: of the preset's self-play settings.

        Returns:
            Evaluations and moves per second, the bare network's rate, and the seconds of each stage of a group's
            thread.
        """
        config = dataclasses.replace(self.config, **changes)
        evaluator = self.evaluator(config)
        bare = inference_rate(evaluator, 0.3 if self.quick else 2.0)
        plies = min(30, config.max_plies // 4)
        # Games that begin together reach their cheap endings together: random openings spread them.
        config = dataclasses.replace(config, starts=dataclasses.replace(config.starts, random_plies=plies))
        groups = [new_self_play(self.game, config, 0, number) for number in range(config.groups)]
        for group in groups:
            group.begin_iteration(1)
        self._play(groups, evaluator, config, 0.2 if self.quick else 3.0)
        before = _counts(groups)
        with jax.profiler.trace(str(trace)) if trace else contextlib.nullcontext():
            seconds, rows, stages = self._play(groups, evaluator, config, 0.3 if self.quick else 5.0)
        done = {name: after - before[name] for name, after in _counts(groups).items()}
        return {
            "groups": config.groups,
            "games": config.games,
            "threads": config.threads,
            **{name: changes[name] for name in changes if name not in ("groups", "games", "threads")},
            "resident": resident_rate(self.network, config.batch_rows),
            "bare": bare,
            "evaluations": done["evaluations"] / seconds,
            "rows": rows / seconds,
            "moves": done["moves"] / seconds,
            "simulations": done["simulations"] / seconds,
            "hits": done["cache_hits"] / max(1, done["cache_lookups"]),
            "stages": stages,
        }

    @staticmethod
    def _play(
        groups: list[Any], evaluator: Evaluator, config: SelfPlayConfig, seconds: float
    ) -> tuple[float, int, dict[str, float]]:
        rows, stages = [0] * len(groups), [dict[str, float]() for _ in groups]
        start = time.perf_counter()

        def drive(number: int, halt: threading.Event) -> None:
            planes, stopwatch = evaluator.planes(), Stopwatch()
            while not halt.is_set() and time.perf_counter() < start + seconds:
                rows[number] += play_round(
                    groups[number], planes, evaluator, stopwatch, legal_logits=config.legal_logits
                )
                groups[number].take_games()
            stages[number] = stopwatch.seconds

        drive_groups(len(groups), drive, lambda: None, lambda: None)
        return time.perf_counter() - start, sum(rows), mean_seconds(stages)


def _counts(groups: Iterable[Any]) -> dict[str, int]:
    names = ("evaluations", "moves", "simulations", "cache_hits", "cache_lookups")
    counters: list[Any] = [group.counters() for group in groups]
    return {name: sum(int(getattr(counter, name)) for counter in counters) for name in names}


def self_play_step(spec: str) -> Callable[[bool], dict[str, Any]]:
    """Self-play of a game's `gpu` preset over the bare network, by groups, games and threads."""

    def measure(quick: bool) -> dict[str, Any]:
        played = Played(spec, quick)
        grid = ((2, 16, 1), (1, 16, 2)) if quick else GRID if spec == "hex" else SHORT_GRID
        rows = [played.measure(groups=groups, games=games, threads=threads) for groups, games, threads in grid]
        groups, games, threads = grid[0] if quick else SHORT_GRID[0]
        alone: dict[str, Any] = {"groups": groups, "games": games, "threads": threads}
        # The gain or cost of the cache, and of bits in place of planes.
        rows += [played.measure(**alone, cache_mb=0), played.measure(**alone, packed=not played.config.packed)]
        return {"game": played.game.spec, "rows": rows}

    return measure


def peer_step(game: str) -> Callable[[bool], dict[str, Any]]:
    """Moves a second of ours and of pgx + mctx: the same network, equal new simulations, as many games at once."""
    spec, theirs = PEERS[game]

    def measure(quick: bool) -> dict[str, Any]:
        size, games = ((1, 16), 8) if quick else ((10, 128), PEER_GAMES)
        ours = network.self_play(
            spec,
            "moves",
            size,
            4 if quick else 20,
            search="puct",
            games=games // 2,
            groups=2,
            threads=1 if quick else 4,
            starts=StartsConfig(random_plies=pgx_mctx.OPENING_PLIES),
            temperature=TemperatureConfig(plies=1000),
        )
        table: dict[str, Any] = {"game": spec, "network": network.network_name(size), "games": games}
        ours.run(1)
        table["ours"] = _best(ours.run, 1 if quick else 3)
        try:
            peer = pgx_mctx.self_play(theirs, size, games)
        except NotAvailable as reason:
            return {**table, "missing": str(reason)}
        return {**table, "theirs": _best(peer.run, 1 if quick else 3), "version": peer.version}

    return measure


def on_device_step(game: str) -> Callable[[bool], dict[str, Any]]:
    """Self-play on the device compared with native self-play, by groups and games; it decides the default."""

    def measure(quick: bool) -> dict[str, Any]:
        spec = {"hex": "hex:size=3", "chess": "chess:history=0"}.get(game, "reversi:board=4x4") if quick else game
        size, grid = ((1, 16), ((1, 8),)) if quick else ((6, 96), ((2, 256), (2, 1024), (4, 1024)))
        rows = []
        for groups, games in grid:
            kinds = {"device": device_self_play.ON_DEVICE, "native": {}}
            kinds["alone"] = kinds["device"] | {"reuse_subtree": False}
            row: dict[str, float] = {"groups": groups, "games": games}
            for name, settings in kinds.items():
                work = device_self_play.played(spec, size, groups=groups, games=games, **settings)
                row[name] = max(_best(work.run, 1 if quick else 2))
            rows.append(row)
        return {"game": spec, "network": network.network_name(size), "rows": rows}

    return measure


def rules_step(game: str) -> Callable[[bool], dict[str, Any]]:
    """Rules on the device compared with pgx and with native games, by how many games."""
    return lambda quick: device.by_games(*PEERS[game], quick)


def _best(run: Callable[[int], tuple[float, float]], samples: int) -> list[float]:
    return [amount / seconds for amount, seconds in (run(1) for _ in range(samples))]


def trace_step(spec: str) -> Callable[[bool], dict[str, Any]]:
    """The use of the device in some seconds of self-play: share of time busy, transfers, most expensive kernels."""

    def measure(quick: bool) -> dict[str, Any]:
        played = Played(spec, quick)
        groups, games, threads = (2, 16, 1) if quick else SHORT_GRID[0]
        with tempfile.TemporaryDirectory() as folder:
            row = played.measure(Path(folder), groups=groups, games=games, threads=threads)
            traces = list(Path(folder).glob("plugins/profile/*/*.trace.json.gz"))
            events = json.loads(gzip.decompress(traces[0].read_bytes()))["traceEvents"] if traces else []
        return {"game": played.game.spec, "row": row, **read_trace(events)}

    return measure


def read_trace(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Shares of time from the events of a trace in Chrome's format.

    Returns:
        lanes: for each lane of a device (a stream), the share of the whole during which anything ran; kernels: the
        names that took longest, with their shares; seconds: from the first event of a device to the last.
    """
    processes = {e["pid"]: e["args"]["name"] for e in events if e.get("name") == "process_name"}
    lanes = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e.get("name") == "thread_name"}
    ours = [
        event
        for event in events
        if event.get("ph") == "X" and "device:" in processes.get(event["pid"], "") and "dur" in event
    ]
    streams = [event for event in ours if "Stream" in lanes.get((event["pid"], event["tid"]), "")]
    if not streams:
        return {"lanes": {}, "kernels": {}, "seconds": 0.0}
    first, last = min(e["ts"] for e in streams), max(e["ts"] + e["dur"] for e in streams)
    whole, by_lane, by_name = last - first, dict[str, list[Any]](), dict[str, float]()
    for event in streams:
        by_lane.setdefault(lanes[event["pid"], event["tid"]], []).append(event)
        by_name[event["name"]] = by_name.get(event["name"], 0.0) + event["dur"]
    dearest = sorted(by_name.items(), key=lambda item: -item[1])[:15]
    return {
        "lanes": {name: busy(found) / whole for name, found in by_lane.items()} | {"any": busy(streams) / whole},
        "kernels": {name: time / whole for name, time in dearest},
        "seconds": whole / 1e6,
    }


def busy(events: list[dict[str, Any]]) -> float:
    """How long any of the events continued."""
    total, end = 0.0, float("-inf")
    for event in sorted(events, key=lambda event: event["ts"]):
        begin, done = event["ts"], event["ts"] + event["dur"]
        total += max(0.0, done - max(begin, end))
        end = max(end, done)
    return total
