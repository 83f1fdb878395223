"""Which move endgame tables say, with tables made by a search: king and rook against king, near the mate."""

from __future__ import annotations

from pathlib import Path

import chess
from engine.conversation import conversation
from refusals import refused

import boardai
from boardai.games.chess.serving.tablebase import Tablebase, best_move
from boardai.search import pvs


class Searched:
    """Answers as tables do, for positions in which a mate within four plies is all there is to know."""

    def probe_wdl(self, board: chess.Board) -> int:
        """2 won, -2 lost, 0 else."""
        if board.is_stalemate() or board.is_insufficient_material():
            return 0
        found = pvs(boardai.load("chess").from_string(board.fen()), depth=5, evaluator="none")
        return 2 * (found.outcome or 0)

    def probe_dtz(self, board: chess.Board) -> int:
        """Plies to the mate."""
        found = pvs(boardai.load("chess").from_string(board.fen()), depth=5, evaluator="none")
        assert found.plies_to_end is not None
        return found.plies_to_end


def chosen(fen: str, *among: str) -> str:
    board = chess.Board(fen)
    before = board.copy()
    move = best_move(Searched(), board, [chess.Move.from_uci(text) for text in among] or list(board.legal_moves))
    assert board == before
    return move.uci()


def test_the_shortest_way_to_win_and_the_longest_to_lose() -> None:
    assert chosen("k7/8/1K6/8/8/8/8/7R w - - 0 1") == "h1h8"  # mate
    assert chosen("k7/8/2K5/8/8/8/8/7R w - - 0 1", "h1h8", "c6b6", "c6c7", "h1h2") in ("c6b6", "c6c7")  # mate in 2
    assert chosen("1k6/7R/2K5/8/8/8/8/8 b - - 0 1", "b8a8", "b8c8") == "b8a8"  # mated in 2, or at once


def test_a_draw_is_kept_and_not_played_for_a_loss() -> None:
    assert chosen("k7/1R6/8/8/8/8/8/K7 b - - 0 1") == "a8b7"  # the rook is taken: two bare kings
    # Stalemate is worse than what wins.
    assert chosen("k7/7R/2K5/8/8/8/8/8 w - - 0 1", "c6b6", "h7b7") == "c6b6"


def test_a_damaged_table_is_reported_and_the_engine_searches(tmp_path: Path) -> None:
    (tmp_path / "KRvK.rtbw").write_bytes(b"\x71\xe8\x23\x5d" + bytes(60))
    (tmp_path / "KRvK.rtbz").write_bytes(b"cut")
    with conversation("chess", "pvs:depth=2") as talk:
        position = "position fen k7/8/1K6/8/8/8/8/7R w - - 0 1"
        talk.send(f"setoption name SyzygyPath value {tmp_path}", position, "go depth 2")
        lines = talk.until("bestmove")
        assert lines[-1] == "bestmove h1h8" and any("the tables are asked no more" in line for line in lines)


def test_a_folder_without_tables_is_refused(tmp_path: object) -> None:
    with refused("Syzygy"):
        Tablebase(str(tmp_path))
