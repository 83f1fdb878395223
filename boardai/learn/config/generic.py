"""Settings for a game that brings none."""

from boardai.learn.config.arena import ArenaConfig
from boardai.learn.config.learning import LearnConfig
from boardai.learn.config.network import NetworkConfig
from boardai.learn.config.run import TrainConfig
from boardai.learn.config.self_play import PuctConfig, SelfPlayConfig, TemperatureConfig


def generic_config(rows: int, columns: int, legal_actions: float, mean_length: float, max_length: int) -> TrainConfig:
    """Settings for a game that brings no preset, from its size alone.

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
            puct=PuctConfig(dirichlet_alpha=round(min(2.0, 10.0 / max(legal_actions, 1.0)), 3)),
            temperature=TemperatureConfig(plies=max(2, round(mean_length / 3))),
            max_plies=max_length,
        ),
        # Two opening plies would decide a game as short as Tic-Tac-Toe.
        arena=ArenaConfig(opening_plies=1 if mean_length < 12 else 2, max_plies=max_length),
    )
