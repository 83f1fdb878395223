"""Principal variation search by several threads: the three schemes against one thread."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from positions import random_positions
from refusals import refused

import boardai
from boardai.search import PvsOptions, SearchResult, pvs
from boardai.search.pvs.options import PARALLEL
from boardai.search.pvs.pvs import Pvs
from boardai.search.results.wording import WIN_SCORE

ALL = pytest.mark.parametrize("name", SPECS)
DEPTHS = {"chess": 4, "hex": 4, "reversi": 6, "connect four": 6, "tic-tac-toe": 3}


@ALL
@pytest.mark.parametrize("parallel", ["root", "aspiration"])
@pytest.mark.parametrize("threads", [2, 3])
def test_sound_searches_by_several_threads_find_the_value_of_one(name: str, parallel: str, threads: int) -> None:
    for state in random_positions(load(name), 6, seed=threads, plies=6 if name == "tic-tac-toe" else 24):
        expected = pvs(state, depth=DEPTHS[name], options=PvsOptions.sound())
        # Windows a few units wide, so that values fall outside, on their bounds, and in each of them.
        for width in (1, 3, 40):
            options = PvsOptions.sound(threads=threads, parallel=parallel, aspiration=width)
            found = pvs(state, depth=DEPTHS[name], options=options)
            assert (found.value, found.depth) == (expected.value, expected.depth), state.to_string()
            assert found.action in state.legal_actions()


@pytest.mark.parametrize("parallel", ["root", "aspiration"])
def test_windows_lose_no_value(parallel: str) -> None:
    """An evaluation of few small numbers hits every bound; Kála's windows lost the values on theirs."""
    game = boardai.load("reversi", board="6x6")
    values = set()
    for state in random_positions(game, 60, seed=5, plies=24):
        expected = pvs(state, depth=5, evaluator="discs", options=PvsOptions.sound()).value
        options = PvsOptions.sound(threads=2, parallel=parallel, aspiration=2)
        assert pvs(state, depth=5, evaluator="discs", options=options).value == expected
        values.add(expected)
    assert len(values) > 12


@ALL
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32), threads=st.integers(2, 4), parallel=st.sampled_from(PARALLEL.words))
def test_any_scheme_plays_a_legal_move_within_bounds(name: str, seed: int, threads: int, parallel: str) -> None:
    state = next(random_positions(load(name), 1, seed=seed))
    result = pvs(state, depth=DEPTHS[name] + 1, threads=threads, parallel=parallel)
    assert result.action in state.legal_actions() and result.pv[0] == result.action
    assert abs(result.value) <= WIN_SCORE
    walk = state.clone()
    for action in result.pv:
        walk.apply(action)  # legal, or ValueError


