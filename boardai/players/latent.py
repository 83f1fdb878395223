"""The player that searches in a learned model of the game (MuZero)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from boardai.players.player import NO_LIMITS, BatchPlayer, Thought, Turn
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult


class LatentPlayer(BatchPlayer):
    """Gumbel search over latent states; its nodes are not positions of the game.

    Args:
        search: `boardai.learn.self_play.latent_search.LatentSearch`.
        name: name in tables.
    """

    judges = True

    def __init__(self, search: Any, name: str = "muzero") -> None:
        self.name, self._search = name, search

    def think_many(self, turns: Sequence[Turn], limits: Limits = NO_LIMITS) -> list[Thought]:
        """The action that each search chooses, its policy and value."""
        began = time.perf_counter()
        states = [turn.state for turn in turns]
        if not states:
            return []
        found = self._search(states)
        seconds = (time.perf_counter() - began) / len(states)  # an equal part of the batch's time
        thoughts = []
        for row, state in enumerate(states):
            actions = {state.policy_index(action): action for action in state.legal_actions()}
            action = actions[int(found.actions[row])]
            result = SearchResult.of_line(
                state,
                [action],
                method=self.name,
                value=float(found.values[row]),
                policy={one: float(found.action_weights[row, index]) for index, one in actions.items()},
                priors={one: float(found.priors[row, index]) for index, one in actions.items()},
                visits={one: int(found.visits[row, index]) for index, one in actions.items()},
                nodes=int(found.evaluations[row]),
                simulations=self._search.simulations,
                seconds=seconds,
            )
            thoughts.append(Thought(action, result))
        return thoughts
