"""Where a server of this computer listens, and what it needs."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import socket
from typing import Any

from boardai.command_line import InputError, file_error

NEEDED = ("starlette", "uvicorn", "websockets")
_SECONDS_TO_LEAVE = 2


def port_number(text: str) -> int:
    """An argument type: a port, 0 for a free one."""
    if not text.isascii() or not text.isdigit() or not int(text) < 65536:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 65535, got {text[:20]!r}")
    return int(text)


def require_packages(what: str, needed: tuple[str, ...] = NEEDED) -> None:
    """Says what to install, where something is missing.

    Args:
        what: needs it, for people.
        needed: packages.

    Raises:
        InputError: a package is missing.
    """
    for name in needed:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            raise InputError(f"{what} needs the package {name}: pip install 'boardai[web]'") from None


def listening_socket(host: str, port: int) -> socket.socket:
    """The socket that visitors reach.

    Raises:
        InputError: the port is in use, or the host is none of this computer's.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(128)
    except OSError as error:
        hint = "; another one is free with --port 0" if port else ""
        raise InputError(f"{host}:{port}: {file_error(error).partition('] ')[2] or error}{hint}") from None
    return found


def serve_until_interrupt(app: Any, listening: socket.socket, **settings: Any) -> None:
    """Serves until Ctrl-C.

    Args:
        app: the application.
        listening: where visitors come.
        **settings: further ones of uvicorn.
    """
    import uvicorn

    config = uvicorn.Config(
        app,
        log_level="warning",
        use_colors=False,  # what it logs may quote visitors: no control character is printed
        timeout_graceful_shutdown=_SECONDS_TO_LEAVE,
        server_header=False,
        **settings,
    )
    with contextlib.suppress(asyncio.CancelledError):
        uvicorn.Server(config).run(sockets=[listening])
