"""How positions look: the hooks a game may offer, the grid where it offers none, and what notebooks show."""

import dataclasses
import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai import search
from boardai.drawing import Board, Look, MovingPicture, drawn, grid_svg, grid_text
from boardai.drawing.files import picture_bytes
from boardai.drawing.pixels import svg_pixels

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
TIC_TAC_TOE = str(EXAMPLES / "01_game_in_python.py")
CONNECT_FOUR = str(EXAMPLES / "02_connect_four.hpp")
GAMES = ["chess", "hex:rows=3,cols=4,swap=true", "reversi:board=octagon", TIC_TAC_TOE, CONNECT_FOUR]


def played(game: str, *moves: str) -> Any:
    state = boardai.load(game).initial_state()
    for move in moves:
        state.apply(state.action_from_string(move))
    return state


def test_connect_four_looks_like_connect_four() -> None:
    before = played(CONNECT_FOUR, "d", "d", "c")
    action = before.action_from_string("e")
    state = before.child(action)
    lines = ["  a b c d e f g", *(f"{row} . . . . . . ." for row in (6, 5, 4, 3)), "2 . . . o . . .", "1 . . x x o . ."]
    assert str(state) == state.draw() == "\n".join([*lines, "first player (x) to play"])
    lines[-1] = "1 . . x x(o). ."
    assert drawn(state, before=before, action=action).splitlines() == [*lines, "last move e; first player (x) to play"]
    board = Board.of(state, before=before, action=action)
    assert board.last == (39,) and board.last_name == "e"
    # A disc falls on the lowest empty cell of its column.
    assert [board.actions[column] for column in range(7)] == [(35,), (36,), (30,), (24,), (32,), (40,), (41,)]
    assert json.loads(json.dumps(board.to_dict()))["actions"][3] == {"action": 3, "name": "d", "cells": [24]}


def test_the_end_is_described() -> None:
    state = played(TIC_TAC_TOE, "a1", "a2", "b1", "b2", "c1")
    assert str(state) == "  a b c\n1 x x x\n2 o o .\n3 . . .\nfirst player (x) has won"
    board = Board.of(state)
    assert (board.outcome, dict(board.actions)) == (1, {})
    assert grid_text(Board.of(boardai.load(TIC_TAC_TOE).from_string("xoxxoxoxo"))).endswith("\na draw")


@pytest.mark.parametrize("spec", GAMES)
def test_every_game_says_which_cells_its_actions_concern(spec: str) -> None:
    state = boardai.load(spec).initial_state()
    for number in (7, 5):
        state.apply((state.legal_actions() * 9)[number])
    board = Board.of(state)
    assert list(board.actions) == state.legal_actions()
    assert board.names == {action: state.action_to_string(action) for action in state.legal_actions()}
    cells = "".join(board.rows)
    for action in board.actions:
        after = "".join(Board.of(state.child(action)).rows)
        changed = {cell for cell, (was, now) in enumerate(zip(cells, after, strict=True)) if was != now}
        # The cells named are among those that change, and the last of them is where something then stands.
        named = board.actions[action]
        assert set(named) <= changed and (not named or after[named[-1]] not in ". "), board.names[action]
        assert named or board.names[action] == "swap"
    assert len(grid_text(board).splitlines()) >= len(board.rows) + 2
    with refused("999999"):
        state.action_cells(999_999) if hasattr(state, "action_cells") else state.apply(999_999)


def test_what_chess_hex_and_reversi_say_of_themselves() -> None:
    chess = Board.of(played("chess", "e2e4"))
    assert (chess.rows[4], chess.rows[0], chess.row_names[0]) == ("....P...", "rnbqkbnr", "8")
    assert chess.actions[played("chess", "e2e4").action_from_string("g8f6")] == (6, 21)
    assert (chess.owner("P"), chess.owner("p"), chess.owner(".")) == (0, 1, None)
    swapped = Board.of(played("hex:size=2,swap=true", "a1", "swap"))
    for spec in ("chess", "hex", "reversi"):
        with refused("player", "2"):
            played(spec).player_pieces(2)
        with refused("x"):
            played(spec).piece_name("x")
    assert (swapped.rows, swapped.pieces, swapped.cell_shape) == (("B.", ".."), ("W", "B"), "hexagon")
    assert Board.of(played("reversi:board=octagon")).rows[0] == "   ....   "
    assert (Board.of(played("reversi", "f5")).scores, chess.scores) == ((4, 1), None)


