"""Monte-Carlo tree search, PUCT and proof-number search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from boardai.basics.quoting import quoted
from boardai.course.grading import Grading, Opinion, Wrong, pair
from boardai.course.student import Student
from boardai.search.reference.solvers.pns import can_win
from boardai.search.reference.trees.mcts import mcts as mcts_reference
from boardai.search.reference.trees.puct import puct as puct_reference

_GAMES = (("hex:size=4", 0), ("reversi:board=6x6", 3), ("chess", 2))


def _positions(student: Student) -> Iterator[tuple[str, Any]]:
    for spec, plies in _GAMES:
        state = student.position(spec, plies)
        yield f"{spec} {state.to_string()}", state


def _value(state: Any) -> float:
    """A position's value by a fixed rule, from -1 to 1."""
    return Opinion()(state) / 1000


def _visits(answer: Any, state: Any) -> dict[int, int]:
    if not isinstance(answer, Mapping):
        raise Wrong(f"should return visits by action, a dictionary, not {quoted(answer)}")
    unknown = set(answer) - set(state.legal_actions())
    if unknown:
        raise Wrong(f"visits of {quoted(sorted(unknown))}, which are not legal actions")
    return {action: int(answer.get(action, 0)) for action in state.legal_actions()}


def _compare(place: str, state: Any, found: dict[int, int], expected: dict[int, int], slack: float = 0) -> None:
    if sum(abs(found[action] - expected[action]) for action in expected) <= 2 * slack * sum(expected.values()):
        return
    action = max(expected, key=lambda a: abs(found[a] - expected[a]))
    raise Wrong(
        f"{place}: {state.action_to_string(action)} was visited {found[action]} times, expected {expected[action]}; "
        f"in all {sum(found.values())} and {sum(expected.values())}"
    )


def _same_uct(student: Student, simulations: int, c: float) -> None:
    for place, state in _positions(student):
        reference = mcts_reference(state, simulations, _value, c=c)
        expected = {action: child.visits for action, child in (reference.children or {}).items()}
        found = _visits(student(state.clone(), simulations, _value, c), state)
        _compare(f"{place}, {simulations} simulations, c = {c:g}", state, found, expected)


def check_uct(student: Student, grading: Grading) -> None:
    """`uct(state, simulations, value, c) -> {action: visits}`: UCB1 over mean results from -1 to 1.

    `value(state)` stands for a random game from a position that is not over, for its player to move. A simulation walks
    to the first position that was not visited before, or visited once, which then gets its children; unvisited children
    come first, in the order of `legal_actions()`; the first of equals is taken. Points: 2 for each of four searches.
    """
    for simulations, c in ((1, 1.0), (20, 1.0), (300, 1.0), (200, 0.3)):
        name = f"{simulations} simulation{'s' * (simulations > 1)}, c = {c:g}"
        grading.item(name, 2, lambda s=simulations, c=c: _same_uct(student, s, c))  # type: ignore[misc]


class _Network:
    """Logits and a value by a fixed rule."""

    def __init__(self, policy_size: int) -> None:
        self.policy_size = policy_size

    def __call__(self, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        weights = np.cos(np.arange(planes[0].size)).reshape(planes[0].shape)
        seen = (planes * weights).sum(axis=(1, 2, 3))
        return np.sin(np.outer(1 + seen, 1 + np.arange(self.policy_size))), np.sin(5 * seen)


def _same_puct(student: Student, simulations: int) -> None:
    for place, state in _positions(student):
        network = _Network(state.policy_size)
        expected = {
            action: child.visits for action, child in puct_reference(state, network, simulations).children.items()
        }
        found = _visits(student(state.clone(), network, simulations), state)
        # Priors are float32 in the reference implementation, which rarely decides between two actions.
        _compare(f"{place}, {simulations} simulations", state, found, expected, slack=0.02)


def check_puct(student: Student, grading: Grading) -> None:
    """`puct(state, network, simulations) -> {action: visits}`: AlphaZero's search without noise.

    `network(planes)` takes `state.observation()[None]` and gives logits and values; priors are the softmax of the
    logits of legal actions, `state.policy_index(action)`. Constants: c_init 1.25, c_base 19652; an unvisited action
    counts as its parent's mean value. The root is evaluated first, which is no simulation. Points: 2 for each of four
    searches.
    """
    for simulations in (1, 10, 60, 200):
        name = f"{simulations} simulation{'s' * (simulations > 1)}"
        grading.item(name, 2, lambda s=simulations: _same_puct(student, s))  # type: ignore[misc]


# Games, random plies before the question, and the attacker.
_QUESTIONS = (("hex:size=3", 0, 0), ("hex:size=3", 1, 1), ("hex:rows=2,cols=3", 0, 0), ("reversi:board=4x4", 0, 0))
_HIDDEN_QUESTIONS = (
    ("hex:size=3", 1, 0),
    ("hex:size=3", 2, 1),
    ("hex:rows=2,cols=4", 1, 1),
    ("reversi:board=4x4", 3, 0),
)


def _proves(student: Student, spec: str, plies: int, attacker: int) -> None:
    state = student.position(spec, plies)
    root = can_win(state, attacker)[0]
    proof, disproof = pair(student(state.clone(), attacker), "(proof number, disproof number)")
    place = f"{spec} {state.to_string()}" if plies else spec
    if (proof == 0) == (disproof == 0):
        raise Wrong(f"{place}: {proof}, {disproof}: at the end exactly one of the two must be 0")
    if (proof == 0) != (root.proof == 0):
        raise Wrong(f"{place}: player {attacker} {'can' if root.proof == 0 else 'can not'} force a win")


def check_pns(student: Student, grading: Grading) -> None:
    """`pns(state, attacker) -> (proof, disproof)`: proof-number search until one of the root's numbers is 0.

    Points: 2 for each of four questions.
    """
    for spec, plies, attacker in _HIDDEN_QUESTIONS if student.seed else _QUESTIONS:
        name = f"{spec}, {plies} plies" if plies else spec
        grading.item(name, 2, lambda s=spec, p=plies, a=attacker: _proves(student, s, p, a))  # type: ignore[misc]
