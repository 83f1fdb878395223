"""AlphaZero on several boards at once: one network, whose weights fit a board of any size.

As alphazero.py, but an iteration's games are played on all boards of `selfplay.boards`, in shares that change during
the run (boardai/learn/self_play/curriculum.py), and each batch has positions of all boards. Each board has a network of
its size, and all these share their weights: convolutions, and heads that use means and maxima. A batch is computed on a
canvas that holds its largest board; cells off a board are masked.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.learn import hosts
from boardai.learn.learners.alphazero import AlphaZero, Shown
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.canvas import canvas_layout
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Leaves, Network
from boardai.learn.network.packing import PackedPlanes
from boardai.learn.runs.checkpoint import Saved
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.method import Method
from boardai.learn.self_play.actor import Play
from boardai.learn.self_play.boards import Board, BoardBuffers, BoardGroups, boards_of, one_after_the_other
from boardai.learn.self_play.curriculum import PLACE, allotted, shares
from boardai.learn.self_play.game_files import Contents, write_games
from boardai.learn.self_play.self_play import Played
from boardai.learn.settings import require
from boardai.players import Player

# Losses that are also measured for each board, by their names in metrics.
_LOSSES = ("policy_loss", "value_loss")


def alphazero(game: Game, config: TrainConfig, *given: Any) -> Method:
    """The method `alphazero` of a run, on its own board or on several; arguments as in `NetworkLearner`."""
    return (AlphaZeroOnBoards if config.selfplay.boards else AlphaZero)(game, config, *given)


@dataclass
class BoardTotals:
    """A board's entry in a checkpoint.

    Attributes:
        games: games that were learned from.
        positions: positions of these games.
        owed: number of games by which the board is behind its share of the run.
        added_games: games of the last iteration.
        added_positions: positions of the last iteration.
    """

    games: int = 0
    positions: int = 0
    owed: float = 0.0
    added_games: int = 0
    added_positions: int = 0


class WeightsOnBoards:
    """Weights ready to play on any board of a run.

    Args:
        make: makes an evaluator for a board, by its number.
        boards: the boards of the run.
    """

    def __init__(self, make: Callable[[int], Evaluator], boards: Sequence[Board]) -> None:
        self._make, self._numbers = make, {board.game.spec: number for number, board in enumerate(boards)}
        self._made: dict[int, Evaluator] = {}
        self._lock = threading.Lock()

    def on(self, game: Game) -> Evaluator:
        """The evaluator of a game, which is one of the boards; players of a match share it."""
        number = self._numbers[game.spec]
        with self._lock:
            if number not in self._made:
                self._made[number] = self._make(number)
            return self._made[number]


def _marks_the_board(game: Game, plane: int) -> bool:
    """Whether a plane has only zeros and ones, and ones on all cells that the players' first moves go to."""
    first = game.initial_state()
    for state in (first, first.child(first.legal_actions()[0])):
        cells = state.observation()[..., plane]
        planes = game.policy_size // cells.size
        moves = [state.policy_index(action) for action in state.legal_actions()]
        to = [move % cells.size for move in moves if move < planes * cells.size]
        if not (np.isin(cells, (0, 1)).all() and cells.any() and cells.ravel()[np.array(to, int)].all()):
            return False
    return True


