"""Agents that keep to a clock: who plays where a match has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from boardai.agents.base import OneByOne
from boardai.agents.engines import PROTOCOLS
from boardai.agents.registry import load_agent
from boardai.agents.searching import REHEARSALS
from boardai.clocks.management import Reading
from boardai.engine.mind import Limits, Mind, Progress
from boardai.engine.thinking import think_through
from boardai.game import Game


class AgentByClock(OneByOne):
    """An agent that plans its time as it does behind a protocol (boardai.clocks.management).

    A search thinks within the limits of its text, if it has any, and within what the clock allows. Any other agent
    answers in its own time.

    >>> from boardai.clocks.management import Reading
    >>> from boardai.engine.by_clock import AgentByClock
    >>> game = boardai.load("reversi", board="6x6")
    >>> agent = AgentByClock("pvs", game)
    >>> state = game.initial_state()
    >>> state.is_legal(agent.choose_by_clock(state, [Reading(1.0), Reading(1.0)]))
    True

    Args:
        spec: as `load_agent` takes it.
        game: what it plays.
        seed: of random choices.

    Raises:
        ValueError: no such agent, or a parameter that it does not take.
    """

    def __init__(self, spec: str, game: Game, seed: int = 0) -> None:
        self.name = spec
        self._mind = Mind(spec, game, seed=seed)
        # What a first move costs beside its thought is paid now: nobody's clock runs yet.
        start = game.initial_state()
        if self._mind.is_search and not start.is_terminal():
            for _ in range(REHEARSALS):
                self.choose_by_clock(start, [Reading(0.0), Reading(0.0)])
            self._mind.new_game(start, [])

    def choose(self, state: Any) -> int:
        """Its move without a clock."""
        return self._mind.think(state, Limits(), None, lambda: False).action

    def choose_by_clock(self, state: Any, readings: Sequence[Reading]) -> int:
        """Its move.

        Args:
            state: not terminal.
            readings: of both players' clocks; that of the player to move runs.
        """
        budget = self._mind.bounded(self._mind.budget(state, readings[state.current_player()]))
        limits = Limits(seconds=budget.most)

        def work(tell: Progress, halted: Callable[[], bool]) -> Any:
            return self._mind.think(state, limits, tell, halted)

        return int(think_through(work, budget).action)

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """A game begins; what was searched in the last one is forgotten."""
        self._mind.seed = seed
        self._mind.new_game(start, actions)

    def close(self) -> None:
        """The agent is needed no more."""
        self._mind.close()


def agent_by_clock(spec: str, game: Game, seed: int = 0) -> Any:
    """An agent that has `choose_by_clock`: another program, which is told the clocks, or one of ours.

    Args:
        spec: as `load_agent` takes it.
        game: what it plays.
        seed: of random choices.

    Raises:
        ValueError: no such agent, or a parameter that it does not take.
    """
    if spec.partition(":")[0] in PROTOCOLS:
        return load_agent(spec, game, seed)
    return AgentByClock(spec, game, seed)
