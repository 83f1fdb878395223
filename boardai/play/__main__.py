"""Play a game in the terminal, against an agent or another person.

Type a move in the game's usual notation, or a command; `help` lists the commands. Input is read from standard input, so
it may also come from a file or a pipe; the game stops at its end.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import replace
from typing import Any

from boardai.basics.trust import in_own_context
from boardai.basics.unknown_names import UnknownParameter
from boardai.clocks import TimeControl
from boardai.command_line import GAME_HELP, Parser, run, user_input, whole_number
from boardai.command_line.console import Console
from boardai.command_line.other_words import unknown_option
from boardai.game import Game, game_called, is_path, load, read_parameter
from boardai.play.conversation import Conversation
from boardai.play.reading import read_line
from boardai.play.saved import saved_game
from boardai.play.screen import TROUBLE, Screen
from boardai.play.seats import HUMAN, login_name, person_name, seat_of, side_of
from boardai.play.table import Seat, Table
from boardai.players.hints import hints_of
from boardai.players.levels import usual_level
from boardai.players.solved import SolvedPlayer
from boardai.records import GameRecord
from boardai.search.solvers.solved_positions import SolvedPositions


def _control(text: str) -> TimeControl:
    try:
        return TimeControl.from_text(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parameters(parser: Parser, options: list[str]) -> dict[str, Any]:
    """The options that do not belong to the command: parameters of the game, as `--board octagon`."""
    words = [word for option in options for word in option.split("=", 1)]
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or not all(name.startswith("--") and len(name) > 2 for name, _ in pairs):
        parser.error(f"unrecognized arguments: {' '.join(options)}")
    return {name[2:]: read_parameter(value) for name, value in pairs}


def _game(parser: Parser, spec: str, parameters: dict[str, Any]) -> Game:
    """The game; an option of neither the command nor the game ends the command."""
    name, colon, rest = spec.partition(":")
    if not is_path(name):
        name = game_called(name) or name
    try:
        return load(f"{name}{colon}{rest}", **parameters)
    except UnknownParameter as error:
        if error.name in parameters:
            known = [*parser.options, *(f"--{name}" for name in error.known)]
            parser.error(f"{unknown_option(f'--{error.name}', known)} ({error})")
        raise


def _parser() -> Parser:
    parser = Parser(
        "play",
        "Play a game in the terminal. Type a move in the usual notation, or `help`.",
        [
            "python -m boardai.play chess --opponent easy --side black --time 5+3",
            "python -m boardai.play hex:size=7 --opponent puct:run=runs/hex,simulations=200 --side second",
            "python -m boardai.play reversi --board octagon",
            "python -m boardai.play reversi --opponent human",
            "python -m boardai.play chess --player greedy --opponent random --seed 1",
            "python -m boardai.play hex:size=4 --solved hex4.db",
        ],
    )
    parser.add_argument(
        "game",
        nargs="?",
        help=GAME_HELP + ", or as options (--size 5); with --load, it may be omitted",
    )
    parser.add_argument(
        "--opponent",
        metavar="AGENT",
        help="a level (random, beginner, easy, medium, strong, strongest), an agent (`python -m boardai.agents` lists "
        "them) or human (default: the third weakest level, as on the page)",
    )
    parser.add_argument(
        "--player", metavar="AGENT", default=HUMAN, help="the player of your side (default: you, a human)"
    )
    parser.add_argument(
        "--name", metavar="NAME", default="", help="your name in messages and files (default in files: your "
        "login name); another person is human:NAME",
    )  # fmt: skip
    parser.add_argument(
        "--side", "--colour", "--color", metavar="SIDE", default="first",
        help="your side: first, second, random, or a player's name in the game: white, black",
    )  # fmt: skip
    parser.add_argument(
        "--time", "--clock", metavar="CONTROL", type=_control,
        help="a clock: minutes for the game plus seconds per move, 5 or 5+3; 10+3x30 has three byo-yomi periods",
    )  # fmt: skip
    parser.add_argument(
        "--position", "--fen", metavar="TEXT", help="start position; by default the game's start (chess: a FEN)"
    )
    parser.add_argument("--load", metavar="FILE", help="continue a saved game")
    parser.add_argument(
        "--solved", metavar="FILE",
        help="a file of solved positions (python -m boardai.solve), used for hints and by the opponent",
    )  # fmt: skip
    parser.add_argument("--seed", type=whole_number(0), help="makes agents' random choices repeatable")
    parser.add_trust()
    return parser


def _in_files(name: str) -> str:
    return login_name() if name == HUMAN else name


@in_own_context
def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.play GAME`."""
    parser = _parser()
    given, others = parser.parse_known_args(arguments)
    if given.load is not None and given.position is not None:
        parser.error("--load and --position exclude each other")
    if given.game is None and given.load is None:
        parser.error("name a game, or a file with --load")
    if others and given.game is None:
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    parameters = _parameters(parser, others)
    seed = given.seed if given.seed is not None else random.SystemRandom().getrandbits(32)
    with user_input():
        game = _game(parser, given.game, parameters) if given.game is not None else None
        problems: list[str] = []
        record = saved_game(given.load, game, problems.append) if given.load is not None else None
        if game is None:
            assert record is not None
            game = load(record.game)
        try:
            mine = side_of(given.side, game, seed)
        except ValueError as error:
            parser.error(f"--side: {error}")
        try:
            own_name = person_name(given.name) if given.name else ""
        except ValueError as error:
            parser.error(f"--name: {error}")
        solved = None if given.solved is None else SolvedPositions(given.solved, game)

        def sit(name: str, seed: int) -> Seat:
            seat = seat_of(name, game, seed)
            if given.solved is None or seat.agent is None:
                return seat
            return replace(seat, agent=SolvedPlayer(given.solved, game, seat.agent, seed, seat.name))

        names = [given.player, given.opponent or usual_level(game).key]
        seats = [sit(name, seed + (number ^ mine)) for number, name in enumerate(names)]
        if seats[0].agent is None:
            seats[0] = Seat(own_name or seats[0].name, in_files=own_name or _in_files(seats[0].name))
        table = Table(
            game,
            record if record is not None else GameRecord(game.spec, (), given.position),
            (seats[mine], seats[1 - mine]),
            given.load or "--position",
            seed,
            given.time,
        )

    def seat(name: str) -> Seat:
        with user_input():
            return sit(name, seed)

    if sys.stdin.isatty():
        import readline  # noqa: F401  (line editing and history for input())

    screen = Screen(Console())
    clock = "" if given.time is None else f", {given.time} each"
    screen.say(f"{game.spec}: {table.described(0)} against {table.described(1)}{clock}. Type help for the commands.")
    for problem in problems:
        screen.say(problem, TROUBLE)
    Conversation(table, screen, read_line, hints_of(game, solved=solved), seat).run()


if __name__ == "__main__":
    run(main, "play")
