"""The text that specifies an agent; only this module parses and writes it.

    pvs:depth=6,evaluator=pesto        a name, and parameters after a colon
    ./mine.py:MyAgent,depth=3          a file, a class or function of it, and parameters
    sandbox:./mine.py:MyAgent,seconds=1  the same in a sandbox, whose limits are among the parameters
    uci:stockfish,seconds=0.1          a protocol, a program, and parameters
    dfpn:fallback=[mcts:c=2,seconds=1] an agent within another; brackets enclose a value with commas

`boardai.players.kinds` has the names and their parameters.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from boardai.basics.quoting import LONGEST_SPEC, from_here, quoted
from boardai.basics.trust import Code, code_file, program
from boardai.game import means_shipped, path_in_spec
from boardai.search.evaluations.naming import code_in_evaluator, evaluator_text
from boardai.search.trees.written_rules import RULE_KEYS, code_in_rule, rule_text

SANDBOX = "sandbox"
PROTOCOLS = ("uci", "gtp", "htp")


@dataclass(frozen=True)
class AgentSpec:
    """An agent's text, parsed.

    >>> from boardai.players import AgentSpec
    >>> spec = AgentSpec.parse("pvs:depth=6,evaluator=pesto")
    >>> spec.name, spec.value("depth"), str(spec.without("depth").with_(nodes=1000))
    ('pvs', '6', 'pvs:evaluator=pesto,nodes=1000')
    >>> AgentSpec.parse("./mine.py:MyAgent,depth=3").entry
    'MyAgent'

    Attributes:
        name: name of its kind; for a Python file its path.
        subject: the program of a protocol, the file of a sandbox; "" for others.
        entry: a class or function of a file; "" if it is not named.
        parameters: names and texts in their order. A part without `=` is a name without a
            text (None), which the reader of the parameters refuses with the list of those there are.
    """

    name: str
    subject: str = ""
    entry: str = ""
    parameters: tuple[tuple[str, str | None], ...] = ()

    @classmethod
    def parse(cls, text: str | AgentSpec) -> AgentSpec:
        """Parses a text; parts are returned as they are. Does not check whether the agent exists.

        Args:
            text: in the form that people write.
        """
        if isinstance(text, AgentSpec):
            return text
        name, _, rest = text.partition(":")
        name, subject, entry = name.strip(), "", ""
        if name in PROTOCOLS:
            subject, _, rest = rest.partition(",")
        elif name == SANDBOX:
            found = re.fullmatch(r"\s*(.*?\.py|[^,:]*?)\s*(?:[:,](.*))?", rest, re.DOTALL)
            assert found is not None
            subject, rest = found[1], found[2] or ""
        if is_agent_path(name) or name == SANDBOX:
            first, _, behind = rest.partition(",")
            if "=" not in first:
                entry, rest = first.strip(), behind
        return cls(name, subject.strip(), entry, tuple(_parameters(rest)) if rest.strip() else ())

    def __str__(self) -> str:
        parts = [key if value is None else f"{key}={_in_brackets(value)}" for key, value in self.parameters]
        may_have_entry = self.is_file or self.name == SANDBOX
        if may_have_entry and not self.entry and parts and "=" not in parts[0]:
            parts.insert(0, "")  # otherwise it would be taken for the entry
        if self.name in PROTOCOLS or self.name == SANDBOX:
            parts.insert(0, self.subject + (f":{self.entry}" if self.entry else ""))
        elif self.entry:
            parts.insert(0, self.entry)
        rest = ",".join(parts)
        return f"{self.name}:{rest}" if rest else self.name

    @property
    def is_file(self) -> bool:
        """Whether it is a Python file's agent, in this process."""
        return is_agent_path(self.name)

    @property
    def place(self) -> str:
        """Its name in error messages."""
        return f"agent {quoted(str(self), LONGEST_SPEC)}"

    def __contains__(self, key: str) -> bool:
        return any(name == key for name, _ in self.parameters)

    def value(self, key: str) -> str | None:
        """A parameter's text; None if it is not given."""
        return next((value for name, value in self.parameters if name == key), None)

    def with_(self, **values: Any) -> AgentSpec:
        """The same agent with parameters set, each in its place if it has one.

        Args:
            values: numbers, truth values or texts.
        """
        texts = {key: str(value).lower() if isinstance(value, bool) else str(value) for key, value in values.items()}
        changed = [(key, texts.pop(key, value)) for key, value in self.parameters]
        return replace(self, parameters=(*changed, *texts.items()))

    def without(self, *keys: str) -> AgentSpec:
        """The same agent without the given parameters."""
        return replace(self, parameters=tuple(pair for pair in self.parameters if pair[0] not in keys))

    def only(self, *keys: str) -> AgentSpec:
        """The same agent with only the given parameters."""
        return replace(self, parameters=tuple(pair for pair in self.parameters if pair[0] in keys))

    @property
    def in_sandbox(self) -> AgentSpec:
        """The agent in a sandbox's file, with all parameters, including those of the sandbox."""
        return AgentSpec(self.subject, "", self.entry, self.parameters)

    @property
    def short(self) -> str:
        """A label for tables: for a sandbox the file's name and the class, for others the text."""
        if self.name != SANDBOX:
            return str(self)
        stem = re.sub(r"\.py$", "", re.split(r"[\\/]", self.subject)[-1])
        return f"{stem}:{self.entry}" if self.entry else stem

    def trusted(self) -> list[Code]:
        """What must be trusted before the agent is made: programs to be started, code to be run or compiled."""
        if self.name in PROTOCOLS:
            return [program(self.subject, str(replace(self, subject="")).partition(":")[2].removeprefix(","))]
        if self.name == SANDBOX:
            return [code_file(self.subject)]
        found = [code_file(self.name)] if self.is_file else []
        for key, value in self.parameters:
            if key == "fallback" and value:
                found += AgentSpec.parse(value).trusted()
            if key == "evaluator" and value:
                found += code_in_evaluator(value)
            if key in RULE_KEYS and value:
                found += code_in_rule(value)
        return found

    def from_any_folder(self) -> AgentSpec:
        """The same agent for any folder: files have absolute paths."""
        if self.name in PROTOCOLS:
            return replace(self, subject=_program_from_any_folder(self.subject))
        if self.name == SANDBOX:
            return replace(self, subject=path_in_spec(self.subject))
        return replace(
            self,
            name=path_in_spec(self.name) if self.is_file else self.name,
            parameters=tuple(
                (key, _FROM_ANY_FOLDER[key](value) if value and key in _FROM_ANY_FOLDER else value)
                for key, value in self.parameters
            ),
        )


