"""Studies: the effect of a setting, measured by runs that differ only in it.

A study is a TOML file next to a game's presets (`games/hex/studies/ablations.toml`):

    about = "What each part is worth."       description for the user
    preset = "demo"                          preset of all runs; "": none
    seeds = 3                                runs of each variant
    minutes = 2.0                            duration of each run; or iterations = 50

    [base.arena]                             settings of all runs, on top of the preset
    final_games = 200

    [variants."no cache"]                    a variant: its changes, and the reason
    about = "every position is evaluated again"
    [variants."no cache".selfplay]
    cache_mb = 0

A variant may have its own learner (`learner = "td"`): of the base settings it uses those that its learner has, and the
study may have no preset (`preset = ""`).

The base itself is the first variant. Runs are made seed by seed, so that a slow hour of the machine affects all
variants equally.
"""

from __future__ import annotations

import dataclasses
import json
import math
import re
import statistics
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boardai.basics.checksums import read_sealed
from boardai.basics.files import write_atomically
from boardai.basics.quoting import quoted
from boardai.game import game_folder
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.registry import learner_entry
from boardai.learn.settings import merged_tables, read_toml

BASE = "base"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.+-]*")


@dataclass(frozen=True)
class Variant:
    """The changes of one kind of run.

    Attributes:
        name: name in tables.
        about: the reason, for the user.
        table: settings, as nested dictionaries.
    """

    name: str
    about: str = ""
    table: dict[str, Any] = field(default_factory=dict)

    @property
    def folder_name(self) -> str:
        """Its name as part of a folder name."""
        return self.name.replace(" ", "-")


@dataclass(frozen=True)
class Study:
    """A study.

    Attributes:
        game: name of the game, or path.
        preset: preset of all runs.
        base: settings of all runs in addition to the preset, as nested dictionaries.
        variants: the variants, the base first.
        seeds: number of runs of each variant; their seeds count from 0.
        minutes: duration of each run; 0: limited by iterations.
        about: description for the user.
        iterations: iterations of each run; 0: limited by minutes.
    """

    game: str
    preset: str
    base: dict[str, Any]
    variants: tuple[Variant, ...]
    seeds: int
    minutes: float
    about: str = ""
    iterations: int = 0


@dataclass(frozen=True)
class PlannedRun:
    """One run of a study.

    Attributes:
        variant: its variant.
        seed: seed of the run.
        path: its folder.
    """

    variant: Variant
    seed: int
    path: Path

    @property
    def finished(self) -> bool:
        """Whether its final matches have been played."""
        return (self.path / "report.json").exists()


def study_path(game: str, name: str) -> Path:
    """The file of a study.

    Args:
        game: name or path of the game.
        name: name of one of the game's studies, or a TOML file.

    Raises:
        ValueError: no such study; the message names the existing ones.
    """
    if name.endswith(".toml"):
        return Path(name)
    folder = game_folder(game) / "studies"
    path = folder / f"{name}.toml"
    if not path.is_file():
        known = sorted(found.stem for found in folder.glob("*.toml"))
        raise ValueError(
            f"{game}: unknown study {quoted(name)}; studies: {', '.join(known) or 'none'}, or a .toml file"
        )
    return path


def load_study(game: str, path: Path) -> Study:
    """Reads a study's file.

    Args:
        game: name or path of the game.
        path: path of the TOML file.

    Raises:
        ValueError: not TOML, unknown or missing keys, values of a wrong type.
        OSError: the file cannot be read.
    """
    return study_of(game, read_toml(path), str(path))


