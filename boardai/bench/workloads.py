"""The workloads that are measured for every game: our side, and the rows compared with OpenSpiel."""

from __future__ import annotations

import random
import time
from typing import Any

from boardai import native
from boardai.bench import openspiel
from boardai.bench.measure import Benchmark, Peer, Workload, timed
from boardai.game import load
from boardai.search import Limits, MctsOptions, PuctOptions, alphabeta, perft


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


def uct_search(spec: str, simulations: int, rollouts: int) -> Workload:
    """UCT from the start; leaves are worth `rollouts` random games, or with none all 0."""
    state = load(spec).initial_state()
    native_state = native.native_state(state)
    # Proofs off: at these sizes they find nothing, and the peer has none.
    options = MctsOptions(rollouts=max(rollouts, 1), evaluator_share=float(rollouts == 0), solver=False).to_native()
    template = native.template("Mcts", state)
    rules = native.namespace().MctsRules()
    asked = Limits(simulations=simulations).to_native()

    def work(times: int) -> tuple[float, float]:
        start = time.perf_counter()
        for seed in range(times):
            template(options, "none", seed, rules).run(native_state, asked)
        return float(times * simulations), time.perf_counter() - start

    return Workload(work)


def random_rows(
    game: str,
    spec: str,
    name: str,
    floor: float,
    aim: float,
    *,
    plies: bool = False,
    others: tuple[Peer, ...] = (),
    in_python: float | None = None,
) -> list[Benchmark]:
    """Rows `game`/random and `game`/python-random.

    Args:
        game: how the rows' names begin.
        spec: our game.
        name: OpenSpiel's name of it.
        floor: of the ratio.
        aim: of the ratio.
        plies: these are counted, not games.
        others: further peers of the first row.
        in_python: floor and aim of the second row.
    """
    theirs = Peer("OpenSpiel C++", lambda quick: openspiel.random_games(name, plies=plies), floor, aim)
    return [
        Benchmark(
            f"{game}/random",
            lambda quick: f"random games of {spec} from the start, the same end rules",
            "plies/s" if plies else "games/s",
            lambda quick: random_games(spec, plies=plies),
            (theirs, *others),
        ),
        Benchmark(
            f"{game}/python-random",
            lambda quick: f"random games of {spec}, a loop in Python",
            "plies/s",
            lambda quick: python_random_games(spec),
            (Peer("OpenSpiel Python", lambda quick: openspiel.python_random_games(name), in_python, in_python),),
        ),
    ]


def tree_rows(game: str, spec: str, name: str, simulations: int, floor: float, aim: float) -> list[Benchmark]:
    """Rows of MCTS with PUCT selection (`game`/mcts, tree, tree-200k) and of UCT (uct, uct-tree, uct-tree-200k).

    Each with random games, and the tree alone.

    Args:
        game: how the rows' names begin.
        spec: our game.
        name: OpenSpiel's name of it.
        simulations: of the row with one random game each.
        floor: of that row's ratio.
        aim: of that row's ratio.
    """

    def row(what: str, ours: Any, theirs: Any, suffix: str, simulations: int, *bounds: float) -> Benchmark:
        alone = "tree" in suffix
        rollouts, leaves = (0, "constant evaluator, the tree alone") if alone else (1, "one rollout each")
        return Benchmark(
            f"{game}/{suffix}",
            lambda quick: f"{what}, {simulations:,} simulations from the start of {spec}, {leaves}",
            "simulations/s",
            lambda quick: ours(spec, simulations, rollouts),
            (Peer("OpenSpiel C++", lambda quick: theirs(name, simulations, rollouts), *bounds),),
            full_only=not bounds,
        )

    return [
        one
        for what, ours, theirs, first, tree in (
            ("MCTS", tree_search, openspiel.tree_search, "mcts", "tree"),
            ("UCT", uct_search, openspiel.uct_search, "uct", "uct-tree"),
        )
        for one in (
            row(what, ours, theirs, first, simulations, floor, aim),
            row(what, ours, theirs, tree, 5000, 4, 7),
            row(what, ours, theirs, f"{tree}-200k", 200_000),
        )
    ]


def alpha_beta(spec: str, evaluator: str, depth: int) -> Workload:
    """Plain alpha-beta from the start, no table; searches. Its value is the peer's to check: `alpha_beta_value`."""
    state = load(spec).initial_state()

    def search(times: int) -> float:
        for _ in range(times):
            alphabeta(state, depth=depth, evaluator=evaluator, ordering="game")
        return float(times)

    return Workload(lambda times: timed(lambda: search(times)))


def alpha_beta_value(spec: str, evaluator: str, depth: int) -> int:
    """The outcome for the first player."""
    value = alphabeta(load(spec).initial_state(), depth=depth, evaluator=evaluator, ordering="game").value
    assert value is not None
    return int(value)
