"""Our side of the benchmarks: the same few kinds of work for every game."""

from __future__ import annotations

import random
import time
from typing import Any

from boardai import native
from boardai.bench.measure import Workload, timed
from boardai.game import load
from boardai.search import PuctOptions, alphabeta, perft


def count_moves(spec: str, depth: int) -> Workload:
    """Perft from the start."""
    state = load(spec).initial_state()
    return Workload(lambda times: timed(lambda: float(sum(perft.count(state, depth) for _ in range(times)))))


def random_games(spec: str, *, plies: bool = False) -> Workload:
    """Uniformly random games to the end, as fast as the game can finish them; games, or plies of these games.

    A playout that fills the board and looks once has no plies to count: the mean length is measured beforehand,
    over games of the same distribution that are played move by move.
    """
    state = load(spec).initial_state()
    native_state = native.native_state(state)
    games = native.template("RandomGames", state)
    played = games.play(native_state, 1000, 1)
    amount = played.plies / played.games if plies else 1.0

    def run(times: int) -> tuple[float, float]:
        return timed(lambda: amount * games.playouts(native_state, 50 * times, times).games)

    return Workload(run)


def python_random_games(spec: str) -> Workload:
    """Uniformly random games, played move by move from Python; plies."""
    game = load(spec)
    rng = random.Random(0)

    def play() -> int:
        state, plies = game.initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply(actions[int(rng.random() * len(actions))])
            plies += 1
        return plies

    return Workload(lambda times: timed(lambda: float(sum(play() for _ in range(times)))))


def tree_search(spec: str, simulations: int, rollouts: int) -> Workload:
    """Monte-Carlo tree search with uniform priors; leaves are random games, or with none all worth 0."""
    state = load(spec).initial_state()
    native_state = native.native_state(state)
    options = PuctOptions(simulations=simulations).to_native()
    leaf = native.options("LeafOptions", "boardai/search/trees/puct/puct", {"rollouts": rollouts})
    evaluator = native.evaluation_spec("")
    template = native.template("Puct", state)

    def run(times: int) -> tuple[float, float]:
        total, start = 0, time.perf_counter()
        for seed in range(times):
            tree: Any = template(1, options, seed)
            tree.set_root(0, native_state)
            tree.search(leaf, evaluator)
            total += tree.simulations_done(0)
        return float(total), time.perf_counter() - start

    return Workload(run)


def alpha_beta(spec: str, evaluator: str, depth: int) -> Workload:
    """Plain alpha-beta from the start, no table; searches. Its value is the peer's to check: `alpha_beta_value`."""
    state = load(spec).initial_state()

    def search(times: int) -> float:
        for _ in range(times):
            alphabeta(state, depth=depth, evaluator=evaluator, ordering="game")
        return float(times)

    return Workload(lambda times: timed(lambda: search(times)))


def alpha_beta_value(spec: str, evaluator: str, depth: int) -> int:
    """For the player who begins."""
    value = alphabeta(load(spec).initial_state(), depth=depth, evaluator=evaluator, ordering="game").value
    assert value is not None
    return int(value)
