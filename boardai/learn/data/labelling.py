"""Making a dataset: labels some positions of games and writes them in shards, on several cores.

    1. The games: read from files in order, or played one by one from (seed, number).
    2. A number of games makes a shard. Existing shards are skipped: a stopped run continues.
    3. A worker labels the chosen positions of a shard's games; each label depends only on its own position.
    4. The shard is written atomically.

The choice of positions and the games played depend only on (seed, number of the game): the dataset is the same for any
number of workers.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.basics.quoting import LONGEST_SPEC, quoted
from boardai.basics.seeds import seed_of
from boardai.cluster import Piece, Worker
from boardai.game import Game, load
from boardai.learn.data.datasets import Conversion, Dataset, Label, LabelledGame, shard_bytes
from boardai.learn.data.labellers import (
    BY_FILE,
    CENTIPAWNS,
    FileLabeller,
    Labeller,
    SearchLabeller,
    label_seed,
    load_labeller,
)
from boardai.learn.data.shard_workers import HERE, MadeShard, Workplace, work_on_shards
from boardai.players import Player, Thought, load_agent
from boardai.records.game_files import read_games
from boardai.records.recorded_game import RecordedGame, known_result

# The `by` setting for labels from the search that plays the games; they cost nothing extra.
BY_PLAY = "play"


@dataclass(frozen=True, kw_only=True)
class PlaySettings:
    """Settings of an agent's games against itself.

    Attributes:
        seed: seed of all randomness in the games.
        random_plies: maximum number of uniformly random plies at the start of a game.
        random_share: share of the later moves that are uniformly random too.
        max_plies: a game is stopped at this length.
    """

    seed: int = 0
    random_plies: int = 4
    random_share: float = 0.0
    max_plies: int = 512


@dataclass(frozen=True)
class LabelSettings(PlaySettings):
    """The settings of a dataset; equal settings give equal datasets. The seed also selects the positions.

    Attributes:
        game: spec of the game.
        by: spec of the labeller; `play`: a position's label is the value from the playing search; `file`: the labels
            in the file of positions.
        conversion: kind of conversion from scores to values.
        scale: scale of the conversion; None: the labeller's own.
        files: files of the games; or
        play: spec of the agent that plays the games against itself.
        games: number of games; 0: all games in the files.
        per_game: number of positions labelled per game; 0: all.
        skip_plies: positions with fewer plies are not labelled.
        per_shard: games per shard.
    """

    game: str
    by: str
    conversion: str = "logistic"
    scale: float | None = None
    files: tuple[str, ...] = ()
    play: str = ""
    games: int = 0
    per_game: int = 8
    skip_plies: int = 0
    per_shard: int = 32

    def __post_init__(self) -> None:
        if bool(self.files) == bool(self.play):
            raise ValueError("positions come from files or from games played: give one of the two")
        if self.play and self.games < 1:
            raise ValueError("games that are played need a number of games")
        if self.by == BY_PLAY and not self.play:
            raise ValueError("labels by play need games that are played")
        if self.by == BY_FILE and not self.files:
            raise ValueError("labels by file need files of positions")
        if not 0 <= self.random_share <= 1:
            raise ValueError(f"the share of random moves is not in 0..1: {self.random_share}")

    def worker(self) -> Worker:
        """Creates the labeller of shards in one process."""
        return _Worker(self)

    @property
    def labeller(self) -> str:
        """Spec of the agent that labels positions."""
        return self.play if self.by == BY_PLAY else self.by


def dataset_header(settings: LabelSettings, labeller: Labeller) -> dict[str, Any]:
    """The contents of `dataset.json`."""
    source: dict[str, Any] = {"games": settings.games}
    if settings.files:
        # By name and size: the same files in another folder are the same source.
        source["files"] = [[Path(path).name, Path(path).stat().st_size] for path in settings.files]
    else:
        source |= {"play": settings.play, "random_plies": settings.random_plies, "max_plies": settings.max_plies}
        if settings.random_share:  # older datasets lack it and can still be continued
            source["random_share"] = settings.random_share
    return {
        "game": settings.game,
        "by": settings.by,
        "labeller": labeller.name,
        "conversion": {"kind": labeller.conversion.kind, "scale": round(labeller.conversion.scale, 6)},
        "source": source,
        "positions": {"per_game": settings.per_game, "skip_plies": settings.skip_plies},
        "per_shard": settings.per_shard,
        "seed": settings.seed,
    }


def chosen_plies(
    settings: LabelSettings, number: int, game: RecordedGame, among: Container[int] | None = None
) -> list[int]:
    """The plies of a game whose positions are labelled, ascending; never a position in which the game is over.

    Args:
        settings: how many positions, and from which ply on.
        number: number of the game.
        game: the game as it was played.
        among: allowed plies; None: all.
    """
    state, plies = game.start.clone(), []
    for ply in range(len(game.actions) + 1):
        if state.is_terminal():
            break
        if (ply >= settings.skip_plies or not game.actions) and (among is None or ply in among):
            plies.append(ply)
        if ply < len(game.actions):
            state.apply(game.actions[ply])
    if settings.per_game and len(plies) > settings.per_game:
        plies = random.Random(seed_of(settings.seed, "plies", number)).sample(plies, settings.per_game)
    return sorted(plies)


def label_game(
    labeller: Labeller, settings: LabelSettings, number: int, game: RecordedGame, stop: Callable[[], None]
) -> LabelledGame:
    """Labels a game's chosen positions; `stop` is called before each and may raise."""
    labelled = LabelledGame(number, game)
    for ply in chosen_plies(settings, number, game):
        stop()
        actions = list(game.actions[:ply])
        state = game.start.clone()
        for action in actions:
            state.apply(action)
        seed = label_seed(settings.seed, number, ply)
        labelled.labels.append(labeller.label(game.start, actions, state, seed))
    return labelled


