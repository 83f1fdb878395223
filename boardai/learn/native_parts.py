"""The native parts of learning, made from a run's settings."""

from typing import Any

from boardai import native
from boardai.game import Game
from boardai.learn.config import SelfPlayConfig


def new_self_play(game: Game, config: SelfPlayConfig, seed: int, group: int) -> Any:
    """One group of self-play games.

    Args:
        game: the game.
        config: how to play.
        seed: of the run.
        group: its number; it plays games group, group + groups, group + 2 * groups...; game g has the random
            stream (seed, g), whoever plays it.

    Raises:
        ValueError: an option out of range.
    """
    initial = game.initial_state()
    puct = {
        "simulations": config.simulations,
        "c_base": config.c_base,
        "c_init": config.c_init,
        "c_scale": config.c_scale,
        "fpu_reduction": config.fpu_reduction,
        "dirichlet_alpha": config.dirichlet_alpha,
        "dirichlet_fraction": config.dirichlet_fraction,
    }
    values = {
        "puct": puct,
        "games": config.games,
        "temperature_plies": config.temperature_plies,
        "temperature": config.temperature,
        "max_plies": config.max_plies,
        "adjudication_margin": config.adjudication_margin,
        "random_plies": config.random_plies,
        "seed": seed,
        "first_game": group,
        "game_step": config.groups,
    }
    options = native.options("SelfPlayOptions", "boardai/search/self_play", values)
    return native.template("SelfPlay", initial)(native.native_state(initial), options)


def new_replay(game: Game, capacity: int, memory: int) -> Any:
    """An empty replay buffer.

    Args:
        game: the game.
        capacity: positions.
        memory: bytes for the games they come from.
    """
    initial = game.initial_state()
    return native.template("Replay", initial)(native.native_state(initial), capacity, memory)


def replay_bytes_per_position(game: Game) -> float:
    """What a position takes in a replay buffer, mean over random games with every legal action in the policy."""
    initial = game.initial_state()
    return float(native.template("Replay", initial).bytes_per_position(native.native_state(initial), 20, 0))
