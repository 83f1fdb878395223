"""Hex: game records in SGF, read, written, streamed, refused and fuzzed."""

import io
import itertools
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused

import boardai
from boardai.games.hex.formats.sgf import SgfGame, read_sgf, write_sgf
from boardai.records import read_games, write_games

NAMES = [f"{a}{b}" for a in "ABCDEFGHIJ" for b in "ABCDEFGHIJK"]

GAME = r"""(;FF[4]GM[11]SZ[5]PB[Ada \] L.]PW[Piet]IS[tried:on][lock:off]C[two
lines\\];B[a3]BL[100]C[opening];W[swap-sides];W[C3]LB[a1:x]
(;B[d2](;W[b4];B[resign]C[thanks])(;W[e5];B[a1]))(;B[e1]))"""


def test_reads_the_main_line_headers_and_comments():
    (game,) = read_sgf(GAME)
    assert (game.rows, game.columns, game.swapped, game.swap_text) == (5, 5, True, "swap-sides")
    assert game.actions == (10, 25, 12, 8, 16)
    assert game.headers == {"PB": ("Ada ] L.",), "PW": ("Piet",), "IS": ("tried:on", "lock:off")}
    assert game.comments == {0: "two\nlines\\", 1: "[%clk 0:01:40]\nopening", 3: "[%LB a1:x]", 5: "thanks"}
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
    set_up = draw(st.integers(0, len(actions))) if not swapped else 0
    start = boardai.load("hex", rows=rows, cols=columns, swap=True).initial_state()
    for action in actions[:set_up]:
        start.apply(action)
    actions = actions[set_up:]
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
        start=start.to_string() if set_up else "",
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
    with refused("line 2, column 9", "a9", "b2"):
        next(reader)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", r"line 1, column 1: .*'\('"),
        ("(;SZ[3]) x", r"line 1, column 10: .*'\('"),
        ("\n\n(", r"line 3, column 2: .*'\)'"),
        ("()", r"column 2: .*';'.*'\)'"),
        ("((;))", r"column 2: .*';'.*'\('"),
        ("(;b[a1])", "column 3: .*'b'"),
        ("(;B)", r"column 4: .*'\['.* B.*'\)'"),
        ("(;B", r"column 4: .*'\['.* B.* end"),
        ("(;C[never closed\\]", r"column 4: .*'\['"),
        ("(;C[never closed\\", r"column 4: .*'\['"),
        ("(;PB[a]PB[b])", "column 8: .*PB"),
        ("(;B[a1]W[a2])", "column 8: .*move"),
        ("(;B[a1][a2])", "column 3: .* B.*2"),
        ("(;B[a1](;W[a2]);B[a3])", "column 16: .*';'"),
        ("(;FF[3])", r"FF\[3\]: .*FF\[4\]"),
        ("(;GM[1])", r"GM\[1\]: .*GM\[11\]"),
        ("(;SZ[20])", r"SZ\[20\]: .*19"),
        ("(;SZ[0])", r"SZ\[0\]"),
        ("(;SZ[5:])", r"SZ\[5:\]"),
        ("(;AB[a1][b1])", "column 3: .*black.* 2 .*white.* 0"),
        ("(;;PL[W])", "column 4: .* b.*'w'"),
        ("(;SZ[3]AB[d1])", r"column 8: AB\[d1\]"),
        ("(;SZ[3]AB[a])", r"column 8: AB\[a\]"),
        ("(;SZ[3]AB[b2:a1])", r"AB\[b2:a1\]"),
        ("(;SZ[3]AB[a1:a2:a3])", r"AB\[a1:a2:a3\]"),
        ("(;SZ[3]AB[a1]AW[a1])", "column 14: AW: .*a1.*AB"),
        ("(;PL[X])", "column 3: PL"),
        ("(;PL[B][W])", "column 3: PL: expected one value"),
        ("(;B[a1];AB[a2])", "column 9: set-up stones: .*black has 2 stones"),
        ("(;B[a1];PL[B])", "column 9: set-up stones"),
        ("(;SZ[5];W[ae];AW[a4])", "column 15: set-up stones after a move in Little Golem's dialect"),
        ("(;SZ[2]" + "(;AE[a1]" * 1001 + ")" * 1002, "column 8010: more than 1,000 positions"),
        ("(;W[ah];B[t1])", "column 9: move 't1'"),
        ("(;W[ah];W[bb])", r"column 9: W\[bb\]: .*\bB"),
        ("(;SZ[5];W[ah])", "column 9: move 'a8': .*e5"),
        ("(;W[a1])", r"column 3: W\[a1\]: .*\bB"),
        ("(;B[a1];B[a2])", r"column 9: B\[a2\]: .*\bW"),
        ("(;B[a1];W[swap-sides];B[a2])", r"column 23: B\[a2\]: .*\bW"),
        ("(;B[a1];W[swap-pieces];W[a2])", r"column 24: W\[a2\]: .*\bB"),
        ("(;B[a1];W[swap])", "move 'swap': .*swap-sides.*swap-pieces"),
        ("(;B[swap-sides])", "column 3: move 'swap'"),
        ("(;SZ[3:2];B[a1];W[swap-pieces])", "column 17: swap-pieces"),
        ("(;B[a1];W[a1])", "column 9: move 'a1'"),
        ("(;B[])", "move ''"),
        ("(;B[pass])", "move 'pass'"),
        ("(;B[resign];W[a1])", r"W\[a1\].*B\[resign\]"),
        ("(;SZ[1];B[a1];W[resign])", r"column 15: .*W\[resign\]"),
        ("(;GM[11]C[" + "x" * 1_000_001 + "])", "column 10: .*1,000,000"),
        ("(;GM[11]" + (";C[" + "x" * 99_999 + "]") * 11 + ")", "column 1000040: .*1,000,000"),
        ("(;GM[11]AP" + "[x]" * 10_001 + ")", "10,000.*AP"),
        (
            "(;" + "".join(f"X{a}{b}[]" for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:10] for b in NAMES) + ")",
            "column 6003: .*1,000 ",
        ),
        ("(;" + "A" * 101 + "[x])", "column 3: .*100 "),
    ],
)
def test_errors_name_place_and_reason(text, message):
    with pytest.raises(ValueError, match=message):
        list(read_sgf(text))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (SgfGame(3, 3, (0, 0)), "action 0"),
        (SgfGame(2, 3, (0, 6), swap_text="swap-pieces"), "swap-pieces"),
        (SgfGame(3, 3, headers={"SZ": ("3",)}), "header 'SZ'"),
        (SgfGame(3, 3, headers={"pb": ("x",)}), "header 'pb'"),
        (SgfGame(3, 3, headers={"PB": "x"}), "header 'PB'.*'x'"),
        (SgfGame(3, 3, comments={1: "x"}), "comment 1: .*0"),
        (SgfGame(3, 3, ending=("B", "sleep")), r"\('B', 'sleep'\)"),
        (SgfGame(3, 3, start="b2/3/3 w swapped"), "start.*swap"),
        (SgfGame(0, 3), "rows.*0"),
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


