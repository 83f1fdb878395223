"""Players that need only the value of a network: Kostin's engines B, C and D (2025), with their defects fixed.

    value    B: one ply. The child with the highest value for the player to move; all children in one batch.
    mcts     C: UCT with the value in place of random games (`boardai.search.mcts`, `Outcome`).
    hybrid   D: alpha-beta to a fixed depth with the value at its leaves, of several nodes in one batch.

Fixed: the value is for the side to move (the original planes did not show it), children that
end the game have their true value, quick wins are preferred to slow ones, and alpha-beta's moves are ordered at every
node, by the network.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardai.players.player import NO_LIMITS, BatchPlayer, Player, Progress, Stop, Thought, Turn
from boardai.search.batches import BatchEvaluator, evaluate_states
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult

# Above any value of a network; minus one per ply, so that quicker wins are better.
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
        found = [values for _, _, values in evaluate_states(self._evaluator, states, self._planes)]
        return np.concatenate([np.empty(0, np.float32), *found])

    def of_children(self, states: Sequence[Any]) -> list[tuple[list[int], list[Any], np.ndarray]]:
        """For each state its actions, the children, and their values for the state's player to move.

        A child in which the game is over has the value `WIN`, 0 or `-WIN`.
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


class ValuePlayer(BatchPlayer):
    """Player B: the child of the highest value; the first of equals.

    Args:
        evaluator: the network.
        name: name in tables.
    """

    judges = True

    def __init__(self, evaluator: BatchEvaluator, name: str = "value") -> None:
        self.name = name
        self._values = Values(evaluator)

    def think_many(self, turns: Sequence[Turn], limits: Limits = NO_LIMITS) -> list[Thought]:
        """The action with the highest value for each state."""
        began = time.perf_counter()
        found = self._values.of_children([turn.state for turn in turns])
        seconds = (time.perf_counter() - began) / max(1, len(found))  # an equal part of the batch's time
        return [
            self._thought(turn.state, actions, children, values, seconds)
            for turn, (actions, children, values) in zip(turns, found, strict=True)
        ]

    def _thought(
        self, state: Any, actions: list[int], children: list[Any], values: np.ndarray, seconds: float
    ) -> Thought:
        action = actions[int(np.argmax(values))]
        evaluations = sum(not child.is_terminal() for child in children)
        values_by_action = dict(zip(actions, np.clip(values, -1, 1).tolist(), strict=True))
        value = float(values.max())
        value -= math.copysign(1, value) * (abs(value) == WIN)  # the game ends one ply later from here
        return Thought(action, _result(self.name, state, [action], value, 1, evaluations, seconds, values_by_action))


@dataclass
class _Reply:
    """A reply after which the game continues or ends.

    Attributes:
        action: the reply.
        state: the position after it.
    """

    action: int
    state: Any


@dataclass
class _Move:
    """A move at the last ply but one, whose replies are evaluated in small groups.

    Attributes:
        place: index in the network's order.
        action: the move.
        state: the position after it.
        replies: replies not evaluated yet, the most likely refutation last.
        worst: value for the player of the move after the replies so far.
        answer: the reply with that value.
    """

    place: int
    action: int
    state: Any
    replies: list[_Reply]
    worst: float = math.inf
    answer: int = -1