def test_the_look_of_a_game_is_what_it_says_of_its_pieces_and_cells() -> None:
    chess, hexes, reversi, four = (Look.of(played(spec)) for spec in ("chess", "hex:size=3", "reversi", CONNECT_FOUR))
    assert len(chess.pieces) == 12 and chess.pieces["q"].name == "black queen" and "<path" in chess.pieces["q"].picture
    assert chess.cell_colours == ("#f1e7d3", "#b08a66")
    assert [(look.symbol, look.colour) for look in map(chess.pieces.get, "Nn") if look] == [
        ("♘", "#ffffff"), ("♞", "#181412"),
    ]  # fmt: skip
    assert (hexes.pieces["W"].symbol, hexes.pieces["B"].symbol, four.pieces["x"].symbol) == ("○", "●", "●")
    assert hexes.edges == {"top": "B", "right": "W", "bottom": "B", "left": "W"}
    assert (hexes.pieces["W"].colour, hexes.pieces["W"].ink, hexes.pieces["W"].letter) == ("#ffffff", "#2b2a28", "")
    assert {piece: look.name for piece, look in reversi.pieces.items()} == {"X": "dark", "O": "light"}
    assert (four.pieces["x"].name, four.pieces["x"].letter, four.cell_colours, four.edges) == (
        "first player",
        "",
        (),
        {},
    )
    assert json.loads(json.dumps(hexes.to_dict()))["layout"]["cells"][8] == {
        "cell": 8, "name": "c3", "x": 3.5, "y": 2.3094,
    }  # fmt: skip
    check = Board.of(boardai.load("chess").from_string("4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1"))
    assert check.alarms == (4,) and Board.of(played("chess")).alarms == ()


@pytest.mark.parametrize("spec", ["chess", "hex:rows=2,cols=3", "reversi:board=octagon"])
def test_cells_lie_side_by_side_and_sides_run_along_them(spec: str) -> None:
    layout = Look.of(played(spec)).layout
    corners = {(round(c.x + x, 6), round(c.y + y, 6)) for c in layout.cells for x, y in layout.outline}
    xs, ys = zip(*corners, strict=True)
    assert (min(xs), min(ys)) == (0, 0) and (max(xs), max(ys)) == pytest.approx((layout.width, layout.height))
    distances = [np.hypot(a.x - b.x, a.y - b.y) for a in layout.cells for b in layout.cells if a is not b]
    assert min(distances) == pytest.approx(1)
    if spec.startswith("hex"):
        # Neighbours share two corners; the four sides together go round the board once.
        assert len(corners) == 22
        points = {(round(x, 6), round(y, 6)) for side in layout.sides.values() for x, y in side}
        assert points < corners and [len(layout.sides[side]) for side in ("top", "left")] == [7, 5]


