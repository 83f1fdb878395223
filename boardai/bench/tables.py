"""Learned evaluations' parts: features of positions, and the games that weights are learned from."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from boardai import native
from boardai.bench.measure import Benchmark, Workload, timed
from boardai.game import load
from boardai.learn.linear_evaluation.games import GamePlayer
from boardai.search.evaluations.linear import FeatureSet

_GAMES = 8  # random ones, whose positions' features are extracted again and again


def features(name: str, spec: str, set_spec: str) -> Benchmark:
    """All features of a position, one thread, positions of random games."""
    return Benchmark(
        name,
        lambda quick: f"features {set_spec} of positions on {spec}, one thread",
        "positions/s",
        lambda quick: _extraction(spec, set_spec),
    )


def learning_games(name: str, specs: tuple[str, ...], set_spec: str, depth: int) -> Benchmark:
    """Games for learning, one thread, random weights, an equal number on every board."""
    boards = ", ".join(spec.partition("board=")[2] or spec for spec in specs)
    return Benchmark(
        name,
        lambda quick: f"games to learn from, {set_spec}, depth {depth}, on {boards}, one thread",
        "games/s",
        lambda quick: _playing(specs, set_spec, depth),
    )


def _extraction(spec: str, set_spec: str) -> Workload:
    start = load(spec).initial_state()
    tables, position = FeatureSet(set_spec, start).native, native.native_state(start)

    def run(times: int) -> tuple[float, float]:
        return timed(lambda: float(tables.extract_random(position, _GAMES, 100 * times, 1)))

    return Workload(run)


@functools.cache
def _players(specs: tuple[str, ...], set_spec: str, depth: int) -> list[tuple[GamePlayer, np.ndarray]]:
    players = []
    for spec in specs:
        game = load(spec)
        start = game.initial_state()
        made = FeatureSet(set_spec, start)
        weights = np.random.default_rng(0).normal(size=made.size).astype(np.float32)
        # As in the preset `larion`: a fifth of the longest game at random, then one move in five.
        options: dict[str, Any] = {
            "depth": depth, "epsilon": 0.2, "threads": 1, "random_plies": round(0.2 * (game.max_length or 0)),
        }  # fmt: skip
        players.append((GamePlayer(start, made, options), weights))
    return players


def _playing(specs: tuple[str, ...], set_spec: str, depth: int) -> Workload:
    players, each = _players(specs, set_spec, depth), 10

    def play(times: int) -> float:
        for player, weights in players:
            player.play(weights, 0, 0, each * times)
        return float(len(players) * each * times)

    return Workload(lambda times: timed(lambda: play(times)))
