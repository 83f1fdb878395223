"""Check solutions of a course on game AI: points, reasons, and an exit status for graders."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from boardai.basics.python_file import module_of
from boardai.basics.quoting import quoted
from boardai.command_line import Parser, run, user_input
from boardai.course.checking import WEEKS, check, describe, topics
from boardai.course.edition import write_edition
from boardai.course.sealed import name_of, seal


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.course TOPIC FILE`.

    Args:
        arguments: arguments of the command; those of the process by default.

    Raises:
        SystemExit: status 0 if all points were earned, 1 if not, 2 if the check is impossible.
    """
    parser = Parser(
        "course",
        "Grade a solution of an exercise in game AI, with points and reasons. Exit status 0: all points, 1: fewer.",
        [
            "python -m boardai.course alphabeta solution.py          # its function alphabeta",
            "python -m boardai.course alphabeta solution.py:mine --json",
            "python -m boardai.course alphabeta                       # what is asked for",
            "python -m boardai.course week05 solution.py              # all of a week's functions",
            "python -m boardai.course week05 solution.py --seed 4711  # on a teacher's hidden positions",
            "python -m boardai.course --instructor teaching           # solutions, answers, hidden tests",
        ],
    )
    parser.add_argument(
        "topic", nargs="?", help=f"the topic of the function: {', '.join(topics())}; or week01 to week11"
    )
    parser.add_argument(
        "solution", nargs="?", help="a .py file, which is executed; optionally a colon and the function's name"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--seed", default="", help="a text that selects other positions; a teacher keeps it secret")
    parser.add_argument(
        "--instructor",
        type=Path,
        metavar="FOLDER",
        help="write the instructor's edition to this folder; do not publish it",
    )
    parser.add_argument(
        "--notebooks",
        type=Path,
        default=Path("docs/course"),
        metavar="FOLDER",
        help="the course's folder; docs/course by default",
    )
    parser.add_argument(
        "--seal", type=Path, metavar="FOLDER", help="read edited solutions and answers back from this folder"
    )
    words = list(sys.argv[1:] if arguments is None else arguments)
    given = parser.parse_args(words[1:] if words[:1] == ["check"] else words)  # the word for the action is optional
    with user_input():
        if given.seal is not None:
            print(f"sealed: {', '.join(seal(given.seal))}")
            return
        if given.instructor is not None:
            seed = write_edition(given.instructor, given.notebooks, given.seed)
            print(
                f"{given.instructor}: solutions.py, answers, source for nbgrader; hidden positions by the seed {seed}"
            )
            return
        if given.topic is None:
            print("\n".join(f"{topic:10} {describe(topic).partition(chr(10))[0]}" for topic in topics()))
            return
        asked = WEEKS.get(given.topic, (given.topic,))
        asked_for = "\n\n".join(describe(topic) for topic in asked)
        if given.solution is None:
            print(asked_for)
            return
        if len(asked) > 1 and given.solution.rpartition(":")[0].endswith(".py"):
            raise ValueError(f"{given.topic} has {len(asked)} functions, {', '.join(asked)}: name only the file")
        reports = [check(topic, _function(given.solution, topic, part=len(asked) > 1), given.seed) for topic in asked]
    for report in reports:
        print(report.as_json() if given.json else report)
    if not all(report.passed for report in reports):
        sys.exit(1)


def _function(text: str, topic: str, part: bool) -> Callable[..., Any]:
    """The function to be checked; if a week's function is missing, it earns no points (`part`).

    Raises:
        ValueError: there is no such file, it cannot be run, or it has no such function.
    """
    name, _, function = text.partition(".py:")
    path = Path(name + ".py" if function else text)
    if path.suffix != ".py" or not path.is_file():
        raise ValueError(f"{quoted(str(path))}: no such file, or its name does not end in .py")
    try:
        module = module_of(path, "solution")
    except (Exception, SystemExit) as error:
        raise ValueError(f"{path}: {type(error).__name__}: {error}") from None
    function = function or name_of(topic)
    found = getattr(module, function, None)
    if not callable(found):
        own = [
            key
            for key, value in vars(module).items()
            if callable(value) and getattr(value, "__module__", "") == module.__name__ and not key.startswith("_")
        ]
        there = f"; there are: {', '.join(own)}" if own else ""
        if part:
            return functools.partial(_not_there, f"{path} has no function {function!r}{there}")
        raise ValueError(f"{path} has no function {function!r}{there}")
    return found  # type: ignore[no-any-return]


def _not_there(reason: str, *_: Any, **__: Any) -> None:
    raise LookupError(reason)


if __name__ == "__main__":
    run(main, "course")
