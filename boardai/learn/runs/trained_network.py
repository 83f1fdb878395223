"""The network of a run, read back: for whoever plays with it, exports it, or begins another run with its weights."""

from __future__ import annotations

import dataclasses
import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.game import Game, code_in_game, game_text, load
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Leaves, Network
from boardai.learn.runs.checkpoint import checkpoint_path, load_network, size_in
from boardai.learn.runs.folder import RunFolder, network_of, newest_checkpoint, read_run
from boardai.learn.training.learner import Learner
from boardai.trust import NOTHING, Trust


@dataclass(frozen=True)
class Trained:
    """The network of a checkpoint, and where it comes from.

    Attributes:
        folder: the run.
        description: the run's `run.json` without its settings.
        config: the run's settings.
        game: what it plays.
        checkpoint: the iteration.
        network: the function.
        parameters: its trained leaves.
        statistics: batch normalisation's leaves.
    """

    folder: Path
    description: dict[str, Any]
    config: Any
    game: Game
    checkpoint: int
    network: Network
    parameters: Leaves
    statistics: Leaves


def load_trained(run: str | Path, checkpoint: int | None = None, trust: Trust | bool = NOTHING) -> Trained:
    """The network of a run.

    Args:
        run: the run's folder.
        checkpoint: iteration; the newest whole one by default.
        trust: whether code that the run's folder names may run, its game's or its network's (`boardai.trust`).

    Raises:
        ValueError: not a run, no such checkpoint, a damaged one, or one with code that nobody but the folder has named.
    """
    folder = Path(run)
    description, config = read_run(folder)
    network_config = network_of(folder, config, trust)
    Trust.of(trust).require(code_in_game(description["game"]), f"{folder / 'run.json'}: game")
    game = load(description["game"])
    if checkpoint is None:
        checkpoint, _ = newest_checkpoint(folder)
    path = checkpoint_path(folder / "checkpoints", checkpoint)
    network = Network(game.observation_shape, game.policy_size, _grown_to(network_config, path), config.seed)
    parameters, statistics = load_network(path, network)
    return Trained(folder, description, config, game, checkpoint, network, parameters, statistics)


def _grown_to(config: NetworkConfig, checkpoint: Path) -> NetworkConfig:
    """The network's settings with the size that the tower has in a checkpoint."""
    size = size_in(checkpoint)
    return config if size is None else dataclasses.replace(config, blocks=size.blocks, channels=size.channels)


@functools.lru_cache(maxsize=4)
def _network(shape: tuple[int, int, int], policy_size: int, config: NetworkConfig, seed: int) -> Network:
    """The checkpoints of a run share one network, which is compiled once."""
    return Network(shape, policy_size, config, seed)


def load_evaluator(
    run: str | Path,
    game: Game,
    checkpoint: int | None = None,
    rows: int | None = None,
    trust: Trust | bool = NOTHING,
) -> Evaluator:
    """The network of a run.

    Args:
        run: the run's folder.
        game: what it will play.
        checkpoint: iteration; the newest by default.
        rows: of the network's batch; those of the run's self-play by default.
        trust: whether the code of a network that the run's folder names may run (`boardai.trust`).

    Raises:
        ValueError: not a run, no such checkpoint, a network for other planes or policy, or one whose code nobody but
            the folder has named.
    """
    folder = Path(run)
    description, config = read_run(folder)
    if rows is not None and rows < 1:
        raise ValueError(f"rows must be at least 1, got {rows}")
    if checkpoint is None:
        checkpoint, _ = newest_checkpoint(folder)
    path = checkpoint_path(folder / "checkpoints", checkpoint)
    network_config = _grown_to(network_of(folder, config, trust), path)
    network = _network(game.observation_shape, game.policy_size, network_config, config.seed)
    try:
        parameters, statistics = load_network(path, network)
    except ValueError as error:
        raise ValueError(f"{folder} was trained on {description['game']}, asked for {game.spec}: {error}") from None
    if rows is None:
        # Runs without self-play in batches have no size of their own that results hang on.
        rows = config.selfplay.games if hasattr(config, "selfplay") else 64
    return Evaluator(network, parameters, statistics, rows, seldom_full=True)


def run_evaluator(
    run: str | Path, game: Game, checkpoint: int | None, batch_size: int, trust: Trust | bool = NOTHING
) -> Evaluator:
    """The network of a run, of any learner.

    Raises:
        ValueError: not a run, no such checkpoint, a network for other planes, or one whose code nobody but the run's
            folder has named.
    """
    trained = load_trained(run, checkpoint, Trust.of(trust).naming(code_in_game(game.name)))
    if trained.game.observation_shape != game.observation_shape or trained.game.policy_size != game.policy_size:
        raise ValueError(f"{run} was trained on {trained.description['game']}, asked for {game.spec}")
    return Evaluator(trained.network, trained.parameters, trained.statistics, batch_size)


def game_of_run(run: str | Path, game: Game, trust: Trust | bool = NOTHING) -> Game:
    """The game as a run's network sees it: that of the run where it differs from this one in nothing else.

    Raises:
        ValueError: not a run, or its game is code that nobody but the folder has named.
    """
    folder = Path(run)
    trained_on = read_run(folder)[0]["game"]
    if trained_on == game_text(game) or trained_on.partition(":")[0] != game_text(game).partition(":")[0]:
        return game
    named = Trust.of(trust).naming(code_in_game(game.spec))
    named.require(code_in_game(trained_on), f"{folder / 'run.json'}: game")
    own = load(trained_on)
    if own.observation_shape == game.observation_shape:
        return game
    try:
        own.adopt(game.initial_state())
    except ValueError:
        return game  # another board, for which the network may have been made, too
    return own


def start_weights(learner: Learner, folder: RunFolder) -> None:
    """Gives the learner of a new run the weights that `network.start` names; a resumed run has its own.

    Args:
        learner: with its settings' initial weights.
        folder: of the run that begins.

    Raises:
        ValueError: no such run, or its network has other weights than this one.
    """
    start = learner.network.config.start
    if not start or not folder.is_new():
        return
    path = Path(start)
    try:
        iteration, _ = newest_checkpoint(path)
        weights = load_network(checkpoint_path(path / "checkpoints", iteration), learner.network)
    except ValueError as error:
        raise ValueError(f"network.start: {error}") from None
    learner.begin(*weights)
