"""The rules of a first game, and the targets of learning from finished games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from boardai.basics.quoting import quoted
from boardai.course.grading import Grading, Wrong, number
from boardai.course.student import Student

# Move sequences of tic-tac-toe by length: 9!/(9-n)! as long as no win is possible.
_TIC_TAC_TOE = (1, 9, 72, 504, 3024, 15120)
_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _perft(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if state.is_terminal():
        return 0
    total = 0
    for action in state.legal_actions():
        child = state.clone()
        child.apply(action)
        total += _perft(child, depth - 1)
    return total


def _counts(student: Student) -> None:
    for depth, expected in enumerate(_TIC_TAC_TOE):
        found = _perft(student(), depth)
        if found != expected:
            raise Wrong(f"{found:,} sequences of {depth} moves, expected {expected:,}")


def _winner(moves: Sequence[int]) -> int | None:
    for player in (0, 1):
        own = set(moves[player::2])
        if any(own >= set(line) for line in _LINES):
            return player
    return None


def _games(student: Student) -> None:
    rng = student.rng(0)
    for _ in range(200):
        state, moves = student(), list[int]()
        while True:
            winner, full = _winner(moves), len(moves) == 9
            over = bool(state.is_terminal())
            if over != (winner is not None or full):
                raise Wrong(f"after {moves} is_terminal() returns {over}")
            if over:
                break
            if state.current_player() != len(moves) % 2:
                raise Wrong(f"after {moves} current_player() returns {state.current_player()}")
            legal = sorted(state.legal_actions())
            if legal != sorted(set(range(9)) - set(moves)):
                raise Wrong(f"after {moves} the legal actions are {legal}")
            moves.append(rng.choice(legal))
            state.apply(moves[-1])
        for player in (0, 1):
            expected = 0 if winner is None else 1 if winner == player else -1
            if state.outcome(player) != expected:
                raise Wrong(f"after {moves} outcome({player}) is {state.outcome(player)}, expected {expected}")


def _copies(student: Student) -> None:
    state = student()
    state.apply(4)
    copy = state.clone()
    copy.apply(0)
    if 0 not in state.legal_actions():
        raise Wrong("a move on a clone() changed the state it was made from", "clone")


def _illegal(student: Student) -> None:
    for moves in ([4, 4], [9], [-1], [0, 3, 1, 4, 2, 5]):
        state = student()
        try:
            for move in moves:
                state.apply(move)
        except ValueError:
            continue
        raise Wrong(
            f"the moves {moves} were accepted, although the last is illegal; it should raise ValueError", "apply"
        )


def check_rules(student: Student, grading: Grading) -> None:
    """`TicTacToe()`: a state with boardai's game interface, cells 0 to 8 row by row; player 0 begins.

    `current_player()`, `legal_actions()`, `apply(action)`, `clone()`, `is_terminal()`, `outcome(player)`: +1, 0 or -1.
    Points: 3 for counts of move sequences, 3 for random games, 1 for independent copies, 1 for refusing illegal moves.
    """
    grading.item("counts", 3, lambda: _counts(student))
    grading.item("games", 3, lambda: _games(student))
    grading.item("copies", 1, lambda: _copies(student))
    grading.item("illegal moves", 1, lambda: _illegal(student))


def _returns(student: Student, trace: float) -> None:
    rng = student.array_rng(7)
    for plies in (1, 2, 9):
        values, outcome = rng.uniform(-1, 1, plies).round(3).tolist(), int(rng.integers(-1, 2))
        found = np.asarray(student(list(values), outcome, trace), float)
        expected = [
            # Sutton's forward view: the weighted mean over all numbers of steps.
            sum((1 - trace) * trace ** (step - 1) * values[t + step] for step in range(1, plies - t))
            + trace ** (plies - t - 1) * outcome
            for t in range(plies)
        ]
        if found.shape != (plies,):
            raise Wrong(f"{plies} values gave returns of shape {list(found.shape)}")
        if not np.allclose(found, expected, atol=1e-6):
            t = int(np.argmax(np.abs(found - expected)))
            raise Wrong(
                f"values {values}, outcome {outcome}: return {t} is {found[t]:.4f}, expected {expected[t]:.4f} for "
                f"lambda = {trace:g}"
            )


def check_returns(student: Student, grading: Grading) -> None:
    """`returns(values, outcome, trace) -> [G(0), ..., G(T - 1)]`: what each value should have been, TD(lambda).

    All seen from player 0; `values[t]` is that of the t-th position, `outcome` the game's result: G(T - 1) = outcome.
    Points: 2 for lambda = 0, 2 for 1, 4 for numbers between.
    """
    for trace, points in ((0.0, 2), (1.0, 2), (0.5, 2), (0.9, 2)):
        grading.item(f"lambda = {trace:g}", points, lambda trace=trace: _returns(student, trace))  # type: ignore[misc]


def _loss(student: Student, legal_only: bool) -> None:
    rng = student.array_rng(3)
    for _ in range(5):
        logits, value, outcome = rng.normal(0, 2, 6), float(rng.uniform(-1, 1)), int(rng.integers(-1, 2))
        legal = rng.random(6) < 0.6 if legal_only else np.ones(6, bool)
        legal[int(rng.integers(6))] = True
        policy = np.where(legal, rng.random(6), 0.0)
        policy /= policy.sum()
        logarithm = math.log(np.exp(logits[legal]).sum())
        expected = (value - outcome) ** 2 - float((policy[legal] * (logits[legal] - logarithm)).sum())
        found = number(student(logits.copy(), value, policy.copy(), outcome, legal.copy()), "the loss")
        if abs(found - expected) > 1e-5:
            raise Wrong(
                f"logits {logits.round(2).tolist()}, value {value:.2f}, policy {policy.round(2).tolist()}, outcome "
                f"{outcome}, legal {legal.tolist()}: {found:.4f}, expected {expected:.4f}"
            )


def _stable(student: Student) -> None:
    logits, policy = np.array([1000.0, 0.0, -1000.0]), np.array([1.0, 0.0, 0.0])
    found = number(student(logits, 1.0, policy, 1, np.ones(3, bool)), "the loss")
    if not math.isfinite(found) or abs(found) > 1e-6:
        raise Wrong(
            f"logits 1000, 0, -1000 with the first move as target: {found}, expected 0; subtract the largest logit"
        )


def check_loss(student: Student, grading: Grading) -> None:
    """`loss(logits, value, policy, outcome, legal) -> float`: AlphaZero's for one position, without weight decay.

    (value - outcome)^2 - sum of policy * log p, p being the softmax of the logits of legal actions. Points: 3 where all
    actions are legal, 3 where some are, 2 for large logits.
    """
    grading.item("all legal", 3, lambda: _loss(student, False))
    grading.item("some legal", 3, lambda: _loss(student, True))
    grading.item("large logits", 2, lambda: _stable(student))


def _targets(student: Student, temperature: float) -> None:
    rng = student.rng("visits")
    hidden = ({action: rng.randrange(1, 500) for action in range(4, 40, 7)}, {0: 0, 1: rng.randrange(1, 9)})
    for visits in hidden if student.seed else ({3: 10, 5: 30, 8: 0, 9: 60}, {0: 1, 1: 0}, {2: 400, 7: 401}):
        found = student(dict(visits), temperature)
        if not isinstance(found, dict) or set(found) != set(visits):
            raise Wrong(f"should return shares by action for {visits}, not {quoted(found)}")
        if temperature == 0:
            best = max(visits, key=visits.__getitem__)
            expected = {action: float(action == best) for action in visits}
        else:
            weights = {action: count ** (1 / temperature) for action, count in visits.items()}
            expected = {action: weight / sum(weights.values()) for action, weight in weights.items()}
        for action, share in expected.items():
            given = number(found[action], f"the share of {action}")
            if abs(given - share) > 1e-6:
                raise Wrong(
                    f"visits {visits}, temperature {temperature:g}: {action} has {given:.4f}, expected {share:.4f}"
                )


def check_policy(student: Student, grading: Grading) -> None:
    """`policy(visits, temperature) -> {action: share}`: shares proportional to visits^(1 / temperature).

    Temperature 0: the most visited action has all of it. Points: 2 for each of temperature 1, 0.5 and 0.
    """
    for temperature in (1.0, 0.5, 0.0):
        name = f"temperature {temperature:g}"
        grading.item(name, 2, lambda t=temperature: _targets(student, t))  # type: ignore[misc]
