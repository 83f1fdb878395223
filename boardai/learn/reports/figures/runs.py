"""Runs as curves: the data of metrics.jsonl and report.json, for runs of any learner, finished or not."""

from __future__ import annotations

import functools
import itertools
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from boardai.arena.ratings import Ratings
from boardai.basics.checksums import read_sealed
from boardai.learn.evaluation.ratings import POLICY, report_tables, run_ratings, tables_of
from boardai.learn.runs.metrics import read_metrics

By = Literal["iteration", "hours"]
Value = Callable[[dict[str, Any]], float | None]
_GRID = 200  # number of points of a mean over runs whose points differ
COLUMNS = 500  # maximum number of points of a picture: about as many as can be distinguished in a panel


@dataclass(frozen=True, eq=False)
class Curve:
    """Points of a curve, with an optional band.

    Attributes:
        x: iterations or hours, ascending.
        y: values.
        low: lower bound of the band; None: no band.
        high: upper bound of the band.
    """

    x: np.ndarray
    y: np.ndarray
    low: np.ndarray | None = None
    high: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.x)

    def binned(self) -> Curve:
        """The same with at most `COLUMNS` points, each a mean over neighbours: pictures of long runs stay small."""
        of_all = (None if one is None else bin_means(one) for one in (self.x, self.y, self.low, self.high))
        return Curve(*of_all)  # type: ignore[arg-type]


def bin_means(values: np.ndarray) -> np.ndarray:
    """Means over neighbours along the first axis, at most `COLUMNS`; unchanged if there are not more."""
    if len(values) <= COLUMNS:
        return values
    starts = np.arange(COLUMNS) * len(values) // COLUMNS
    counts = np.diff(starts, append=len(values))
    return np.asarray(np.add.reduceat(values, starts, axis=0) / counts.reshape(-1, *[1] * (values.ndim - 1)))


EMPTY = Curve(np.empty(0), np.empty(0))


@dataclass(eq=False)
class RunData:
    """One run's folder.

    Attributes:
        path: path of the folder.
        label: name in legends.
        description: contents of run.json, as far as it exists.
        lines: lines of metrics.jsonl.
        report: contents of report.json; empty if the run is not finished.
    """

    path: Path
    label: str
    description: dict[str, Any]
    lines: list[dict[str, Any]]
    report: dict[str, Any] = field(default_factory=dict)

    @property
    def seed(self) -> Any:
        """The run's seed."""
        return self.description.get("config", {}).get("seed")

    def settings_but_seed(self) -> str:
        """A key that is equal for runs that differ only in their seed."""
        config = {key: value for key, value in self.description.get("config", {}).items() if key != "seed"}
        rest = {key: self.description.get(key) for key in ("game", "learner")}
        return json.dumps([rest, config], sort_keys=True)

    def points(self, value: Value, by: By) -> Curve:
        """The iterations that have a value."""
        x, y = [], []
        for line in self._with_final_truth():
            place = line["iteration"] if by == "iteration" else hours(line)
            found = value(line)
            if place is not None and found is not None and math.isfinite(found):
                x.append(place)
                y.append(found)
        return Curve(np.array(x, float), np.array(y, float))

    def _with_final_truth(self) -> list[dict[str, Any]]:
        """The lines; the report's comparisons with exact values count as those of the first and the last iteration."""
        tables = self.report.get("truth") or {}
        lines = list(self.lines)
        if first := tables.get("initial"):
            lines.insert(0, {"iteration": 0, "seconds": {"total": 0.0}, "truth": first})
        if (last := tables.get("trained")) and not (lines and "truth" in lines[-1]):
            seconds = {"total": self.report.get("training_seconds")}
            lines.append({"iteration": self.report["iteration"], "seconds": seconds, "truth": last})
        return lines

    def end(self, by: By) -> float | None:
        """The x position of the final matches: the last iteration, or the hours of training."""
        if by == "iteration":
            return self.report.get("iteration")
        seconds = self.report.get("training_seconds")
        return None if seconds is None else seconds / 3600

    def scores(self, match: str, by: By) -> Curve:
        """The scores of an arena match over the run, with intervals, including the final match."""
        rows = [
            (line["iteration"] if by == "iteration" else hours(line), table)
            for line in self.lines
            if (table := line.get("arena", {}).get(match))
        ]
        final = (self.report.get("matches") or {}).get(match, {}).get("trained")
        rows += [(self.end(by), final)] if final else []
        return _with_band([(place, table["score"], *table["interval95"]) for place, table in rows if place is not None])

    @functools.cached_property
    def ratings(self) -> Ratings | None:
        """Ratings of all players in the run's matches."""
        return run_ratings(self.tables())

    def tables(self) -> list[dict[str, Any]]:
        """The tables of all its matches."""
        return [*tables_of(self.lines), *report_tables(self.report)]

    def elo(self, player: Literal["search", "policy"], by: By) -> Curve:
        """The rating of the search, or of the policy without search, over the run: Elo points above random play."""
        ratings = self.ratings
        if ratings is None:
            return EMPTY
        places: dict[str, float | None] = {"0": 0.0}
        places |= {
            str(line["iteration"]): line["iteration"] if by == "iteration" else hours(line) for line in self.lines
        }
        if (end := self.end(by)) is not None:
            places[str(self.report.get("iteration"))] = end
        kinds = dict.fromkeys(table["first"].rpartition("@")[0] for table in self.tables())
        wanted = POLICY if player == "policy" else next((kind for kind in kinds if kind and kind != POLICY), None)
        rows = []
        for name, one in ratings.players.items():
            kind, _, number = name.rpartition("@")
            place = places.get(number)
            if kind and kind == wanted and place is not None:
                rows.append((place, one.elo, one.low, one.high))
        return _with_band(rows)


