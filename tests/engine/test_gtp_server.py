"""GTP and HTP as programs see them: Reversi, Hex with its swaps, and a game of one's own; rubbish as well."""

from __future__ import annotations

import io
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conversation import Conversation, conversation

import boardai
from boardai.command_line import InputError
from boardai.engine.gtp import _Times
from boardai.engine.player import EnginePlayer
from boardai.engine.server import Console
from boardai.games.hex.htp import Engine
from boardai.games.hex.serving import HexServer
from boardai.players import load_agent


class Gtp:
    """Commands and their answers."""

    def __init__(self, talk: Conversation) -> None:
        self.talk = talk

    def __call__(self, command: str) -> str:
        """The answer without its `=`; a refusal begins with `?`."""
        text = "\n".join(self.talk.ask(command, until="^$")).rstrip("\n")
        return text.removeprefix("=").strip(" ")


@pytest.fixture(scope="module")
def hex_server() -> Iterator[Gtp]:
    with conversation("hex:size=5,swap=true", "mcts:simulations=2000") as talk:
        yield Gtp(talk)


@pytest.fixture
def htp(hex_server: Gtp) -> Gtp:
    """The same program for all tests, with an empty board."""
    hex_server("boardsize 5")
    hex_server("param_game allow_swap 1")
    return hex_server


@pytest.fixture(scope="module")
def reversi() -> Iterator[Gtp]:
    with conversation("reversi", "greedy") as talk:
        yield Gtp(talk)


def test_what_every_engine_knows(reversi: Gtp) -> None:
    assert (reversi("protocol_version"), reversi("name")) == ("2", "boardai")
    assert reversi("version") == boardai.__version__
    commands = reversi("list_commands").split()
    for command in ("boardsize", "clear_board", "play", "genmove", "reg_genmove", "undo", "showboard", "final_score"):
        assert command in commands and reversi(f"known_command {command}") == "true"
    assert reversi("known_command dance") == "false"
    assert reversi("17 protocol_version") == "17 2"
    assert reversi("# a comment\n18 dance # and another") == "?18 unknown command"
    assert "string/Value/boardai-value" in reversi("gogui-analyze_commands")
    # What Quarry asks, which else takes it for an engine that plays Go.
    assert (reversi("list_games"), reversi("set_game othello"), reversi("set_game Go")) == (
        "Othello",
        "",
        "? unsupported game",
    )


def test_a_game_of_reversi_with_its_passes(reversi: Gtp) -> None:
    """Random games by commands, passes sometimes left out; the board and the score are our own at every move."""
    rng = random.Random(3)
    game, passes = boardai.load("reversi"), 0
    for _ in range(8):
        assert reversi("clear_board") == ""
        state = game.initial_state()
        while not state.is_terminal():
            colour, action = ("black", "white")[state.current_player()], rng.choice(state.legal_actions())
            text = state.action_to_string(action)
            passes += text == "pass"
            if text != "pass" or rng.random() < 0.5:
                assert reversi(f"play {colour} {text.upper()}") == ""
            state.apply(action)
        shown = reversi("showboard").splitlines()[2:10]
        cells = "".join("".join(row.split()[1:]) for row in shown).replace("*", "-")
        assert cells == state.to_string().split()[0]
        margin = state.score(0)
        assert reversi("final_score") == ("0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin)}")
        assert re.match(r"\? .*over", reversi("genmove black"))
    assert passes >= 4


def test_moves_are_made_shown_and_taken_back(reversi: Gtp) -> None:
    reversi("clear_board")
    board = reversi("showboard")
    state = boardai.load("reversi").initial_state()
    first = reversi("reg_genmove black")
    assert state.is_legal(state.action_from_string(first)) and reversi("showboard") == board
    played = reversi("genmove black")
    state.apply(state.action_from_string(played))
    assert state.is_legal(state.action_from_string(reversi("genmove w")))
    assert reversi("genmove w").startswith("? it is black's turn")
    assert reversi("undo") == reversi("undo") == "" and reversi("showboard") == board
    assert reversi("undo") == "? cannot undo"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("play black a1", "? move 'a1'"),
        ("play green d3", "? expected black or white, got 'green'"),
        ("play white d3", "? it is black's turn"),
        ("play black", "? expected play COLOUR MOVE"),
        ("boardsize 7", "? unacceptable size"),
        ("boardsize eight", "? expected boardsize"),
        ("time_left black soon 1", "? expected seconds, got 'soon'"),
        ("time_settings 1 2", "? expected time_settings"),
        ("5", "?5 no command"),
    ],
)
def test_refusals_say_why(reversi: Gtp, command: str, answer: str) -> None:
    reversi("clear_board")
    assert reversi(command).startswith(answer)


