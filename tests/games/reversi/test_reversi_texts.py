"""Reversi's texts: board files, positions, moves, transcripts, drawings; every malformed one is refused by place."""

import io
import itertools
import pickle
import random
import xml.etree.ElementTree as ElementTree

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from refusals import refused

import boardai
from boardai.games import reversi
from boardai.games.reversi.drawing import board_svg, board_text
from boardai.games.reversi.formats.transcript import format_transcript, parse_transcript, read_transcripts
from boardai.records import read_games

SMALL = "name: small\nto move: light\n\n##-##\n-OX--\n-XO--\n##-##\n"
PLACED = r"^board file, line \d+, column \d+: "


# --- board files -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n", "line 1, column 1: .*'name:'"),
        ("name: a\n", "line 2, column 1: .*grid"),
        ("name: a\nname: b\n\nXO-\n", "line 2, column 1: .*'name:'"),
        ("name: a\nto move: dark\nto move: dark\n\nXO-\n", "line 3, column 1: .*'to move:'"),
        ("name: a\nto move: black\n\nXO-\n", "line 2, column 10: .*'black'"),
        ("name: \n\nXO-\n", "line 1, column 6: "),
        ("nom: a\n\nXO-\n", "line 1, column 1: .*'nom'"),
        ("name: a\x00b\n\nXO-\n", "line 1, column 8: .*byte 0"),
        ("name: a,b\n\nXO-\n", "line 1, column 8: .*','"),
        ("name: a\nXO-\n", "line 2, column 1: .*'name:', 'comment:' or 'to move:'"),
        ("name: a\n\nXO-\nXO\n", "line 4, column 3: .*2.*3"),
        ("name: a\n\nXO-\nXO-O\n", "line 4, column 4: .*4.*3"),
        ("name: a\n\nxo-\n", "line 3, column 1: .*'x'"),
        ("name: a\n\nXO-\rXO-\n", "line 3, column 4: .*byte 13"),
        ("name: a\n\nXO-\n\nXO-\n", "line 4, column 1: .*blank"),
        ("name: a\n\n###\n", "line 3, column 1: .*no cells"),
        ("name: a\n\n---\n", "line 3, column 1: .*side"),
        ("name: a\n\n" + "-" * 17 + "\n", "line 3, column 17: .*16"),
        ("name: a\n\n" + "XO-\n" * 17, "line 19, column 1: .*16"),
    ],
)
def test_malformed_board_files_name_line_and_column(text, message):
    with pytest.raises(ValueError, match="^board file, " + message):
        boardai.load("reversi", board=text)


def test_a_board_file_by_name_by_path_and_as_text_is_the_same_board(tmp_path):
    path = tmp_path / "mine.txt"
    text = (reversi._BOARDS / "octagon.txt").read_text()
    path.write_text(text)
    games = [boardai.load("reversi", board=board) for board in ("octagon", str(path), text)]
    assert len({game.initial_state() for game in games}) == 1
    assert all(game.initial_state() == games[0].initial_state() for game in games)


def test_line_ends_and_blank_lines_at_the_end_do_not_matter():
    written = boardai.load("reversi", board=SMALL.replace("\n", "\r\n") + "\r\n\r\n")
    assert written.initial_state() == boardai.load("reversi", board=SMALL).initial_state()
    assert written.params["board"] == SMALL


def test_a_game_is_loaded_again_from_its_spec():
    for board in ("8x8", "diagonal", SMALL):
        game = boardai.load("reversi", board=board)
        assert boardai.load(game.spec).initial_state() == game.initial_state()


def test_the_card_shows_a_board_that_loads():
    card = (reversi._BOARDS.parent / "README.md").read_text()
    start = card.index("    name: bridge")
    lines = itertools.takewhile(lambda line: not line.startswith("- "), card[start:].split("\n"))
    state = boardai.load("reversi", board="\n".join(line.removeprefix("    ") for line in lines)).initial_state()
    assert len(state.legal_actions()) == 8  # four in either room


