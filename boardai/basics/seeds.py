"""Seeds for the parts of something that has one: equal on every machine, whatever else there is alongside a part."""

from __future__ import annotations

import hashlib


def seed_of(seed: int, *numbers: int | str) -> int:
    """A seed for a part: 31 bits.

    Args:
        seed: of the whole.
        numbers: identify the part.
    """
    return _number(4, seed, *numbers)


def long_seed_of(seed: int, *numbers: int | str) -> int:
    """The same with 63 bits, for parts in their millions."""
    return _number(8, seed, *numbers)


def _number(size: int, *parts: int | str) -> int:
    text = "/".join(map(str, parts))
    return (
        int.from_bytes(hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=size).digest(), "little") >> 1
    )