def test_other_boards_of_reversi(reversi: Gtp) -> None:
    assert reversi("boardsize 6") == "" and reversi("showboard").count("\n") == 8
    assert reversi("play black c2") == "" and reversi("boardsize 8") == ""


def test_an_agent_without_a_result_has_no_value() -> None:
    with conversation("reversi", "random") as talk:
        assert Gtp(talk)("boardai-value").startswith("? the agent reports only its move")


def test_clocks_are_obeyed() -> None:
    with conversation("reversi", "pvs") as talk:
        ask = Gtp(talk)
        # Without a clock this agent takes a second a move; the whole game has one here.
        for command in ("time_settings 1 0 0", "time_left black 0.5 0", "time_settings 0 1 10", "time_left white 1 10"):
            assert ask(command) == ""
        for number in range(4):
            assert len(ask(f"genmove {('black', 'white')[number % 2]}")) == 2
        assert abs(float(ask("boardai-value"))) <= 64 and ask("boardai-line").split()[0] == "black"
        assert ask("boardai-shares").endswith(" 100%")


def test_0_and_less_is_no_time_and_no_stones() -> None:
    with conversation("reversi", "pvs:depth=1") as talk:
        ask, server = Gtp(talk), talk.server
        assert ask("time_settings 0 0 0") == "" and server._times is None  # type: ignore[attr-defined]
        for stones in ("0", "-1"):
            assert ask("time_settings 60 0 0") == "" and ask(f"time_left black 12 {stones}") == ""
            clock_state = server._times.clock_state(0)  # type: ignore[attr-defined]
            assert (clock_state.remaining, clock_state.moves_to_go) == (12.0, None)
        assert ask("time_left black -3 0") == ""  # the flag has fallen
        assert server._times.clock_state(0).remaining == 0 and len(ask("genmove black")) == 2  # type: ignore[attr-defined]


def test_an_engine_looks_after_its_own_clock() -> None:
    whole = _Times(60, 0, 0)
    whole.spend(0, 20)
    assert (whole.clock_state(0).remaining, whole.clock_state(1).remaining) == (40, 60)
    byo_yomi = _Times(10, 30, 2)
    seen = []
    for seconds in (4, 8, 10, 10, 29):
        byo_yomi.spend(1, seconds)
        seen.append((byo_yomi.clock_state(1).remaining, byo_yomi.clock_state(1).moves_to_go))
    assert seen == [(6, None), (28, 1), (30, 2), (20, 1), (30, 2)]
    assert byo_yomi.renewed() == _Times(10, 30, 2)
    alone = _Times(set=False)
    alone.left[0] = (3.0, 0)
    assert alone.renewed() is None
    with conversation("reversi", "pvs:depth=1") as talk:
        ask = Gtp(talk)
        assert ask("time_settings 60 0 0") == "" and len(ask("genmove black")) == 2
        left = talk.server._times.clock_state(0).remaining  # type: ignore[attr-defined]
        assert 30 < left < 60 and ask("clear_board") == ""
        assert talk.server._times.clock_state(0).remaining == 60  # type: ignore[attr-defined]


def test_swap_pieces_mirrors_the_board_for_the_other_program(htp: Gtp) -> None:
    assert htp("play black b1") == "" and htp("play white swap-pieces") == ""
    assert htp("showboard").split("\n")[-2:] == ["black: ", "white: a2"]
    assert re.match(r"\? .*black", htp("play white c3"))
    assert htp("play black a2").startswith("? move 'a2' (mirrored since swap-pieces)")
    assert htp("play black c4") == ""
    assert htp("showboard").split("\n")[-2:] == ["black: c4", "white: a2"]
    assert "c4" not in htp("all_legal_moves").split() and "d3" in htp("all_legal_moves").split()
    assert "c4" in htp("hex-shortest_connection black").split()
    assert htp("hex-shortest_connection b") == htp("hex-shortest_connection black")  # as HexGui puts it
    assert htp("undo") == htp("undo") == "" and htp("play white a1") == "" and htp("play black b2") == ""


def test_swap_sides_leaves_the_stone_and_the_turn(htp: Gtp) -> None:
    assert htp("play black b1") == "" and htp("play white swap-sides") == ""
    assert re.match(r"\? .*white", htp("play black c3")) and htp("play white c3") == ""
    assert re.match(r"\? .*not over", htp("final_score"))


