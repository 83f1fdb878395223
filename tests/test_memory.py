"""What is refused leaves nothing behind: resident memory, since tracemalloc does not see what C++ keeps."""

import gc
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import boardai
from boardai import native

TIMES = 30_000
MEGABYTES = 1.5  # a state forgotten at each refusal would be 2 and more
TIMES_OF_CHESS = 6_000  # refusals are slower there, and states larger: 8 MB


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
    gc.collect()
    before = resident()
    for _ in range(times):
        try:
            ask()
        except ValueError:
            continue
    gc.collect()
    assert resident() - before < MEGABYTES


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="tells no resident memory")
@pytest.mark.parametrize("game", ["chess", "hex:size=11", "reversi"])
@pytest.mark.parametrize(
    "what", ["position", "action text", "child", "apply", "transformed", "damaged pickle", "unpack"]
)
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


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="tells no resident memory")
@pytest.mark.parametrize("what", ["san", "fen", "history", "position"])
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
