"""The interface of a game's state for people and type checkers, and the base class of states written in Python."""

from __future__ import annotations

import abc
import hashlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

import numpy as np

from boardai.basics.quoting import quoted, utf8


@runtime_checkable
class State(Protocol):
    """One position of a game, with the history that its rules need. A state is a value: it can be copied and compared.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> state.apply(state.action_from_string("b2"))
    >>> state.current_player(), state.is_terminal(), len(state.legal_actions())
    (1, False, 8)
    >>> after = state.child(state.legal_actions()[0])  # a new state; this one stays as it is
    >>> state == after, state == state.clone()
    (False, True)

    Native states, states of C++ games compiled at run time and states written in Python all look like this.
    Actions are opaque ints in `[0, 2**31)`.
    """

    def current_player(self) -> int:
        """The player to move, 0 or 1; in a finished game, the player who would move."""

    def is_terminal(self) -> bool:
        """Whether the game is over."""

    def outcome(self, player: int) -> int:
        """+1, 0 or -1 for that player; the two players' outcomes add up to 0.

        Raises:
            ValueError: the game is not over.
        """

    def legal_actions(self) -> list[int]:
        """The legal actions, sorted; empty if and only if the game is over. A pass is an ordinary action."""

    def is_legal(self, action: int) -> bool:
        """Whether that action is legal here."""

    def apply(self, action: int) -> None:
        """Plays an action in place.

        Raises:
            ValueError: the action is not legal here; the state is unchanged.
        """

    def child(self, action: int) -> Self:
        """A new state: this one after that action."""

    def clone(self) -> Self:
        """An independent copy."""

    def hash(self) -> int:
        """A 64-bit hash of the position, without history and counters; independent of the moves that led to it."""

    def to_string(self) -> str:
        """The position as one line of text (chess: FEN)."""

    def action_to_string(self, action: int) -> str:
        """The action's text, e.g. `e2e4`, `f5`, `pass`."""

    def action_from_string(self, text: str) -> int:
        """The legal action with this text.

        Raises:
            ValueError: it names none.
        """

    def draw(self) -> str:
        """The position as several lines of text, for terminals."""

    def svg(self, shares: Mapping[int, float] | None = None) -> str:
        """The position as an SVG picture; `shares` of actions, from 0 to 1, such as a policy, are drawn on it."""


class NativeState(State, Protocol):
    """The additional methods of C++ states; the type stubs of the included games build on it.

    >>> state = boardai.load("chess").initial_state()
    >>> state.observation().shape, int(state.legal_mask().sum())
    ((8, 8, 119), 20)
    >>> pawn = state.action_from_string("e2e4")
    >>> state.action_from_policy(state.policy_index(pawn)) == pawn
    True
    >>> state.evaluators()[0], state.evaluate()
    ('positional', 49)
    """

    def from_string(self, text: str) -> Self:
        """The state of that text, under this state's parameters; ValueError naming the place and the reason."""

    def pack(self) -> bytes:
        """The whole state as bytes, including its history; pickle stores these."""

    def random_playout(self, seed: int) -> int:
        """Finishes the game with uniformly random moves; returns the outcome for player 0."""

    def evaluate(self, evaluator: str = "") -> int:
        """The static value for the side to move, within +-30000; by default of the first of `evaluators()`."""

    def evaluation_point(self, evaluator: str = "") -> float:
        """The value of one point of the final margin in the unit of `evaluate()`; 0 in games without points."""

    def evaluators(self) -> list[str]:
        """The names of the game's own static evaluations; the first is the default."""

    def can_win(self, player: int) -> bool:
        """Whether that player can still win, however badly the other one plays; True if the game has no such test."""

    def symmetry_count(self) -> int:
        """Number of board symmetries, including the identity."""

    def transformed(self, symmetry: int) -> Self:
        """The state seen through a symmetry; 0 is the identity."""

    def transform_action(self, action: int, symmetry: int) -> int:
        """The action of `transformed(symmetry)` that corresponds to `action` here."""

    def has_undo(self) -> bool:
        """Whether native searches can undo actions instead of copying states."""

    def undo_restores(self) -> bool:
        """Whether applying and undoing each legal action restores this state bit for bit."""

    @property
    def is_encodable(self) -> bool:
        """Whether the game has planes and policy indices, and so the methods for them below."""

    @property
    def policy_size(self) -> int:
        """Number of logits."""

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """(height, width, channels) of one observation."""

    def observation(self, height: int | None = None, width: int | None = None) -> np.ndarray:
        """float32 `[height, width, channels]` from the side to move, on a canvas at least as large as the board."""

    def legal_mask(self) -> np.ndarray:
        """Which policy indices are legal here: bool array `[policy_size]`."""

    def policy_index(self, action: int) -> int:
        """The policy index of a legal action; ValueError if it is not legal."""

    def action_from_policy(self, index: int) -> int:
        """The legal action with a policy index; ValueError if there is none."""

    def observation_key(self) -> int:
        """A 64-bit hash of everything that the planes show."""


