"""Games: their facts besides states, and the registry that finds them by name or path.

A game is found in three places: the folders of `boardai.games`, the entry-point group `boardai.games` of any
installed package, and a path to a file, `./mygame.py` or `./mygame.hpp`. A Python module defines one subclass of
`Game`; if the states contain everything, one subclass of `BaseState` and no `Game`. A header has
one line, `BOARDAI_GAME(State)`.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import os
import pickle
import pkgutil
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

from boardai import native
from boardai.basics.files import is_file
from boardai.basics.python_file import module_of
from boardai.basics.quoting import LONGEST_PATH, LONGEST_SPEC, quoted, shortened
from boardai.basics.text_files import read_user_text, without_zero_width
from boardai.basics.trust import Code, code_file
from boardai.basics.unknown_names import UnknownParameter, alternatives, nearest_name
from boardai.clocks.management import MOVES_EXPECTED
from boardai.contract import BaseState

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from boardai.contract import NativeState, State
    from boardai.drawing.layers import Layer

    # A game whose state's class is not known to a type checker is taken for a native one.
    AnyState = TypeVar("AnyState", bound=State, default=NativeState, covariant=True)
else:
    from typing import TypeVar

    AnyState = TypeVar("AnyState")


_MOVE_NUMBER = re.compile(r"\d+\.+|\.+", re.ASCII)


@dataclass(frozen=True)
class PlugIns:
    """What a game brings for other parts of boardai: modules of its package, by name; "" is none.

    They are imported when a caller asks for them (`Game.plug_in`).

    >>> boardai.load("hex").plug_ins.htp
    'htp'

    Attributes:
        files: file formats of its own; `FORMATS`, a tuple of `boardai.records.formats.GameFormat`.
        serving: the protocols its engines are spoken to in; `PROTOCOLS`, servers by name, the usual one first.
        uci: how other programs that speak UCI are spoken to; a class `Engine`.
        gtp: likewise of GTP.
        htp: likewise of HTP.
        openspiel: its counterpart in OpenSpiel.
        cells: positions as rows of numbers, for the prediction service; `state_of_numbers(game, numbers)`.
        benchmarks: rows of `python -m boardai.bench`; `benchmarks()`, and the variants of its signature.
        device: its rules as JAX functions; a class `Rules` (`boardai.device`).
        layers: what it knows of a position, drawn on the board: `LAYERS` (`boardai.drawing.layers`); and perhaps
            `evaluation_parts(state)`, by the evaluation's name what each of its terms says.
    """

    files: str = ""
    serving: str = ""
    uci: str = ""
    gtp: str = ""
    htp: str = ""
    openspiel: str = ""
    cells: str = ""
    benchmarks: str = ""
    device: str = ""
    layers: str = ""


class Game(Generic[AnyState]):
    """A game with fixed parameters: its start state, and what networks and users need to know about it.

    >>> game = boardai.load("hex", size=3)
    >>> state = game.initial_state()
    >>> game.policy_size, game.observation_shape, game.max_length
    (9, (3, 3, 3), 9)
    >>> game.from_string(state.to_string()) == state
    True

    Derive from it if your game's states do not define everything: set attributes and override methods. The arguments of
    the constructor are the game's parameters.

        class Race(boardai.Game):
            player_names = ("runner", "chaser")

            def __init__(self, goal: int = 10):
                super().__init__(RaceState(goal))

            def describe_ending(self, state):
                return "the goal was reached"

    Args:
        initial: the start state; it is cloned and never changed.
        params: the parameters with which `load` makes this game again; by default those that `load` received.

    Attributes:
        name: as given to `load`, without parameters; for a game made from a state, the name of the state's class.
        params: the parameters, as plain values.
        other_names: other names of an included game.
        plug_ins: the modules that it adds to other parts of boardai.
        max_length: upper bound of the number of actions in a game, by default the state's `max_length`; None if there
            is none or it is not known.
        is_encodable: whether states have planes and policy indices.
        is_native: whether states are C++ (included, or compiled at run time).
        player_names: the names of player 0 and player 1.
        opponent: the spec of an agent that plays this game well without training; "" if none is known.
        opening_noise: options that vary the first moves of `opponent` when it plays, but not when it analyses
            (`noise=30,noisy_moves=4`); "" if its games vary anyway, or no options are known.
        levels: opponents of increasing strength, each a name (one lower-case word) and a spec; (): `opponent` with less
            time.
        level_scores: the measured score of a level against the level below it, as a share of the points.
        strongest: the spec of a stronger agent for unlimited time; "": `opponent` with more time.
        includes_network: whether a trained network for this board is included (`run=shipped`).
        plain_evaluator: the name of its simplest evaluation, which can be counted on the board (material, discs, moves
            to a connection); "" if it has only one.
        choices: the parameters that are chosen from a list, each with its values, the usual one first.
        multiline_parameters: parameters of `choices` that may also be a text of several lines, such as a user's board.
        score_unit: the unit of its evaluations' scores: `centipawns`, or "" if each has its own unit.
        drawn_side: maximum rows and columns of a board that users draw cell by cell, for `board_parameters`; 0: this
            game's boards have one shape.
        in_position_text: the parameters that only change the start position's text and planes. Games that differ in
            other parameters have different rules, even if they have the same start position.
    """

    name: str = ""
    other_names: tuple[str, ...] = ()
    plug_ins: PlugIns = PlugIns()
    max_length: int | None = None
    player_names: tuple[str, str] = ("first player", "second player")
    opponent: str = ""
    opening_noise: str = ""
    levels: tuple[tuple[str, str], ...] = ()
    level_scores: Mapping[str, float] = {}
    strongest: str = ""
    includes_network: bool = False
    plain_evaluator: str = ""
    choices: Mapping[str, Sequence[Any]] = {}
    multiline_parameters: tuple[str, ...] = ()
    score_unit: str = ""
    drawn_side: int = 0
    in_position_text: tuple[str, ...] = ()

    def __init__(self, initial: AnyState, params: Mapping[str, Any] | None = None) -> None:
        self.name = self.name or type(initial).__name__
        self.params = dict(params or {})
        self._params_are_known = params is not None
        self._source: tuple[Any, ...] | None = None  # what pickle keeps; given by code that can make it
        self._initial: Any = initial.clone()
        if self.max_length is None and (longest := getattr(initial, "max_length", None)) is not None:
            self.max_length = int(longest)
        self.is_native = native.is_native(initial)
        self.is_encodable = native.encodable(initial)

    @classmethod
    def plug_in(cls, kind: str) -> ModuleType | None:
        """The module that the game adds to a part of boardai; None if it adds none.

        >>> type(boardai.load("chess")).plug_in("files").__name__
        'boardai.games.chess.game_files'

        Args:
            kind: a field of `PlugIns`.
        """
        name = getattr(cls.plug_ins, kind)
        if not name:
            return None
        # A game that builds on another one has its modules as well.
        owner = next(base for base in cls.__mro__ if "plug_ins" in vars(base))
        package = sys.modules[owner.__module__].__package__
        return importlib.import_module(f"{package}.{name}" if package else name)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers on the board that show facts about a position; empty if the game has none.

        >>> [layer.title for layer in boardai.load("reversi").layers]
        ['Stable discs', 'Frontier', 'Empty regions and parity', 'Classes of cells']
        """
        module = self.plug_in("layers")
        return tuple(module.LAYERS) if module is not None else ()

    @property
    def spec(self) -> str:
        """The text with which `load` makes this game again: `hex:size=5`."""
        pairs = ",".join(f"{key}={_write_value(value)}" for key, value in self.params.items())
        return f"{self.name}:{pairs}" if pairs else self.name

    @property
    def policy_size(self) -> int:
        """Number of logits."""
        return int(self._encoding().policy_size)

    @property
    def policy_cells(self) -> tuple[int, ...] | None:
        """The place of each policy index in planes, for convolutional policy heads.

        Given as (plane * rows + row) * columns + column. None: the indices have this order already, and indices after
        the last whole plane belong to no cell (pass, swap).
        """
        return None

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
        """The state of a position's text, with this game's parameters.

        Raises:
            ValueError: naming the place and the reason.
        """
        return self._initial.from_string(text)

    def with_operations(self, state: AnyState, operations: Mapping[str, str]) -> AnyState:  # type: ignore[misc]
        """The state of a position of which a part is in operations after the text, as in EPD.

        >>> game = boardai.load("chess")
        >>> game.with_operations(game.initial_state(), {"hmvc": "4", "fmvn": "3"}).to_string()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3'

        Args:
            state: of the text.
            operations: operands by opcode.

        Raises:
            ValueError: an operation contradicts the text, or is not valid.
        """
        return state

    def from_cells(self, rows: Sequence[str], player: int) -> AnyState:
        """The state with these cells, for position editors.

        >>> boardai.load("hex", size=3).from_cells(["B..", ".W.", "..."], 0).to_string()
        'b2/1w1/3 b no-swap'

        Args:
            rows: the cells, as `boardai.Board.rows` has them.
            player: the player to move, used if the cells do not determine it.

        Raises:
            ValueError: there is no such position, or the cells do not determine positions of this game.
        """
        return self.from_string(self.position_text(rows, player))

    def position_text(self, rows: Sequence[str], player: int) -> str:
        """A position's text from its cells, row by row as in `board_cells()`, and the player to move.

        Raises:
            ValueError: the cells do not determine positions of this game, as by default.
        """
        raise ValueError(f"positions of {self.name} cannot be composed from cells")

    @property
    def takes_cells(self) -> bool:
        """Whether `from_cells` is supported."""
        return type(self).position_text is not Game.position_text

    def board_parameters(self, rows: Sequence[str], player: int) -> dict[str, Any]:
        """The parameters with which `load` makes this game on a board of this shape.

        >>> parameters = boardai.load("reversi").board_parameters(["....", ".OX.", ".XO."], 0)
        >>> boardai.load("reversi", **parameters).initial_state().to_string()
        '-----OX--XO- X'

        Args:
            rows: the cells of the start position; a blank means that there is no cell.
            player: the player who begins.

        Raises:
            ValueError: this game's boards have one shape.
        """
        raise ValueError(f"boards of {self.name} cannot be drawn")

    def to_view(self, state: Any) -> Any:
        """The same position as a state of this game, which may differ from the state's game only in the planes.

            boardai.load("chess:history=0").to_view(state)  # of chess, which shows the seven positions before as well

        Raises:
            ValueError: the state is of another board, or other rules.
        """
        if type(state) is type(self._initial):
            view = self.to_network_view(state)
            if view.legal_actions() == state.legal_actions() and view.hash() == state.hash():
                return view
        raise ValueError(f"{self.spec}: {state.to_string()} is not a position of this game")

    def to_network_view(self, state: Any) -> Any:
        """Converts a state of the same class; by default through its text, which has no history."""
        return self._initial.from_string(state.to_string())

    def phase(self, state: Any) -> str:
        """`opening`, `middle game` or `endgame`; "" if it cannot be determined, which is the default.

        >>> game = boardai.load("chess")
        >>> game.phase(game.initial_state()), game.phase(game.from_string("4k3/8/8/8/8/8/8/R3K3 w - - 0 40"))
        ('opening', 'endgame')
        """
        return ""

    def other_starts(self) -> list[AnyState]:
        """Additional start positions for more variety in training games; none by default."""
        return []

    def network_variant(self, trained_on: str) -> tuple[Game, Callable[..., Any]] | None:
        """How a network trained on another variant of the game can play this one; by default it cannot.

        Args:
            trained_on: the spec of the variant that it was trained on.

        Returns:
            The variant that the network sees, and a function of (game, network, new network, weights) that returns its
            weights; None: it cannot play this variant.
        """
        return None

    def svg(self, state: Any, shares: Mapping[int, float] | None = None) -> str:
        """The board as SVG text.

        Args:
            state: position to draw.
            shares: shares of actions, 0 to 1, to draw on the board: a network's policy, or `policy` of a search result.

        Raises:
            ValueError: the game draws no shares.
        """
        from boardai.drawing.picture import drawn_svg, state_svg

        return drawn_svg(getattr(type(state), "svg", None) or state_svg, state, shares, self.name)

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
        """The action in the usual notation (chess: SAN); `action_to_string` by default."""
        return str(state.action_to_string(action))

    def parse_action(self, state: Any, text: str) -> int:
        """The legal action of a text in the usual notation, or of an action's text.

        Raises:
            ValueError: it names no legal action.
        """
        return int(state.action_from_string(text))

    def parse_moves(self, state: Any, text: str) -> list[int]:
        """The actions of a sequence of moves in the usual notation, with or without move numbers.

        >>> game = boardai.load("chess")
        >>> state = game.initial_state()
        >>> game.parse_moves(state, "1. e4 e5 2.Nf3") == game.parse_moves(state, "e2e4 e7e5 g1f3")
        True

        Args:
            state: the first state; it is not changed.
            text: the moves, with blanks between.

        Raises:
            ValueError: a word is not a legal move; the message names its number.
        """
        state, actions = state.clone(), list[int]()
        for word in without_zero_width(text).split():
            try:
                action = self._numbered_action(state, word)
            except ValueError as error:
                raise ValueError(f"move {len(actions) + 1}: {error}") from None
            if action is not None:
                actions.append(action)
                state.apply(action)
        return actions

    def _numbered_action(self, state: Any, word: str) -> int | None:
        """The action of a move, perhaps with its number in front; None where the word is a number alone."""
        try:
            return self.parse_action(state, word)  # the whole word first: a game's actions may look like numbers
        except ValueError:
            number = _MOVE_NUMBER.match(word)
            if number is None:
                raise
        move = word[number.end() :]
        return self.parse_action(state, move) if move else None

    def describe_ending(self, state: Any) -> str:
        """Why a finished game is over, in a few words; "" if the game does not state it."""
        return ""

    def describe_claim(self, state: Any) -> str:
        """The reason why the player to move may claim a draw; "" if there is none.

        >>> game = boardai.load("chess", claim_draws=False)
        >>> game.describe_claim(game.from_string("8/8/8/4k3/8/4K3/4R3/8 w - - 100 80"))
        '50 moves without capture or pawn move'
        """
        return ""

    def moves_expected(self, state: Any) -> int:
        """The expected number of moves that the player to move still has to choose, for dividing a clock's time.

        >>> game = boardai.load("reversi")
        >>> game.moves_expected(game.initial_state())
        26

        Args:
            state: not terminal.
        """
        longest = MOVES_EXPECTED if self.max_length is None else (self.max_length + 1) // 2
        return min(MOVES_EXPECTED, longest)

    def describe_advantage(self, score: float) -> str:
        """A player's advantage by the game's evaluation in words; "" if it is very small.

        >>> boardai.load("chess").describe_advantage(130), boardai.load("hex").describe_advantage(130)
        ('1.3 pawns', '130 points')

        Args:
            score: above 0, in the unit of the game's evaluators (chess: centipawns), within +-30000.
        """
        points = round(score)
        return f"{points:,} {'point' if points == 1 else 'points'}" if points else ""

    def __eq__(self, other: object) -> bool:
        return self._identity() == other._identity() if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, Any]:
        """The identity of a game: the spec for `load`, and the type of its states.

        The type distinguishes two C++ texts of one name, and a file before and after an edit.
        """
        return self.spec, type(self._initial)

    def __reduce__(self) -> tuple[Any, ...]:
        if self._source is None:
            raise pickle.PicklingError(
                f"game {self.spec} cannot be pickled: load() does not know it; "
                f"put its class into a file and load that by its path"
            )
        return _restore_game, self._source

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"