def test_comments_after_the_end_are_joined_at_any_length():
    (game,) = read_sgf("(;GM[11]SZ[3];B[a1];W[resign]" + ";C[x]" * 100_000 + ")")
    assert game.comments[1] == "\n".join("x" * 100_000)


def test_damaged_records_are_refused_or_read():
    fuzz(800)


@pytest.mark.slow
def test_damaged_records_at_length():
    fuzz(100_000)


# --- set-up stones ---------------------------------------------------------------------------------------------


def test_set_up_stones_are_the_start():
    (game,) = read_sgf("(;GM[11]SZ[5]AB[c3][a1:a2]AW[b4][d1];AW[e5]AE[a1]AB[b5]PL[B]C[puzzle];B[b2])")
    assert game.start == "3w1/b4/2b2/1w3/1b2w b swap"
    assert (game.actions, game.headers, game.comments) == ((6,), {}, {0: "puzzle"})


@pytest.mark.parametrize(
    ("text", "start", "moves"),
    [
        ("(;GM[11]SZ[3]PL[B];B[b2])", "3/3/3 b no-swap", ["b2"]),
        ("(;GM[11]SZ[3];;PL[black];B[b2];PL[W];W[a1])", "3/3/3 b no-swap", ["b2", "a1"]),
        ("(;GM[11]SZ[3]AB[b2]PL[W];W[a1])", "3/1b1/3 w no-swap", ["a1"]),
        ("(;GM[11]SZ[3]AB[b2:b3]AW[a1][c1];B[c2])", "w1w/1b1/1b1 b no-swap", ["c2"]),
        ("(;GM[11]SZ[3]AB[b2][A3];AE[a3]AW[c1])", "2w/1b1/3 b no-swap", []),
        ("(;GM[11]SZ[3:2]AB[c2]AW[a1](;B[b2])(;B[b1]))", "w2/2b b no-swap", ["b2"]),
        ("(;GM[11]SZ[3]AB[b2];W[swap-pieces];B[a1])", "3/1b1/3 w swap", ["swap", "a1"]),
    ],
)
def test_games_begin_with_set_up_stones_and_are_written_so(text, start, moves):
    (game,) = boardai.read_games(io.StringIO(text))
    assert (game.start.to_string(), game.moves()) == (start, moves)
    written = io.StringIO()
    boardai.write_games(written, [game], format=".sgf")
    assert list(boardai.read_games(io.StringIO(written.getvalue()))) == [game]
    assert ("AB[" in written.getvalue()) == ("b" in start.partition(" ")[0])


