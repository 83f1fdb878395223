"""Settings of runs: frozen dataclasses, read from tables (TOML, JSON, a command line) and checked key by key.

Each package defines its settings next to the code that uses them. They are applied in this order: built-in or computed
defaults, the preset's TOML, the command line. An unknown key is an error that names it and the nearest existing ones;
so is a value of the wrong type or out of range.
"""

import dataclasses
import tomllib
import typing
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from boardai.basics.quoting import quoted
from boardai.basics.setting import Setting, field_kinds
from boardai.basics.text_files import read_user_text
from boardai.basics.unknown_names import alternatives, nearest_name

__all__ = ["changes", "flattened", "merged", "read_toml", "to_table"]


def require(condition: bool, place: str, reason: str) -> None:
    """Raises ValueError naming the setting and the reason unless `condition` holds."""
    if not condition:
        raise ValueError(f"{place}: {reason}")


def _kinds(cls: type) -> dict[str, Any]:
    """The types of a dataclass's fields, also if its module has postponed annotations."""
    hints = typing.get_type_hints(cls)
    return {field.name: hints[field.name] for field in dataclasses.fields(cls)}


def _checked(value: Any, one: Setting, place: str) -> Any:
    """The value converted to the type of its field: a list to a tuple, an integer to a float."""
    one.check(value, place)
    if isinstance(value, list):
        return tuple(value)
    return float(value) if one.kind is float and isinstance(value, int) else value


def merged(config: Any, table: dict[str, Any], source: str, prefix: str = "", whole: type | None = None) -> Any:
    """A dataclass with its values replaced by those of the table.

    >>> from boardai.learn.settings import merged
    >>> from boardai.learn.training.config import LearnConfig
    >>> merged(LearnConfig(), {"loss": {"q_share": 0.25}}, "mine.toml").loss.q_share
    0.25
    >>> merged(LearnConfig(), {"batchsize": 64}, "mine.toml")
    Traceback (most recent call last):
        ...
    ValueError: mine.toml: unknown setting 'batchsize': did you mean batch_size?

    Args:
        config: an instance of a config dataclass.
        table: nested dictionaries, as read from TOML.
        source: name of the source in errors, e.g. the TOML file.
        prefix: dotted prefix of `config` in the whole settings, for errors.
        whole: class of the whole settings, whose keys are suggested in errors; the config's own by default.

    Raises:
        ValueError: an unknown key (the message names the nearest valid ones), a wrong type, a value out of range.
    """
    fields = _kinds(type(config))
    whole = whole or type(config)
    changes: dict[str, Any] = {}
    for key, value in table.items():
        place = f"{source}: {prefix}{key}"
        if key not in fields:
            # A key of another section, e.g. `simulations` at the top, is suggested with its section.
            meant = [name for name in flattened(whole()) if name.split(".")[-1] == key]
            if not meant and (near := nearest_name(key, fields)):
                meant = [prefix + near]
            hint = alternatives(" or ".join(meant), [prefix + name for name in fields])
            raise ValueError(f"{source}: unknown setting '{prefix}{key}'{hint}")
        kind = fields[key]
        if dataclasses.is_dataclass(kind):
            require(isinstance(value, dict), place, f"expected a table, got {quoted(value)}")
            changes[key] = merged(getattr(config, key), value, source, f"{prefix}{key}.", whole)
        else:
            one = getattr(config, "table", {}).get(key) or Setting(kinds=field_kinds(kind))
            changes[key] = _checked(value, one, place)
    try:
        return dataclasses.replace(config, **changes)
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from None


def merged_tables(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Nested dictionaries, in which values of the second replace those of the first."""
    result = dict(below)
    for key, value in above.items():
        both = isinstance(value, dict) and isinstance(result.get(key), dict)
        result[key] = merged_tables(result[key], value) if both else value
    return result


def without(table: dict[str, Any], names: Iterable[str], prefix: str = "") -> dict[str, Any]:
    """Nested dictionaries without the values or tables with these dotted names."""
    names = set(names)
    return {
        key: without(value, names, f"{prefix}{key}.") if isinstance(value, dict) else value
        for key, value in table.items()
        if prefix + key not in names
    }


def read_toml(path: Path) -> dict[str, Any]:
    r"""A TOML file as nested dictionaries; ValueError with file, line and column if it is not TOML.

    >>> from pathlib import Path
    >>> from boardai.learn.settings import read_toml
    >>> _ = Path("mine.toml").write_text("minutes = 30\n[learn]\nbatch_size = 64\n")
    >>> read_toml(Path("mine.toml"))
    {'minutes': 30, 'learn': {'batch_size': 64}}
    """
    try:
        return tomllib.loads(read_user_text(path))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    except RecursionError:
        raise ValueError(f"{path}: nested too deeply") from None


def to_table(config: Any) -> dict[str, Any]:
    """The inverse of `merged`: nested dictionaries, ready for JSON.

    >>> from boardai.learn.settings import to_table
    >>> from boardai.learn.training.config import EmaConfig
    >>> to_table(EmaConfig())
    {'decay': 0.95, 'self_play': True}
    """
    return dataclasses.asdict(config)


def flattened(config: Any) -> dict[str, Any]:
    """Every setting by its dotted name, as on a command line.

    >>> from boardai.learn.settings import flattened
    >>> from boardai.learn.training.config import LearnConfig
    >>> flattened(LearnConfig())["loss.q_share"]
    0.0
    """
    return dotted(to_table(config))


def dotted(table: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """The values of nested dictionaries by dotted names."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        flat |= dotted(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return flat


def changes(old: Any, new: Any) -> dict[str, tuple[Any, Any]]:
    """The settings that differ between two configs of one class: name to (old value, new value).

    >>> from boardai.learn.settings import changes
    >>> from boardai.learn.training.config import LearnConfig
    >>> changes(LearnConfig(), LearnConfig(batch_size=64))
    {'batch_size': (256, 64)}
    """
    before, after = flattened(old), flattened(new)
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}