def distinct_labels(texts: Iterable[str], short: Callable[[str], str] | None = None) -> dict[str, str]:
    """Labels of agents for tables and pictures: short ones, or whole texts if two short ones would be equal.

    Args:
        texts: texts of the agents.
        short: shortens a text; by default `AgentSpec.short`.
    """
    labels = {text: short(text) if short is not None else AgentSpec.parse(text).short for text in texts}
    found = list(labels.values())
    return {text: from_here(label if found.count(label) == 1 else text) for text, label in labels.items()}


_OPENING = re.compile(r"([^,=]*)=\s*\[")
_ENDING = re.compile(r"\s*(,|\Z)")


def _parameters(text: str) -> Iterator[tuple[str, str | None]]:
    """Splits at commas, except within brackets, which are removed."""
    begin = 0
    while begin <= len(text):
        opening = _OPENING.match(text, begin)
        close = -1 if opening is None else _close(text, opening.end())
        ending = _ENDING.match(text, close + 1) if close >= 0 else None
        if opening is not None and ending is not None:
            yield opening[1].strip(), text[opening.end() : close].strip()
            begin = ending.end() if ending[1] else len(text) + 1
            continue
        part = text[begin:].partition(",")[0]
        key, equals, value = part.partition("=")
        yield key.strip(), value.strip() if equals else None
        begin += len(part) + 1


def _close(text: str, begin: int) -> int:
    """The index of the bracket that closes the one just opened; -1: there is none."""
    depth = 1
    for place in range(begin, len(text)):
        depth += {"[": 1, "]": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return -1


def _in_brackets(value: str) -> str:
    """A value in a form that can be parsed again."""
    needs_them = "," in value or value.startswith("[")
    return f"[{value}]" if needs_them and _close(f"{value}]", 0) == len(value) else value


def is_agent_path(name: str) -> bool:
    """Whether an agent's name is that of a Python file."""
    return name.endswith(".py")


def for_any_folder(text: str) -> str:
    """The text of the same agent for any folder, as in `AgentSpec.from_any_folder`."""
    return str(AgentSpec.parse(text).from_any_folder())


def _run_from_any_folder(run: str) -> str:
    return run if means_shipped(run) else path_in_spec(run)


# Parameters of agents that are paths or texts of agents.
_FROM_ANY_FOLDER: dict[str, Callable[[str], str]] = {
    "run": _run_from_any_folder,
    "file": path_in_spec,
    "evaluator": evaluator_text,
    "fallback": for_any_folder,
    **dict.fromkeys(RULE_KEYS, rule_text),
}


def _program_from_any_folder(command: str) -> str:
    """A command line, in which a program with a path gets an absolute one."""
    try:
        words, *arguments = shlex.split(command)
    except ValueError:
        return command
    return shlex.join([path_in_spec(words), *arguments]) if "/" in words else command
