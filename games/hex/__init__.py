"""Hex on rhombuses and parallelograms of up to 19x19 cells, with or without the swap rule.

The first player's colour is black and joins top and bottom; white joins left and right. See README.md alongside this
file for rules, notation, encodings and speed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from boardai import native
from boardai.basics.arguments import number_in, whole_number
from boardai.basics.quoting import quoted
from boardai.game import Game, PlugIns, load
from boardai.games.hex.drawing import BOARD, draw_svg, draw_text, position_text

__all__ = ["Hex", "state_class"]

LARGEST_SIDE = 19
DEFAULT_SIZE = 11
VIEWS = ("mover", "absolute")
_FILLED = 0.5
_LEAST_MOVES = 6
# A search with all the knowledge of Hex (playing/README.md); some 0.6 s per move on 11x11.
PLAYER = "mcts:simulations=100000,rave=true,rave_bias=0.02,playouts=saving,prior=3,knowledge=500"
# The network that ships for 11x11 (networks/README.md) in the same tree search; three seconds per move.
NETWORK_PLAYER = (
    "puct:run=shipped,seconds=3,precision=int16,leaves_per_tree=4,fpu_reduction=0.2,solver=true,knowledge=32"
)
_NETWORK_SIDE = 11
# Of the levels on that board, without the swap rule, against the level below (docs/web.md).
_LEVEL_SCORES = {"easy": 0.78, "medium": 0.783, "strong": 0.759}
# The compiled state classes hold boards in this many 64-bit words.
_WORDS = (1, 2, 3, 6)
STATE_TYPES = tuple(f"boardai::hex::State<{words}>" for words in _WORDS)
_DOC = """Hex position.

