"""A puzzle, and files of them: a header that says how they were made, then a line of JSON for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from boardai.basics.files import json_text, parse_json, write_atomically
from boardai.basics.quoting import quoted
from boardai.basics.typed import read_as
from boardai.game import Game

FORMAT = "boardai lessons 1"
GRADES = 5  # of difficulty, from 1
_LARGEST = 64 * 2**20  # bytes of a file


@dataclass(frozen=True)
class Lesson:
    """A position with exactly one right move.

    >>> from boardai.lessons import Lesson
    >>> lesson = Lesson("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "Qg7#", "win", 1, 0, 1)
    >>> lesson.task(boardai.load("chess"))
    'White to move wins in 1 move.'

    Attributes:
        position: its text.
        move: the right one, as people write it.
        goal: `win` or `draw`: no other move keeps it; `margin`: no other move ends with as many points.
        plies: maximum length of the win, if that is required; otherwise 0.
        margin: margin after the correct move, in points; 0 if none is required.
        difficulty: from 1 to 5 (`boardai.lessons.grading`).
    """

    position: str
    move: str
    goal: str
    plies: Annotated[int, Meta(ge=0)]
    margin: float
    difficulty: Annotated[int, Meta(ge=1, le=GRADES)]

    def task(self, game: Game) -> str:
        """The task, in words."""
        state = game.from_string(self.position)
        who = f"{mover(game, state)} to move"
        if self.goal == "margin":
            return f"{who}: one move ends with more points than any other."
        if self.goal == "draw":
            return f"{who}: one move alone does not lose."
        if not self.plies:
            return f"{who}: one move alone wins."
        moves = (self.plies + 1) // 2
        return f"{who} wins in {moves} {'move' if moves == 1 else 'moves'}."


def mover(game: Game, state: Any) -> str:
    """The name of the player to move, as a sentence begins with it."""
    name = game.player_names[int(state.current_player())]
    return f"{name[:1].upper()}{name[1:]}"


@dataclass(frozen=True)
class _Header:
    format: str
    game: str
    command: str


def write_lessons(path: Path, game: Game, command: str, lessons: Sequence[Lesson]) -> None:
    """Writes a file atomically.

    Args:
        path: its place.
        game: of all lessons.
        command: that makes them again.
        lessons: in the order in which they are to be learned.

    Raises:
        OSError: it cannot be written.
    """
    lines = [json_text(asdict(_Header(FORMAT, game.spec, command))), *(json_text(asdict(one)) for one in lessons)]
    write_atomically(path, ("\n".join(lines) + "\n").encode())


def read_lessons(path: Path) -> tuple[str, list[Lesson]]:
    """The game of a file, as `boardai.load` takes it, and its lessons. Nothing in it is run.

    >>> from pathlib import Path
    >>> from boardai.lessons import read_lessons
    >>> game, lessons = read_lessons(Path(boardai.games.__path__[0]) / "hex" / "lessons.jsonl")
    >>> game, lessons[0].goal, lessons[0].difficulty
    ('hex:size=7', 'win', 1)

    Raises:
        OSError: it cannot be read.
        ValueError: it is not such a file; with the number of the line.
    """
    if path.stat().st_size > _LARGEST:
        raise ValueError(f"{path}: larger than {_LARGEST // 2**20} MiB, the maximum of a file of lessons")
    first, *lines = path.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
    header = read_as(_Header, parse_json(first, f"{path}:1"), f"{path}:1")
    if header.format != FORMAT:
        raise ValueError(f"{path}:1: format: expected {FORMAT!r}, got {quoted(header.format)}")
    places = ((f"{path}:{number}", line) for number, line in enumerate(lines, 2))
    return header.game, [read_lesson(parse_json(line, place), place) for place, line in places]


def read_lesson(value: Any, place: str) -> Lesson:
    """A lesson of its plain data.

    Raises:
        ValueError: it is not a lesson; the message names the place.
    """
    one = read_as(Lesson, value, place)
    if one.goal not in ("win", "draw", "margin"):
        raise ValueError(f"{place}: goal: expected win, draw or margin, got {quoted(one.goal)}")
    return one
