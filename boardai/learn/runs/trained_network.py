"""Loads the network of a run or of an exported file.

Used to play with it, to export it, or to start another run with its weights.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from boardai.basics.files import is_file, parse_json
from boardai.basics.trust import naming, require
from boardai.game import Game, code_in_game, game_text, load, means_shipped
from boardai.learn.network.config import NetworkConfig, code_in_architecture
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Leaves, Network
from boardai.learn.network.pruning import fitted, sparse
from boardai.learn.network.weights_file import leaves_of, read_weights
from boardai.learn.runs.checkpoint import checkpoint_path, load_network, size_in
from boardai.learn.runs.folder import RunFolder, network_of, newest_checkpoint, read_run
from boardai.learn.settings import merged
from boardai.learn.training.learner import Learner


@dataclass(frozen=True)
class Source:
    """A readable source of weights: a checkpoint of a run, or an exported file.

    Attributes:
        path: the run's folder, or the file.
        description: the run's description; for a file `game`, `format` and, unless it is old, `learner`.
        named_in: the file that contains the description.
        config: the run's settings; None: it is a file.
        settings: settings of the network, with its size in this checkpoint.
        checkpoint: iteration of the checkpoint.
        weights_in: the folder or file of the weights.
        weights: reads the weights for a network.
    """

    path: Path
    description: dict[str, Any]
    named_in: Path
    config: Any
    settings: NetworkConfig
    checkpoint: int
    weights_in: Path
    weights: Callable[[Network], tuple[Leaves, Leaves]]

    @property
    def is_file(self) -> bool:
        """Whether it is an exported file, without a run."""
        return self.config is None

    @property
    def seed(self) -> int:
        """Seed of the initial weights; irrelevant for a file, which contains all weights."""
        return 0 if self.is_file else int(self.config.seed)

    @property
    def rows(self) -> int:
        """Batch size on which results depend: that of the run's self-play, or 64."""
        return int(self.config.selfplay.games) if hasattr(self.config, "selfplay") else 64


@dataclass(frozen=True)
class Trained(Source):
    """A trained network.

    Attributes:
        game: the game it plays.
        network: the function.
        parameters: its trained leaves.
        statistics: batch normalisation's leaves.
    """

    game: Game
    network: Network
    parameters: Leaves
    statistics: Leaves


def _source(run: str | Path, checkpoint: int | None) -> Source:
    path = Path(run)
    if is_file(path):
        return _file(path, checkpoint)
    description, config = read_run(path)
    network = network_of(path, config)
    if checkpoint is None:
        checkpoint, _ = newest_checkpoint(path)
    weights = checkpoint_path(path / "checkpoints", checkpoint)
    size = size_in(weights)
    if size is not None:
        network = dataclasses.replace(network, blocks=size.blocks, channels=size.channels)
    read = functools.partial(load_network, weights)
    return Source(path, description, path / "run.json", config, network, checkpoint, weights, read)


def _file(path: Path, checkpoint: int | None) -> Source:
    if checkpoint is not None:
        raise ValueError(f"{path}: a file has one network: checkpoint is for runs")
    arrays, about = read_weights(path)
    missing = [key for key in ("game", "network", "checkpoint") if not isinstance(about.get(key), str)]
    if missing:
        raise ValueError(f"{path}: the metadata have no {' and no '.join(missing)}")
    table = parse_json(about["network"], f"{path}: network")
    network = merged(NetworkConfig(), table, str(path), "network.")
    require(code_in_architecture(str(network.architecture)), f"{path}: network.architecture")
    number = int(about["checkpoint"]) if about["checkpoint"].isdecimal() else 0
    read = functools.partial(leaves_of, arrays=arrays, source=str(path))
    description: dict[str, Any] = {key: about[key] for key in ("game", "learner", "format") if key in about}
    return Source(path, description, path, None, network, number, path, read)


def load_trained(run: str | Path, checkpoint: int | None = None, game: Game | None = None) -> Trained:
    """The network of a run, or of an exported file.

    Args:
        run: the run's folder, or an npz or safetensors file written by `python -m boardai.export`.
        checkpoint: iteration; by default the newest intact one. A file has only one.
        game: the game it was trained on; None: loaded by its spec.

    Raises:
        ValueError: neither, no such checkpoint, a damaged one, or one with code that only the checkpoint names.
    """
    source = _source(run, checkpoint)
    game = _game_of(source) if game is None else game
    network = _network(game, source)
    parameters, statistics = source.weights(network)
    return Trained(**vars(source), game=game, network=network, parameters=parameters, statistics=statistics)


def _game_of(source: Source) -> Game:
    """The game it was trained on, if the game's code is allowed to run."""
    text = source.description["game"]
    require(code_in_game(text), f"{source.named_in}: game")
    return load(text)


def _network(game: Game, source: Source) -> Network:
    """The network for the planes and moves of a game."""
    return _compiled(game.observation_shape, game.policy_size, game.policy_cells, source.settings, source.seed)


@functools.lru_cache(maxsize=4)
def _compiled(
    shape: tuple[int, int, int], policy_size: int, cells: tuple[int, ...] | None, config: NetworkConfig, seed: int
) -> Network:
    """A cached network: the checkpoints of a run share one, which is compiled once."""
    return Network(shape, policy_size, config, seed, policy_cells=cells)


