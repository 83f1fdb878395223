"""What a game's state offers, as people and type checkers read it, and the base of states written in Python."""

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
    """One position of a game, with whatever history its rules need: a value that is copied, applied to, compared.

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
        """Who moves: 0 or 1; also when the game is over (who would move)."""

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
        """64 bits over what the rules need, without history and counters; independent of the path."""

    def to_string(self) -> str:
        """The position as one line of text (chess: FEN)."""

    def action_to_string(self, action: int) -> str:
        """The action's text, e.g. `e2e4`, `f5`, `pass`."""

    def action_from_string(self, text: str) -> int:
        """The legal action of that text.

        Raises:
            ValueError: it names none.
        """

    def draw(self) -> str:
        """The position as people see it in a terminal, in several lines."""

    def svg(self, shares: Mapping[int, float] | None = None) -> str:
        """The position as an SVG picture; `shares` of actions, 0 to 1, such as a policy, are drawn on the board."""


class NativeState(State, Protocol):
    """What C++ states offer besides; the type stubs of the shipped games build on it.

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
        """The whole state as bytes, history included; what pickle stores."""

    def random_playout(self, seed: int) -> int:
        """Finishes the game by uniformly random moves; outcome for player 0."""

    def evaluate(self, evaluator: str = "") -> int:
        """Static value for the side to move, within +-30000; by default by the first of `evaluators()`."""

    def evaluation_point(self, evaluator: str = "") -> float:
        """What one point of the final margin is in the numbers of `evaluate()`; 0 in games not decided by points."""

    def evaluators(self) -> list[str]:
        """The names of the game's own static evaluations; the first is the default."""

    def can_win(self, player: int) -> bool:
        """Whether that player can still win, however badly the other one plays; True where the game does not say."""

    def symmetry_count(self) -> int:
        """Number of board symmetries, the identity included."""

    def transformed(self, symmetry: int) -> Self:
        """The state seen through a symmetry; 0 is the identity."""

    def transform_action(self, action: int, symmetry: int) -> int:
        """The action that means in `transformed(symmetry)` what `action` means here."""

    def has_undo(self) -> bool:
        """Whether native searches can take actions back instead of copying."""

    def undo_restores(self) -> bool:
        """Whether applying and undoing each legal action restores this state bit for bit."""

    @property
    def is_encodable(self) -> bool:
        """Whether it has planes and policy indices, that is, whatever is about them here."""

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
        """The logit of a legal action; ValueError if it is not legal."""

    def action_from_policy(self, index: int) -> int:
        """The legal action of a logit; ValueError if it names none."""

    def observation_key(self) -> int:
        """64 bits over everything the planes show."""


@dataclass(frozen=True)
class Facts:
    """What a game written in Python knows of a position for certain: what `analyse()` of its states returns.

    Searches build proofs on it, so it must be true. What is only likely goes into `quiet_order(action)`.

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
        winner: with best play: 0, 1 or `Facts.DRAW`; None: it is not known. Then the others say which moves need no
            search, and one that is left must be as good as any.
        winning_move: where the winner is to move: a legal move that keeps the win; None: it is not known. df-pn then
            looks for one where it begins, as it does in a drawn position.
        candidates: the only moves that need a search (must-play), legal ones; None: all legal ones.
        dominated: moves that need none, since another one is as good. Here and in `losing`, actions that are not legal
            say nothing.
        losing: moves that lose.
    """

    DRAW: ClassVar[int] = 2

    winner: int | None = None
    winning_move: int | None = None
    candidates: Collection[int] | None = None
    dominated: Collection[int] = ()
    losing: Collection[int] = ()


class BaseState(abc.ABC):
    """Base for a game's state written in Python: write the abstract methods, get the rest.

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

    `apply` and `outcome` are written as if their precondition held, as in C++. The base class puts the check in
    front of them; searches, which try legal actions only, call the unchecked `apply_legal`.

    For networks a game adds, all four or none: `observation_shape` (height, width, channels) and `policy_size` as
    attributes or properties, `observation()` giving float32 `[height, width, channels]` from the side to move, and
    `policy_index(action)`, `action_from_policy(index)`, inverse on legal actions. May add: `observation_key()`
    (default: `hash()`), symmetries (`symmetry_count()`, `transformed(k)`, `transform_action(action, k)`, number 0
    being the identity), `evaluate()`, a static value for the side to move within +-30000, and `can_win(player)`.

    For searches it may add what it knows: `analyse()`, which gives `Facts` or None, and `quiet_order(action)`, a guess
    at a legal action's worth within +-10000; larger is searched first.

    The look of a position may be described by `board_cells()` and the other hooks of `boardai.drawing.board`, or drawn
    by `draw()` and `svg(shares=None)` of its own; where it says nothing, a grid is drawn from the text or the planes.
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
        """Who moves: 0 or 1; also when the game is over (who would move)."""

    @abc.abstractmethod
    def is_terminal(self) -> bool:
        """Whether the game is over."""

    @abc.abstractmethod
    def outcome(self, player: int) -> int:
        """+1, 0 or -1 for that player; asked of finished games only."""

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
        """The state of that text, in the setting of this one; may be a classmethod. ValueError if malformed."""

    def is_legal(self, action: int) -> bool:
        """Whether that action is legal here; by default, whether it is among `legal_actions()`."""
        return action in self.legal_actions()

    def child(self, action: int) -> Self:
        """A new state: this one after that action."""
        following = self.clone()
        following.apply(action)
        return following

    def hash(self) -> int:
        """64 bits over what the rules need; by default over `to_string()`."""
        # Python's own hash of a str changes from run to run; this one never does.
        text = utf8(self.to_string(), f"{type(self)!r}: to_string()")
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")

    def action_to_string(self, action: int) -> str:
        """The action's text; by default its number."""
        return str(action)

    def action_from_string(self, text: str) -> int:
        """The legal action of that text; ValueError if it names none."""
        for action in self.legal_actions():
            if self.action_to_string(action) == text:
                return action
        raise ValueError(f"{quoted(text)} is not a legal action in position {self.to_string()}")

    def can_win(self, player: int) -> bool:
        """Whether that player can still win, however badly the other one plays; by default True.

        Called for unfinished games when a flag falls: against a player who cannot win, the game is a draw. False must
        be certain, and stay so; return True if it is unknown.
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
        """The position as people see it in a terminal; a grid by default."""
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
