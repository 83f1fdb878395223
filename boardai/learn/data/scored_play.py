"""Making scored games: `pvs` plays against itself in C++ and stores its score of every position.

The games are stored in a dataset's folder (`boardai.learn.data.datasets`) as shards of up to some thousand games, which
are written atomically. Game number g depends only on (seed, g), so the files do not depend on the number of workers or
on interruptions. The format is in native/boardai/search/scored_games/scored_game.hpp; `boardai.learn.data.scored_games`
reads it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai import native
from boardai.basics.checksums import file_digest
from boardai.basics.setting import LARGEST_INT, Settings, setting
from boardai.cluster import Piece, Worker
from boardai.game import load
from boardai.learn.data.datasets import SCORED_GAMES, SCORED_SUFFIX, Dataset, sealed_games
from boardai.learn.data.shard_workers import HERE, MadeShard, Workplace, work_on_shards
from boardai.players.parameters import read
from boardai.players.spec import AgentSpec
from boardai.search import PvsOptions
from boardai.search.evaluated import evaluators, with_evaluator
from boardai.search.evaluations.naming import evaluator_file, evaluator_parts, renamed_parts

# The `by` setting for games that the labeller plays against itself.
BY_SELF_PLAY = "self-play"
_HEADER = "boardai/search/scored_games/player"
_TABLE_MEGABYTES = 1.0  # more than a search of some thousand nodes fills


@dataclass(frozen=True, kw_only=True)
class ScoredPlayOptions(Settings):
    """Settings of the games. Limits of scores are in hundredths of the evaluation's unit, in chess a pawn.

    >>> from boardai.learn.data.scored_play import ScoredPlayOptions
    >>> options = ScoredPlayOptions.parse("self-play,nodes=300,evaluator=pesto")
    >>> options.nodes, options.evaluator, options.random_plies
    (300, 'pesto', 8)
    """

    nodes: int = setting(
        1000, "nodes of a search: the iteration that reaches this number is its last", low=1, high=2**31
    )
    evaluator: str = setting("", "an evaluation's name, a file, or a run's folder; empty: the game's default")
    hard_limit: int = setting(8, "multiple of `nodes` at which a search ends within an iteration", low=1, high=1000)
    random_plies: int = setting(8, "random plies at the start of a game, or one more", low=0, high=1000)
    opening_limit: int = setting(
        1000, "an opening whose first search has a higher score is drawn again; 0: never", low=0, high=LARGEST_INT
    )
    win_limit: int = setting(2000, "score above which a game counts as won...", low=0, high=LARGEST_INT)
    win_plies: int = setting(
        4, "...if it stays there for this many plies; 0: games are played to the end", low=0, high=LARGEST_INT
    )
    draw_limit: int = setting(10, "score up to which a game counts as drawn...", low=0, high=LARGEST_INT)
    draw_plies: int = setting(
        10,
        "...if it stays there for this many plies; 0: games are played to the end. Only where positions recur",
        low=0,
        high=LARGEST_INT,
    )
    draw_from: int = setting(80, "first ply that counts", low=0, high=LARGEST_INT)
    other_starts: float = setting(
        0.1, "share of the games from the game's other start positions, if it has any (Chess960)", low=0, high=1
    )

    @classmethod
    def parse(cls, text: str) -> ScoredPlayOptions:
        """Parses a text such as `self-play,nodes=1000`; its first comma may also be a colon.

        Raises:
            ValueError: an unknown option, or a value out of range.
        """
        place = f"--by {BY_SELF_PLAY}"
        rest = text.strip().removeprefix(BY_SELF_PLAY).lstrip(" ,:")
        return cls(**read(AgentSpec.parse(f"{BY_SELF_PLAY}:{rest}"), cls.table, place, BY_SELF_PLAY))


@dataclass(frozen=True)
class ScoredGamesSettings:
    """The settings of a folder of scored games; equal settings give equal folders.

    Attributes:
        game: spec of the game.
        options: settings of the searches and games.
        games: number of games.
        max_plies: a game is stopped at this length, without a result.
        seed: seed of all randomness in the games.
        per_shard: games per shard.
    """

    game: str
    options: ScoredPlayOptions
    games: int
    max_plies: int = 512
    seed: int = 0
    per_shard: int = 4096

    def __post_init__(self) -> None:
        if self.games < 1 or self.per_shard < 1:
            raise ValueError("scored games need a number of games, and one for each shard")

    def worker(self) -> Worker:
        """Creates the player of shards in one process."""
        return _Worker(self)


def usual_shard(games: int) -> int:
    """Games per shard: 4,096, or a 32nd of all games if that is fewer, so that every worker has some."""
    return min(4096, -(-games // 32))


def score_unit(settings: ScoredGamesSettings) -> int:
    """The unit of the scores of such games; 0: their evaluation defines none.

    Raises:
        ValueError: options that cannot be used.
    """
    return _Worker(settings).unit


class _Worker:
    """The state that a process keeps between shards: the native player."""

    def __init__(self, settings: ScoredGamesSettings) -> None:
        self.settings = settings
        options = dataclasses.asdict(settings.options)
        start, spec = with_evaluator(load(settings.game).initial_state(), options.pop("evaluator"))
        chosen = native.options("ScoredGamesOptions", _HEADER, {**options, "max_plies": settings.max_plies})
        search = PvsOptions(table_megabytes=_TABLE_MEGABYTES).to_native()
        self._player = native.template("ScoredGamePlayer", start)(native.native_state(start), chosen, search, spec)
        if settings.options.other_starts:
            for other in load(settings.game).other_starts():
                self._player.add_start(native.native_state(other))

    @property
    def unit(self) -> int:
        """Unit of the evaluation's scores; 0: it defines none."""
        return int(self._player.unit())

    def work(self, piece: Piece, stop: Callable[[], None]) -> MadeShard:
        """Plays the games of one shard; positions without a score are not counted."""
        games = piece.payload
        self._player.clear()
        for number in games:
            stop()
            self._player.play(self.settings.seed, number, 1)
        head = native.namespace("boardai/search/scored_games/scored_game").scored_games_head(games[0], len(games))
        return MadeShard(sealed_games(bytes(head) + bytes(self._player.bytes())), int(self._player.positions()))

    def close(self) -> None:
        """Does nothing."""