def load(name: str, /, **params: Any) -> Game:
    """Loads a game.

    >>> game = boardai.load("hex", size=5, swap=True)
    >>> game.spec, game.policy_size
    ('hex:size=5,swap=true', 26)
    >>> boardai.load("chess").initial_state().to_string()
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'

    Args:
        name: a game's name (`available_games()`), a path to a `.py` or `.hpp` file, or either with parameters
            after a colon: `hex:size=5,swap=true`.
        **params: the game's parameters, e.g. `size=11`; they win over those in `name`.

    Raises:
        ValueError: no such game, no such parameter or a bad value; the message lists what there is.
    """
    base, written = _split_spec(name)
    params = {**written, **params}
    make = _maker(base)
    parameters = inspect.signature(make).parameters
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        for key in params:
            if key not in parameters:
                raise UnknownParameter(base, key, parameters)
    made = make(**params)
    game = made if isinstance(made, Game) else Game(made)  # of a file that defines states alone
    if is_path(base):
        game.name = base
    if not game._params_are_known:
        # Records and run folders must find this very game again.
        game.params = params
    game._source = ("load", base, params)
    return game


def as_game(game: str | Game) -> Game:
    """The game itself, or the one that `load` finds by that text.

    Raises:
        ValueError: the text names none.
        TypeError: it is neither.
    """
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return load(game)
    raise TypeError(f"expected a game, or what boardai.load takes, not {quoted(game)}")


