"""What a C++ state looks like in Python: the methods that `native.py` puts on a bound class.

They are plain functions around the compiled face (native/boardai/python/face.hpp), so that help(), keyword
arguments and inspect.signature work; a bare bound C++ function would save 60 ns a call and have none of these.
There is no wrapper object: `self` is the C++ state.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from boardai.basics.arguments import INT, checked_seed, whole_number
from boardai.basics.quoting import quoted
from boardai.contract import NativeState, State

# C++ functions whose preconditions nobody checks: an illegal action there writes where it should not.
_UNCHECKED = (
    "apply_undoable", "undo", "encode", "noisy_actions", "quiet_actions", "capture_order", "grid_has", "grid_image",
    "grid_bit", "grid_bits", "write_grid", "write_ownership",
)  # fmt: skip


_LARGEST_CANVAS = 4096
# What cppyy says to a number that is no int of C++'s, besides what C++ throws itself.
_REFUSALS = (TypeError, ValueError, OverflowError)


def _action(state: Any, action: Any, refusal: Exception) -> int:
    """An action that a C++ function did not take as it is, such as a NumPy integer.

    Args:
        state: where.
        action: the action.
        refusal: what the function raised.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is larger than any action; or `refusal`, where the function took it and said no.
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
    """Stands where an unchecked C++ function would be reachable from Python."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, state: Any, cls: Any) -> Any:
        raise AttributeError(f"{self.name} is for native searches only: it does not check its arguments")


def refuse_text(text: Any) -> None:
    """Says what a text is refused for that C++ cannot take: after a TypeError of the call.

    Raises:
        ValueError: half a surrogate pair, as in file names and arguments that are not UTF-8.
        TypeError: it is no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"expected a text, not {quoted(text)}") from None
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"expected text that can be written, not {quoted(text)}") from None


def dress(
    cls: Any,
    face: Any,
    *,
    name: str,
    module: str,
    doc: str,
    draw: Callable[[Any], str] | None,
    svg: Callable[..., str] | None = None,
    hooks: tuple[Callable[..., Any], ...] = (),
    unchecked: tuple[str, ...] = (),
) -> None:
    """Gives a C++ state class the contract's checked methods and a Python object's manners.

    Args:
        cls: the cppyy class.
        face: its `boardai::python::Face`.
        name: the class's name.
        module: the Python module it belongs to.
        doc: its docstring.
        draw: `draw()` and `str(state)`; by default the C++ class's own `draw`, else a grid.
        svg: `svg(shares=None)`; by default the C++ class's own `svg`, else a grid.
        hooks: what the game says of its board (`boardai.drawing.board`), each by its name.
        unchecked: the game's own functions that Python may not call, besides those of the contract.
    """
    for method in _contract_methods(cls, face):
        method.__module__ = module
        setattr(cls, method.__name__, method)
    native_only = {function for function in (*_UNCHECKED, *unchecked) if hasattr(cls, function)}
    for function in native_only:
        setattr(cls, function, _NativeOnly(function))
    cls.__dir__ = lambda self: [name for name in object.__dir__(self) if name not in native_only]
    for name_of_fact, fact in _facts(cls).items():
        fact.__module__ = module
        setattr(cls, name_of_fact, fact)
    equal = cls.__eq__
    cls.__eq__ = lambda self, other: equal(self, other) if type(other) is cls else NotImplemented
    cls.__ne__ = lambda self, other: not equal(self, other) if type(other) is cls else NotImplemented
    folded_hash = face.folded_hash
    cls.__hash__ = lambda self: folded_hash(self)
    cls.__copy__ = lambda self: cls(self)
    cls.__deepcopy__ = lambda self, memo: cls(self)
    for hook in hooks:
        setattr(cls, hook.__name__, hook)
    _dress_drawing(cls, draw, svg, module)
    cls.__repr__ = lambda self: f"<{name} {quoted(self.to_string())}>"
    cls.__module__, cls.__qualname__, cls.__name__, cls.__doc__ = module, name, name, doc


def _facts(cls: Any) -> dict[str, Callable[[Any], Any]]:
    """A game's C++ functions without arguments as plain ones, which refuse arguments in Python's words."""
    documented = {**vars(State), **vars(NativeState)}
    found = {}
    for name, member in vars(cls).items():
        # `__overload__` is what cppyy's functions have, a line with their C++ signature their docstring.
        is_cpp = not name.startswith("_") and hasattr(member, "__overload__")
        if is_cpp and re.fullmatch(r"[^\n]*\(\)", member.__doc__ or ""):
            found[name] = _fact(name, member, getattr(documented.get(name), "__doc__", None))
    return found


