"""Every setting of a training run: frozen dataclasses, read from TOML, overridden on the command line.

The order is: built-in or computed defaults, then the preset's TOML, then the command line. A key that does not
exist is an error that names it and the nearest ones that do; so is a value of the wrong type or out of range.
"""

import dataclasses
import difflib
import tomllib
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

PolicyHead = Literal["dense", "conv"]


def _require(condition: bool, place: str, reason: str) -> None:
    if not condition:
        raise ValueError(f"{place}: {reason}")


@dataclass(frozen=True)
class NetworkConfig:
    """The residual tower and its two heads."""

    blocks: int = 4
    """Residual blocks of two 3x3 convolutions."""
    channels: int = 32
    """Channels of the tower."""
    policy_head: PolicyHead = "dense"
    """dense: 1x1 convolution and one dense layer; conv: convolutions only, extras from pooled features."""
    policy_channels: int = 4
    """Channels of the policy head's 1x1 convolution."""
    value_channels: int = 4
    """Channels of the value head's 1x1 convolution."""
    value_hidden: int = 64
    """Width of the value head's hidden layer."""

    def __post_init__(self) -> None:
        for name in ("channels", "policy_channels", "value_channels", "value_hidden"):
            _require(getattr(self, name) >= 1, f"network.{name}", f"must be at least 1, got {getattr(self, name)}")
        _require(self.blocks >= 0, "network.blocks", f"must not be negative, got {self.blocks}")


@dataclass(frozen=True)
class SelfPlayConfig:
    """How games are made: batched PUCT, each group of games driven by a thread of its own."""

    groups: int = 2
    """Groups of games, one thread each; part of the run's result, so it does not follow the machine."""
    games: int = 64
    """Games a group plays at once: the network's batch size."""
    games_per_iteration: int = 128
    """Finished games that end an iteration, over all groups."""
    simulations: int = 32
    """Simulations per move."""
    c_init: float = 1.25
    """PUCT exploration constant (AlphaZero)."""
    c_base: float = 19652.0
    """PUCT growth of exploration with visits (AlphaZero)."""
    c_scale: float = 1.0
    """Factor on the whole exploration term."""
    fpu_reduction: float = 0.25
    """First-play urgency: an unvisited child counts as its parent's value less this."""
    dirichlet_alpha: float = 0.5
    """Root noise concentration, about 10 / legal moves."""
    dirichlet_fraction: float = 0.25
    """Share of the root prior that is noise; 0 switches it off."""
    temperature: float = 1.0
    """Moves are drawn from visits ** (1 / temperature) in the first plies."""
    temperature_plies: int = 10
    """Plies played by temperature; later ones take the most visited move."""
    random_plies: int = 0
    """Each game opens with 0 to this many uniformly random plies; they are not learned from."""
    max_plies: int = 512
    """A game this long is stopped: the side ahead in points wins where the game has points, else it is a draw..."""
    adjudication_margin: int = 0
    """...or, unless 0, won by the side ahead by this much in the game's own evaluation (chess: centipawns)."""

    def __post_init__(self) -> None:
        for name in ("groups", "games", "games_per_iteration", "simulations", "max_plies"):
            _require(getattr(self, name) >= 1, f"selfplay.{name}", f"must be at least 1, got {getattr(self, name)}")
        for name in ("c_init", "c_base", "c_scale", "dirichlet_alpha"):
            _require(getattr(self, name) > 0, f"selfplay.{name}", f"must be positive, got {getattr(self, name)}")
        for name in ("temperature", "temperature_plies", "random_plies", "adjudication_margin"):
            _require(getattr(self, name) >= 0, f"selfplay.{name}", f"must not be negative, got {getattr(self, name)}")
        _require(
            0 <= self.dirichlet_fraction <= 1, "selfplay.dirichlet_fraction", f"not in 0..1: {self.dirichlet_fraction}"
        )
        _require(
            self.games_per_iteration >= self.groups, "selfplay.games_per_iteration", "smaller than selfplay.groups"
        )


