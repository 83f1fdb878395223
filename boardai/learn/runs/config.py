"""Settings that every learner's run has, and the code that a run's settings would execute."""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from boardai.basics.setting import Settings, setting
from boardai.basics.trust import Code
from boardai.cluster import code_in_cluster
from boardai.game import code_in_game
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.network.config import code_in_architecture
from boardai.learn.settings import changes, require
from boardai.players.spec import AgentSpec
from boardai.search.evaluations.naming import code_in_evaluator
from boardai.search.trees.written_rules import RULE_KEYS, code_in_rule

__all__ = ["RunConfig"]


@dataclass(frozen=True)
class RunConfig(Settings):
    """Common settings of every learner's run. At least one of `iterations` and `minutes` limits it.

    >>> from boardai.learn.runs.config import RunConfig
    >>> RunConfig(iterations=0, minutes=30).seed
    0
    >>> RunConfig(iterations=0)
    Traceback (most recent call last):
        ...
    ValueError: iterations: 0, and no limit in minutes either
    """

    seed: int = setting(
        0, "Equal seeds and settings give equal runs, bit for bit, on one machine if the limit is iterations", low=0
    )
    iterations: int = setting(40, "Number of iterations; 0: only `minutes` limits the run", low=0)
    minutes: float = setting(
        0.0, "Time limit, final report included; 0: none. The iteration under way is finished", low=0
    )
    keep_checkpoints: int = setting(
        3, "Number of newest checkpoints that are kept, in addition to number 0 and every `keep_every`-th", low=1
    )
    keep_every: int = setting(10, "Every checkpoint whose iteration is a multiple of this is kept", low=1)
    thin_checkpoints: bool = setting(True, "Thins the checkpoints of `keep_every` with age; off: keeps all of them")
    keep_games: bool = setting(
        True, "Keeps all game files; off: removes those that are not needed to continue from the newest checkpoints"
    )
    inference_rate_seconds: float = setting(
        1.0,
        "Seconds at every start in which the rate of the network alone is measured, for network_utilisation; 0: none",
        low=0,
    )
    tensorboard: bool = setting(
        False, 'Write the metrics for TensorBoard as well, while training (pip install "boardai[tensorboard]")'
    )
    arena: ArenaConfig = field(default_factory=ArenaConfig)

    # Settings that cannot be changed in a resumed run: its arrays, random streams and open games depend on them.
    fixed: ClassVar[tuple[str, ...]] = ("seed", "network")
    # Settings, or sections, of every run that this learner does not use, with the reason: setting one is an error.
    unread: ClassVar[dict[str, str]] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.iterations > 0 or self.minutes > 0, "iterations", "0, and no limit in minutes either")

    @property
    def boards_played(self) -> tuple[str, ...]:
        """Names of the boards that games are played on, as in game files; "" is the run's own board."""
        return ("",)

    def connected(self) -> contextlib.AbstractContextManager[None]:
        """A context around a run, entered before JAX is used: its cluster, if it has one.

        Raises:
            ValueError: no cluster at its address.
        """
        return contextlib.nullcontext()


def refuse_unread(before: RunConfig, after: RunConfig) -> None:
    """Rejects settings that have no effect.

    Args:
        before: the settings before the user's changes.
        after: the settings with the user's changes.

    Raises:
        ValueError: naming the setting, and why this learner does not use it.
    """
    for name in changes(before, after):
        for unread, reason in after.unread.items():
            require(name != unread and not name.startswith(f"{unread}."), name, reason)


def code_in_run(game: str, config: Any) -> list[Code]:
    """The code that continuing a run would execute, except installed code.

    Args:
        game: spec of the game.
        config: its settings.
    """
    found = code_in_game(game) + code_in_settings(config)
    return list(dict.fromkeys(found))


def code_named(texts: Iterable[str], architecture: str = "") -> list[Code]:
    """The code named by a user's settings: programs and code of opponents, an evaluation, a network's class.

    Args:
        texts: the user's texts, including settings that name no code.
        architecture: architecture of the network, if the user named one.
    """
    found = [
        code
        for text in texts
        for code in (
            *AgentSpec.parse(text).trusted(), *code_in_evaluator(text), *code_in_rule(text), *_code_in_stage(text),
            *code_in_cluster(text)
        )
    ]  # fmt: skip
    return found + code_in_architecture(architecture)


def _code_in_stage(text: str) -> list[Code]:
    """The code named by a stage's text (`boardai.learn.accumulator.config`)."""
    spec = AgentSpec.parse(f"stage:{text}")
    return [code for key in ("evaluator", "labels") for code in code_in_evaluator(spec.value(key) or "")]


def code_in_settings(config: Any) -> list[Code]:
    """The code named by a run's settings: its network, and its opponents in matches."""
    arena = config.arena
    opponents = (*arena.opponents, *arena.final_opponents, *arena.policy_opponents)
    found = [code for opponent in opponents for code in AgentSpec.parse(opponent).trusted()]
    if hasattr(config, "selfplay"):
        found += code_in_evaluator(config.selfplay.adjudication.evaluator)
        found += [code for key in RULE_KEYS for code in code_in_rule(getattr(config.selfplay.puct, key))]
        found += AgentSpec.parse(config.teacher.agent).trusted() + AgentSpec.parse(config.teacher.beginner).trusted()
        found += code_in_cluster(config.cluster)
    if hasattr(config, "stages"):
        found += code_in_evaluator(config.positions.labels)
        found += [code for text in config.stages for code in _code_in_stage(text)]
    if hasattr(config, "network"):
        found = code_in_architecture(config.network.architecture) + found
    return found
