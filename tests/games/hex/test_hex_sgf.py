"""Hex: game records in SGF, read, written, streamed, refused and fuzzed."""

import io
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardai
from boardai.games.hex.formats.sgf import SgfGame, read_sgf, write_sgf

NAMES = [f"{a}{b}" for a in "ABCDEFGHIJ" for b in "ABCDEFGHIJK"]

GAME = r"""(;FF[4]GM[11]SZ[5]PB[Ada \] L.]PW[Piet]IS[tried:on][lock:off]C[two
lines\\];B[a3]BL[100]C[opening];W[swap-sides];W[C3]LB[a1:x]
(;B[d2](;W[b4];B[resign]C[thanks])(;W[e5];B[a1]))(;B[e1]))"""


def test_reads_the_main_line_headers_and_comments():
    (game,) = read_sgf(GAME)
    assert (game.rows, game.columns, game.swapped, game.swap_text) == (5, 5, True, "swap-sides")
    assert game.actions == (10, 25, 12, 8, 16)
    assert game.headers == {"PB": ("Ada ] L.",), "PW": ("Piet",), "IS": ("tried:on", "lock:off")}
    assert game.comments == {0: "two\nlines\\", 1: "opening", 5: "thanks"}
    assert game.ending == ("B", "resign")
    state = game.final_state()
    assert state.swapped() and state.to_string() == "5/3b1/b1w2/1w3/5 b swapped"


def test_swap_pieces_means_the_mirrored_board():
    sides, pieces = read_sgf(
        "(;GM[11]SZ[4];B[b1];W[swap-sides];W[c1];B[d2])(;GM[11]SZ[4];B[b1];W[swap-pieces];B[a3];W[b4])"
    )
    assert sides.actions == pieces.actions and sides.final_state() == pieces.final_state()
    for game in (sides, pieces):
        (again,) = read_sgf(write_sgf(game))
        assert again == game
    assert ";B[b1]\n;W[swap-pieces]\n;B[a3]\n;W[b4])" in write_sgf(pieces)


def test_defaults_and_extents():
    default, wide = read_sgf("\ufeff (;)\n\n(;SZ[7:3];b_)".replace("b_", "B[g3]"))
    assert (default.rows, default.columns, default.actions) == (11, 11, ())
    assert (wide.rows, wide.columns, wide.actions) == (3, 7, (20,))
    assert write_sgf(wide) == "(;FF[4]GM[11]CA[UTF-8]SZ[7:3]\n;B[g3])\n"


@st.composite
def recorded_games(draw):
    rows = draw(st.integers(2, 6))
    columns = rows if draw(st.booleans()) else draw(st.integers(1, 6))
    state = boardai.load("hex", rows=rows, cols=columns, swap=True).initial_state()
    rng = draw(st.randoms(use_true_random=False))
    actions = []
    for _ in range(draw(st.integers(0, 30))):
        if state.is_terminal():
            break
        swapping = state.swap_available() and rng.random() < 0.5
        actions.append(rows * columns if swapping else rng.choice(state.legal_actions()))
        state.apply(actions[-1])
    # A stream reader may turn \r into \n, and surrogates cannot be written at all.
    text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"))
    swapped = rows * columns in actions
    return SgfGame(
        rows=rows,
        columns=columns,
        actions=tuple(actions),
        headers=draw(
            st.dictionaries(
                st.sampled_from(["PB", "PW", "EV", "XY"]), st.lists(text, min_size=1, max_size=3).map(tuple)
            )
        ),
        comments=draw(st.dictionaries(st.integers(0, len(actions)), text, max_size=3)),
        ending=draw(st.sampled_from([None, ("B", "resign"), ("W", "forfeit")])) if not state.is_terminal() else None,
        swap_text=draw(st.sampled_from(["swap-sides", "swap-pieces"])) if swapped and rows == columns else "swap-sides",
    )


@given(st.lists(recorded_games(), max_size=3))
def test_what_is_written_is_read_again(games):
    text = "".join(write_sgf(game) for game in games)
    assert list(read_sgf(text)) == games
    assert list(read_sgf(io.StringIO(text))) == games


