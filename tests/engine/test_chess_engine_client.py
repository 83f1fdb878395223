"""UCI as another program sees it: `chess.engine` of the chess package drives `python -m boardai.engine chess`."""

from __future__ import annotations

import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import chess.polyglot
import pytest

COMMAND = [sys.executable, "-m", "boardai.engine", "chess"]
BACK_RANK = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as started:
        yield started


@pytest.mark.parametrize(
    "limit",
    [
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(depth=3),
        chess.engine.Limit(nodes=2000),
        chess.engine.Limit(mate=1),
        chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.01, black_inc=0.01),
        chess.engine.Limit(white_clock=1, black_clock=1, remaining_moves=5),
        chess.engine.Limit(),
    ],
    ids=str,
)
def test_play_within_every_limit(engine: chess.engine.SimpleEngine, limit: chess.engine.Limit) -> None:
    result = engine.play(BACK_RANK, limit, info=chess.engine.INFO_ALL, game=limit)
    assert result.move == chess.Move.from_uci("a1a8")
    assert result.info["score"].relative == chess.engine.Mate(1)
    assert result.info["pv"][0] == result.move and result.info["nodes"] > 0


def test_play_with_pondering_root_moves_and_options(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for _ in range(3):
        result = engine.play(board, chess.engine.Limit(depth=6), ponder=True, game="pondered")
        assert result.ponder is not None
        board.push(result.move)
        board.push(result.ponder)  # a hit: the engine continues where it was
    board.push(next(iter(board.legal_moves)))  # and a miss
    only = list(board.legal_moves)[-2:]
    assert engine.play(board, chess.engine.Limit(depth=4), root_moves=only).move in only
    engine.configure({"Hash": 4, "null_move": False, "evaluator": "pesto"})
    assert engine.play(board, chess.engine.Limit(depth=4)).move in board.legal_moves
    engine.configure({"Hash": 16, "null_move": True, "evaluator": ""})
    with pytest.raises(chess.engine.EngineError):
        engine.configure({"Hash": -1})
    engine.ping()


def test_analyse_one_line_and_several(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    board.push_san("e4")
    info = engine.analyse(board, chess.engine.Limit(depth=6))
    assert info["depth"] == 6 and info["seldepth"] >= 6 and info["score"].turn == chess.BLACK
    lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    assert [one["multipv"] for one in lines] == [1, 2, 3]
    for one in lines:
        line = board.copy()
        for move in one["pv"]:
            line.push(move)  # refuses what is not legal
    assert (
        engine.analyse(board, chess.engine.Limit(depth=2), root_moves=[chess.Move.from_uci("a7a6")])["pv"][0].uci()
        == "a7a6"
    )


def test_analysis_is_a_stream_that_can_be_stopped(engine: chess.engine.SimpleEngine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move in chess.Board().legal_moves
    with engine.analysis(BACK_RANK, chess.engine.Limit(depth=3)) as analysis:
        assert [info["pv"][0].uci() for info in analysis if "pv" in info][-1] == "a1a8"


def test_chess960_and_games_that_went_on_after_a_repetition(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board.from_chess960_pos(0)
    for _ in range(6):
        board.push(engine.play(board, chess.engine.Limit(nodes=500)).move)
    board = chess.Board()
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 3:
        board.push_uci(move)
    assert engine.play(board, chess.engine.Limit(depth=3)).move in board.legal_moves
    mated = chess.Board("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert engine.play(mated, chess.engine.Limit(depth=3)).move is None
    # The last position of a game has a score as well.
    assert engine.analyse(mated, chess.engine.Limit(depth=3))["score"].relative == chess.engine.Mate(0)
    for drawn in ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 0 1"):
        assert engine.analyse(chess.Board(drawn), chess.engine.Limit(time=1))["score"].relative.score() == 0


def test_an_opening_book_is_played_by_its_weights(engine: chess.engine.SimpleEngine, tmp_path: Path) -> None:
    board, book = chess.Board(), tmp_path / "book.bin"
    key = chess.polyglot.zobrist_hash(board)
    weights = {"b1a3": 3, "a2a4": 1, "e2e4": 0}
    entries = []
    for text, weight in weights.items():
        move = chess.Move.from_uci(text)
        code = move.to_square | move.from_square << 6
        entries.append(struct.pack(">QHHI", key, code, weight, 0))
    book.write_bytes(b"".join(entries))
    engine.configure({"Book": str(book)})
    played = [engine.play(board, chess.engine.Limit(time=0.01)).move.uci() for _ in range(40)]
    assert set(played) == {"b1a3", "a2a4"} and played.count("b1a3") > played.count("a2a4")
    # An analysis is searched, and has a score.
    for limit in (chess.engine.Limit(depth=3), chess.engine.Limit(nodes=500), chess.engine.Limit(mate=1)):
        assert engine.analyse(board, limit)["score"].relative.score() is not None
    assert len(engine.analyse(board, chess.engine.Limit(time=0.05), multipv=2)) == 2
    board.push_uci("h2h4")
    assert engine.play(board, chess.engine.Limit(time=0.01)).move in board.legal_moves  # not in the book: it thinks
    engine.configure({"Book": ""})


def test_it_costs_nothing_while_it_waits(engine: chess.engine.SimpleEngine) -> None:
    """Processor time of the process, read from the system: of 0.3 s of waiting, next to nothing."""
    engine.ping()

    def used() -> int:
        words = Path(f"/proc/{engine.transport.get_pid()}/stat").read_text().rpartition(")")[2].split()
        return int(words[11]) + int(words[12])  # hundredths of a second

    before = used()
    time.sleep(0.3)
    assert used() - before <= 5
