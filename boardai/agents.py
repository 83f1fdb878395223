"""Agents, and the text that names them.

    random                            uniformly random legal moves
    greedy                            one ply by the game's material or disc count, mates first, ties at random
    policy:run=FOLDER                 a trained network's most likely move, without search
    puct:run=FOLDER,simulations=16    PUCT with a trained network
    puct:simulations=800              PUCT with random rollouts: the strongest that needs no training

`policy` and `puct` take `checkpoint=N` (default: the newest). A custom agent is any object with the methods of
`Agent`.
"""

import difflib
import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from boardai import native
from boardai.game import Game


class Agent(Protocol):
    """Something that chooses actions."""

    name: str

    def choose(self, state: Any) -> int:
        """A legal action of a state that is not terminal."""

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """One legal action for each state; agents with a network evaluate them together."""


class RandomAgent:
    """Uniformly random legal moves.

    Args:
        seed: equal seeds and equal questions give equal answers.
    """

    name = "random"

    def __init__(self, seed: int = 0):
        self._rng = random.Random(seed)

    def choose(self, state: Any) -> int:
        """A legal action."""
        return self._rng.choice(state.legal_actions())

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """One legal action for each state."""
        return [self.choose(state) for state in states]


class GreedyAgent:
    """One ply by the game's own evaluation; a mate is taken, ties are broken at random.

    Args:
        seed: of the tie-breaks.
    """

    name = "greedy"

    def __init__(self, seed: int = 0):
        self._rng = random.Random(seed)

    def choose(self, state: Any) -> int:
        """A legal action."""
        greedy = native.template("Greedy", state)
        return int(greedy.choose(native.native_state(state), self._rng.getrandbits(64)))

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """One legal action for each state."""
        return [self.choose(state) for state in states]


class RolloutAgent:
    """PUCT with uniform priors, where a leaf is worth one random game: plain Monte-Carlo tree search.

    Args:
        simulations: per move.
        seed: equal seeds and equal questions give equal answers.
    """

    name = "puct"

    def __init__(self, simulations: int, seed: int = 0):
        self._simulations = simulations
        self._rng = random.Random(seed)

    def choose(self, state: Any) -> int:
        """The most visited action."""
        from boardai.search import puct

        return puct(state, simulations=self._simulations, seed=self._rng.getrandbits(64)).action

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """The most visited action of each state."""
        return [self.choose(state) for state in states]


def _random(game: Game, seed: int) -> Agent:
    return RandomAgent(seed)


def _greedy(game: Game, seed: int) -> Agent:
    return GreedyAgent(seed)


def _policy(game: Game, seed: int, run: str, checkpoint: int | None = None) -> Agent:
    from boardai.learn.agents import PolicyAgent, load_evaluator  # JAX is imported only for agents that need it

    return PolicyAgent(game, load_evaluator(run, game, checkpoint))


def _puct(
    game: Game, seed: int, run: str | None = None, simulations: int | None = None, checkpoint: int | None = None
) -> Agent:
    if simulations is not None and simulations < 1:
        raise ValueError(f"puct: simulations must be at least 1, got {simulations}")
    if run is None:
        if checkpoint is not None:
            raise ValueError("puct: checkpoint needs run=FOLDER, the run it is of")
        if not game.is_encodable:
            raise ValueError(f"puct: {game.spec} has no policy indices, which PUCT needs")
        return RolloutAgent(800 if simulations is None else simulations, seed)
    from boardai.learn.agents import PuctAgent, load_evaluator

    evaluator = load_evaluator(run, game, checkpoint)
    return PuctAgent(game, evaluator, simulations=16 if simulations is None else simulations, seed=seed)


AGENTS: dict[str, Callable[..., Agent]] = {"random": _random, "greedy": _greedy, "policy": _policy, "puct": _puct}
# What each takes behind the colon, and how the text is read.
PARAMETERS: dict[str, dict[str, Callable[[str], Any]]] = {
    "random": {},
    "greedy": {},
    "policy": {"run": str, "checkpoint": int},
    "puct": {"run": str, "simulations": int, "checkpoint": int},
}


def load_agent(spec: str, game: Game, seed: int = 0) -> Agent:
    """The agent a text names.

    Args:
        spec: e.g. `greedy` or `puct:run=runs/hex,simulations=64`.
        game: what it will play.
        seed: of its random choices.

    Raises:
        ValueError: no such agent or parameter (the message lists what exists), or a run that does not fit.
    """
    name, _, rest = spec.partition(":")
    if name not in AGENTS:
        near = difflib.get_close_matches(name, AGENTS, n=1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise ValueError(f"unknown agent '{name}'; {hint}agents: {', '.join(AGENTS)}")
    known = PARAMETERS[name]
    arguments: dict[str, Any] = {}
    for part in rest.split(",") if rest else []:
        key, equals, text = part.partition("=")
        if key not in known or not equals:
            takes = ", ".join(f"{k}=..." for k in known) or "no parameters"
            raise ValueError(f"agent '{spec}': cannot read '{part}'; {name} takes {takes}")
        try:
            arguments[key] = known[key](text)
        except ValueError:
            raise ValueError(f"agent '{spec}': {key} must be a whole number, got '{text}'") from None
    if name == "policy" and "run" not in arguments:
        raise ValueError(f"agent '{spec}': needs run=FOLDER, a folder made by python -m boardai.train")
    return AGENTS[name](game, seed, **arguments)
