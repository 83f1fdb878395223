"""The network of a run or of an exported file, read back.

It is for playing with it, exporting it, or beginning another run with its weights.
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
        description: the run's, or of a file `game`, `format` and, unless it is an old one, `learner`.
        named_in: where that stands.
        config: the run's settings; None: it is a file.
        settings: the network's, with the size that it has there.
        checkpoint: the iteration.
        weights_in: the folder or file that has the weights.
        weights: reads them for a network.
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
        """Whether it is an exported file, which has no run."""
        return self.config is None

    @property
    def seed(self) -> int:
        """Of the weights before training; of a file it does not matter, since it has them all."""
        return 0 if self.is_file else int(self.config.seed)

    @property
    def rows(self) -> int:
        """Of batches that results hang on: the run's self-play; others have no size of their own."""
        return int(self.config.selfplay.games) if hasattr(self.config, "selfplay") else 64


@dataclass(frozen=True)
class Trained(Source):
    """A network that has been trained.

    Attributes:
        game: what it plays.
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
        run: the run's folder, or a file that `python -m boardai.export` has written as npz or safetensors.
        checkpoint: iteration; the newest whole one by default. A file has no other.
        game: what it was trained on; None: loaded by its specification.

    Raises:
        ValueError: neither, no such checkpoint, a damaged one, or one with code that only the checkpoint has named.
    """
    source = _source(run, checkpoint)
    game = _game_of(source) if game is None else game
    network = _network(game, source)
    parameters, statistics = source.weights(network)
    return Trained(**vars(source), game=game, network=network, parameters=parameters, statistics=statistics)


def _game_of(source: Source) -> Game:
    """What it was trained on, if the code of that may run."""
    text = source.description["game"]
    require(code_in_game(text), f"{source.named_in}: game")
    return load(text)


def _network(game: Game, source: Source) -> Network:
    """The network with the planes and moves of a game."""
    return _compiled(game.observation_shape, game.policy_size, game.policy_cells, source.settings, source.seed)


@functools.lru_cache(maxsize=4)
def _compiled(
    shape: tuple[int, int, int], policy_size: int, cells: tuple[int, ...] | None, config: NetworkConfig, seed: int
) -> Network:
    """The checkpoints of a run share one network, which is compiled once."""
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
        game: what it will play.
        checkpoint: iteration; the newest by default.
        rows: of the network's batch; those of the run's self-play by default.
        precision: precision of its arithmetic, as `network.precision`; its own by default.
        seldom_full: most calls want few of them.

    Raises:
        ValueError: not a run, no such checkpoint, a network for other planes or policy, or one whose code
            only the folder has named.
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
    """The file or folder that holds a network's weights: of a run, an exported file, or `shipped`.

    Raises:
        ValueError: not a run, or no such checkpoint.
    """
    return _source(_found(run, game), checkpoint).weights_in


# Agents with the same weights share them, for as long as one of them is there.
_EVALUATORS: WeakValueDictionary[Hashable, Evaluator] = WeakValueDictionary()


def _written(path: Path) -> tuple[tuple[int, int], ...]:
    """When the files of a checkpoint, or a file, were written, and how large they are; empty where there is none."""
    files = sorted(path.iterdir()) if path.is_dir() else [path] if path.exists() else []
    return tuple((about.st_mtime_ns, about.st_size) for about in (file.stat() for file in files))


def _for_game(source: Source, game: Game) -> tuple[Network, tuple[Leaves, Leaves]]:
    """The network with the planes and moves of a game, and its weights, as they are or made for a variant."""
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

    It is the run's where that differs in nothing else, or the variant of it that the game has such a network play. On
    another board it is the game with those of the run's parameters that it does not name.

    Raises:
        ValueError: not a run, or its game is code that only the folder has named.
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
    try:  # another board, for which the network may have been made as well
        other = load(own.name, **{**own.params, **game.params})
    except ValueError:
        return game
    return other if _is_seen_by(other, game) else game


def _is_seen_by(own: Game, game: Game) -> bool:
    """Whether the games differ in what their states show alone."""
    try:
        own.to_view(game.initial_state())
    except ValueError:
        return False
    return True


def _variant(trained_on: str, game: Game) -> tuple[Game, Callable[..., Any]] | None:
    """How a network that was trained on one variant of a game that ships plays this one; None: the game does not say.

    The game's `network_variant` decides.
    """
    if trained_on.partition(":")[0] != game.name:
        return None
    variant = game.network_variant(trained_on)
    return variant if variant is not None and _is_seen_by(variant[0], game) else None


def _game_of_file(path: Path) -> str:
    return str(read_weights(path)[1].get("game", ""))


def _found(run: str | Path, game: Game) -> Path:
    """The folder or file that is meant: `shipped` is the network that comes with the game for its board."""
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
        learner: with its settings' initial weights.
        folder: folder of the run that begins.
        game: what it learns.

    Raises:
        ValueError: no such run, or a network that differs in more than the size of its tower and its policy's rank.
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
