"""The learners: what each is called, its settings and the class that does it."""

from dataclasses import dataclass

from boardai.learn.config.run import RunConfig, TrainConfig


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
    "alphazero": LearnerEntry(TrainConfig, "boardai.learn.alphazero:AlphaZero", "self-play with search (AlphaZero)"),
}


def learner_entry(learner: str) -> LearnerEntry:
    """What is registered under a learner's name.

    Raises:
        ValueError: nothing is; the learners are named.
    """
    if learner not in LEARNERS:
        raise ValueError(f"no learner '{learner}'; learners: {', '.join(LEARNERS)}")
    return LEARNERS[learner]
