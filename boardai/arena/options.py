"""Options that `match` and `tournament` share: openings, length of games, processes."""

from __future__ import annotations

import itertools
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from boardai.arena.folder import OpeningsFile
from boardai.arena.games import Opening
from boardai.arena.openings import NO_BALANCE, balanced_openings, default_balance, default_plies, load_openings
from boardai.arena.series import OpeningBook
from boardai.arena.wholeness import go_on_without
from boardai.basics.files import LOCK, alone_in
from boardai.clocks import TimeControl
from boardai.command_line import number_of, same_command, whole_number
from boardai.game import Game, load
from boardai.players.sandbox.player import unfenced

LEAVE_OUT_HELP = (
    "damaged files of the folder to go on without, such as games/000012.json; they are moved aside. "
    "damaged: all that are"
)


def add_worker_options(parser: ArgumentParser) -> None:
    """`--parallel` and `--at-once`."""
    parser.add_argument("--parallel", type=whole_number(1), default=1, metavar="N", help="games at a time (default 1)")
    parser.add_argument(
        "--at-once", type=whole_number(0), default=0, metavar="N",
        help="games that share a process and its network's batches (default: 128 for network agents, else 1)",
    )  # fmt: skip


def add_clock_option(parser: ArgumentParser) -> None:
    """`--time`."""
    parser.add_argument(
        "--time", "--clock", dest="clock", metavar="MINUTES+SECONDS",
        help="minutes for the whole game and seconds that each move adds, as 1+0.5; who is late loses. "
        "Agents plan their time by it; limits in their texts hold besides (engines: in place of seconds)",
    )  # fmt: skip


def clock_settings(given: Any) -> dict[str, Any]:
    """What the option says; nothing where it is not given, as in folders that were begun before there was one.

    Raises:
        ValueError: it is no time control, or one with byo-yomi, which engines' protocols do not know.
    """
    if given.clock is None:
        return {}
    if TimeControl.from_text(given.clock).periods:
        raise ValueError(f"--time {given.clock}: a match is played by minutes and seconds a move, without byo-yomi")
    if given.at_once > 1:
        raise ValueError("--at-once: with --time games are played one at a time; --parallel plays several")
    return {"clock": given.clock.strip()}


def warn_of_load(parallel: int) -> list[str]:
    """What to say where more is asked of the machine than it has."""
    processors = os.cpu_count() or 1
    if parallel <= processors:
        return []
    return [f"--parallel {parallel}: there are {processors} processors; games slow each other down"]


def warn_of_boxes(agents: Iterable[str]) -> None:
    """Says on stderr what does not hold here for agents in a sandbox."""
    for line in unfenced(agents):
        print(f"sandboxed agents: {line}", file=sys.stderr)


def add_opening_options(parser: ArgumentParser) -> None:
    """`--openings`, `--skip`, `--opening-plies`, `--balance`, `--max-plies`."""
    parser.add_argument(
        "--openings", metavar="FILE",
        help="one opening a line: moves, or a position's text (chess: FEN or EPD); or a file of games (PGN, SGF, ...)",
    )  # fmt: skip
    parser.add_argument("--skip", action="store_true", help="leave out openings of the file that cannot be read")
    parser.add_argument(
        "--opening-plies", type=whole_number(0), metavar="N",
        help="random plies of each opening; 0: the game's start (default: a tenth of a random game, at most 8); with "
        "--openings, so many of each at most",
    )  # fmt: skip
    parser.add_argument(
        "--balance", metavar="SEARCH",
        help=f"the search that judges random openings, or {NO_BALANCE} (default: a quick one that suits the game)",
    )  # fmt: skip
    parser.add_argument("--max-plies", type=whole_number(1), metavar="N", help="a game this long is a draw")


def _leave_out(error: ValueError) -> None:
    print(f"left out: {error}", file=sys.stderr)


def opening_settings(given: Any, game: Game) -> dict[str, Any]:
    """What the options say of openings; what is not given is the game's.

    Raises:
        ValueError: the file of openings does not fit the game.
        OSError: it cannot be read.
    """
    if given.openings is not None:
        openings = load_openings(
            given.openings, game, plies=given.opening_plies, on_error=_leave_out if given.skip else "raise"
        )
        rows = [[opening.start, list(opening.actions)] for opening in openings]
        return {"opening_plies": None, "balance": None, "openings": rows}
    plies = default_plies(game) if given.opening_plies is None else given.opening_plies
    return {"opening_plies": plies, "balance": given.balance or default_balance(game), "openings": None}


def leave_out(place: str | None, names: Sequence[str], command: str, arguments: Sequence[str] | None) -> None:
    """Goes on without damaged files of a match's or tournament's folder, and makes sure that the rest is whole.

    Args:
        place: the folder; None, or not there yet: there is nothing to do.
        names: what `--leave-out` says.
        command: `match` or `tournament`.
        arguments: of the command.

    Raises:
        ValueError: something is damaged (the message names it, and the command that goes on), or a name of nothing.
        OSError: it cannot be moved.
    """
    if place is None or not Path(place).is_dir():
        if names:
            raise ValueError("--leave-out: there is no folder to leave anything out of")
        return
    # Nothing is changed without names; and a lock that is no file is damage itself.
    locked = bool(names) and not (os.path.lexists(Path(place) / LOCK) and not (Path(place) / LOCK).is_file())
    with alone_in(Path(place) if locked else None):
        told = go_on_without(Path(place), names, lambda wanted: same_command(command, arguments, wanted))
    for text in told:
        print(text)


def games_kept(count: int, place: str | None) -> str:
    """What is kept of the games, for whoever stops them."""
    if place is None:
        return f"{number_of(count, 'game')} played, and none is kept: --record FOLDER would"
    return f"kept: {number_of(count, 'game')} in {place}"


def opening_book(settings: dict[str, Any], folder: OpeningsFile | None) -> OpeningBook:
    """The openings of these settings.

    Args:
        settings: `game`, `seed` and those of `opening_settings`.
        folder: where drawn ones are kept; None: nowhere.

    Raises:
        ValueError: what is kept there is damaged.
    """
    if settings["openings"] is not None:
        known = [Opening(start, tuple(actions)) for start, actions in settings["openings"]]
        return OpeningBook(itertools.cycle(known), None)
    known = folder.openings() if folder is not None else []
    if settings["opening_plies"] == 0:
        return OpeningBook(itertools.repeat(Opening()), None)
    game = load(settings["game"])
    source = balanced_openings(game, settings["opening_plies"], settings["balance"], settings["seed"], known)
    return OpeningBook(source, folder)