def read_with_variations(text):
    return list(read_games(io.StringIO(text), variations=True))


def text_of(games):
    stream = io.StringIO()
    write_games(stream, games, format=".sgf")
    return stream.getvalue()


def test_a_position_set_up_after_moves_starts_a_game_of_its_own():
    text = (
        "(;GM[11]SZ[5]PB[Ann]PW[Bob]RE[W+Resign];B[c3];W[d4];AB[a1]AW[b2]AE[c3]C[a puzzle];AB[c4:c5]PL[W];W[e5]"
        "(;B[a5])(;B[b5]))"
    )
    game, puzzle = read_with_variations(text)
    assert (game.moves(), game.result, game.termination) == (["c3", "d4"], None, "")
    assert "the position that is set up at line 1, column 53 starts a game of its own" in game.problems[0]
    assert puzzle.start.to_string() == "b4/1w3/5/2bw1/2b2 w no-swap" and puzzle.comments == {0: "a puzzle"}
    assert puzzle.moves() == ["e5", "a5"] and puzzle.line(1) == (*puzzle.actions[:1], 21)
    assert puzzle.players == ("Ann", "Bob") and (puzzle.result, puzzle.termination) == (-1, "resignation")
    assert puzzle.place.endswith("game 2, set up at line 1, column 53") and not puzzle.problems
    assert read_with_variations(text_of([game, puzzle])) == [game, puzzle]


@pytest.mark.parametrize(
    ("text", "games"),
    [
        # In a variation, and what is played instead: nothing of it is lost, and the result is the main line's.
        ("(;GM[11]SZ[3]RE[B+];B[b2](;W[a1])(;W[c1];AE[b2]AB[b1];B[a3]))",
         [("3/3/3 b no-swap", ["b2", "a1"], 1), ("1bw/3/3 b no-swap", ["a3"], None)]),
        # The first branch is a position: the game is what the next one has.
        ("(;GM[11]SZ[3]RE[B+];B[b2](;AW[a1])(;W[c1];B[c2])(;W[c3]))",
         [("3/3/3 b no-swap", ["b2", "c1", "c2"], None), ("w2/1b1/3 b no-swap", [], 1)]),
        # A file of positions: its root says nothing by itself.
        ("(;GM[11]SZ[3](;AB[a1];W[b2])(;AB[c3]C[!]))",
         [("b2/3/3 w no-swap", ["b2"], None), ("3/3/2b w no-swap", [], None)]),
        # After a swap the file's board and colours count.
        ("(;GM[11]SZ[3]PB[Ann]PW[Bob];B[b1];W[swap-pieces];B[c3];AB[b1]AW[c1])",
         [("3/3/3 b swap", ["b1", "swap", "c3"], None), ("1bw/w2/2b b no-swap", [], None)]),
        ("(;GM[11]SZ[3]PB[Ann]PW[Bob];B[b1];W[swap-sides];W[c3];AB[c1])",
         [("3/3/3 b swap", ["b1", "swap", "c3"], None), ("1bb/3/2w w no-swap", [], None)]),
    ],
)  # fmt: skip
def test_positions_set_up_anywhere_are_read_and_written(text, games):
    found = read_with_variations(text)
    assert [(one.start.to_string(), one.moves(), one.result) for one in found] == games
    assert read_with_variations(text_of(found)) == found


