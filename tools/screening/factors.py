"""What a screening varies and how its runs are compared: a study's file with factors in the place of variants.

fold_over = true                     every run once more with all factors the other way round (design.py)

[measure]                            the matches between the runs' final networks
search = "gumbel:simulations=16"
games = 4                            of every two of them
opening_plies = 2

[factors."soft policy"]              a factor, and why
about = "a second policy head learns a softened target"
[factors."soft policy".on]           settings of the runs that have it on; `off`, if there is one, of the others
network.soft_policy = true
learn.loss.soft_policy = 8.0
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from boardai.basics.quoting import quoted
from boardai.learn.reports.studies import Study, Variant, check_known, is_name, study_of
from boardai.learn.settings import dotted, merged, merged_tables, read_toml
from boardai.players.searches import network_search
from screening.design import two_level_design

_KINDS: dict[str, type] = {"factors": dict, "measure": dict, "fold_over": bool}


@dataclass(frozen=True)
class Factor:
    """One thing that is on in half of all runs and off in the others.

    Attributes:
        name: in tables.
        about: for people.
        on: settings where it is on, as nested dictionaries.
        off: settings where it is off; empty: those of the base.
    """

    name: str
    about: str
    on: dict[str, Any]
    off: dict[str, Any] = field(default_factory=dict)

    @property
    def settings(self) -> set[str]:
        """What it may change, by dotted names."""
        return {*dotted(self.on), *dotted(self.off)}


@dataclass(frozen=True)
class Measure:
    """The matches between the final networks of all runs.

    Attributes:
        search: who plays with each of them, an agent without its network (`gumbel:simulations=16`); `policy` for the
            network alone.
        games: of every two runs; an even number, pairs with colours swapped.
        opening_plies: random plies at the start of a pair.
    """

    search: str = "gumbel:simulations=16"
    games: int = 4
    opening_plies: int = 2

    def __post_init__(self) -> None:
        if self.search != "policy":
            network_search(self.search)  # says what is wrong with it
        if self.games < 2 or self.games % 2:
            raise ValueError(f"games: must be even and at least 2, got {self.games}")
        if self.opening_plies < 0:
            raise ValueError(f"opening_plies: must not be negative, got {self.opening_plies}")


@dataclass(frozen=True)
class Screening:
    """All factors of a study, which run has which of them on, and what they are judged by.

    Attributes:
        factors: in the order of tables.
        fold_over: whether every run is made once more with all factors the other way round.
        measure: the matches.
    """

    factors: tuple[Factor, ...]
    fold_over: bool
    measure: Measure

    @functools.cached_property
    def design(self) -> np.ndarray:
        """`[runs, factors]`, +1 where a factor is on, -1 where it is off."""
        return two_level_design(len(self.factors), self.fold_over)

    def settings(self, run: int) -> dict[str, Any]:
        """What a run changes of the base, as nested dictionaries."""
        sides = [factor.on if level > 0 else factor.off for factor, level in self._levels(run)]
        return functools.reduce(merged_tables, sides, {})

    def variants(self) -> tuple[Variant, ...]:
        """The runs of the design."""
        return tuple(
            Variant(f"run {run + 1:02d}", ", ".join(self.names_on(run)) or "none", self.settings(run))
            for run in range(len(self.design))
        )

    def names_on(self, run: int) -> list[str]:
        """The factors that a run has on."""
        return [factor.name for factor, level in self._levels(run) if level > 0]

    def _levels(self, run: int) -> list[tuple[Factor, int]]:
        return list(zip(self.factors, self.design[run], strict=True))


def load_screening(game: str, path: Path, names: Collection[str] = ()) -> tuple[Study, Screening]:
    """Reads a screening's file.

    Args:
        game: name or path.
        path: of the TOML file.
        names: of the factors that are judged, the others being off in all runs; empty: all.

    Returns:
        The study, whose variants are the runs of the design, and its factors.

    Raises:
        ValueError: not TOML, unknown or missing keys, values of a wrong type, or no factor of that name.
        OSError: it cannot be read.
    """
    table = read_toml(path)
    own = {key: table.pop(key) for key in _KINDS if key in table}
    if "variants" in table:
        raise ValueError(f"{path}: variants: a screening has factors, `python -m boardai.study` has variants")
    study = study_of(game, table, str(path))
    try:
        every = _screening_in(own)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    check_known("factor", names, [factor.name for factor in every.factors])
    kept = tuple(one for one in every.factors if one.name in names or not names)
    off = [factor.off for factor in every.factors if factor not in kept]
    screening = dataclasses.replace(every, factors=kept)
    base = functools.reduce(merged_tables, off, study.base)
    return dataclasses.replace(study, base=base, variants=screening.variants()), screening


def _screening_in(table: dict[str, Any]) -> Screening:
    for key, value in table.items():
        if not isinstance(value, _KINDS[key]):
            raise ValueError(f"{key}: not understood: {quoted(value)}")
    factors = []
    for name, parts in table.get("factors", {}).items():
        if not is_name(name):
            raise ValueError(f"factors: {quoted(name)} cannot be a name")
        factors.append(_factor(name, parts))
    if not factors:
        raise ValueError("factors: none is named")
    for one, other in itertools.combinations(factors, 2):
        if shared := sorted(one.settings & other.settings):
            # Which of the two a run got would hang on their order, and their effects could not be told apart.
            raise ValueError(f"factors: {quoted(one.name)} and {quoted(other.name)} both set {shared[0]}")
    measure = merged(Measure(), table.get("measure", {}), "measure")
    return Screening(tuple(factors), table.get("fold_over", True), measure)


def _factor(name: str, parts: Any) -> Factor:
    place = f"factors.{name}"
    if not isinstance(parts, dict):
        raise ValueError(f"{place}: expected a table")
    for key, value in parts.items():
        if key not in ("about", "on", "off"):
            raise ValueError(f"{place}.{key}: unknown; valid: about, on, off")
        if not isinstance(value, str if key == "about" else dict):
            raise ValueError(f"{place}.{key}: not understood: {quoted(value)}")
    if not parts.get("on"):
        raise ValueError(f"{place}.on: a factor needs settings that it switches on")
    return Factor(name, " ".join(parts.get("about", "").split()), parts["on"], parts.get("off", {}))