def _identified(settings: ScoredGamesSettings) -> tuple[str, str | None]:
    """A name of the evaluation that does not depend on folder, machine and version, and the digest of its files.

    The same file in another folder is the same evaluation. A different evaluation of the same name would play different
    games, even if it is the built-in one of another version.
    """
    state = load(settings.game).initial_state()
    known = evaluators(state)
    name = settings.options.evaluator or known[0]  # the default may change between versions
    files = [evaluator_file(state, part) for part in evaluator_parts(name)] if native.is_native(state) else []
    digests = [file_digest(file) for file in files if file is not None]
    return renamed_parts(name, lambda part: part if part in known else Path(part).name), "+".join(digests) or None


def scored_games_header(settings: ScoredGamesSettings, unit: int) -> dict[str, Any]:
    """The contents of `dataset.json`."""
    options = dataclasses.asdict(settings.options)
    evaluator, digest = _identified(settings)
    options["evaluator"] = evaluator
    return {
        "format": SCORED_GAMES,
        "game": settings.game,
        "by": BY_SELF_PLAY,
        "options": options,
        "evaluator_sha256": digest,
        "unit": unit,
        "games": settings.games,
        "max_plies": settings.max_plies,
        "per_shard": settings.per_shard,
        "seed": settings.seed,
    }


def make_scored_games(
    settings: ScoredGamesSettings,
    folder: Path,
    *,
    place: Workplace = HERE,
    progress: Callable[[int, int], None] = lambda games, positions: None,
    stop: Callable[[], None] = lambda: None,
    command: str = "",
) -> Dataset:
    """Plays the missing shards.

    Args:
        settings: settings of the games.
        folder: the folder; created, or continued.
        place: where the workers run.
        progress: receives the numbers of games and positions of each finished shard; (n, -1) for a shard that existed
            already.
        stop: called often; may raise; finished shards remain.
        command: the command that was run, stored in a new folder, so that it can be continued.

    Raises:
        ValueError: options that cannot be used, or the folder has other settings or is in use by another process.
        WorkError: a shard crashes every process that works on it.
    """
    header = scored_games_header(settings, score_unit(settings))
    dataset = Dataset.create(folder, {**header, **({"command": command} if command else {})})
    firsts = range(0, settings.games, settings.per_shard)
    shards = (range(first, min(first + settings.per_shard, settings.games)) for first in firsts)
    work_on_shards(settings, dataset, place, shards, progress, stop, SCORED_SUFFIX)
    return dataset
