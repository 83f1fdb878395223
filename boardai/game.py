"""The contract of a game in Python, and the registry that finds games by name or path.

A game is found in three places: the folders of `boardai.games`, the entry-point group `boardai.games` of any
installed package, and a path to a file, `./mygame.py` or `./mygame.hpp`. In all of them a module offers one
function, `load(**params) -> Game`; a header offers one line, `BOARDAI_GAME(State)`.
"""

from __future__ import annotations

import abc
import hashlib
import importlib
import importlib.metadata
import inspect
import pickle
import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, Self, overload, runtime_checkable

import numpy as np

from boardai import native
from boardai.files import is_file
from boardai.python_file import module_of
from boardai.quoting import LONGEST_PATH, LONGEST_SPEC, quoted, shortened
from boardai.trust import Code, code_file
from boardai.unknown_names import UnknownParameter, unknown_game

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from boardai.games.chess import State as ChessState
    from boardai.games.hex import HexState
    from boardai.games.reversi import State as ReversiState
else:
    from typing import TypeVar


@runtime_checkable
class State(Protocol):
    """One position of a game, with whatever history its rules need: a value that is copied, applied to, compared.

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
    """What C++ states offer besides; the type stubs of the shipped games build on it."""

    def from_string(self, text: str) -> Self:
        """The state of that text, under this state's parameters; ValueError naming the place and the reason."""

    def pack(self) -> bytes:
        """The whole state as bytes, history included; what pickle stores."""

    def random_playout(self, seed: int) -> int:
        """Finishes the game by uniformly random moves; outcome for player 0."""

    def evaluate(self, evaluator: str = "") -> int:
        """Static value for the side to move, within +-30000; by default by the evaluator that searches use."""

    def evaluators(self) -> list[str]:
        """The names of the game's static evaluations; the first is the default of searches."""

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
        """Whether it has planes and policy indices: what follows."""

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