def study_of(game: str, table: dict[str, Any], path: str) -> Study:
    """A study from the contents of its file.

    Args:
        game: name or path of the game.
        table: the file's contents.
        path: path of the file, for errors.

    Raises:
        ValueError: unknown or missing keys, values of a wrong type.
    """
    kinds: dict[str, tuple[type, ...]] = {
        "about": (str,), "preset": (str,), "seeds": (int,), "minutes": (int, float), "iterations": (int,),
        "base": (dict,), "variants": (dict,),
    }  # fmt: skip
    for key, value in table.items():
        if key not in kinds:
            raise ValueError(f"{path}: {key}: unknown; valid: {', '.join(kinds)}")
        if not isinstance(value, kinds[key]) or isinstance(value, bool):
            raise ValueError(f"{path}: {key}: not understood: {quoted(value)}")
    variants = [Variant(BASE, "all of it")]
    for name, settings in table.get("variants", {}).items():
        if not isinstance(settings, dict) or not isinstance(settings.get("about", ""), str):
            raise ValueError(f"{path}: variants.{name}: expected a table of settings, in which about is a text")
        if not is_name(name) or name == BASE:
            raise ValueError(f"{path}: variants: {quoted(name)} cannot be a name")
        changes = {key: value for key, value in settings.items() if key != "about"}
        _check_no_bounds(changes, f"{path}: variants.{name}")
        variants.append(Variant(name, settings.get("about", ""), changes))
    _check_no_bounds(table.get("base", {}), f"{path}: base")
    if len({variant.folder_name for variant in variants}) < len(variants):
        raise ValueError(f"{path}: variants: two names differ only in spaces")
    if "minutes" in table and "iterations" in table:
        raise ValueError(f"{path}: give minutes or iterations, not both")
    seeds, iterations = table.get("seeds", 3), table.get("iterations", 0)
    minutes = 0.0 if "iterations" in table else float(table.get("minutes", 2.0))
    if seeds < 1 or not (0 < minutes < math.inf or iterations > 0):
        raise ValueError(
            f"{path}: seeds, minutes and iterations must be above 0, got {seeds}, {minutes:g} and {iterations}"
        )
    return Study(
        game, table.get("preset", "demo"), table.get("base", {}), tuple(variants), seeds, minutes,
        " ".join(table.get("about", "").split()), iterations,
    )  # fmt: skip


def _check_no_bounds(settings: dict[str, Any], place: str) -> None:
    for key in ("minutes", "iterations"):
        if key in settings:
            raise ValueError(f"{place}: {key} belongs at the top of the study, because all runs have the same")


def is_name(text: str) -> bool:
    """Whether a variant may have this name."""
    return _NAME.fullmatch(text) is not None


def check_known(kind: str, names: Collection[str], known: Collection[str]) -> None:
    """Rejects unknown names.

    Raises:
        ValueError: naming the known ones.
    """
    for name in names:
        if name not in known:
            raise ValueError(f"no {kind} {quoted(name)}; {kind}s: {', '.join(known)}")


def narrowed(study: Study, names: Collection[str]) -> Study:
    """A study of only the base and the named variants.

    Raises:
        ValueError: no such variant.
    """
    check_known("variant", names, [variant.name for variant in study.variants])
    kept = tuple(variant for variant in study.variants if variant.name in (BASE, *names))
    return dataclasses.replace(study, variants=kept)


def plan(study: Study, folder: Path) -> list[PlannedRun]:
    """All runs in the order in which they are made, seed by seed.

    Variants use the same seeds, so that the effect of a seed is the same for all.
    """
    return [
        PlannedRun(variant, seed, folder / f"{variant.folder_name}-{seed}")
        for seed in range(study.seeds)
        for variant in study.variants
    ]


def preset_path(variant: Variant, folder: Path) -> Path:
    """The path of the preset of a variant's runs."""
    return folder / f"{variant.folder_name}.toml"


def check_folder(runs: Sequence[PlannedRun], folder: Path) -> None:
    """Makes a study's folder, or checks that an existing one is a study's.

    Raises:
        ValueError: the folder holds something else.
        OSError: the folder cannot be made.
    """
    begun = any(preset_path(one.variant, folder).exists() or one.path.exists() for one in runs)
    if folder.exists() and not begun and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} already exists and is not a folder of this study: name another one with --output")
    folder.mkdir(parents=True, exist_ok=True)


def write_preset(study: Study, variant: Variant, folder: Path) -> Path:
    """Writes a variant's settings as a preset: the study's preset, the base and the variant's changes.

    Returns:
        Its path.

    Raises:
        ValueError: a file of this name exists with other settings, possibly of runs that were made with them.
    """
    settings = merged_tables(_base_for(study, variant), variant.table)
    lines = [f"base = {json.dumps(study.preset)}"] if study.preset else []
    lines += [f"iterations = {study.iterations}", f"minutes = {study.minutes!r}"]
    text = ("\n".join(lines + _toml(settings, ())) + "\n").encode()
    path = preset_path(variant, folder)
    if path.exists() and path.read_bytes() != text:
        raise ValueError(
            f"{path} has settings that differ from the study's present ones: name another --output, or delete {folder}"
        )
    write_atomically(path, text)
    return path


