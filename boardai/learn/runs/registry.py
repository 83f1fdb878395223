"""The learners: the name, settings and method class of each.

A learner is registered by `@learner` at the class of its settings, in the `config.py` of some folder of boardai/learn.
These files are loaded when a learner is requested; there is no list of them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from boardai.basics.quoting import quoted

__all__ = ["learner", "learner_entry", "learners"]

Config = TypeVar("Config", bound=type)


@dataclass(frozen=True)
class LearnerEntry:
    """One learner.

    Attributes:
        config: the class of its settings.
        method_name: `module:class` of its method (JAX takes a second to load), or of a function that chooses one.
    """

    config: Any
    method_name: str

    @property
    def method(self) -> Any:
        """The class that makes its method, called with the game, the settings and the other arguments of `Method`."""
        module, _, member = self.method_name.partition(":")
        return getattr(importlib.import_module(module), member)


_LEARNERS: dict[str, LearnerEntry] = {}


def learner(name: str, method: str) -> Callable[[Config], Config]:
    """Registers a learner; decorates the class of its settings.

    >>> from boardai.learn.runs.registry import learner, learner_entry
    >>> learner_entry("td").method_name
    'boardai.learn.linear_evaluation.method:TD'

    Args:
        name: its name for users.
        method: `module:class` of its method, without `boardai.learn.`.
    """

    def register(config: Config) -> Config:
        _LEARNERS[name] = LearnerEntry(config, f"boardai.learn.{method}")
        return config

    return register


def learners() -> Mapping[str, LearnerEntry]:
    """All learners by name.

    >>> from boardai.learn.runs.registry import learners
    >>> sorted(learners())[:3]
    ['accumulator', 'alphazero', 'classifier']
    """
    for file in Path(__file__).parents[1].glob("*/config.py"):
        importlib.import_module(f"boardai.learn.{file.parent.name}.config")
    return _LEARNERS


def learner_entry(learner: str) -> LearnerEntry:
    """The entry of a learner's name.

    >>> from boardai.learn.runs.registry import learner_entry
    >>> learner_entry("td-leaf").config().returns.leaf
    True

    Raises:
        ValueError: no such learner; the message names the existing ones.
    """
    known = learners()
    if learner not in known:
        raise ValueError(f"no learner {quoted(learner)}; learners: {', '.join(sorted(known))}")
    return known[learner]