class HybridPlayer(Player):
    """Player D: alpha-beta to a fixed depth with the network at the leaves.

    Step 1: all children of a node are evaluated in one batch. At the last ply these are the leaves' values; above it
    they order the moves. Step 2: the children are searched in that order, with alpha-beta's cut-offs. Step 3: of the
    last ply but one all replies to the first move are evaluated; for the others first the reply that was best so far,
    for all these moves in one batch, then two more each, four, and so on: most moves are refuted before all their
    replies are evaluated. The value is that of minimax at this depth; ordering changes only the effort.

    Args:
        evaluator: the network.
        depth: plies, at least 1.
        name: name in tables.

    Attributes:
        value: value of the last searched state, for its player to move; beyond +-1 if the game is decided.
    """

    judges = True

    def __init__(self, evaluator: BatchEvaluator, depth: int = 2, name: str = "hybrid") -> None:
        if depth < 1:
            raise ValueError(f"depth must be at least 1, not {depth}")
        self.name, self.depth = name, depth
        self.values = Values(evaluator)
        self.value = 0.0
        self._liked: dict[int, float] = {}  # replies, with their last value for the player who makes them

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The best action at the depth; the first of equals in the network's order."""
        began, before = time.perf_counter(), self.values.evaluations
        self._liked = {}
        self.value, line = self._search(state, 1, -math.inf, math.inf)
        evaluations = self.values.evaluations - before
        return Thought(
            line[0], _result(self.name, state, line, self.value, self.depth, evaluations, time.perf_counter() - began)
        )

    def _search(self, state: Any, ply: int, alpha: float, beta: float) -> tuple[float, list[int]]:
        """Value for the player to move, with its line; `ply` is that of the children."""
        # 1. All children in one batch; quicker wins are better.
        ((actions, children, values),) = self.values.of_children([state])
        values -= ply * np.sign(values) * (np.abs(values) == WIN)
        order = np.argsort(-values, kind="stable").tolist()
        if ply == self.depth:
            return float(values[order[0]]), [actions[order[0]]]
        # 2. The children in the network's order.
        best = _Best(alpha, [actions[order[0]]])
        moves: list[_Move] = []
        for number, place in enumerate(order):
            child, value, behind = children[place], float(values[place]), list[int]()
            if not child.is_terminal():
                if child.current_player() == state.current_player():
                    value, behind = self._search(child, ply + 1, best.alpha, beta)
                elif ply + 1 == self.depth:
                    moves.append(self._move(number, actions[place], child))
                    continue
                else:
                    value, behind = self._search(child, ply + 1, -beta, -best.alpha)
                    value = -value
            best.take(value, number, [actions[place], *behind])
            if best.alpha >= beta:
                return best.value, best.line
        # 3. The moves whose replies are leaves.
        self._look_at_replies(moves, ply + 1, best, beta)
        return best.value, best.line

    def _move(self, place: int, action: int, child: Any) -> _Move:
        return _Move(place, action, child, [_Reply(reply, child.child(reply)) for reply in child.legal_actions()])

    def _look_at_replies(self, moves: list[_Move], ply: int, best: _Best, beta: float) -> None:
        """Evaluates moves: each is refuted by a reply, or gets the value of its best reply; `ply` is the replies'."""
        open_moves, others, count = moves[:1], moves[1:], 0
        together = 1  # if a move may cause a cutoff, few are evaluated with it
        while open_moves or others:
            if not open_moves:
                size = together if math.isfinite(beta) else len(others)
                open_moves, others, count, together = others[:size], others[size:], 1, 2 * together
            asked: list[tuple[_Move, _Reply]] = []
            for move in open_moves:
                move.replies.sort(key=lambda reply: self._liked.get(reply.action, -math.inf))
                asked += [(move, move.replies.pop()) for _ in range(min(count, len(move.replies)) or len(move.replies))]
            for (move, reply), value in zip(asked, self._worth(asked, ply), strict=True):
                self._liked[reply.action] = value
                if -value < move.worst:
                    move.worst, move.answer = -value, reply.action
            going_on = []
            for move in open_moves:
                if not best.beats(move.worst, move.place):
                    best.note(move.worst)
                elif move.replies:
                    going_on.append(move)
                else:
                    best.take(move.worst, move.place, [move.action, move.answer])
            open_moves, count = going_on, 2 * count
            if best.alpha >= beta:
                return

    def _worth(self, asked: Sequence[tuple[_Move, _Reply]], ply: int) -> list[float]:
        """The values of replies for the player who makes them; those that continue the game are evaluated together."""
        found, open_places = [0.0] * len(asked), []
        for place, (move, reply) in enumerate(asked):
            player = move.state.current_player()
            if reply.state.is_terminal():
                found[place] = (WIN - ply) * reply.state.outcome(player)
            else:
                open_places.append((place, 1.0 if reply.state.current_player() == player else -1.0))
        values = self.values([asked[place][1].state for place, _ in open_places])
        for (place, sign), value in zip(open_places, values.tolist(), strict=True):
            found[place] = sign * value
        return found


class _Best:
    """The best move so far: the first of equals in the network's order.

    Args:
        alpha: value that the player is already sure of.
        line: line to be played if no move is better.
    """

    def __init__(self, alpha: float, line: list[int]) -> None:
        self.alpha, self.line = alpha, line
        self.value, self._place, self._given = -math.inf, -1, alpha

    def beats(self, value: float, place: int) -> bool:
        """Whether a move at this index would be better with this value."""
        if value == self.value and self._place >= 0:
            return place < self._place and value > self._given
        return value > self.alpha

    def take(self, value: float, place: int, line: list[int]) -> None:
        """Stores a move with this value, and the line that follows it."""
        if self.beats(value, place):
            self.value, self._place, self.line = value, place, line
            self.alpha = max(self.alpha, value)
        else:
            self.note(value)

    def note(self, value: float) -> None:
        """A move that is not better has at most this value."""
        self.value = max(self.value, value)


def _result(
    name: str,
    state: Any,
    line: list[int],
    value: float,
    depth: int,
    evaluations: int,
    seconds: float,
    action_values: dict[int, float] | None = None,
) -> SearchResult:
    """The result of such a player as a search result."""
    decided = abs(value) > 1
    within = max(-1.0, min(1.0, value))
    return SearchResult.of_line(
        state,
        line,
        method=name,
        value=within,
        nodes=evaluations,
        depth=depth,
        seconds=seconds,
        action_values=action_values or {},
        leaf_value=within,  # the value at the end of the line is the only one that such a player has
        outcome=(1 if value > 0 else -1) if decided else None,
        plies_to_end=round(WIN - abs(value)) if decided else None,
    )
