"""C++ states in Python: the methods that `native.py` adds to a bound class.

They are plain functions around the compiled api (native/boardai/python/api.hpp), so that help(), keyword
arguments and inspect.signature work; a bare bound C++ function would save 60 ns a call and have none of these.
There is no wrapper object: `self` is the C++ state.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from boardai.basics.arguments import INT, checked_seed, whole_number
from boardai.basics.quoting import quoted
from boardai.contract import NativeState, State

# What the contract has. Of a state's own C++ functions Python may call those that are named next to it, and no others:
# most trust their arguments, and one that gets an illegal action writes where it should not.
CONTRACT = frozenset(name for kind in (State, NativeState) for name in vars(kind) if not name.startswith("_"))
_LARGEST_CANVAS = 4096
# cppyy's exceptions for a number that is not an int in C++, besides C++'s own.
_REFUSALS = (TypeError, ValueError, OverflowError)


def _action(state: Any, action: Any, refusal: Exception) -> int:
    """An action that a C++ function did not take as it is, such as a NumPy integer.

    Args:
        state: where.
        action: the action.
        refusal: exception of the function.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is larger than any action; or `refusal`, where the function read it and returned false.
    """
    if type(refusal) not in _REFUSALS:  # of C++, not of cppyy
        raise refusal
    try:
        number = operator.index(action)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {quoted(action)}; action_from_string reads texts") from None
    if number not in INT:
        raise ValueError(f"illegal action {quoted(number)} in position {state.to_string()}") from None
    return number


class _NativeOnly:
    """Takes the place of a C++ function that is not declared callable from Python."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, state: Any, cls: Any) -> Any:
        if state is None:
            return self  # cppyy would find the function again behind an AttributeError of its class
        raise AttributeError(f"{self.name} is only for native searches: it does not check its arguments")


def cpp_functions(cls: Any) -> dict[str, Any]:
    """The public C++ functions of a class, those of its C++ bases among them, as they can be called from Python."""
    found: dict[str, Any] = {}
    for name in dir(cls):  # templates are not in the class before they are used
        if not name.startswith("_"):
            member = getattr(cls, name, None)  # None: a field of its objects
            if type(member).__name__ in ("CPPOverload", "TemplateProxy"):
                found[name] = member
    return found


def takes_nothing(function: Any) -> bool:
    """Whether a C++ function has no arguments; its docstring is a line with each signature."""
    return re.fullmatch(r"[^\n]*\(\)", function.__doc__ or "") is not None


def allow(cls: Any, names: Collection[str]) -> None:
    """Takes all C++ functions out of Python's reach but these."""
    for name in cpp_functions(cls).keys() - set(names):
        setattr(cls, name, _NativeOnly(name))
    cls.__dir__ = lambda self: [
        name for name in object.__dir__(self) if not isinstance(vars(cls).get(name), _NativeOnly)
    ]


def cpp_text(text: Any) -> str:
    """A text as an argument of a C++ function.

    cppyy must not see half a surrogate pair: whenever it refuses one it leaves memory behind, more from call to call.

    Raises:
        ValueError: half a surrogate pair, as in file names and arguments that are not UTF-8.
        TypeError: it is no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a text, not {quoted(text)}")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError(f"expected text that can be written, not {quoted(text)}") from None
    return text


def _evaluation(evaluator: Any) -> Any:
    """An evaluation's name, or what native searches take."""
    return evaluator if hasattr(type(evaluator), "__cpp_name__") else cpp_text(evaluator)


