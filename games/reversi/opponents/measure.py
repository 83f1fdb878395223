"""Which evaluation plays best on which board: matches of all against all at equal time, kept in `measured.toml`.

    python -m boardai.games.reversi.opponents.measure --output games/reversi/weights/measured.toml

`load` chooses the opponent on a board by what stands there: on a board that was measured the evaluation with the most
points, on any other the best of the one nearest in size, among the evaluations that fit every shape.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import boardai
from boardai.arena.match import play_match
from boardai.basics.files import write_atomically
from boardai.command_line import Parser, check_files, positive_number, run, user_input, whole_number
from boardai.games.reversi.opponents.choice import ANY_SHAPE
from boardai.players import load_agent
from boardai.search import evaluators

_LEAST_PLIES = 6


def points_on(board: str, seconds: float, games: int, seed: int) -> dict[str, float]:
    """The share of points of each evaluation against the others that fit the board, by `pvs` with equal time.

    Args:
        board: where.
        seconds: a move.
        games: of each two evaluations.
        seed: of the openings.
    """
    game = boardai.load("reversi", board=board)
    there = evaluators(game.initial_state())
    names = [name for name in (*ANY_SHAPE, "patterns") if name in there]
    points = dict.fromkeys(names, 0.0)
    for first, second in itertools.combinations(names, 2):
        agents = [load_agent(f"pvs:seconds={seconds:g},evaluator={name}", game, seed) for name in (first, second)]
        found = play_match(game, *agents, games=games, opening_plies=_LEAST_PLIES, max_plies=1000, seed=seed)
        print(f"{board}: {first} {100 * found.score:.1f} % against {second}", flush=True)
        points[first] += found.score / (len(names) - 1)
        points[second] += (1 - found.score) / (len(names) - 1)
    return points


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.games.reversi.opponents.measure`."""
    parser = Parser(
        "games.reversi.opponents.measure",
        "Measure which evaluation plays best on which board.",
        ["python -m boardai.games.reversi.opponents.measure --boards 6x6 8x8 --games 40 --output measured.toml"],
    )
    parser.add_argument("--boards", nargs="+", default=["6x6", "8x8", "octagon", "diagonal", "14x14"], metavar="BOARD")
    parser.add_argument("--seconds", type=positive_number, default=0.01, metavar="X", help="a move (default 0.01)")
    parser.add_argument("--games", type=whole_number(2), default=100, metavar="N", help="a match (default 100)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="of the openings")
    parser.add_argument("--output", required=True, metavar="FILE", help="what was found (.toml); replaced")
    given = parser.parse_args(arguments)
    with user_input():
        check_files({"--output": given.output}, True, {"--output": (".toml",)})
        cells = {}
        for board in given.boards:
            text = boardai.load("reversi", board=board).initial_state().to_string().split()[0]
            cells[board] = len(text) - text.count("#")
    lines = [
        "# Share of points of each evaluation against the others at equal time.",
        f"# By boardai.games.reversi.opponents.measure, --seconds {given.seconds:g} --games {given.games}.",
    ]
    for board in given.boards:
        points = points_on(board, given.seconds, given.games, given.seed)
        shares_text = ", ".join(f"{name} = {share:.3f}" for name, share in points.items())
        lines += ["", f'["{board}"]', f"cells = {cells[board]}", f"points = {{ {shares_text} }}"]
    write_atomically(Path(given.output), ("\n".join(lines) + "\n").encode())
    print(f"{given.output}: written")


if __name__ == "__main__":
    run(main, "games.reversi.opponents.measure")