def play_game(
    game: Game,
    player: Player,
    settings: PlaySettings,
    number: int,
    chosen: Callable[[int, Thought], None] = lambda ply, thought: None,
    wanted: Callable[[int], bool] = lambda ply: True,
) -> RecordedGame:
    """One game of a player against itself.

    Args:
        game: the game to play.
        player: the player of both sides.
        settings: randomness and maximum length.
        number: number of the game.
        chosen: called with the ply of each move that the player chose, and its report, even if a random move was then
            played instead.
        wanted: called once for each ply after the opening; returns whether the player must choose a move there even
            if a random one is played.
    """
    start = game.initial_state()
    rng = random.Random(seed_of(settings.seed, "game", number))
    state, actions = start.clone(), list[int]()
    # The number is uniform from 0 up, so that positions near the start occur too.
    opening = rng.randint(0, settings.random_plies)
    player.new_game(start, [], rng.getrandbits(31))
    while not state.is_terminal() and len(actions) < settings.max_plies:
        if len(actions) < opening:
            action = rng.choice(state.legal_actions())
        else:
            by_chance = bool(settings.random_share) and rng.random() < settings.random_share
            if wanted(len(actions)) or not by_chance:
                thought = player.think(state)
                action = thought.action
                chosen(len(actions), thought)
            if by_chance:
                action = rng.choice(state.legal_actions())
        actions.append(action)
        state.apply(action)
    return RecordedGame(game, start, tuple(actions), known_result(state, None), place=f"game {number}")


