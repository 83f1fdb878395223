"""Presets: named settings of a game in a TOML file.

A game's presets are in its own folder (`games/hex/presets/laptop.toml`, or `presets/` next to a game's file); those
shared by several installed games are in `boardai/presets/`. `quick`, `evening` and `night` have no file: they are
computed for any game (scales.py). A preset may build on another: `base = "sere"` applies that preset's settings first.
`about` describes the result to expect; `measured_games` is the number of games in the runs behind this description, the
smallest of several. `[game]` holds parameters for `load()`, `learner` names the learner.
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
    """A preset merged with the presets it builds on.

    Attributes:
        table: settings, as nested dictionaries.
        game: parameters for `load()`.
        learner: name of the learner; None: the default one.
        about: the expected result, for the user.
        source: description of its origin.
        measured_games: games in the runs that `about` describes; 0: unknown.
        scale: duration for which the settings from the board are computed; None: no particular one.
    """

    table: dict[str, Any]
    game: dict[str, Any]
    learner: str | None
    about: str
    source: str
    measured_games: int = 0
    scale: Scale | None = None


def preset_folders(game: str) -> list[Path]:
    """The folders searched for a game's presets: its own first, then the shared one of installed games."""
    return [game_folder(game) / "presets", Path(__file__).parents[2] / "presets"]


def preset_names(game: str) -> list[str]:
    """The presets of a game: its own, those for any game, and for an installed game the shared ones."""
    folders = preset_folders(game)[:1] if is_path(game.partition(":")[0]) else preset_folders(game)
    own = sorted({path.stem for folder in folders for path in folder.glob("*.toml")} - SCALES.keys())
    return [*SCALES, *own]


def load_preset(game: str, preset: str) -> Preset:
    """A preset by name, or from a TOML file.

    For a game without presets of its own, the default one is empty: all settings are computed from the board.

    Raises:
        ValueError: no such preset (the message names the existing ones), not TOML, or presets that build on each other
            in a cycle.
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
    """Whether a preset is one of those for any game, and no file has its name."""
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
    """The settings of a file merged with those it builds on, and the scale at the bottom if there is one."""
    if path in above:
        circle = " -> ".join(str(step) for step in [*above, path])
        raise ValueError(f"presets are based on each other in a circle: {circle}")
    table = read_toml(path)
    base = table.pop("base", None)
    if base is None:
        return table, None
    if not isinstance(base, str):
        raise ValueError(f"{path}: base: expected the name of a preset, got {quoted(base)}")
    # A preset may have the same name as the general one that it builds on.
    others = [folder for folder in folders if folder / f"{base}.toml" != path]
    if _is_scale(base, others):
        return table, SCALES[base]
    found = _find(game, base, others, f"{path}: base: ")
    below, scale = _with_bases(game, found, folders, [*above, path])
    for name in ("about", "measured_games"):  # these describe only the preset itself
        below.pop(name, None)
    return merged_tables(below, table), scale
