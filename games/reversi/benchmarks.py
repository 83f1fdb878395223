"""Reversi against Edax and OpenSpiel: the rows of `python -m boardai.bench`."""

from __future__ import annotations

import os
import random
import re
import subprocess
from pathlib import Path

from boardai.bench import (
    device,
    device_search,
    device_self_play,
    network,
    openspiel,
    pgx_mctx,
    tables,
    training,
    workloads,
)
from boardai.bench.measure import Benchmark, NotAvailable, Peer, Workload, timed
from boardai.game import load
from boardai.games.reversi.endgame import solve_endgame
from boardai.search import pvs

SIGNATURE_SPECS = ("reversi", "reversi:board=6x6", "reversi:board=octagon", "reversi:board=14x14")

# A program built from Edax's sources that runs its unhashed `count_games` to the depth given as argument and prints
# its table; docs/benchmarks.md has the four lines.
EDAX_VARIABLE = "BOARDAI_EDAX_PERFT"
# Nodes of a perft from the start position, depth 1, 2, ...: passes are plies, a finished game counts once.
_NODES = (4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800)

# Positions 40 to 49 of the FFO endgame test (Fédération Française d'Othello), with the scores of their moves.
_FFO = Path(__file__).parent / "golden" / "ffo-40-49.obf"

LEARNING_BOARDS = tuple(f"reversi:board={name}" for name in ("6x6", "8x8", "octagon", "diagonal"))  # as Larion's


def benchmarks() -> list[Benchmark]:
    """The rows."""
    return [
        Benchmark(
            "reversi/perft",
            lambda quick: f"perft {_depth(quick)} from the start, no hash",
            "nodes/s",
            lambda quick: workloads.count_moves("reversi", _depth(quick)),
            (Peer("Edax", lambda quick: _edax_perft(_depth(quick)), floor=1, aim=2),),
        ),
        Benchmark(
            "reversi/perft-8",
            lambda quick: "perft 8 from the start, no hash",
            "nodes/s",
            lambda quick: workloads.count_moves("reversi", 8),
            (Peer("OpenSpiel C++", lambda quick: openspiel.count_moves("othello", 8, _NODES[7])),),
        ),
        *workloads.random_rows("reversi", "reversi", "othello", 40, 80),
        Benchmark(
            "reversi/alpha-beta",
            lambda quick: "alpha-beta from the start to depth 8, disc difference, the same value",
            "searches/s",
            lambda quick: workloads.alpha_beta("reversi", "discs", 8),
            (
                Peer(
                    "OpenSpiel C++",
                    lambda quick: openspiel.alpha_beta(8, workloads.alpha_beta_value("reversi", "discs", 8)),
                    floor=20,
                    aim=50,
                ),
            ),
        ),
        Benchmark("reversi/endgame", _endgames, "nodes/s", lambda quick: _solved(quick, by_nodes=True)),
        Benchmark("reversi/endgame-time", _endgames, "times/s", lambda quick: _solved(quick, by_nodes=False)),
        Benchmark(
            "reversi/search",
            lambda quick: "PVS with patterns, half a second from each of four positions, one thread",
            "nodes/s",
            lambda quick: _search(),
        ),
        *workloads.tree_rows("reversi", "reversi", "othello", 5000, 20, 40),
        network.benchmark("reversi/self-play", "reversi"),
        *pgx_mctx.benchmarks("reversi/self-play-peer", "reversi", "othello"),
        device.benchmark("reversi/device", "reversi", "othello"),
        device_search.benchmark("reversi/device-search", "reversi"),
        *device_self_play.benchmarks("reversi/device-self-play", {"6x6": "reversi:board=6x6", "8x8": "reversi"}),
        *training.benchmarks("reversi", "reversi"),
        *(
            tables.features(f"reversi/features-{set_spec}", "reversi", set_spec)
            for set_spec in ("larion", "patterns", "tuples")
        ),
        tables.learning_games("reversi/learning-games", LEARNING_BOARDS, "larion", 2),
    ]


def _depth(quick: bool) -> int:
    return 10 if quick else 11


def _endgames(quick: bool) -> str:
    return f"FFO {'40' if quick else '40 to 44'} solved exactly, one thread"


def _solved(quick: bool, *, by_nodes: bool) -> Workload:
    """The first positions of the FFO endgame test, each by a fresh table."""
    game = load("reversi")
    lines = _FFO.read_text(encoding="utf-8").splitlines()
    states = [game.from_string(line[:66]) for line in lines[: 1 if quick else 5]]

    def solve(times: int) -> float:
        nodes = sum(solve_endgame(state).nodes for _ in range(times) for state in states)
        return float(nodes if by_nodes else times)

    return Workload(lambda times: timed(lambda: solve(times)))


def _search() -> Workload:
    """Positions of random games after 12, 20, 28 and 34 plies."""
    states, rng = [], random.Random(1)
    for plies in (12, 20, 28, 34):
        state = load("reversi").initial_state()
        for _ in range(plies):
            state.apply(rng.choice(state.legal_actions()))
        states.append(state)

    def run(times: int) -> tuple[float, float]:
        results = [pvs(state, seconds=0.5, evaluator="patterns") for _ in range(times) for state in states]
        return float(sum(result.nodes for result in results)), sum(result.seconds for result in results)

    return Workload(run)


def _edax_perft(depth: int) -> Workload:
    program = os.environ.get(EDAX_VARIABLE)
    if not program:
        raise NotAvailable(f"not given: {EDAX_VARIABLE} names its perft program (docs/benchmarks.md)")
    if not Path(program).is_file():
        raise NotAvailable(f"{EDAX_VARIABLE}: there is no {program}")

    nodes = sum(_NODES[:depth])

    def run(times: int) -> tuple[float, float]:
        return timed(lambda: float(sum(_counted(program, depth, nodes) for _ in range(times))))

    return Workload(run, Path(program).name)


def _counted(program: str, depth: int, nodes: int) -> int:
    """Runs it; it counts every depth up to this one. Its own clock is CPU time, so it is not used."""
    done = subprocess.run([program, str(depth)], capture_output=True, text=True, check=False)
    line = re.search(rf"^ *{depth}, .*$", done.stdout, re.MULTILINE)
    if line is None:
        raise NotAvailable(f"{program} {depth} printed no line for depth {depth}")
    if str(_NODES[depth - 1]) not in re.findall(r"\d+", line[0]):
        raise RuntimeError(f"{program} {depth} counts different moves: {line[0].strip()}, expected {_NODES[depth - 1]}")
    return nodes