@pytest.mark.parametrize("parallel", PARALLEL.words)
@pytest.mark.parametrize("threads", [2, 4])
def test_mates_are_found_and_end_the_search(parallel: str, threads: int) -> None:
    """Morphy's mate in two: with a found quickest win the others stop, long before the depth limit."""
    state = boardai.load("chess").from_string("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
    result = pvs(state, depth=60, seconds=20, threads=threads, parallel=parallel)
    assert result.value == WIN_SCORE - 3 and result.plies_to_end == 3
    assert state.action_to_string(result.action) == "a1a6"


@pytest.mark.parametrize("parallel", PARALLEL.words)
def test_a_time_limit_holds(parallel: str) -> None:
    state = boardai.load("chess").initial_state()
    result = pvs(state, seconds=0.2, threads=2, parallel=parallel)
    assert 1 <= result.depth < 40  # it ended


@pytest.mark.parametrize("parallel", PARALLEL.words)
def test_a_search_is_usable_again_after_an_exception(parallel: str) -> None:
    class Enough(Exception):
        pass

    def enough(result: Any) -> None:
        raise Enough

    state = boardai.load("chess").initial_state()
    search = Pvs(threads=2, parallel=parallel)
    before = threading.active_count()
    with pytest.raises(Enough):
        search.search(state, seconds=20, progress=enough)
    assert threading.active_count() == before
    result = search.search(state, depth=5)
    assert result.depth == 5 and result.action in state.legal_actions()


# Fails in every thread but the one that was the first to ask.
FRAGILE = """
#include <atomic>
#include <stdexcept>
#include <thread>

inline std::thread::id caller() {
    static const std::thread::id first = std::this_thread::get_id();
    return first;
}

int evaluate(const State&) {
    static std::atomic<int> of_helpers = 0;
    if (std::this_thread::get_id() != caller() && ++of_helpers > 100) throw std::runtime_error("a helper fails");
    return 0;
}
"""


@pytest.mark.parametrize("parallel", PARALLEL.words)
def test_a_helper_s_exception_ends_a_search_without_a_limit(parallel: str) -> None:
    chess = boardai.load("chess")
    fragile = boardai.define_evaluator(chess, FRAGILE, "fragile")
    assert fragile(chess.initial_state()) == 0
    with pytest.raises(RuntimeError, match="a helper fails"):
        pvs(chess.initial_state(), depth=100, threads=2, parallel=parallel, evaluator=fragile, table_megabytes=1)


@pytest.mark.parametrize("parallel", PARALLEL.words)
def test_progress_comes_while_several_threads_search(parallel: str) -> None:
    class Seen(Exception):
        pass

    def report(result: SearchResult) -> None:
        raise Seen(result.action)

    state = boardai.load("reversi").initial_state()
    with pytest.raises(Seen) as seen:
        pvs(state, seconds=60, threads=2, parallel=parallel, progress=report)
    assert seen.value.args[0] in state.legal_actions()


def test_threads_of_a_game_in_python_are_one() -> None:
    """Its searches hold the GIL: more threads change nothing."""
    state = load("tic-tac-toe").initial_state()
    one, three = pvs(state, depth=5), pvs(state, depth=5, threads=3, parallel="root")
    assert (one.value, one.action, one.nodes) == (three.value, three.action, three.nodes)


def test_options_of_threads_are_checked() -> None:
    state = boardai.load("hex", size=4).initial_state()
    for places, options in (
        (("threads", "0"), {"threads": 0}),
        (("parallel", "ybwc"), {"parallel": "ybwc"}),
        (("multi_pv", "threads", "parallel"), {"parallel": "root", "multi_pv": 2}),
        (("tree", "threads", "parallel"), {"parallel": "aspiration", "tree": True}),
    ):
        with refused(*places):
            pvs(state, **{"depth": 2, "threads": 2, **options})
    assert pvs(state, depth=3, threads=2, multi_pv=2, tree=True).tree is not None


def test_a_game_goes_on_with_one_crew() -> None:
    """The threads, their tables and histories are kept from move to move."""
    rng = random.Random(2)
    for parallel in PARALLEL.words:
        search = Pvs(threads=2, parallel=parallel)
        state = boardai.load("reversi", board="6x6").initial_state()
        while not state.is_terminal():
            mine = search.search(state, nodes=2_000).action
            state.apply(mine if state.current_player() == 0 else rng.choice(state.legal_actions()))


@pytest.mark.parametrize("parallel", PARALLEL.words)
def test_nodes_by_move_are_those_that_were_searched(parallel: str) -> None:
    """The first move of each iteration of the root split, which one thread searches alone, is counted as well."""
    state = load("chess").initial_state()
    found = pvs(state, depth=6, threads=2, parallel=parallel)
    assert found.action_nodes.keys() == set(state.legal_actions())
    assert found.action_nodes[found.action] > 0
    assert sum(found.action_nodes.values()) <= found.nodes
    if parallel == "root":  # all but the roots themselves
        assert sum(found.action_nodes.values()) >= found.nodes - 2 * 6 * 2
