"""What a new run begins with: the settings for a game before those that the user names.

1. Settings computed from the board and a few random games; of a learner without a network, its own.
2. The preset's.
3. The user's: of a command line (boardai/commands/train.py), or of Python (boardai/learn/train_and_resume.py).
"""

import dataclasses
import random
from dataclasses import dataclass
from typing import Any

from boardai.game import Game, load
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.config import TrainConfig
from boardai.learn.linear_evaluation.config import TablesConfig, has_length
from boardai.learn.network.config import NetworkConfig
from boardai.learn.runs.config import RunConfig, refuse_unread
from boardai.learn.runs.presets import DEFAULT, Preset, load_preset, preset_names
from boardai.learn.runs.registry import learner_entry
from boardai.learn.self_play.config import PUCT, SelfPlayConfig, StartsConfig, TemperatureConfig
from boardai.learn.settings import merged, without
from boardai.learn.training.config import LearnConfig

__all__ = ["generic_config"]

# Without random openings self-play of a game like Connect Four plays the same games again and again (docs/training.md).
_MOST_RANDOM_PLIES = 12


@dataclass(frozen=True)
class Start:
    """What a run of a game, a learner and a preset begins with.

    Attributes:
        game: loaded, with the preset's parameters where none are named.
        learner: name of the method.
        settings: of both, for the user to change.
        preset: with everything it builds on.
        name: of the preset.
    """

    game: Game
    learner: str
    settings: RunConfig
    preset: Preset
    name: str


def start_of(spec: str, learner: str | None, preset: str | None, game: Game | None = None) -> Start:
    """What a run begins with.

    Args:
        spec: the game's name or path, parameters behind a colon.
        learner: name of the method; None: the preset's.
        preset: its name, or a TOML file; None: the one of the learner's name where there is one, else `demo`.
        game: loaded already; None: it is loaded here.

    Raises:
        ValueError: no such game, learner or preset, or the game cannot be trained.
    """
    name = preset or (learner if learner in preset_names(spec) else None) or DEFAULT
    found = load_preset(spec, name)
    chosen = learner or found.learner or "alphazero"
    config_class = learner_entry(chosen).config
    if chosen != (found.learner or "alphazero"):
        # Of a preset for another learner, what learners with a network have in common: its size, how it is measured.
        sections = ("network", "arena") if hasattr(config_class(), "network") else ()
        common: dict[str, Any] = {section: found.table[section] for section in sections if section in found.table}
        found = dataclasses.replace(found, table=without(common, config_class.unread), about="", measured_games=0)
    if game is None:
        # Parameters behind a colon stand for themselves; a bare name gets the preset's.
        game = load(spec) if ":" in spec else load(spec, **found.game)
    if not game.is_encodable:
        raise ValueError(f"{game.spec} cannot be trained: its states have no observation() and policy_index()")
    base = base_settings(game, config_class)
    if found.table and isinstance(base, TrainConfig):
        # A preset says itself how its games begin; the computed random openings are for games that have none.
        base = dataclasses.replace(base, selfplay=dataclasses.replace(base.selfplay, starts=StartsConfig()))
    defaults = merged(base, found.table, found.source)
    try:
        refuse_unread(base, defaults)
    except ValueError as error:
        raise ValueError(f"{found.source}: {error}") from None
    return Start(game, chosen, defaults, found, name)


def generic_settings(game: Game) -> TrainConfig:
    """Settings for a game that brings none, from its board and twenty random games."""
    rng = random.Random(0)
    lengths, choices = [], []
    for _ in range(20):
        state, plies = game.initial_state(), 0
        while not state.is_terminal() and plies < 1000:
            legal = state.legal_actions()
            choices.append(len(legal))
            state.apply(rng.choice(legal))
            plies += 1
        lengths.append(plies)
    rows, columns, _ = game.observation_shape
    longest = 4 * max(lengths) if game.max_length is None else min(game.max_length, 4 * max(lengths))
    return generic_config(rows, columns, sum(choices) / len(choices), sum(lengths) / len(lengths), longest)


def generic_config(rows: int, columns: int, legal_actions: float, mean_length: float, max_length: int) -> TrainConfig:
    """Settings for a game that brings no preset, from its size alone.

    >>> from boardai.learn.learners.first_settings import generic_config
    >>> config = generic_config(rows=6, columns=7, legal_actions=7, mean_length=22, max_length=42)  # Connect Four
    >>> config.network.blocks, config.selfplay.max_plies
    (4, 42)

    Args:
        rows: of the observation.
        columns: of the observation.
        legal_actions: legal actions per position, mean over random games.
        mean_length: plies per game, mean over random games.
        max_length: the game's bound on plies.
    """
    cells = rows * columns
    return TrainConfig(
        network=NetworkConfig(
            blocks=4 if cells <= 100 else 6,
            channels=32 if cells <= 64 else 64,
            policy_head="dense" if cells <= 100 else "conv",
        ),
        learn=LearnConfig(shards=2),
        selfplay=SelfPlayConfig(
            puct=dataclasses.replace(PUCT, dirichlet_alpha=round(min(2.0, 10.0 / max(legal_actions, 1.0)), 3)),
            starts=StartsConfig(random_plies=min(round(mean_length / 2), _MOST_RANDOM_PLIES)),
            temperature=TemperatureConfig(plies=max(2, round(mean_length / 3))),
            max_plies=max_length,
        ),
        # Two opening plies would decide a game as short as Tic-Tac-Toe.
        arena=ArenaConfig(opening_plies=1 if mean_length < 12 else 2, max_plies=max_length),
    )


def base_settings(game: Game, config_class: type[RunConfig]) -> RunConfig:
    """A learner's settings before any preset: of the network and the matches those computed from the board."""
    generic = generic_settings(game)
    if config_class is TrainConfig:
        return generic
    usual = config_class()
    if not hasattr(usual, "network"):
        # No network and no policy: the learner's own search meets the opponents, for as long as games last here.
        changed: dict[str, Any] = {"arena": dataclasses.replace(usual.arena, max_plies=generic.arena.max_plies)}
        if isinstance(usual, TablesConfig) and not has_length(game.max_length):
            changed["play"] = dataclasses.replace(usual.play, random_share=0.0, random_plies=8)
        return dataclasses.replace(usual, **changed)
    common: dict[str, Any] = {name: getattr(generic, name) for name in ("network", "arena")}
    common["network"] = dataclasses.replace(common["network"], architecture=usual.network.architecture)
    return dataclasses.replace(usual, **common)