class _Worker:
    """The state that a process keeps between shards: game, labeller and player."""

    def __init__(self, settings: LabelSettings) -> None:
        self.settings = settings
        self.game = load(settings.game)
        self.labeller = _labeller(settings, self.game)
        apart = settings.play and settings.by != BY_PLAY
        self.player = load_agent(settings.play, self.game) if apart else None

    def work(self, piece: Piece, stop: Callable[[], None]) -> MadeShard:
        """Labels the games of one shard."""
        done = []
        first = piece.number * self.settings.per_shard
        for offset, packed in enumerate(piece.payload):
            number = first + offset
            if isinstance(self.labeller, SearchLabeller) and self.settings.by == BY_PLAY:
                stop()
                done.append(self._played_and_judged(self.labeller, number))
                continue
            if self.player is not None:
                one, known_label = play_game(self.game, self.player, self.settings, number), None
            else:
                one, known_label = self._unpacked(packed[:-1]), packed[-1]
            if known_label is not None:
                done.append(LabelledGame(number, one, [known_label]))
            else:
                done.append(label_game(self.labeller, self.settings, number, one, stop))
        data = shard_bytes(done, self.game.initial_state())
        return MadeShard(data, sum(len(labelled.labels) for labelled in done))

    def _played_and_judged(self, labeller: SearchLabeller, number: int) -> LabelledGame:
        """A game with the playing search's values of its positions."""
        labels: dict[int, Label] = {}

        def chosen(ply: int, thought: Thought) -> None:
            labels[ply] = labeller.label_of(ply, thought)

        one = play_game(self.game, labeller.player, self.settings, number, chosen)
        return LabelledGame(number, one, [labels[ply] for ply in chosen_plies(self.settings, number, one, labels)])

    def _unpacked(self, packed: tuple[Any, ...]) -> RecordedGame:
        start, actions, result, place = packed
        state = self.game.initial_state() if start is None else self.game.from_string(start)
        return RecordedGame(self.game, state, actions, result, place=place)

    def close(self) -> None:
        self.labeller.close()
        if self.player is not None:
            self.player.close()


def make_dataset(
    settings: LabelSettings,
    folder: Path,
    *,
    place: Workplace = HERE,
    warn: Callable[[str], None] = lambda text: None,
    note: Callable[[str], None] = lambda text: None,
    progress: Callable[[int, int], None] = lambda games, positions: None,
    command: str = "",
) -> Dataset:
    """Labels the missing shards.

    Args:
        settings: settings of the dataset.
        folder: folder of the dataset; created, or continued.
        place: where the workers run.
        warn: called with each game that is left out.
        note: called with each oddity of a game that is used.
        progress: called with the games and positions of each finished shard; (n, -1) for a shard that existed already.
        command: the command that was run, stored in a new folder, so that it can be continued.

    Raises:
        ValueError: a spec or file that cannot be used, or the folder has other settings or is in use by another
            process.
        EngineError: the labeller failed.
        WorkError: a shard crashes every process that works on it.
    """
    game = load(settings.game)
    labeller = _labeller(settings, game)
    try:
        dataset = Dataset.create(
            folder, {**dataset_header(settings, labeller), **({"command": command} if command else {})}
        )
    finally:
        labeller.close()
    shards = _batched(_sources(settings, game, warn, note), settings.per_shard)
    work_on_shards(settings, dataset, place, shards, progress)
    return dataset


def _labeller(settings: LabelSettings, game: Game) -> Labeller:
    if settings.by == BY_FILE:
        return FileLabeller(Conversion(settings.conversion, settings.scale or CENTIPAWNS))  # type: ignore[arg-type]
    labeller = load_labeller(settings.labeller, game, settings.conversion, settings.scale)
    if settings.by == BY_PLAY and not isinstance(labeller, SearchLabeller):
        labeller.close()
        raise ValueError(f"labels by play need a search that plays, not {quoted(settings.play, LONGEST_SPEC)}")
    return labeller


def _sources(
    settings: LabelSettings, game: Game, warn: Callable[[str], None], note: Callable[[str], None]
) -> Iterator[tuple[Any, ...]]:
    """The games as plain values, which are cheap to send to other processes; the last one is the file's label."""
    if settings.play:
        yield from ((None, (), None, "", None) for _ in range(settings.games))
        return
    own = game.initial_state()
    by_file = FileLabeller(Conversion(settings.conversion, settings.scale or CENTIPAWNS))  # type: ignore[arg-type]
    count = 0
    for file in settings.files:
        for one in read_games(file, game, on_error=lambda error: warn(str(error)), note=note):
            if count == settings.games > 0:
                return
            known_label = None
            if settings.by == BY_FILE:
                try:
                    known_label = by_file.known_label(one)
                except ValueError as error:
                    warn(str(error))
                    continue
            count += 1
            yield None if one.start == own else one.start.to_string(), one.actions, one.result, one.place, known_label


def _batched(items: Iterator[Any], size: int) -> Iterator[list[Any]]:
    while batch := list(itertools.islice(items, size)):
        yield batch
