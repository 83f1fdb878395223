"""Training positions as NumPy arrays, from self-play, a run's games or a dataset.

    positions = self_play_games(game, run.network(), games=100, simulations=32)
    positions.observations, positions.policies, positions.outcomes

For experiments with custom learners; `boardai.learn.train` itself processes positions in C++ and in parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from boardai.game import Game, as_game
from boardai.learn.data.config import ExamplesConfig
from boardai.learn.data.examples import load_examples
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.curriculum import on_board
from boardai.learn.self_play.game_files import game_iterations, games_path, read_game_file
from boardai.learn.self_play.replay import ReplayBuffer, ReplayConfig
from boardai.learn.self_play.self_play import SelfPlayGroups
from boardai.learn.settings import merged
from boardai.learn.training.batch import TrainingBatch
from boardai.search.batches import BatchEvaluator, CallersNetwork
from boardai.search.evaluated import Network

_ROOM = 1 << 20


@dataclass(frozen=True)
class PositionArrays:
    """Positions, each from the view of its player to move.

    >>> game = boardai.load("hex", size=3)
    >>> positions = boardai.learn.run_games("runs/hex", game)
    >>> positions.observations.shape[1:], positions.policies.shape[1:]
    ((3, 3, 3), (9,))
    >>> len(positions[positions.outcomes == 1]) > 0  # a mask, a slice or indices
    True

    Attributes:
        observations: float32 `[n, H, W, C]`.
        policies: float32 `[n, policy_size]`; each row adds up to 1, or is 0 if the position has no policy target.
        outcomes: float32 `[n]`: the game's outcome, -1, 0 or 1; for labelled positions the target: the label, the
            result or a mixture, according to the settings.
        values: float32 `[n]`: the search's value of the position, -1 to 1; for labelled positions as `outcomes`.
        moves_left: float32 `[n]`: plies to the end of the game by the rules; NaN if the game was stopped early.
        scores: float32 `[n]`: the game's final score in points; NaN if it was stopped before; 0 in a game without
            points.
        legal: bool `[n, policy_size]`.
    """

    observations: np.ndarray
    policies: np.ndarray
    outcomes: np.ndarray
    values: np.ndarray
    moves_left: np.ndarray
    scores: np.ndarray
    legal: np.ndarray

    def __len__(self) -> int:
        return len(self.outcomes)

    def __getitem__(self, rows: Any) -> PositionArrays:
        """Some of the positions, by a slice, indices or a mask."""
        return PositionArrays(*(getattr(self, field.name)[rows] for field in fields(self)))

    def __repr__(self) -> str:
        shapes = ", ".join(f"{field.name} {list(getattr(self, field.name).shape)}" for field in fields(self))
        return f"<PositionArrays {shapes}>"

    @staticmethod
    def of(batch: TrainingBatch) -> PositionArrays:
        """The rows of a training batch."""
        return PositionArrays(
            observations=batch.planes,
            policies=batch.policy,
            outcomes=batch.outcome,
            values=batch.search_value,
            moves_left=batch.moves_left,
            scores=batch.score,
            legal=batch.legal.astype(bool),
        )


def self_play_games(
    game: str | Game, network: Network | BatchEvaluator, *, games: int = 64, seed: int = 0, **changes: Any
) -> PositionArrays:
    """Plays self-play games of a network and returns their training positions.

    >>> import numpy as np
    >>> game = boardai.load("hex", size=3)
    >>> def network(planes):
    ...     return np.zeros((len(planes), game.policy_size)), np.zeros(len(planes))
    >>> positions = boardai.learn.self_play_games(game, boardai.search.Network(network), games=4, simulations=4)
    >>> positions.observations.shape[1:] == game.observation_shape, positions.policies.shape[1]
    (True, 9)

    Args:
        game: the game, or an argument of `boardai.load`.
        network: `boardai.search.Network(f)`, whose f always gets `at_once` rows, so that a jitted function is traced
            once; or a run's `evaluator()`.
        games: number of games played to the end.
        seed: equal seeds, networks and settings give equal games.
        **changes: settings of self-play, with the names of `python -m boardai.train GAME -h` after `--selfplay.`:
            `simulations=64`, `search="puct"`, `temperature={"plies": 10}`; `at_once` (64) games are played in parallel.

    Raises:
        ValueError: a setting out of range, or a network whose outputs have the wrong shape.
    """
    game = as_game(game)
    at_once = int(changes.pop("at_once", min(games, 64)))
    usual = SelfPlayConfig(games=at_once, games_per_iteration=games, groups=1)
    config = merged(usual, changes, "settings", "selfplay.")
    if isinstance(network, Network):
        network = CallersNetwork(network.function, game.observation_shape, game.policy_size, config.batch_rows)
    elif network.batch_size != config.batch_rows:
        raise ValueError(
            f"network: its batches have {network.batch_size} rows, but {config.games} games at once "
            f"ask for {config.batch_rows}"
        )
    played = SelfPlayGroups(game, config, seed).play(network, 1)
    return _from_parts(game, played.parts)


def run_games(run: str | Path, game: str | Game, iterations: Iterable[int] | None = None) -> PositionArrays:
    """The training positions of an AlphaZero run.

    >>> game = boardai.load("hex", size=3)
    >>> first = boardai.learn.run_games("runs/hex", game, iterations=[1])
    >>> len(boardai.learn.run_games("runs/hex", game)) > len(first)
    True

    Args:
        run: the run's folder.
        game: the run's game, or an argument of `boardai.load`; for a run on several boards, any of them.
        iterations: the iterations whose games are read; all existing ones by default.

    Raises:
        ValueError: no games of such an iteration or on this board, or a damaged file.
    """
    game = as_game(game)
    folder = Path(run)
    files = [games_path(folder, one) for one in (game_iterations(folder) if iterations is None else iterations)]
    missing = next((file for file in files if not file.exists()), None)
    if missing is not None or not files:
        raise ValueError(f"{missing or folder / 'games'}: no games")
    parts = []
    for file in map(read_game_file, files):
        for board in dict.fromkeys(file.boards):
            if on_board(game, board).spec == game.spec:
                parts += file.parts_of(board)
    if not any(parts):
        raise ValueError(f"{folder / 'games'}: no games on {game.spec}")
    return _from_parts(game, parts)


def labelled_positions(
    paths: str | Path | Iterable[str | Path], game: str | Game, *, held_out: float = 0.1, seed: int = 0, **changes: Any
) -> tuple[PositionArrays, PositionArrays]:
    r"""Positions of datasets (`python -m boardai.label`) and game files, split into training and held-out positions.

    >>> from pathlib import Path
    >>> game = boardai.load("chess")
    >>> _ = Path("games.pgn").write_text("\n".join(f"1. {first} e5 2. d3 d6 1-0" for first in ("e4", "c4", "g3")))
    >>> learned, held_out = boardai.learn.labelled_positions("games.pgn", game, held_out=0.5, seed=1)
    >>> len(learned) + len(held_out), sorted(set(learned.outcomes.tolist()))
    (12, [-1.0, 1.0])

    All positions of a game are in the same part.

    Args:
        paths: folders of labelled positions, or game files.
        game: the game of all of them.
        held_out: share of the games that is held out.
        seed: seed of the split.
        **changes: other fields of `ExamplesConfig`, the settings of the targets.

    Raises:
        ValueError: a file is of another game, damaged or of an unknown format; or there are no training positions.
    """
    game = as_game(game)
    names = [str(paths)] if isinstance(paths, str | Path) else [str(path) for path in paths]
    config = merged(ExamplesConfig(), {"validation": held_out, **changes}, "settings", "examples.")
    arrays = []
    for positions in load_examples(names, game, config, seed):
        batch = TrainingBatch(game.observation_shape, game.policy_size, len(positions))
        positions.fill(batch, range(len(positions)))
        arrays.append(PositionArrays.of(batch))
    return arrays[0], arrays[1]


def _from_parts(game: Game, parts: list[bytes]) -> PositionArrays:
    buffer = ReplayBuffer(game, ReplayConfig(capacity=_ROOM))
    buffer.add_games(parts, 1)
    if buffer.positions_added > buffer.size:
        raise ValueError(f"{buffer.positions_added:,} positions are more than {_ROOM:,}: read fewer games at once")
    return PositionArrays.of(buffer.read_all())
