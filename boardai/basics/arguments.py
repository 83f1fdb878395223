"""Checks numbers that callers pass: whole numbers of Python, NumPy and JAX are accepted everywhere."""

from __future__ import annotations

import operator
from typing import Any

from boardai.basics.quoting import quoted

INT = range(-(2**31), 2**31)  # the range of an int in C++


def whole_number(name: str, value: Any) -> int:
    """An argument passed to C++ as an int.

    Raises:
        TypeError: it is not a whole number.
        ValueError: it does not fit into an int of C++.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {quoted(value)}") from None
    if number not in INT:
        raise ValueError(f"{name} {quoted(number)} is out of range")
    return number


def number_in(name: str, value: Any, low: int, high: int, kind: str = "whole number") -> int:
    """A whole number in a range; True does not count as one.

    Raises:
        ValueError: it is not a whole number, or out of range.
    """
    try:
        number = low - 1 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise ValueError(f"{name} must be a {kind} from {low} to {high}, not {quoted(value)}")
    return number


def checked_seed(seed: Any) -> int:
    """A seed for native code.

    Raises:
        ValueError: it is not a whole number of 64 bits.
    """
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 2**64:
        raise ValueError(f"seed must be a whole number from 0 to 2^64 - 1, not {quoted(seed)}")
    return number