@pytest.mark.parametrize(
    ("hook", "message"),
    [
        ("def piece_picture(self, piece): return '<g>'", r"piece_picture\('x'\): .*line 1, column 10"),
        ("def piece_colour(self, piece): return 'red'", r"piece_colour\('x'\): .*'red'"),
        ("def piece_symbol(self, piece): return 'xx'", r"piece_symbol\('x'\): .*'xx'"),
        ("def cell_colours(self): return '#111111 #222222 #333333'", r"cell_colours\(\): .*3"),
        ("def edge_pieces(self): return 'xo'", r"edge_pieces\(\): .*'xo'"),
        ("def alarm_cells(self): return [6]", r"alarm_cells\(\): 6 .*6"),
    ],
)
def test_a_hook_about_looks_that_says_nonsense_is_named(hook: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Look.of(grid_game(PLAIN + "    " + hook))


@pytest.mark.parametrize("spec", ["chess", "hex:rows=3,cols=4,swap=true", "reversi:board=octagon"])
def test_positions_are_put_together_from_their_cells(spec: str) -> None:
    game = boardai.load(spec)
    state = game.initial_state()
    for number in range(9):
        rows = Board.of(state, with_actions=False).rows
        again = game.from_cells(rows, state.current_player())
        assert Board.of(again).rows == rows and again.current_player() == state.current_player()
        if number == 0:
            assert again == state
        state.apply((state.legal_actions() * 9)[7])
    with pytest.raises(ValueError):
        game.from_cells([".x"], 0)


def test_castling_rights_follow_from_kings_and_rooks() -> None:
    rows = ["r...k...", *["........"] * 6, "R..K...R"]
    assert boardai.load("chess").from_cells(rows, 1).to_string() == "r3k3/8/8/8/8/8/8/R2K3R b q - 0 1"
    with refused("TicTacToe"):
        boardai.Game(played(TIC_TAC_TOE)).from_cells(["...", "...", "..."], 0)
    with refused("chess"):
        boardai.load("chess").board_parameters(rows, 0)


def grid_game(body: str) -> Any:
    """A state on 2 x 3 cells whose drawing is given by the body of its class; the first player fills cells."""
    namespace: dict[str, Any] = {"boardai": boardai, "np": np}
    exec(
        f"""class Fill(boardai.BaseState):
    def __init__(self, text="......"): self.text = text
    def current_player(self): return (6 - self.text.count(".")) % 2
    def is_terminal(self): return "." not in self.text
    def outcome(self, player): return 0
    def legal_actions(self): return [cell for cell in range(6) if self.text[cell] == "."]
    def apply(self, action):
        self.text = self.text[:action] + "xo"[self.current_player()] + self.text[action + 1:]
    def clone(self): return Fill(self.text)
    def from_string(self, text): return Fill(text)
{body}""",
        namespace,
    )
    return namespace["Fill"]()


PLAIN = "    def to_string(self): return self.text\n    observation_shape = (2, 3, 2)\n"
PLANES = """
    def to_string(self): return "fill " + self.text
    observation_shape, policy_size = (2, 3, 3), 6
    def policy_index(self, action): return action
    def observation(self):
        own = "xo"[self.current_player()]
        planes = np.ones((2, 3, 3), np.float32)
        for cell, piece in enumerate(self.text):
            planes[cell // 3, cell % 3, :2] = (piece == own, piece not in ("." + own))
        return planes
"""


@pytest.mark.parametrize(
    "body",
    [
        PLAIN,
        PLAIN.replace("self.text\n", "self.text[:3] + '/' + self.text[3:] + ' ' + str(self.current_player())\n"),
        PLAIN.replace("self.text\n", "self.text.replace('.', '-')\n"),
        PLANES,
        "    def to_string(self): return 'fill ' + self.text\n"
        "    def board_cells(self): return self.text[:3] + '\\n' + self.text[3:]\n",
    ],
    ids=["text", "slashes", "hyphens", "planes", "hook"],
)
def test_a_grid_is_found_wherever_a_game_says_it(body: str) -> None:
    state = grid_game(body)
    state.apply(4)
    state.apply(0)
    assert state.draw() == "  a b c\n1 o . .\n2 . x .\nfirst player (x) to play"
    assert Board.of(state).actions == {cell: (cell,) for cell in (1, 2, 3, 5)}


def test_a_game_without_a_grid_shows_its_text() -> None:
    state = grid_game("    def to_string(self): return 'fill <' + self.text\n")
    assert str(state) == state.draw() == "fill <......"
    with refused("Fill"):
        Board.of(state)
    assert "fill &lt;......" in state.svg() and ET.fromstring(state.svg()) is not None
    assert drawn(state.child(0), before=state, action=0) == "fill <x.....\nlast move 0"


@pytest.mark.parametrize(
    ("hook", "message"),
    [
        ("def board_cells(self): return '..\\n...'", r"board_cells\(\): .*2, 3"),
        ("def board_cells(self): return ''", r"board_cells\(\): .*0"),
        ("def cell_shape(self): return 'round'", r"cell_shape\(\): .*'round'"),
        ("def row_names(self): return '1 2 3'", r"row_names\(\): .*2.*3"),
        ("def action_cells(self, action): return [6]", r"action_cells\(0\): 6 .*6"),
    ],
)
def test_a_hook_that_says_nonsense_is_named(hook: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Board.of(grid_game(PLAIN + "    " + hook))


def test_own_drawings_win() -> None:
    state = grid_game(
        PLAIN
        + "    def draw(self): return 'drawn'\n    def svg(self): return '<svg xmlns=\"http://www.w3.org/2000/svg\"/>'"
    )
    assert str(state) == "drawn" and drawn(state.child(0), before=state, action=0) == "drawn\nlast move 0"
    game = boardai.Game(state)
    assert game.svg(state).startswith("<svg") and game._repr_svg_() == state._repr_svg_() == state.svg()
    with refused("Fill", "shares"):
        game.svg(state, shares={0: 1.0})
    result = search.minimax(state, depth=1)
    assert result._repr_svg_() == state.svg() and result.draw().startswith("drawn\n")


CPP_HOOKS = """
    std::string draw() const { return "drawn in C++"; }
    std::string svg() const { return "<svg/>"; }
"""


def test_a_cpp_game_draws_itself() -> None:
    source = Path(CONNECT_FOUR).read_text()
    own = boardai.define_game(source.replace("  protected:", CPP_HOOKS + "\n  protected:"), "drawing").initial_state()
    assert str(own) == own.draw() == "drawn in C++" and own.svg() == "<svg/>"
    with refused("ConnectFour", "shares"):
        own.svg(shares={0: 1.0})
    # Without hooks the planes are drawn, and the cells of a move are those it changes.
    head, rest = source.split("    // --- what people see", 1)
    bare = boardai.define_game(head + "    // --- for networks" + rest.split("    // --- for networks", 1)[1], "bare")
    state = bare.initial_state()
    assert not hasattr(state, "board_cells")
    hooked = boardai.load(CONNECT_FOUR).initial_state()
    for action in (3, 3, 2, 4):
        state.apply(action)
        hooked.apply(action)
        assert Board.of(state).rows == Board.of(hooked).rows and Board.of(state).actions == Board.of(hooked).actions


# --- pictures --------------------------------------------------------------------------------------------------


def elements(picture: str, kind: str) -> list[ET.Element]:
    return [element for element in ET.fromstring(picture).iter() if element.get("class") == kind]


@pytest.mark.parametrize("spec", GAMES)
def test_every_state_and_game_is_a_picture(spec: str) -> None:
    game = boardai.load(spec)
    state = game.initial_state()
    action = state.legal_actions()[0]
    for picture in (state.svg(), state._repr_svg_(), game.svg(state), game._repr_svg_(), grid_svg(Board.of(state))):
        assert ET.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg" and not elements(picture, "share")
    for picture in (state.svg(shares={action: 1.0}), grid_svg(Board.of(state), {action: 1.0})):
        assert len(elements(picture, "share")) == 1
    assert game.spec in game._repr_html_()


def test_a_grid_s_picture_shows_pieces_names_shares_and_the_last_move() -> None:
    before = played(CONNECT_FOUR, "d", "d")
    state = before.child(2)
    picture = grid_svg(Board.of(state, before=before, action=2), {3: 0.75, 0: 0.25, 6: 0.001})
    assert [len(elements(picture, kind)) for kind in ("player-0", "player-1", "share", "last")] == [2, 1, 2, 1]
    texts = [element.text for element in ET.fromstring(picture).iter() if element.tag.endswith("}text")]
    assert {"75", "25", "x", "o", "a", "g", "1", "6"} <= set(texts)
    assert len(re.findall("<polygon points", picture)) == 42


def test_pieces_may_be_any_characters() -> None:
    state = grid_game(PLAIN + "    def board_cells(self): return '<&\\x07\\n.☃.'")
    assert {"<", "&", "☃"} <= {element.text for element in ET.fromstring(state.svg()).iter()}


def test_results_trees_and_strategies_show_themselves() -> None:
    state = boardai.load(TIC_TAC_TOE).from_string("xo.......")
    result = search.mcts(state, simulations=50, seed=1, tree=True)
    page = result._repr_html_()
    assert repr(result).startswith("<SearchResult mcts: ") and len(repr(result)) < 80
    assert "<svg" in page and page.count("<tr>") == 1 + 7 and "<th" in page
    for cell in re.split(r"  +", result.table().split("\n")[1]):
        assert f">{cell}</td>" in page
    assert result.tree is not None
    for shown in (result, result.tree, search.and_or(state).strategy):
        assert ET.fromstring(shown._repr_svg_()) is not None
    # A policy is drawn on the board; where the result holds no state there is none to draw on.
    assert elements(result._repr_svg_() or "", "share")
    stateless = dataclasses.replace(result, state=None)
    assert stateless._repr_svg_() is None and "<svg" not in stateless._repr_html_()


# --- pixels ----------------------------------------------------------------------------------------------------


def svg(content: str, view: str = "0 0 40 30") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" viewBox="{view}">{content}</svg>'


def colours_at(pixels: np.ndarray, *places: tuple[int, int]) -> list[tuple[int, ...]]:
    return [tuple(int(part) for part in pixels[y, x]) for x, y in places]


RED, WHITE, BLACK = (255, 0, 0), (255, 255, 255), (0, 0, 0)


@pytest.mark.parametrize(
    ("content", "red", "white"),
    [
        ('<rect x="10" y="5" width="10" height="10" fill="red"/>', [(11, 6), (18, 13)], [(8, 6), (11, 17)]),
        ('<g fill="red" transform="translate(10 5) scale(2)"><rect width="5" height="5"/></g>', [(18, 13)], [(8, 3)]),
        ('<rect width="9" height="4" fill="red" transform="rotate(90 10 10)"/>', [(18, 4)], [(4, 2)]),
        ('<circle cx="20" cy="15" r="8" fill="none" stroke="red" stroke-width="4"/>', [(12, 15)], [(20, 15), (2, 2)]),
        ('<g stroke="red" stroke-width="4"><line x1="0" y1="5" x2="40" y2="5"/></g>', [(1, 5), (38, 5)], [(20, 9)]),
        ('<polygon points="0,0 40,0 0,30" fill="red"/>', [(2, 2)], [(38, 28)]),
        (
            '<polyline points="2,28 2,2 38,2" fill="none" stroke="red" stroke-width="3"/>',
            [(2, 20), (30, 2)],
            [(20, 15)],
        ),
        ('<path d="M5 5 h20 v20 H5 z" fill="currentColor" color="red"/>', [(6, 6), (24, 24)], [(28, 6)]),
        ('<path d="M5 15 a10 10 0 1 1 20 0 a10 10 0 1 1 -20 0" fill="red"/>', [(15, 7), (15, 23)], [(2, 2), (28, 15)]),
        ('<ellipse cx="20" cy="15" rx="15" ry="5" fill="red" />', [(7, 15), (33, 15)], [(20, 8), (7, 10)]),
        ('<path d="M2 2 C2 28 20 28 20 15 S38 2 38 28 L38 2 Z" fill="red"/>', [(10, 10), (36, 6)], [(4, 28), (24, 26)]),
        (
            '<title>red</title><text x="20" y="15" fill="red" font-size="90" text-anchor="middle" dy="0.35em">I</text>',
            [(20, 15)],
            [(2, 15), (38, 15)],
        ),
    ],
)
def test_shapes_become_pixels_where_they_are(content: str, red: list, white: list) -> None:
    pixels = svg_pixels(svg(content))
    assert pixels.shape == (30, 40, 3) and pixels.dtype == np.uint8
    assert set(colours_at(pixels, *red)) == {RED} and set(colours_at(pixels, *white)) == {WHITE}


def test_opacity_and_the_part_that_is_viewed() -> None:
    half = svg_pixels(svg('<g opacity="0.5"><rect width="100" height="100" fill-opacity="0.4"/></g>'))
    assert set(colours_at(half, (20, 15))) == {(204, 204, 204)}
    part = svg_pixels(svg('<rect x="10" y="10" width="10" height="5"/>', view="10 10 20 15"))
    assert colours_at(part, (1, 1), (18, 8), (22, 4), (4, 12)) == [BLACK, BLACK, WHITE, WHITE]


def test_what_is_no_picture_is_refused() -> None:
    for content, words in (
        ("<rect", "line 1, column 88"),
        ("\ud800", "texts.*ud800"),
        ("<g>" * 1000 + "</g>" * 1000, "nested.*100"),
    ):
        with pytest.raises(ValueError, match=words):
            svg_pixels(svg(content))
    for whole, words in (
        ("<svg/>", "width.*height"),
        ('<svg width="9pt" height="9"/>', "width.*height"),
        ('<svg width="90000" height="90000"/>', "'90000 x 90000'"),
        ('<svg width="nan" height="1"/>', "'nan x 1'"),
        ('<html width="9" height="9"/>', "element 'html'"),
    ):
        with pytest.raises(ValueError, match=words):
            svg_pixels(whole)


def test_pages_for_print_hold_lines_and_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    board = boardai.load("hex", size=3).initial_state().svg()
    page = picture_bytes(board, ".pdf")
    assert page.startswith(b"%PDF-") and page == picture_bytes(board, ".pdf")
    assert b"DejaVuSans" in page and b"/Subtype /Image" not in page.replace(b"/Subtype/Image", b"/Subtype /Image")
    with refused("SVG"):
        picture_bytes("<svg", ".pdf")
    monkeypatch.setitem(sys.modules, "typst", None)
    with refused("typst", "boardai[pdf]"):
        picture_bytes(board, ".pdf")


@pytest.mark.parametrize("spec", GAMES)
def test_every_board_becomes_pixels(spec: str) -> None:
    state = boardai.load(spec).initial_state()
    pixels = [svg_pixels(state.svg()), svg_pixels(state.svg(shares={state.legal_actions()[0]: 1.0}))]
    assert pixels[0].shape == pixels[1].shape and (pixels[0] != pixels[1]).any()


def test_a_moving_picture_is_turned_over_page_by_page(tmp_path):
    state = boardai.load("hex", size=3).initial_state()
    states = [state, state.child(4), state.child(4).child(0)]
    moving = MovingPicture.of(states, "three <positions>")
    assert list(moving) == [one.svg() for one in states] and moving[1:] == [one.svg() for one in states[1:]]
    page = moving.to_html()
    assert page.count("data-step=") == 3 and page.count("<button") == 4 and "three &lt;positions&gt;" in page
    assert moving._repr_html_() in page
    files = moving.save(tmp_path / "steps", ".pdf")
    assert [file.name for file in files] == ["001.pdf", "002.pdf", "003.pdf"]
    assert all(file.read_bytes().startswith(b"%PDF-") for file in files)
    with refused("001.pdf", error=FileExistsError):
        moving.save(tmp_path / "steps", ".pdf")
    with refused(".svg", ".png", ".pdf"):
        moving.save(tmp_path, ".gif")
    with refused("picture"):
        MovingPicture([])
    game = boardai.RecordedGame.from_moves("hex:size=3", ["b2", "a1"], players=("Anna", "Bea"))
    assert list(game.moving_picture()) == list(moving) and game._repr_html_() == moving._repr_html_()
    assert game.moving_picture().title == "Anna against Bea"
