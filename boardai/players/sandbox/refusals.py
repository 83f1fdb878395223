"""Clear errors for what an agent in a sandbox must not do: an audit hook of Python.

The fence (`fence.py`) does not depend on it. The hook reports at once which of Python's functions was refused. On a
system without a fence it is the only restriction, and code can circumvent it on purpose.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

# What libraries and beginners may also try: an exception, which they can handle.
_REFUSED = (
    "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile", "os.system", "pty.spawn",
    "subprocess.Popen", "resource.setrlimit", "os.mkdir", "os.utime", "signal.pthread_kill",
)  # fmt: skip
# What affects other processes and does not happen by accident: the process is ended.
_ENDS = (
    "os.kill", "os.killpg", "resource.prlimit", "syslog.syslog", "fcntl.flock", "fcntl.lockf",
    "socket.bind", "socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname",
    "socket.gethostbyaddr", "socket.getnameinfo",
    "os.chmod", "os.chown", "os.link", "os.remove", "os.rename", "os.rmdir", "os.setxattr", "os.removexattr",
    "os.symlink", "os.truncate", "shutil.rmtree", "shutil.move",
)  # fmt: skip
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NOWHERE = (os.devnull, None)


def refuse(end: Callable[[str], None]) -> None:
    """Refuses these calls from now on, permanently.

    Args:
        end: ends the process; takes what to report.
    """

    def look(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _ENDS and not (event == "os.kill" and arguments[0] == os.getpid()):
            end(f"an agent in a sandbox must not use {event}")
        if event in _REFUSED:
            raise PermissionError(f"an agent in a sandbox must not use {event}")
        if event == "open" and arguments[0] not in _NOWHERE and not isinstance(arguments[0], int):
            mode, flags = arguments[1], arguments[2]
            if (isinstance(mode, str) and set(mode) & set("wax+")) or (isinstance(flags, int) and flags & _WRITING):
                raise PermissionError(f"an agent in a sandbox must not write {arguments[0]!r}")

    sys.addaudithook(look)
