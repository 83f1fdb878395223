"""Players that need nothing of a network but its value: Kostin's engines B, C and D (2025), their defects fixed.

    value    B: one ply. The child that is worth most to the player who moves; all children in one batch.
    mcts     C: UCT with the value in place of random games (`boardai.search.mcts`, `Outcome`).
    hybrid   D: alpha-beta to a fixed depth with the value at its leaves, a node's leaves in one batch.

Fixed against the original: the value is for the side to move (its planes did not tell who that is), children that
end the game count as what they are, quick wins are preferred to slow ones, and alpha-beta's moves are ordered at every
node, by the network itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from boardai.agents.base import OneByOne
from boardai.search.batches import BatchEvaluator, of_states

# Above any value of a network; less a ply each, so that the quicker win is the better one.
WIN = 1000.0


class Values:
    """Values of states, for their players to move, in batches of one size.

    Args:
        evaluator: the network.

    Attributes:
        evaluations: states evaluated so far.
    """

    def __init__(self, evaluator: BatchEvaluator) -> None:
        self._evaluator = evaluator
        self._planes = evaluator.planes()
        self.evaluations = 0

    def __call__(self, states: Sequence[Any]) -> np.ndarray:
        """Values float32 `[len(states)]`; the states must not be terminal."""
        self.evaluations += len(states)
        found = [values for _, _, values in of_states(self._evaluator, states, self._planes)]
        return np.concatenate([np.empty(0, np.float32), *found])

    def of_children(self, states: Sequence[Any]) -> list[tuple[list[int], list[Any], np.ndarray]]:
        """For each state its actions, the children, and their values for the state's player to move.

        A child in which the game is over is worth `WIN`, 0 or `-WIN`.
        """
        found: list[tuple[list[int], list[Any], np.ndarray]] = []
        asked: list[Any] = []
        places: list[tuple[int, int, float]] = []
        for number, state in enumerate(states):
            player, actions = state.current_player(), state.legal_actions()
            children = [state.child(action) for action in actions]
            values = np.zeros(len(actions))
            for place, child in enumerate(children):
                if child.is_terminal():
                    values[place] = WIN * child.outcome(player)
                else:
                    asked.append(child)
                    places.append((number, place, 1.0 if child.current_player() == player else -1.0))
            found.append((actions, children, values))
        for (number, place, sign), value in zip(places, self(asked), strict=True):
            found[number][2][place] = sign * value
        return found


class ValueAgent:
    """Player B: the child of the highest value; the first of equals.

    Args:
        evaluator: the network.
        name: in tables.
    """

    batched = True

    def __init__(self, evaluator: BatchEvaluator, name: str = "value") -> None:
        self.name = name
        self._values = Values(evaluator)

    def choose(self, state: Any) -> int:
        """The action of highest value."""
        return self.choose_many([state])[0]

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """The action of highest value of each state."""
        return [actions[int(np.argmax(values))] for actions, _, values in self._values.of_children(states)]


class Hybrid(OneByOne):
    """Player D: alpha-beta to a fixed depth with the network at the leaves.

    Step 1: all children of a node are evaluated in one batch. At the last ply their values are the leaves'; above it
    they order the moves. Step 2: the children are searched in that order, with alpha-beta's cut-offs. The value is
    minimax's of that depth; ordering changes nothing but the effort.

    Args:
        evaluator: the network.
        depth: plies, at least 1.
        name: in tables.

    Attributes:
        value: of the last searched state, for its player to move; beyond +-1 where the game is decided.
    """

    def __init__(self, evaluator: BatchEvaluator, depth: int = 2, name: str = "hybrid") -> None:
        if depth < 1:
            raise ValueError(f"depth must be at least 1, not {depth}")
        self.name, self.depth = name, depth
        self.values = Values(evaluator)
        self.value = 0.0

    def choose(self, state: Any) -> int:
        """The best action at the depth; the first of equals in the network's order."""
        self.value, action = self._search(state, 1, -math.inf, math.inf)
        return action

    def _search(self, state: Any, ply: int, alpha: float, beta: float) -> tuple[float, int]:
        """Value for the player to move, and the action; `ply` is that of the children."""
        player = state.current_player()
        # 1. All children, one batch; the sooner a win, the better it is.
        ((actions, children, values),) = self.values.of_children([state])
        values -= ply * np.sign(values) * (np.abs(values) == WIN)
        order = np.argsort(-values, kind="stable").tolist()
        if ply == self.depth:
            return float(values[order[0]]), actions[order[0]]
        # 2. The children in the network's order.
        best, chosen = -math.inf, actions[order[0]]
        for place in order:
            child, value = children[place], float(values[place])
            if not child.is_terminal():
                if child.current_player() == player:
                    value = self._search(child, ply + 1, alpha, beta)[0]
                else:
                    value = -self._search(child, ply + 1, -beta, -alpha)[0]
            if value > best:
                best, chosen = value, actions[place]
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, chosen