class BaseState(abc.ABC):
    """Base for a game's state written in Python: write the abstract methods, get the rest.

    `apply` and `outcome` are written as if their precondition held, as in C++. The base class puts the check in
    front of them; searches, which try legal actions only, call the unchecked `apply_legal`.

    For networks a game adds, all four or none: `observation_shape` (height, width, channels) and `policy_size` as
    attributes or properties, `observation()` giving float32 `[height, width, channels]` from the side to move, and
    `policy_index(action)`, `action_from_policy(index)`, inverse on legal actions. May add: `observation_key()`
    (default: `hash()`), symmetries (`symmetry_count()`, `transformed(k)`, `transform_action(action, k)`, number 0
    being the identity) and `evaluate()`, a static value for the side to move within +-30000.

    How a position looks may be said by `board_cells()` and the other hooks of `boardai.drawing.board`, or drawn by
    `draw()` and `svg(shares=None)` of its own; where it says nothing, a grid is drawn from the text or the planes.
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
    def current_player(self) -> int: ...

    @abc.abstractmethod
    def is_terminal(self) -> bool: ...

    @abc.abstractmethod
    def outcome(self, player: int) -> int: ...

    @abc.abstractmethod
    def legal_actions(self) -> list[int]: ...

    @abc.abstractmethod
    def apply(self, action: int) -> None: ...

    @abc.abstractmethod
    def clone(self) -> Self: ...

    @abc.abstractmethod
    def to_string(self) -> str: ...

    @abc.abstractmethod
    def from_string(self, text: str) -> Self:
        """The state of that text, in the setting of this one; may be a classmethod. ValueError if malformed."""

    def is_legal(self, action: int) -> bool:
        return action in self.legal_actions()

    def child(self, action: int) -> Self:
        following = self.clone()
        following.apply(action)
        return following

    def hash(self) -> int:
        # Python's own hash of a str changes from run to run; this one never does.
        return int.from_bytes(hashlib.blake2b(self.to_string().encode(), digest_size=8).digest(), "little")

    def action_to_string(self, action: int) -> str:
        return str(action)

    def action_from_string(self, text: str) -> int:
        for action in self.legal_actions():
            if self.action_to_string(action) == text:
                return action
        raise ValueError(f"no legal action is called {quoted(text)} in position {self.to_string()}")

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
            raise ValueError(f"outcome asked before the game is over, in position {self.to_string()}")
        return outcome(self, player)

    checked.__doc__, checked.__name__ = outcome.__doc__, "outcome"
    return checked


if TYPE_CHECKING:
    # A game whose state's class is not known to a type checker is taken for a native one.
    AnyState = TypeVar("AnyState", bound=State, default=NativeState, covariant=True)
else:
    AnyState = TypeVar("AnyState")


class Game(Generic[AnyState]):
    """A game with its parameters fixed: where states come from, and what networks and people need to know.

    Attributes:
        name: as given to `load`, without parameters.
        params: the parameters, as plain values.
        max_length: upper bound of actions in a game; None where there is none or it is not known.
        is_encodable: whether states have planes and policy indices.
        is_native: whether states are C++ (shipped, or compiled at run time).
        player_names: what people call player 0 and player 1.
        opponent: the spec of an agent that plays this game well without training; "" where none is known.
    """

    def __init__(
        self,
        name: str,
        initial: AnyState,
        *,
        params: dict[str, Any] | None = None,
        max_length: int | None = None,
        svg: Callable[..., str] | None = None,
        format_action: Callable[[Any, int], str] | None = None,
        parse_action: Callable[[Any, str], int] | None = None,
        player_names: tuple[str, str] = ("first player", "second player"),
        describe_ending: Callable[[Any], str] | None = None,
        opponent: str = "",
        adopt: Callable[[Any], Any] | None = None,
    ) -> None:
        """Made by a game module's `load`.

        Args:
            name: the game's name.
            initial: the start state; it is cloned, never changed.
            params: what `load` was given, normalised; None: `boardai.load` fills in what it was given.
            max_length: see the class.
            svg: draws a state as SVG text; it may take `shares=`, a policy by action, and draw it on the board. By
                default what the state's own `svg` draws.
            format_action: an action as people write it (chess: SAN); `action_to_string` by default.
            parse_action: the reverse, ValueError if it names no legal action; `action_from_string` by default.
            player_names: what people call player 0 and player 1 (chess: White, Black).
            describe_ending: why a finished game is over, for people (chess: "checkmate"); "" by default.
            opponent: see the class.
            adopt: see the method; by default the position's text is read, which is enough where no history counts.
        """
        self.name = name
        self.params = dict(params or {})
        self._params_are_known = params is not None
        self._source: tuple[Any, ...] | None = None  # what pickle keeps; given by whoever can make it
        self.max_length = max_length
        self._initial: Any = initial.clone()
        self._svg = svg
        self._format_action = format_action
        self._parse_action = parse_action
        self.player_names = player_names
        self._describe_ending = describe_ending
        self.opponent = opponent
        self._adopt = adopt
        self.is_native = native.is_native(initial)
        self.is_encodable = native.encodable(initial)

    @property
    def spec(self) -> str:
        """The text by which `load` gives this game again: `hex:size=5`."""
        pairs = ",".join(f"{key}={_write_value(value)}" for key, value in self.params.items())
        return f"{self.name}:{pairs}" if pairs else self.name

    @property
    def policy_size(self) -> int:
        """Number of logits."""
        return int(self._encoding().policy_size)

    @property
    def observation_shape(self) -> tuple[int, int, int]:
        """(height, width, channels) of one observation."""
        height, width, channels = self._encoding().observation_shape
        return int(height), int(width), int(channels)

    def _encoding(self) -> Any:
        if not self.is_encodable:
            raise ValueError(f"{self.name} has no network encoding: its states offer no observation and policy index")
        return self._initial

    def initial_state(self) -> AnyState:
        """A new start state."""
        return self._initial.clone()

    def from_string(self, text: str) -> AnyState:
        """The state of a position's text, under this game's parameters.

        Raises:
            ValueError: naming the place and the reason.
        """
        return self._initial.from_string(text)

    def adopt(self, state: Any) -> Any:
        """The same position as this game's networks see it: of a game that differs in what its states show, no more.

            boardai.load("chess:history=0").adopt(state)  # of chess, which shows the seven positions before, too

        Raises:
            ValueError: the state is of another board, or other rules.
        """
        if type(state) is type(self._initial):
            adopted = self._adopt(state) if self._adopt is not None else self._initial.from_string(state.to_string())
            if adopted.legal_actions() == state.legal_actions() and adopted.hash() == state.hash():
                return adopted
        raise ValueError(f"{self.spec}: {state.to_string()} is no position of this game")

    def svg(self, state: Any, shares: Mapping[int, float] | None = None) -> str:
        """The board as SVG text.

        Args:
            state: what is drawn.
            shares: of actions, 0 to 1, drawn on the board: a network's policy, or `policy` of a search's result.

        Raises:
            ValueError: the game draws no shares.
        """
        from boardai.drawing.picture import drawn_svg, state_svg

        return drawn_svg(self._svg or getattr(type(state), "svg", None) or state_svg, state, shares, self.name)

    def _repr_svg_(self) -> str:
        return self.svg(self._initial)

    def _repr_html_(self) -> str:
        from boardai.drawing import page

        known: dict[str, Any] = {"players": ", ".join(self.player_names), "actions at most": self.max_length}
        if self.is_encodable:
            known |= {"observation": self.observation_shape, "policy size": self.policy_size}
        facts = "\n".join(f"{name}: {value}" for name, value in known.items() if value is not None)
        return page.beside(self._repr_svg_(), page.text(f"{self.spec}\n\n{facts}"))

    def format_action(self, state: Any, action: int) -> str:
        """The action as people write it."""
        return (self._format_action or type(state).action_to_string)(state, action)

    def parse_action(self, state: Any, text: str) -> int:
        """The legal action people mean; the contract's action text is understood too.

        Raises:
            ValueError: it names no legal action.
        """
        try:
            return int(state.action_from_string(text))
        except ValueError:
            if self._parse_action is None:
                raise
            return self._parse_action(state, text)

    def describe_ending(self, state: Any) -> str:
        """Why a finished game is over, in a few words; "" where the game does not say."""
        return self._describe_ending(state) if self._describe_ending is not None else ""

    def __eq__(self, other: object) -> bool:
        return self._identity() == other._identity() if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, Any]:
        """What makes two games the same: the spec, by which `load` gives them, and the kind of state it gave.

        The kind of state tells apart two texts of C++ under one name, and a file before and after it was edited.
        """
        return self.spec, type(self._initial)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._source is None:
            raise pickle.PicklingError(
                f"game {self.spec} cannot be pickled: it was made by hand and load() does not know it; put it into a "
                "file and load that by its path"
            )
        return _restore_game, self._source

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"


# The types alone know the shipped games by name, so that an editor offers and checks what their states have.
@overload
def load(name: Literal["chess"], /, **params: Any) -> Game[ChessState]: ...
@overload
def load(name: Literal["hex"], /, **params: Any) -> Game[HexState]: ...
@overload
def load(name: Literal["reversi"], /, **params: Any) -> Game[ReversiState]: ...
@overload
def load(name: str, /, **params: Any) -> Game: ...
def load(name: str, /, **params: Any) -> Game:
    """Loads a game.

    Args:
        name: a game's name (`available_games()`), a path to a `.py` or `.hpp` file, or either with parameters
            behind a colon: `hex:size=5,swap=true`.
        **params: the game's parameters, e.g. `size=11`; they win over those in `name`.

    Raises:
        ValueError: no such game, no such parameter or a bad value; the message lists what there is.
    """
    base, written = _split_spec(name)
    params = {**written, **params}
    loader = _loader(base)
    parameters = inspect.signature(loader).parameters
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        for key in params:
            if key not in parameters:
                raise UnknownParameter(base, key, parameters)
    game = loader(**params)
    if not isinstance(game, Game):
        raise ValueError(f"{base}: load() must return a boardai.Game, not {type(game).__name__}")
    if is_path(base):
        game.name = base
    if not game._params_are_known:
        # Records and run folders must find this very game again.
        game.params = params
    game._source = ("load", base, params)
    return game


def _restore_game(how: str, what: str, params: dict[str, Any], name: str = "") -> Game:
    """Unpickles a game."""
    return load(what, **params) if how == "load" else define_game(what, name, **params)


def define_game(source: str, name: str = "game", **params: Any) -> Game:
    """A game from C++ source text, compiled now; for notebooks and tests.

    Args:
        source: C++ with a struct that satisfies `boardai::GameState` and a line `BOARDAI_GAME(ThatStruct)`.
        name: the game's name, and the file name in compiler messages.
        **params: arguments of the struct's constructor, by name.

    Raises:
        ValueError: it does not compile, with the compiler's own words, or the constructor refuses the parameters.
    """
    cls = native.define(source, name)
    max_length = getattr(cls, "max_length", None)
    game = Game(
        name, native.construct(cls, params), params=params, max_length=None if max_length is None else int(max_length)
    )
    game._source = ("define", source, params, name)
    return game


def available_games() -> list[str]:
    """Names that `load` knows: shipped games and those of installed packages."""
    shipped = {info.name for info in pkgutil.iter_modules(_shipped().__path__) if info.ispkg}
    return sorted(shipped | {entry.name for entry in importlib.metadata.entry_points(group="boardai.games")})


def _shipped() -> ModuleType:
    return importlib.import_module("boardai.games")


def is_path(name: str) -> bool:
    """Whether a game's name is that of a file."""
    return name.endswith((".py", ".hpp", ".h")) or "/" in name


