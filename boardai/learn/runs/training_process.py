"""Training in a separate process: the command `python -m boardai.train`, started by another program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from boardai.command_line import PARENT

TRAIN = (sys.executable, "-m", "boardai.train")


def training_process(command: Sequence[str], log: Path, own_session: bool = False) -> subprocess.Popen[bytes]:
    """Starts a command. If this process ends, even if killed, the run stops at a point from which it can continue.

    Args:
        command: `TRAIN` and its arguments.
        log: a file to which its output is appended.
        own_session: whether Ctrl-C in this process's terminal does not reach it.

    Raises:
        OSError: the log cannot be written, or no process can be started.
    """
    part_of_this = {**os.environ, PARENT: str(os.getpid())}
    with open(log, "ab") as file:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            env=part_of_this,
            start_new_session=own_session,
        )
