"""What a screening found: tables for people, figures for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from boardai.basics.checksums import read_sealed
from boardai.drawing.page import markdown
from screening.effects import Effect, main_effects
from screening.factors import Screening

RATING = "rating among the runs, Elo"


def effects_by_measure(
    screening: Screening, folders: Sequence[Path], ratings: Sequence[float]
) -> dict[str, list[Effect]]:
    """The factors' effects on the ratings, which the screening is for, and on the score of each run's final matches.

    Args:
        screening: the factors.
        folders: of all runs, in the design's order, once for each repetition.
        ratings: of the runs.

    Returns:
        By measure, the ratings first; scores are in points of 100.
    """
    values: dict[str, list[float]] = {RATING: list(ratings)}
    reports = [read_sealed(path / "report.json")[0]["matches"] for path in folders]
    for match in reports[0]:
        if all(match in one for one in reports):
            values[f"{match}, points"] = [100 * one[match]["trained"]["score"] for one in reports]
    design = np.vstack([screening.design] * (len(folders) // len(screening.design)))
    names = [factor.name for factor in screening.factors]
    return {measure: main_effects(names, design, found) for measure, found in values.items()}


def effects_text(found: dict[str, list[Effect]], runs: int) -> str:
    """Markdown, a table for each measure, the largest effects first."""
    parts = []
    for measure, effects in found.items():
        head = ("factor", "effect", "standard error", "95 % interval", "p", "p, Holm")
        rows = [
            (
                one.factor, f"{one.value:+.1f}", f"{one.error:.1f}",
                f"{one.value - one.margin:+.1f} to {one.value + one.margin:+.1f}", f"{one.p:.3f}", f"{one.holm:.3f}",
            )
            for one in sorted(effects, key=lambda one: -one.value)
        ]  # fmt: skip
        parts.append("\n".join([f"{measure}, {runs} runs:", "", *markdown(head, rows)]))
    return "\n\n".join(parts) + "\n"


def effects_table(screening: Screening, found: dict[str, list[Effect]]) -> dict[str, Any]:
    """The same as a value for JSON, with what each factor is about."""
    return {
        "factors": {factor.name: factor.about for factor in screening.factors},
        "effects": {measure: [dataclasses.asdict(one) for one in effects] for measure, effects in found.items()},
    }
