"""Work on two nodes of Ray, one of which is removed: in a process of its own, which uses Ray before JAX."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.thorough
def test_two_nodes_do_what_this_process_does_alone(tmp_path: Path) -> None:
    succeed(tmp_path)


@pytest.mark.slow
def test_neither_a_kill_nor_the_number_of_workers_changes_a_result(tmp_path: Path) -> None:
    succeed(tmp_path, "kills")


@pytest.mark.slow
def test_twenty_kills_lose_no_game(tmp_path: Path) -> None:
    succeed(tmp_path, "twenty")


@pytest.mark.slow
def test_killed_workers_nodes_and_drivers_lose_no_game(tmp_path: Path) -> None:
    succeed(tmp_path, "20", program="storm.py", timeout=3600)


def succeed(*words: Path | str, program: str = "two_nodes.py", timeout: float = 850) -> None:
    here = Path(__file__).parent
    # Ray's workers import from the driver's folder as well, where there may be a checkout next to an installed boardai.
    done = subprocess.run(
        [sys.executable, here / program, *words],
        env={**os.environ, "PYTHONPATH": str(here)}, capture_output=True, text=True, timeout=timeout, cwd=words[0],
    )  # fmt: skip
    assert done.returncode == 0 and done.stdout.endswith("all is equal\n"), done.stdout + done.stderr