def _fact(name: str, bound: Callable[[Any], Any], doc: str | None) -> Callable[..., Any]:
    def fact(self: Any) -> Any:
        return bound(self)

    fact.__name__, fact.__qualname__, fact.__doc__ = name, name, doc
    return fact


def _dress_drawing(
    cls: Any, game_draw: Callable[[Any], str] | None, game_svg: Callable[..., str] | None, module: str
) -> None:
    """How a state looks: by the game's Python, by its C++, or as a grid."""
    if game_draw is None and hasattr(cls, "draw"):
        cpp_draw = cls.draw
        game_draw = lambda self: str(cpp_draw(self))  # noqa: E731
    if game_svg is None and hasattr(cls, "svg"):
        cpp_svg = cls.svg
        game_svg = lambda self: str(cpp_svg(self))  # noqa: E731
    if hasattr(cls, "action_cells") and hasattr(cls.action_cells, "__overload__"):
        cpp_action_cells = cls.action_cells

        def action_cells(self: Any, action: int) -> list[int]:
            """The cells a legal action concerns, as `row * columns + column`.

            Raises:
                ValueError: the action is not legal here.
            """
            if not self.is_legal(action):
                raise ValueError(f"action {action!r} is not legal in position {self.to_string()}")
            return [int(cell) for cell in cpp_action_cells(self, int(action))]

        action_cells.__module__ = module
        cls.action_cells = action_cells

    def draw(self: Any) -> str:
        """The position as people see it in a terminal, in several lines."""
        if game_draw is not None:
            return game_draw(self)
        from boardai.drawing import drawn

        return drawn(self)

    def svg(self: Any, shares: Mapping[int, float] | None = None) -> str:
        """The position as an SVG picture; `shares` of actions, 0 to 1, such as a policy, are drawn on the board.

        Raises:
            ValueError: the game draws no shares.
        """
        from boardai.drawing.picture import drawn_svg, state_svg

        return drawn_svg(game_svg or state_svg, self, shares, cls.__name__)

    cls._draws_by_default = game_draw is None
    for method in (draw, svg):
        method.__module__ = module
        setattr(cls, method.__name__, method)
    cls.__str__ = draw
    cls._repr_svg_ = lambda self: self.svg()