def test_who_has_which_colour_after_a_swap_of_the_sides():
    _, puzzle = read_with_variations("(;GM[11]SZ[3]PB[Ann]PW[Bob]BR[1];B[b1];W[swap-sides];W[c3];AE[b1]AB[c1])")
    assert puzzle.players == ("Bob", "Ann") and puzzle.headers == {"WR": "1"}


@st.composite
def trees_with_set_ups(draw):
    """The text of a game in whose branches positions are set up, and their texts."""
    rng = draw(st.randoms(use_true_random=False))
    empty, positions, numbers = boardai.load("hex", size=4).initial_state(), [], itertools.count()

    def branch(state, depth):
        nodes = []
        for _ in range(rng.randrange(4)):
            if state.is_terminal():
                break
            if rng.random() < 0.3:
                other = empty.clone()
                for _ in range(rng.randrange(1, 6)):
                    other.apply(rng.choice(other.legal_actions()))
                if not other.is_terminal() and other.to_string() != state.to_string():
                    stones = {"AE": [], "AB": [], "AW": []}
                    for cell in range(16):
                        stones[("AE", "AB", "AW")[1 + other.stone_at(*divmod(cell, 4))]].append(
                            f"[{empty.action_to_string(cell)}]"
                        )
                    nodes.append("".join(name + "".join(cells) for name, cells in stones.items() if cells))
                    positions.append(other.to_string())
                    state = other
                    continue
            action = rng.choice(state.legal_actions())
            nodes.append(f"{'BW'[state.colour_to_move()]}[{state.action_to_string(action)}]C[n{next(numbers)}]")
            state = state.child(action)
        text = "".join(f"\n;{node}" for node in nodes) or f"\n;C[n{next(numbers)}]"
        return text + "".join(f"({branch(state, depth - 1)})" for _ in range(2)) if depth else text

    return f"(;GM[11]SZ[4]RE[B+3]EV[test]{branch(empty.clone(), 2)})", positions


@given(trees_with_set_ups())
def test_trees_with_positions_set_up_are_read_and_written(drawn):
    text, positions = drawn
    found = read_with_variations(text)
    # Positions set up one right after the other are one.
    assert {one.start.to_string() for one in found} <= {"4/4/4/4 b no-swap", *positions}
    said = [words for one in found for line in (one, *one.variations) for words in line.comments.values()]
    if not any("continues after the last move" in problem for one in found for problem in one.problems):
        assert sorted("\n".join(said).split()) == sorted(re.findall(r"C\[(\w+)", text))
    assert read_with_variations(text_of(found)) == found


# --- Little Golem's dialect ------------------------------------------------------------------------------------

# Games of https://www.littlegolem.net, as its links "HSGF" give them; here two of them without most of the moves.
GOLEM = (
    "(;FF[4]EV[hex.ch.23.1.1]PB[Daniel Sepczuk]PW[Maciej Celuch]SZ[13]RE[W]GC[ game #1139802]"
    "SO[http://www.littlegolem.com];W[mf];B[swap];W[kj];B[ie];W[fh];B[resign])"
)


def test_little_golem_writes_two_letters_and_the_first_player_as_white():
    (game,) = boardai.read_games(io.StringIO(GOLEM.replace("B[resign]", "B[ed];W[resign]")))
    assert game.game.spec == "hex:size=13,swap=true" and game.players == ("Daniel Sepczuk", "Maciej Celuch")
    # m6, swapped: boardai leaves the stone, Little Golem mirrors it and what follows.
    assert game.moves() == ["m6", "swap", "j11", "e9", "h6", "d5"]
    assert game.result == -1  # PB moved first and resigned; RE[W] says the same
    assert game.problems == () and game.termination == "resignation" and "RE" not in game.headers
    (won,) = boardai.read_games(io.StringIO(GOLEM))
    assert won.result == 1 and "RE[W], but W has left the game" in won.problems[0]


