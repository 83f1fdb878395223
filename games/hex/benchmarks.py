"""Hex against OpenSpiel: the rows of `python -m boardai.bench`."""

from __future__ import annotations

from boardai.bench import network, openspiel, pgx_mctx, tables, training, uct, workloads
from boardai.bench.measure import Benchmark, Peer

SIGNATURE_SPECS = ("hex:size=5", "hex:size=11", "hex:size=13,swap=true", "hex:rows=6,cols=9", "hex:size=19")

_OURS, _THEIRS = "hex:size=11", "hex(board_size=11)"


def benchmarks() -> list[Benchmark]:
    """The rows."""
    return [
        Benchmark(
            "hex/perft",
            lambda quick: "11x11, perft 3 from the start",
            "nodes/s",
            lambda quick: workloads.count_moves(_OURS, 3),
            (Peer("OpenSpiel C++", lambda quick: openspiel.count_moves(_THEIRS, 3)),),
        ),
        Benchmark(
            "hex/random",
            lambda quick: "11x11, random games from the start",
            "games/s",
            lambda quick: workloads.random_games(_OURS),
            (Peer("OpenSpiel C++", lambda quick: openspiel.random_games(_THEIRS), floor=30, aim=100),),
        ),
        Benchmark(
            "hex/python-random",
            lambda quick: "11x11, random games, a loop in Python",
            "plies/s",
            lambda quick: workloads.python_random_games(_OURS),
            (Peer("OpenSpiel Python", lambda quick: openspiel.python_random_games(_THEIRS)),),
        ),
        Benchmark(
            "hex/mcts",
            lambda quick: "11x11, MCTS, 10,000 simulations from the start, one rollout each",
            "simulations/s",
            lambda quick: workloads.tree_search(_OURS, 10_000, 1),
            (Peer("OpenSpiel C++", lambda quick: openspiel.tree_search(_THEIRS, 10_000, 1), floor=20, aim=40),),
        ),
        Benchmark(
            "hex/tree",
            lambda quick: "11x11, MCTS tree alone (constant evaluator), 5,000 simulations",
            "simulations/s",
            lambda quick: workloads.tree_search(_OURS, 5000, 0),
            (Peer("OpenSpiel C++", lambda quick: openspiel.tree_search(_THEIRS, 5000, 0), floor=4, aim=7),),
        ),
        Benchmark(
            "hex/tree-200k",
            lambda quick: "11x11, MCTS tree alone (constant evaluator), 200,000 simulations",
            "simulations/s",
            lambda quick: workloads.tree_search(_OURS, 200_000, 0),
            (Peer("OpenSpiel C++", lambda quick: openspiel.tree_search(_THEIRS, 200_000, 0)),),
            full_only=True,
        ),
        *uct.benchmarks("hex", _OURS, _THEIRS, 10_000, floor=20, aim=40),
        network.benchmark("hex/self-play", _OURS),
        *pgx_mctx.benchmarks("hex/self-play-peer", "hex:size=11,swap=true", "hex", proofs=True),
        tables.features("hex/features-tuples", "hex:size=7", "tuples:straight=4,snakes=40,length=7,stages=3"),
        *training.benchmarks("hex", _OURS),
    ]