@dataclass(frozen=True)
class LearnConfig:
    """What the network learns from and how."""

    batch_size: int = 256
    """Positions per training step."""
    samples_per_new_position: float = 4.0
    """Replay ratio: how often a position is used in training, on average."""
    replay_capacity: int = 100_000
    """Positions kept; the oldest leave first."""
    replay_minimum: int = 1_000
    """Positions needed before the first training step."""
    symmetries: bool = True
    """Train on a random symmetry of each sampled position, where the game has any."""
    optimizer: Literal["sgd", "adamw"] = "sgd"
    """sgd: momentum with L2 in the loss; adamw: decoupled weight decay."""
    learning_rate: float = 0.05
    """Peak of the schedule."""
    final_learning_rate: float = 0.1
    """End of the cosine, as a share of the peak."""
    warmup_steps: int = 100
    """Training steps of linear warm-up."""
    momentum: float = 0.9
    """Of sgd; the first-moment decay of adamw."""
    weight_decay: float = 1e-4
    """On kernels, not on biases and normalisation."""
    gradient_clip: float = 5.0
    """Largest global norm of a gradient."""
    value_weight: float = 1.0
    """Weight of the value loss beside the policy loss."""

    def __post_init__(self) -> None:
        for name in ("batch_size", "replay_capacity", "replay_minimum"):
            _require(getattr(self, name) >= 1, f"learn.{name}", f"must be at least 1, got {getattr(self, name)}")
        for name in ("samples_per_new_position", "learning_rate", "gradient_clip"):
            _require(getattr(self, name) > 0, f"learn.{name}", f"must be positive, got {getattr(self, name)}")
        for name in ("final_learning_rate", "warmup_steps", "weight_decay", "value_weight"):
            _require(getattr(self, name) >= 0, f"learn.{name}", f"must not be negative, got {getattr(self, name)}")
        _require(0 <= self.momentum < 1, "learn.momentum", f"not in 0..1: {self.momentum}")


@dataclass(frozen=True)
class ArenaConfig:
    """The yardsticks: matches against random, greedy and the run's own initial weights."""

    every: int = 10
    """Iterations between the short matches; 0 means none before the end."""
    games: int = 40
    """Games of a short match, in pairs with colours swapped."""
    final_games: int = 200
    """Games of each match of the final report."""
    simulations: int = 16
    """Simulations per move."""
    opening_plies: int = 2
    """Random plies at the start of a pair of games."""
    max_plies: int = 512
    """A game this long is a draw."""

    def __post_init__(self) -> None:
        _require(self.every >= 0, "arena.every", f"must not be negative, got {self.every}")
        _require(self.opening_plies >= 0, "arena.opening_plies", f"must not be negative, got {self.opening_plies}")
        for name in ("games", "final_games"):
            value = getattr(self, name)
            _require(value >= 2 and value % 2 == 0, f"arena.{name}", f"must be even and at least 2, got {value}")
        for name in ("simulations", "max_plies"):
            _require(getattr(self, name) >= 1, f"arena.{name}", f"must be at least 1, got {getattr(self, name)}")


@dataclass(frozen=True)
class TrainConfig:
    """A whole run. At least one of `iterations` and `minutes` bounds it."""

    seed: int = 0
    """Equal seeds and settings give equal runs, bit for bit, on one machine (limit it by iterations)."""
    iterations: int = 40
    """Iterations of self-play and training; 0: no limit but `minutes`."""
    minutes: float = 0.0
    """Time limit, final report included; 0: none. The iteration under way is finished."""
    keep_checkpoints: int = 3
    """Newest checkpoints kept, besides number 0 and every `keep_every`-th."""
    keep_every: int = 10
    """Of these checkpoints none is removed."""
    network: NetworkConfig = field(default_factory=NetworkConfig)
    selfplay: SelfPlayConfig = field(default_factory=SelfPlayConfig)
    learn: LearnConfig = field(default_factory=LearnConfig)
    arena: ArenaConfig = field(default_factory=ArenaConfig)

    def __post_init__(self) -> None:
        _require(self.seed >= 0, "seed", f"must not be negative, got {self.seed}")
        _require(self.iterations >= 0, "iterations", f"must not be negative, got {self.iterations}")
        _require(self.minutes >= 0, "minutes", f"must not be negative, got {self.minutes}")
        _require(self.iterations > 0 or self.minutes > 0, "iterations", "0, and no limit in minutes either")
        _require(self.keep_checkpoints >= 1, "keep_checkpoints", f"must be at least 1, got {self.keep_checkpoints}")
        _require(self.keep_every >= 1, "keep_every", f"must be at least 1, got {self.keep_every}")