def test_unknown_boards_name_what_there_is(tmp_path):
    with refused("9x9", "14x14", "4x4", "6x6", "8x8"):
        boardai.load("reversi", board="9x9")
    with refused("8"):
        boardai.load("reversi", board=8)
    (tmp_path / "latin.txt").write_bytes(b"name: caf\xe9\n\nXO-\n")
    with (
        pytest.warns(UnicodeWarning, match=r"latin\.txt:1: "),
        refused("latin.txt", "line 1"),
    ):
        boardai.load("reversi", board=str(tmp_path / "latin.txt"))
    (tmp_path / "marked.txt").write_bytes(b"\xef\xbb\xbfname: a\n\n----\n-OX-\n-XO-\n----\n")
    assert boardai.load("reversi", board=str(tmp_path / "marked.txt")).policy_size == 17
    (tmp_path / "broken.txt").write_text("name: a\n\nXO?\n")
    with refused("broken.txt", "line 3, column 3"):
        boardai.load("reversi", board=str(tmp_path / "broken.txt"))
    for nothing in (str(tmp_path), "", "a\0b"):
        with refused("included boards"):
            boardai.load("reversi", board=nothing)


def read_any_board(text):
    try:
        game = boardai.load("reversi", board=text)
    except ValueError as error:
        assert str(error).startswith("board file, line ")
    else:
        assert game.initial_state().legal_actions()


damage = st.lists(
    st.tuples(st.integers(0, 80), st.sampled_from("-XO#\n\r: ,namedarkli\x00\t\xe9😀")), min_size=1, max_size=4
)


def damaged(text, edits):
    for place, letter in edits:
        place %= len(text)
        text = text[:place] + letter + text[place + (ord(letter) % 2) :]
    return text + "\n"


@given(damage)
@settings(max_examples=150)
def test_damaged_board_files_load_or_are_refused_with_a_place(edits):
    read_any_board(damaged(SMALL, edits))


# --- positions and moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[:-1], "character 66: .*64.*65"),
        (lambda text: text + "X", "character 67: .*64.*67"),
        (lambda text: "?" + text[1:], r"character 1: .*a1.*'\?'"),
        (lambda text: text[:9] + "#" + text[10:], "character 10: .*b2.*'#'"),
        (lambda text: text[:64] + "  ", "character 66: .*'X'.*space$"),
        (lambda text: text[:64] + "X ", "character 65: .*'X'"),
        (lambda text: "", "character 1: .*64.*0 "),
    ],
)
def test_malformed_positions_name_the_character(change, message):
    game = boardai.load("reversi")
    with pytest.raises(ValueError, match="^position text, " + message):
        game.from_string(change(game.initial_state().to_string()))


def test_a_position_keeps_to_the_shape():
    game = boardai.load("reversi", board=SMALL)
    text = game.initial_state().to_string()
    assert text == "##-##-OX---XO--##-## O"
    with refused("character 1", "a1", "small", "'#'", "'-'"):
        game.from_string("-" + text[1:])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("i5", ".*a-h.*1-8"),
        ("f9", "expected a column"),
        ("f05", "expected a column"),
        ("", "expected a column"),
        ("f5 ", "expected a column"),
        ("d4", "the cell is taken"),
        ("a1", "it would flip no disc"),
        ("pass", "a side that can place a disc may not pass"),
    ],
)
def test_bad_moves_are_refused_with_a_reason(text, message):
    with pytest.raises(ValueError, match=f"^move '{text}': {message}"):
        boardai.load("reversi").initial_state().action_from_string(text)


def test_states_pickle_with_their_board():
    state = boardai.load("reversi", board=SMALL).initial_state()
    state.apply(state.legal_actions()[0])
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.legal_actions() == state.legal_actions()
    with refused("position line"):
        type(state).unpack(b"nothing")
    with refused("boardai::reversi::State<3>"):
        reversi.state_class("boardai::reversi::State<3>")