def hours(line: dict[str, Any]) -> float | None:
    """Hours from the start of the run to the end of an iteration."""
    seconds = line.get("seconds", {})
    total = seconds.get("total") if isinstance(seconds, dict) else None
    return None if total is None else total / 3600


def key(name: str) -> Value:
    """The value of a key; dots separate the keys of nested tables."""

    def value(line: dict[str, Any]) -> float | None:
        found: Any = line
        for part in name.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        return float(found) if isinstance(found, int | float) else None

    return value


def share(name: str, of: str) -> Value:
    """The quotient of two keys."""
    above, below = key(name), key(of)

    def value(line: dict[str, Any]) -> float | None:
        a, b = above(line), below(line)
        return None if a is None or not b else a / b

    return value


@dataclass(eq=False)
class Entry:
    """An entry of a picture with its own colour: a run, or several that differ in their seed.

    Attributes:
        label: name in legends.
        runs: one or more runs.
    """

    label: str
    runs: list[RunData]

    def points(self, value: Value, by: By) -> Curve:
        """The run's points, or the runs' mean with a band from the minimum to the maximum."""
        return _mean([run.points(value, by) for run in self.runs], by).binned()

    def scores(self, match: str, by: By) -> Curve:
        """As `RunData.scores`; for several runs the mean with a band from the minimum to the maximum."""
        return _mean([run.scores(match, by) for run in self.runs], by).binned()

    def elo(self, player: Literal["search", "policy"], by: By) -> Curve:
        """As `RunData.elo`; for several runs the mean with a band from the minimum to the maximum."""
        return _mean([run.elo(player, by) for run in self.runs], by).binned()


def _with_band(rows: Sequence[tuple[float, float, float, float]]) -> Curve:
    if not rows:
        return EMPTY
    x, y, low, high = (np.array(column, float) for column in zip(*sorted(rows), strict=True))
    return Curve(x, y, low, high)


def _mean(curves: list[Curve], by: By) -> Curve:
    curves = [curve for curve in curves if len(curve)]
    if len(curves) <= 1:
        return curves[0] if curves else EMPTY
    if by == "iteration":
        common = [x for x in curves[0].x if all(x in curve.x for curve in curves[1:])]
        x = np.array(common)
    else:
        x = np.array([])
    if not len(x):
        start, end = max(curve.x[0] for curve in curves), min(curve.x[-1] for curve in curves)
        if start > end:
            return EMPTY
        x = np.linspace(start, end, min(_GRID, max(len(curve) for curve in curves)))
    values = np.array([np.interp(x, curve.x, curve.y) for curve in curves])
    return Curve(x, values.mean(axis=0), values.min(axis=0), values.max(axis=0))


def load_run(path: Path) -> RunData:
    """Reads a run's folder.

    Raises:
        ValueError: not a run's folder, or a file in it is damaged.
    """
    if not (path / "metrics.jsonl").exists() and not (path / "run.json").exists():
        raise ValueError(f"{path} is not a run folder: neither run.json nor metrics.jsonl is in it")
    description = read_sealed(path / "run.json")[0] if (path / "run.json").exists() else {}
    report = read_sealed(path / "report.json")[0] if (path / "report.json").exists() else {}
    name = path.resolve().name
    return RunData(path, name, description, read_metrics(path), report)


def load_entries(paths: Sequence[Path], group: bool = False) -> list[Entry]:
    """Runs as entries of pictures.

    Args:
        paths: the folders.
        group: combines runs that differ only in their seed into one entry.

    Raises:
        ValueError: a folder is not a run's, or is damaged.
    """
    runs = [load_run(path) for path in paths]
    labels = [run.label for run in runs]
    for run in runs:
        if labels.count(run.label) > 1:
            run.label = str(run.path)
    if not group:
        return [Entry(run.label, [run]) for run in runs]
    groups: dict[str, list[RunData]] = {}
    for run in runs:
        groups.setdefault(run.settings_but_seed(), []).append(run)
    entries = []
    for members in groups.values():
        if len(members) == 1:
            entries.append(Entry(members[0].label, members))
            continue
        alike = itertools.takewhile(
            lambda letters: len(set(letters)) == 1, zip(*(run.label for run in members), strict=False)
        )
        stem = "".join(letters[0] for letters in alike).rstrip("-_. ").removesuffix("seed").rstrip("-_. ")
        entries.append(Entry(f"{stem or members[0].label} ({len(members)} seeds)", members))
    return entries