Action = row * columns + column puts a stone of the colour to move; action rows * columns is `swap`.
current_player() and outcome() name players; stones, planes and edges belong to colours, 0 = black (top and bottom)
and 1 = white (left and right). `colour_of(player)` returns the player's colour.
"""


class Hex(Game[Any]):
    """Hex; `boardai.load("hex", **params)`, 11x11 when no extent is given.

    >>> boardai.load("hex", rows=3, cols=5, swap=True).spec
    'hex:rows=3,cols=5,swap=true'

    Args:
        size: rows and columns of a rhombus, 1 to 19.
        rows: rows of a parallelogram, 1 to 19; together with `cols`.
        cols: its columns, 1 to 19. Black has to cross the rows, white the columns.
        swap: whether the second player may answer the first move with `swap`, taking over colour and stone.
        view: what networks see: `mover`, every position as if the player to move joined top and bottom; `absolute`,
            the board as it is, with a plane that shows the player to move.
        edges: 4 planes more show how near each cell is to each edge, by two-distance.

    Raises:
        ValueError: an extent out of range, `size` together with `rows` or `cols`, only one of these two, or an unknown
            view.
    """

    name = "hex"
    plug_ins = PlugIns(
        files="game_files", serving="serving", htp="htp", openspiel="openspiel", cells="cells",
        benchmarks="benchmarks", device="device", layers="layers",
    )  # fmt: skip
    opponent = PLAYER
    plain_evaluator = "shortest_path"
    choices = {  # noqa: RUF012  (never changed)
        "size": (DEFAULT_SIZE, *(size for size in range(1, LARGEST_SIDE + 1) if size != DEFAULT_SIZE)),
        "swap": (False, True),
    }
    in_position_text = ("size", "rows", "cols", "swap", "view", "edges")

    def __init__(
        self,
        *,
        size: int | None = None,
        rows: int | None = None,
        cols: int | None = None,
        swap: bool = False,
        view: str = VIEWS[0],
        edges: bool = False,
    ) -> None:
        if size is not None and (rows is not None or cols is not None):
            raise ValueError("hex: give either size, or rows and cols")
        if (rows is None) != (cols is None):
            raise ValueError("hex: rows and cols must be given together")
        if rows is None or cols is None:
            rows = cols = _side("size", DEFAULT_SIZE if size is None else size)
        else:
            rows, cols = _side("rows", rows), _side("cols", cols)
        for name, value in (("swap", swap), ("edges", edges)):
            if not isinstance(value, bool):
                raise ValueError(f"hex: {name} must be True or False, not {quoted(value)}")
        if view not in VIEWS:
            raise ValueError(f"hex: view must be {' or '.join(VIEWS)}, not {quoted(view)}")

        if not swap:
            self.player_names = ("black", "white")  # with the swap rule a player may change the colour
        params: dict[str, Any] = {"size": rows} if rows == cols else {"rows": rows, "cols": cols}
        if swap:
            params["swap"] = True
        if view != VIEWS[0]:
            params["view"] = view
        if edges:
            params["edges"] = True
        words = next(words for words in _WORDS if rows * cols <= 64 * words)
        initial = state_class(f"boardai::hex::State<{words}>")(rows, cols, swap, view == "absolute", edges)
        super().__init__(initial, params)
        self.max_length = rows * cols + int(swap)
        if rows == cols == _NETWORK_SIDE:
            self.strongest, self.includes_network = NETWORK_PLAYER, True
            self.level_scores = {} if swap else _LEVEL_SCORES

    def network_variant(self, trained_on: str) -> tuple[Game, Callable[..., Any]] | None:
        """A network that was trained without the swap rule plays with it as well."""
        if not self.params.get("swap") or load(trained_on).params.get("swap"):
            return None
        from boardai.games.hex.swap_network import weights_with_swap

        return load(trained_on, swap=True), weights_with_swap

    def position_text(self, rows: Sequence[str], player: int) -> str:
        """The player to move follows from the number of stones."""
        return position_text("swap" if self.params.get("swap") else "no-swap", rows, player)

    def moves_expected(self, state: Any) -> int:
        """The length of a game until its winner is known: so far good players have filled about half of the board."""
        cells = state.rows() * state.columns()
        return max(_LEAST_MOVES, round(_FILLED * cells - state.stones_played()) // 2)

    def parse_action(self, state: Any, text: str) -> int:
        """A move as people type it: capitals do not matter, and a swap may be called `swap-sides`."""
        try:
            return super().parse_action(state, text)
        except ValueError:
            move = text.strip().lower()
        return super().parse_action(state, "swap" if move == "swap-sides" else move)

    def describe_ending(self, state: Any) -> str:
        """Which edges the winner has joined."""
        winner = 0 if state.outcome(0) > 0 else 1
        return "joined top and bottom" if state.colour_of(winner) == 0 else "joined left and right"


def _side(name: str, value: Any) -> int:
    return number_in(f"hex: {name}", value, 1, LARGEST_SIDE)


@functools.cache
def state_class(cpp_type: str) -> Any:
    """The class of Hex states with that C++ type, e.g. `boardai::hex::State<2>`; pickles come here.

    >>> from boardai.games.hex import state_class
    >>> isinstance(boardai.load("hex", size=11).initial_state(), state_class("boardai::hex::State<2>"))
    True

    Args:
        cpp_type: one of `STATE_TYPES`: in angle brackets how many 64-bit words a board takes.

    Raises:
        ValueError: there is no such type.
    """
    if cpp_type not in STATE_TYPES:
        raise ValueError(f"hex has no state class {quoted(cpp_type)}")
    words = _WORDS[STATE_TYPES.index(cpp_type)]
    return native.bind(
        cpp_type,
        header=f"games/hex/bindings/words_{words}.hpp",
        module=__name__,
        name="HexState",
        doc=_DOC,
        draw=draw_text,
        svg=draw_svg,
        hooks=BOARD,
        public=(
            "absolute_view",
            "colour_to_move",
            "columns",
            "edge_planes",
            "rows",
            "stones_played",
            "swap_available",
            "swap_rule",
            "swapped",
        ),
        methods=_checked_methods,
    )


def _checked_methods(cls: Any) -> list[Callable[..., Any]]:
    """The methods that only Hex has, with their arguments checked: the C++ ones beneath trust theirs."""
    native_colour_of, native_stone_at = cls.colour_of, cls.stone_at
    native_connection, native_path = cls.shortest_connection, cls.shortest_path
    native_unreachable = native.namespace().hex.unreachable

    def checked(player: int) -> int:
        number = whole_number("player", player)
        if number not in (0, 1):
            raise ValueError(f"player must be 0 or 1, not {quoted(player)}")
        return number

    def colour_of(self: Any, player: int) -> int:
        """The colour of a player: 0 = black, joins top and bottom; 1 = white, joins left and right.

        Raises:
            ValueError: there is no such player.
        """
        return native_colour_of(self, checked(player))

    def stone_at(self: Any, row: int, column: int) -> int:
        """The colour of the stone on a cell, rows and columns counted from 0; -1 if it is empty.

        Raises:
            ValueError: no such cell.
        """
        row, column = whole_number("row", row), whole_number("column", column)
        if not (0 <= row < self.rows() and 0 <= column < self.columns()):
            raise ValueError(
                f"row {quoted(row)}, column {quoted(column)} is not a cell of a {self.rows()}x{self.columns()} board"
            )
        return native_stone_at(self, row, column)

    def shortest_connection(self: Any, player: int) -> int | None:
        """Stones the player still needs to connect if the opponent only looked on.

        The cheapest path between the player's two edges, own stones costing 0, empty cells 1, the opponent's not
        passable (Ószi 2021, section 4.1). 0 = the player has won; None = has lost: no path is left.

        Raises:
            ValueError: there is no such player.
        """
        length = native_connection(self, checked(player))
        return None if length == native_unreachable else length

    def shortest_path(self: Any, player: int) -> list[int]:
        """The cells (as actions) of one such path, from the player's first edge to the second, own stones included.

        Empty when no path is left.

        Raises:
            ValueError: there is no such player.
        """
        cells = native.namespace().ActionList()
        native_path(self, checked(player), cells)
        return [cells[number] for number in range(cells.size())]

    return [colour_of, stone_at, shortest_connection, shortest_path]
