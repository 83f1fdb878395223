"""Users' text files: UTF-8 with or without a byte order mark; other text is read as Latin-1, and that is reported.

A byte order mark is dropped at the beginning of every line, since files that were joined have it in the middle.
"""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from pathlib import Path
from typing import IO, Any, NamedTuple

# Characters without width, in addition to the byte order mark: soft hyphen, joiners, direction marks, emoji variants.
ZERO_WIDTH = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff"
_BYTE_ORDER_MARK = "\ufeff"
# Python's `surrogateescape` represents a byte that is not UTF-8 by these; no decoded text has them otherwise.
_FOREIGN = re.compile("[\udc80-\udcff]")
_LATIN_1 = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
_WITHOUT_ZERO_WIDTH = str.maketrans("", "", ZERO_WIDTH)


class Note(NamedTuple):
    """A remark about a text that was read despite a fault.

    Attributes:
        line: number of the line, from 1.
        reason: the fault.
    """

    line: int
    reason: str


class UserText(io.TextIOBase):
    r"""A binary stream as text.

    >>> import io
    >>> text = UserText(io.BytesIO(b"caf\xe9\nnoir\n"))
    >>> text.readline(), text.note()
    ('café\n', Note(line=1, reason='not UTF-8 text, read as Latin-1'))
    >>> text.readline(), text.note()
    ('noir\n', None)

    Args:
        binary: the open stream, which `release` returns.
    """

    def __init__(self, binary: IO[bytes]) -> None:
        self._text: Any = io.TextIOWrapper(binary, encoding="utf-8", errors="surrogateescape")
        self._line = 1
        self._begins_line = True
        self._first_foreign = self._foreign = 0

    def readable(self) -> bool:
        """Always True."""
        return True

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """The next line, or at most `size` characters of it; "" at the end."""
        while piece := self._text.readline(-1 if size is None else size):
            if line := self._seen(piece):
                return line
        return ""

    def read(self, size: int | None = -1) -> str:
        """At most `size` characters; by default all."""
        if size is None or size < 0:
            return "".join(self)
        while piece := self._text.read(size):
            if text := "".join(map(self._seen, re.findall(r"[^\n]*\n|[^\n]+", piece))):
                return text
        return ""

    def __next__(self) -> str:  # type: ignore[override]
        if line := self.readline():
            return line
        raise StopIteration

    def release(self) -> None:
        """Returns the binary stream, which would otherwise be closed with this one."""
        self._text.detach()

    def note(self) -> Note | None:
        """A remark about the lines read since the last call, or None."""
        if not self._foreign:
            return None
        more, self._foreign = self._foreign - 1, 0
        behind = f", as {more:,} more {'lines' if more > 1 else 'line'}" if more else ""
        return Note(self._first_foreign, f"not UTF-8 text, read as Latin-1{behind}")

    def _seen(self, piece: str) -> str:
        """A line or a part of it, decoded."""
        if not piece.isascii():
            if self._begins_line:
                piece = piece.lstrip(_BYTE_ORDER_MARK)
            if _FOREIGN.search(piece):
                piece = piece.translate(_LATIN_1)
                self._first_foreign = self._first_foreign if self._foreign else self._line
                self._foreign += 1
        self._begins_line = piece.endswith("\n") or (self._begins_line and not piece)
        self._line += self._begins_line and bool(piece)
        return piece


@contextlib.contextmanager
def user_text(binary: IO[bytes]) -> Any:
    """A binary stream as text, inside the block; it is left open."""
    text = UserText(binary)
    try:
        yield text
    finally:
        text.release()


def read_user_text(path: str | Path) -> str:
    r"""The whole text of a file; a UnicodeWarning names the place where it was not UTF-8.

    >>> from pathlib import Path
    >>> _ = Path("bom.txt").write_bytes(b"\xef\xbb\xbfa1 b2\r\n")
    >>> read_user_text("bom.txt")
    'a1 b2\n'

    Raises:
        OSError: it cannot be read.
    """
    with open(path, "rb") as file, user_text(file) as text:
        whole = text.read()
        if note := text.note():
            warnings.warn(f"{path}:{note.line}: {note.reason}", UnicodeWarning, stacklevel=2)
    return str(whole)


def without_zero_width(text: str) -> str:
    """The text without invisible characters, which text copied from a web page may have."""
    return text if text.isascii() else text.translate(_WITHOUT_ZERO_WIDTH)
