"""df-pn by several threads: the answers of one, in one table, ended together."""

from __future__ import annotations

import threading
import time

import pytest
from refusals import refused
from sampled import sampled
from solver_positions import SMALL_GAMES, random_state, small_game

import boardai
from boardai.search import dfpn
from boardai.search.stopping import stop_search


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize("name", SMALL_GAMES)
def test_several_threads_answer_as_one_does(name: str, threads: int) -> None:
    for seed in range(5):
        state = random_state(small_game(name), 4 + seed, seed)
        expected = dfpn(state)
        result = dfpn(state, threads=threads, strategy=True)
        assert (result.value, result.notes["can draw"]) == (expected.value, expected.notes["can draw"])
        assert result.strategy.check() > 0  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "options",
    sampled([{}, {"knowledge": False}, {"knowledge": False, "megabytes": 1}], [{}]),
)
def test_every_opening_of_hex_4x4(options: dict) -> None:
    """Also with a table that is swept while others read it."""
    start = boardai.load("hex", size=4).initial_state()
    wins = [a for a in start.legal_actions() if dfpn(start.child(a), threads=3, **options).value == -1]
    assert [start.action_to_string(action) for action in wins] == ["d1", "c2", "b3", "a4"]


def test_hex_6x6_and_its_principal_variation() -> None:
    start = boardai.load("hex", size=6).initial_state()
    for action in start.legal_actions()[:9]:
        state = start.child(action)
        one, several = dfpn(state), dfpn(state, threads=4, positions=True)
        assert one.value == several.value and several.nodes > 0
        assert not several.pv or state.is_legal(several.pv[0])
        for met, outcome, _ in several.positions[::20]:
            assert dfpn(met).outcome == outcome


def test_mates_with_repetitions_on_the_way() -> None:
    chess = boardai.load("chess")
    for fen, value in (
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 1),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
    ):
        assert dfpn(chess.from_string(fen), depth=3, threads=3).value == value


def test_limits_and_stopping_end_all_threads() -> None:
    state = boardai.load("hex", size=9).initial_state().child(0)
    limited = dfpn(state, nodes=300, threads=3)
    assert limited.value is None and 100 <= limited.nodes <= 300
    began = time.monotonic()
    assert dfpn(state, seconds=0.3, threads=3).value is None
    assert time.monotonic() - began < 10
    found: list = []
    searcher = threading.Thread(target=lambda: found.append(dfpn(state, threads=3)))
    searcher.start()
    while searcher.is_alive():
        assert searcher.ident is not None
        stop_search(searcher.ident)
        searcher.join(0.01)
    assert found[0].value is None
    with refused("threads"):
        dfpn(state, threads=0)


def test_who_is_called_back_searches_alone() -> None:
    """Python's evaluations and games are asked by one thread, for any setting."""
    game = small_game("tic-tac-toe")
    assert dfpn(game.initial_state(), threads=4).value == 0
    state = boardai.load("hex", size=3).initial_state()
    assert dfpn(state, threads=4, evaluator=lambda one: 1.0).value == 1
