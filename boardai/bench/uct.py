"""The rows of UCT, the same for every game: with random games, and the tree alone."""

from __future__ import annotations

import time

from boardai import native
from boardai.bench import openspiel
from boardai.bench.measure import Benchmark, Peer, Workload
from boardai.game import load
from boardai.search import Limits, MctsOptions


def search(spec: str, simulations: int, rollouts: int) -> Workload:
    """UCT from the start; leaves are worth `rollouts` random games, or with none all 0."""
    state = load(spec).initial_state()
    native_state = native.native_state(state)
    # Proofs off: at these sizes they find nothing, and the peer has none.
    options = MctsOptions(rollouts=max(rollouts, 1), evaluator_share=float(rollouts == 0), solver=False).to_native()
    template = native.template("Mcts", state)
    asked = Limits(simulations=simulations).to_native()

    def work(times: int) -> tuple[float, float]:
        start = time.perf_counter()
        for seed in range(times):
            template(options, "none", seed).run(native_state, asked)
        return float(times * simulations), time.perf_counter() - start

    return Workload(work)


def benchmarks(game: str, spec: str, name: str, simulations: int, floor: float, aim: float) -> list[Benchmark]:
    """Rows `game`/uct, `game`/uct-tree and `game`/uct-tree-200k.

    Args:
        game: how the rows' names begin.
        spec: our game.
        name: OpenSpiel's name of it.
        simulations: of the row with one random game each.
        floor: of that row's ratio.
        aim: of that row's ratio.
    """
    return [
        Benchmark(
            f"{game}/uct",
            lambda quick: f"UCT, {simulations:,} simulations from the start, one rollout each",
            "simulations/s",
            lambda quick: search(spec, simulations, 1),
            (Peer("OpenSpiel C++", lambda quick: openspiel.uct_search(name, simulations, 1), floor=floor, aim=aim),),
        ),
        Benchmark(
            f"{game}/uct-tree",
            lambda quick: "UCT tree alone (constant evaluator), 5,000 simulations",
            "simulations/s",
            lambda quick: search(spec, 5000, 0),
            (Peer("OpenSpiel C++", lambda quick: openspiel.uct_search(name, 5000, 0), floor=4, aim=7),),
        ),
        Benchmark(
            f"{game}/uct-tree-200k",
            lambda quick: "UCT tree alone (constant evaluator), 200,000 simulations",
            "simulations/s",
            lambda quick: search(spec, 200_000, 0),
            (Peer("OpenSpiel C++", lambda quick: openspiel.uct_search(name, 200_000, 0)),),
            full_only=True,
        ),
    ]
