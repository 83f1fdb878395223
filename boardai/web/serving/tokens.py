"""The token that visitors need, and how a browser receives it.

On a computer with several users all of them can reach a server on loopback, so each server needs a token too.
All users of a machine can see a program's arguments (`ps`). So the browser is not started with the token in an address,
but with a file that only this user can read and that redirects to the address.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import hashlib
import hmac
import html
import os
import secrets
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from boardai.basics.files import naming
from boardai.command_line import InputError

TOKEN_FILE = "token"
SHORTEST = 8  # characters of a token that others may try to guess
_SECONDS_TO_OPEN = 60.0


def add_token_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of every server: a given token, or none."""
    parser.add_argument("--token", metavar="TEXT", help="the token that visitors need (by default a new one)")
    parser.add_argument("--no-token", action="store_true", help="admit every user of this computer")


def wanted_token(given: argparse.Namespace, local: bool = True) -> str | None:
    """The token by the options of `add_token_options`; "": none is needed; None: a new one.

    Args:
        given: the options.
        local: whether only this computer reaches the server.

    Raises:
        InputError: both options are given, or the token is too short.
    """
    if given.no_token and given.token:
        raise InputError("--no-token, or --token TEXT")
    wanted: str | None = "" if given.no_token else given.token
    if wanted is not None and (wanted or not local) and len(wanted) < SHORTEST:
        raise InputError(f"--token: other computers can reach this server, so it needs at least {SHORTEST} characters")
    return wanted


def with_token(address: str, token: str) -> str:
    """The address with the token for visitors.

    >>> from boardai.web.serving.tokens import with_token
    >>> with_token("http://localhost:8017/", "a secret")
    'http://localhost:8017/?token=a+secret'
    """
    return f"{address}?{urlencode({'token': token})}" if token else address


def with_owner(address: str, owner: str) -> str:
    """The address with the token for the owner, who may train; "" if there is no owner's token.

    >>> from boardai.web.serving.tokens import with_owner
    >>> with_owner("http://localhost:8017/?token=a", "b")
    'http://localhost:8017/?token=a#owner=b'

    The token is in the fragment, which browsers do not send, so it is in no log and no request.
    """
    if not owner:
        return ""
    return f"{address}#{urlencode({'owner': owner})}"


def new_token() -> str:
    """A new random token."""
    return secrets.token_urlsafe(12)


def kept_token(folder: Path) -> str:
    """The token of a folder of rooms, created with its first server, so links stay valid after a restart.

    Raises:
        OSError: the file cannot be read or written.
        ValueError: the file is damaged.
    """
    path = folder / TOKEN_FILE
    with naming(path):
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            found = path.read_text(encoding="utf-8", errors="replace").strip()
            if len(found) < SHORTEST or not found.isascii() or not found.isprintable():
                raise ValueError(
                    f"{path}: expected a token of at least {SHORTEST} letters; delete it for a new one"
                ) from None
            return found
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            token = new_token()
            file.write(token + "\n")
    return token


def guest_token(token: str) -> str:
    """The part of an invitation that replaces the token without revealing it; "" if there is none.

    >>> from boardai.web.serving.tokens import guest_token
    >>> guest_token("secret-word") == guest_token("secret-word") != "secret-word"
    True
    """
    if not token:
        return ""
    digest = hmac.digest(token.encode("utf-8", "surrogatepass"), b"boardai guest", hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:12]).decode()


@contextlib.contextmanager
def page_shown(url: str) -> Iterator[None]:
    """Opens a page in the browser, without revealing its address to other users of the computer.

    The file that redirects there is deleted after a minute, or when the context ends.

    Args:
        url: address of the page.
    """
    path = _leading_file(url)
    if path is None:
        yield  # the address has been printed
        return

    def remove() -> None:
        path.unlink(missing_ok=True)

    removing = threading.Timer(_SECONDS_TO_OPEN, remove)
    removing.daemon = True
    removing.start()
    threading.Thread(target=webbrowser.open, args=(path.as_uri(),), daemon=True).start()
    try:
        yield
    finally:
        removing.cancel()
        remove()


def _leading_file(url: str) -> Path | None:
    # In the home folder, because browsers in a sandbox (snap) cannot read other folders.
    for folder in (Path.home(), Path(tempfile.gettempdir())):
        with contextlib.suppress(OSError):
            descriptor, name = tempfile.mkstemp(".html", "boardai-", folder)  # readable only by its owner
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(leading_page(url))
            return Path(name)
    return None


def leading_page(url: str) -> str:
    """A page that only redirects to another one.

    >>> from boardai.web.serving.tokens import leading_page
    >>> 'content="0;url=http://localhost/?token=x"' in leading_page("http://localhost/?token=x")
    True
    """
    address = html.escape(url)
    return (
        '<!doctype html><meta charset="utf-8"><title>boardai</title><meta name="referrer" content="no-referrer">'
        f'<meta http-equiv="refresh" content="0;url={address}"><a href="{address}">boardai</a>\n'
    )
