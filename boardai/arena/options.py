"""The common parts of the commands `match` and `tournament`: options, their settings, and progress."""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.live import Live
from rich.text import Text

from boardai.arena.folder import OpeningsFile, in_any_folder
from boardai.arena.games import Opening, PlayedGame
from boardai.arena.openings import NO_BALANCE, balanced_openings, default_balance, default_plies, load_openings
from boardai.arena.series import OpeningBook
from boardai.arena.wholeness import go_on_without
from boardai.arena.workers import WorkerSettings
from boardai.basics.files import LOCK, alone_in
from boardai.basics.quoting import from_here
from boardai.basics.threads import cores
from boardai.clocks import TimeControl
from boardai.cluster import Workplace
from boardai.cluster.options import add_place, share_of_gpu, workers_asked, workplace
from boardai.command_line import Parser, add_overwrite, number_of, same_command, whole_number
from boardai.command_line.console import Console
from boardai.game import Game, load
from boardai.players.sandbox.player import unfenced

_USUAL_GAMES = 100
_QUIET_SECONDS = 15.0  # between progress lines without a terminal


def add_match_options(parser: Parser, games: str, go_on: str) -> None:
    """Adds all options except those for the agents.

    Args:
        parser: parser of the command.
        games: name of the games that `--games` counts.
        go_on: description of what the command with `--record` does when repeated.
    """
    parser.add_argument(
        "--games", type=whole_number(2), help=f"{games} (default {_USUAL_GAMES}; with --resume, as many as last time)"
    )
    add_place(parser, "each plays one game at a time, or those that share a network's batches")
    parser.add_argument(
        "--at-once", type=whole_number(0), default=0, metavar="N",
        help="games that share a process and its network's batches (default: for network agents each worker's part, at "
        "most 128; else 1)",
    )  # fmt: skip
    parser.add_argument(
        "--openings", metavar="FILE",
        help="one opening per line: moves, or a position's text (chess: FEN or EPD); or a file of games (PGN, SGF, "
        "...)",
    )  # fmt: skip
    parser.add_argument("--skip", action="store_true", help="skip unreadable openings of the file and name them")
    parser.add_argument(
        "--opening-plies", type=whole_number(0), metavar="N",
        help="random plies of each opening; 0: the game's start (default: a tenth of a random game, at most 8); with "
        "--openings: the maximum used of each",
    )  # fmt: skip
    parser.add_argument(
        "--balance", metavar="SEARCH",
        help=f"the search that selects even random openings, or {NO_BALANCE} (default: a quick search that suits the "
        "game)",
    )  # fmt: skip
    parser.add_argument("--max-plies", type=whole_number(1), metavar="N", help="a game of this length is a draw")
    parser.add_argument(
        "--time", "--clock", dest="clock", metavar="MINUTES+SECONDS",
        help="a clock: minutes for the game plus seconds per move, e.g. 1+0.5; an agent out of time loses. "
        "Agents plan their time; the limits in their texts apply as well (engines: the clock replaces seconds)",
    )  # fmt: skip
    parser.add_argument(
        "--measure", choices=("memory",),
        help="memory: run each agent in its own process and report its maximum memory",
    )  # fmt: skip
    parser.add_argument(
        "--judge", metavar="SPEC",
        help="judge the moves at the end (uci:stockfish,depth=12; pvs:depth=8); needs --record or --resume",
    )  # fmt: skip
    parser.add_argument(
        "--summary", metavar="FILE", help="write a page about the games (.html or .md); needs --record or --resume"
    )
    parser.add_argument("--seed", type=whole_number(0), default=0, help="seed of openings and agents (default 0)")
    parser.add_argument("--record", metavar="FOLDER", help=f"store every game in this folder; {go_on}")
    parser.add_argument(
        "--resume", metavar="FOLDER", help="continue the match or tournament in this folder, up to --games"
    )
    parser.add_argument(
        "--leave-out", nargs="+", default=[], metavar="NAME",
        help="damaged files of the folder to leave out, such as games/000012.json; they are moved aside. "
        "damaged: all damaged files",
    )  # fmt: skip
    parser.add_argument("--json", metavar="FILE", help="write the results as JSON")
    add_overwrite(parser)
    parser.add_trust()


def check_match_options(parser: Parser, given: Any, is_named: bool, wanted: str) -> None:
    """Ends the command if options are incompatible.

    Args:
        parser: of the command.
        given: the given options.
        is_named: whether the agents are named.
        wanted: description of what must be named.
    """
    if given.resume is not None and (given.game is not None or given.record is not None):
        parser.error("--resume knows the game and the agents: leave them out, and --record")
    if given.resume is None and not is_named:
        parser.error(f"name {wanted}, or a folder with --resume")
    for option in ("judge", "summary"):
        if getattr(given, option) is not None and given.record is None and given.resume is None:
            parser.error(f"--{option} needs recorded games: add --record FOLDER")
    if given.games is not None and given.games % 2:
        parser.error("--games: expected an even number, because every opening is played twice")


