"""Shared by all tests: paths to the examples' games, the smallest study."""

import contextlib
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from warm import WarmPython

pytest.register_assert_rewrite("browsers")  # fixtures of tests/web, which its modules take helpers from as well
ROOT = Path(__file__).resolve().parent.parent

# A shell starts its background jobs deaf to Ctrl-C, nohup those deaf to a closed terminal, and the programs that tests
# start would inherit it.
for number, heard in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, heard)


# No test fails for the time it took.
settings.register_profile("boardai", deadline=None)
settings.load_profile("boardai")


# Tests compile the same small networks again and again, in processes of their own too; once is enough. The processes
# of pytest-xdist and all they start inherit the folder of the first.
_COMPILED = "JAX_COMPILATION_CACHE_DIR"
_own_cache = "" if _COMPILED in os.environ else tempfile.mkdtemp(prefix="boardai-compiled-")
if _own_cache:
    os.environ |= {_COMPILED: _own_cache, "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0"}


def pytest_unconfigure() -> None:
    if _own_cache:
        shutil.rmtree(_own_cache, ignore_errors=True)


_LONGEST = ("test_sanitizers.py", "test_examples.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files that take longest come first, so that no worker is left alone with one of them at the end."""
    items.sort(key=lambda item: item.path.name not in _LONGEST)
    gc.collect()
    gc.freeze()  # modules stay; without this each full collection looks at all of them again


_MOST_MEMORY_MB = 1500


@pytest.fixture(scope="module", autouse=True)
def _let_go_of_compiled_programs() -> Iterator[None]:
    """After each file, where a process has grown: JAX keeps all it has compiled, about 1.5 MB a program."""
    yield
    jax = sys.modules.get("jax")
    if jax is None:
        return
    from boardai.web.thinking.memory import give_back, held_by_process

    if held_by_process() > _MOST_MEMORY_MB:
        jax.clear_caches()
        gc.collect()
        give_back()


@pytest.fixture(scope="module")
def warm() -> Iterator[WarmPython]:
    """Runs programs of Python in processes that have imported boardai already."""
    with contextlib.closing(WarmPython()) as started:
        yield started


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


def _game(spec: str) -> Any:
    import boardai  # once signals and environment are as they shall be

    return boardai.load(spec)


@pytest.fixture(scope="session")
def hex3() -> Any:
    """Hex on nine cells."""
    return _game("hex:size=3")


@pytest.fixture(scope="session")
def hex4() -> Any:
    """Hex on sixteen cells."""
    return _game("hex:size=4")


@pytest.fixture
def tic_tac_toe() -> str:
    """Path of a game written in Python."""
    return str(ROOT / "examples" / "01_game_in_python.py")


@pytest.fixture
def connect_four() -> str:
    """Path of a game written in C++, compiled when it is loaded."""
    return str(ROOT / "examples" / "02_connect_four.hpp")


@pytest.fixture
def smallest_study() -> str:
    """The text of a study's file with two variants, whose runs end after a second."""
    return """
about = "whether anything happens"
seeds = 1
minutes = 0.02
[base]
inference_rate_seconds = 0.0
[base.game]
size = 3
[base.network]
blocks = 0
channels = 4
[base.selfplay]
simulations = 2
games = 4
games_per_iteration = 4
[base.replay]
minimum = 1
[base.arena]
every = 0
final_games = 4
simulations = 2
opponents = ["random"]
policy_opponents = []
final_initial = false
[variants."no cache"]
about = "none"
[variants."no cache".selfplay]
cache_mb = 0
"""
