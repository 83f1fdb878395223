"""Puzzles from games between agents: the same for the same seed, written atomically, and resumable.

A pair of games is played from one random opening, with colours exchanged.
Each game is looked at from its end on; some of its puzzles are kept, drawn by the seed.
What a pair gave is written to FILE.part before the next one is played.
Once there are enough, they are sorted by difficulty and FILE is written in one step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from boardai.arena.games import PlayedGame
from boardai.arena.match import play_match
from boardai.basics.files import append_line, continued_lines, json_text, parse_json
from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.lessons.grading import difficulty
from boardai.lessons.lesson import Lesson, read_lesson, write_lessons
from boardai.lessons.rules import Unsolved, rule_of

PART = ".part"
_PATIENCE = 100  # pairs of games without a puzzle before it is given up


@dataclass(frozen=True)
class Plan:
    """How lessons are made.

    Attributes:
        agents: that play, as specs; both need a limit that is no time, or the games differ from run to run.
        seed: of openings and agents.
        per_game: puzzles kept of a game, at most.
        max_plies: a game this long is a draw.
        command: that makes them again.
    """

    agents: tuple[str, str]
    seed: int
    per_game: int
    max_plies: int
    command: str


def make_lessons(
    path: Path, game: Game, count: int, plan: Plan, progress: Callable[[int, int], None] = lambda pairs, found: None
) -> list[Lesson]:
    """Makes lessons, and continues where it was stopped.

    Args:
        path: the file.
        game: whose.
        count: of lessons.
        plan: how they are made.
        progress: is called after each pair of games, with the number of pairs and of puzzles so far.

    Raises:
        OSError: a file cannot be written.
        ValueError: the games have no puzzles, `FILE.part` was made in another way, or an agent fails.
    """
    part = path.with_name(path.name + PART)
    head = json_text({"game": game.spec, **asdict(replace(plan, command=""))})
    lines = continued_lines(part, head.encode())
    found: dict[str, Lesson] = {}
    last = pairs = 0
    while len(found) < count:
        if pairs < len(lines):
            place = f"{part}:{pairs + 2}"
            new = [read_lesson(one, place) for one in parse_json(lines[pairs], place)]
        else:
            new = _pair(game, plan, pairs)
            append_line(part, json_text([asdict(one) for one in new]).encode())
        pairs += 1
        before = len(found)
        found |= {one.position: one for one in new if one.position not in found}
        last = pairs if len(found) > before else last
        progress(pairs, len(found))
        if pairs - last >= _PATIENCE:
            raise ValueError(f"no new puzzle in the last {_PATIENCE} pairs of games; there are {len(found)}")
    kept = sorted(list(found.values())[:count], key=lambda one: (one.difficulty, one.plies))
    write_lessons(path, game, plan.command, kept)
    part.unlink()
    return kept


def _pair(game: Game, plan: Plan, number: int) -> list[Lesson]:
    """The puzzles of two games."""
    played: list[PlayedGame] = []
    play_match(
        game, *plan.agents, games=2, seed=seed_of(plan.seed, "lessons", number), max_plies=plan.max_plies,
        at_once=1, each=played.append, on_error="raise",
    )  # fmt: skip
    found = list[Lesson]()
    for one in played:
        # At random, and not the hardest ones, because easy ones are needed as well.
        puzzles = puzzles_of(game, _states(game, one))
        chosen = Random(seed_of(plan.seed, "puzzles", number, one.number))
        found += chosen.sample(puzzles, min(plan.per_game, len(puzzles)))
    return found


def _states(game: Game, one: PlayedGame) -> list[Any]:
    states = [game.initial_state() if one.start is None else game.from_string(one.start)]
    for action in one.actions:
        states.append(states[-1].child(states[-1].action_from_string(action)))
    return states


def puzzles_of(game: Game, states: list[Any]) -> list[Lesson]:
    """The puzzles among the positions of a game, the last one first.

    >>> from boardai.lessons.making import puzzles_of
    >>> game = boardai.load("hex", size=3)
    >>> states = [game.initial_state()]
    >>> for move in ("a1", "b2"):
    ...     states.append(states[-1].child(game.parse_action(states[-1], move)))
    >>> [(one.move, one.goal) for one in puzzles_of(game, states)]
    [('b2', 'win')]

    Args:
        game: the game.
        states: its positions, the start first.
    """
    rule, found, unsolved = rule_of(states[0]), list[Lesson](), 0
    for state in reversed([state for state in states if not state.is_terminal()]):
        try:
            alone = game.from_string(state.to_string())  # as the lesson has it
            puzzle = None if rule.is_unlikely(alone) else rule.lesson(game, alone)
        except Unsolved:
            unsolved += 1
            if unsolved == rule.patience:
                break
            continue
        unsolved = 0
        if puzzle is not None:
            right, lesson = puzzle
            found.append(replace(lesson, difficulty=difficulty(state, right, lesson.goal == "margin")))
    return found
