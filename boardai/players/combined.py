"""Advice for every move: by alpha-beta, by a network, by a heuristic, and by network and heuristic together.

    p(m)  the network's probability that the mover wins after the move
    h(m)  the heuristic after the move, the smaller the better for the mover (Hex: the mover's missing stones minus the
          opponent's)
    s(m) = p(m) / (1 + weight * h(m))

The last formula follows from the console output of Ószi's thesis (2021, section 5.5: 1.03093 = 1 / (1 - 3/100)); its
text gives no formula and only mentions that the heuristic is weighted. Fixed: a winning move comes first, and if a
very good heuristic would make the divisor 0 or negative, it is `LEAST`, so that better never counts as worse.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardai.basics.quoting import quoted
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.game import Game
from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought
from boardai.players.value import Values
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult

LEAST = 0.01  # minimum of the divisor


def combined(probability: float, heuristic: float, weight: float) -> float:
    """The network's probability weighted by the heuristic.

    >>> from boardai.players.combined import combined
    >>> [round(combined(1.0, heuristic, 0.01), 5) for heuristic in (-3, -2, 0)]  # the thesis's console
    [1.03093, 1.02041, 1.0]

    Args:
        probability: probability that the mover wins, 0 to 1.
        heuristic: the smaller the better for the mover.
        weight: weight of the heuristic; 0: the network alone.
    """
    return probability / max(1 + weight * heuristic, LEAST)


def heuristic_of(game: Game, evaluator: str = "") -> Callable[[Any, int], float]:
    """The heuristic value of a state for a player; smaller is better.

    Args:
        game: the game.
        evaluator: one of its static evaluations by name; "": the default of its searches.

    Raises:
        ValueError: the game has no such evaluation, or none at all.
    """
    start = game.initial_state()
    if not hasattr(start, "evaluate"):
        raise ValueError(f"{game.name} has no evaluation of its own")
    known = start.evaluators() if hasattr(start, "evaluators") else []
    if evaluator and evaluator not in known:
        raise ValueError(
            f"unknown evaluator {quoted(evaluator)} of {game.name}{alternatives(nearest_name(evaluator, known), known)}"
        )
    named = (evaluator,) if evaluator else ()

    def heuristic(state: Any, player: int) -> float:
        value = float(state.evaluate(*named))
        return -value if state.current_player() == player else value

    return heuristic


@dataclass(frozen=True)
class MoveAdvice:
    """The evaluation of a move, for the player who makes it.

    Attributes:
        action: the move.
        network: probability that the mover wins; None: without a network.
        heuristic: the smaller the better.
        combined: both together; None: without a network.
        ends: +1, 0 or -1 if the move ends the game; otherwise None.
    """

    action: int
    network: float | None
    heuristic: float
    combined: float | None
    ends: int | None = None


class Adviser:
    """Evaluates every move by a network, a heuristic and both together.

    >>> from boardai.players.combined import Adviser
    >>> game = boardai.load("hex", size=3)
    >>> advice = Adviser(game, evaluator="shortest_path").advice(game.initial_state())
    >>> sorted({one.heuristic for one in advice}), advice[4].network
    ([-1.0, 0.0], None)

    Args:
        game: the game.
        values: a network for values of the game's states; None: none.
        evaluator: name of the heuristic; "": the default of the game's searches.
        weight: weight of the heuristic relative to the network.
        to_view: converts a state to the network's view; None: the state itself.

    Raises:
        ValueError: the game has no such evaluation, or the weight is negative or not a number.
    """

    def __init__(
        self,
        game: Game,
        values: Values | None = None,
        evaluator: str = "",
        weight: float = 0.01,
        to_view: Callable[[Any], Any] | None = None,
    ) -> None:
        if not 0 <= weight < math.inf:
            raise ValueError(f"weight must be at least 0, not {weight}")
        self._values, self._weight, self._to_view = values, weight, to_view
        self._heuristic = heuristic_of(game, evaluator)

    def advice(self, state: Any) -> list[MoveAdvice]:
        """The evaluation of each legal move, in their order; all children are one batch of the network.

        Args:
            state: not terminal.
        """
        player = state.current_player()
        actions = state.legal_actions()
        probabilities = self._probabilities(state) if self._values is not None else [None] * len(actions)
        found = []
        for action, probability in zip(actions, probabilities, strict=True):
            child = state.child(action)
            heuristic = self._heuristic(child, player)
            both = None if probability is None else combined(probability, heuristic, self._weight)
            ends = int(child.outcome(player)) if child.is_terminal() else None
            found.append(MoveAdvice(action, probability, heuristic, both, ends))
        return found

    def _probabilities(self, state: Any) -> list[float | None]:
        assert self._values is not None
        seen = state if self._to_view is None else self._to_view(state)
        ((_, _, values),) = self._values.of_children([seen])
        return [float(value) for value in (1 + np.clip(values, -1, 1)) / 2]


def best_by(advice: Sequence[MoveAdvice], what: str) -> MoveAdvice:
    """The move that one method prefers, the first of equals; a move that wins at once comes before everything.

    Args:
        advice: values of all moves.
        what: `network`, `heuristic` or `combined`.
    """
    sign = -1 if what == "heuristic" else 1

    def worth(one: MoveAdvice) -> tuple[bool, float]:
        return one.ends == 1, sign * getattr(one, what)

    return max(advice, key=worth)


class ClassifierPlayer(Player):
    """Plays the move after which the mover is most likely to win, by a network, or by network and heuristic.

    Args:
        adviser: evaluates the moves; it has a network.
        name: name in tables.
        weighted: whether the heuristic counts.
    """

    judges = True

    def __init__(self, adviser: Adviser, name: str = "classifier", weighted: bool = False) -> None:
        self.name = name
        self._adviser, self._what = adviser, "combined" if weighted else "network"

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The move most likely to win, the first of equals; each move's value is the network's expected outcome.

        If the heuristic counts, the note `combined` has the values that decided.
        """
        began = time.perf_counter()
        advice = self._adviser.advice(state)
        best = best_by(advice, self._what)
        expected = {one.action: 2 * one.network - 1 for one in advice if one.network is not None}
        found = SearchResult.of_line(
            state,
            [best.action],
            method=self.name,
            value=expected[best.action],
            action_values=expected,
            outcomes={one.action: one.ends for one in advice if one.ends is not None},
            outcome=1 if best.ends == 1 else None,
            plies_to_end=1 if best.ends == 1 else None,
            nodes=len(advice),
            depth=1,
            seconds=time.perf_counter() - began,
            leaf_value=expected[best.action],
            notes={"combined": {one.action: one.combined for one in advice}} if self._what == "combined" else {},
        )
        return Thought(best.action, found)
