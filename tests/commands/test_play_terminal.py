"""`python -m boardai.play`: how it looks, the clock, players by name, and the words people use."""

import io
import os
import pty
import re
import subprocess
import sys

import pytest
from refusals import refused
from rich.console import Console

import boardai
from boardai.clocks import TimeControl
from boardai.command_line import InputError
from boardai.drawing import Board, Look
from boardai.drawing.coloured import coloured_board
from boardai.play import __main__ as play
from boardai.play.conversation import Conversation
from boardai.play.reading import read_line
from boardai.play.screen import Screen, clock_words, prompt
from boardai.play.seats import joined_sides, seat_of, side_of
from boardai.play.table import Seat, Table
from boardai.players.levels import levels_of
from boardai.records import GameRecord

PEOPLE = (Seat("human"), Seat("human"))


def cells_of(spec, *moves):
    """The coloured board after these moves: for each line, the characters with their colours."""
    game = boardai.load(spec)
    state, before, action = game.initial_state(), None, None
    for move in moves:
        before, action = state, game.parse_action(state, move)
        state = state.child(action)
    text = coloured_board(Board.of(state, before=before, action=action), Look.of(state, game.player_names))
    console = Console(color_system="truecolor")
    styles = [text.get_style_at_offset(console, at) for at in range(len(text))]
    lines, at = [], 0
    for line in text.plain.split("\n"):
        lines.append([(c, styles[at + i].color, styles[at + i].bgcolor) for i, c in enumerate(line)])
        at += len(line) + 1
    return lines


def test_pieces_cells_and_the_last_move_have_their_colours():
    lines = cells_of("chess", "e4")
    (rook, black, dark), (_, _, light) = lines[0][4], lines[0][7]
    assert rook == "♜" and black.name == "#181412" and dark != light
    pawn, white, lit = lines[4][16]
    assert pawn == "♙" and white.name == "#ffffff" and lines[6][16][0] == " "  # e4, and e2 which it left
    assert lines[6][16][2] == lit
    assert [[cell[2] for cell in line].count(lit) for line in lines] == [0, 0, 0, 0, 3, 0, 3, 0, 0]
    check = cells_of("chess", "f3", "e5", "g4", "Qh4")
    assert check[7][16][0] == "♔" and check[7][16][2] not in (dark, light, lit)


def test_boards_have_their_shape():
    lines = ["".join(cell[0] for cell in line).rstrip() for line in cells_of("hex:size=3", "b2")]
    assert lines == ["    a b c", " 1  · · ·  1", "  2  · ● ·  2", "   3  · · ·  3", "       a b c"]
    top, left = (cells_of("hex:size=3")[row][at][2].name for row, at in ((0, 4), (1, 1)))
    assert (top, left) == ("#222222", "#ffffff")  # black joins top and bottom
    octagon = cells_of("reversi:board=octagon")
    assert [cell[2] is not None for cell in octagon[0]].count(True) == 4 * 3
    assert "".join(cell[0] for cell in octagon[3]).split() == ["4", "·"]  # one of the moves that are legal
    assert "".join(cell[0] for cell in cells_of("examples/02_connect_four.hpp", "d")[4]).split() == ["2", "·"]


@pytest.mark.parametrize(
    ("environment", "encoding", "is_terminal", "expected"),
    [
        ({"TERM": "xterm-256color"}, "utf-8", True, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "utf-8", True, False),
        ({"TERM": "dumb"}, "utf-8", True, False),
        ({"TERM": "xterm"}, "latin-1", True, False),
        ({"TERM": "xterm"}, "utf-8", False, False),
    ],
)
def test_colours_are_for_terminals_that_can(environment, encoding, is_terminal, expected, capsys):
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    screen = Screen(Console(file=file, force_terminal=is_terminal, _environ=environment))
    assert screen.has_colours == expected
    game = boardai.load("chess")
    screen.show(Table(game, GameRecord(game.spec, ("e2e4",)), PEOPLE))
    plain = capsys.readouterr().out
    file.flush()
    shown = file.buffer.getvalue().decode(encoding)
    assert ("♞" in shown and "\x1b[" in shown and "last move e4; Black to move" in shown) == expected
    assert ("r n b q k b n r" in plain and "last move e4" in plain) != expected and "\x1b" not in plain


