"""What an agent's text names outside itself: what it would start, run or compile, and files, for any folder."""

from __future__ import annotations

import shlex
from collections.abc import Callable

from boardai.players.box.boxed import BOXED, path_and_rest
from boardai.players.engines import PROTOCOLS
from boardai.players.own import is_agent_path
from boardai.basics.trust import Code, code_file, program
from boardai.game import means_shipped, path_in_spec
from boardai.search.written import code_in_evaluator, evaluator_text


def code_in_agent(spec: str) -> list[Code]:
    """The programs that making an agent would start, and the code that it would run or compile."""
    name, _, rest = spec.partition(":")
    if name in PROTOCOLS:
        command, _, settings = rest.partition(",")
        return [program(command.strip(), settings)]
    if name == BOXED:
        return [code_file(path_and_rest(rest)[0])]
    found: list[Code] = [code_file(name)] if is_agent_path(name) else []
    for part in rest.split(","):
        key, _, value = (piece.strip() for piece in part.partition("="))
        if key == "fallback":
            found += code_in_agent(value)
        if key == "evaluator":
            found += code_in_evaluator(value)
    return found


def agent_text(spec: str) -> str:
    """The specification that makes the same agent from any folder: what it names of files, by absolute paths."""
    name, colon, rest = spec.partition(":")
    if name in PROTOCOLS:
        command, comma, settings = rest.partition(",")
        return f"{name}{colon}{_program_text(command)}{comma}{settings}"
    if name == BOXED:
        path, own = path_and_rest(rest)
        return f"{name}:{path_in_spec(path)}{':' * bool(own)}{own}"
    parts = []
    for part in rest.split(","):
        key, equals, value = part.partition("=")
        text = _TEXTS.get(key.strip()) if value else None
        parts.append(f"{key}{equals}{text(value.strip()) if text else value}")
    return f"{path_in_spec(name) if is_agent_path(name) else name}{colon}{','.join(parts)}"


def _run_text(run: str) -> str:
    return run if means_shipped(run) else path_in_spec(run)


# What parameters of agents name, for any folder.
_TEXTS: dict[str, Callable[[str], str]] = {
    "run": _run_text,
    "file": path_in_spec,
    "evaluator": evaluator_text,
    "fallback": agent_text,
}


def _program_text(command: str) -> str:
    """A command line, with the absolute path of a program that is not looked for on the search path."""
    try:
        program, *arguments = shlex.split(command)
    except ValueError:
        return command
    return shlex.join([path_in_spec(program), *arguments]) if "/" in program else command