def load_evaluator(
    run: str | Path,
    game: Game,
    checkpoint: int | None = None,
    rows: int | None = None,
    *,
    precision: str | None = None,
    seldom_full: bool = True,
) -> Evaluator:
    """The network of a run.

    Args:
        run: the run's folder, an exported file, or `shipped`: the network that comes with the game for its board.
        game: the game it will play.
        checkpoint: iteration; by default the newest.
        rows: batch size of the network; by default that of the run's self-play.
        precision: precision of its arithmetic, as in `network.precision`; its own by default.
        seldom_full: most calls need only few rows.

    Raises:
        ValueError: not a run, no such checkpoint, a network for other planes or another policy, or one whose code
            only the folder names.
    """
    if rows is not None and rows < 1:
        raise ValueError(f"rows must be at least 1, got {rows}")
    source = _source(_found(run, game), checkpoint)
    if precision is not None:
        settings = merged(source.settings, {"precision": precision}, "agent", "")
        source = dataclasses.replace(source, settings=settings)
    rows = source.rows if rows is None else rows
    key = (source.weights_in, _written(source.weights_in), source.settings, game, rows, seldom_full)
    found = _EVALUATORS.get(key)
    if found is not None:
        return found
    try:
        network, weights = _for_game(source, game)
    except ValueError as error:
        trained_on = source.description["game"]
        raise ValueError(f"{source.path} was trained on {trained_on}, asked for {game.spec}: {error}") from None
    found = _EVALUATORS[key] = Evaluator(network, *weights, rows, seldom_full=seldom_full)
    return found


def weights_path(run: str | Path, game: Game, checkpoint: int | None = None) -> Path:
    """The file or folder that holds a network's weights, for a run, an exported file, or `shipped`.

    Raises:
        ValueError: not a run, or no such checkpoint.
    """
    return _source(_found(run, game), checkpoint).weights_in


# Agents with the same weights share them while at least one of them exists.
_EVALUATORS: WeakValueDictionary[Hashable, Evaluator] = WeakValueDictionary()


def _written(path: Path) -> tuple[tuple[int, int], ...]:
    """The times and sizes of the files of a checkpoint, or of a file; empty if there is none."""
    files = sorted(path.iterdir()) if path.is_dir() else [path] if path.exists() else []
    return tuple((about.st_mtime_ns, about.st_size) for about in (file.stat() for file in files))


def _for_game(source: Source, game: Game) -> tuple[Network, tuple[Leaves, Leaves]]:
    """The network for the planes and moves of a game, and its weights, as stored or converted for a variant."""
    network = _network(game, source)
    trained_on = source.description["game"]
    variant = _variant(trained_on, game)
    if variant is None:
        return network, source.weights(network)
    own = load(trained_on)
    trained = _network(own, source)
    return network, variant[1](own, trained, network, source.weights(trained))


def game_of_run(run: str | Path, game: Game) -> Game:
    """The game as a run's network sees it.

    The run's game if it differs only in that, or the variant of it that the game declares for such a network. On
    another board, it is the game with those of the run's parameters that it does not set.

    Raises:
        ValueError: not a run, or its game is code that only the folder names.
    """
    path = _found(run, game)
    trained_on, named_in = (
        (_game_of_file(path), path) if is_file(path) else (read_run(path)[0]["game"], path / "run.json")
    )
    if trained_on == game_text(game) or trained_on.partition(":")[0] != game_text(game).partition(":")[0]:
        return game
    with naming(code_in_game(game.spec)):
        require(code_in_game(trained_on), f"{named_in}: game")
    if (variant := _variant(trained_on, game)) is not None:
        return variant[0]
    own = load(trained_on)
    if own.observation_shape == game.observation_shape:
        return game
    if _is_seen_by(own, game):
        return own
    try:  # another board, which the network may support as well
        other = load(own.name, **{**own.params, **game.params})
    except ValueError:
        return game
    return other if _is_seen_by(other, game) else game


def _is_seen_by(own: Game, game: Game) -> bool:
    """Whether the games differ only in what their states show."""
    try:
        own.to_view(game.initial_state())
    except ValueError:
        return False
    return True


def _variant(trained_on: str, game: Game) -> tuple[Game, Callable[..., Any]] | None:
    """How a network trained on one variant of a built-in game plays another one; None: it is not declared.

    The game's `network_variant` decides.
    """
    if trained_on.partition(":")[0] != game.name:
        return None
    variant = game.network_variant(trained_on)
    return variant if variant is not None and _is_seen_by(variant[0], game) else None


def _game_of_file(path: Path) -> str:
    return str(read_weights(path)[1].get("game", ""))


def _found(run: str | Path, game: Game) -> Path:
    """The folder or file of a run; `shipped` is the network that comes with the game for its board."""
    if not means_shipped(run):
        return Path(run)
    start = game.initial_state()
    module = type(start).__module__
    known = []
    if module.startswith("boardai.games."):
        for file in sorted((Path(str(resources.files(module))) / "networks").glob("*.npz")):
            trained_on = _game_of_file(file)
            if _is_seen_by(load(trained_on), game) or _variant(trained_on, game) is not None:
                return file
            known.append(trained_on)
    have = f"those that do are for {', '.join(known)}" if known else f"none does with {game.name}"
    raise ValueError(f"no trained network is included for {game_text(game)}: {have}")


def start_weights(learner: Learner, folder: RunFolder, game: Game) -> None:
    """Gives the learner of a new run the weights that `network.start` names; a resumed run has its own.

    Args:
        learner: the learner, with initial weights of its settings.
        folder: folder of the new run.
        game: the game that it learns.

    Raises:
        ValueError: no such run, or a network that differs in more than the size of its tower and the rank of its
            policy head.
    """
    start = learner.network.config.start
    if not start or not folder.is_new():
        return
    try:
        source = _source(_found(start, game), None)
        parameters, statistics = fitted(source.settings, source.weights, learner.network)
    except ValueError as error:
        raise ValueError(f"network.start: {error}") from None
    learner.begin(sparse(parameters, learner.network.config.sparsity), statistics)