def _restore_game(how: str, what: str, params: dict[str, Any], name: str = "") -> Game:
    """Unpickles a game."""
    return load(what, **params) if how == "load" else define_game(what, name, **params)


def define_game(source: str, name: str = "game", **params: Any) -> Game:
    """A game from C++ source text, compiled now; for notebooks and tests.

    >>> source = '''
    ... struct Race {  // the player who makes the sum 10, by ones and twos, wins
    ...     int sum = 0, player = 0;
    ...     int current_player() const { return player; }
    ...     bool is_terminal() const { return sum >= 10; }
    ...     int outcome(int who) const { return who == player ? -1 : 1; }
    ...     void legal_actions(ActionList& out) const {
    ...         out.clear();
    ...         for (int number : {1, 2}) if (!is_terminal()) out.push_back(number);
    ...     }
    ...     void apply(Action action) { sum += action; player = 1 - player; }
    ...     std::uint64_t hash() const { return mix64(2 * sum + player); }
    ...     bool operator==(const Race&) const = default;
    ...     std::string to_string() const { return std::to_string(2 * sum + player); }
    ...     Race from_string(const std::string& text) const { int n = std::stoi(text); return {n / 2, n % 2}; }
    ...     std::string action_to_string(Action action) const { return std::to_string(action); }
    ...     Action action_from_string(const std::string& text) const { return std::stoi(text); }
    ... };
    ... BOARDAI_GAME(Race)
    ... '''
    >>> state = boardai.define_game(source, "race").initial_state()
    >>> result = boardai.search.dfpn(state)
    >>> result.value, result.action
    (1, 1)

    Args:
        source: C++ with a struct that satisfies `boardai::GameState` and a line `BOARDAI_GAME(ThatStruct)`.
        name: the game's name, and the file name in compiler messages.
        **params: arguments of the struct's constructor, by name.

    Raises:
        ValueError: it does not compile, with the compiler's own words, or the constructor refuses the parameters.
    """
    game = Game(native.construct(native.define(source, name), params), params)
    game.name = name
    game._source = ("define", source, params, name)
    return game


