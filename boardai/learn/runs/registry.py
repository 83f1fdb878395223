"""The learners: what each is called, its settings and the class that does it.

A learner is registered where its settings are declared, by `@learner`, in the `config.py` of some folder of
boardai/learn: these are loaded when a caller asks for a learner, and nothing lists them.
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
        """What makes its method, of the game, the settings and what else `Method` takes."""
        module, _, member = self.method_name.partition(":")
        return getattr(importlib.import_module(module), member)


_LEARNERS: dict[str, LearnerEntry] = {}


def learner(name: str, method: str) -> Callable[[Config], Config]:
    """Registers a learner; it decorates the class of its settings.

    >>> from boardai.learn.runs.registry import learner, learner_entry
    >>> learner_entry("td").method_name
    'boardai.learn.linear_evaluation.method:TD'

    Args:
        name: as users write it.
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
    """What is registered under a learner's name.

    >>> from boardai.learn.runs.registry import learner_entry
    >>> learner_entry("td-leaf").config().returns.leaf
    True

    Raises:
        ValueError: nothing is; the learners are named.
    """
    known = learners()
    if learner not in known:
        raise ValueError(f"no learner {quoted(learner)}; learners: {', '.join(sorted(known))}")
    return known[learner]
