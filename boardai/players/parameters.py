"""Parameters of agents: found in the signatures and options of what they run, read from text.

So an agent takes exactly what its search takes, and a new option of a search is at once a parameter of its agent.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import typing
from collections.abc import Callable, Mapping
from typing import Any

from boardai.basics.quoting import quoted
from boardai.basics.setting import Setting, kinds_of
from boardai.basics.unknown_names import nearest_name
from boardai.players.spec import AgentSpec


def of_function(function: Callable[..., Any], leave_out: tuple[str, ...] = ()) -> dict[str, Setting]:
    """Parameters from the keywords of a function that text can stand for."""
    hints = typing.get_type_hints(function)
    about = documented(function)
    found = {}
    for name, parameter in inspect.signature(function).parameters.items():
        kinds = kinds_of(hints.get(name))
        if parameter.kind is not parameter.KEYWORD_ONLY or name in leave_out or kinds in (None, (type(None),)):
            continue
        default = None if parameter.default is parameter.empty else parameter.default
        found[name] = Setting(default, about.get(name, ""), name=name, kinds=kinds or ())
    return found


def options_class(face: Callable[..., Any]) -> Any:
    """The dataclass of a search's options, `PvsOptions` for `pvs`; None where it has none."""
    if not any(p.kind is p.VAR_KEYWORD for p in inspect.signature(face).parameters.values()):
        return None
    wanted = face.__name__.replace("_", "") + "options"
    return next((value for name, value in vars(inspect.getmodule(face)).items() if name.lower() == wanted), None)


def of_search(face: Callable[..., Any], leave_out: tuple[str, ...]) -> dict[str, Setting]:
    """Parameters of a search: its face's keywords, then its options' fields and, where there are some, presets."""
    found = of_function(face, leave_out)
    options = options_class(face)
    if options is None:
        return found
    if hasattr(options, "preset"):
        found["preset"] = PRESET
    fields = options.table
    return {**found, **{key: fields[key] for key in fields if key not in leave_out and key not in found}}


PRESET = Setting(None, "a set of options by name, in which others given here are changed", name="preset", kinds=(str,))


def with_preset(face: Callable[..., Any], values: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a face, a preset replaced by what it stands for.

    Raises:
        ValueError: there is no such preset.
    """
    if "preset" not in values:
        return values
    rest = {key: value for key, value in values.items() if key != "preset"}
    return {**dataclasses.asdict(options_class(face).preset(values["preset"])), **rest}


def documented(function: Callable[..., Any]) -> dict[str, str]:
    """Name to description of the arguments in a docstring of Google's style."""
    _, _, body = (inspect.getdoc(function) or "").partition("\nArgs:\n")
    found: dict[str, str] = {}
    name = ""
    for line in body.splitlines():
        entry = re.match(r"    (\w+): (.*)", line)
        if entry:
            name = entry.group(1)
            found[name] = entry.group(2).strip()
        elif line.startswith("     ") and name:
            found[name] += " " + line.strip()
        elif line.strip():
            break
    return found


def read(spec: AgentSpec, known: Mapping[str, Setting], place: str = "", who: str = "") -> dict[str, Any]:
    """The values of a text's parameters.

    Args:
        spec: the text.
        known: the parameters there are.
        place: named in errors; by default the agent.
        who: has the parameters; in errors. By default the agent's name.

    Raises:
        ValueError: an unknown or repeated key, or a value of the wrong kind; the message lists what there is.
    """
    values: dict[str, Any] = {}
    place, who = place or spec.place, who or spec.name
    for key, text in spec.parameters:
        if key not in known or text is None:
            near = nearest_name(key, known)
            hint = f"; did you mean {near}?" if near not in (None, key) else ""
            takes = ", ".join(f"{k}=..." for k in known) or "no parameters"
            part = quoted(key if text is None else f"{key}={text}")
            raise ValueError(f"{place}: cannot read {part}{hint or ';'} {who} takes {takes}")
        if key in values:
            raise ValueError(f"{place}: {key} is given twice")
        try:
            values[key] = known[key].read(text)
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
    return values
