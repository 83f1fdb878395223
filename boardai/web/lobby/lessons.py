"""Messages: puzzles and answers to them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import boardai.games
from boardai.basics.quoting import quoted
from boardai.drawing import Look
from boardai.game import Game, load
from boardai.lessons import Lesson, read_lessons
from boardai.lessons.rules import Answer, Unsolved, rule_of
from boardai.web.offers import Offers
from boardai.web.positions import shown_position
from boardai.web.thinking.asking import ask
from boardai.web.thinking.worker_pool import WorkerPool
from boardai.web.visitor import Visitor

FILE = "lessons.jsonl"  # in the game's folder
MOVES = 3  # a visitor's correct moves that solve a lesson without a number of moves
_UNJUDGED = "The solver could not decide about this move; try another."
_ANSWER = 7  # the slot, after those of advice and files


class LessonBook:
    """The lessons of the offered games: included ones and those of files.

    >>> from boardai.web.lobby.lessons import LessonBook
    >>> from boardai.web.offers import Offers
    >>> book = LessonBook(Offers(["hex"]))
    >>> list(book.counts), book.lesson("hex", 0)[1].difficulty
    (['hex'], 1)

    Args:
        offers: the games.
        files: files of lessons besides the included ones, each of an offered game.

    Attributes:
        counts: number of lessons of each game that has some, by its key.

    Raises:
        OSError: a file cannot be read.
        ValueError: a file is not a file of lessons, or its game is not offered.
    """

    def __init__(self, offers: Offers, files: Sequence[Path] = ()) -> None:
        self._lessons: dict[str, list[tuple[Game, Lesson]]] = {}
        shipped = [Path(boardai.games.__path__[0]) / one["game"] / FILE for one in offers.games]
        for path in [*(path for path in shipped if path.is_file()), *files]:
            spec, lessons = read_lessons(path)
            key, game = _offered(offers, spec, path)
            for one in lessons:
                game.from_string(one.position)  # refuses a position that cannot be shown before it is requested
            self._lessons.setdefault(key, []).extend((game, one) for one in lessons)
        self.counts = {key: len(found) for key, found in self._lessons.items()}

    def lessons(self, key: str) -> list[tuple[Game, Lesson]]:
        """All lessons of a game, each with the game as it is played there.

        Raises:
            ValueError: the game has none.
        """
        if key not in self._lessons:
            raise ValueError(
                f"there are no lessons for {quoted(key)}; available for {', '.join(self._lessons) or 'none'}"
            )
        return self._lessons[key]

    def lesson(self, key: str, number: int) -> tuple[Game, Lesson]:
        """A lesson by its number.

        Raises:
            ValueError: there is no such lesson.
        """
        found = self.lessons(key)
        if number >= len(found):
            raise ValueError(f"there is no lesson {number}; there are {len(found)}")
        return found[number]


def _offered(offers: Offers, spec: str, path: Path) -> tuple[str, Game]:
    """The key of a file's game and the game; a file may name parameters of an offered game, but never code."""
    for one in offers.games:
        game = offers.game(one["game"])
        if game.spec == spec:
            return one["game"], game
    name = spec.partition(":")[0]
    if name in {one["game"] for one in offers.games}:
        return name, load(spec)
    raise ValueError(f"{path}: its game {quoted(spec)} is not offered: start the server with that game as well")


class Lessons:
    """Handlers of these messages; each is the method of the message's name.

    Args:
        book: the lessons.
        worker_pool: runs the solver.
    """

    def __init__(self, book: LessonBook, worker_pool: WorkerPool) -> None:
        self._book, self._worker_pool = book, worker_pool

    def lessons(self, visitor: Visitor, game: str) -> None:
        """Sends the list of a game's lessons."""
        visitor.stays()
        found = self._book.lessons(game)
        ids, grades = [_id(one) for _, one in found], [one.difficulty for _, one in found]
        visitor.send({"say": "lessons", "game": game, "ids": ids, "grades": grades})

    def lesson(self, visitor: Visitor, game: str, lesson: int) -> None:
        """Sends a lesson at its beginning."""
        visitor.stays()
        played, one = self._book.lesson(game, lesson)
        state = played.from_string(one.position)
        visitor.send(
            {
                "say": "lesson",
                "game": game,
                "lesson": lesson,
                "task": one.task(played),
                "text": one.position,
                "look": Look.of(state, played.player_names).to_dict(),
                "position": shown_position(played, state),
            }
        )

    def answer(self, visitor: Visitor, game: str, lesson: int, actions: list[int]) -> None:
        """Judges a visitor's move, with the solver's reply.

        Raises:
            ValueError: there is no such lesson, or a move is not legal.
        """
        visitor.stays()
        played, one = self._book.lesson(game, lesson)
        state = played.from_string(one.position)
        states = [state]
        for action in actions:
            if states[-1].is_terminal() or not states[-1].is_legal(action):
                raise ValueError(f"action {action} is not legal there")
            states.append(states[-1].child(action))
        left = max(one.plies - len(actions) + 1, 0)

        def tell(found: Answer) -> None:
            visitor.send(_answered(played, states, actions, found, one) | {"game": game, "lesson": lesson})

        def work(stopped: Callable[[], bool]) -> Answer:
            try:
                return rule_of(states[-2]).answer(played, states[-2], actions[-1], left, stopped)
            except (Unsolved, KeyboardInterrupt):  # the latter if it was ended to free memory
                raise ValueError(_UNJUDGED) from None

        ask(self._worker_pool, visitor, _ANSWER, work, tell, "lesson", is_long=True)


def _answered(game: Game, states: list[Any], actions: Sequence[int], found: Answer, lesson: Lesson) -> dict[str, Any]:
    """The answer for the page: the positions after the move and after the reply, and both moves."""
    last = list(zip(states, states[1:], actions, strict=False))[-1]
    steps = [last]
    if found.reply is not None:
        steps.append((last[1], last[1].child(found.reply), found.reply))
    done = found.right and (steps[-1][1].is_terminal() or (not lesson.plies and len(actions) > 2 * (MOVES - 1)))
    return {
        "say": "answer",
        "right": found.right,
        "done": done,
        "words": found.words,
        "actions": [*actions[:-1], *(action for _, _, action in steps)],
        "moves": [game.format_action(before, action) for before, _, action in steps],
        "positions": [shown_position(game, after, before, action) for before, after, action in steps],
    }


def _id(lesson: Lesson) -> str:
    """A short identifier of a lesson, the same in every file that contains it."""
    return hashlib.sha256(lesson.position.encode()).hexdigest()[:12]
