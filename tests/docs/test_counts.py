"""Numbers of nodes and positions in documents are those that the calls next to them count today (`counts.toml`)."""

import functools
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import boardai
from boardai.commands.perft import count
from boardai.search import PvsOptions, alphabeta, and_or, dfpn, mtdf, negamax, pns, pvs, scout

ROOT = Path(__file__).resolve().parents[2]
COUNTS = tomllib.loads(Path(__file__).with_name("counts.toml").read_text(encoding="utf-8"))["counts"]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@functools.cache
def start(game: str) -> Any:
    return boardai.load(game).initial_state()


def nodes(result: Any) -> list[int]:
    return [result.nodes]


def leaves(result: Any) -> list[int]:
    return [result.nodes, result.notes["leaves"]]


def both(search: Any, state: Any, **options: Any) -> list[int]:
    """Positions of the search, and of alpha-beta."""
    return [search(state, **options).nodes, alphabeta(state, **options).nodes]


def passes(state: Any, **options: Any) -> list[int]:
    """Positions of MTD(f), its passes, and positions of alpha-beta."""
    result = mtdf(state, **options)
    return [result.nodes, result.notes["passes"], alphabeta(state, **options).nodes]


def strategy(state: Any, **options: Any) -> list[int]:
    """Positions of AND/OR search, and the moves of the strategy that it finds."""
    result = and_or(state, **options)
    return [result.nodes, len(result.strategy)]


def openings(size: int, **options: Any) -> list[int]:
    """Positions of AND/OR search for every first move of Hex together."""
    opened = start(f"hex:size={size}")
    return [sum(and_or(opened.child(move), **options).nodes for move in opened.legal_actions())]


@functools.cache
def means_of_example_32() -> list[int]:
    """Positions by df-pn without knowledge, by df-pn with it, and by alpha-beta: the last line that it prints."""
    printed = subprocess.run(
        [sys.executable, ROOT / "examples" / "32_solving_connect_four.py"], capture_output=True, text=True, check=True
    ).stdout
    return [int(number.replace(",", "")) for number in printed.splitlines()[-1].split()[1:]]


def solved(search: Any, size: int, **options: Any) -> list[int]:
    return [search(start(f"hex:size={size}"), **options).nodes]


NAMES = {
    **{
        one.__name__: one
        for one in (nodes, leaves, both, passes, strategy, openings, solved, means_of_example_32, count, PvsOptions)
    },
    **{one.__name__: one for one in (alphabeta, and_or, dfpn, mtdf, negamax, pns, pvs, scout)},
    "hex": lambda size: start(f"hex:size={size}"),
    "reversi4": lambda: start("reversi:board=4x4"),
    "tic_tac_toe": lambda: start(str(ROOT / "examples" / "01_game_in_python.py")),
    "connect_four": lambda: start(str(ROOT / "examples" / "02_connect_four.hpp")),
}


def counted(call: str) -> list[int]:
    """What a call of the table gives."""
    chess = boardai.load("chess")
    positions = {
        "chess": chess.initial_state(), "kiwipete": chess.from_string(KIWIPETE), "reversi": start("reversi"),
    }  # fmt: skip
    return eval(call, {**NAMES, **positions})


@pytest.mark.parametrize("row", COUNTS, ids=lambda row: f"{row['page']}: {row['line'][:40]}")
def test_the_page_shows_the_numbers_of_the_table(row) -> None:
    lines = [line for line in (ROOT / row["page"]).read_text(encoding="utf-8").splitlines() if row["line"] in line]
    assert len(lines) == 1, lines
    place = 0
    for number in row["numbers"]:
        place = lines[0].find(f"{number:,}", place)
        assert place >= 0, f"{number:,} is not in its place: {lines[0]}"
        place += len(f"{number:,}")


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=pytest.mark.slow if row.get("slow") else ()) for row in COUNTS],
    ids=lambda row: f"{row['page']}: {row['line'][:40]}",
)
def test_the_call_counts_the_numbers_of_the_table(row) -> None:
    assert counted(row["call"]) == row["numbers"]


def main() -> None:
    """Prints what each call gives today."""
    for row in COUNTS:
        given = counted(row["call"])
        print("  " if given == row["numbers"] else "! ", row["page"], row["line"], given, sep="  ")


if __name__ == "__main__":
    main()