def games_asked(given: Any, folder: OpeningsFile | None) -> int:
    """The requested number of games, stored in the folder; by default the last number.

    Raises:
        ValueError: the folder's file with this number is damaged.
    """
    if given.games is not None:
        count = int(given.games)
    else:
        count = (None if folder is None or given.resume is None else folder.games_asked()) or _USUAL_GAMES
    if folder is not None:
        folder.save_asked(games=count)
    return count


def match_settings(given: Any, game: Game, agents: Sequence[str], **more: Any) -> dict[str, Any]:
    """The settings for a folder; those that are not given are the game's.

    Raises:
        ValueError: as for `opening_settings` and `clock_settings`.
    """
    asked = {"game": game.spec, "agents": list(agents), "seed": given.seed, "max_plies": given.max_plies, **more}
    return in_any_folder({**asked, **opening_settings(given, game), **clock_settings(given)})


def worker_settings(settings: dict[str, Any], at_once: int, measure: str | None = None) -> WorkerSettings:
    """The work of these settings for workers, and whether memory is measured."""
    return WorkerSettings(
        settings["game"], tuple(settings["agents"]), settings["seed"], settings["max_plies"], at_once,
        settings.get("clock"), own_processes=measure == "memory",
    )  # fmt: skip


def watch(games: Iterable[PlayedGame], line: Callable[[PlayedGame | None], str], console: Console) -> None:
    """Plays all games, and shows progress.

    Args:
        games: yields each game at its end.
        line: returns the line to show after a game; None: before the first.
        console: for the progress; without a terminal, lines are printed from time to time.
    """
    if console.is_terminal:
        with Live(Text(from_here(line(None))), console=console, refresh_per_second=4) as live:
            for one in games:
                live.update(Text(from_here(line(one))))
        return
    last_line = time.monotonic()
    for one in games:
        if time.monotonic() - last_line >= _QUIET_SECONDS:
            last_line = time.monotonic()
            console.say_from_here(line(one))


def clock_settings(given: Any) -> dict[str, Any]:
    """The setting for the time control; empty without the option, as in folders of earlier versions.

    Raises:
        ValueError: it is not a time control, or has byo-yomi, which engines' protocols do not have.
    """
    if given.clock is None:
        return {}
    if TimeControl.from_text(given.clock).periods:
        raise ValueError(f"--time {given.clock}: a match takes minutes and seconds per move, without byo-yomi")
    if given.at_once > 1:
        raise ValueError("--at-once: with --time games are played one at a time; --workers plays several")
    return {"clock": given.clock.strip()}


def place_of_games(given: Any, agents: Iterable[str], console: Console) -> Workplace:
    """Opens the pool of workers; reports what does not apply to agents in a sandbox or with clocks.

    Args:
        given: the given options.
        agents: the agents that play.
        console: for the messages.
    """
    for line in unfenced(agents):
        print(f"sandboxed agents: {line}", file=sys.stderr)
    if given.cluster not in ("", "local") and getattr(given, "clock", None) is not None:
        console.say("note: clocks run on each machine of the cluster; on slower ones agents think less")
    # Each agent in a process, so that its crash costs one game; this process does not use the GPU.
    gpus = share_of_gpu(given)
    # A clock runs while other processes work, so each game needs its own processors.
    by_clock = getattr(given, "clock", None) is not None and workers_asked(given) <= cores()
    own_cores = by_clock and not given.cluster
    return workplace(given, console.say, gpus=gpus, apart=True, in_flight=1, own_cores=own_cores)


def _leave_out(error: ValueError) -> None:
    print(f"left out: {error}", file=sys.stderr)


def opening_settings(given: Any, game: Game) -> dict[str, Any]:
    """The settings of openings; those that are not given are the game's.

    Raises:
        ValueError: the file of openings does not fit the game.
        OSError: the file cannot be read.
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
    """Continues without damaged files of a match's or tournament's folder, and checks that the rest is undamaged.

    Args:
        place: the folder; None, or if it does not exist: nothing to do.
        names: names given with `--leave-out`.
        command: `match` or `tournament`.
        arguments: arguments of the command.

    Raises:
        ValueError: something is damaged (the message names it, and the command that continues), or an unknown name.
        OSError: a file cannot be moved.
    """
    if place is None or not Path(place).is_dir():
        if names:
            raise ValueError("--leave-out: there is no folder (--record or --resume)")
        return
    # Nothing is changed without names; and a lock that is not a file is damage itself.
    locked = bool(names) and not (os.path.lexists(Path(place) / LOCK) and not (Path(place) / LOCK).is_file())
    with alone_in(Path(place) if locked else None):
        notices = go_on_without(Path(place), names, lambda wanted: same_command(command, arguments, wanted))
    for text in notices:
        print(text)


def games_kept(count: int, place: str | None) -> str:
    """The games that are kept, in words, for a user who stops the command."""
    if place is None:
        return f"{number_of(count, 'game')} played, and none is kept: --record FOLDER would"
    return f"kept: {number_of(count, 'game')} in {place}"


def opening_book(settings: dict[str, Any], folder: OpeningsFile | None) -> OpeningBook:
    """The openings of these settings.

    Args:
        settings: `game`, `seed` and those of `opening_settings`.
        folder: stores random openings; None: they are not stored.

    Raises:
        ValueError: the stored openings are damaged.
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