def _close(name: str, valid: list[str]) -> str:
    near = difflib.get_close_matches(name, valid, n=3, cutoff=0.5)
    return f"did you mean {' or '.join(near)}?" if near else f"valid: {', '.join(valid)}"


def _all_keys(cls: type, prefix: str = "") -> list[str]:
    keys = []
    for f in dataclasses.fields(cls):
        if dataclasses.is_dataclass(f.type):
            keys += _all_keys(typing.cast(type, f.type), f"{prefix}{f.name}.")
        else:
            keys.append(prefix + f.name)
    return keys


def _checked(value: Any, kind: Any, place: str) -> Any:
    """The value as the field's type; an integer may stand for a float, nothing else is converted."""
    if typing.get_origin(kind) is Literal:
        choices = typing.get_args(kind)
        _require(value in choices, place, f"expected one of {', '.join(map(repr, choices))}, got {value!r}")
        return value
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    right = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
    _require(right, place, f"expected {kind.__name__}, got {value!r}")
    return value


def merged(config: Any, table: dict[str, Any], source: str, prefix: str = "") -> Any:
    """A dataclass with the table's values in place of its own.

    Args:
        config: a config dataclass instance.
        table: nested dictionaries, as TOML gives them.
        source: named in errors, e.g. the TOML file.
        prefix: where `config` stands in the whole, for errors.

    Raises:
        ValueError: an unknown key (the nearest valid ones are named), a wrong type, a value out of range.
    """
    fields = {f.name: f for f in dataclasses.fields(config)}
    changes: dict[str, Any] = {}
    for key, value in table.items():
        place = f"{source}: {prefix}{key}"
        if key not in fields:
            # A key of another section, e.g. `simulations` at the top, is named with its section.
            elsewhere = [name for name in _all_keys(TrainConfig) if name.split(".")[-1] == key]
            hint = f"did you mean {' or '.join(elsewhere)}?" if elsewhere else _close(key, [prefix + n for n in fields])
            raise ValueError(f"{source}: unknown setting '{prefix}{key}'; {hint}")
        kind = fields[key].type
        if dataclasses.is_dataclass(kind):
            _require(isinstance(value, dict), place, f"expected a table, got {value!r}")
            changes[key] = merged(getattr(config, key), value, source, f"{prefix}{key}.")
        else:
            changes[key] = _checked(value, kind, place)
    try:
        return dataclasses.replace(config, **changes)
    except ValueError as error:
        raise ValueError(f"{source}: {error}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as nested dictionaries; ValueError with file, line and column when it is not TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None


def to_table(config: Any) -> dict[str, Any]:
    """The inverse of `merged`: nested dictionaries, ready for JSON."""
    return dataclasses.asdict(config)


def generic_config(rows: int, columns: int, legal_actions: float, mean_length: float, max_length: int) -> TrainConfig:
    """Settings for a game that brings no preset, from its size alone.

    Args:
        rows: of the observation.
        columns: of the observation.
        legal_actions: legal actions per position, mean over random games.
        mean_length: plies per game, mean over random games.
        max_length: the game's bound on plies.
    """
    cells = rows * columns
    return TrainConfig(
        network=NetworkConfig(
            blocks=4 if cells <= 100 else 6,
            channels=32 if cells <= 64 else 64,
            policy_head="dense" if cells <= 100 else "conv",
        ),
        selfplay=SelfPlayConfig(
            dirichlet_alpha=round(min(2.0, 10.0 / max(legal_actions, 1.0)), 3),
            temperature_plies=max(2, round(mean_length / 3)),
            max_plies=max_length,
        ),
        # Two opening plies would decide a game as short as Tic-Tac-Toe.
        arena=ArenaConfig(opening_plies=1 if mean_length < 12 else 2, max_plies=max_length),
    )