def test_a_game_s_own_drawing_stays_its_own(tmp_path, root, capsys):
    path = tmp_path / "game.py"
    source = (root / "examples/01_game_in_python.py").read_text(encoding="utf-8")
    head = "class TicTacToe(boardai.BaseState):\n"
    path.write_text(source.replace(head, head + "    def draw(self): return 'my own'\n\n"), encoding="utf-8")
    game = boardai.load(str(path))
    Screen(Console(force_terminal=True, color_system="truecolor")).show(Table(game, GameRecord(game.spec), PEOPLE))
    assert "my own" in capsys.readouterr().out


def test_on_a_terminal_it_is_coloured():
    main, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "boardai.play", "hex:size=3", "--opponent", "human", "--time", "5"]
    with subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=subprocess.DEVNULL, env=environment
    ) as process:
        os.close(terminal)
        os.write(main, b"b2\nquit\n")
        shown = b""
        with pytest.raises(OSError):  # the other side was closed
            while True:
                shown += os.read(main, 4096)
    os.close(main)
    assert process.returncode == 0
    assert "●" in shown.decode() and b"\x1b[" in shown and b"white 5:00> " in shown


def test_the_sides_to_join_are_printed_and_printed_again_after_a_swap(talk):
    output = talk(["hex:size=3,swap=true", "--opponent", "human"], "b2", "swap", "undo")
    assert output.count("human (first player) has black and joins top and bottom.\n") == 2
    assert output.count("human (second player) has black and joins top and bottom.\n") == 1
    game = boardai.load("chess")
    assert joined_sides(Table(game, GameRecord(game.spec), PEOPLE)) == []
    assert "You join top and bottom.\n" in talk(["hex:size=3", "--opponent", "random"])


def test_a_forced_pass_is_made_and_printed_and_taken_back_with_the_move_before(talk):
    typed = ["a2", "a3", "b4", "c1", "a4"]
    output = talk(["reversi:board=4x4", "--opponent", "human"], *typed, "PASS", "undo", "pass")
    assert output.count("human (light): pass (no other move is possible)") == 1
    assert "pass has already been played, because no other move was possible" in output
    assert output.count("help lists the commands") == 1  # of the last line, where there is a choice again
    four_moves, rest = output.split("human (dark): a4\n")
    assert four_moves.split("\n\n")[-2].splitlines()[:5] == rest.split("\n\n")[-2].splitlines()[-7:-2]


