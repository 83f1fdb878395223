"""Settings from tables: TOML, JSON and the command line, checked key by key."""

import dataclasses
import tomllib
import typing
from pathlib import Path
from typing import Any, Literal

from boardai.learn.config.checks import require
from boardai.quoting import quoted
from boardai.unknown_names import nearest_name


def _all_keys(cls: type, prefix: str = "") -> list[str]:
    keys = []
    for f in dataclasses.fields(cls):
        if dataclasses.is_dataclass(f.type):
            keys += _all_keys(typing.cast(type, f.type), f"{prefix}{f.name}.")
        else:
            keys.append(prefix + f.name)
    return keys


def _checked(value: Any, kind: Any, place: str) -> Any:
    """The value as the field's type; an integer may stand for a float, nothing else is converted."""
    if typing.get_origin(kind) is Literal:
        choices = typing.get_args(kind)
        require(value in choices, place, f"expected one of {', '.join(map(repr, choices))}, got {quoted(value)}")
        return value
    if typing.get_origin(kind) is tuple:
        require(isinstance(value, list | tuple), place, f"expected a list, got {quoted(value)}")
        return tuple(_checked(entry, typing.get_args(kind)[0], place) for entry in value)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    right = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
    require(right, place, f"expected {kind.__name__}, got {quoted(value)}")
    return value


def merged(config: Any, table: dict[str, Any], source: str, prefix: str = "", whole: type | None = None) -> Any:
    """A dataclass with the table's values in place of its own.

    Args:
        config: a config dataclass instance.
        table: nested dictionaries, as TOML gives them.
        source: named in errors, e.g. the TOML file.
        prefix: where `config` stands in the whole, for errors.
        whole: class of the whole, whose keys are proposed in errors; the config's own by default.

    Raises:
        ValueError: an unknown key (the nearest valid ones are named), a wrong type, a value out of range.
    """
    fields = {f.name: f for f in dataclasses.fields(config)}
    whole = whole or type(config)
    changes: dict[str, Any] = {}
    for key, value in table.items():
        place = f"{source}: {prefix}{key}"
        if key not in fields:
            # A key of another section, e.g. `simulations` at the top, is named with its section.
            meant = [name for name in _all_keys(whole) if name.split(".")[-1] == key]
            if not meant and (near := nearest_name(key, fields)):
                meant = [prefix + near]
            valid = ", ".join(prefix + name for name in fields)
            hint = f"did you mean {' or '.join(meant)}?" if meant else f"valid: {valid}"
            raise ValueError(f"{source}: unknown setting '{prefix}{key}'; {hint}")
        kind = fields[key].type
        if dataclasses.is_dataclass(kind):
            require(isinstance(value, dict), place, f"expected a table, got {quoted(value)}")
            changes[key] = merged(getattr(config, key), value, source, f"{prefix}{key}.", whole)
        else:
            changes[key] = _checked(value, kind, place)
    try:
        return dataclasses.replace(config, **changes)
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as nested dictionaries; ValueError with file, line and column when it is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None


def to_table(config: Any) -> dict[str, Any]:
    """The inverse of `merged`: nested dictionaries, ready for JSON."""
    return dataclasses.asdict(config)


def flattened(config: Any) -> dict[str, Any]:
    """Every setting by its dotted name, as it stands on a command line."""
    return _flat(to_table(config), "")


def _flat(table: dict[str, Any], prefix: str) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in table.items():
        flat |= _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return flat


def changes(old: Any, new: Any) -> dict[str, tuple[Any, Any]]:
    """Settings that differ between two configs of one class: name to (old value, new value)."""
    before, after = flattened(old), flattened(new)
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}
