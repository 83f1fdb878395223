"""The learners: what each is called, its settings and the class that does it.

They stand above runs and are named here as text: settings and method are loaded when somebody asks for them.
"""

import importlib
from dataclasses import dataclass
from typing import Any

from boardai.basics.quoting import quoted
from boardai.learn.runs.config import RunConfig

__all__ = ["learner_entry"]


@dataclass(frozen=True)
class LearnerEntry:
    """One learner.

    Attributes:
        config_name: `module:class` of its settings.
        method_name: `module:class` of its method (JAX takes a second to load).
        summary: one line for people.
    """

    config_name: str
    method_name: str
    summary: str

    @property
    def config(self) -> type[RunConfig]:
        """The class of its settings."""
        found: type[RunConfig] = _named(self.config_name)
        return found

    @property
    def method(self) -> Any:
        """The class of its method."""
        return _named(self.method_name)


def _named(name: str) -> Any:
    module, _, member = name.partition(":")
    return getattr(importlib.import_module(module), member)


_LEARNERS, _TABLES = "boardai.learn.learners", "boardai.learn.linear_evaluation"
_ACCUMULATOR = "boardai.learn.accumulator"
LEARNERS = {
    "alphazero": LearnerEntry(
        f"{_LEARNERS}.config:TrainConfig", f"{_LEARNERS}.alphazero:AlphaZero", "self-play with search (AlphaZero)"
    ),
    "supervised": LearnerEntry(
        f"{_LEARNERS}.config:SupervisedConfig",
        f"{_LEARNERS}.supervised:Supervised",
        "labelled positions or games (--data)",
    ),
    "classifier": LearnerEntry(
        f"{_LEARNERS}.config:ClassifierConfig",
        f"{_LEARNERS}.classifier:Classifier",
        "who wins, by the positions of games (--data)",
    ),
    "mouse": LearnerEntry(
        f"{_TABLES}.config:MouseConfig", f"{_TABLES}.method:Mouse", "a linear evaluation by MOUSE(mu), in epochs"
    ),
    "td": LearnerEntry(f"{_TABLES}.config:TDConfig", f"{_TABLES}.method:TD", "a linear evaluation by TD(lambda)"),
    "td-leaf": LearnerEntry(
        f"{_TABLES}.config:TDLeafConfig", f"{_TABLES}.method:TD", "a linear evaluation by TD-leaf(lambda)"
    ),
    "accumulator": LearnerEntry(
        f"{_ACCUMULATOR}.config:AccumulatorConfig",
        f"{_ACCUMULATOR}.method:AccumulatorLearning",
        'an accumulator network ("NNUE"), by scored games (--data)',
    ),
    "value": LearnerEntry(
        f"{_LEARNERS}.config:ValueConfig", f"{_LEARNERS}.value:ValueLearning", "a value alone, by self-play with it"
    ),
    "q": LearnerEntry(
        f"{_LEARNERS}.config:QConfig",
        f"{_LEARNERS}.q_learning:QLearning",
        "what each action is worth, by self-play with it",
    ),
}


def learner_entry(learner: str) -> LearnerEntry:
    """What is registered under a learner's name.

    >>> from boardai.learn.runs.registry import learner_entry
    >>> learner_entry("td").summary
    'a linear evaluation by TD(lambda)'

    Raises:
        ValueError: nothing is; the learners are named.
    """
    if learner not in LEARNERS:
        raise ValueError(f"no learner {quoted(learner)}; learners: {', '.join(LEARNERS)}")
    return LEARNERS[learner]
