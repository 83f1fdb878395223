"""The learners: what each is called, its settings and the class that does it."""

from dataclasses import dataclass

from boardai.basics.quoting import quoted
from boardai.learn.learners.config import ClassifierConfig, QConfig, SupervisedConfig, TrainConfig, ValueConfig
from boardai.learn.runs.config import RunConfig
from boardai.learn.tables.config import MouseConfig, TDConfig, TDLeafConfig

__all__ = ["learner_entry"]


@dataclass(frozen=True)
class LearnerEntry:
    """One learner.

    Attributes:
        config: class of its settings.
        method: `module:class` of its method, loaded when a run begins (JAX takes a second to load).
        summary: one line for people.
    """

    config: type[RunConfig]
    method: str
    summary: str


LEARNERS = {
    "alphazero": LearnerEntry(
        TrainConfig, "boardai.learn.learners.alphazero:AlphaZero", "self-play with search (AlphaZero)"
    ),
    "supervised": LearnerEntry(
        SupervisedConfig, "boardai.learn.learners.supervised:Supervised", "labelled positions or games (--data)"
    ),
    "classifier": LearnerEntry(
        ClassifierConfig, "boardai.learn.learners.classifier:Classifier", "who wins, by the positions of games (--data)"
    ),
    "mouse": LearnerEntry(
        MouseConfig, "boardai.learn.tables.method:Mouse", "a linear evaluation by MOUSE(mu), in epochs"
    ),
    "td": LearnerEntry(TDConfig, "boardai.learn.tables.method:TD", "a linear evaluation by TD(lambda)"),
    "td-leaf": LearnerEntry(TDLeafConfig, "boardai.learn.tables.method:TD", "a linear evaluation by TD-leaf(lambda)"),
    "value": LearnerEntry(
        ValueConfig, "boardai.learn.learners.value:ValueLearning", "a value alone, by self-play with it"
    ),
    "q": LearnerEntry(
        QConfig, "boardai.learn.learners.q_learning:QLearning", "what each action is worth, by self-play with it"
    ),
}


def learner_entry(learner: str) -> LearnerEntry:
    """What is registered under a learner's name.

    >>> from boardai.learn.learners.registry import learner_entry
    >>> learner_entry("td").summary
    'a linear evaluation by TD(lambda)'

    Raises:
        ValueError: nothing is; the learners are named.
    """
    if learner not in LEARNERS:
        raise ValueError(f"no learner {quoted(learner)}; learners: {', '.join(LEARNERS)}")
    return LEARNERS[learner]
