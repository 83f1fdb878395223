"""Parameters of agents: those of the searches they run, read from text.

So an agent takes exactly the parameters of its search, including new options.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any

from boardai.basics.quoting import quoted
from boardai.basics.setting import Setting
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.players.spec import AgentSpec
from boardai.search.kind import SEARCHES


def with_preset(name: str, values: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a search, with a preset replaced by its options.

    Raises:
        ValueError: unknown preset.
    """
    if "preset" not in values:
        return values
    rest = {key: value for key, value in values.items() if key != "preset"}
    options: Any = SEARCHES[name].defaults
    return {**dataclasses.asdict(options.preset(values["preset"])), **rest}


def documented(function: Callable[..., Any]) -> dict[str, str]:
    """Maps the arguments in a docstring of Google's style to their descriptions."""
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
        known: the possible parameters.
        place: place in error messages; by default the agent.
        who: owner of the parameters in error messages; by default the agent's name.

    Raises:
        ValueError: an unknown or repeated key, or a value of the wrong type; the message lists the possible ones.
    """
    values: dict[str, Any] = {}
    given_place, place, who = place, place or spec.place, who or spec.name
    for key, text in spec.parameters:
        if key not in known or text is None:
            if key in known:
                raise ValueError(f"{place}: {quoted(key)} has no value: write {key}=...")
            if not known:
                raise ValueError(f"{place}: {who} takes no parameters, got {quoted(key)}")
            listed_by = "" if given_place else f"python -m boardai.agents {spec.name}"
            meant = alternatives(nearest_name(key, known), known, listed_by)
            raise ValueError(f"{place}: {who} has no parameter {quoted(key)}{meant}")
        if key in values:
            raise ValueError(f"{place}: {key} is given twice")
        try:
            values[key] = known[key].read(text)
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
    return values
