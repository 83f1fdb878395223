"""The interface of players: requests and answers."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult

Progress = Callable[[SearchResult], None]
Stop = Callable[[], bool]


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Thought:
    """The result of choosing a move.

    >>> from boardai.players import load_agent
    >>> game = boardai.load("hex", size=3)
    >>> thought = load_agent("pvs:depth=2", game).think(game.initial_state())
    >>> len(thought.line), thought.nodes > 0, thought.remark
    (2, True, '')

    Attributes:
        action: the move.
        result: the search's result; its best move may differ from the action if the player made a deliberate error or a
            fallback played. None: the player reports only its move.
        remark: a message for the caller, or "".
    """

    action: int
    result: SearchResult | None = None
    remark: str = ""

    @property
    def value(self) -> float | None:
        """The value for the player to move, in the search's unit; None: unknown."""
        return None if self.result is None else self.result.value

    @property
    def line(self) -> list[int]:
        """The expected line, beginning with this move."""
        return [self.action] if self.result is None or self.result.action != self.action else list(self.result.pv)

    @property
    def shares(self) -> dict[int, float]:
        """Each action's share of the policy."""
        return {self.action: 1.0} if self.result is None else dict(self.result.policy)

    @property
    def notes(self) -> Mapping[str, Any]:
        """Further results of the search."""
        return {} if self.result is None else self.result.notes

    @property
    def seconds(self) -> float:
        """Seconds used, if counted."""
        return 0.0 if self.result is None else self.result.seconds

    @property
    def nodes(self) -> int:
        """Positions visited, if counted."""
        return 0 if self.result is None else self.result.nodes


@dataclass(frozen=True)
class Turn:
    """One of several states in a single request to a player.

    >>> from boardai.players import Turn, load_agent
    >>> game = boardai.load("hex", size=3)
    >>> start = game.initial_state()
    >>> turns = [Turn(start, game="a"), Turn(start.child(0), game="b", actions=(0,))]
    >>> len(load_agent("random", game).think_many(turns))
    2

    Attributes:
        state: not terminal.
        game: a key that stays the same through a game; None: the game is unknown.
        actions: all actions of that game since its start.
    """

    state: Any
    game: Hashable = None
    actions: Sequence[int] = ()


