"""Agents that search: any face of `boardai.search`, made an agent by its name and parameters."""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from boardai.players.base import Agent, OneByOne, close, new_game
from boardai.search.results.result import SearchResult
from boardai.search.run import limits
from boardai.search.stopping import ends_when

# The bridge to C++ compiles a part of some calls only when they are made for the second time.
REHEARSALS = 2


@dataclass(frozen=True)
class Misjudgement:
    """How a search is made weaker, or its games different: errors in the scores of its moves.

    Attributes:
        noise: deviation of the normal error that is added to the score of each move before the best is played, in the
            evaluation's numbers; 0: none. The search must score every move (`multi_pv`).
        moves: only in so many of a player's first moves in a game; 0: in all.

    Raises:
        ValueError: no such deviation or number.
    """

    noise: float = 0.0
    moves: int = 0

    def __post_init__(self) -> None:
        if not (0 <= self.noise < math.inf):
            raise ValueError(f"noise must be a finite number of 0 or more, not {self.noise}")
        if self.moves < 0:
            raise ValueError(f"noisy_moves must be 0 or more, not {self.moves}")

    @property
    def is_of_the_opening(self) -> bool:
        """Whether it ends before the game does."""
        return bool(self.noise and self.moves)

    def at(self, move: int) -> bool:
        """Whether there is any at a player's move, counted from 1."""
        return bool(self.noise) and (not self.moves or move <= self.moves)

    def action(self, result: SearchResult, rng: random.Random) -> int:
        """The best move by scores with errors."""
        scores = {
            action: score + rng.gauss(0, self.noise)
            for action, score in sorted(result.action_values.items())
            if action not in result.bounds and math.isfinite(score)
        }
        return int(max(scores, key=lambda action: scores[action])) if scores else int(result.action)


EXACT = Misjudgement()


class SearchAgent(OneByOne):
    """Plays the move of a search; `load_agent("pvs:depth=3", game)` makes one.

    >>> from boardai.players import SearchAgent
    >>> agent = SearchAgent("pvs", boardai.search.pvs, {"depth": 3})
    >>> state = boardai.load("hex", size=3).initial_state()
    >>> state.action_to_string(agent.choose(state)), agent.last_result.depth
    ('c1', 3)

    Args:
        name: the search's.
        face: the search, a function in `boardai.search`.
        arguments: its keywords.
        seed: of the searches; equal seeds and equal questions give equal answers.
        fallback: plays where the search proves nothing (solvers); None: the search's move is played anyway.
        session: the class beside the face that keeps its table or tree through a game; None: every move is searched
            from nothing.
        misjudgement: how far it misjudges its moves, and how long in a game.

    Attributes:
        arguments: the keywords of the face.
        last_result: what the last search found.
    """

    def __init__(
        self,
        name: str,
        face: Callable[..., SearchResult],
        arguments: dict[str, Any],
        seed: int = 0,
        fallback: Agent | None = None,
        session: type | None = None,
        misjudgement: Misjudgement = EXACT,
    ) -> None:
        self.name, self.misjudgement = name, misjudgement
        self._moves = 0
        self.last_result: SearchResult | None = None
        self._face, self.arguments, self._fallback = face, arguments, fallback
        self._session_class = session
        self._session: Callable[[Any], SearchResult] | None = None
        self._rng = random.Random(seed)

    def choose(self, state: Any) -> int:
        """The search's move."""
        self._moves += 1
        noisy, only_at_first = self.misjudgement.at(self._moves), self.misjudgement.is_of_the_opening
        arguments = self._quiet() if only_at_first and not noisy else self.arguments
        if self._session_class is None or (noisy and only_at_first):
            # What scores every move only at first is a search of its own.
            result = self._face(state, seed=self._rng.getrandbits(31), **arguments)
        else:
            if self._session is None:
                self._session = open_session(self._session_class, arguments, self._rng.getrandbits(31))
            result = self._session(state)
        self.last_result = result
        if self._fallback is not None and result.value is None:
            return self._fallback.choose(state)
        return self.misjudgement.action(result, self._rng) if noisy else int(result.action)

    def _quiet(self) -> dict[str, Any]:
        """The keywords of moves without noise, where the best move's score is enough."""
        return {key: value for key, value in self.arguments.items() if key != "multi_pv"}

    def return_at_interrupt(self) -> None:
        """From now on Ctrl-C makes it play the best move so far, where one has been found, for commands with people."""
        self.arguments = {**self.arguments, "on_interrupt": "return"}
        self._session = None

    def return_when(self, asked: Callable[[], bool]) -> None:
        """From now on it plays the best move so far as soon as `asked()` says so, for programs that cannot wait.

        It is asked ten times a second, on the thread that searches; of a search that reports no progress, never.
        """
        if "progress" not in inspect.signature(self._face).parameters:
            return
        self.arguments = {**self.arguments, "progress": ends_when(asked), "on_interrupt": "return"}
        self._session = None

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Starts the random numbers again, and forgets what was searched."""
        self._rng = random.Random(seed)
        self._session, self._moves = None, len(actions) // 2
        if self._fallback is not None:
            new_game(self._fallback, start, actions, seed)

    def close(self) -> None:
        """Ends the fallback."""
        self._session = None
        if self._fallback is not None:
            close(self._fallback)

    def rehearse(self, state: Any) -> None:
        """Searches as little as possible in the way moves are searched for.

        So bad options are found now, and the first move is not late: it does not pay for what is compiled.

        Raises:
            ValueError: an option is out of range.
            TypeError: options do not go together.
        """
        given = self.arguments
        limits(**{name: given[name] for name in ("depth", "nodes", "seconds") if name in given})
        if given.get("simulations") is not None and given["simulations"] < 1:
            raise ValueError(f"simulations must be at least 1, got {given['simulations']}")
        taken = inspect.signature(self._face).parameters
        least: dict[str, Any] = {name: 1 for name in ("depth", "simulations") if name in taken}
        if "progress" in taken:
            least["progress"] = lambda result: None
        for _ in range(REHEARSALS):
            if self._session_class is None:
                result = self._face(state, seed=0, **{**given, **least})
            else:
                result = open_session(self._session_class, given, 0)(state, **least)
            state.is_legal(int(result.action))  # as whoever asks for a move does


def open_session(cls: type, arguments: dict[str, Any], seed: int) -> Callable[..., SearchResult]:
    """A search that remembers: a function of the state, and of keywords that win over those given here.

    Args:
        cls: the class beside the face that keeps its table or tree through a game.
        arguments: keywords of the face.
        seed: of the search, where it takes one.
    """
    once = inspect.signature(cls.search).parameters  # type: ignore[attr-defined]
    each_time = {key: value for key, value in arguments.items() if key in once}
    options = {key: value for key, value in arguments.items() if key not in once}
    if "seed" in inspect.signature(cls).parameters:
        options["seed"] = seed
    session = cls(**options)
    return lambda state, **more: session.search(state, **{**each_time, **more})
