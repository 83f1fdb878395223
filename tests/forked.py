"""What a forked child says of something, and that it does not hang."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from typing import Any


def result_in_a_child(work: Callable[[], Any], patience: float = 60.0) -> str:
    """The error that `work` raises in a forked child, as text: its type and message; "" where it raises none.

    Raises:
        AssertionError: the child hangs.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        answer = ""
        try:
            work()
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"
        finally:
            os.write(writer, answer.encode())
            os._exit(0)
    os.close(writer)
    waited = time.monotonic() + patience
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        if time.monotonic() > waited:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            os.close(reader)
            raise AssertionError("the forked child hangs")
        time.sleep(0.01)
    with open(reader, "rb") as file:
        return file.read().decode()