def available_games() -> list[str]:
    """Names that `load` knows: shipped games and those of installed packages.

    >>> {"chess", "hex", "reversi"} <= set(boardai.available_games())
    True
    """
    return sorted({*_shipped(), *(entry.name for entry in importlib.metadata.entry_points(group="boardai.games"))})


def _shipped() -> list[str]:
    return [info.name for info in pkgutil.iter_modules(importlib.import_module("boardai.games").__path__) if info.ispkg]


def game_class(name: str) -> type[Game]:
    """The class of a game by its name or path, with its facts for any parameters.

    Raises:
        ValueError: there is none of that name.
    """
    found = _maker(name)
    return found if isinstance(found, type) and issubclass(found, Game) else Game


def game_class_of(state: Any) -> type[Game]:
    """The class of the game that a state is of; `Game` itself where its module defines none, or several."""
    module = sys.modules.get(type(state).__module__)
    games = _classes(module, Game) if module is not None else []
    return games[0] if len(games) == 1 else Game


def game_called(name: str) -> str | None:
    """The game with a common name that differs from its name here; ignores case. None if there is none."""
    word, shipped = name.lower(), _shipped()
    for game in available_games():
        if word == game.lower() or (game in shipped and word in game_class(game).other_names):
            return game  # a package of another author is not imported for a guess
    return None


