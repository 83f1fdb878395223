"""Switch off each technique of principal variation search, one at a time: its effect in nodes, and in points.

A technique is an option of `boardai.search.PvsOptions`. For each, positions are searched to a fixed depth with and
without it, and a match is played at a fixed number of nodes per move, where a technique that only saves nodes shows as
depth.
"""

from __future__ import annotations

import contextlib
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from rich.table import Table

from boardai.arena.folder import MatchFolder
from boardai.arena.match import MatchResult, match_result
from boardai.arena.openings import default_balance, default_plies, middle_game_positions
from boardai.arena.options import opening_book, place_of_games, worker_settings
from boardai.arena.series import Series
from boardai.arena.workers import MatchError
from boardai.basics.files import alone_in
from boardai.cluster import Workplace
from boardai.cluster.options import add_place, connection
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
from boardai.game import Game, load
from boardai.search import PvsOptions, pvs

# Values that switch a technique off, or on if it is off by default. Options that are not techniques are left out.
_NOT_TECHNIQUES = {
    "alpha",
    "beta",
    "multi_pv",
    "table_megabytes",
    "same_depth",
    "points",
    "null_move_reduction",
    "probcut_deviations",
    "cutoffs",
    "endings",
    "mating_endings",
    "knowledge",
    "threads",
    "parallel",
}
_OTHER_VALUES: dict[str, Any] = {"aspiration": 0, "width": 8, "root_check_extension": 3}


@dataclass(frozen=True)
class Technique:
    """One option and the value it is changed to.

    Attributes:
        name: name of the option.
        value: its new value.
    """

    name: str
    value: Any

    def __str__(self) -> str:
        if self.name == "table_megabytes":
            return "no transposition table"
        if self.value is False or self.name == "aspiration":
            return f"without {self.name}"
        return f"with {self.name}" + ("" if self.value is True else f" = {self.value}")


def techniques() -> list[Technique]:
    """Every technique, in the order of the options; the transposition table is first."""
    found = [Technique("table_megabytes", 0)]
    for option in fields(PvsOptions):
        if option.name not in _NOT_TECHNIQUES:
            value = not option.default if isinstance(option.default, bool) else _OTHER_VALUES[option.name]
            found.append(Technique(option.name, value))
    return found


def nodes_to_depth(states: Sequence[Any], depth: int, technique: Technique | None) -> list[int]:
    """The nodes of each search."""
    changed = {technique.name: technique.value} if technique else {}
    return [pvs(state, depth=depth, **changed).nodes for state in states]


@dataclass(frozen=True)
class _Effect:
    """The effect of a technique on the searches: `ratio` is None if it does not apply (no node count changes)."""

    technique: Technique
    ratio: float | None

    @classmethod
    def measure(cls, technique: Technique, states: Sequence[Any], depth: int, reference: list[int]) -> _Effect:
        nodes = nodes_to_depth(states, depth, technique)
        if nodes == reference:
            return cls(technique, None)
        # The geometric mean: no single position decides.
        return cls(
            technique, math.exp(statistics.fmean(math.log(a / b) for a, b in zip(nodes, reference, strict=True)))
        )


def _settings(game: Game, technique: Technique, given: Any) -> dict[str, Any]:
    """The settings of a technique's match."""
    default = f"pvs:nodes={given.nodes}"
    return {
        "game": game.spec,
        "agents": [f"{default},{technique.name}={str(technique.value).lower()}", default],
        "seed": given.seed,
        "max_plies": 300,
        "opening_plies": default_plies(game),
        "balance": default_balance(game),
        "openings": None,
    }


def _play(game: Game, technique: Technique, given: Any, place: Workplace) -> MatchResult:
    """A match of the changed search against the default one; stored games are reused, missing ones are played.

    Raises:
        InputError: the folder holds other games, another process plays there, or a search fails.
    """
    settings = _settings(game, technique, given)
    with contextlib.ExitStack() as stack:
        with user_input():
            folder = None if given.record is None else MatchFolder(Path(given.record) / technique.name, settings)
            series = Series(worker_settings(settings, 1), opening_book(settings, folder), given.games, None, folder)
            stack.enter_context(alone_in(None if folder is None else folder.path))
        try:
            for _ in stack.enter_context(contextlib.closing(series.play(place))):
                pass
        except (MatchError, ValueError) as error:
            raise InputError(f"{technique}: {error}") from error
    result = match_result(
        settings["agents"][0], settings["agents"][1], [one for one in series.played if one.number < given.games]
    )
    if any(result.forfeits):
        raise InputError(f"{technique}: {result.failure}")
    return result


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.ablation GAME`."""
    parser = Parser(
        "ablation",
        "Disable each technique of principal variation search alone (and enable those that are off by default).\n"
        "Report the nodes to a fixed depth, relative to all defaults, and the score of a match against the defaults.",
        ["python -m boardai.ablation chess", "python -m boardai.ablation reversi --depth 10 --games 0"],
    )
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument("--depth", type=whole_number(1), default=8, help="plies of the fixed-depth searches (8)")
    parser.add_argument("--positions", type=whole_number(1), default=20, help="positions searched (20)")
    parser.add_argument("--games", type=whole_number(0), default=100, help="games of each match, even; 0: none (100)")
    parser.add_argument("--nodes", type=whole_number(1), default=10_000, help="nodes per move in matches (10,000)")
    add_place(parser, "each plays one game at a time")
    parser.add_argument("--seed", type=whole_number(0), default=1, help="seed of positions and openings (1)")
    parser.add_argument(
        "--record", metavar="FOLDER", help="store every game in this folder; the same command continues"
    )
    given = parser.parse_args(arguments)
    if given.games % 2:
        parser.error("--games must be even: each opening is played with both colours")
    console = Console(stderr=True)
    with contextlib.ExitStack() as around:
        with user_input():
            around.enter_context(connection(given, console.say))
        _measure(given, arguments, console)


def _measure(given: Any, arguments: list[str] | None, console: Console) -> None:
    place = place_of_games(given, (), console)
    with user_input():
        game = load(given.game)
        states = middle_game_positions(game, given.positions, given.seed)
        for technique in techniques() if given.record is not None else ():
            if (Path(given.record) / technique.name).exists():  # checked before the searches
                MatchFolder(Path(given.record) / technique.name, _settings(game, technique, given))
    reference = nodes_to_depth(states, given.depth, None)
    table = Table(
        title=f"{given.game}: {given.positions} positions to depth {given.depth} ({sum(reference):,} nodes); "
        f"{given.games} games at {given.nodes:,} nodes per move"
    )
    for heading in ("change", "nodes to depth", "score against the defaults, 95 %"):
        table.add_column(heading, no_wrap=True)
    rows: list[tuple[str, str, str]] = []
    without: list[str] = []
    every = techniques()

    def kept() -> str:
        rest = "its games are kept" if given.record is not None else "nothing is kept (--record FOLDER keeps the games)"
        return f"measured: {len(rows) + len(without)} of {number_of(len(every), 'technique')}; {rest}"

    with going_on(kept, same_command("ablation", arguments), given.record):
        for technique in every:
            effect = _Effect.measure(technique, states, given.depth, reference)
            if effect.ratio is None:
                without.append(technique.name)
                continue
            score = _play(game, technique, given, place).percent if given.games else ""
            rows.append((str(technique), f"{effect.ratio:.2f}x", score))
            console.say("  ".join(rows[-1]))
    for row in rows:
        table.add_row(*row)
    Console(width=110).print(table)
    if without:
        print("change nothing here: " + ", ".join(without))


if __name__ == "__main__":
    run(main, "ablation")
