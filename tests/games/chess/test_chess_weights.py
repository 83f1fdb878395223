"""The network that ships with chess: where it comes from, and that it plays."""

import datetime

import boardai
from boardai.arena.match import play_match
from boardai.players.hints import default_opponent
from boardai.search.evaluations.accumulator import AccumulatorNetwork
from boardai.search.evaluations.naming import load_evaluation, shipped_evaluations

CHESS = boardai.load("chess")


def test_it_says_where_it_comes_from() -> None:
    shipped = shipped_evaluations(CHESS.initial_state())["nnue"]
    assert shipped.stat().st_size < 2_000_000
    card = load_evaluation(shipped, AccumulatorNetwork).card
    assert datetime.date.fromisoformat(card["date"]) >= datetime.date(2026, 11, 28)
    page = shipped.with_suffix(".md").read_text()
    for fact in (card["date"], f"{card['games']:,}"):
        assert fact in page


def test_it_is_who_plays_and_it_beats_the_piece_squares() -> None:
    assert default_opponent(CHESS) == "pvs:nodes=200000,evaluator=nnue"
    result = play_match(CHESS, "pvs:nodes=500,evaluator=nnue", "pvs:nodes=500,evaluator=pesto", games=30, seed=1)
    assert result.score > 0.6
