"""A system that refuses a thread: an error at once, and never a search that waits for a thread that is not there."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

import pytest

STACK = 2 << 30  # bytes of address space that each thread takes
OTHER_USER = 61_503  # a user without processes
PROGRAM = """
import os
import resource
import time

import boardai
from boardai.games.reversi.endgame import solve_endgame
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.self_play import new_self_play
from boardai.search import dfpn, mcts, pvs

chess, hex4, reversi = (boardai.load(name) for name in ("chess", "hex:size=4", "reversi"))
start, ending = hex4.initial_state(), reversi.initial_state()
for _ in range(47):
    ending.apply(ending.legal_actions()[0])
searches = {
    **{
        f"pvs by {scheme}": lambda threads, scheme=scheme: pvs(
            chess.initial_state(), depth=4, seconds=30, threads=threads, parallel=scheme, table_megabytes=1
        )
        for scheme in ("lazy", "root", "aspiration")
    },
    "an ending": lambda threads: pvs(ending, seconds=30, threads=threads, parallel="root"),
    **{
        f"mcts by {scheme}": lambda threads, scheme=scheme: mcts(
            start, simulations=100, threads=threads, parallel=scheme, megabytes=4
        )
        for scheme in ("tree", "root", "children")
    },
    "dfpn": lambda threads: dfpn(start, threads=threads, megabytes=1),
    "solve_endgame": lambda threads: solve_endgame(ending, seconds=30, threads=threads),
    "self-play": lambda threads: new_self_play(hex4, SelfPlayConfig(games=8, threads=threads), 1, 0),
    "batch": lambda threads: boardai.Batch(chess, n=8, threads=threads).legal_mask(),
}
for search in searches.values():
    search(1)  # what is compiled once takes memory as well


def refused_by(limit):
    for name, search in searches.items():
        began = time.monotonic()
        try:
            search(4)
            message = "ended"
        except RuntimeError as error:
            message = f"{type(error).__name__}: {error}"
        waited = time.monotonic() - began >= 20
        print(f"{name}, {limit}: waited" if waited else f"{name}, {limit}: {message}")


if os.getuid() == 0:  # whom no number of processes limits
    os.setuid(OTHER_USER)
    none = resource.getrlimit(resource.RLIMIT_NPROC)
    resource.setrlimit(resource.RLIMIT_NPROC, (len(os.listdir("/proc/self/task")) + 2, none[1]))
    refused_by("processes")
    resource.setrlimit(resource.RLIMIT_NPROC, none)
pages = int(open("/proc/self/statm").read().split()[0])
limit = pages * resource.getpagesize() + int(2.5 * STACK)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
refused_by("memory")
"""


@pytest.mark.thorough
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of Linux")
def test_a_refused_thread_is_an_error_at_once() -> None:
    """Two threads fit alongside the calling one, the third does not: for want of processes, then of memory."""
    hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
    if hard not in (-1, resource.RLIM_INFINITY) and hard < STACK:
        pytest.skip("the stack is limited")
    done = subprocess.run(
        [sys.executable, "-c", f"STACK, OTHER_USER = {STACK}, {OTHER_USER}\n{PROGRAM}"],
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (STACK, hard)),
    )
    assert done.returncode == 0, done.stderr
    lines = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert len(lines) == (22 if os.getuid() == 0 else 11), done.stdout
    for name, message in lines.items():
        assert message.startswith("RuntimeError: the system refuses thread"), f"{name}: {message}"
        assert "use fewer threads" in message
