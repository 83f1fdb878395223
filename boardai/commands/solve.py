"""Solve every position of a small game, or of its openings, into a file; searches and players then look it up.

Or solve random positions with the values of all their moves (`--truth`), which training is compared with. A command
that was stopped continues when it is given again.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from boardai.basics.quoting import quoted
from boardai.cluster import WorkError
from boardai.cluster.options import add_place, connection, workplace
from boardai.command_line import (
    GAME_HELP,
    InputError,
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
from boardai.players import load_agent
from boardai.records.position_lines import read_position
from boardai.search.results.wording import outcome_words
from boardai.search.solvers.building import solve_every_position
from boardai.search.solvers.solved_positions import SolvedPositions
from boardai.search.solvers.truth_file import TruthSettings, make_truth


def plies_range(text: str) -> tuple[int, int]:
    """Parses `12` or `8-30` as minimum and maximum."""
    found = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", text, re.ASCII)
    if found is None or (found[2] and int(found[2]) < int(found[1])):
        raise argparse.ArgumentTypeError(f"expected plies such as 12, or a range such as 8-30, not {quoted(text)}")
    return int(found[1]), int(found[2] or found[1])


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.solve GAME --output FILE` or `--truth FILE --positions N`."""
    parser = Parser(
        "solve",
        "Solve every position of a small game, or of its openings, and store the winner and the best moves in a file "
        "for analyze and play (--solved FILE). Or write random positions with the exact value of each legal move "
        "(--truth FILE) for train (--arena.truth FILE).",
        [
            "python -m boardai.solve hex:size=3 --output hex3.db",
            "python -m boardai.solve hex:size=5 --plies 4 --output hex5.db",
            "python -m boardai.solve reversi:board=4x4 --output reversi4.db",
            "python -m boardai.analyze hex:size=5 --solved hex5.db --moves a4",
            "python -m boardai.solve hex:size=5 --truth hex5.jsonl --positions 500",
            (
                "python -m boardai.solve examples/02_connect_four.hpp --truth c4.jsonl --positions 500 --plies 14-36 "
                "--play mcts:simulations=100 --distances"
            ),
        ],
    )
    parser.add_argument("game", help=GAME_HELP)
    files = parser.add_mutually_exclusive_group(required=True)
    files.add_argument("--output", metavar="FILE", help="an SQLite file; an existing one is extended")
    files.add_argument(
        "--truth", metavar="FILE",
        help="a text file of random positions with the exact value of each legal move (docs/training.md)",
    )  # fmt: skip
    parser.add_argument(
        "--plies", type=plies_range, metavar="N",
        help="only positions up to N plies away, the last ones by df-pn with one move each (default: the whole game); "
        "with --truth, N or A-B: the plies of a game from which positions come (default: all)",
    )  # fmt: skip
    add_place(parser, "each solves a few positions at a time")
    parser.add_argument("--position", metavar="TEXT", help="start position; by default the game's start (chess: a FEN)")
    parser.add_argument("--moves", metavar="MOVES", help="moves played from there, e.g. 'a4 b3'")
    parser.add_argument(
        "--positions", type=whole_number(1), metavar="N", help="with --truth (required there): number of positions"
    )
    parser.add_argument(
        "--distances", action="store_true",
        help="with --truth: values also state how soon a game ends: 32,000 minus the plies to a win",
    )  # fmt: skip
    parser.add_argument(
        "--nodes", type=whole_number(1), metavar="N",
        help="with --truth: skip positions that need more nodes (default: 20,000,000)",
    )  # fmt: skip
    parser.add_argument(
        "--play", metavar="SPEC",
        help="with --truth: an agent that plays the games, after 0 to 6 random plies "
        "(default: all moves are random)",
    )  # fmt: skip
    parser.add_argument("--seed", type=whole_number(0), help="with --truth: seed of the games (default: 0)")
    given = parser.parse_args(arguments)
    _check_options(parser, given)
    if given.truth is None:
        _solve_all(given, arguments)
    else:
        _write_truth(given, arguments)


def _check_options(parser: Parser, given: Any) -> None:
    """Rejects options that do not apply to the kind of file."""
    others = ("positions", "distances", "nodes", "play", "seed") if given.truth is None else ("position", "moves")
    for name in others:
        if getattr(given, name) not in (None, False):
            parser.error(f"--{name} works only with {'--truth' if given.truth is None else '--output'}")
    if given.truth is None and given.plies is not None and given.plies[0] != given.plies[1]:
        parser.error("--plies: a range is for --truth only")
    if given.truth is not None and given.positions is None:
        parser.error("--truth needs --positions N")


def _solve_all(given: Any, arguments: list[str] | None) -> None:
    console = Console()
    began = time.monotonic()
    plies = None if given.plies is None else given.plies[0]
    place = workplace(given, console.say)
    with user_input(), connection(given, console.say):
        game = load(given.game)
        state = read_position(game, given.position, given.moves)
        with SolvedPositions(given.output, game, create=True) as solved:
            before = len(solved)

            def kept() -> str:
                return f"kept: {number_of(len(solved), 'position')} in {given.output}"

            command = same_command("solve", arguments)
            with going_on(kept, command, given.output), _workers(kept, command), _shown(console) as progress:
                count = solve_every_position(solved, state, plies, progress=progress.show, place=place)
            seconds = time.monotonic() - began
            print(f"{count:,} positions solved in {seconds:.1f} s ({count / max(seconds, 1e-9):,.0f}/s)")
            size = os.path.getsize(given.output) / 1e3
            shown = f"{size:,.0f} kB" if size < 1e3 else f"{size / 1e3:,.1f} MB"
            print(f"{given.output}: {len(solved):,} positions up to symmetry ({before:,} before), {shown}")
            found = solved.get(state)
    if found is not None:
        moves = " ".join(game.format_action(state, action) for action in found.actions)
        best = f"; best moves: {moves}" if moves else ""
        print(f"{game.player_names[state.current_player()]} to move: {outcome_words(found.outcome)}{best}")


def _write_truth(given: Any, arguments: list[str] | None) -> None:
    path, done = Path(given.truth), 0
    began, console = time.monotonic(), Console()
    place = workplace(given, console.say)
    with user_input(), connection(given, console.say):
        game = load(given.game)
        settings = TruthSettings(
            given.positions, given.plies, given.distances, given.nodes or TruthSettings.nodes, given.seed or 0,
            given.play or "",
        )  # fmt: skip
        player = load_agent(given.play, game) if given.play else None

        def begin(seed: int) -> Callable[[Any], int]:
            assert player is not None
            player.new_game(game.initial_state(), [], seed)
            return player.choose

        def kept() -> str:
            return f"kept: {number_of(done, 'position')} in {path}.part"

        command = same_command("solve", arguments)
        with going_on(kept, command, path), _workers(kept, command), _shown(console) as progress:

            def show(positions: int, left_out: int) -> None:
                nonlocal done
                done = positions
                progress.show(positions)

            count, left_out = make_truth(
                path, game, settings,
                player=begin if player else None, place=place, progress=show,
            )  # fmt: skip
    print(f"{path}: {number_of(count, 'position')} in {time.monotonic() - began:.1f} s")
    if left_out:
        print(f"{number_of(left_out, 'position')} left out: not solved within {settings.nodes:,} nodes")


@contextlib.contextmanager
def _workers(kept: Callable[[], str], command: str) -> Iterator[None]:
    """A context in which a failure of the workers ends the command with a message on how to continue.

    Raises:
        InputError: instead of `WorkError`.
    """
    try:
        yield
    except WorkError as error:
        raise InputError(f"{error}; {kept()}; continue with: {command}") from error


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