@dataclass(frozen=True)
class Facts:
    """Proven facts about a position of a game written in Python; `analyse()` of its states returns them.

    Searches base proofs on them, so they must be true. Use `quiet_order(action)` for what is only likely.

    >>> class Take(boardai.BaseState):  # one to three stones from a heap; the player who takes the last one wins
    ...     def __init__(self, stones=20, player=0): self.stones, self.player = stones, player
    ...     def current_player(self): return self.player
    ...     def is_terminal(self): return self.stones == 0
    ...     def outcome(self, player): return -1 if player == self.player else 1
    ...     def legal_actions(self): return list(range(1, min(3, self.stones) + 1))
    ...     def apply(self, action): self.stones, self.player = self.stones - action, 1 - self.player
    ...     def clone(self): return Take(self.stones, self.player)
    ...     def to_string(self): return f"{self.stones} {self.player}"
    ...     def from_string(self, text): return Take(*map(int, text.split()))
    ...     def analyse(self):
    ...         if self.stones % 4 == 0: return boardai.Facts(winner=1 - self.player)
    ...         return boardai.Facts(winner=self.player, winning_move=self.stones % 4)
    >>> [boardai.search.dfpn(Take(22), knowledge=known).nodes for known in (False, True)]
    [159, 1]

    Attributes:
        winner: the winner with best play: 0, 1 or `Facts.DRAW`; None: not known. Then the other attributes state which
            moves need no search; one of the remaining moves must be as good as the best.
        winning_move: if the winner is to move: a legal move that keeps the win; None: not known. df-pn then searches
            for one at its root, as it does in a drawn position.
        candidates: the only legal moves that need a search (must-play); None: all legal ones.
        dominated: moves that need no search, because another one is at least as good. Here and in `losing`, illegal
            actions are ignored.
        losing: moves that lose.
    """

    DRAW: ClassVar[int] = 2

    winner: int | None = None
    winning_move: int | None = None
    candidates: Collection[int] | None = None
    dominated: Collection[int] = ()
    losing: Collection[int] = ()