@pytest.mark.parametrize(
    ("text", "moves", "result"),
    [
        ("(;FF[4]EV[null]PB[a]PW[b]SZ[13]RE[B]SO[http://www.littlegolem.com];W[ac];B[dj];W[ie];B[resign])",
         ["a3", "d10", "i5"], 1),
        ("(;FF[4]EV[x]PB[a]PW[b]SZ[13]RE[W]GC[game #2384695]SO[https://www.littlegolem.net])", [], -1),
        ("(;FF[4]PB[a]PW[b]SZ[13]RE[W]SO[https://www.littlegolem.net];W[resign])", [], -1),
        ("(;FF[4]SZ[13];W[am];B[ii])", ["a13", "i9"], None),
        # Copies by programs that name the first player black.
        ("(;FF[4]SZ[13]RE[B];B[am];W[ii])", ["a13", "i9"], 1),
    ],
)  # fmt: skip
def test_little_golems_games_are_read_and_written_as_sgf(text, moves, result):
    (game,) = boardai.read_games(io.StringIO(text), "hex:size=13,swap=true")
    assert (game.moves(), game.result, game.problems) == (moves, result, ())
    written = io.StringIO()
    boardai.write_games(written, [game], format=".sgf")
    assert list(boardai.read_games(io.StringIO(written.getvalue()), "hex:size=13,swap=true")) == [game]


# --- what was read can be written ------------------------------------------------------------------------------


def test_a_swap_is_written_as_other_programs_take_it():
    text = "(;GM[11]SZ[4]PB[a]PW[b]RE[B+];B[b1];W[swap-pieces];B[a3];W[b4])"
    (pieces,) = boardai.read_games(io.StringIO(text))
    written = io.StringIO()
    boardai.write_games(written, [pieces], format=".sgf")
    assert ";B[b1]\n;W[swap-pieces]\n;B[a3]\n;W[b4])" in written.getvalue() and "RE[B+]" in written.getvalue()
    (oblong,) = boardai.read_games(io.StringIO("(;GM[11]SZ[4:3];B[b1];W[swap-sides];W[a3])"))
    written = io.StringIO()
    boardai.write_games(written, [oblong], format=".sgf")  # no board of that shape can be mirrored
    assert ";W[swap-sides]\n;W[a3])" in written.getvalue()


@pytest.mark.parametrize("swap", ["", ";W[swap-sides]", ";W[swap-pieces]"])
@pytest.mark.parametrize(
    ("reported", "problems", "header"),
    [("?", 1, None), ("", 1, None), ("Void", 1, None), ("0", 1, None), ("{loser}+Resign", 1, None),
     ("{winner}+", 0, None), ("{winner}", 0, None), ("{winner}+3", 0, True), (None, 0, None)],
)  # fmt: skip
def test_a_finished_game_s_stated_result_is_kept_or_reported_and_can_be_written(swap, reported, problems, header):
    moves = {"": ";B[a1];W[b1];B[a2]", ";W[swap-sides]": ";B[a1];W[swap-sides];W[b1];B[a2]",
             ";W[swap-pieces]": ";B[a1];W[swap-pieces];B[b2];W[b1]"}[swap]  # fmt: skip
    winner, loser = ("W", "B") if swap == ";W[swap-pieces]" else ("B", "W")
    answer = "" if reported is None else f"RE[{reported.format(winner=winner, loser=loser)}]"
    text = f"(;GM[11]SZ[2]{answer}{moves})(;GM[11]SZ[2];B[a1])"
    games = list(boardai.read_games(io.StringIO(text)))
    assert games[0].final_state().is_terminal() and [len(game.problems) for game in games] == [problems, 0]
    assert all("game 1: RE[" in problem for problem in games[0].problems)
    assert ("RE" in games[0].headers) == bool(header)
    written = io.StringIO()
    assert boardai.write_games(written, games, format=".sgf") == 2
    again = list(boardai.read_games(io.StringIO(written.getvalue())))
    assert again == games and not again[0].problems


@pytest.mark.parametrize("reported", ["?", "Void", "B+?", "W+Adjudication"])
def test_what_an_open_game_says_of_its_result_is_written_again(reported):
    (game,) = boardai.read_games(io.StringIO(f"(;GM[11]SZ[3]RE[{reported}];B[a1])"))
    assert game.headers["RE"] == reported and not game.problems
    written = io.StringIO()
    boardai.write_games(written, [game], format=".sgf")
    assert f"RE[{reported}]" in written.getvalue()