def _base_for(study: Study, variant: Variant) -> dict[str, Any]:
    learner = variant.table.get("learner")
    if learner is None or learner == study.base.get("learner"):
        return study.base
    known = {"game", *(field.name for field in dataclasses.fields(learner_entry(learner).config))}
    return {key: value for key, value in study.base.items() if key in known}


@dataclass(frozen=True)
class Score:
    """The scores of a variant's runs in one match, or their shares of solved positions with good moves.

    Attributes:
        scores: score of each run, 0 to 1.
        games: number of games, or positions, in all runs.
    """

    scores: tuple[float, ...]
    games: int

    @property
    def mean(self) -> float:
        """The mean over the runs."""
        return statistics.fmean(self.scores)


@dataclass(frozen=True)
class Row:
    """A variant's line in the table.

    Attributes:
        variant: the variant.
        games: self-play games per run, mean over the runs.
        scores: scores by match.
        runs: folders of the finished runs.
    """

    variant: Variant
    games: float
    scores: dict[str, Score]
    runs: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Spread:
    """The standard deviation between runs that differ only in their seed, assumed equal for all variants of a study.

    With three seeds, a variant's own deviation is hardly known; the pooled one of all variants is.

    Attributes:
        deviation: standard deviation of a run's score.
        freedom: degrees of freedom of the estimate; 0: no estimate.
    """

    deviation: float
    freedom: int

    def margin(self, *counts: int) -> float:
        """Half of the 95 % interval (Student's t) of a mean over this many runs, or of the difference of two means."""
        if self.freedom == 0:
            return math.inf
        # SciPy comes with JAX; it is only needed here and takes long to load.
        from scipy.stats import t

        return float(t.ppf(0.975, self.freedom)) * self.deviation * math.sqrt(sum(1 / count for count in counts))


def spread(rows: Sequence[Row], match: str) -> Spread:
    """The spread of the scores in a match, pooled over the variants."""
    scores = [row.scores[match].scores for row in rows if match in row.scores]
    freedom = sum(len(one) - 1 for one in scores)
    squares = sum((len(one) - 1) * statistics.variance(one) for one in scores if len(one) > 1)
    return Spread(math.sqrt(squares / freedom) if freedom else math.nan, freedom)


def results(study: Study, folder: Path) -> list[Row]:
    """The results of the finished runs; variants without one are left out."""
    finished = [run for run in plan(study, folder) if run.finished]
    rows = []
    for variant in study.variants:
        runs = tuple(run.path for run in finished if run.variant is variant)
        if not runs:
            continue
        reports = [read_sealed(path / "report.json")[0] for path in runs]
        games = [sum(line.get("games", 0) for line in read_metrics(path)) for path in runs]
        scores = {}
        for match in reports[0]["matches"]:
            tables = [report["matches"][match]["trained"] for report in reports if match in report["matches"]]
            scores[match] = Score(tuple(table["score"] for table in tables), sum(table["games"] for table in tables))
        scores |= _truths([report["truth"]["trained"] for report in reports if "truth" in report])
        rows.append(Row(variant, statistics.fmean(games), scores, runs))
    return rows


def _truths(tables: Sequence[dict[str, Any]]) -> dict[str, Score]:
    """The quality of the moves of a variant's runs by exact values (`arena.truth`), as shares of the positions."""
    positions = sum(table["positions"] for table in tables)
    kinds = [kind for kind in (tables[0] if tables else ()) if kind != "positions"]
    shares = {"best_move": "best move", "result_kept": "result kept"}
    return {
        f"{kind}: {words}": Score(tuple(table[kind][share] for table in tables), positions)
        for kind in kinds
        for share, words in shares.items()
    }


def _toml(table: dict[str, Any], place: tuple[str, ...]) -> list[str]:
    """A table of settings as TOML; numbers, strings, booleans and lists have the same syntax as in JSON."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in table.items() if not isinstance(value, dict)]
    if place and lines:
        lines.insert(0, f"[{'.'.join(place)}]")
    for key, value in table.items():
        if isinstance(value, dict):
            lines += _toml(value, (*place, key))
    return lines
