"""What is refused leaves nothing behind: resident memory, since tracemalloc does not see what C++ keeps."""

import gc
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import boardai

TIMES = 30_000
MEGABYTES = 1.5  # a state forgotten at each refusal would be 2 to 40


def resident() -> float:
    """Megabytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def refused(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError):
        ask()
    for _ in range(TIMES // 10):  # the allocator's own reserve fills first
        try:
            ask()
        except ValueError:
            continue
    gc.collect()
    before = resident()
    for _ in range(TIMES):
        try:
            ask()
        except ValueError:
            continue
    gc.collect()
    assert resident() - before < MEGABYTES


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="tells no resident memory")
@pytest.mark.parametrize("game", ["chess", "hex:size=11", "reversi"])
@pytest.mark.parametrize("what", ["position", "action text", "child", "apply", "transformed"])
def test_refusals_leave_no_memory_behind(game: str, what: str) -> None:
    state = boardai.load(game).initial_state()
    refused(
        {
            "position": lambda: state.from_string("no position"),
            "action text": lambda: state.action_from_string("no move"),
            "child": lambda: state.child(99_999),
            "apply": lambda: state.apply(99_999),
            "transformed": lambda: state.transformed(-1),
        }[what]
    )