class Player:
    """An object that chooses moves.

    `load_agent` makes one from an agent's text, `as_player` from an object, a class or a function. A subclass defines
    `think`, or `choose` if it ignores limits.

    >>> from boardai.players import Player
    >>> class Last(Player):
    ...     name = "last"
    ...     def choose(self, state):
    ...         return state.legal_actions()[-1]
    >>> result = boardai.play_match(boardai.load("hex", size=3), Last(), "random", games=2)
    >>> result.first, result.games
    ('last', 2)

    Attributes:
        name: name in tables.
        batched: whether many states at once cost little more than one.
        obeys_limits: whether it respects the limits of a move and reports intermediate results. Other players take the
            time they need.
        judges: whether its thoughts contain a search result.
        ends_by_course: whether its intermediate results show when a move has been searched long enough.
        keeps: what `search` can keep in its result: `tree`, `strategy`, `positions`.
        arguments: the keywords of its search; empty if it is not a search.
        version: the name and version that an engine reports; "" for boardai's own agents.
    """

    name = ""
    version = ""
    keeps: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = MappingProxyType({})
    batched = False
    obeys_limits = False
    judges = False
    ends_by_course = False

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """Chooses a legal action.

        Args:
            state: not terminal; it is not changed.
            limits: of this move.
            progress: called with the result so far, at most ten times per second.
            stop: called at most ten times per second on the searching thread; True ends the search with the result so
                far. With `stop`, Ctrl-C has the same effect.

        Raises:
            KeyboardInterrupt: stopped before it had a result; or Ctrl-C without `stop`.
        """
        return Thought(self.choose(state))

    def think_many(self, turns: Sequence[Turn], limits: Limits = NO_LIMITS) -> list[Thought]:
        """A thought for each state.

        Args:
            turns: states of different games; call `end_game` when a game is over.
            limits: of each move.
        """
        return [self.think(turn.state, limits) for turn in turns]

    def search(
        self,
        state: Any,
        limits: Limits = NO_LIMITS,
        progress: Progress | None = None,
        stop: Stop | None = None,
        **kept: bool | int,
    ) -> SearchResult:
        """Searches a state outside of any game: nothing kept from other moves is used.

        The result is that of the search, without random errors (`noise=`) and fallback.

        Args:
            state: not terminal; it is not changed.
            limits: as for `think`.
            progress: as for `think`.
            stop: as for `think`.
            **kept: names of `keeps`: True, or the maximum number of rows of a tree.

        Raises:
            ValueError: the player cannot keep this, or its move is not legal.
            KeyboardInterrupt: as for `think`.
        """
        for name in kept.keys() - set(self.keeps):
            raise ValueError(f"{self.name} keeps no {name}")
        began = time.perf_counter()
        thought = self.think(state, limits, progress, stop)
        seconds = time.perf_counter() - began
        action, found = thought.action, thought.result
        if not state.is_legal(action):
            raise ValueError(f"{self.name} chose {action}, which is not legal in position {state.to_string()}")
        if found is not None and found.action == action:
            return replace(found, state=state.clone())
        return SearchResult.of_line(state, [action], method=self.name, value=None, seconds=seconds)

    def evaluate_by(self, evaluator: Any) -> None:
        """Sets another evaluator and forgets everything searched before.

        Args:
            evaluator: as for the search.

        Raises:
            ValueError: the player is not a search.
        """
        raise ValueError(f"{self.name} takes no evaluation: it is not a search")

    def choose(self, state: Any) -> int:
        """The action of `think`."""
        return self.think(state).action

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """The actions of `think_many`."""
        return [thought.action for thought in self.think_many([Turn(state) for state in states])]

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Starts a new game; data of the last one are discarded.

        Args:
            start: the start state.
            actions: actions played since then.
            seed: seed of the player's random choices in this game.
        """

    def end_game(self, game: Hashable) -> None:
        """Releases the data of a finished game of `think_many`."""

    def warm_up(self, state: Any) -> None:
        """Runs the shortest possible search, so that bad options are found now and no move has to wait for compilation.

        Raises:
            ValueError: an option is out of range.
            TypeError: the options are incompatible.
        """

    def prepare(self, state: Any) -> None:
        """Allocates the memory of a table or tree now, while no clock runs."""

    def peak_memory(self) -> int | None:
        """Maximum memory of its process in bytes; None: it has no separate process."""
        return None

    def close(self) -> None:
        """Ends the player and frees its resources."""


class BatchPlayer(Player):
    """A player that treats one state as a batch of one.

    >>> from boardai.players import BatchPlayer, Thought
    >>> class Last(BatchPlayer):
    ...     def think_many(self, turns, limits=None):
    ...         return [Thought(turn.state.legal_actions()[-1]) for turn in turns]
    >>> Last().choose(boardai.load("hex", size=3).initial_state())
    8
    """

    batched = True

    def think_many(self, turns: Sequence[Turn], limits: Limits = NO_LIMITS) -> list[Thought]:
        """A thought for each state, computed together."""
        raise NotImplementedError

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """A thought for one state."""
        return self.think_many([Turn(state)], limits)[0]


class WrappingPlayer(Player):
    """A player that passes requests to another player, with states converted by `_seen`.

    >>> from boardai.players import WrappingPlayer, load_agent
    >>> game = boardai.load("hex", size=3)
    >>> player = WrappingPlayer(load_agent("pvs:depth=2", game))
    >>> player.name, player.think(game.initial_state()).result.depth
    ('pvs', 2)

    Args:
        player: the other player.
    """

    def __init__(self, player: Player) -> None:
        self._wrap(player)

    def _wrap(self, player: Player) -> None:
        self._player = player
        self.name, self.keeps, self.batched = player.name, player.keeps, player.batched
        self.arguments, self.version = player.arguments, player.version
        self.obeys_limits, self.judges, self.ends_by_course = player.obeys_limits, player.judges, player.ends_by_course

    def _seen(self, state: Any) -> Any:
        return state

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The other player's thought."""
        return self._player.think(self._seen(state), limits, progress, stop)

    def search(
        self,
        state: Any,
        limits: Limits = NO_LIMITS,
        progress: Progress | None = None,
        stop: Stop | None = None,
        **kept: bool | int,
    ) -> SearchResult:
        """The other player's search result."""
        found = self._player.search(self._seen(state), limits, progress, stop, **kept)
        return replace(found, state=state.clone())

    def think_many(self, turns: Sequence[Turn], limits: Limits = NO_LIMITS) -> list[Thought]:
        """The other player's thoughts."""
        return self._player.think_many([replace(turn, state=self._seen(turn.state)) for turn in turns], limits)

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Notifies the player."""
        self._player.new_game(self._seen(start), actions, seed)

    def end_game(self, game: Hashable) -> None:
        """Notifies the player."""
        self._player.end_game(game)

    def warm_up(self, state: Any) -> None:
        """Warms the player up."""
        self._player.warm_up(self._seen(state))

    def prepare(self, state: Any) -> None:
        """Lets the player prepare."""
        self._player.prepare(self._seen(state))

    def peak_memory(self) -> int | None:
        """The other player's peak memory."""
        return self._player.peak_memory()

    def close(self) -> None:
        """Ends the player."""
        self._player.close()
