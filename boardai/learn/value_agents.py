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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from boardai.agents.base import Agent, OneByOne
from boardai.agents.searching import SearchAgent
from boardai.game import Game, code_in_game
from boardai.learn.inference import Evaluator
from boardai.trust import NOTHING, Trust

BATCH = 64
# Above any value of a network; less a ply each, so that the quicker win is the better one.
WIN = 1000.0


class Values:
    """Values of states, for their players to move, in batches of one size.

    Args:
        evaluator: the network.

    Attributes:
        evaluations: states evaluated so far.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._planes = evaluator.planes()
        self.evaluations = 0

    def __call__(self, states: Sequence[Any]) -> np.ndarray:
        """Values float32 `[len(states)]`; the states must not be terminal."""
        size = self._evaluator.batch_size
        values = np.empty(len(states), np.float32)
        for start in range(0, len(states), size):
            chunk = states[start : start + size]
            for row, state in enumerate(chunk):
                self._planes[row] = state.observation()
            values[start : start + len(chunk)] = self._evaluator(self._planes, len(chunk))[1]
        self.evaluations += len(states)
        return values

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

    def __init__(self, evaluator: Evaluator, name: str = "value") -> None:
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

    def __init__(self, evaluator: Evaluator, depth: int = 2, name: str = "hybrid") -> None:
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


def run_evaluator(
    run: str | Path, game: Game, checkpoint: int | None, batch_size: int, trust: Trust | bool = NOTHING
) -> Evaluator:
    """The network of a run, of any learner.

    Raises:
        ValueError: not a run, no such checkpoint, a network for other planes, or one whose code nobody but the run's
            folder has named.
    """
    from boardai.learn.export import load_trained

    trained = load_trained(run, checkpoint, Trust.of(trust).naming(code_in_game(game.name)))
    if trained.game.observation_shape != game.observation_shape or trained.game.policy_size != game.policy_size:
        raise ValueError(f"{run} was trained on {trained.description['game']}, asked for {game.spec}")
    return Evaluator(trained.network, trained.parameters, trained.statistics, batch_size)


def single_network(
    run: str | Path, game: Game, checkpoint: int | None = None, trust: Trust | bool = NOTHING
) -> Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """The network of a run for searches that ask about one position at a time: planes [1, H, W, C] to logits, values.

    Raises:
        ValueError: as `run_evaluator`.
    """
    evaluator = run_evaluator(run, game, checkpoint, 1, trust)

    def evaluate(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return evaluator(planes)

    return evaluate


def leaf_value(
    run: str | Path, game: Game, checkpoint: int | None = None, trust: Trust | bool = NOTHING
) -> Callable[[Any], float]:
    """A run's value as a function of a state, for `mcts(evaluator=Outcome(...))`.

    Raises:
        ValueError: as `run_evaluator`.
    """
    values = Values(run_evaluator(run, game, checkpoint, 1, trust))

    def value(state: Any) -> float:
        return float(values([state])[0])

    return value


def load_value_agent(
    name: str, values: dict[str, Any], game: Game, seed: int, place: str, trust: Trust | bool = NOTHING
) -> Agent:
    """The agent of a spec with `run=`: `value`, `hybrid` or `mcts`.

    Args:
        name: which.
        values: the spec's parameters.
        game: what it plays.
        seed: of random choices.
        place: named in errors.
        trust: whether code that the run's folder names may run (`boardai.trust`).

    Raises:
        ValueError: a parameter or the run does not fit.
    """
    values = dict(values)
    run, checkpoint = values.pop("run"), values.pop("checkpoint", None)
    if name == "value":
        return ValueAgent(run_evaluator(run, game, checkpoint, BATCH, trust))
    if name == "hybrid":
        try:
            return Hybrid(run_evaluator(run, game, checkpoint, BATCH, trust), values.get("depth", 2))
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
    from boardai.search import Mcts, Outcome, mcts

    reuse = values.pop("reuse", True)
    if values.get("simulations") is None and values.get("seconds") is None:
        values["simulations"] = 200
    arguments = {**values, "evaluator": Outcome(leaf_value(run, game, checkpoint, trust))}
    agent = SearchAgent("mcts", mcts, arguments, seed, session=Mcts if reuse else None)
    try:
        agent.rehearse(game.initial_state())
    except (ValueError, TypeError) as error:
        raise ValueError(f"{place}: {error}") from None
    return agent