class Watch:
    """A time that the test sets."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def test_the_clock_runs_from_the_first_move_and_goes_back_with_undo():
    game, watch = boardai.load("hex:size=3"), Watch()
    table = Table(game, GameRecord(game.spec), PEOPLE, control=TimeControl(60, increment=5), now=watch)
    watch.now = 30
    table.move("a1")
    assert clock_words(table) == "black 1:00, white 1:00"
    watch.now = 50
    assert prompt(table) == "white 0:40> " and table.until_flag() == 40
    table.move("b2")
    assert clock_words(table) == "black 1:00, white 0:45"
    table.undo()
    assert clock_words(table) == "black 1:00, white 1:00"
    watch.now = 111
    assert table.check_flag() and table.result == 1 and table.recorded.result == 1
    assert prompt(table) == "game over> " and table.until_flag() is None
    with refused("over"):
        table.move("b2")
    table.undo()
    assert table.until_flag() == 60
    watch.now = 180
    assert table.move("b2") == "" and table.ending.reason == "time"  # too late
    table.new()
    assert not table.is_over and clock_words(table) == "black 1:00, white 1:00"


def test_a_flag_that_falls_against_a_lone_king_is_a_draw():
    game, watch = boardai.load("chess:fen=8/8/8/4k3/8/4K3/3pR3/8 w - - 0 80"), Watch()
    table = Table(game, GameRecord(game.spec), PEOPLE, control=TimeControl(60), now=watch)
    table.move("Rxd2")
    table.move("Ke6")
    watch.now = 61
    assert table.check_flag() and (table.result, table.outcome(1), table.recorded.result) == (0, 0, 0)
    assert (
        Conversation(table, None, None, None, None).ending()
        == "The game is drawn (time, against a player who cannot win)."
    )
    table.undo()
    table.move("Ra2")
    watch.now = 122
    assert table.check_flag() and (table.result, table.outcome(1)) == (1, -1)  # the lone king's own flag


def test_reading_ends_with_the_time(monkeypatch):
    reading, writing = os.pipe()
    with os.fdopen(writing, "w"), os.fdopen(reading) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert read_line("> ", 0.01) == ""  # nothing was typed


def test_the_end_of_the_time_is_printed(talk, monkeypatch):
    monkeypatch.setattr(play, "read_line", lambda prompt, seconds: None if seconds is None else "")
    output = talk(["hex:size=3", "--player", "random", "--opponent", "human", "--time", "0.001"])
    assert "Opponent (random) won (time)." in output


def test_reading_waits_for_a_line_where_there_is_time(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("a1\n"))
    assert [read_line("> ", 1000.0), read_line("> ")] == ["a1", None]


@pytest.mark.parametrize(
    ("spec", "agent", "moves"),
    [
        ("chess", "pvs:seconds=100", ("e2e4", "e7e5")),
        pytest.param(
            "hex:size=11,swap=true", "puct:run=shipped,seconds=100", ("a1", "k11"), marks=pytest.mark.thorough
        ),
    ],
)
def test_agents_keep_to_the_clock(spec, agent, moves):
    game = boardai.load(spec)
    slow = Seat("slow", boardai.players.load_agent(agent, game))
    table = Table(game, GameRecord(game.spec, moves), (slow, PEOPLE[1]), control=TimeControl(4))
    assert table.reply(slow.agent) and not table.is_over


def test_levels_are_those_of_the_page_and_can_be_changed_in_a_game(talk):
    game = boardai.load("chess")
    output = talk(
        ["chess", "--opponent", "Easy"],
        "levels",
        "opponent",
        "opponent nothere",
        "opponent Beginner",
        "e4",
        "level human",
    )
    assert "you (White) against easy (Black: pvs" in output and "Opponent (beginner): " in output
    for level in levels_of(game):
        assert f"{level.key:<9}  {level.spec}\n" in output
    assert "opponent: the name is missing" in output and "unknown agent 'nothere'" in output
    assert "human (Black) plays from now on" in output
    assert seat_of("medium", game).agent.arguments["nodes"] == 20_000
    assert (seat_of("Me", game), seat_of("greedy", game).name) == (Seat("human"), "greedy")
    # Between two people the newcomer answers the one who is to move.
    assert "Opponent (random): " in talk(["hex:size=3", "--opponent", "human"], "a1", "opponent random", "b2")


def test_sides_as_people_call_them():
    chess, hexes, reversi = (boardai.load(name) for name in ("chess", "hex", "reversi"))
    assert [side_of(word, chess, 0) for word in ("white", "Black", "first", "SECOND")] == [0, 1, 0, 1]
    assert [side_of(word, hexes, 0) for word in ("black", "white")] == [0, 1]
    assert [side_of(word, reversi, 0) for word in ("dark", "light", "black", "white")] == [0, 1, 0, 1]
    assert {side_of("random", chess, seed) for seed in range(20)} == {0, 1}
    with refused("left", "hex", "first", "black", "white", "random"):
        side_of("left", hexes, 0)


def test_words_that_people_use(talk):
    assert talk(["Othello", "--opponent", "human", "--color", "white"]).startswith("reversi: human (dark)")
    fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    output = talk(
        ["CHESS", "--fen", fen, "--opponent", "human"], "o-o", "?", "takeback", "0-0-0", "Ke7", "rd5", "q", "x"
    )
    assert output.startswith("chess: ") and output.count("human (White): ") == 3 and "Type a move, or one of" in output
    assert "human (White): O-O\n" in output and "human (White): O-O-O\n" in output and "human (White): Rd5\n" in output
    game = boardai.load("chess")
    state = game.from_string("4k3/8/8/8/8/2p5/1P6/2B1K3 w - - 0 1")
    with pytest.raises(ValueError, match="bd3"):
        game.parse_action(state, "bd3")  # of a pawn or a bishop: it is not guessed which
    assert game.format_action(state, game.parse_action(state, " B4 ")) == "b4"


@pytest.mark.parametrize(("text", "reason"), [("soon", "expected minutes"), ("0", "the time must be above 0")])
def test_a_clock_that_is_none_is_refused(text, reason, capsys):
    with pytest.raises(SystemExit) as ended:
        play.main(["hex", "--time", text])
    error = capsys.readouterr().err
    assert ended.value.code == 2 and reason in error and len(error.splitlines()) == 1


def test_a_side_that_is_none_names_those_that_are(capsys):
    with pytest.raises((SystemExit, InputError)):
        play.main(["chess", "--side", "red"])
    assert re.search("--side: .*'red'.*chess.*first, second, white, black", capsys.readouterr().err)
