"""What an agent is, and the agents that need no search."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeGuard

from boardai import native
from boardai.search.evaluated import Evaluator, with_evaluator


class Agent(Protocol):
    """Something that chooses actions.

    >>> class Last:
    ...     name = "last"
    ...     def choose(self, state):
    ...         return state.legal_actions()[-1]
    ...     def choose_many(self, states):
    ...         return [self.choose(state) for state in states]
    >>> result = boardai.play_match(boardai.load("hex", size=3), Last(), "random", games=2)
    >>> result.first, result.games
    ('last', 2)

    A class with `choose` alone, or a function of a state, is made one by whoever takes agents (`as_agent`).

    Agents may have more, which matches use where it is there: `new_game(start, actions, seed)` tells that a game
    begins (a state, and what has been played since), `close()` that the agent is needed no more, `batched = True`
    that many states asked about at once cost little more than one, `choose_in_games(games)` is `choose_many` for
    agents that want to know which state belongs to which game (a key, the state, all actions since its start),
    `end_game(key)` then tells that one is over, and `choose_by_clock(state, readings)` is `choose` where games have
    clocks (`boardai.clocks.management.Reading` of both players).
    """

    name: str

    def choose(self, state: Any) -> int:
        """A legal action of a state that is not terminal."""

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """One legal action for each state; agents with a network evaluate them together."""


class Stoppable(Agent, Protocol):
    """An agent that thinks, and can be told to come to an end with what it has."""

    def return_when(self, asked: Callable[[], bool]) -> None:
        """From now on it plays the best move so far as soon as `asked()` says so."""

    def return_at_interrupt(self) -> None:
        """From now on Ctrl-C makes it play the best move so far, where one has been found."""


def is_stoppable(agent: Any) -> TypeGuard[Stoppable]:
    """Whether an agent is one.

    >>> from boardai.players import is_stoppable, load_agent
    >>> [is_stoppable(load_agent(spec, boardai.load("chess"))) for spec in ("pvs", "random")]
    [True, False]

    Args:
        agent: any.
    """
    # Asked of the agent, not of its class: some pass on what the agent inside them has.
    return hasattr(agent, "return_when") and hasattr(agent, "return_at_interrupt")


class OneByOne:
    """Base of agents that look at one state at a time."""

    name = ""

    def choose(self, state: Any) -> int:
        """A legal action."""
        raise NotImplementedError

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """One legal action for each state."""
        return [self.choose(state) for state in states]

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """A game begins; what was learnt in the last one is forgotten.

        Args:
            start: where it began.
            actions: played since.
            seed: of the agent's random choices in this game.
        """

    def close(self) -> None:
        """The agent is needed no more."""


class RandomAgent(OneByOne):
    """Uniformly random legal moves.

    >>> from boardai.players import RandomAgent
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> state.is_legal(RandomAgent().choose(state))
    True
    >>> RandomAgent(seed=7).choose_many([state] * 5) == RandomAgent(seed=7).choose_many([state] * 5)
    True

    Args:
        seed: equal seeds and equal questions give equal answers.
    """

    name = "random"

    def __init__(self, seed: int = 0):
        self._rng = random.Random(seed)

    def choose(self, state: Any) -> int:
        """A legal action."""
        return self._rng.choice(state.legal_actions())

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Starts the random numbers again."""
        self._rng = random.Random(seed)


class GreedyAgent(OneByOne):
    """One ply by an evaluation; a mate is taken, ties are broken at random.

    >>> from boardai.players import GreedyAgent
    >>> state = boardai.load("chess").from_string("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    >>> state.san(GreedyAgent().choose(state))
    'Ra8#'

    Args:
        seed: of the tie-breaks.
        evaluator: a name of `evaluators(state)`, learned weights, a function; by default the game's plain count
            (chess: material, Reversi: discs, Hex: the shortest connection).

    Raises:
        ValueError: when asked, for a game without such an evaluation.
    """

    name = "greedy"

    def __init__(self, seed: int = 0, evaluator: Evaluator = ""):
        self._rng = random.Random(seed)
        self._evaluator = evaluator

    def choose(self, state: Any) -> int:
        """A legal action."""
        seed = self._rng.getrandbits(64)
        evaluated, spec = with_evaluator(state, self._evaluator)
        return int(native.template("Greedy", evaluated).choose(spec, native.native_state(evaluated), seed))

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Starts the random numbers again."""
        self._rng = random.Random(seed)


def new_game(agent: Agent, start: Any, actions: list[int], seed: int) -> None:
    """Tells an agent of a new game, if it listens.

    >>> from boardai.players import load_agent, new_game
    >>> game = boardai.load("hex", size=3)
    >>> agent, start = load_agent("random", game), game.initial_state()
    >>> new_game(agent, start, [], seed=5)
    >>> moves = agent.choose_many([start] * 5)
    >>> new_game(agent, start, [], seed=5)  # as if nothing had been played
    >>> agent.choose_many([start] * 5) == moves
    True

    Args:
        agent: who is told.
        start: the state where the game began.
        actions: played since.
        seed: of the agent's random choices in this game.
    """
    if hasattr(agent, "new_game"):
        agent.new_game(start, actions, seed)


def close(agent: Agent) -> None:
    """Ends an agent, if it holds anything: an engine's process.

    >>> from boardai.players import close, load_agent
    >>> agent = load_agent("greedy", boardai.load("hex", size=3))
    >>> close(agent)  # there is nothing to end here; of `uci:stockfish` it ends the program
    """
    if hasattr(agent, "close"):
        agent.close()