class BaseState(abc.ABC):
    """Base class of states written in Python: you write the abstract methods, the class adds the others.

    >>> class Race(boardai.BaseState):  # the player who makes the sum 10, by ones and twos, wins
    ...     def __init__(self, sum=0, player=0): self.sum, self.player = sum, player
    ...     def current_player(self): return self.player
    ...     def is_terminal(self): return self.sum >= 10
    ...     def outcome(self, player): return -1 if player == self.player else 1
    ...     def legal_actions(self): return [] if self.is_terminal() else [1, 2]
    ...     def apply(self, action): self.sum, self.player = self.sum + action, 1 - self.player
    ...     def clone(self): return Race(self.sum, self.player)
    ...     def to_string(self): return f"{self.sum} {self.player}"
    ...     def from_string(self, text): return Race(*map(int, text.split()))
    >>> boardai.search.dfpn(Race()).action, Race(7).child(2)
    (1, <Race '9 1'>)
    >>> Race(7).apply(3)
    Traceback (most recent call last):
    ValueError: illegal action 3 in position 7 0

    Write `apply` and `outcome` without checks, as in C++. The base class adds the check; searches, which only try legal
    actions, call the unchecked `apply_legal`.

    For networks, add all of these: `observation_shape` (height, width, channels) and `policy_size` as attributes or
        properties; `observation()`, which returns float32 `[height, width, channels]` from the side to move; and
        `policy_index(action)` and `action_from_policy(index)`, which are inverse on legal actions. Optional:
        `observation_key()` (default: `hash()`); symmetries (`symmetry_count()`, `transformed(k)`,
        `transform_action(action, k)`, where 0 is the identity); `evaluate()`, a static value for the side to move
        within +-30000; and `can_win(player)`.

    For searches you may add `analyse()`, which returns `Facts` or None, and `quiet_order(action)`, an estimate of a
    legal action within +-10000; higher ones are searched first.

    A position's drawing may be described by `board_cells()` and the other hooks of `boardai.drawing.board`, or drawn by
    your own `draw()` and `svg(shares=None)`. By default, a grid is drawn from the text or the planes.
    """

    _draws_by_default: ClassVar[bool] = True

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "apply" in cls.__dict__:
            cls.apply_legal = cls.__dict__["apply"]  # type: ignore[attr-defined]
            cls.apply = _check_legality(cls.__dict__["apply"])  # type: ignore[assignment,method-assign]
        if "outcome" in cls.__dict__:
            cls.outcome = _check_ended(cls.__dict__["outcome"])  # type: ignore[assignment,method-assign]
        if "draw" in cls.__dict__:
            cls._draws_by_default = False

    @abc.abstractmethod
    def current_player(self) -> int:
        """The player to move, 0 or 1; in a finished game, the player who would move."""

    @abc.abstractmethod
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    @abc.abstractmethod
    def outcome(self, player: int) -> int:
        """+1, 0 or -1 for that player; only called for finished games."""

    @abc.abstractmethod
    def legal_actions(self) -> list[int]:
        """The legal actions, sorted; empty if and only if the game is over."""

    @abc.abstractmethod
    def apply(self, action: int) -> None:
        """Plays a legal action in place."""

    @abc.abstractmethod
    def clone(self) -> Self:
        """An independent copy."""

    @abc.abstractmethod
    def to_string(self) -> str:
        """The position as one line of text."""

    @abc.abstractmethod
    def from_string(self, text: str) -> Self:
        """The state of a text, with the parameters of this state; may be a classmethod. ValueError if malformed."""

    def is_legal(self, action: int) -> bool:
        """Whether that action is legal here; by default, whether it is among `legal_actions()`."""
        return action in self.legal_actions()

    def child(self, action: int) -> Self:
        """A new state: this one after that action."""
        following = self.clone()
        following.apply(action)
        return following

    def hash(self) -> int:
        """A 64-bit hash of what the rules need; by default of `to_string()`."""
        # Python's own hash of a str changes from run to run; this one never does.
        text = utf8(self.to_string(), f"{type(self)!r}: to_string()")
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")

    def action_to_string(self, action: int) -> str:
        """The action's text; by default its number."""
        return str(action)

    def action_from_string(self, text: str) -> int:
        """The legal action with this text; ValueError if there is none."""
        for action in self.legal_actions():
            if self.action_to_string(action) == text:
                return action
        raise ValueError(f"{quoted(text)} is not a legal action in position {self.to_string()}")

    def can_win(self, player: int) -> bool:
        """Whether that player can still win, however badly the other one plays; True by default.

        Called for unfinished games when a player runs out of time: against a player who cannot win, the game is a draw.
            False must be certain, and stay so; return True if it is unknown.
        """
        return True

    def legal_mask(self) -> np.ndarray:
        """Which policy indices are legal here: bool array `[policy_size]`."""
        state: Any = self  # the four members for networks are the subclass's
        mask = np.zeros(state.policy_size, bool)
        mask[[state.policy_index(action) for action in state.legal_actions()]] = True
        return mask

    def __eq__(self, other: object) -> bool:
        return self.to_string() == other.to_string() if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return self.hash() >> 3

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict) -> Self:
        return self.clone()

    def draw(self) -> str:
        """The position as text for terminals; a grid by default."""
        from boardai.drawing import drawn

        return drawn(self)

    def svg(self, shares: Mapping[int, float] | None = None) -> str:
        """The position as an SVG picture; a grid by default. `shares`: of actions, 0 to 1, drawn on the board."""
        from boardai.drawing.picture import state_svg

        return state_svg(self, shares)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.to_string()!r}>"


def _check_legality(apply: Callable[[Any, int], None]) -> Callable[[Any, int], None]:
    def checked(self: Any, action: int) -> None:
        if not self.is_legal(action):
            raise ValueError(f"illegal action {quoted(action)} in position {self.to_string()}")
        apply(self, action)

    checked.__doc__, checked.__name__ = apply.__doc__, "apply"
    return checked


def _check_ended(outcome: Callable[[Any, int], int]) -> Callable[[Any, int], int]:
    def checked(self: Any, player: int) -> int:
        if player not in (0, 1):
            raise ValueError(f"player must be 0 or 1, not {quoted(player)}")
        if not self.is_terminal():
            raise ValueError(f"outcome() before the game is over, in position {self.to_string()}")
        return outcome(self, player)

    checked.__doc__, checked.__name__ = outcome.__doc__, "outcome"
    return checked
