"""Mutations that know what inputs are made of: words, numbers, lines, a format's own tokens, other inputs' parts."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

_WORD = re.compile(rb"[A-Za-z]+|[0-9]+|\s+|[^A-Za-z0-9\s]")
_NUMBER = re.compile(rb"[0-9]+")
_NUMBERS = (b"0", b"1", b"-1", b"2", b"255", b"256", b"65536", b"2147483647", b"2147483648", b"4294967296",
            b"18446744073709551616", b"1e308", b"1e999", b"nan", b"99999999999999999999999999999999")  # fmt: skip
_BYTES = (b"\x00", b"\xff", b"\x80", b"\xc3\xa9", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xe2\x80\x8b", b"\r\n", b"\n",
          b"\t", b"\x1a", b"\x1b[31m", b'"', b"\\", b"'", b"#", b"%", b";")  # fmt: skip


class Mutator:
    """Makes new inputs of old ones.

    Args:
        tokens: what inputs of this kind are made of.
        longest: bytes of what it makes.
        rng: where chance comes from.
    """

    def __init__(self, tokens: Sequence[bytes], longest: int, rng: random.Random) -> None:
        self._tokens, self._longest, self._rng = tokens or (b" ",), longest, rng
        self._ways = (
            self._leave_out, self._put_token, self._put_token, self._replace_word, self._replace_word,
            self._repeat, self._move, self._splice, self._change_number, self._put_bytes, self._flip, self._line,
        )  # fmt: skip

    def mutated(self, data: bytes, others: Sequence[bytes]) -> bytes:
        """An input with one to five changes."""
        self._others = others
        for _ in range(min(5, 1 + int(self._rng.expovariate(0.7)))):
            data = self._rng.choice(self._ways)(data)
        return data[: self._longest]

    def _span(self, data: bytes) -> tuple[int, int]:
        """Some words in a row."""
        words = [word.span() for word in _WORD.finditer(data[: self._longest])]
        if not words:
            return 0, len(data)
        first = self._rng.randrange(len(words))
        last = min(len(words) - 1, first + int(self._rng.expovariate(0.3)))
        return words[first][0], words[last][1]

    def _leave_out(self, data: bytes) -> bytes:
        start, end = self._span(data)
        return data[:start] + data[end:]

    def _put_token(self, data: bytes) -> bytes:
        at = self._span(data)[self._rng.randrange(2)]
        return data[:at] + self._rng.choice(self._tokens) + data[at:]

    def _replace_word(self, data: bytes) -> bytes:
        start, end = self._span(data)
        return data[:start] + self._rng.choice(self._tokens) + data[end:]

    def _repeat(self, data: bytes) -> bytes:
        start, end = self._span(data)
        times = 2 ** self._rng.randrange(1, 9)
        return data[:start] + data[start:end] * times + data[end:]

    def _move(self, data: bytes) -> bytes:
        start, end = self._span(data)
        rest = data[:start] + data[end:]
        at = self._span(rest)[0] if rest else 0
        return rest[:at] + data[start:end] + rest[at:]

    def _splice(self, data: bytes) -> bytes:
        other = self._rng.choice(self._others) if self._others else data
        start, end = self._span(other)
        at, behind = self._span(data)
        if self._rng.random() < 0.5:
            return data[:at] + other[start:]
        return data[:at] + other[start:end] + data[behind:]

    def _change_number(self, data: bytes) -> bytes:
        numbers = [found.span() for found in _NUMBER.finditer(data[: self._longest])]
        if not numbers:
            return self._put_token(data)
        start, end = self._rng.choice(numbers)
        if self._rng.random() < 0.5 and end - start < 18:
            return data[:start] + b"%d" % max(0, int(data[start:end]) + self._rng.randrange(-3, 4)) + data[end:]
        return data[:start] + self._rng.choice(_NUMBERS) + data[end:]

    def _put_bytes(self, data: bytes) -> bytes:
        at = self._rng.randrange(len(data) + 1)
        return data[:at] + self._rng.choice(_BYTES) + data[at + self._rng.randrange(2) :]

    def _flip(self, data: bytes) -> bytes:
        if not data:
            return b"\x00"
        at = self._rng.randrange(len(data))
        return data[:at] + bytes([data[at] ^ 1 << self._rng.randrange(8)]) + data[at + 1 :]

    def _line(self, data: bytes) -> bytes:
        lines = data.split(b"\n")
        at = self._rng.randrange(len(lines))
        way = self._rng.randrange(3)
        if way == 0:
            lines.insert(at, self._rng.choice(lines))
        elif way == 1:
            del lines[at]
        else:
            lines.insert(at, self._rng.choice(self._rng.choice(self._others or [data]).split(b"\n")))
        return b"\n".join(lines)
