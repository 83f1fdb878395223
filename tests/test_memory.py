"""What is refused, searched or played leaves nothing behind: resident memory, since tracemalloc does not see C++'s.

The long ones print their course: `pytest -m slow tests/test_memory.py -s`.
"""

import gc
import itertools
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from sampled import sampled

import boardai
from boardai import native, search
from boardai.search.evaluations.linear import FeatureSet

TIMES = 30_000
MEGABYTES = 1.5  # a state forgotten at each refusal would be 2 and more
TIMES_OF_CHESS = 6_000  # refusals are slower there, and states larger: 8 MB
POINTS = 20  # of a long course
SETTLED = 5  # from this one on nothing grows any more
GAMES = ("chess", "hex:size=11", "reversi")
REFUSED = ("position", "action text", "child", "apply", "transformed", "damaged pickle", "unpack")
SAMPLED = [(GAMES[number % len(GAMES)], what) for number, what in enumerate(REFUSED)]
STEADY = 8.0  # megabytes: 8 bytes for each of a million searches


def resident() -> float:
    """Megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def refused(ask: Callable[[], object], times: int) -> None:
    with pytest.raises(ValueError):
        ask()
    for _ in range(times // 10):  # the allocator's own reserve fills first
        try:
            ask()
        except ValueError:
            continue
    # What is left behind is left behind each time. Growth that comes once is another thread's, or the system's, which
    # makes whole huge pages of what earlier tests hold.
    grown = []
    while len(grown) < 3 and (not grown or grown[-1] >= MEGABYTES):
        gc.collect()
        before = resident()
        for _ in range(times):
            try:
                ask()
            except ValueError:
                continue
        gc.collect()
        grown.append(resident() - before)
    assert grown[-1] < MEGABYTES, grown


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no resident memory known")
@pytest.mark.parametrize(("game", "what"), sampled(itertools.product(GAMES, REFUSED), SAMPLED, "slow"))
def test_refusals_leave_no_memory_behind(game: str, what: str) -> None:
    state = boardai.load(game).initial_state()
    _, (module, cpp_type, packed) = state.__reduce__()
    refused(
        {
            "position": lambda: state.from_string("no position"),
            "action text": lambda: state.action_from_string("no move"),
            "child": lambda: state.child(99_999),
            "apply": lambda: state.apply(99_999),
            "transformed": lambda: state.transformed(-1),
            "damaged pickle": lambda: native.restore(module, cpp_type, packed[:-1]),
            "unpack": lambda: type(state).unpack(packed[:-1]),
        }[what],
        TIMES_OF_CHESS if game == "chess" else TIMES,
    )


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no resident memory known")
@pytest.mark.parametrize("what", sampled(["san", "fen", "history", "position"], ["san", "fen"], "slow"))
def test_refusals_of_chess_leave_no_memory_behind(what: str) -> None:
    state = boardai.load("chess").initial_state()
    refused(
        {
            "san": lambda: state.san(99_999),
            "fen": lambda: boardai.load("chess", fen="no position"),
            "history": lambda: boardai.load("chess", history=8),
            "position": lambda: boardai.load("chess", position=960, chess960=True),
        }[what],
        TIMES_OF_CHESS,
    )


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no resident memory known")
@pytest.mark.parametrize("what", ["position", "action text", "san", "evaluator", "features"])
def test_half_surrogates_leave_no_memory_behind(what: str) -> None:
    state = boardai.load("chess").initial_state()
    refused(
        {
            "position": lambda: state.from_string("\udcff"),
            "action text": lambda: state.action_from_string("\udcff"),
            "san": lambda: state.action_from_san("\udcff"),
            "evaluator": lambda: state.evaluate("\udcff"),
            "features": lambda: FeatureSet("\udcff", state),
        }[what],
        200,
    )


def course(name: str, work: Callable[[int], object], times: int) -> None:
    """Does work this many times; memory and open files are level after the first quarter."""
    curve, files = [], []
    for point in range(POINTS):
        for number in range(point * times // POINTS, (point + 1) * times // POINTS):
            work(number)
        gc.collect()
        curve.append(resident())
        files.append(len(os.listdir("/proc/self/fd")))
    print(f"\n{name}: MB {' '.join(f'{one:.1f}' for one in curve)}; open files {files[0]} to {files[-1]}")
    assert max(curve[SETTLED:]) - curve[SETTLED] < STEADY and max(files) == files[0]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no resident memory known")
def test_a_million_searches_leave_no_memory_behind() -> None:
    states = [boardai.load(spec).initial_state() for spec in ("hex:size=3", "reversi:board=4x4", "chess")]
    searches: list[Callable[[boardai.State, int], object]] = [
        lambda state, seed: search.alphabeta(state, depth=1),
        lambda state, seed: search.mcts(state, simulations=4, seed=seed),
        lambda state, seed: search.pns(state, nodes=10),
        lambda state, seed: search.pvs(state, depth=1),
    ]
    course("10^6 searches", lambda number: searches[number % 4](states[number % 3], number), 1_000_000)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no resident memory known")
def test_ten_thousand_trees_leave_no_memory_behind() -> None:
    states = [boardai.load(spec).initial_state() for spec in ("hex:size=5", "reversi", "chess")]

    def grow(number: int) -> None:
        state = states[number % 3]
        session = search.Mcts(seed=number)
        action = session.search(state, simulations=200).action
        session.advance(action)
        session.search(state.child(action), simulations=200)

    course("10^4 trees", grow, 10_000)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="no resident memory known")
@pytest.mark.parametrize("game", ["hex:size=5", "reversi", "chess"])
def test_a_hundred_thousand_games_in_batches_leave_no_memory_behind(game: str) -> None:
    def play(number: int) -> None:
        batch, ended = boardai.Batch(game, 100, seed=number, auto_reset=True), 0
        while ended < 100:
            step = batch.step(batch.sample(), final_observations=True)
            ended += len(step.ended)

    course(f"10^5 games of {game}", play, 1_000)