def test_whatever_is_read_can_be_written():
    rng = random.Random(5)
    seeds = GAME + GOLEM + "(;GM[11]SZ[2]RE[W+];B[a1];W[swap-pieces];B[b2];W[b1])(;SZ[3]AB[a1]AW[b1]RE[?])"
    read = 0
    for _ in range(60):
        games = []
        try:
            games.extend(boardai.read_games(io.StringIO(damaged(seeds, rng)), format=".sgf", on_error="skip"))
        except ValueError:
            continue
        read += len(games)
        for spec in {game.game.spec for game in games}:
            own = [game for game in games if game.game.spec == spec]
            written = io.StringIO()
            boardai.write_games(written, own, format=".sgf")
            assert list(boardai.read_games(io.StringIO(written.getvalue()), spec)) == own
    assert read > 60


def test_sgf_of_other_games_is_not_taken_for_hex():
    for text in ("(;FF[4]GM[1]SZ[9];B[aa])", "(;CA[UTF-8]GM[Othello]PB[a];)", "(;C[GM\\]11[x]GM[2])"):
        with refused("hex", "beginning"):
            list(boardai.read_games(io.StringIO(text), "hex"))
    (named,) = boardai.read_games(io.StringIO("(;C[GM[1\\] is no property]GM[11]SZ[3];B[a1])"))
    assert named.moves() == ["a1"]


def written_again(game):
    """The text of a game as SGF; reading it must give the same game."""
    stream = io.StringIO()
    write_games(stream, [game], format=".sgf")
    again = next(read_games(io.StringIO(stream.getvalue()), game.game.spec, format=".sgf", variations=True))
    assert again == game and not game.problems
    return stream.getvalue()


@pytest.mark.parametrize(
    ("text", "glyphs", "comments"),
    [
        # No move is there that could be doubtful.
        ("(;GM[11]SZ[5];DO[];B[a1])", {}, {0: "[%sgf DO ]"}),
        ("(;GM[11]SZ[5];B[a1];DO[];DO[])", {1: (6,)}, {}),
        ("(;GM[11]SZ[5];B[a1]TE[1];TE[2])", {1: (1,)}, {1: "[%sgf TE 2]"}),
        ("(;GM[11]SZ[5];B[a1]" + ";DO[]" * 20_000 + ")", {1: (6,)}, {}),
        ("(;GM[11]SZ[5];B[a1](;W[b2])(;W[c3]DO[];DO[]IT[]))", {}, {}),
    ],
)
def test_glyphs_that_are_read_can_be_written(text, glyphs, comments):
    (game,) = read_games(io.StringIO(text), "hex:size=5", format=".sgf", variations=True)
    assert (game.glyphs, game.comments) == (glyphs, comments)
    written_again(game)


MARKED = (
    "(;GM[11]SZ[5]PB[a]LB[c3:A][a1:two words]KM[1];B[b2]BL[60]OB[3]OW[4]WL[59]TR[a1:b2][e5]MA[c3]C[see ] this]"
    "(;W[c3]CR[d4]AR[b2:c3]LN[a1:e5]DD[]XY[a\\]b,c%[d];TR[e1])(;W[d4]SQ[q9]LB[e5:x[1\\]]FG[]))"
).replace("see ]", "see \\]")


def test_marks_of_other_programs_are_read_and_written_again():
    (game,) = read_games(io.StringIO(MARKED), "hex:size=5", format=".sgf", variations=True)
    assert game.comments == {
        0: "[%LB c3:A,a1:two words]",
        1: "[%clk 0:01:00]\nsee ] this\n[%TR a1,b1,a2,b2,e5]\n[%MA c3]\n[%sgf OB 3]\n[%sgf OW 4]\n[%sgf WL 59]",
        2: "[%csl Rd4]\n[%cal Rb2c3]\n[%LN a1:e5]\n[%DD ]\n[%TR e1]\n[%sgf XY a%5Db%2Cc%25%5Bd]",
    }
    # A cell that is not on the board is kept as it was.
    assert game.variations[0].comments == {2: "[%LB e5:x%5B1%5D]\n[%sgf SQ q9]\n[%sgf FG ]"}
    assert game.headers == {"KM": "1"}
    text = written_again(game)
    assert "LB[c3:A][a1:two words]" in text and ";W[c3]CR[d4]AR[b2:c3]LN[a1:e5]DD[]TR[e1]XY[a\\]b,c%[d]" in text
    assert "C[[%clk 0:01:00\\]\nsee \\] this]TR[a1][b1][a2][b2][e5]MA[c3]OB[3]OW[4]WL[59]" in text
    assert ";W[d4]LB[e5:x[1\\]]SQ[q9]FG[]" in text