def unknown_game(name: str) -> ValueError:
    """The error about a game that is not installed."""
    known = available_games()
    meant = game_called(name) or nearest_name(name, known)
    other = "" if meant else "; or give the path of a .py or .hpp file"
    return ValueError(f"no game called {quoted(name)}{alternatives(meant, known)}{other}")


def is_path(name: str) -> bool:
    """Whether a game's name is that of a file."""
    return name.endswith((".py", ".hpp", ".h")) or "/" in name


def game_text(game: Game) -> str:
    """The specification that loads the game again from any folder."""
    return from_any_folder(game.spec)


def from_any_folder(spec: str) -> str:
    """A game's specification, with absolute paths of the game's file and of files that are parameters (boards)."""
    name, colon, params = spec.partition(":")
    parts = []
    for part in params.split(","):
        key, equals, value = part.partition("=")
        names_file = ("/" in value or "." in value) and is_file(Path(value))
        parts.append(f"{key}{equals}{path_in_spec(value) if names_file else value}")
    return f"{Path(name).resolve() if is_path(name) else name}{colon}{','.join(parts)}"


def means_shipped(run: str | Path) -> bool:
    """Whether the network that comes with a game for its board is meant, and not a run that is called so."""
    return str(run) == "shipped" and not Path(run).exists()


