"""Numbers that people give, read once for all: Python's, NumPy's and JAX's whole numbers are taken everywhere."""

from __future__ import annotations

import operator
from typing import Any

from boardai.basics.quoting import quoted

INT = range(-(2**31), 2**31)  # what an int of C++ holds


def whole_number(name: str, value: Any) -> int:
    """An argument that C++ takes as an int.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is larger than any that C++ knows.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {quoted(value)}") from None
    if number not in INT:
        raise ValueError(f"{name} {quoted(number)} is out of range")
    return number


def number_in(name: str, value: Any, low: int, high: int, kind: str = "whole number") -> int:
    """A whole number of a range; True is none.

    Raises:
        ValueError: it is no whole number, or out of range.
    """
    try:
        number = low - 1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise ValueError(f"{name} must be a {kind} from {low} to {high}, not {quoted(value)}")
    return number


def checked_seed(seed: Any) -> int:
    """The seed of something native.

    Raises:
        ValueError: it is no whole number of 64 bits.
    """
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 2**64:
        raise ValueError(f"seed must be a whole number from 0 to 2^64 - 1, not {quoted(seed)}")
    return number
