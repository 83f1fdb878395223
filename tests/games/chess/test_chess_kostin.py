"""Kostin's engine A: as it was meant it is plain minimax with captures after it; each printed defect by itself."""

from __future__ import annotations

import random

import chess
import pytest
from refusals import refused

import boardai
from boardai.games.chess import kostin
from boardai.games.chess.kostin import HeuristicEngine
from boardai.players import load_agent
from boardai.players.reports import move_report

GAME = boardai.load("chess")
MATE_BY_WHITE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
MATE_BY_BLACK = "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"


def engine(**options) -> HeuristicEngine:
    return HeuristicEngine(GAME, **{"seconds": 0, "depth": 3, **options})


def positions(seed: int, count: int, plies: tuple[int, int] = (8, 60)) -> list[boardai.State]:
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        state = GAME.initial_state()
        for _ in range(rng.randrange(*plies)):
            if state.is_terminal():
                break
            state.apply(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            found.append(state)
    return found


def by_minimax(board: chess.Board, depth: int, value_of) -> int:
    """The value for the side to move, without any cut, in python-chess."""
    if board.is_checkmate():
        return -100_000
    if board.is_game_over() or board.is_repetition(3) or board.halfmove_clock >= 100:
        return 0
    if depth > 0:
        return max(-by_minimax(after(board, move), depth - 1, value_of) for move in board.legal_moves)
    captures = [-by_minimax(after(board, move), 0, value_of) for move in board.legal_moves if board.is_capture(move)]
    return max([value_of(board), *captures])


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    board = board.copy()
    board.push(move)
    return board


def test_it_is_minimax_with_captures_behind_it() -> None:
    def static(board: chess.Board) -> int:
        return GAME.from_string(board.fen()).evaluate("pesto")

    judged = 0
    for state in positions(1, 40, (150, 300)):
        board = chess.Board(state.to_string())
        if sum(board.is_capture(move) for move in board.legal_moves) > 2 or len(board.piece_map()) > 14:
            continue
        fresh = GAME.from_string(board.fen())
        expected = by_minimax(board, 1, static)
        found = engine(depth=1).think(fresh).result.value
        assert found == expected or (abs(found) > 31_000 and abs(expected) == 100_000)
        judged += 1
    assert judged > 10


def test_ends_are_won_the_quick_way() -> None:
    state = GAME.from_string(MATE_BY_WHITE)
    found = engine().think(state)
    assert (state.san(found.action), found.result.outcome, found.result.plies_to_end) == ("Ra8#", 1, 1)
    state = GAME.from_string("7k/8/8/8/8/1R6/R7/K7 w - - 0 1")  # a rook's ladder: mate in two
    assert engine(depth=4).think(state).result.plies_to_end == 3


def test_d1_white_avoids_mate_and_black_gives_it() -> None:
    for defect in ({"mate_sign": True}, {"printed": True}):
        white, black = GAME.from_string(MATE_BY_WHITE), GAME.from_string(MATE_BY_BLACK)
        assert white.san(engine(**defect).choose(white)) != "Ra8#"
        assert black.san(engine(**defect).choose(black)) == "Ra1#"


def test_d2_pawns_are_worth_most_at_home() -> None:
    home, seventh = (GAME.from_string(f"4k3/{rows} w - - 0 1") for rows in ("8/8/8/8/8/P7/4K3", "P7/8/8/8/8/8/4K3"))
    assert [state.evaluate("pesto") for state in (home, seventh)] == [107, 272]
    assert [state.evaluate("pesto_upside_down") for state in (home, seventh)] == [272, 107]
    for state in positions(2, 10):
        assert engine(depth=1, upside_down=True).think(state).result.state == state


def test_d3_every_entry_is_an_upper_bound() -> None:
    bounds = {}
    for printed in (False, True):
        player = engine(depth=3, table_flags=printed)
        player.choose(GAME.initial_state())
        bounds[printed] = {entry.bound for entry in player._table.values()}
    assert bounds == {False: {kostin._EXACT, kostin._LOWER, kostin._UPPER}, True: {kostin._UPPER}}


@pytest.mark.parametrize("late", [False, True])
def test_d4_the_clock_is_read_late(late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A node takes a millisecond here, so that a second is a thousand nodes."""
    player = engine(depth=10, seconds=1.0, late_clock=late)
    monkeypatch.setattr(kostin.time, "perf_counter", lambda: player._nodes / 1000)
    state = GAME.from_string("r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
    player._nodes = 0
    spent = player.think(state).result.nodes
    assert (spent >= 1200) == late and spent >= 1000


def test_d5_counters_part_positions() -> None:
    state, later = (GAME.from_string(f"4k3/8/8/8/8/8/P7/4K3 w - - {n} 9") for n in (0, 7))
    assert engine()._key(state) == engine()._key(later)
    assert engine(counters=True)._key(state) != engine(counters=True)._key(later)


def test_d6_a_repetition_does_not_save() -> None:
    state = GAME.from_string("7k/8/8/8/8/8/q7/7K b - - 0 1")
    for _ in range(2):  # both kings and the queen go to and fro
        for move in ("a2b2", "h1g1", "b2a2", "g1h1"):
            state.apply(state.action_from_string(move))
    assert state.is_terminal()  # the third time
    state = GAME.from_string("7k/8/8/8/8/8/q7/7K b - - 0 1")
    for move in ("a2b2", "h1g1", "b2a2", "g1h1", "a2b2", "h1g1", "b2a2"):
        state.apply(state.action_from_string(move))
    assert engine(depth=2).think(state).result.value == 0  # White steps back
    assert engine(depth=2, no_draws=True).think(state).result.value < -500


def test_it_is_an_agent_by_name() -> None:
    player = load_agent("kostin-a:depth=2,printed=true", GAME)
    assert player.choose(GAME.initial_state()) in GAME.initial_state().legal_actions()
    with refused("kostin-a", "hex"):
        load_agent("kostin-a", boardai.load("hex"))
    for options in ({"depth": 11}, {"depth": 0}, {"seconds": -1.0}, {"nodes": -1}):
        with refused(next(iter(options))):
            HeuristicEngine(GAME, **options)


def test_it_reports_scores_and_its_line() -> None:
    """By its name, as a match meets it: what it found is not lost on the way."""
    game = boardai.load("chess")
    state = game.from_string("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 1")
    found = load_agent("kostin-a:depth=3,seconds=0", game).think(state).result
    assert found is not None and found.is_score and len(found.pv) == found.depth == 3
    assert move_report(found, seconds=0.1).score == found.value == HeuristicEngine(game, depth=3).think(state).value
    after = state
    for action in found.pv:
        after = after.child(action)


def test_limits_of_the_caller_hold() -> None:
    state = GAME.initial_state()
    assert engine(depth=10, nodes=500).think(state).result.nodes <= 501
    before = state.to_string()
    assert engine(depth=2).think(state).result.state == state and state.to_string() == before
