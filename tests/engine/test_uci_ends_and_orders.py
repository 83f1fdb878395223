"""UCI where games end, lines come all at once, and numbers say nothing: one answer each, and none too early."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import Any

import chess
import pytest
from conversation import Conversation, conversation

import boardai
from boardai.engine.player import EnginePlayer
from boardai.engine.server import Console
from boardai.engine.uci import UciServer
from boardai.games.chess.serving.tablebase import Tablebase

MATED = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
STALEMATE = "7k/8/6Q1/8/8/8/8/K7 b - - 0 1"
BARE_KINGS = "k7/8/8/8/8/8/8/K7 w - - 0 1"
QUEENS = "2r3k1/3qR1n1/1Q3q1q/B6q/3Qq1Qq/Kb1QR1qB/2QN2nQ/1rN2Q1b w - - 0 1"


# --- numbers that say nothing ---


def budget(talk: Conversation, text: str) -> Any:
    server = talk.server
    assert isinstance(server, UciServer)
    talk.ask("position startpos", "isready", until="readyok")
    return server._budget(server._read_go(text.split()))


@pytest.mark.parametrize("number", ["0", "-1", "-999999"])
def test_0_and_less_is_as_if_it_were_not_sent(chess: Conversation, number: str) -> None:
    clock = "wtime 10000 btime 10000"
    without = budget(chess, clock)
    assert without.hard_limit < 7
    for word in ("movestogo", "winc", "movetime", "depth", "nodes", "mate"):
        assert budget(chess, f"{clock} {word} {number}") == without
        lines = chess.ask("position startpos", f"go {word} {number} nodes 300", until="bestmove")
        assert re.match("bestmove [a-h]", lines[-1]) and not [line for line in lines if "info string" in line]
    # A clock may have run out: that is no clock that was not sent.
    assert budget(chess, f"wtime {number} btime 5000").hard_limit < 0.01


def test_0_moves_to_go_is_not_sent_on_ponderhit_either(chess: Conversation) -> None:
    server, given = chess.server, []
    assert isinstance(server, UciServer)
    server.limit = given.append  # type: ignore[method-assign]
    try:
        chess.send("position startpos", "go ponder wtime 10000 btime 10000 movestogo 0")
        chess.until("info depth")
        chess.ask("ponderhit", "isready", until="readyok")
    finally:
        del server.limit  # type: ignore[method-assign]
    chess.ask("stop", until="bestmove")
    assert given == [budget(chess, "wtime 10000 btime 10000")]


# --- ends of games ---


@pytest.mark.parametrize(
    ("fen", "score"),
    [(MATED, "mate 0"), (STALEMATE, "cp 0"), (BARE_KINGS, "cp 0"), ("7k/8/8/8/8/8/8/KR6 w - - 150 99", "cp 0")],
)
@pytest.mark.parametrize("go", ["go depth 3", "go movetime 10", "go infinite", "go ponder wtime 1000 btime 1000"])
def test_finished_positions_have_a_score_and_wait_for_stop(chess: Conversation, fen: str, score: str, go: str) -> None:
    lines = chess.ask(f"position fen {fen}", go, "isready", until="readyok")
    waits = "infinite" in go or "ponder" in go
    assert f"info depth 0 score {score}" in lines and ("bestmove (none)" in lines) != waits
    if waits:
        chess.send("ponderhit" if "ponder" in go else "stop")
        assert chess.until("bestmove") == ["bestmove (none)"]


def test_no_position_waits_for_stop_too(chess: Conversation) -> None:
    lines = chess.ask("position nowhere", "go infinite", "isready", until="readyok")
    assert "bestmove (none)" not in lines
    assert chess.ask("stop", until="bestmove") == ["bestmove (none)"]


def test_a_finished_game_of_another_kind_has_a_score(tic_tac_toe: str) -> None:
    with conversation(tic_tac_toe, protocol="uci") as talk:
        for position, score in (("xxxoo....", "mate 0"), ("xoxxoooxx", "cp 0")):
            lines = talk.ask(f"position fen {position}", "go nodes 20", until="bestmove")
            assert lines[1:] == [f"info depth 0 score {score}", "bestmove (none)"]


def test_an_early_result_is_sent_and_its_move_waits(chess: Conversation) -> None:
    chess.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go infinite")
    assert not [line for line in chess.until("score mate 1") if "bestmove" in line]
    assert chess.ask("stop", until="bestmove") == ["bestmove a1a8"]


# --- lines written at once ---


def test_a_stop_is_for_the_search_that_is_running_when_it_is_reached(chess: Conversation) -> None:
    for first in ("go depth 1", "go nodes 20000", "go movetime 40"):
        chess.send("position startpos", first, "go infinite", "stop", "isready")
        lines = chess.until("readyok")
        while sum(line.startswith("bestmove") for line in lines) < 2:
            lines += chess.until("bestmove")
        # None is left over: the next search continues.
        chess.send("go infinite", "isready")
        assert not [line for line in chess.until("readyok") if "bestmove" in line]
        chess.until("info depth")
        assert chess.ask("stop", until="bestmove")
    chess.send("stop", "stop", "go infinite", "isready")
    assert not [line for line in chess.until("readyok") if "bestmove" in line]
    chess.ask("stop", until="bestmove")


def test_a_ponderhit_is_for_the_search_that_is_running_when_it_is_reached(chess: Conversation) -> None:
    chess.send("position startpos", "go depth 2", "go ponder wtime 300 btime 300", "ponderhit")
    assert chess.until("bestmove") and chess.until("bestmove")


# --- quiescence ---


@pytest.mark.parametrize(
    "fen",
    [
        QUEENS,
        "qqqqqqqq/qqqqkqqq/8/8/8/8/QQQQKQQQ/QQQQQQQQ w - - 0 1",
        "r1n1n1b1/1P1P1P1P/1N1N1N2/2RnQrRq/2pKp3/3BNQbQ/k7/4Bq2 w - - 0 1",
    ],
)
def test_a_board_full_of_pieces_is_searched_and_stopped(chess: Conversation, fen: str) -> None:
    lines = chess.ask(f"position fen {fen}", "go depth 1", until="bestmove")
    assert "depth 1" in lines[-2] and " score " in lines[-2]
    lines = chess.ask("go movetime 100", until="bestmove")
    assert re.match("bestmove [a-h]", lines[-1])
    chess.send("go infinite", "isready", "stop")
    assert re.match("bestmove [a-h]", chess.until("bestmove")[-1])


def test_a_search_without_a_depth_has_no_score(chess: Conversation) -> None:
    lines = chess.ask(f"position fen {QUEENS}", "go nodes 1", until="bestmove")
    assert [line for line in lines if "depth 0" in line] and not [line for line in lines if "score" in line]
    assert "info string no depth was completed: nothing is known of this move" in lines


# --- options, book and tables ---


def test_blanks_in_a_value_stay_as_they_are(chess: Conversation, tmp_path: Path) -> None:
    folder = tmp_path / "my  end  games"
    (answer,) = chess.ask(f"setoption name SyzygyPath value {folder}", "isready", until="readyok")[:-1]
    assert "my  end  games: " in answer
    folder.mkdir()
    (answer,) = chess.ask(f"setoption  name  SyzygyPath  value  {folder}  ", "isready", until="readyok")[:-1]
    assert re.search("my  end  games: .*Syzygy", answer)
    book = tmp_path / "two  blanks.bin"
    book.write_bytes(b"")
    (answer,) = chess.ask(f"setoption name Book value {book}", "isready", until="readyok")[:-1]
    assert "two  blanks.bin: not a Polyglot book" in answer


class Rooks:
    """Answers as tables do, for king and rook against king."""

    def probe_wdl(self, board: chess.Board) -> int:
        """2 won, -2 lost, 0 drawn."""
        if not board.pieces(chess.ROOK, True) or board.is_stalemate():
            return 0
        hangs = board.turn == chess.BLACK and any(board.is_capture(move) for move in board.legal_moves)
        return 0 if hangs else 2 if board.turn == chess.WHITE else -2

    def probe_dtz(self, board: chess.Board) -> int:
        """Any number of plies."""
        return 3

    def close(self) -> None:
        """Nothing is open."""


def test_an_analysis_has_the_verdict_of_the_tables_as_its_value(chess: Conversation) -> None:
    server: Any = chess.server
    tables = Tablebase.__new__(Tablebase)
    tables._tables, tables._missing = Rooks(), KeyError
    server._tables = tables
    try:
        # The rook can be lost, and the win is far: a search of two plies sees no mate.
        position = "position fen 8/8/8/8/3k4/8/8/R3K3 w - - 0 1"
        for go in ("go depth 2", "go nodes 400", "go mate 1"):
            lines = chess.ask(position, go, until="bestmove")
            assert not [line for line in lines if "is from the tables" in line]
            assert "score cp 20000" in lines[-2] and " pv " in lines[-2]
        chess.send(position, "go infinite")
        chess.until("score cp 20000")
        chess.ask("stop", until="bestmove")
        lines = chess.ask("go movetime 1000", until="bestmove")
        assert "is from the tables" in lines[-2]
        # Of several lines the best come first, each with its own verdict.
        lines = chess.ask(
            "setoption name MultiPV value 14", "setoption name UCI_ShowWDL value true",
            "position fen 8/8/8/8/8/1k6/8/R3K3 w - - 0 1", "go movetime 100", until="bestmove",
        )  # fmt: skip
        scores = {line.split(" score ")[1].split(" nodes")[0] for line in lines[-15:-1] if " score " in line}
        assert scores == {"cp 20000 wdl 1000 0 0", "cp 0 wdl 0 1000 0"}
        best = next(line for line in reversed(lines) if " multipv 1 " in line)
        assert "wdl 1000 0 0" in best and lines[-1].split()[1] == best.split(" pv ")[1].split()[0]
        # A loss is reported.
        lines = chess.ask(
            "setoption name MultiPV value 1",
            "position fen 8/8/8/3k4/8/8/8/R3K3 b - - 0 1",
            "go depth 2",
            until="bestmove",
        )
        assert "score cp -20000 wdl 0 0 1000" in lines[-2]
    finally:
        server._tables = None
        chess.ask("setoption name UCI_ShowWDL value false", "isready", until="readyok")


def test_a_uci_that_has_arrived_is_answered_before_the_agent_is_warmed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"uci\nquit\n")
    os.close(writing)
    printed, answered = io.StringIO(), list[str]()
    monkeypatch.setattr(UciServer, "warm_up", lambda self: answered.append(printed.getvalue()))
    UciServer(EnginePlayer("random", boardai.load("chess")), Console(reading, printed)).run()
    assert len(answered) == 1 and "uciok" in answered[0]