# --- transcripts -----------------------------------------------------------------------------------------------

EIGHT = boardai.load("reversi").initial_state()


def random_game(rng, board="8x8"):
    start = boardai.load("reversi", board=board).initial_state()
    state, actions = start.clone(), []
    while not state.is_terminal():
        actions.append(rng.choice(state.legal_actions()))
        state.apply(actions[-1])
    return start, actions


@pytest.mark.parametrize("board", reversi.available_boards())
def test_random_games_survive_a_transcript(board):
    rng = random.Random(board)
    seen_pass = False
    for _ in range(10):
        start, actions = random_game(rng, board)
        for length in (len(actions), rng.randrange(len(actions))):
            for passes in (False, True):
                text = format_transcript(start, actions[:length], passes=passes)
                assert parse_transcript(start, text) == actions[:length]
                assert parse_transcript(start, text.upper() + "\n") == actions[:length]
        seen_pass = seen_pass or "--" in format_transcript(start, actions, passes=True)
        assert "--" not in format_transcript(start, actions)
    assert seen_pass or board in ("8x8", "octagon", "14x14", "diagonal")


def test_transcripts_in_and_out():
    actions = parse_transcript(EIGHT, "f5d6c3d3c4")
    assert actions == [37, 43, 18, 19, 26]
    assert parse_transcript(EIGHT, " F5 d6  C3d3 c4 \r\n") == actions
    assert format_transcript(EIGHT, actions) == "f5d6c3d3c4"
    assert parse_transcript(EIGHT, "") == []


@pytest.mark.parametrize(
    "text",
    [
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "1: F5 2: D6 3: C3 4: D3 5: C4",
        "1) f5 d6\t2) c3 d3\t3) c4",
        "\tf5\td6\u00a0c3 d3\tc4\t\n",
    ],
)
def test_numbers_and_tabs_between_moves_say_nothing(text):
    assert parse_transcript(EIGHT, text) == [37, 43, 18, 19, 26]
    (game,) = read_games(io.StringIO(text), "reversi")  # known by its beginning
    assert game.actions == (37, 43, 18, 19, 26)


@pytest.mark.parametrize("reported", ["--", "pass", "PASS", "PA", "pa", "ps", "PS", "@@"])
def test_passes_as_other_programs_write_them(reported):
    start = boardai.load("reversi").from_string("OX" + "-" * 62 + " X")
    for text in (f"{reported}c1", f"{reported} c1", f"1. {reported}\t2. C1"):
        assert parse_transcript(start, text) == [64, 2]
    with refused("move 2, column 3"):
        parse_transcript(EIGHT, f"f5{reported}")


def test_passes_are_implied_or_written():
    start = boardai.load("reversi").from_string("OX" + "-" * 62 + " X")
    for text in ("c1", "--c1", "passc1"):
        assert parse_transcript(start, text) == [64, 2]
    assert format_transcript(start, [64, 2]) == "c1"
    assert format_transcript(start, [64, 2], passes=True) == "--c1"
    assert parse_transcript(start, format_transcript(start, [64])) == [64]  # at the end nothing would imply it
    with refused("action 2"):
        format_transcript(start, [2])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6x", "move 3, column 5: .*'x'"),
        ("f5d6a1", "move 3, column 5: move 'a1'"),
        ("f5d6j3", "move 3, column 5: move 'j3': .*a-h"),
        ("f5--", "move 2, column 3: move 'pass'"),
        ("f5 d6\nc3", "move 3, column 6: .*n'"),
        ("f5d6c33", "move 3, column 5: move 'c33': .*a-h"),
        ("5", "move 1, column 1: .*'5'"),
        ("5 f5", "move 1, column 1: .*'5'"),
        ("1. f5 6 c3", "move 2, column 7: .*'6'"),
        ("f5 p", "move 2, column 4: .*'p'"),
        ("f5f5", "move 2, column 3: move 'f5'"),
    ],
)
def test_malformed_transcripts_name_move_and_column(text, message):
    with pytest.raises(ValueError, match="^transcript, " + message):
        parse_transcript(EIGHT, text)