def test_marks_follow_a_swap_of_the_pieces_and_two_letters():
    swapped = "(;GM[11]SZ[4];B[b1]TR[c1];W[swap-pieces]TR[c1]OB[2];B[a3]LB[d1:x])"
    (pieces,) = boardai.read_games(io.StringIO(swapped))
    assert pieces.comments == {1: "[%TR c1]", 2: "[%TR a3]\n[%sgf OW 2]", 3: "[%LB a4:x]"}
    text = written_again(pieces)
    assert ";B[b1]TR[c1]\n;W[swap-pieces]TR[c1]OB[2]\n;B[a3]LB[d1:x])" in text
    sides = swapped.replace("swap-pieces]TR[c1]OB", "swap-sides]TR[a3]OW").replace("B[a3]LB[d1", "W[c1]LB[a4")
    (same,) = boardai.read_games(io.StringIO(sides.replace(";B[c1]", ";W[c1]")))
    assert same.comments == pieces.comments and written_again(same) == text
    (golem,) = boardai.read_games(io.StringIO("(;SZ[5]LB[ab:x]SO[www.littlegolem.com];W[ab]TR[ac]OW[3])"))
    assert golem.comments == {0: "[%LB a2:x]", 1: "[%TR a3]\n[%sgf OB 3]"}
    assert "LB[a2:x]\n;B[a2]TR[a3]OB[3])" in written_again(golem)


def test_marks_drawn_on_the_page_are_markup_and_others_stay_text():
    comments = {
        0: "[%csl Ra1] from here",
        1: "[%csl Ga1,Rb2]",  # SGF has no colours
        2: "[%cal Ra1z9]",  # no cell of this board
        3: "[%sgf B a1][%sgf C x]",  # no command stands for a move or a comment
    }
    game = boardai.RecordedGame.from_moves("hex:size=5", ["b2", "c3", "d4"], comments=comments)
    stream = io.StringIO()
    write_games(stream, [game], format=".sgf")
    text = stream.getvalue()
    assert "C[from here]CR[a1]" in text and "C[[%csl Ga1,Rb2\\]]" in text and "C[[%cal Ra1z9\\]]" in text
    (again,) = read_games(io.StringIO(text), "hex:size=5", format=".sgf")
    assert again.actions == game.actions
    assert again.comments == comments | {0: "from here\n[%csl Ra1]"}
    written_again(again)


def test_markup_of_a_position_has_a_limit():
    huge = ";B[a1]" + "".join(f";XY[{number}{'x' * 99_990}]" for number in range(11))
    with pytest.raises(ValueError, match=r"line 1, column .*markup of more than 1,000,000"):
        list(read_sgf(f"(;GM[11]SZ[5]{huge})"))


def test_clocks_and_values_are_comments_and_written_again():
    text = "(;GM[11]SZ[3];B[b2]BL[299.5]C[good]V[-0.5](;W[a1]WL[60]V[x])(;W[c1]V[0]BL[7]))"
    (one,) = read_games(io.StringIO(text), game="hex:size=3", format=".sgf", variations=True)
    assert one.comments == {1: "[%clk 0:04:59.5]\ngood\n[%value -0.5]", 2: "[%clk 0:01:00]\n[%sgf V x]"}
    # What is no number is no value, and a comment has no room for the opponent's clock.
    assert [dict(other.comments) for other in one.variations] == [{2: "[%value 0]\n[%sgf BL 7]"}]
    written = io.StringIO()
    write_games(written, [one], format=".sgf")
    (again,) = read_games(io.StringIO(written.getvalue()), game="hex:size=3", format=".sgf", variations=True)
    assert (again.comments, again.variations) == (one.comments, one.variations)
