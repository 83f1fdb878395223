"""Common code of methods that train a network, and of those that learn from their own games.

Such games go to a file and into the replay buffer; the number of training steps is in proportion to the new positions;
a gate, if configured, decides whether new weights play (`boardai.learn.evaluation.matches.Gate`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from boardai.arena.match import MatchResult
from boardai.basics.seeds import long_seed_of
from boardai.game import Game
from boardai.learn.evaluation.matches import Gate, Weights
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Leaves, Network
from boardai.learn.runs.checkpoint import Saved, Trees, checkpoint_path, load_network, size_in
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.method import Method, Reporter, Totals
from boardai.learn.runs.trained_network import start_weights
from boardai.learn.self_play.game_files import Contents
from boardai.learn.self_play.replay import ReplayBuffer, Samples
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.given import USUAL, Given
from boardai.learn.training.learner import Learner
from boardai.players import Player
from boardai.players.network import PolicyPlayer
from boardai.players.value import ValuePlayer


class NetworkLearner(Method):
    """A method that trains a network; in matches, its value plays one ply ahead by default (Kostin 2025, engine B).

    Args:
        game: the game.
        config: the run's settings.
        reporter: receives reports of progress.
        stop: called often; may raise.
        given: the user's loss, optimiser and batch augmentation.
        columns: additional columns of the replay buffer for the code that fills the batches.
        targets: additional columns for the loss.

    Raises:
        ValueError: settings that are incompatible with the game or each other.
    """

    kinds: tuple[str, ...] = ("value",)
    players = "value = one ply by the network's value, policy = its most likely move"
    match_rows: int

    def __init__(
        self,
        game: Game,
        config: Any,
        reporter: Reporter,
        stop: Callable[[], None],
        given: Given = USUAL,
        columns: Mapping[str, tuple[int, ...]] | None = None,
        targets: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        super().__init__(game, config, reporter, stop, self.other_boards())
        self.network = Network(
            game.observation_shape, game.policy_size, config.network, config.seed, policy_cells=game.policy_cells
        )
        self.learner = Learner(self.first_to_train(), config.learn, given, columns, targets, config.seed)
        self.totals = Totals()

    def other_boards(self) -> Sequence[Game]:
        """Boards besides the game's own that the final matches are played on; none by default."""
        return ()

    def first_to_train(self) -> Network:
        """The network for the first training steps; by default the one that plays."""
        return self.network

    def open(self, folder: RunFolder) -> None:
        """Sets the run's folder; a new run may start from another run's weights."""
        super().open(folder)
        start_weights(self.learner, folder, self.game)

    def wanted(self) -> Trees:
        """The arrays of a checkpoint."""
        return self.learner.trees()

    def match_weights(self) -> Evaluator:
        """The averaged weights, if the run averages."""
        return self.match_evaluator(*self.learner.match_weights())

    def match_weights_at(self, iteration: int) -> Evaluator | None:
        """The weights of a checkpoint; None if it was removed."""
        path = checkpoint_path(self._folder.checkpoint_folder, iteration)
        if not path.exists():
            return None
        network = self.network_of(size_in(path))
        return self.match_evaluator(*load_network(path, network), network)

    def network_of(self, size: Any) -> Network:
        """The network for the tower size that a checkpoint records; None: it records none."""
        return self.network

    def match_evaluator(self, parameters: Leaves, statistics: Leaves, network: Network | None = None) -> Evaluator:
        """Weights in the form for matches."""
        return Evaluator(network or self.network, parameters, statistics, self.match_rows)

    def player(self, kind: str, game: Game, weights: Evaluator, seed: int) -> Player:
        """A player that uses the policy, or the value one ply ahead."""
        return PolicyPlayer(game, weights) if kind == "policy" else ValuePlayer(weights)


@dataclass
class GameTotals(Totals):
    """Sums over a run that plays its own games.

    Attributes:
        best: with a gate: the iteration whose weights play.
    """

    best: int = 0


class GameLearner(NetworkLearner):
    """A method for a network that learns from its own games; arguments as in `NetworkLearner`."""

    gate_player = "value"
    make_totals: type[GameTotals] = GameTotals
    make_replay: type[ReplayBuffer] = ReplayBuffer

    def __init__(self, game: Game, config: Any, *given: Any) -> None:
        super().__init__(game, config, *given)
        self.replay = self.new_replay()
        self.totals, self.samples = self.make_totals(), Samples()
        self.gate = Gate(config.arena.gate, self._read_weights, self._gate_match, self._reporter.message)
        self._due = (0, 0)  # first step and number of steps of this iteration's training

    def new_replay(self) -> ReplayBuffer:
        """A new, empty buffer."""
        return self.make_replay(self.game, self.config.replay)

    @abstractmethod
    def open_games(self) -> list[bytes]:
        """Games that continue in the next iteration."""

    def train(self, share: float, check: Callable[[], None] = lambda: None) -> dict[str, Any]:
        """Runs the training steps due for the buffer's positions; `check` is called before each and may raise."""

        def stop() -> None:
            self._stop()
            check()

        batch_size = self.config.learn.batch_size
        owed = self.samples.credited(self.config.replay, self.replay.positions_added, self.replay.games_added)
        self._due = (self.learner.steps, owed.steps(batch_size))
        learned = self.learner.train(self._due[1], share, self._fill, stop)
        self.samples = owed.after(self._due[1], batch_size)
        return learned

    def saved(self) -> Saved:
        """Weights, optimiser, totals and the open games; the buffer is in the game files."""
        return Saved(self.learner.trees(), {**vars(self.totals), "samples": asdict(self.samples)}, self.open_games())

    def restore(self, saved: Saved, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Restores a checkpoint and fills the buffer from the game files.

        Raises:
            ValueError: a game file is missing or damaged.
        """
        state = dict(saved.state)
        samples = state.pop("samples", None)
        self.totals = self.make_totals(**state)
        self.run_matches.seconds_per_side = self.totals.match_seconds
        self.samples = Samples.restored(samples, self.config, self.totals)
        self.gate.forget()
        self.learner.restore(saved.trees, self.totals.steps)
        self.restore_replay(iteration, reading)

    def restore_replay(self, iteration: int, reading: Callable[[int, int], None]) -> None:
        """Fills the buffer from the game files, as it was at the end of an iteration.

        Raises:
            ValueError: a game file is missing or damaged.
        """
        total = Contents(self.totals.games, self.totals.positions)
        self.replay.restore(self._folder.games_path, iteration, total, reading, self._folder.without_games)

    def needed(self) -> set[int]:
        """With a gate: the checkpoint that the playing weights are loaded from when the run is resumed."""
        return {self.totals.best}

    def play_weights(self) -> Weights:
        """The weights that play games: the newest, or the last ones that passed the gate."""
        return self.gate.weights(self.totals.best, self.learner.play_weights())

    def _read_weights(self, iteration: int) -> Weights:
        return load_network(checkpoint_path(self._folder.checkpoint_folder, iteration), self.network)

    def _gate_match(self, number: int, candidate: Weights, best: Weights) -> MatchResult:
        first, second = (self.match_evaluator(*weights) for weights in (candidate, best))
        return self.run_matches.gate_match(number, first, second, self.gate_player)

    def _fill(self, step: int, batch: TrainingBatch) -> None:
        self._reporter.phase("learning", step - self._due[0], self._due[1])
        self.replay.sample_into(batch, long_seed_of(self.config.seed, f"step {step}"))
