"""Games in progress for spectators of a run, written only while a page requests them.

A page that shows a run touches the file `watched` in its folder. Self-play checks that file once a second. While it is
recent, the first open games are written to `open.games` every few seconds, as a game file of one part, which is
replaced atomically. Training does not use it, and a run continues without it.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from pathlib import Path
from typing import Any

from boardai.learn.self_play.game_files import Contents, write_games

MOST = 4  # number of games that are shown
RECENT = 30.0  # seconds for which a page counts as present after a request, and a file of games as current
_LOOKS, _EACH = 1.0, 3.0  # seconds between two checks of `watched`, and between two files


def watched_path(run: Path) -> Path:
    """The file that pages touch in a run's folder."""
    return run / "watched"


def open_path(run: Path) -> Path:
    """The file of the games in progress."""
    return run / "open.games"


def ask(run: Path) -> None:
    """Requests the games in progress for a page; does nothing if the folder is not writable."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with contextlib.suppress(OSError):
        file = os.open(watched_path(run), flags, 0o644)
        try:
            os.utime(file)
        finally:
            os.close(file)


def is_recent(path: Path) -> bool:
    """Whether a plain file was written or touched a moment ago, by the clock of this machine."""
    with contextlib.suppress(OSError):
        found = path.stat()
        return stat.S_ISREG(found.st_mode) and abs(time.time() - found.st_mtime) < RECENT
    return False


class WatchedGames:
    """Writes a run's games in progress.

    Args:
        run: the run's folder.
        board: board of the games, by its name in `selfplay.boards`; "" is the run's own.
    """

    def __init__(self, run: Path, board: str = "") -> None:
        self._run, self._board = run, board
        self._look_at = self._write_at = 0.0
        self._found: tuple[int, bytes] | None = None

    def look(self, group: Any, iteration: int) -> None:
        """Called between two rounds of a group, in its thread: copies its first open games when they are due.

        Args:
            group: the result of `new_self_play`.
            iteration: the iteration that it plays.
        """
        now = time.monotonic()
        if now < max(self._look_at, self._write_at):
            return
        self._look_at = now + _LOOKS
        if is_recent(watched_path(self._run)):
            self._write_at = now + _EACH
            self._found = iteration, bytes(group.open_games(MOST))

    def write(self) -> None:
        """Writes the copied games in a separate thread. A full disk does not end the run."""
        found, self._found = self._found, None
        if found is None:
            return
        boards = {self._board: Contents(0, 0)} if self._board else None
        with contextlib.suppress(OSError):
            write_games(open_path(self._run), found[0], [found[1]], boards=boards)
