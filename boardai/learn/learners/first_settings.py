"""The initial settings of a new run, from three sources, each of which overrides the ones before it.

1. Settings computed from the board and a few random games; a learner without a network uses its own defaults.
2. The preset's settings.
3. The user's settings: of a command line (boardai/commands/train.py), or of Python (boardai/learn/train_and_resume.py).
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
from boardai.learn.runs.scales import Scale
from boardai.learn.self_play.config import PUCT, SelfPlayConfig, StartsConfig, TemperatureConfig
from boardai.learn.self_play.replay import ReplayConfig
from boardai.learn.settings import merged, without
from boardai.learn.training.config import LearnConfig

__all__ = ["generic_config"]

# Without random openings, self-play of a game like Connect Four repeats the same games (docs/training/settings.md).
_MOST_RANDOM_PLIES = 12
_TINY_BOARD, _DENSE_CELLS = 16, 100  # cells


@dataclass(frozen=True)
class Start:
    """The initial settings for a game, a learner and a preset.

    Attributes:
        game: the loaded game, with the preset's parameters if the user gave none.
        learner: name of the method.
        settings: settings of learner and preset, which the user can change.
        preset: the preset, merged with the presets it is based on.
        name: name of the preset.
    """

    game: Game
    learner: str
    settings: RunConfig
    preset: Preset
    name: str


def start_of(spec: str, learner: str | None, preset: str | None, game: Game | None = None) -> Start:
    """The initial settings of a run.

    Args:
        spec: the game's name or path, with parameters after a colon.
        learner: name of the method; None: the preset's.
        preset: name of the preset, or a TOML file; None: the preset with the learner's name if it exists, else `demo`.
        game: the game if it is already loaded; None: it is loaded here.

    Raises:
        ValueError: no such game, learner or preset, or the game cannot be trained.
    """
    name = preset or (learner if learner in preset_names(spec) else None) or DEFAULT
    found = load_preset(spec, name)
    chosen = learner or found.learner or "alphazero"
    config_class = learner_entry(chosen).config
    if chosen != (found.learner or "alphazero"):
        # From a preset for another learner, only the network's size and the matches apply.
        sections = ("network", "arena") if hasattr(config_class(), "network") else ()
        common: dict[str, Any] = {section: found.table[section] for section in sections if section in found.table}
        found = dataclasses.replace(found, table=without(common, config_class.unread), about="", measured_games=0)
    if game is None:
        # Explicit parameters replace the preset's; a bare name gets the preset's.
        game = load(spec) if ":" in spec else load(spec, **found.game)
    if not game.is_encodable:
        raise ValueError(f"{game.spec} cannot be trained: its states have no observation() and policy_index()")
    base = base_settings(game, config_class, found.scale)
    if found.scale is None and found.table and isinstance(base, TrainConfig):
        # A preset defines how its games begin; computed random openings are for games without a preset.
        base = dataclasses.replace(base, selfplay=dataclasses.replace(base.selfplay, starts=StartsConfig()))
    defaults = merged(base, found.table, found.source)
    try:
        refuse_unread(base, defaults)
    except ValueError as error:
        raise ValueError(f"{found.source}: {error}") from None
    if found.scale is not None and not found.about:
        found = dataclasses.replace(found, about=_about(game, defaults))
    return Start(game, chosen, defaults, found, name)


def _about(game: Game, config: Any) -> str:
    """A description of the settings that a preset for any game computes for this one."""
    time = f"{config.minutes:g} minutes" if config.minutes < 120 else f"{config.minutes / 60:g} hours"
    if not config.minutes:
        time = f"{config.iterations} iterations"
    network = config.network
    head = {"conv": "a convolutional", "dense": "a dense"}[network.policy_head]
    words = (
        f"{game.spec}, {time}: {network.blocks} blocks of {network.channels} channels with {head} policy head for "
        f"{game.policy_size:,} policy indices"
    )
    if isinstance(config, TrainConfig):
        play = config.selfplay
        words += (
            f"; {play.simulations} simulations per move, {play.games_per_iteration} games per iteration, "
            f"0 to {play.starts.random_plies} random plies at their start"
        )
    return f"{words}. Computed from the board; not measured for this game, so no results are promised."


def generic_settings(game: Game, scale: Scale | None = None) -> TrainConfig:
    """Settings for a game without a preset, from its board and twenty random games."""
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
    mean_choices, mean_length = sum(choices) / len(choices), sum(lengths) / len(lengths)
    return generic_config(
        rows, columns, mean_choices, mean_length, longest, policy_size=game.policy_size, scale=scale
    )  # fmt: skip


def generic_config(
    rows: int,
    columns: int,
    legal_actions: float,
    mean_length: float,
    max_length: int,
    *,
    policy_size: int | None = None,
    scale: Scale | None = None,
) -> TrainConfig:
    """Settings for a game without a preset, from its size.

    >>> from boardai.learn.learners.first_settings import generic_config
    >>> config = generic_config(rows=6, columns=7, legal_actions=7, mean_length=22, max_length=42)  # Connect Four
    >>> config.network.blocks, config.selfplay.max_plies
    (4, 42)
    >>> amazons = generic_config(10, 10, 400, 60, 92, policy_size=46_656)
    >>> amazons.network.policy_head
    'conv'

    Args:
        rows: rows of the observation.
        columns: columns of the observation.
        legal_actions: legal actions per position, mean over random games.
        mean_length: plies per game, mean over random games.
        max_length: maximum number of plies of a game.
        policy_size: number of policy indices; None: one for each cell.
        scale: duration of the run, with a fitting network size; None: 40 iterations.
    """
    cells = rows * columns
    blocks, channels = (4 if cells <= 100 else 6), (32 if cells <= 64 else 64)
    if scale is not None:
        # A board as small as Tic-Tac-Toe's has no use for a large tower.
        blocks, channels = (min(2, scale.blocks), 16) if cells <= _TINY_BOARD else (scale.blocks, scale.channels)
    config = TrainConfig(
        network=_network(cells, cells if policy_size is None else policy_size, blocks, channels),
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
    return config if scale is None else _for_time(config, scale, mean_length)


def _network(cells: int, policy_size: int, blocks: int, channels: int) -> NetworkConfig:
    """The network for a board; its policy head is convolutional if a dense one would be the larger part of the network.

    A convolutional head has one plane of logits per `cells` policy indices, so a game with fewer indices cannot have
    one. Its dense head gets a narrow layer in between if it would be the larger part.
    """
    usual = NetworkConfig(blocks=blocks, channels=channels)
    features = cells * usual.policy_channels
    is_large = cells > _DENSE_CELLS or features * policy_size > blocks * 2 * 9 * channels**2
    if is_large and policy_size >= cells:
        return dataclasses.replace(usual, policy_head="conv")
    rank = channels if is_large and features * policy_size > channels * (features + policy_size) else 0
    return dataclasses.replace(usual, policy_rank=rank)


def _for_time(config: TrainConfig, scale: Scale, mean_length: float) -> TrainConfig:
    """Settings for a run of limited duration: an iteration's games give a certain number of positions."""
    games = max(8, round(scale.positions / max(1.0, mean_length) / 8) * 8)
    replay = ReplayConfig(
        capacity=scale.capacity, minimum=scale.minimum, samples_per_new_position=2, window_start=scale.capacity // 5
    )
    return dataclasses.replace(
        config,
        iterations=0,
        minutes=float(scale.minutes),
        keep_every=20,
        selfplay=dataclasses.replace(config.selfplay, simulations=scale.simulations, games_per_iteration=games),
        replay=replay,
        arena=dataclasses.replace(config.arena, every=scale.every, final_games=100, simulations=scale.simulations),
    )


def base_settings(game: Game, config_class: type[RunConfig], scale: Scale | None = None) -> RunConfig:
    """A learner's settings before any preset: network and matches are computed from the board."""
    generic = generic_settings(game, scale)
    if config_class is TrainConfig:
        return generic
    usual = config_class()
    if not hasattr(usual, "network"):
        # Without network and policy, the learner's own search plays the opponents; games may last as long as here.
        changed: dict[str, Any] = {"arena": dataclasses.replace(usual.arena, max_plies=generic.arena.max_plies)}
        if isinstance(usual, TablesConfig) and not has_length(game.max_length):
            changed["play"] = dataclasses.replace(usual.play, random_share=0.0, random_plies=8)
        return dataclasses.replace(usual, **changed)
    common: dict[str, Any] = {name: getattr(generic, name) for name in ("network", "arena")}
    common["network"] = dataclasses.replace(common["network"], architecture=usual.network.architecture)
    return dataclasses.replace(usual, **common)
