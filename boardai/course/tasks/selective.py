"""Selective search: quiescence beyond the horizon, and RAVE's first estimate of every move."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from boardai.course.grading import Grading, Partly, Wrong, number
from boardai.course.student import Student
from boardai.game import load

_LOST = 32_000
_MOST = 20_000  # per search; a hundred are sufficient
# An Italian and a Scotch game, and endings with something to take, by FEN.
_EXCHANGES = (
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 8",
    "r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3",
    "4k3/1r3ppp/8/2p1n3/1p1P4/1P3N2/5PPP/2R3K1 w - - 0 1",
    "2r3k1/5pp1/1p2p2p/1P1n4/3N4/2P1P2P/5PP1/2R3K1 b - - 0 1",
    "8/2k5/3p4/1pP5/1P1Kp3/4P3/8/8 w - - 0 1",
    "6k1/5ppp/8/8/3q4/8/3R1PPP/6K1 w - - 0 1",
    "6k1/8/8/8/8/8/5q2/6K1 w - - 0 1",
)


_HIDDEN_PLIES = (6, 9, 12, 15, 40, 60)  # plies of random games, for hidden positions


class _Material:
    """Material for the player to move; counts its calls."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, state: Any) -> int:
        self.asked += 1
        if self.asked > _MOST:
            raise Wrong(
                f"more than {_MOST:,} evaluations for one position's captures: use cutoffs and the stand-pat value"
            )
        if state.is_terminal():
            return int(state.outcome(state.current_player())) * _LOST
        return int(state.evaluate("material"))


def _pieces(state: Any) -> int:
    return sum(map(str.isalpha, state.to_string().split()[0]))  # a generator would be traced at each letter


def _captures(state: Any) -> list[int]:
    return [action for action in state.legal_actions() if _pieces(state.child(action)) < _pieces(state)]


def _quiet(state: Any, alpha: float, beta: float, evaluate: Callable[[Any], int], plies: int = 99) -> float:
    best: float = evaluate(state)
    if state.is_terminal() or plies == 0 or best >= beta:
        return best
    for action in _captures(state):
        best = max(best, -_quiet(state.child(action), -beta, -max(alpha, best), evaluate, plies - 1))
        if best >= beta:
            break
    return best


def _same_quiescence(student: Student, alpha: float, beta: float) -> None:
    for state in _exchanges(student):
        expected = _quiet(state, alpha, beta, _Material())
        found = number(student(state.clone(), alpha, beta, _Material(), _captures), "the value")
        # Outside the window a value is a bound: any value on the same side is correct.
        if found != expected and not (found >= beta <= expected) and not (found <= alpha >= expected):
            raise Wrong(f"{state.to_string()}, window {alpha:g} .. {beta:g}: value {found:g}, expected {expected:g}")


def _narrow(student: Student) -> None:
    for alpha in (-350, -50, 50):
        _same_quiescence(student, alpha, alpha + 100)


def _exchanges(student: Student) -> list[Any]:
    game = load("chess")
    if not student.seed:
        return [game.initial_state(), *(game.from_string(text) for text in _EXCHANGES)]
    return [student.position("chess", plies) for plies in _HIDDEN_PLIES]


def _cuts(student: Student) -> None:
    asked = least = 0
    for state in _exchanges(student):
        evaluate, own = _Material(), _Material()
        student(state.clone(), -_LOST, _LOST, evaluate, _captures)
        _quiet(state, -_LOST, _LOST, own)
        asked, least = asked + evaluate.asked, least + own.asked
    if asked > 1.05 * least:
        raise Partly(max(0.0, 1 - (asked / least - 1) / 4), f"{asked:,} evaluations; {least:,} are enough")


def check_quiescence(student: Student, grading: Grading) -> None:
    """`quiescence(state, alpha, beta, evaluate, captures) -> value`: alpha-beta over captures until it is quiet.

    `evaluate(state)` is the value for the player to move, also of a finished game; `captures(state)` returns the
    captures in the order to try. The player to move may always stop capturing and take the static evaluation. Points: 3
    for values with an open window, 3 with narrow ones (outside of them any bound on the same side), 2 for cuts.
    """
    grading.item("open window", 3, lambda: _same_quiescence(student, -_LOST, _LOST))
    grading.item("narrow windows", 3, lambda: _narrow(student))
    grading.item("cuts", 2, lambda: _cuts(student))


_Statistics = dict[int, tuple[int, float, int, float]]
_SEEN: _Statistics = {3: (10, 4.0, 40, -8.0), 5: (30, -6.0, 90, 45.0), 8: (1, 1.0, 7, -7.0)}
_FRESH: _Statistics = {3: (10, 4.0, 40, -8.0), 4: (0, 0.0, 12, 6.0)}
_SILENT: _Statistics = {3: (10, 4.0, 0, 0.0), 5: (20, -5.0, 60, 12.0)}


def _same_rave(student: Student, statistics: _Statistics, visits: int, k: float) -> None:
    statistics = _statistics(student, statistics)
    answer = student(dict(statistics), visits, k)
    weight = math.sqrt(k / (3 * visits + k))
    for action, (n, total, m, amaf) in statistics.items():
        own, first = total / n if n else 0.0, amaf / m if m else 0.0
        expected = own if not m else first if not n else (1 - weight) * own + weight * first
        try:
            found = number(answer[action], f"the value of {action}")
        except (KeyError, TypeError, IndexError):
            raise Wrong(f"should return a value for each action; there is none for {action}") from None
        if abs(found - expected) > 1e-6:
            raise Wrong(
                f"n = {n}, sum {total:g}; AMAF m = {m}, sum {amaf:g}; N = {visits}, k = {k:g}: "
                f"{found:.4f}, expected {expected:.4f}"
            )


def _statistics(student: Student, known: _Statistics) -> _Statistics:
    """Other results of as many games; actions without any keep none."""
    if not student.seed:
        return known
    rng = student.rng("rave")
    return {a: (n, n * rng.uniform(-1, 1), m, m * rng.uniform(-1, 1)) for a, (n, _, m, _) in known.items()}


def _formula(student: Student) -> None:
    for visits, k in ((41, 100), (4100, 300)):
        _same_rave(student, _SEEN, visits, k)


def check_rave(student: Student, grading: Grading) -> None:
    """`rave(statistics, visits, k) -> {action: value}`: a move's own results mixed with its AMAF value.

    `statistics[action]` is (n, sum of results, m, sum of AMAF results), `visits` is N of the position: the value is
    (1 - b) V + b AMAF with b = sqrt(k / (3 N + k)), without exploration. An action that was never taken counts its AMAF
    value alone, one without AMAF results its own. Points: 4 for the formula, 2 for each of the other two.
    """
    grading.item("formula", 4, lambda: _formula(student))
    grading.item("never taken", 2, lambda: _same_rave(student, _FRESH, 10, 50))
    grading.item("no AMAF results", 2, lambda: _same_rave(student, _SILENT, 30, 50))
