"""A run's folder as an object: its metrics, its network or evaluation, and its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.special import softmax

from boardai.arena.match import MatchResult, play_match
from boardai.basics.checksums import read_sealed
from boardai.basics.trust import Trust, require, trusted, trusting
from boardai.drawing import page
from boardai.game import Game, code_in_game, load
from boardai.learn.network.config import name_of_architecture
from boardai.learn.network.flax_network import FlaxNetwork
from boardai.learn.network.inference import Evaluator
from boardai.learn.runs.checkpoint import checkpoints, load_evaluation_at, load_run_evaluation
from boardai.learn.runs.config import RunConfig
from boardai.learn.runs.folder import read_run
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.trained_network import load_evaluator, load_trained
from boardai.learn.settings import dotted
from boardai.players.kinds import load_agent
from boardai.players.network import PolicyPlayer
from boardai.players.player import Player
from boardai.players.searches import network_search
from boardai.players.spec import AgentSpec
from boardai.search.batches import padded
from boardai.search.evaluated import Network
from boardai.search.evaluations.archives import ArchiveEvaluation
from boardai.search.evaluations.naming import RUN_FILE

if TYPE_CHECKING:
    import pandas

PREDICTED_AT_ONCE = 256  # batch size
_SHOWN_ROWS = 12
_SHOWN = ("iteration", "games", "policy_loss", "q_loss", "value_loss", "error", "validation_score_error",
          "validation_result_error", "mean_length", "elo", "seconds.total")  # fmt: skip


class Metrics(Mapping[str, np.ndarray]):
    """The metrics of a run: a column for every name, a row for every iteration (docs/metrics.md).

    >>> metrics = boardai.learn.open_run("runs/hex").metrics
    >>> metrics["iteration"], "policy_loss" in metrics, metrics["seconds.total"].shape
    (array([1, 2]), True, (2,))

    Nested values have dotted names (`seconds.self_play`). A column of numbers is float64, with NaN for iterations
    without a value, or int64 if all iterations have integers; other columns, such as lists, are arrays of objects.

    Args:
        lines: lines of metrics.jsonl.
    """

    def __init__(self, lines: Sequence[Mapping[str, Any]]) -> None:
        self.lines = [dict(line) for line in lines]
        rows = [dotted(line) for line in self.lines]
        names = dict.fromkeys(name for row in rows for name in row)
        self._columns = {name: _column([row.get(name) for row in rows]) for name in names}

    def __getitem__(self, name: str) -> np.ndarray:
        """A column.

        Raises:
            KeyError: the run has no such metric.
        """
        return self._columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        """Number of columns; `metrics["iteration"]` has a row for every iteration."""
        return len(self._columns)

    def to_pandas(self) -> pandas.DataFrame:
        """The metrics as a pandas DataFrame.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        import pandas

        return pandas.DataFrame(self._columns)

    def __repr__(self) -> str:
        return f"<Metrics of {len(self.lines)} iterations: {', '.join(self._columns)}>"

    def __str__(self) -> str:
        names, rows = self._shown()
        return "\n".join(page.aligned([names, *rows]))

    def _repr_html_(self) -> str:
        return page.table(*self._shown())

    def _shown(self) -> tuple[list[str], list[list[str]]]:
        """The most informative columns, for evenly spaced iterations including the last one."""
        names = [name for name in _SHOWN if name in self._columns]
        count = len(self.lines)
        rows = min(_SHOWN_ROWS, count)
        places = sorted({count - 1 - (number * count) // rows for number in range(rows)})
        return names, [[_cell(self._columns[name][place]) for name in names] for place in places]


def _column(values: list[Any]) -> np.ndarray:
    numbers = [value for value in values if value is not None]
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in numbers):
        whole = len(numbers) == len(values) and all(isinstance(value, int) for value in numbers)
        return np.array([np.nan if value is None else value for value in values], np.int64 if whole else np.float64)
    column = np.empty(len(values), object)
    column[:] = values
    return column


def _cell(value: Any) -> str:
    if isinstance(value, float | np.floating):
        return "" if np.isnan(value) else f"{value:.4g}"
    return "" if value is None else str(value)


class Evaluation(NamedTuple):
    """A run's evaluation of states, each for its player to move.

    >>> run = boardai.learn.open_run("runs/hex")
    >>> policies, values = run.evaluate([run.game.initial_state()])
    >>> policies.shape, values.shape, round(float(policies.sum()), 3)
    ((1, 9), (1,), 1.0)

    Attributes:
        policies: `[n, policy_size]`, with sum 1 over the legal actions and 0 elsewhere; None if the run learned only an
            evaluation.
        values: expected outcomes `[n]` in [-1, 1].
    """

    policies: np.ndarray | None
    values: np.ndarray


class TrainedRun:
    """A run's folder: `train` and `resume` return it, `open_run` opens it.

    >>> run = boardai.learn.open_run("runs/hex")
    >>> run.game.spec, run.learner, run.checkpoints
    ('hex:size=3', 'alphazero', [0, 1, 2])
    >>> run.play("random", games=2).games
    2

    It keeps no files open: while the run continues in another process, it returns the current state.

    Args:
        path: the folder.
        game: the run's game, loaded.

    Attributes:
        path: the folder.
        game: the game of the run.
    """

    def __init__(self, path: Path, game: Game) -> None:
        self.path, self.game, self._opened_with = path, game, trusted()
        self._evaluators: dict[tuple[int, int | None], Evaluator] = {}

    @property
    def trust(self) -> Trust:
        """The code named by the folder that is allowed to run: trusted when it was opened, or trusted now."""
        return self._opened_with | trusted()

    @property
    def settings(self) -> RunConfig:
        """The settings, an object of the learner's class."""
        config: RunConfig = read_run(self.path)[1]
        return config

    @property
    def learner(self) -> str:
        """The name of the learner."""
        return str(read_run(self.path)[0]["learner"])

    @property
    def metrics(self) -> Metrics:
        """The metrics of all iterations so far."""
        return Metrics(read_metrics(self.path))

    @property
    def checkpoints(self) -> list[int]:
        """The iterations with a checkpoint; 0 is the initial one."""
        return checkpoints(self.path / "checkpoints")

    @property
    def report(self) -> dict[str, Any] | None:
        """The final matches; None before the end."""
        file = self.path / "report.json"
        return read_sealed(file)[0] if file.exists() else None

    def evaluator(self, checkpoint: int | None = None, rows: int | None = None) -> Evaluator:
        """The network, compiled for batches of one size: planes `[rows, H, W, C]` to logits and values.

        Args:
            checkpoint: an iteration; the newest by default.
            rows: rows of a batch; by default those of the run's self-play.

        Raises:
            ValueError: no such checkpoint, or the run has no network.
        """
        key = (self.checkpoints[-1] if checkpoint is None else checkpoint, rows)
        if key not in self._evaluators:
            with trusting(self.trust):
                self._evaluators[key] = load_evaluator(self.path, self.game, key[0], rows)
        return self._evaluators[key]

    def network(self, checkpoint: int | None = None, *, draws: bool = False, moves_left: bool = False) -> Network:
        """The network as an evaluator of searches: `puct(state, evaluator=run.network())`.

        Args:
            checkpoint: an iteration; the newest by default.
            draws: whether it also predicts the probability of a draw, for searches with `draw_score`.
            moves_left: whether it also predicts the plies left, for searches with `moves_left_effect`.

        Short batches are padded, so that it is compiled only once. It also evaluates states of a game that differs from
        the run's only in the planes (`chess` with a run on `chess:history=0`).

        Raises:
            ValueError: as in `evaluator`; or the network has no head for a requested prediction.
        """
        evaluator = self.evaluator(checkpoint)
        if draws or moves_left:
            evaluator = evaluator.with_forecasts(draws, moves_left)
        return Network(padded(evaluator), self.game.to_view)

    def flax(self, checkpoint: int | None = None) -> FlaxNetwork:
        """The network as a pure function and its variables, for programs of JAX, flax and mctx.

        >>> apply, parameters, state = boardai.learn.open_run("runs/hex").flax()

        The weights are those that play: averaged over training steps if the run averages.

        Args:
            checkpoint: an iteration; the newest by default.

        Raises:
            ValueError: no such checkpoint, or the run has no network.
        """
        with trusting(self.trust):
            trained = load_trained(self.path, checkpoint, self.game)
        return FlaxNetwork.of(trained.network, trained.parameters, trained.statistics)

    def evaluation(self, checkpoint: int | None = None) -> ArchiveEvaluation:
        """The evaluation that a run of `accumulator`, `td`, `td-leaf` or `mouse` has learned.

        Args:
            checkpoint: an iteration; the newest weights by default.

        Raises:
            ValueError: the run learned a network, or there is no such checkpoint.
        """
        return load_run_evaluation(self.path) if checkpoint is None else load_evaluation_at(self.path, checkpoint)

    def evaluate(self, states: Sequence[Any], checkpoint: int | None = None, rows: int | None = None) -> Evaluation:
        """Policies and values of states; they unpack: `policies, values = run.evaluate(states)`.

        Args:
            states: unfinished states of the run's game, or of a game that differs only in the planes (`chess` with a
                run on `chess:history=0`).
            checkpoint: an iteration; the newest by default.
            rows: batch size of the network, as in `evaluator`.

        Raises:
            ValueError: a state is finished or of another game, or there is no such checkpoint.
        """
        if not isinstance(states, Sequence | np.ndarray):
            raise TypeError(f"states must be a list of states, not a {type(states).__name__}")
        for number, state in enumerate(states):
            if state.is_terminal():
                raise ValueError(f"states[{number}]: the game is over, so there is nothing to predict")
        if (self.path / RUN_FILE).exists():
            learned = self.evaluation(checkpoint)
            scores = np.array([learned(state) for state in states], np.float64)
            return Evaluation(None, np.tanh(scores / learned.scale).astype(np.float32))
        ask = padded(self.evaluator(checkpoint, rows))
        shape = self.game.observation_shape
        planes = np.empty((len(states), *shape), np.float32)
        for row, state in enumerate(states):
            if state.observation_shape != shape:
                try:
                    state = self.game.to_view(state)
                except ValueError as error:
                    raise ValueError(f"states[{row}]: {error}") from None
            planes[row] = state.observation()
        logits, values = ask(planes)
        legal = np.array([state.legal_mask() for state in states], bool).reshape(len(states), self.game.policy_size)
        return Evaluation(softmax(np.where(legal, logits, -np.inf), axis=1), values)

    def predict(self, states: Sequence[Any], checkpoint: int | None = None) -> np.ndarray:
        """For each state, the probability that the first player wins; a draw is half a win.

        >>> run = boardai.learn.open_run("runs/hex")
        >>> middle = run.game.from_string("3/1b1/3 w no-swap")
        >>> won = run.game.from_string("1b1/1bw/wb1 w no-swap")
        >>> found = run.predict([middle, won])
        >>> found.shape, float(found[1])
        ((2,), 1.0)

        For a finished game it is the result. Any number of states is evaluated in batches of one size. A run of the
        learner `classifier` has learned this probability; for other runs it is converted from the value of the network
        or evaluation, where 0 means even chances.

        Args:
            states: as in `evaluate`, also finished ones.
            checkpoint: an iteration; the newest by default.

        Returns:
            float64 `[len(states)]`, 0 to 1.

        Raises:
            ValueError: a state is of another game, or there is no such checkpoint.
        """
        open_states = [state for state in states if not state.is_terminal()]
        values = iter(self.evaluate(open_states, checkpoint, PREDICTED_AT_ONCE).values if open_states else ())
        found = []
        for state in states:
            value = state.outcome(0) if state.is_terminal() else float(next(values))
            first = state.is_terminal() or state.current_player() == 0
            found.append((1.0 + (value if first else -value)) / 2)
        return np.array(found, np.float64)

    def agent(self, search: str = "gumbel", checkpoint: int | None = None, seed: int = 0) -> Player:
        """A player that uses what the run has learned.

        Args:
            search: `gumbel:simulations=64` or `puct:...`; `policy` for the most likely move; `muzero:simulations=64`
                for a run of `muzero`; for a learned evaluation, any search that accepts one: `pvs:depth=6`.
            checkpoint: an iteration; the newest by default.
            seed: seed of its random choices.

        Raises:
            ValueError: no such search, or it is incompatible with the run.
        """
        if (self.path / RUN_FILE).exists():
            if checkpoint is not None:
                raise ValueError(
                    "checkpoint: a player with a learned evaluation uses the run's newest weights, or a file: "
                    "python -m boardai.export RUN --checkpoint N"
                )
            with trusting(self.trust):
                return load_agent(AgentSpec.parse(search).with_(evaluator=self.path), self.game, seed)
        if search == "policy":
            return PolicyPlayer(self.game, self.evaluator(checkpoint))
        spec = AgentSpec.parse(search)
        if spec.name == "muzero":
            chosen = {} if checkpoint is None else {"checkpoint": checkpoint}
            with trusting(self.trust):
                return load_agent(spec.with_(run=self.path, **chosen), self.game, seed)
        tree = network_search(search)
        return tree.player(self.game, self.evaluator(checkpoint, tree.rows), seed)

    def play(
        self, opponent: str | Player = "greedy", *, games: int = 20, search: str = "", seed: int = 0, **options: Any
    ) -> MatchResult:
        """Plays a match of the run's agent against an opponent.

        Args:
            opponent: an agent, or its spec.
            games: an even number.
            search: as in `agent`; by default `gumbel`, or `pvs:depth=4` for a learned evaluation.
            seed: seed of openings and agents.
            **options: options of `boardai.arena.match.play_match`.
        """
        usual = "pvs:depth=4" if (self.path / RUN_FILE).exists() else "gumbel"
        other = load_agent(opponent, self.game, seed) if isinstance(opponent, str) else opponent
        options = {"opening_plies": 2, "max_plies": self.settings.arena.max_plies, **options}
        return play_match(self.game, self.agent(search or usual, seed=seed), other, games=games, seed=seed, **options)

    def __repr__(self) -> str:
        return f"<TrainedRun {self.path} of {self.game.spec}, iteration {self.checkpoints[-1]}>"

    def _repr_html_(self) -> str:
        facts = {"run": self.path, "game": self.game.spec, "learner": self.learner, "iteration": self.checkpoints[-1]}
        for name, match in ((self.report or {}).get("matches") or {}).items():
            trained = match["trained"]
            facts[name] = f"{100 * trained['score']:.1f} %" if trained else ""
        return page.text("\n".join(f"{name}: {fact}" for name, fact in facts.items())) + self.metrics._repr_html_()


def open_run(path: str | Path, *, game: Game | None = None, network: type[Any] | None = None) -> TrainedRun:
    """Opens a run's folder.

    >>> boardai.learn.open_run("runs/hex").settings.selfplay.games_per_iteration
    16
    >>> boardai.learn.open_run("runs")
    Traceback (most recent call last):
        ...
    ValueError: runs is not a run folder: it has no run.json

    The folder names its game and its network. If they are user-written, opening it runs the game's file, and the
    network's class runs when it is first used. Both are refused unless you name them (`game`, `network`) or trust the
    folder: `with boardai.trusting(): ...` (docs/safety.md). Metrics, settings and reports run no code.

    Args:
        path: the folder, made by `train` or `python -m boardai.train`.
        game: the run's game, if its spec cannot load it or is not trusted; the game that the folder names is then not
            loaded.
        network: the run's network class, if its name cannot be imported (a class of a notebook's cell) or is not
            trusted.

    Raises:
        ValueError: the folder is not a run, or its game is code that only the folder names.
    """
    folder = Path(path)
    if network is not None:
        name_of_architecture(network)
    return opened_run(folder, read_run(folder)[0], game)


def opened_run(folder: Path, description: dict[str, Any], game: Game | None) -> TrainedRun:
    """`open_run` of a folder whose run.json has been read."""
    if game is None:
        require(code_in_game(description["game"]), f"{folder / 'run.json'}: game")
        game = load(description["game"])
    return TrainedRun(folder, game)
