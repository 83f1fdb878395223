"""Values as text; results, trees and commands share these functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

T = TypeVar("T")

# native/boardai/search/score.hpp: a win in n plies has the score WIN_SCORE - n; evaluations stay below the limit.
WIN_SCORE = 32_000
EVALUATION_LIMIT = 30_000
KNOWN_WIN_PLIES = 1_000  # a win known from the game's knowledge counts as at least this long


def plies_to_win(value: float) -> int | None:
    """Plies to the end of the game if the score is a win or loss; else None."""
    return round(WIN_SCORE - abs(value)) if abs(value) >= EVALUATION_LIMIT else None


def value_words(value: float | None, *, decimals: int = 0) -> str:
    """A value as text: `+35`, `-0.12`, `0`, `win in 5 plies`, `unproven`.

    Args:
        value: a score, an expected outcome in [-1, 1], or None.
        decimals: 0 for scores; a score that is not an integer (a mean of scores) has two nevertheless.
    """
    if value is None:
        return "unproven"
    plies = plies_to_win(value)
    if plies is not None:
        sign = "win" if value > 0 else "loss"
        return sign if plies >= KNOWN_WIN_PLIES else f"{sign} in {plies} {'ply' if plies == 1 else 'plies'}"
    places = decimals or (0 if float(value).is_integer() else 2)
    text = f"{value:+.{places}f}"
    return text if float(text) else text[1:]  # no sign before a zero


def margin_words(state: Any, margin: float, *, signed: bool = False) -> str:
    """A final margin in the game's own terms: `3.5 discs`, `1 disc`; with its sign, `+3.5 discs`.

    Args:
        state: a state of the game, whose method `describe_margin(margin)` formats margins.
        margin: margin in points.
        signed: with `+` or `-`; otherwise only its size.
    """
    size = f"{abs(margin):.0f}" if float(margin).is_integer() else f"{abs(margin):.1f}"
    sign = ("+" if margin > 0 else "-") if signed and float(size) else ""
    if hasattr(state, "describe_margin"):
        return sign + str(state.describe_margin(float(size)))
    return f"{sign}{size} {'point' if size == '1' else 'points'}"


def seconds_words(seconds: float) -> str:
    """A short time: `<0.1 ms`, `12.3 ms`, `2.50 s`."""
    if seconds < 5e-5:
        return "<0.1 ms"
    return f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def outcome_words(outcome: int) -> str:
    """`win`, `draw` or `loss`."""
    return {1: "win", 0: "draw", -1: "loss"}[outcome]


def written_line(state: Any, actions: Iterable[int], write: Callable[[Any, int], T]) -> list[T]:
    """A line of actions as text.

    Args:
        state: state before the line.
        actions: actions of the line; text ends before an illegal one, which a table may contain.
        write: formats an action of a state.
    """
    state, found = state.clone(), []
    for action in map(int, actions):
        if state.is_terminal() or not state.is_legal(action):
            break
        found.append(write(state, action))
        state.apply(action)
    return found


def count_words(count: float) -> str:
    """A count in short form: `950`, `12k`, `3.4M`."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            scaled = count / size
            return f"{scaled:.0f}{letter}" if scaled >= 10 else f"{scaled:.1f}{letter}"
    return f"{count:.0f}"