class AlphaZeroOnBoards(AlphaZero):
    """The method `alphazero` of a run on several boards; arguments as in `NetworkLearner`.

    Raises:
        ValueError: settings that are incompatible with the game, the boards or each other.
    """

    replay: BoardBuffers  # type: ignore[assignment]  # what a run asks of its buffer

    def __init__(self, game: Game, config: TrainConfig, *given: Any) -> None:
        require(hosts.count() == 1, PLACE, "several hosts (--hosts) share the games of one board: use one host")
        require(game.policy_cells is None, PLACE, f"the policy of {game.name} is not planes of its board")
        self.boards = boards_of(game, config.selfplay)
        self.own = next(number for number, board in enumerate(self.boards) if board.game.spec == game.spec)
        self._config, self._shares, self._played = config, [0.0] * len(self.boards), [0] * len(self.boards)
        self._canvases: dict[int, Network] = {}
        super().__init__(game, config, *given)
        self._networks_of = [self._network_of(board.game) for board in self.boards]
        self._play_networks = [
            network.at_play() if not config.selfplay.packed else network for network in self._networks_of
        ]
        self._packings = [
            PackedPlanes.of(network, board.game) if config.selfplay.packed else None
            for network, board in zip(self._networks_of, self.boards, strict=True)
        ]
        self.board_totals = [BoardTotals() for _ in self.boards]
        self._check_boards()

    def _check_boards(self) -> None:
        """Rejects boards that cannot share all weights, or that the plane `network.board_plane` does not mark."""
        plane = self._config.network.board_plane
        weights = [leaf.shape for leaf in self.network.parameters]
        for board, network in zip(self.boards, self._networks_of, strict=True):
            require(
                [leaf.shape for leaf in network.parameters] == weights,
                PLACE,
                f"{board.game.spec} has other planes or moves than {self.game.spec}: one network cannot play both",
            )
            require(
                _marks_the_board(board.game, plane),
                "network.board_plane",
                f"plane {plane} of {board.game.spec} does not mark the cells of its board with 1",
            )

    def _network_of(self, game: Game) -> Network:
        if game.spec == self.game.spec:
            return self.network
        return Network(game.observation_shape, game.policy_size, self._config.network, self._config.seed)

    def _canvas(self, side: int) -> Network:
        """The network in training: for a square canvas of this side, with the common weights."""
        if side not in self._canvases:
            config = dataclasses.replace(self._config.network, canvas=side)
            game = min(self.boards, key=lambda board: board.side).game
            _, _, shape, size = canvas_layout(game.observation_shape, game.policy_size, config, None)
            self._canvases[side] = Network(shape, size, self._config.network, self._config.seed)
        return self._canvases[side]

    def other_boards(self) -> Sequence[Game]:
        """All boards except the run's own."""
        return [board.game for number, board in enumerate(self.boards) if number != self.own]

    def first_to_train(self) -> Network:
        """The network of the first canvas."""
        return self._canvas(max(board.side for board in self.boards if board.weights.weights[0] > 0))

    def new_replay(self) -> BoardBuffers:  # type: ignore[override]
        """A buffer for each board."""
        return BoardBuffers(self.boards, self._config.replay, self._config.network)

    def _new_self_play(self) -> BoardGroups:  # type: ignore[override]
        return BoardGroups(self.boards, self._config.selfplay, self._config.seed)

    def describe(self) -> list[str]:
        """A description of the training and the boards."""
        ends = [shares(self._config.selfplay.curriculum, progress) for progress in (0.0, 1.0)]
        parts = [
            f"{board.name} {100 * first:.0f} to {100 * last:.0f} %"
            for board, first, last in zip(self.boards, *ends, strict=True)
        ]
        return [
            *super().describe(),
            f"boards, by their share of the games at the beginning and the end: {', '.join(parts)}",
        ]

    def iterate(self, number: int, share: float) -> dict[str, Any]:
        """As on one board; the metrics also report games and losses by board."""
        self._shares = shares(self._config.selfplay.curriculum, share)
        line = super().iterate(number, share)
        for totals, added, wanted, played in zip(
            self.board_totals, self.replay.added, self._shares, self._played, strict=True
        ):
            totals.owed += wanted * sum(self._played) - played
            totals.added_games, totals.added_positions = added.games, added.positions
            totals.games += added.games
            totals.positions += added.positions
        self.totals.boards = {
            board.name: dataclasses.asdict(totals) for board, totals in zip(self.boards, self.board_totals, strict=True)
        }
        return {**line, **self._by_board(number)}

    def _by_board(self, number: int) -> dict[str, Any]:
        """Metrics by board name: the games played, and the losses of its positions with the current weights."""
        names = [board.name for board in self.boards]
        found: dict[str, Any] = {
            "games_by_board": dict(zip(names, self._played, strict=True)),
            "positions_by_board": {name: added.positions for name, added in zip(names, self.replay.added, strict=True)},
        }
        if not self.learner.steps:
            return found
        self.learner.move_to(self._canvas(self.replay.largest_side))
        batch = self.learner.new_batch()
        for place, name in enumerate(names):
            if self.replay.buffers[place].size:
                self._stop()
                self.replay.sample_board_into(batch, place, seed_of(self._config.seed, "measure", number, name))
                measured = self.learner.measured(batch)
                for loss in _LOSSES:
                    found.setdefault(f"{loss}_by_board", {})[name] = measured[loss]
        return found

    def train(self, share: float, check: Callable[[], None] = lambda: None) -> dict[str, Any]:
        """Runs the training steps that are due, each on the smallest canvas that holds its boards."""
        self.learner.move_to(self._canvas(self.replay.side))
        return super().train(share, check)

    def open(self, folder: RunFolder) -> None:
        """As for a run on one board."""
        super().open(folder)
        groups: Any = self._self_play
        groups.watch(folder.path)

    def _self_played(self, number: int) -> tuple[Play, Shown]:
        quota, weights = self._config.selfplay.games_per_iteration, self.play_weights()
        games = allotted([totals.owed for totals in self.board_totals], self._shares, quota)
        evaluators = [self._evaluator_on(board, *weights) if count else None for board, count in enumerate(games)]

        def play(stop: Callable[[], None], progress: Callable[[int], None]) -> Played:
            groups: Any = self._self_play
            found = groups.play(evaluators, games, number, stop, progress)
            self._played = [one.counts["games"] for one in found]
            return one_after_the_other(found)

        return play, lambda done: self._reporter.phase("self-play", done, quota)

    def _evaluator_on(self, board: int, parameters: Leaves, statistics: Leaves) -> Evaluator:
        rows, packing = self._config.selfplay.batch_rows, self._packings[board]
        return Evaluator(self._play_networks[board], parameters, statistics, rows, packing=packing)

    def _measure_inference_rate(self) -> None:
        """Does nothing: the rate would differ between boards."""

    def _reanalysed(self, added: Contents, number: int) -> tuple[int, bytes]:
        return 0, b""  # the settings do not allow it

    def _write_games(self, number: int, played: Played, added: Contents, targets: bytes) -> None:
        boards = {board.name: its for board, its in zip(self.boards, self.replay.added, strict=True)}
        write_games(self._folder.games_path(number), number, played.parts, added, targets, boards)

    def match_evaluator(  # type: ignore[override]
        self, parameters: Leaves, statistics: Leaves, network: Network | None = None
    ) -> WeightsOnBoards:
        """Weights in the form for matches, on any of the boards."""

        def make(board: int) -> Evaluator:
            return Evaluator(self._networks_of[board], parameters, statistics, self.match_rows, seldom_full=True)

        return WeightsOnBoards(make, self.boards)

    def player(self, kind: str, game: Game, weights: Any, seed: int) -> Player:
        """A player on one of the boards."""
        return super().player(kind, game, weights.on(game), seed)

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Restores a checkpoint, the open games and the buffers of all boards."""
        tables = saved.state.get("boards") or {}
        self.board_totals = [BoardTotals(**tables.get(board.name, {})) for board in self.boards]
        super().restore(saved, iteration, reading)
        self.replay.added = [Contents(one.added_games, one.added_positions) for one in self.board_totals]

    def restore_replay(self, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Fills the buffers of all boards from the game files."""
        totals = [Contents(one.games, one.positions) for one in self.board_totals]
        self.replay.restore(self._folder.games_path, iteration, totals, reading, self._folder.without_games)
