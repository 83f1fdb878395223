"""Training from Python: the runs of `python -m boardai.train`, with your own network, loss and callback.

    from boardai import learn

    run = learn.train("hex:size=5", minutes=2)
    print(run.metrics["policy_loss"])
    policies, values = run.evaluate([state])
    run.agent("gumbel:simulations=64").choose(state)

A run is a folder, as for the command: a run started by one can be continued by the other, and a kill at any moment
loses at most one iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from optax import GradientTransformation

from boardai.basics.trust import Code, Trust, require, trusted, trusting
from boardai.command_line import number_of
from boardai.command_line.console import Console
from boardai.game import Game, code_in_game, game_text
from boardai.learn.learners.first_settings import start_of
from boardai.learn.network.config import NetworkConfig, name_of_architecture
from boardai.learn.runs.config import RunConfig, code_in_run, code_in_settings, code_named, refuse_unread
from boardai.learn.runs.folder import RunFolder, default_folder, read_run
from boardai.learn.runs.machine import device
from boardai.learn.runs.progress import ConsoleReporter
from boardai.learn.runs.run import Run
from boardai.learn.runs.stopping import Interrupted, stop_check
from boardai.learn.runs.trained_run import TrainedRun, opened_run
from boardai.learn.settings import merged, merged_tables, to_table
from boardai.learn.training.given import Augment, Given
from boardai.learn.training.losses import Loss
from boardai.search.run import check_on_interrupt

Callback = Callable[[dict[str, Any]], Any]


def train(
    game: str | Game,
    *,
    learner: str | None = None,
    preset: str | None = None,
    run: str | Path | None = None,
    network: type[Any] | NetworkConfig | Mapping[str, Any] | None = None,
    loss: Loss | None = None,
    optimizer: GradientTransformation | None = None,
    augment: Augment | None = None,
    callback: Callback | None = None,
    verbose: bool = True,
    on_interrupt: str = "raise",
    **changes: Any,
) -> TrainedRun:
    """Trains in a new run folder until a limit is reached.

    >>> small = {"selfplay.games_per_iteration": 16, "replay.minimum": 32, "learn.batch_size": 32}
    >>> run = boardai.learn.train("hex:size=3", iterations=1, verbose=False, **small, **{"arena.final_games": 2})
    >>> run.checkpoints
    [0, 1]
    >>> run.evaluate([run.game.initial_state()]).policies.shape
    (1, 9)
    >>> boardai.learn.open_run(run.path).game.spec
    'hex:size=3'

    Args:
        game: a spec (`hex:size=5`) or a game. A game that its spec cannot load (made in a notebook's cell) must be
            passed again when the run is opened.
        learner: `alphazero` or another of `boardai.learn.runs.registry.learners()`; None: the preset's learner.
        preset: one of the game's presets, or a TOML file; None: the preset with the learner's name if there is one,
            else `demo`.
        run: the new folder; None: `runs/GAME-TIME`.
        network: your own class (an `nnx.Module`, called with shape, policy size, settings and `rngs=`), a
            `NetworkConfig`, or some of its fields.
        loss: replaces the usual loss: (outputs, batch, settings) -> a scalar, or a scalar and metrics
            (`boardai.learn.training.losses`).
        optimizer: an optax optimiser that replaces the optimiser, learning rate, schedule, weight decay and clipping of
            the settings. It receives the gradients, and the parameters in the form of `TrainedRun.flax`, but not the
            loss.
        augment: (arrays, generator) -> arrays: changes each training batch (`boardai.learn.training.given`).
        callback: called with every iteration's metrics, as in metrics.jsonl. If it returns True, the run ends without
            final matches.
        verbose: whether progress is printed.
        on_interrupt: what Ctrl-C does after the current step: `raise` KeyboardInterrupt, or `return` the run so far.
            `resume` continues it in both cases.
        **changes: settings: `minutes=5`, `seed=1`, `selfplay={"simulations": 64}` or `**{"selfplay.simulations": 64}`;
            `python -m boardai.train GAME -h` lists them.

    Returns:
        The run.

    Raises:
        ValueError: no such game, preset or setting, a value out of range, a folder in use, a network or loss that does
            not fit, a setting that `optimizer` replaces, or an optimiser that needs the loss.
        FloatingPointError: training diverged.
    """
    check_on_interrupt(on_interrupt)
    loaded = game if isinstance(game, Game) else None
    spec = game.spec if isinstance(game, Game) else game
    start = start_of(spec, learner, preset, loaded)
    config = start.settings
    if network is not None and not hasattr(config, "network"):
        raise ValueError(f"network: the learner {start.learner} has none")
    if "minutes" in changes and "iterations" not in changes:
        # If the user sets a duration, the default number of iterations does not limit it.
        changes = {"iterations": 0, **changes}
    own = merged_tables({} if network is None else {"network": _network_table(network)}, _nested(changes))
    config = merged(start.settings, own, "settings")
    refuse_unread(start.settings, config)
    given = Given(loss, optimizer, augment)
    given.refuse_unread(own.get("learn", {}))
    named = trusted().naming([*code_in_game(spec), *_code_named(own)])
    with trusting(named):
        require(code_in_settings(config), start.preset.source)
    path = Path(run) if run is not None else default_folder(Path(start.game.name).stem)

    def folder(device: str) -> RunFolder:
        return RunFolder.create(path, game_text(start.game), config, device, start.learner, given.names())

    return _train(start.game, start.learner, config, folder, named, given, callback, verbose, on_interrupt)


def resume(
    run: str | Path | TrainedRun,
    *,
    game: Game | None = None,
    network: type[Any] | None = None,
    loss: Loss | None = None,
    optimizer: GradientTransformation | None = None,
    augment: Augment | None = None,
    callback: Callback | None = None,
    verbose: bool = True,
    on_interrupt: str = "raise",
    leave_out: Sequence[str] = (),
    start_from: int | None = None,
    **changes: Any,
) -> TrainedRun:
    """Continues a run from its newest intact checkpoint.

    >>> boardai.learn.resume("runs/hex", iterations=3, verbose=False).checkpoints
    [0, 1, 2, 3]

    Args:
        run: its folder, or the run that `train` returned.
        game: the run's game, if its spec cannot load it.
        network: the run's network class, if its name cannot be imported (a class of a notebook's cell).
        loss: the run's loss, if it has its own; the folder does not store it.
        optimizer: the run's optimiser, if it has its own. Its state must have the same arrays. Its learning rates may
            differ, except those that `optax.inject_hyperparams` stores in the state.
        augment: the run's augmentation, if it has one.
        callback: as in `train`.
        verbose: as in `train`.
        on_interrupt: as in `train`.
        leave_out: damaged files of the folder to continue without, such as `["games/000012.games"]`; they are moved
            aside. `["damaged"]`: all damaged files.
        start_from: the iteration whose checkpoint the run continues from; later files are moved aside. None: the
            newest.
        **changes: settings to change, such as `minutes=60`.

    Raises:
        ValueError: the folder is not a run, or is damaged (the message has the remedy); a setting cannot be changed; or
            the loss, the optimiser or `augment` is not the run's.
        FloatingPointError: training diverged.
    """
    check_on_interrupt(on_interrupt)
    if network is not None:
        name_of_architecture(network)
    path = run.path if isinstance(run, TrainedRun) else Path(run)
    description, old = read_run(path, leave_out)
    opened = run if isinstance(run, TrainedRun) else opened_run(path, description, game)
    own, given = _nested(changes), Given(loss, optimizer, augment)
    config = merged(old, own, "settings")
    refuse_unread(old, config)
    given.refuse_unread(own.get("learn", {}))
    named = opened.trust.naming(_code_named(own))
    with trusting(named):  # before any of it is created
        require(code_in_run(description["game"], config), str(path / "run.json"))

    def folder(device: str) -> RunFolder:
        return RunFolder.resume(opened.path, device, config, given.names(), leave_out, start_from)

    learner = str(description["learner"])
    return _train(opened.game, learner, config, folder, named, given, callback, verbose, on_interrupt)


def _train(
    game: Game,
    learner: str,
    config: RunConfig,
    open_folder: Callable[[str], RunFolder],
    trust: Trust,
    given: Given,
    callback: Callback | None,
    verbose: bool,
    on_interrupt: str,
) -> TrainedRun:
    reporter = _Reporter(callback, verbose)
    with config.connected(), trusting(trust), stop_check() as check, reporter:

        def stop() -> None:
            reporter.check()
            check()

        training = Run(game, config, reporter, stop, learner, given)
        folder = open_folder(device()[0])
        with folder:
            try:
                training.start(folder)
                training.run()
            except _Ended:
                reporter.message(f"ended by the callback after iteration {training.progress.iteration}")
            except (Interrupted, KeyboardInterrupt):
                kept = f"kept: {number_of(training.progress.iteration, 'iteration')} in {folder.path}"
                reporter.message(f"stopped; {kept}; continue with: boardai.learn.resume({str(folder.path)!r})")
                if on_interrupt == "raise" or not (folder.path / "run.json").exists():
                    raise KeyboardInterrupt from None
        return TrainedRun(folder.path, game)


class _Ended(Exception):
    """The callback has requested the end of training."""


class _Reporter(ConsoleReporter):
    """Reports to the console, unless quiet, and to the callback."""

    def __init__(self, callback: Callback | None, verbose: bool) -> None:
        super().__init__(Console(quiet=not verbose))
        self._callback, self._users = callback, trusted()  # the callback runs with the caller's trust, not the run's
        self._ended = False

    def check(self) -> None:
        """Raises _Ended if the callback requested it."""
        if self._ended:
            raise _Ended

    def iteration(self, line: dict[str, Any], seconds_left: float | None) -> None:
        """A finished iteration."""
        super().iteration(line, seconds_left)
        if self._callback is not None:
            with trusting(self._users):
                self._ended = bool(self._callback(line))
            self.check()


def _network_table(network: type[Any] | NetworkConfig | Mapping[str, Any]) -> dict[str, Any]:
    if isinstance(network, NetworkConfig):
        return to_table(network)
    table: dict[str, Any] = dict(network) if isinstance(network, Mapping) else {"architecture": network}
    if isinstance(table.get("architecture"), type):
        table["architecture"] = name_of_architecture(table["architecture"])
    return table


def _code_named(own: Mapping[str, Any]) -> list[Code]:
    """The code named by the user's own settings."""
    return code_named(_texts(own), own.get("network", {}).get("architecture", ""))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def _nested(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Settings as nested tables: `{"selfplay.games": 8}` is `{"selfplay": {"games": 8}}`."""
    result: dict[str, Any] = {}
    for name, value in changes.items():
        nested = _nested(value) if isinstance(value, Mapping) else value
        for part in reversed(name.split(".")):
            nested = {part: nested}
        result = merged_tables(result, nested)
    return result
