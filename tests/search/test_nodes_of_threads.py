"""`nodes=` and `simulations=` are what all threads of a search do together, whichever search it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import boardai
from boardai.games.reversi.endgame import solve_endgame
from boardai.search import SearchResult, dfpn, mcts, pvs

NODES = 20_000
SCHEMES = ("lazy", "root", "aspiration")


def middle_game() -> Any:
    state = boardai.load("chess").initial_state()
    for move in ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"):
        state.apply(boardai.load("chess").parse_action(state, move))
    return state


def ending() -> Any:
    """26 empty cells of Reversi."""
    state = boardai.load("reversi").initial_state()
    for _ in range(34):
        state.apply(state.legal_actions()[0])
    return state


def hex_board(size: int) -> Any:
    return boardai.load("hex", size=size).initial_state()


SEARCHES: dict[str, tuple[Callable[[], Any], Callable[..., SearchResult]]] = {
    **{f"pvs {scheme}": (middle_game, partial(pvs, parallel=scheme, table_megabytes=4)) for scheme in SCHEMES},
    "pvs, an ending": (ending, partial(pvs, parallel="root", table_megabytes=4)),
    "solve_endgame": (ending, partial(solve_endgame, table_megabytes=4)),
    "dfpn": (partial(hex_board, 6), partial(dfpn, megabytes=16, knowledge=False)),
    "mcts tree": (partial(hex_board, 6), partial(mcts, parallel="tree")),
    "mcts root": (partial(hex_board, 6), partial(mcts, parallel="root")),
}


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("name", SEARCHES)
def test_all_threads_together_visit_the_limit_of_nodes(name: str, threads: int) -> None:
    position, search = SEARCHES[name]
    by_simulations = name.startswith("mcts")
    result = search(position(), threads=threads, **{"simulations" if by_simulations else "nodes": NODES})
    assert (result.simulations if by_simulations else result.nodes) == pytest.approx(NODES, rel=0.01)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_even_very_few(scheme: str) -> None:
    """One node a thread more at most; there is a move in any case."""
    state = middle_game()
    for nodes in (1, 10, 100):
        result = pvs(state, nodes=nodes, threads=4, parallel=scheme, table_megabytes=1)
        assert state.is_legal(result.action)
        assert result.nodes <= nodes + 8