def path_in_spec(path: str) -> str:
    """The absolute path, if a specification can hold it: a comma or colon would end it there."""
    whole = os.path.abspath(path)
    return path if "," in whole or ":" in whole else whole


def code_in_game(spec: str) -> list[Code]:
    """The code that `load` would run for a game's spec, besides what is installed."""
    name = spec.partition(":")[0]
    return [code_file(name)] if is_path(name) else []


def game_folder(spec: str) -> Path:
    """Where what belongs to a game lies: next to its file, or in the folder of a game that ships; it need not exist."""
    name = spec.partition(":")[0]
    return Path(name).parent if is_path(name) else Path(str(resources.files("boardai.games"))) / name


def _maker(name: str) -> Callable[..., Any]:
    """What makes a game, or its start state, from the game's parameters.

    Raises:
        ValueError: there is no such game.
    """
    if is_path(name):
        return _of_file(Path(name))
    if name in _shipped():
        return _of_module(importlib.import_module(f"boardai.games.{name}"), name)
    for entry in importlib.metadata.entry_points(group="boardai.games"):
        if entry.name == name:
            found = entry.load()
            return _of_module(found, name) if isinstance(found, ModuleType) else found
    raise unknown_game(name)


def _of_file(path: Path) -> Callable[..., Any]:
    if not is_file(path):
        raise ValueError(f"no game file at {shortened(str(path), LONGEST_PATH)}")
    if path.suffix != ".py":
        source = read_user_text(path)
        return lambda **params: define_game(source, str(path), **params)
    return _of_module(module_of(path, "game"), str(path))


def _of_module(module: ModuleType, place: str) -> Callable[..., Any]:
    """The one game that a module defines, or the one kind of state."""
    found = _classes(module, Game) or _classes(module, BaseState)
    if len(found) != 1:
        names = ", ".join(one.__name__ for one in found)
        raise ValueError(
            f"{place} defines {f'several games: {names}' if found else 'no game'}; a game is one subclass of "
            "boardai.Game, or of boardai.BaseState alone"
        )
    return found[0]


def _classes(module: ModuleType, base: type) -> list[Any]:
    """The subclasses that a module defines and builds no others on."""
    found = dict.fromkeys(
        one
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, base) and one.__module__ == module.__name__
    )
    return [one for one in found if not any(other is not one and issubclass(other, one) for other in found)]


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
