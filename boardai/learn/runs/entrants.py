"""Texts for several entrants of a tournament: checkpoints of runs, and the files of a folder.

runs/x                   the newest network of a run, with Gumbel search
runs/x@all               each of its checkpoints
runs/x@0+20+last         these checkpoints; first and last are the oldest and the newest
runs/x@0-100/20          every twentieth of the existing ones
puct:run=runs/x@all,simulations=64
sandbox:students,seconds=2 each .py file of the folder, in its own process with limits
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from boardai.players.sandbox.player import sandboxes_in
from boardai.players.spec import SANDBOX, AgentSpec

_RANGE = r"(?:all|first|last|\d+(?:-\d+(?:/[1-9]\d*)?)?)"
_SELECTION = re.compile(rf"(.+)@({_RANGE}(?:\+{_RANGE})*)")


def expanded(text: str) -> list[str]:
    """The agent specs of a text; the spec of any other agent is returned unchanged.

    Raises:
        ValueError: the run or a named checkpoint does not exist; or a folder has no agents.
    """
    spec = AgentSpec.parse(text)
    if spec.name == SANDBOX and Path(spec.subject).is_dir():
        return [str(box) for box in sandboxes_in(spec)]
    head, comma, options = text.partition(",")
    if (Path(_split(head)[0]) / "run.json").is_file():
        spec = AgentSpec.parse(f"gumbel:run={head}{comma}{options}")
    folder, selection = _split(spec.value("run") or "")
    if selection is None:
        return [str(spec)]
    return [str(_with_checkpoint(spec, folder, number)) for number in _selected(folder, selection)]


def _with_checkpoint(spec: AgentSpec, folder: str, number: int) -> AgentSpec:
    """The agent with a checkpoint of the run, as an option next to the run."""
    named = {"run": (("run", folder), ("checkpoint", str(number)))}
    pairs = (pair for one in spec.parameters for pair in named.get(one[0], (one,)))
    return replace(spec, parameters=tuple(pairs))


def _split(text: str) -> tuple[str, str | None]:
    found = _SELECTION.fullmatch(text)
    return (found.group(1), found.group(2)) if found else (text, None)


def _selected(folder: str, selection: str) -> list[int]:
    from boardai.learn.runs.checkpoint import checkpoints  # imports JAX

    there = checkpoints(Path(folder) / "checkpoints")
    if not there:
        raise ValueError(f"{folder} has no checkpoints")
    words = {"first": there[0], "last": there[-1]}
    chosen: set[int] = set()
    for part in selection.split("+"):
        if part == "all":
            chosen.update(there)
        elif "-" in part:
            ends, _, step = part.partition("/")
            first, last = (int(end) for end in ends.split("-"))
            found = [one for one in there if first <= one <= last and (one - first) % int(step or 1) == 0]
            if not found:
                raise ValueError(f"{folder} has no checkpoint in {part}; there are {_listed(there)}")
            chosen.update(found)
        else:
            number = words[part] if part in words else int(part)
            if number not in there:
                raise ValueError(f"{folder} has no checkpoint {number}; there are {_listed(there)}")
            chosen.add(number)
    return sorted(chosen)


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
