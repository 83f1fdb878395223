"""How much each level wins against the one below it, on any board.

python -m boardai.games.reversi.opponents.measure_levels 8x8 6x6 --games 400
"""

from __future__ import annotations

import itertools

import boardai
from boardai.arena.match import MatchResult, play_match
from boardai.command_line import InputError, Parser, run, user_input, whole_number
from boardai.game import Game
from boardai.players import load_agent

_OPENING_PLIES = 8  # after which no level is noisy only at first


def step(game: Game, lower: int, games: int, seed: int) -> MatchResult:
    """A match of a level, whose score it is, against the one below.

    Args:
        game: the game with its levels.
        lower: number of the lower one.
        games: an even number.
        seed: of the openings and errors.
    """
    higher, below = (load_agent(game.levels[number][1], game, seed) for number in (lower + 1, lower))
    return play_match(game, higher, below, games=games, opening_plies=_OPENING_PLIES, max_plies=1000, seed=seed)


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.games.reversi.opponents.measure_levels BOARD...`."""
    parser = Parser(
        "games.reversi.opponents.measure_levels",
        "Measure each level of Reversi against the one below.",
        ["python -m boardai.games.reversi.opponents.measure_levels 8x8 6x6 --games 400"],
    )
    parser.add_argument("boards", nargs="+", metavar="BOARD", help="a shipped board's name or a board file")
    parser.add_argument("--games", type=whole_number(2), default=400, metavar="N", help="a match (default 400)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="of openings and errors")
    parser.add_argument("--level", default="", metavar="NAME", help="measure this level alone (default: all)")
    given = parser.parse_args(arguments)
    with user_input():
        if given.games % 2:
            raise InputError(f"--games: each opening is played twice, so an even number, not {given.games}")
        games = [boardai.load("reversi", board=board) for board in given.boards]
        measured = [name for name, _ in games[0].levels[1:]]
        if given.level and given.level not in measured:
            raise InputError(f"--level: {', '.join(measured)}, not {given.level!r}")
    for game in games:
        for lower, ((below, _), (name, _)) in enumerate(itertools.pairwise(game.levels)):
            if given.level not in ("", name):
                continue
            found = step(game, lower, given.games, given.seed)
            low, high = found.interval
            print(f"{game.spec}: {name} {found.score:.1%} [{low:.1%}, {high:.1%}] against {below}", flush=True)


if __name__ == "__main__":
    run(main, "games.reversi.opponents.measure_levels")
