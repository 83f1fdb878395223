"""Presets: named settings of a game in a TOML file.

A game's presets lie in its own folder (`games/hex/presets/laptop.toml`, or `presets/` next to a game's file); those
that several installed games share in `boardai/presets/`. `quick`, `evening` and `night` need no file: they are computed
for any game (scales.py). A preset may build on another: `base = "sere"` takes that one's settings first.
`about` describes, for people, the result to expect; `measured_games` is the number of games in the runs behind this
description, the smallest of several. `[game]` holds parameters for `load()`, `learner` what learns.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.basics.quoting import quoted
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.game import game_folder, is_path
from boardai.learn.runs.scales import SCALES, Scale
from boardai.learn.settings import merged_tables, read_toml

DEFAULT = "demo"
COMPUTED = "computed from the board"


@dataclass(frozen=True)
class Preset:
    """A preset with everything it builds on.

    Attributes:
        table: settings, as nested dictionaries.
        game: parameters for `load()`.
        learner: name of the learner; None: the general one.
        about: what to expect, for people.
        source: where it comes from, in words.
        measured_games: of the runs that `about` speaks of; 0: it speaks of none.
        scale: what the settings computed from the board are computed for; None: for no time in particular.
    """

    table: dict[str, Any]
    game: dict[str, Any]
    learner: str | None
    about: str
    source: str
    measured_games: int = 0
    scale: Scale | None = None


def preset_folders(game: str) -> list[Path]:
    """The folders searched for a game's presets: its own first, then the one that installed games share."""
    return [game_folder(game) / "presets", Path(__file__).parents[2] / "presets"]


def preset_names(game: str) -> list[str]:
    """The presets that are offered for a game: its own, those of any game, and of an installed game the shared ones."""
    folders = preset_folders(game)[:1] if is_path(game.partition(":")[0]) else preset_folders(game)
    own = sorted({path.stem for folder in folders for path in folder.glob("*.toml")} - SCALES.keys())
    return [*SCALES, *own]


def load_preset(game: str, preset: str) -> Preset:
    """A preset by name, or from a TOML file.

    For a game without presets of its own, the default one is empty: all settings are computed from the board.

    Raises:
        ValueError: no such preset (those that exist are named), not TOML, or presets that build on each other in a
            circle.
    """
    folders = preset_folders(game)
    if preset == DEFAULT and not any((folder / f"{DEFAULT}.toml").is_file() for folder in folders):
        return Preset({}, {}, None, "", COMPUTED)
    path = None if _is_scale(preset, folders) else _find(game, preset, folders, "")
    table, scale = ({}, SCALES[preset]) if path is None else _with_bases(game, path, folders, [])
    params, learner, about = table.pop("game", {}), table.pop("learner", None), table.pop("about", "")
    games = table.pop("measured_games", 0)
    kinds: dict[str, tuple[Any, Any]] = {
        "game": (params, dict),
        "learner": (learner, (str, type(None))),
        "about": (about, str),
        "measured_games": (games, int),
    }
    for name, (value, kind) in kinds.items():
        if not isinstance(value, kind):
            raise ValueError(f"{path}: {name}: not understood: {quoted(value)}")
    source = COMPUTED if path is None else str(path)
    return Preset(table, params, learner, about.strip(), source, games, scale)


def _is_scale(preset: str, folders: list[Path]) -> bool:
    """Whether a preset is one of any game, and no file stands for it."""
    return preset in SCALES and not any((folder / f"{preset}.toml").is_file() for folder in folders)


def _find(game: str, preset: str, folders: list[Path], asked_by: str) -> Path:
    if preset.endswith(".toml"):
        if not Path(preset).is_file():
            raise ValueError(f"{asked_by}no preset file {preset}")
        return Path(preset)
    for folder in folders:
        path = folder / f"{preset}.toml"
        if path.is_file():
            return path
    known = preset_names(game)
    meant = alternatives(nearest_name(preset, known), known, f"python -m boardai.train {game} --presets")
    raise ValueError(f"{asked_by}{game}: no preset {quoted(preset)}{meant}")


def _with_bases(game: str, path: Path, folders: list[Path], above: list[Path]) -> tuple[dict[str, Any], Scale | None]:
    """The settings of a file and of all that it builds on, and the scale at the bottom if there is one."""
    if path in above:
        circle = " -> ".join(str(step) for step in [*above, path])
        raise ValueError(f"presets are based on each other in a circle: {circle}")
    table = read_toml(path)
    base = table.pop("base", None)
    if base is None:
        return table, None
    if not isinstance(base, str):
        raise ValueError(f"{path}: base: expected the name of a preset, got {quoted(base)}")
    # A preset may have the name of the general one it builds on.
    others = [folder for folder in folders if folder / f"{base}.toml" != path]
    if _is_scale(base, others):
        return table, SCALES[base]
    found = _find(game, base, others, f"{path}: base: ")
    below, scale = _with_bases(game, found, folders, [*above, path])
    for name in ("about", "measured_games"):  # what is promised is promised of one preset alone
        below.pop(name, None)
    return merged_tables(below, table), scale
