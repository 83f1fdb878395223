"""Make puzzles with exactly one right move, checked by a solver and graded, from games that agents play.

The same command resumes a killed run.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from boardai.command_line import (
    GAME_HELP,
    Parser,
    add_overwrite,
    check_files,
    going_on,
    number_of,
    run,
    same_command,
    user_input,
    whole_number,
)
from boardai.command_line.console import Console
from boardai.command_line.outputs import OVERWRITE
from boardai.game import Game, load

_LONGEST = 400  # plies of a game


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.lessons GAME FILE --count N`."""
    parser = Parser(
        "lessons",
        "Make puzzles from games between agents: positions with exactly one right move, checked by a solver and graded "
        "from 1 (easy) to 5. The web page shows them (python -m boardai.web --lessons FILE).",
        [
            "python -m boardai.lessons chess mates.jsonl --count 100",
            "python -m boardai.lessons hex:size=7 hex.jsonl --count 50 --seed 3",
            "python -m boardai.lessons ./mygame.py lessons.jsonl --count 20 --play mcts:simulations=200",
        ],
    )
    parser.add_argument("game", help=GAME_HELP)
    parser.add_argument("file", help="the file of puzzles (*.jsonl), written when it is complete")
    parser.add_argument("--count", type=whole_number(1), default=30, metavar="N", help="puzzles to make (default 30)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="seed of openings and agents (default 0)")
    parser.add_argument(
        "--play", action="append", metavar="SPEC",
        help="an agent that plays the games; repeat it to name the opponent (default: two levels of the page)",
    )  # fmt: skip
    parser.add_argument(
        "--per-game",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="maximum number of puzzles from one game (default 1)",
    )
    add_overwrite(parser)
    given = parser.parse_args(arguments)
    if given.play is not None and len(given.play) > 2:
        parser.error("--play: at most two agents")
    console = Console()
    with user_input():
        game = load(given.game)
        path = Path(given.file)
        check_files({"file": path}, given.overwrite, {"file": (".jsonl",)})
        from boardai.lessons.making import PART, Plan, make_lessons

        first, *rest = given.play or _levels(game)
        words = sys.argv[1:] if arguments is None else arguments
        again = same_command("lessons", [word for word in words if word != OVERWRITE])
        plan = Plan((first, rest[0] if rest else first), given.seed, given.per_game, _LONGEST, again)
        found = 0

        def progress(pairs: int, puzzles: int) -> None:
            nonlocal found
            if puzzles > found:
                console.print(f"found {number_of(puzzles, 'puzzle')} in {2 * pairs} games ({given.count} needed)")
            found = puzzles

        again = same_command("lessons", words)
        with going_on(lambda: f"kept: {number_of(found, 'puzzle')} in {path}{PART}", again, path):
            lessons = make_lessons(path, game, given.count, plan, progress)
    counts = Counter(one.difficulty for one in lessons)
    grades = ", ".join(f"{count} of grade {grade}" for grade, count in sorted(counts.items()))
    print(f"{path}: {number_of(len(lessons), 'puzzle')}: {grades}")


def _levels(game: Game) -> list[str]:
    """The level in the middle of the ladder, and the one below it."""
    from boardai.players.levels import levels_of

    specs = [level.spec for level in levels_of(game)]
    return [specs[len(specs) // 2], specs[len(specs) // 2 - 1]]


if __name__ == "__main__":
    run(main, "lessons")
