"""How values are told to people; results, trees and commands share these words."""

from __future__ import annotations

# native/boardai/search/score.hpp: a game won in n plies is worth WIN_SCORE - n; evaluations stay below the limit.
WIN_SCORE = 32_000
EVALUATION_LIMIT = 30_000


def plies_to_win(value: float) -> int | None:
    """Plies to the end of a game that the score says is decided; None where it is not."""
    return round(WIN_SCORE - abs(value)) if abs(value) >= EVALUATION_LIMIT else None


def value_words(value: float | None, *, decimals: int = 0) -> str:
    """A value as people say it: `+35`, `-0.12`, `0`, `win in 5 plies`, `unproven`.

    Args:
        value: a score, an expected outcome in [-1, 1], or None.
        decimals: 0 for scores; a score that is no whole number (a mean of scores) shows two all the same.
    """
    if value is None:
        return "unproven"
    plies = plies_to_win(value)
    if plies is not None:
        return f"{'win' if value > 0 else 'loss'} in {plies} {'ply' if plies == 1 else 'plies'}"
    places = decimals or (0 if float(value).is_integer() else 2)
    text = f"{value:+.{places}f}"
    return text if float(text) else text[1:]  # no sign before a zero


def outcome_words(outcome: int) -> str:
    """`win`, `draw` or `loss`."""
    return {1: "win", 0: "draw", -1: "loss"}[outcome]


def count_words(count: float) -> str:
    """A count that fits a small space: `950`, `12k`, `3.4M`."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            scaled = count / size
            return f"{scaled:.0f}{letter}" if scaled >= 10 else f"{scaled:.1f}{letter}"
    return f"{count:.0f}"
