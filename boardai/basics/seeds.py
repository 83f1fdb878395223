"""Derives seeds for parts from a common seed: equal on every machine, and independent of the other parts."""

from __future__ import annotations

import hashlib


def seed_of(seed: int, *numbers: int | str) -> int:
    """The seed of a part, 31 bits.

    Args:
        seed: the common seed.
        numbers: identify the part.
    """
    return _number(4, seed, *numbers)


def long_seed_of(seed: int, *numbers: int | str) -> int:
    """Like `seed_of` with 63 bits, for millions of parts."""
    return _number(8, seed, *numbers)


def _number(size: int, *parts: int | str) -> int:
    text = "/".join(map(str, parts))
    return (
        int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest(), "little") >> 1
    )