def add_python_methods(
    cls: Any,
    api: Any,
    *,
    name: str,
    module: str,
    doc: str,
    draw: Callable[[Any], str] | None = None,
    svg: Callable[..., str] | None = None,
    hooks: tuple[Callable[..., Any], ...] = (),
    public: Collection[str] = (),
    facts: bool = False,
    shipped_default: str = "",
    methods: Callable[[Any], list[Callable[..., Any]]] | None = None,
) -> None:
    """Adds the contract's checked methods and Python's special methods to a C++ state class.

    Of its C++ functions those stay that the contract has or `public` names; no other can be reached from Python.

    Args:
        cls: the cppyy class.
        api: its `boardai::python::StateApi`.
        name: the class's name.
        module: the Python module it belongs to.
        doc: its docstring.
        draw: `draw()` and `str(state)`; by default the C++ class's own `draw`, else a grid.
        svg: `svg(shares=None)`; by default the C++ class's own `svg`, else a grid.
        hooks: what the game says of its board (`boardai.drawing.board`), each by its name.
        public: the game's own functions that Python may call as they are, for they have no arguments or check them.
        facts: all without arguments are public as well.
        shipped_default: the weights that ship with the game and that searches evaluate by; "": the first of
            `evaluators()`.
        methods: gives, of the class with all its C++ functions, those in Python that check what they hand on.
    """
    own = cpp_functions(cls)
    signatures = {function: str(overload.__doc__) for function, overload in own.items()}
    if missing := sorted(set(public) - own.keys()):
        raise ValueError(f"{name} has no function {', '.join(missing)} that Python could call")
    public = {*public, *(function for function in own if facts and takes_nothing(own[function]))}
    written = [*_contract_methods(cls, api), *_hooks_with_arguments(own), *_drawing(own, cls, draw, svg), *hooks]
    written += methods(cls) if methods is not None else []
    allow(cls, public)
    documented = {**vars(State), **vars(NativeState)}
    for function in own:
        # One without arguments as a plain function, which refuses arguments in Python's words.
        if takes_nothing(own[function]) and (function in public or function in CONTRACT):
            written.insert(
                0, _native_method(function, own[function], getattr(documented.get(function), "__doc__", None))
            )
    for method in written:
        if method not in hooks:
            method.__module__ = module
        setattr(cls, method.__name__, method)
    equal = cls.__eq__
    cls.__eq__ = lambda self, other: equal(self, other) if type(other) is cls else NotImplemented
    cls.__ne__ = lambda self, other: not equal(self, other) if type(other) is cls else NotImplemented
    folded_hash = api.folded_hash
    cls.__hash__ = lambda self: folded_hash(self)
    cls.__copy__ = lambda self: cls(self)
    cls.__deepcopy__ = lambda self, memo: cls(self)
    cls._shipped_default, cls._own_functions = shipped_default, signatures
    cls._draws_by_default = draw is None and "draw" not in own
    cls.__str__ = cls.draw
    cls._repr_svg_ = lambda self: self.svg()
    cls.__repr__ = lambda self: f"<{name} {quoted(self.to_string())}>"
    cls.__module__, cls.__qualname__, cls.__name__, cls.__doc__ = module, name, name, doc


def _native_method(name: str, bound: Callable[[Any], Any], doc: str | None) -> Callable[..., Any]:
    def fact(self: Any) -> Any:
        return bound(self)

    fact.__name__, fact.__qualname__, fact.__doc__ = name, name, doc
    return fact


def _hooks_with_arguments(own: Mapping[str, Any]) -> list[Callable[..., Any]]:
    """The hooks of a C++ game that take arguments, with checks of the arguments."""
    written: list[Callable[..., Any]] = []
    if "action_cells" in own:

        def action_cells(self: Any, action: int) -> list[int]:
            """The cells a legal action concerns, as `row * columns + column`.

            Raises:
                ValueError: the action is not legal here.
            """
            if not self.is_legal(action):
                raise ValueError(f"action {action!r} is not legal in position {self.to_string()}")
            return [int(cell) for cell in own["action_cells"](self, int(action))]

        written.append(action_cells)
    for name, checked in _ARGUMENTS.items():
        if name in own and not takes_nothing(own[name]):
            written.append(_asked(name, own[name], checked))
    return written


def _asked(name: str, bound: Callable[..., Any], checked: Callable[[Any], Any]) -> Callable[..., Any]:
    def asked(self: Any, about: Any) -> Any:
        return bound(self, checked(about))

    asked.__name__, asked.__qualname__ = name, name
    return asked


def _player(player: Any) -> int:
    number = whole_number("player", player)
    if number not in (0, 1):
        raise ValueError(f"player must be 0 or 1, not {quoted(player)}")
    return number


def _piece(piece: Any) -> str:
    if not isinstance(piece, str) or len(piece) != 1:
        raise ValueError(f"a piece is one character, not {quoted(piece)}")
    return piece


# The hooks of `boardai.drawing` with an argument, and what checks it.
_ARGUMENTS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("player_pieces", "player_score"), _player),
    **dict.fromkeys(("piece_name", "piece_colour", "piece_picture", "piece_symbol"), _piece),
    "describe_margin": float,
}


