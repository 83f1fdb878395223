"""A search is ended from another thread and returns what it has found, whichever search it is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

import boardai
from boardai.search.stopping import at_work, stop_search

FOR_EVER = 3600.0


def stopped(work: Callable[[], Any], patience: float = 30.0) -> Any:
    """What the work returns when it is asked to stop again and again, since it may not have begun."""
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    assert thread.ident is not None
    for _ in range(int(patience / 0.01)):
        stop_search(thread.ident)
        thread.join(0.01)
        if found:
            return found[0]
    raise AssertionError("it did not stop")


@pytest.mark.parametrize(
    ("face", "spec", "options"),
    [
        ("pvs", "chess", {}),
        ("pvs", "chess", {"threads": 2}),
        ("pvs", "chess", {"threads": 2, "parallel": "root"}),
        ("pvs", "chess", {"threads": 2, "parallel": "aspiration"}),
        ("mtdf", "reversi", {}),
        ("alphabeta", "chess", {}),
        ("mcts", "hex", {}),
        ("mcts", "hex", {"threads": 2}),
        ("puct", "hex", {}),
        ("gumbel", "hex", {}),
        ("dfpn", "hex", {}),
        ("pns", "hex", {}),
    ],
)
def test_every_search_ends_with_a_legal_move(face: str, spec: str, options: dict[str, Any]) -> None:
    state = boardai.load(spec).initial_state()
    result = stopped(lambda: getattr(boardai.search, face)(state, seconds=FOR_EVER, **options))
    assert state.is_legal(result.action) and result.seconds < FOR_EVER / 10 and not result.interrupted


def test_games_written_in_python_too(tic_tac_toe: str) -> None:
    state = boardai.load(tic_tac_toe).initial_state()
    result = stopped(lambda: boardai.search.mcts(state, seconds=FOR_EVER, solver=False))
    assert state.is_legal(result.action)


def test_who_does_not_search_is_not_stopped() -> None:
    assert not stop_search(threading.get_ident())
    state, asked = boardai.load("chess").initial_state(), []

    def ask(result: Any) -> None:
        asked.append(stop_search(threading.get_ident()))

    shorter = boardai.search.pvs(state, seconds=FOR_EVER, progress=ask)
    assert asked[-1] and shorter.seconds < 60


def test_a_search_within_another_is_the_one_that_is_stopped() -> None:
    outer, inner = boardai.search.Pvs(), boardai.search.Pvs()
    state = boardai.load("hex", size=3).initial_state()
    for one in (outer, inner):
        one.search(state, depth=1)
    with at_work(outer._native):
        with at_work(inner._native):
            assert stop_search(threading.get_ident())
        assert stop_search(threading.get_ident())
    assert not stop_search(threading.get_ident())