def _contract_methods(cls: Any, face: Any) -> list[Callable[..., Any]]:
    """The contract of `boardai.game.State`, for one class."""
    # Looked up once: an attribute of a C++ class costs as much as the call.
    face_legal_actions, face_is_legal, face_apply = face.legal_actions, face.is_legal, face.apply
    face_read, face_outcome, face_to_string = face.read, face.outcome, face.to_string

    def legal_actions(self: Any) -> list[int]:
        """The legal actions, sorted; empty if and only if the game is over. A pass is an ordinary action."""
        return face_legal_actions(self)

    def is_legal(self: Any, action: int) -> bool:
        """Whether that action is legal here."""
        try:
            return face_is_legal(self, action)
        except _REFUSALS as error:
            refusal = error
        try:
            number = _action(self, action, refusal)
        except ValueError:
            return False
        return face_is_legal(self, number)

    def apply(self: Any, action: int) -> None:
        """Plays an action in place.

        Raises:
            ValueError: the action is not legal here; the state is unchanged.
        """
        try:
            face_apply(self, action)
        except _REFUSALS as error:
            face_apply(self, _action(self, action, error))

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
        return face_outcome(self, whole_number("player", player))

    def can_win(self: Any, player: int) -> bool:
        """Whether that player (0 or 1) can still win, however badly the other one plays; True where it is not known.

        Raises:
            ValueError: no such player.
        """
        return face.can_win(self, whole_number("player", player))

    def to_string(self: Any) -> str:
        """The position as one line of text."""
        return face_to_string(self)

    def from_string(self: Any, text: str) -> Any:
        """The state of that text, under this state's parameters.

        Raises:
            ValueError: naming the place and the reason.
        """
        state = cls(self)
        try:
            face_read(state, text)
        except TypeError:
            refuse_text(text)
            raise
        return state

    def action_to_string(self: Any, action: int) -> str:
        """The text of a legal action.

        Raises:
            ValueError: the action is not legal here.
        """
        try:
            return face.action_to_string(self, action)
        except _REFUSALS as error:
            return face.action_to_string(self, _action(self, action, error))

    def action_from_string(self: Any, text: str) -> int:
        """The legal action of that text.

        Raises:
            ValueError: it names none.
        """
        try:
            return face.action_from_string(self, text)
        except TypeError:
            refuse_text(text)
            raise

    def pack(self: Any) -> bytes:
        """The whole state as bytes, history included; what pickle stores."""
        return face.pack(self)

    def random_playout(self: Any, seed: int) -> int:
        """Finishes the game by uniformly random moves; outcome for player 0. The state is unchanged.

        Raises:
            ValueError: the seed is no whole number of 64 bits.
        """
        return face.random_playout(self, checked_seed(seed))

    def evaluate(self: Any, evaluator: str = "") -> int:
        """Static value for the side to move, within +-30000.

        `evaluator` is one of `evaluators()`; by default the one that searches use.

        Raises:
            ValueError: the game has no evaluator of that name.
        """
        try:
            return face.evaluate(self, evaluator)
        except TypeError:
            refuse_text(evaluator)
            raise

    def evaluation_point(self: Any, evaluator: str = "") -> float:
        """What one point of the final margin is in the numbers of `evaluate()`; 0 in games not decided by points.

        Raises:
            ValueError: the game has no evaluator of that name.
        """
        try:
            return float(face.evaluation_point(self, evaluator))
        except TypeError:
            refuse_text(evaluator)
            raise

    def evaluators(self: Any) -> list[str]:
        """The names of the game's static evaluations; the first is the default of searches."""
        return face.evaluators(self).split(", ")

    def symmetry_count(self: Any) -> int:
        """Number of board symmetries, the identity included."""
        return face.symmetry_count(self)

    def transformed(self: Any, symmetry: int) -> Any:
        """The state seen through a symmetry in `[0, symmetry_count())`; 0 is the identity."""
        state = cls(self)
        face.transform(state, whole_number("symmetry", symmetry))
        return state

    def transform_action(self: Any, action: int, symmetry: int) -> int:
        """The action that means in `transformed(symmetry)` what `action` means here."""
        number = whole_number("symmetry", symmetry)
        try:
            return face.transform_action(self, action, number)
        except _REFUSALS as error:
            return face.transform_action(self, _action(self, action, error), number)

    def has_undo(self: Any) -> bool:
        """Whether native searches can take actions back instead of copying."""
        return face.has_undo(self)

    def undo_restores(self: Any) -> bool:
        """Whether applying and undoing each legal action restores this state bit for bit."""
        return face.undo_restores(self)

    return [value for value in locals().values() if getattr(value, "__qualname__", "").startswith("_contract_methods.")]


def _extent(name: str, given: Any, board: int) -> int:
    """One side of a canvas. C++ never sees another: an empty array would take the process down."""
    if given is None:
        return board
    extent = whole_number(name, given)
    if extent < board:
        raise ValueError(f"a canvas of {name} {extent} is smaller than the board, whose {name} is {board}")
    if extent > _LARGEST_CANVAS:
        raise ValueError(f"a canvas of {name} {extent} is larger than {_LARGEST_CANVAS}, the largest there is")
    return extent


def dress_encoding(cls: Any, face: Any) -> None:
    """Adds what a network sees and says.

    Args:
        cls: the cppyy class.
        face: its `boardai::python::EncodableFace`.
    """

    def observation(self: Any, height: int | None = None, width: int | None = None) -> np.ndarray:
        """What a network sees: float32 `[height, width, channels]` from the side to move.

        The canvas has the board's own extent unless a larger height and width are given.

        Raises:
            ValueError: the canvas is smaller than the board, or larger than 4096 cells a side.
            TypeError: height or width is no whole number.
        """
        rows = _extent("height", height, face.observation_height(self))
        columns = _extent("width", width, face.observation_width(self))
        planes = np.zeros((rows, columns, face.observation_channels(self)), np.float32)
        face.write_observation(self, planes, planes.size, rows, columns)
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
            return face.policy_index(self, action)
        except _REFUSALS as error:
            return face.policy_index(self, _action(self, action, error))

    def action_from_policy(self: Any, index: int) -> int:
        """The legal action of a logit.

        Raises:
            ValueError: the index names no legal action.
        """
        return face.action_from_policy(self, whole_number("policy index", index))

    def observation_key(self: Any) -> int:
        """64 bits over everything the planes show; keys evaluation caches."""
        return face.observation_key(self)

    for method in (observation, legal_mask, policy_index, action_from_policy, observation_key):
        method.__module__ = cls.__module__
        setattr(cls, method.__name__, method)
    cls.policy_size = property(lambda self: face.policy_size(self), doc="Number of logits.")
    cls.observation_shape = property(
        lambda self: (face.observation_height(self), face.observation_width(self), face.observation_channels(self)),
        doc="(height, width, channels) of one observation.",
    )