def game_text(game: Game) -> str:
    """The specification that loads the game again from any folder."""
    name, colon, params = game.spec.partition(":")
    return f"{Path(name).resolve() if is_path(name) else name}{colon}{params}"


def code_in_game(spec: str) -> list[Code]:
    """What `load` would run for a game's spec, besides what is installed."""
    name = spec.partition(":")[0]
    return [code_file(name)] if is_path(name) else []


def _loader(name: str) -> Callable[..., Game]:
    if is_path(name):
        return _path_loader(Path(name))
    if name in {info.name for info in pkgutil.iter_modules(_shipped().__path__) if info.ispkg}:
        return importlib.import_module(f"boardai.games.{name}").load
    for entry in importlib.metadata.entry_points(group="boardai.games"):
        if entry.name == name:
            found = entry.load()
            return found.load if isinstance(found, ModuleType) else found
    raise unknown_game(name, available_games())


def _path_loader(path: Path) -> Callable[..., Game]:
    if not is_file(path):
        raise ValueError(f"no game file at {shortened(str(path), LONGEST_PATH)}")
    if path.suffix != ".py":
        source = path.read_text(encoding="utf-8")
        return lambda **params: define_game(source, str(path), **params)
    found = getattr(module_of(path, "game"), "load", None)
    if found is None:
        raise ValueError(f"{path} defines no function load(**params) that returns a boardai.Game")
    return found


def _split_spec(spec: str) -> tuple[str, dict[str, Any]]:
    name, colon, text = spec.partition(":")
    params: dict[str, Any] = {}
    for item in text.split(",") if colon else []:
        key, equals, value = item.partition("=")
        if not equals or not key.strip().isidentifier():
            raise ValueError(f"game {quoted(spec, LONGEST_SPEC)}: {quoted(item)} is not of the form key=value")
        params[key.strip()] = read_parameter(value.strip())
    return name, params


def read_parameter(text: str) -> Any:
    """A parameter's value as `load` takes it, from its text: true, false, none, a number, or the text itself."""
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for convert in (int, float):
        try:
            return convert(text)
        except ValueError:
            continue
    return text


def _write_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)