@pytest.mark.parametrize(("swap", "winner"), [("swap-sides", "W"), ("swap-pieces", "B"), ("", "W")])
def test_the_winner_is_the_colour_that_the_other_program_sees(htp: Gtp, swap: str, winner: str) -> None:
    """Black's stone is b1; either colour, if next to move, joins its sides unhindered."""
    htp("boardsize 3")
    assert htp("play black b1") == ""
    if swap:
        assert htp(f"play white {swap}") == ""
    # Rows join left and right, which is white's; after swap-pieces black joins top and bottom.
    cells, others = (("c1", "c2", "c3"), ("a1", "a3")) if winner == "B" else (("a3", "b3", "c3"), ("a1", "c1"))
    first, second = ("black", "white") if winner == "B" else ("white", "black")
    moves = [f"play {first} {cells[0]}", f"play {second} {others[0]}", f"play {first} {cells[1]}"]
    moves += [f"play {second} {others[1]}", f"play {first} {cells[2]}"]
    assert [htp(move) for move in moves] == [""] * 5
    assert htp("final_score") == f"{winner}+"


def test_on_boards_that_cannot_be_mirrored_the_engine_swaps_sides(htp: Gtp) -> None:
    assert htp("boardsize 5 4") == "" and htp("play black c2") == ""
    assert "swap-sides" in htp("all_legal_moves").split()
    assert htp("genmove white") == "swap-sides" and htp("genmove white") != ""


def test_an_own_agent_s_illegal_move_ends_it_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Mine:\n    def choose(self, state):\n        return 0\n")
    with conversation("reversi", f"{file}:Mine") as talk:
        assert "Mine chose 0" in Gtp(talk)("genmove black")
        talk.close()
    assert isinstance(talk.failure, InputError) and "chose 0" in str(talk.failure)


def test_the_engine_swaps_by_itself_where_there_is_a_swap(htp: Gtp) -> None:
    assert htp("play black c3") == "" and htp("genmove white") == "swap-pieces"
    assert htp("boardai-line").startswith("black ") and htp("genmove black") != ""
    assert "var/Expected Line/hex-expected_line" in htp("hexgui-analyze_commands").splitlines()
    assert all(re.fullmatch(r"[a-k]\d+", cell) for cell in htp("hex-expected_line").split())
    assert all(re.fullmatch(r"[a-k]\d+ \d+%", pair) for pair in re.findall(r"\S+ \S+", htp("boardai-shares")))
    assert htp("param_game allow_swap 0") == "" and htp("param_game") == "[bool] allow_swap 0"
    assert htp("play black c3") == "" and htp("genmove white") not in ("swap-pieces", "swap-sides")
    assert htp("play black swap-pieces").startswith("?")


def test_hex_boards_and_how_a_game_ends(htp: Gtp) -> None:
    assert htp("boardsize 2 3") == ""  # columns, rows
    for move in ("black a1", "white b1", "black a2", "white b2", "black a3"):
        assert htp(f"play {move}") == ""
    assert htp("final_score") == "B+" and re.match(r"\? .*over", htp("genmove white"))
    assert htp("boardsize 20").startswith("? hex: ") and "plist/Shortest Connection" in htp("hexgui-analyze_commands")


def test_another_board_is_seen_as_the_first_was() -> None:
    """Planes that the game was asked for stay through `boardsize` and `param_game`."""
    player = EnginePlayer("random", boardai.load("hex:size=5,edges=true,view=absolute"))
    server = HexServer(player, Console(0, io.StringIO()))
    channels = player.game.observation_shape[-1]
    player.play(server.resized(7, 6))
    start = player.game.initial_state()
    assert (start.rows(), start.columns(), player.game.observation_shape[-1]) == (7, 6, channels)
    server._param_game(["allow_swap", "1"])
    assert player.game.observation_shape[-1] == channels + 1  # and one for the swap


# What Benzene's manual asks of every Hex engine (hexhtpenginecommands), and HexGui's, besides what all of GTP has.
BENZENE = (
    "all_legal_moves", "board_id", "boardsize", "clear_board", "final_score", "genmove", "hexgui-analyze_commands",
    "loadsgf", "name", "param_game", "play", "reg_genmove", "showboard", "time_left", "undo", "version",
)  # fmt: skip