def _drawing(
    own: Mapping[str, Any], cls: Any, game_draw: Callable[[Any], str] | None, game_svg: Callable[..., str] | None
) -> list[Callable[..., Any]]:
    """How a state looks: by the game's Python, by its C++, or as a grid."""
    if game_draw is None and "draw" in own:
        game_draw = lambda self: str(own["draw"](self))  # noqa: E731
    if game_svg is None and "svg" in own:
        game_svg = lambda self: str(own["svg"](self))  # noqa: E731

    def draw(self: Any) -> str:
        """The position as several lines of text, for terminals."""
        if game_draw is not None:
            return game_draw(self)
        from boardai.drawing import drawn

        return drawn(self)

    def svg(self: Any, shares: Mapping[int, float] | None = None) -> str:
        """The position as an SVG picture; `shares` of actions, from 0 to 1, such as a policy, are drawn on the board.

        Raises:
            ValueError: the game draws no shares.
        """
        from boardai.drawing.picture import drawn_svg, state_svg

        return drawn_svg(game_svg or state_svg, self, shares, cls.__name__)

    return [draw, svg]


def _contract_methods(cls: Any, api: Any) -> list[Callable[..., Any]]:
    """The contract of `boardai.game.State`, for one class."""
    # Looked up once: an attribute of a C++ class costs as much as the call.
    api_legal_actions, api_is_legal, api_apply = api.legal_actions, api.is_legal, api.apply
    api_read, api_outcome, api_to_string = api.read, api.outcome, api.to_string

    def legal_actions(self: Any) -> list[int]:
        """The legal actions, sorted; empty if and only if the game is over. A pass is an ordinary action."""
        return api_legal_actions(self)

    def is_legal(self: Any, action: int) -> bool:
        """Whether that action is legal here."""
        try:
            return api_is_legal(self, action)
        except _REFUSALS as error:
            refusal = error
        try:
            number = _action(self, action, refusal)
        except ValueError:
            return False
        return api_is_legal(self, number)

    def apply(self: Any, action: int) -> None:
        """Plays an action in place.

        Raises:
            ValueError: the action is not legal here; the state is unchanged.
        """
        try:
            api_apply(self, action)
        except _REFUSALS as error:
            api_apply(self, _action(self, action, error))

    def child(self: Any, action: int) -> Any:
        """A new state: this one after that action.

        Raises:
            ValueError: the action is not legal here.
        """
        state = cls(self)
        apply(state, action)
        return state

    def clone(self: Any) -> Any:
        """An independent copy."""
        return cls(self)

    def outcome(self: Any, player: int) -> int:
        """+1, 0 or -1 for that player (0 or 1); the two players' outcomes add up to 0.

        Raises:
            ValueError: the game is not over.
        """
        return api_outcome(self, whole_number("player", player))

    def can_win(self: Any, player: int) -> bool:
        """Whether that player (0 or 1) can still win, however badly the other one plays; True where it is not known.

        Raises:
            ValueError: no such player.
        """
        return api.can_win(self, whole_number("player", player))

    def to_string(self: Any) -> str:
        """The position as one line of text."""
        return api_to_string(self)

    def from_string(self: Any, text: str) -> Any:
        """The state of that text, under this state's parameters.

        Raises:
            ValueError: naming the place and the reason.
        """
        state = cls(self)
        api_read(state, cpp_text(text))
        return state

    def action_to_string(self: Any, action: int) -> str:
        """The text of a legal action.

        Raises:
            ValueError: the action is not legal here.
        """
        try:
            return api.action_to_string(self, action)
        except _REFUSALS as error:
            return api.action_to_string(self, _action(self, action, error))

    def action_from_string(self: Any, text: str) -> int:
        """The legal action with this text.

        Raises:
            ValueError: the text names no legal action.
        """
        return api.action_from_string(self, cpp_text(text))

    def pack(self: Any) -> bytes:
        """The whole state as bytes, including its history; pickle stores these."""
        return api.pack(self)

    def random_playout(self: Any, seed: int) -> int:
        """Finishes the game with uniformly random moves; returns the outcome for player 0. The state is unchanged.

        Raises:
            ValueError: the seed is no whole number of 64 bits.
        """
        return api.random_playout(self, checked_seed(seed))

    def evaluate(self: Any, evaluator: str = "") -> int:
        """Static value for the side to move, within +-30000.

        `evaluator` is one of `evaluators()`, by default the first. Searches may evaluate by a network instead:
        `boardai.search.evaluators(state)` names what they use.

        Raises:
            ValueError: the game has no evaluator of that name.
        """
        return api.evaluate(self, _evaluation(evaluator))

    def evaluation_point(self: Any, evaluator: str = "") -> float:
        """The value of one point of the final margin in the unit of `evaluate()`; 0 in games without points.

        Raises:
            ValueError: the game has no evaluator of that name.
        """
        return float(api.evaluation_point(self, _evaluation(evaluator)))

    def evaluators(self: Any) -> list[str]:
        """The names of the game's own static evaluations; the first is the default."""
        return api.evaluators(self).split(", ")

    def symmetry_count(self: Any) -> int:
        """Number of board symmetries, including the identity."""
        return api.symmetry_count(self)

    def transformed(self: Any, symmetry: int) -> Any:
        """The state seen through a symmetry in `[0, symmetry_count())`; 0 is the identity."""
        state = cls(self)
        api.transform(state, whole_number("symmetry", symmetry))
        return state

    def transform_action(self: Any, action: int, symmetry: int) -> int:
        """The action of `transformed(symmetry)` that corresponds to `action` here."""
        number = whole_number("symmetry", symmetry)
        try:
            return api.transform_action(self, action, number)
        except _REFUSALS as error:
            return api.transform_action(self, _action(self, action, error), number)

    def has_undo(self: Any) -> bool:
        """Whether native searches can undo actions instead of copying states."""
        return api.has_undo(self)

    def undo_restores(self: Any) -> bool:
        """Whether applying and undoing each legal action restores this state bit for bit."""
        return api.undo_restores(self)

    return [value for value in locals().values() if getattr(value, "__qualname__", "").startswith("_contract_methods.")]


