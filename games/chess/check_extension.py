"""Time to find mates by how far the root player's checks are followed: Kála 2015, table 8.3, on our own suite.

    python -m boardai.games.chess.check_extension                     # games/chess/golden/mates.epd
    python -m boardai.games.chess.check_extension mates.epd --most 5  # at most five of each length

Each position is searched by the preset C5 (alpha-beta, material, no table) with the extension 0, 1, 2, 3, 5 and 7 until
the mate is found or the depth that must find it is done. EPD lines need `dm`, the mate's length in moves. A depth of
2 n - 1 plies finds a mate in n here, where a checkmate is seen at once; Kála's engine captured the king and needed
2 n + 1.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from pathlib import Path

from rich.table import Table

from boardai.command_line import Parser, positive_number, run, user_input, whole_number
from boardai.command_line.console import Console
from boardai.game import load
from boardai.records.game_files import read_games
from boardai.records.position_lines import operation_number
from boardai.search import PvsOptions, pvs

EXTENSIONS = (0, 1, 2, 3, 5, 7)
_SUITE = Path(__file__).parent / "golden" / "mates.epd"


def read_mates(path: Path) -> dict[int, list[str]]:
    """FENs by length of the mate, in moves.

    Raises:
        ValueError: naming the line that has no `dm`, or is no position.
        OSError: the file cannot be read.
    """
    found: dict[int, list[str]] = defaultdict(list)
    for one in read_games(path, "chess", format=".epd"):
        length = operation_number(one, "dm")
        if length is None:
            raise ValueError(f"{one.place}: no opcode dm, the length of the mate")
        found[length].append(one.start.to_string())
    return dict(sorted(found.items()))


def time_to_mate(fen: str, moves: int, extension: int, seconds: float) -> tuple[bool, float, int]:
    """Whether the mate was found, and the seconds and nodes it took."""
    options = PvsOptions.preset("C5", root_check_extension=extension)
    state = load("chess").from_string(fen)
    found = pvs(state, depth=2 * moves - 1, seconds=seconds, evaluator="material", options=options)
    return found.outcome == 1, found.seconds, found.nodes


def main(arguments: list[str] | None = None) -> None:
    """Command line."""
    parser = Parser(
        "games.chess.check_extension",
        "Time to find mates by the depth to which the root player's checks are followed.",
        examples=["python -m boardai.games.chess.check_extension --most 8"],
    )
    parser.add_argument("suite", nargs="?", type=Path, default=_SUITE, help="EPD file (default: %(default)s)")
    parser.add_argument("--most", type=whole_number(1), default=1000, help="positions of each length (default: all)")
    parser.add_argument(
        "--seconds", type=positive_number, default=60, help="of one search, at most (default: %(default)s)"
    )
    given = parser.parse_args(arguments)
    with user_input():
        mates = read_mates(given.suite)
    table = Table("added depth", *(f"mate in {moves} ({len(mates[moves][: given.most])})" for moves in mates))
    for extension in EXTENSIONS:
        row = []
        for moves, fens in mates.items():
            runs = [time_to_mate(fen, moves, extension, given.seconds) for fen in fens[: given.most]]
            seconds = sum(run[1] for run in runs)
            nodes = statistics.fmean(run[2] for run in runs)
            missed = sum(not run[0] for run in runs)
            row.append(f"{seconds:.2f} s, {nodes:,.0f} nodes" + (f", {missed} not found" if missed else ""))
        table.add_row(str(extension), *row)
    Console(width=120).print(table)


if __name__ == "__main__":
    run(main, "games.chess.check_extension")