def test_a_game_as_benzenes_manual_has_it(htp: Gtp, tmp_path: Path) -> None:
    """Every command that is asked of a Hex engine, with an answer in the form that is written there."""
    assert set(BENZENE) <= set(htp("list_commands").split()) and htp("known_command exec") == "false"
    assert htp("name") == "boardai" and htp("boardsize 3 3") == "" and htp("clear_board") == ""
    empty = htp("board_id")
    assert len(htp("all_legal_moves").split()) == 9 and htp("time_left black 60 0") == ""
    advised = htp("reg_genmove black")
    assert advised in htp("all_legal_moves").split() and htp("board_id") == empty
    while htp("final_score").startswith("?"):
        for colour in ("black", "white"):
            move = htp(f"genmove {colour}")
            assert re.fullmatch("[a-c][1-3]|swap-pieces", move) or htp("final_score") in ("B+", "W+")
    assert htp("undo") == "" and htp("final_score").startswith("?") and empty != htp("board_id")
    # A file with a swap, and moves after it on the mirrored board.
    file = tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[11]SZ[4];B[b1];W[swap-pieces];B[d4];W[c3])")
    assert htp(f"loadsgf {file}") == "" and htp("showboard").split("\n")[-2:] == ["black: d4", "white: a2 c3"]
    assert htp("play black a1") == "" and htp("param_game") == "[bool] allow_swap 1"
    assert htp(f"loadsgf {file} 2") == "" and htp("genmove white") != "" and len(htp("all_legal_moves").split()) >= 14
    for command, reason in (
        ("loadsgf", "expected loadsgf FILE"),
        (f"loadsgf {tmp_path / 'none.sgf'}", "none.sgf: No such file"),
        (f"loadsgf {file} x", "expected a whole number"),
    ):
        assert htp(command).startswith("?") and reason in htp(command)
    file.write_text("(;GM[11]SZ[4]AB[b1][c2]AW[a4]PL[W];W[d4])")  # with stones set up
    assert htp(f"loadsgf {file} 1") == "" and len(htp("all_legal_moves").split()) == 13
    assert htp(f"loadsgf {file}") == "" and htp("play black c2").startswith("?") and htp("play black a1") == ""
    file.write_text("(;SZ[4];B[z9])")
    assert "game.sgf" in htp(f"loadsgf {file}")


def test_commands_in_a_row_are_answered_in_a_row(htp: Gtp) -> None:
    lines = htp.talk.ask("1 genmove black", "2 name", "3 genmove white", "4 undo", "5 version", until="^=5")
    assert [line[:2] for line in lines if line] == ["=1", "=2", "=3", "=4", "=5"]
    htp.talk.until("^$")


def test_a_game_of_ones_own(tic_tac_toe: str) -> None:
    with conversation(tic_tac_toe, "mcts:simulations=300", "gtp") as talk:
        ask = Gtp(talk)
        for move in ("black a1", "white a2", "black b1", "white b2"):
            assert ask(f"play {move}") == ""
        assert ask("genmove black") == "c1" and ask("final_score") == "B+"


def test_rubbish_ends_nothing() -> None:
    rng = random.Random(5)
    words = ["play", "genmove", "black", "white", "undo", "boardsize", "5", "-1", "a1", "swap-pieces", "1e9", "#", "é"]
    with conversation("hex:size=4", "greedy") as talk:
        for number in range(200):
            text = " ".join(rng.choices(words, k=rng.randrange(1, 5))).encode()
            talk.send_bytes((text if number % 4 else rng.randbytes(40).replace(b"\n", b"")) + b"\n")
        talk.ask("4711 name", until="^=4711 boardai")
        talk.send_bytes(b"genm")
    assert talk.failure is None


def test_our_client_plays_our_server() -> None:
    """`htp:` against `htp`: a whole game with a swap, and positions that are set up."""
    program = f"{sys.executable} -m boardai.engine hex --agent mcts"  # the client sends board and rules
    game = boardai.load("hex", size=4, swap=True)
    agent = load_agent(f"htp:{program},seconds=1", game)
    swaps = 0
    try:
        for opening in ("b2", "a4"):
            state = game.initial_state()
            state.apply(state.action_from_string(opening))
            while not state.is_terminal():
                action = agent.choose(state)
                swaps += state.action_to_string(action) == "swap"
                state.apply(action)
                if not state.is_terminal():
                    state.apply(state.legal_actions()[-1])
        middle = game.from_string("b3/1wb1/4/4 w swap")
        engine: Engine = agent.engine  # type: ignore[attr-defined]
        assert middle.is_legal(engine.best_action(middle, []))
    finally:
        agent.close()  # type: ignore[attr-defined]
    assert swaps >= 1
