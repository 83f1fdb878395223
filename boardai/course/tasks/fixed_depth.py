"""Minimax and alpha-beta: searches to a fixed depth, compared with the reference implementations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boardai.course.grading import Grading, Opinion, Partly, Wrong, number, pair
from boardai.course.student import Student
from boardai.search.reference.plain.alphabeta import alphabeta as alphabeta_reference
from boardai.search.reference.plain.minimax import minimax as minimax_reference

_ANSWER = "(value, action)"
# Games, random plies before the search, and depths at which no game ends.
_SEARCHES = (("hex:size=4", 1, 3), ("reversi:board=6x6", 4, 4), ("chess", 3, 2), ("hex:rows=4,cols=5", 2, 3))


def _positions(student: Student) -> Iterator[tuple[str, Any, int]]:
    for spec, plies, depth in _SEARCHES:
        state = student.position(spec, plies)
        yield f"{spec} {state.to_string()}, depth {depth}", state, depth


def _value(student: Student) -> None:
    for place, state, depth in _positions(student):
        expected = minimax_reference(state, depth, Opinion()).value
        found = number(pair(student(state.clone(), depth, Opinion()), _ANSWER)[0], "the value")
        if found != expected:
            raise Wrong(f"{place}: value {found:g}, expected {expected:g}")


def _move(student: Student) -> None:
    for place, state, depth in _positions(student):
        action = pair(student(state.clone(), depth, Opinion()), _ANSWER)[1]
        if action not in state.legal_actions():
            raise Wrong(f"{place}: {action!r} is not a legal action")
        worth = {a: -minimax_reference(state.child(a), depth - 1, Opinion()).value for a in state.legal_actions()}
        if worth[action] != max(worth.values()):
            better = max(worth, key=worth.__getitem__)
            names = state.action_to_string(action), state.action_to_string(better)
            raise Wrong(f"{place}: played {names[0]}, with value {worth[action]:g}; {names[1]} has {worth[better]:g}")


def _unchanged(student: Student) -> None:
    for place, state, depth in _positions(student):
        given = state.clone()
        student(given, depth, Opinion())
        if given != state:
            raise Wrong(f"{place}: the state that was given has been changed; search on a copy: state.child(action)")


def _ends(student: Student) -> None:
    state = student.position("hex:size=3", 3)
    # Six cells are free, so the search reaches the end of every game.
    evaluate = Opinion()
    for depth in (6, 20):
        value = number(pair(student(state.clone(), depth, evaluate), _ANSWER)[0], "the value")
        expected = 32_000 * int(minimax_reference(state, None).value > 0) or -32_000
        if value != expected:
            raise Wrong(
                f"hex:size=3 {state.to_string()}, depth {depth}: value {value:g}, expected {expected}: a finished game "
                "is a leaf at any depth"
            )


def check_minimax(student: Student, grading: Grading) -> None:
    """`minimax(state, depth, evaluate) -> (value, action)`, the value for the player to move in `state`.

    Leaves are positions at depth 0 and finished games; `evaluate(state)` is the value of either for the player to move
    there. Points: 4 for the value, 2 for the move, 2 for finished games, 1 for leaving the state as it was.
    """
    grading.item("value", 4, lambda: _value(student))
    grading.item("move", 2, lambda: _move(student))
    grading.item("finished games", 2, lambda: _ends(student))
    grading.item("state unchanged", 1, lambda: _unchanged(student))


def check_alphabeta(student: Student, grading: Grading) -> None:
    """`alphabeta(state, depth, evaluate) -> (value, action)`, with the results of minimax.

    Actions are tried in the order of `state.legal_actions()`. Points: 3 for the value, 1 for the move, 1 for finished
    games, 4 for cuts: all 4 for at most as many leaves as alpha-beta evaluates, up to 3 for fewer than minimax.
    """
    grading.item("value", 3, lambda: _value(student))
    grading.item("move", 1, lambda: _move(student))
    grading.item("finished games", 1, lambda: _ends(student))
    grading.item("cuts", 4, lambda: _cuts(student))


def _cuts(student: Student) -> None:
    asked = least = most = 0
    for _, state, depth in _positions(student):
        opinion = Opinion()
        student(state.clone(), depth, opinion)
        asked += opinion.asked
        least += alphabeta_reference(state, depth, Opinion(), by_evaluation=False).leaves
        most += minimax_reference(state, depth, Opinion()).leaves
    if asked == 0:
        raise Wrong("evaluate was never called")
    if asked > least:
        share = max(0.0, 0.75 * (most - asked) / (most - least))
        raise Partly(share, f"{asked:,} leaves evaluated; alpha-beta needs {least:,}, minimax {most:,}")
