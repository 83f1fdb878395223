"""Reversi on boards of any shape, from 8x8 Othello to boards of several parts up to 16x16. README.md is the card."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

from boardai import native
from boardai.basics.arguments import whole_number
from boardai.basics.quoting import LONGEST_PATH, quoted, shortened
from boardai.basics.text_files import read_user_text
from boardai.game import Game, PlugIns
from boardai.games.reversi.drawing import BOARD, board_parameters, board_svg, board_text, position_text
from boardai.games.reversi.endgame import solve_endgame as solve_endgame
from boardai.games.reversi.opponents.choice import best_evaluation
from boardai.games.reversi.opponents.ladder import level_scores, levels, opening_noise
from boardai.native_state import allow, cpp_text

_BOARDS = Path(__file__).parent / "boards"
# 64-bit words of a state on boards within 8x8, 11x11 and 16x16; each is a class compiled ahead.
_WORDS = (1, 2, 4)
VIEWS = ("mover", "absolute")
COUNTS = ("federation", "discs")
_SOLVED_AT_ONCE = 12  # this many empty cells take some milliseconds
# What Python may call of a board.
_BOARD_FACTS = (
    "analysis", "cell_count", "first_player", "from_text", "height", "max_side", "name", "pass_action", "shape_key",
    "symmetry_count", "text", "width", "words",
)  # fmt: skip
STATE_TYPES = tuple(f"boardai::reversi::State<{words}>" for words in _WORDS)


class Reversi(Game[Any]):
    r"""Reversi; `boardai.load("reversi", **params)`.

    >>> boardai.load("reversi", board="6x6").spec
    'reversi:board=6x6'
    >>> boardai.load("reversi", board="name: mine\n\n-----\n--OX-\n--XO-\n-----\n").policy_size
    21

    Args:
        board: the name of a shipped board (`available_boards()`), the path of a board file, or the text of a board
            file itself, which is known by its line breaks.
        view: what networks see: `mover`, own and opponent's discs; `absolute`, dark's and light's, with a plane
            that shows the player to move.
        count: what a finished game's margin is: `federation`, empty cells are the winner's, as federations count them;
            `discs`, the plain difference. Who wins is the same.

    Raises:
        ValueError: there is no such board, view or count, or the file is malformed (line, column and reason named).
    """

    name = "reversi"
    plain_evaluator = "discs"
    other_names = ("othello",)
    plug_ins = PlugIns(
        files="game_files", serving="serving", gtp="gtp", openspiel="openspiel",
        benchmarks="benchmarks", device="device", layers="layers",
    )  # fmt: skip
    player_names = ("dark", "light")
    multiline_parameters = ("board",)
    in_position_text = ("board", "view", "count")

    position_text, board_parameters = staticmethod(position_text), staticmethod(board_parameters)

    def __init__(self, *, board: str = "8x8", view: str = VIEWS[0], count: str = COUNTS[0]) -> None:
        if not isinstance(board, str):
            raise ValueError(f"board must be a board's name, a path or a board file's text, not {quoted(board)}")
        if view not in VIEWS:
            raise ValueError(f"view must be {' or '.join(VIEWS)}, not {quoted(view)}")
        if count not in COUNTS:
            raise ValueError(f"count must be {' or '.join(COUNTS)}, not {quoted(count)}")
        text = _text_of(board)
        reversi = _namespace()
        try:
            description = reversi.Board.from_text(cpp_text(text))
        except ValueError as error:
            source = "" if "\n" in board else f"{shortened(board, LONGEST_PATH)}: "
            raise ValueError(f"{source}{error}") from None
        cls = state_class(f"boardai::reversi::State<{description.words()}>")
        initial = cls(description, view == "absolute", count == COUNTS[0])
        evaluation = best_evaluation(board, description.cell_count())
        params = {} if board == "8x8" else {"board": str(description.text()) if "\n" in board else board}
        if view != VIEWS[0]:
            params["view"] = view
        if count != COUNTS[0]:
            params["count"] = count
        super().__init__(initial, params)
        # Every placement fills a cell, and between two of them at most one side passes.
        self.max_length = 2 * initial.to_string().count("-")
        self.opponent = f"pvs:nodes=200000,evaluator={evaluation}"
        self.opening_noise = opening_noise(evaluation)
        self.levels = levels(evaluation)
        self.level_scores = level_scores(board) if count == COUNTS[0] else {}
        self.drawn_side = int(reversi.Board.max_side)
        self.choices = {"board": ("8x8", *(name for name in available_boards() if name != "8x8"))}

    def moves_expected(self, state: Any) -> int:
        """Those before the last empty cells, which are played out exactly in no time, and two for these."""
        return max(0, state.to_string().count("-") - _SOLVED_AT_ONCE) // 2 + 2

    def describe_ending(self, state: Any) -> str:
        """The margin."""
        margin = abs(state.score(0))
        return f"{margin} {'disc' if margin == 1 else 'discs'} more" if margin else "as many discs each"


def available_boards() -> list[str]:
    """Names of the boards that ship.

    >>> from boardai.games.reversi import available_boards
    >>> "octagon" in available_boards()
    True
    """
    return sorted(path.stem for path in _BOARDS.glob("*.txt"))


def board_of(game: Game) -> Any:
    """The C++ board of a game.

    >>> from boardai.games.reversi import board_of
    >>> board = board_of(boardai.load("reversi", board="octagon"))
    >>> board.width(), board.height(), board.cell_count()
    (10, 10, 76)

    Raises:
        ValueError: it is not a game of Reversi.
    """
    if game.name != "reversi":
        raise ValueError(f"{game.spec} is not a game of Reversi")
    return _namespace().Board.from_text(_text_of(game.params.get("board", "8x8")))


def _text_of(board: str) -> str:
    if "\n" in board:
        return board
    if board in available_boards():
        return (_BOARDS / f"{board}.txt").read_text(encoding="utf-8")
    path = Path(board)
    try:
        if path.is_file():
            return read_user_text(path)
    except OSError as error:
        raise ValueError(f"{shortened(board, LONGEST_PATH)}: cannot be read: {error.strerror}") from None
    raise ValueError(f"unknown board or board file {quoted(board)}; included boards: {', '.join(available_boards())}")


@functools.cache
def _namespace() -> Any:
    """The C++ namespace; binding a class is what makes it known."""
    state_class("boardai::reversi::State<1>")
    found = native.namespace().reversi
    allow(found.Board, _BOARD_FACTS)
    return found


@functools.cache
def state_class(cpp_type: str) -> Any:
    """The class of states with that C++ type, e.g. `boardai::reversi::State<1>`; pickles find it by this.

    >>> from boardai.games.reversi import state_class
    >>> isinstance(boardai.load("reversi").initial_state(), state_class("boardai::reversi::State<1>"))
    True

    Args:
        cpp_type: one of `STATE_TYPES`: in angle brackets how many 64-bit words a board takes.

    Raises:
        ValueError: there is no such type.
    """
    if cpp_type not in STATE_TYPES:
        raise ValueError(f"reversi has no state class {quoted(cpp_type)}")
    return native.bind(
        cpp_type,
        header=f"games/reversi/bindings/words_{_WORDS[STATE_TYPES.index(cpp_type)]}.hpp",
        module=__name__,
        name="State",
        doc="A Reversi position: the discs on a board and the side to move.",
        draw=board_text,
        svg=board_svg,
        hooks=BOARD,
        public=("absolute_view", "counts_empty"),
        methods=_reversi_methods,
    )


def _reversi_methods(cls: Any) -> list[Any]:
    """The methods that only Reversi has, with their arguments checked."""
    cpp_score = cls.score

    def score(self: Any, player: int) -> int:
        """Disc difference now: the discs of that player (0 dark, 1 light) minus the opponent's.

        Of a finished game the empty cells are the winner's, as federations count them, unless the game was loaded with
        `count="discs"`.

        Raises:
            ValueError: no such player.
        """
        number = whole_number("player", player)
        if number not in (0, 1):
            raise ValueError(f"player must be 0 or 1, not {quoted(player)}")
        return int(cpp_score(self, number))

    return [score]
