"""Solve every position of a small game, or of its openings, into a file; searches and players then look it up.

A killed building goes on by the same command.
"""

from __future__ import annotations

import os
import time
from typing import Any

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from boardai.basics.threads import cores
from boardai.command_line import (
    GAME_HELP,
    Parser,
    going_on,
    number_of,
    run,
    same_command,
    user_input,
    whole_number,
)
from boardai.command_line.console import Console
from boardai.game import load
from boardai.records.position_lines import read_position
from boardai.search.results.wording import outcome_words
from boardai.search.solvers.building import solve_every_position
from boardai.search.solvers.solved_positions import SolvedPositions


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.solve GAME --output FILE`."""
    parser = Parser(
        "solve",
        "Solve every position of a small game, or of its openings, into a file: who wins, and by which moves. analyze "
        "and play answer from it (--solved FILE).",
        [
            "python -m boardai.solve hex:size=3 --output hex3.db",
            "python -m boardai.solve hex:size=5 --plies 4 --output hex5.db",
            "python -m boardai.solve reversi:board=4x4 --output reversi4.db",
            "python -m boardai.analyze hex:size=5 --solved hex5.db --moves a4",
        ],
    )
    parser.add_argument("game", help=GAME_HELP)
    parser.add_argument(
        "--output", required=True, metavar="FILE", help="a file of SQLite; one that is there is added to"
    )
    parser.add_argument(
        "--plies", type=whole_number(0), metavar="N",
        help="positions this many plies away, the last ones by df-pn with one move each (default: all of the game)",
    )  # fmt: skip
    parser.add_argument(
        "--threads", type=whole_number(1), metavar="N", help="positions solved side by side (default: all processors)"
    )
    parser.add_argument("--position", metavar="TEXT", help="begin here instead of the game's start (chess: a FEN)")
    parser.add_argument("--moves", metavar="MOVES", help="played from there, as people write them")
    given = parser.parse_args(arguments)
    console = Console()
    began = time.monotonic()
    with user_input():
        game = load(given.game)
        state = read_position(game, given.position, given.moves)
        with SolvedPositions(given.output, game, create=True) as solved:
            before = len(solved)

            def kept() -> str:
                return f"kept: {number_of(len(solved), 'position')} in {given.output}"

            with going_on(kept, same_command("solve", arguments), given.output), _shown(console) as told:
                count = solve_every_position(
                    solved, state, given.plies, progress=told.show, threads=given.threads or cores()
                )
            seconds = time.monotonic() - began
            print(f"{count:,} positions solved in {seconds:.1f} s ({count / max(seconds, 1e-9):,.0f}/s)")
            size = os.path.getsize(given.output) / 1e6
            print(f"{given.output}: {len(solved):,} positions up to symmetry ({before:,} before), {size:.1f} MB")
            found = solved.get(state)
    if found is not None:
        moves = " ".join(game.format_action(state, action) for action in found.actions)
        print(f"{game.player_names[state.current_player()]} to move: {outcome_words(found.outcome)} {moves}".rstrip())


class _shown:
    """Shows how many positions are solved, on a terminal."""

    def __init__(self, console: Console) -> None:
        columns = (SpinnerColumn(), TextColumn("{task.completed:,.0f} positions"), TimeElapsedColumn())
        self._bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)

    def show(self, positions: int) -> None:
        """Shows the number of solved positions."""
        self._bar.update(self._task, completed=positions)

    def __enter__(self) -> _shown:
        self._bar.start()
        self._task = self._bar.add_task("", total=None)
        return self

    def __exit__(self, *error: Any) -> None:
        self._bar.stop()


if __name__ == "__main__":
    run(main, "solve")