def _extent(name: str, given: Any, board: int) -> int:
    """One side of a canvas. C++ never sees another: an empty array would take the process down."""
    if given is None:
        return board
    extent = whole_number(name, given)
    if extent < board:
        raise ValueError(f"a canvas of {name} {extent} is smaller than the board, whose {name} is {board}")
    if extent > _LARGEST_CANVAS:
        raise ValueError(f"a canvas of {name} {extent} is larger than {_LARGEST_CANVAS}, the maximum")
    return extent


def add_encoding_methods(cls: Any, api: Any) -> None:
    """Adds the methods for networks.

    Args:
        cls: the cppyy class.
        api: its `boardai::python::EncodingApi`.
    """

    def observation(self: Any, height: int | None = None, width: int | None = None) -> np.ndarray:
        """What a network sees: float32 `[height, width, channels]` from the side to move.

        The canvas has the board's own extent unless a larger height and width are given.

        Raises:
            ValueError: the canvas is smaller than the board, or larger than 4096 cells a side.
            TypeError: height or width is no whole number.
        """
        rows = _extent("height", height, api.observation_height(self))
        columns = _extent("width", width, api.observation_width(self))
        planes = np.zeros((rows, columns, api.observation_channels(self)), np.float32)
        api.write_observation(self, planes, planes.size, rows, columns)
        return planes

    def legal_mask(self: Any) -> np.ndarray:
        """Which policy indices are legal here: bool array `[policy_size]`."""
        mask = np.zeros(self.policy_size, bool)
        mask[[self.policy_index(action) for action in self.legal_actions()]] = True
        return mask

    def policy_index(self: Any, action: int) -> int:
        """The logit of a legal action.

        Raises:
            ValueError: the action is not legal here.
        """
        try:
            return api.policy_index(self, action)
        except _REFUSALS as error:
            return api.policy_index(self, _action(self, action, error))

    def action_from_policy(self: Any, index: int) -> int:
        """The legal action of a logit.

        Raises:
            ValueError: the index names no legal action.
        """
        return api.action_from_policy(self, whole_number("policy index", index))

    def observation_key(self: Any) -> int:
        """64 bits over everything the planes show; keys evaluation caches."""
        return api.observation_key(self)

    for method in (observation, legal_mask, policy_index, action_from_policy, observation_key):
        method.__module__ = cls.__module__
        setattr(cls, method.__name__, method)
    cls.policy_size = property(lambda self: api.policy_size(self), doc="Number of logits.")
    cls.observation_shape = property(
        lambda self: (api.observation_height(self), api.observation_width(self), api.observation_channels(self)),
        doc="(height, width, channels) of one observation.",
    )