def test_games_are_streamed():
    """Games before a bad one are delivered; a long stream is never held as a whole."""

    class Endless(io.StringIO):
        def __init__(self):
            super().__init__()
            self.handed_out = 0

        def read(self, size=-1):
            assert 0 < size < 1 << 20
            self.handed_out += 1
            return "(;GM[11]SZ[2];B[a1])\n" * 1000

    stream = Endless()
    reader = read_sgf(stream)
    for _ in range(5000):
        assert next(reader).actions == (0,)
    assert stream.handed_out <= 6

    reader = read_sgf("(;SZ[2];B[a1])\n(;SZ[2];B[a9])")
    assert next(reader).actions == (0,)
    with pytest.raises(ValueError, match="line 2, column 9: move 'a9': the last cell of this board is b2"):
        next(reader)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line 1, column 1: a game starts with '\\('"),
        ("(;SZ[3]) x", "line 1, column 10: a game starts with '\\('"),
        ("\n\n(", "line 3, column 2: the file ends inside a game"),
        ("()", "column 2: expected a node, ';', got '\\)'"),
        ("((;))", "column 2: expected a node, ';', got '\\('"),
        ("(;b[a1])", "column 3: expected a property name in capitals, got 'b'"),
        ("(;B)", "column 4: expected '\\[' after property B, got '\\)'"),
        ("(;B", "expected '\\[' after property B, got the end of the file"),
        ("(;C[never closed\\]", "column 4: this '\\[' is never closed"),
        ("(;C[never closed\\", "column 4: this '\\[' is never closed"),
        ("(;PB[a]PB[b])", "column 8: property PB twice in one node"),
        ("(;B[a1]W[a2])", "column 8: a second move in one node"),
        ("(;B[a1][a2])", "column 3: property B: expected one value, got 2"),
        ("(;B[a1](;W[a2]);B[a3])", "column 16: expected '\\(' or '\\)' after a variation, got ';'"),
        ("(;FF[3])", "FF\\[3\\]: only FF\\[4\\] is read"),
        ("(;GM[1])", "GM\\[1\\]: Hex is GM\\[11\\]"),
        ("(;SZ[20])", "SZ\\[20\\]: expected a size from 1 to 19"),
        ("(;SZ[0])", "SZ\\[0\\]: expected a size"),
        ("(;SZ[5:])", "SZ\\[5:\\]: expected a size"),
        ("(;AB[a1])", "column 3: setup property AB: only games from the empty board"),
        ("(;;PL[W])", "column 4: setup property PL"),
        ("(;W[a1])", "column 3: W\\[a1\\]: it is B's turn"),
        ("(;B[a1];B[a2])", "column 9: B\\[a2\\]: it is W's turn"),
        ("(;B[a1];W[swap-sides];B[a2])", "B\\[a2\\]: it is W's turn"),
        ("(;B[a1];W[swap-pieces];W[a2])", "W\\[a2\\]: it is B's turn"),
        ("(;B[a1];W[swap])", "write swap-sides or swap-pieces"),
        ("(;B[swap-sides])", "only the answer to the first stone may be swap"),
        ("(;SZ[3:2];B[a1];W[swap-pieces])", "needs as many rows as columns"),
        ("(;B[a1];W[a1])", "column 9: move 'a1': the cell is occupied"),
        ("(;B[])", "move '': expected a letter and a number"),
        ("(;B[pass])", "move 'pass': expected a letter and a number"),
        ("(;B[resign];W[a1])", "move W\\[a1\\] after B\\[resign\\]"),
        ("(;SZ[1];B[a1];W[resign])", "after the game was won"),
    ],
)
def test_errors_name_place_and_reason(text, message):
    with pytest.raises(ValueError, match=message):
        list(read_sgf(text))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (SgfGame(3, 3, (0, 0)), "illegal action 0"),
        (SgfGame(2, 3, (0, 6), swap_text="swap-pieces"), "as many rows as columns"),
        (SgfGame(3, 3, headers={"SZ": ("3",)}), "header 'SZ': not the name of a further root property"),
        (SgfGame(3, 3, headers={"pb": ("x",)}), "header 'pb'"),
        (SgfGame(3, 3, headers={"PB": "x"}), "expected a tuple"),
        (SgfGame(3, 3, comments={1: "x"}), "comment 1: the game has 0 moves"),
        (SgfGame(3, 3, ending=("B", "sleep")), "expected B or W, and resign or forfeit"),
        (SgfGame(0, 3), "rows must be a whole number from 1 to 19"),
    ],
)
def test_what_cannot_be_written_is_refused(game, message):
    with pytest.raises(ValueError, match=message):
        write_sgf(game)


def damaged(text, rng):
    letters = list(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(letters) + 1)
        kind = rng.randrange(3)
        if kind == 0:
            letters.insert(at, rng.choice("();[]\\BWCSZab19:\n é\0"))
        elif kind == 1:
            del letters[at : at + rng.randint(1, 3)]
        else:
            letters[at:at] = letters[at : at + rng.randint(1, 9)]
    return "".join(letters)


def fuzz(rounds):
    rng = random.Random(8)
    refused = 0
    for _ in range(rounds):
        text = damaged(GAME + "(;GM[11]SZ[3:2];B[a1];W[c2])", rng)
        try:
            games = list(read_sgf(text))
        except ValueError as error:
            refused += 1
            assert str(error).startswith("SGF line ")
            continue
        for game in games:
            assert list(read_sgf(write_sgf(game))) == [game]
    assert rounds // 4 < refused < rounds


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[11]C[" + "x" * 1_000_001 + "])", "a value of more than 1,000,000 characters"),
        ("(;GM[11]" + (";C[" + "x" * 99_999 + "]") * 11 + ")", "comments of more than 1,000,000 characters"),
        ("(;GM[11]AP" + "[x]" * 10_001 + ")", "more than 10,000 values of property AP"),
        (
            "(;" + "".join(f"X{a}{b}[]" for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:10] for b in NAMES) + ")",
            "more than 1,000 properties in one node",
        ),
        ("(;" + "A" * 101 + "[x])", "a property name of more than 100 letters"),
    ],
)
def test_what_is_too_long_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        list(read_sgf(text))


def test_what_is_said_after_the_end_is_joined_whatever_its_length():
    (game,) = read_sgf("(;GM[11]SZ[3];B[a1];W[resign]" + ";C[x]" * 100_000 + ")")
    assert game.comments[1] == "\n".join("x" * 100_000)


def test_damaged_records_are_refused_or_read():
    fuzz(800)


@pytest.mark.slow
def test_damaged_records_at_length():
    fuzz(100_000)
