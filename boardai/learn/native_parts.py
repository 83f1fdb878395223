"""The native parts of learning, made from a run's settings."""

from dataclasses import asdict
from typing import Any

from boardai import native
from boardai.game import Game
from boardai.learn.config import SelfPlayConfig
from boardai.learn.openings import opening_book
from boardai.search.evaluated import with_evaluator


def new_self_play(game: Game, config: SelfPlayConfig, seed: int, group: int) -> Any:
    """One group of self-play games.

    Args:
        game: the game.
        config: how to play.
        seed: of the run.
        group: its number; it plays games group, group + groups, group + 2 * groups...; game g has the random
            stream (seed, g), whoever plays it.

    Raises:
        ValueError: an option out of range or that the game cannot follow, or a fault in the file of openings.
    """
    initial = game.initial_state()
    book = opening_book(game, config.starts.openings) if config.starts.openings else ""
    values = self_play_options(config, book) | {"seed": seed, "first_game": group, "game_step": config.groups}
    options = native.options("SelfPlayOptions", "boardai/search/self_play/self_play", values)
    _, evaluator = with_evaluator(initial, config.adjudication.evaluator)
    return native.template("SelfPlay", initial)(native.native_state(initial), options, evaluator)


def self_play_options(config: SelfPlayConfig, book: str) -> dict[str, Any]:
    """The settings by C++'s names (native/boardai/search/self_play/self_play_options.hpp).

    Args:
        config: how to play.
        book: one opening a line, as numbers of actions.
    """
    puct = asdict(config.puct) | {
        "simulations": config.simulations,
        "cache_mb": config.cache_mb,
        "repetition_draws": config.repetition_draws,
    }
    if config.searches_by_gumbel:
        # It has its own noise at the root.
        puct |= {"dirichlet_fraction": 0.0, "forced_playouts": 0.0, "gumbel": asdict(config.gumbel)}
    starts = asdict(config.starts) | {"book": book}
    share = starts.pop("openings_share")
    starts |= {"book_share": share if starts.pop("openings") else 0.0}
    adjudication = asdict(config.adjudication)
    kind, by, _ = adjudication.pop("kind"), adjudication.pop("by"), adjudication.pop("evaluator")
    if kind == "none":
        adjudication["threshold"] = 0.0
    if kind != "progressive":
        adjudication["iterations"] = 0
    return {
        "games": config.games,
        "threads": config.threads,
        "puct": puct,
        "reuse_subtree": config.reuse_subtree,
        "reuse_counts": config.reuse_counts,
        "symmetries": config.symmetries,
        "max_plies": config.max_plies,
        "starts": starts,
        "temperature": asdict(config.temperature),
        "playout_cap": asdict(config.playout_cap),
        "resignation": asdict(config.resignation),
        "adjudication": adjudication | {"by_evaluation": by == "evaluation"},
    }


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