def test_moves_after_the_end_are_refused():
    start, actions = random_game(random.Random(3), "4x4")
    text = format_transcript(start, actions)
    with refused(f"move {len(text) // 2 + 1}, column {len(text) + 1}"):
        parse_transcript(start, text + "a1")
    with refused("over"):
        parse_transcript(start, text + "--")


def test_files_of_transcripts_stream():
    games = read_transcripts(EIGHT, io.StringIO("f5d6c3\n\nf5f6\nf5f9\n"))
    assert next(games) == [37, 43, 18]
    assert next(games) == [37, 45]
    with refused("line 4", "move 2, column 3", "f9"):
        next(games)


def read_any_transcript(text):
    try:
        actions = parse_transcript(EIGHT, text)
    except ValueError as error:
        assert str(error).startswith("transcript, move ")
    else:
        assert parse_transcript(EIGHT, format_transcript(EIGHT, actions)) == actions


parts = [
    "f5",
    "d6",
    "c3",
    "d3",
    "c4",
    "F4",
    "--",
    "pass",
    "a1",
    "h88",
    "x",
    "é",
    " ",
    "\n",
    "PA",
    "ps",
    "@@",
    "\t",
    "1.",
    "2)",
]
tokens = st.lists(st.sampled_from(parts), max_size=12)


@given(tokens.map("".join))
@settings(max_examples=150)
def test_any_transcript_is_read_or_refused_with_a_place(text):
    read_any_transcript(text)


# --- drawings --------------------------------------------------------------------------------------------------


def test_board_text():
    state = boardai.load("reversi", board=SMALL).initial_state()
    assert board_text(state, moves=False).split("\n") == [
        "   a b c d e",
        " 1     -",
        " 2 - O X - -",
        " 3 - X O - -",
        " 4     -",
        "dark (X) 2, light (O) 2; light to play",
    ]
    assert str(state).split("\n")[2] == " 2 - O X * -"
    assert str(EIGHT.from_string("OX" + "-" * 62 + " X")).endswith("dark to pass")
    assert str(EIGHT.from_string("X" + "-" * 63 + " O")).endswith("dark (X) 1, light (O) 0; dark has won")


def test_svg_draws_every_cell_disc_and_move():
    game = boardai.load("reversi", board="octagon")
    state = game.initial_state().child(34)
    root = ElementTree.fromstring(board_svg(state, last_action=34))
    name = "{http://www.w3.org/2000/svg}"
    classes = [circle.get("class") for circle in root.iter(f"{name}circle")]
    assert len(list(root.iter(f"{name}rect"))) == 76
    assert classes.count("dark") == 4 and classes.count("light") == 1
    assert classes.count("move") == len(state.legal_actions()) and classes.count("last") == 1
    labels = [text.text for text in root.iter(f"{name}text")]
    assert labels == [*"abcdefghij", *(str(row) for row in range(1, 11))]
    assert game.svg(state) == board_svg(state)


def test_lines_that_are_too_long_are_left_out(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("f5d6\n" + "f5" * 60_000 + "\nf5f6\n" + "x" * 100_001)
    reported = []
    games = list(read_games(path, "reversi", on_error=lambda error: reported.append(str(error))))
    assert [game.place for game in games] == [f"{path}:1", f"{path}:3"]
    assert [text for text in reported if text.endswith("transcript: more than 100,000 characters")] == reported and len(
        reported
    ) == 2
    path = tmp_path / "some.positions"
    path.write_text("x" * 200_000)
    reported.clear()
    assert not list(read_games(path, "reversi", on_error=lambda error: reported.append(str(error))))
    assert reported == [f"{path}:1: more than 100,000 characters"]
