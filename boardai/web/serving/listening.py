"""The address of a server on this computer, and the packages it needs."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import socket
from typing import Any

from boardai.command_line import InputError, file_error
from boardai.web.serving.places import Places

NEEDED = ("starlette", "uvicorn", "websockets")
_SECONDS_TO_LEAVE = 2
_OTHER_FILES = 128  # besides connections: engines, journals, libraries


def port_number(text: str) -> int:
    """An argument type: a port; 0 for a free one."""
    if not text.isascii() or not text.isdigit() or not int(text) < 65536:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 65535, got {text[:20]!r}")
    return int(text)


def require_packages(what: str, needed: tuple[str, ...] = NEEDED) -> None:
    """Checks that packages are installed.

    Args:
        what: what needs them, for people.
        needed: names of the packages.

    Raises:
        InputError: a package is missing; the message says how to install it.
    """
    for name in needed:
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            raise InputError(f"{what} needs the package {name}: pip install 'boardai[web]'") from None


def listening_socket(host: str, port: int) -> socket.socket:
    """The socket for visitors.

    Raises:
        InputError: the port is in use, or the host is not an address of this computer.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(512)
    except OSError as error:
        hint = "; --port 0 chooses a free one" if port else ""
        raise InputError(f"{host}:{port}: {file_error(error).partition('] ')[2] or error}{hint}") from None
    return found


def serve_until_interrupt(app: Any, listening: socket.socket, places: Places | None = None, **settings: Any) -> None:
    """Serves until Ctrl-C.

    Args:
        app: the application.
        listening: the open sockets.
        places: limits of connections; the default ones if omitted.
        **settings: further settings of uvicorn.
    """
    from boardai.web.serving.protocols import Server, allow_many_files, config

    places = places if places is not None else Places()
    files = allow_many_files()
    places.most = min(places.most, max(files - _OTHER_FILES, files // 2))
    with contextlib.suppress(asyncio.CancelledError):
        Server(config(app, _SECONDS_TO_LEAVE, **settings), listening, places).run()
