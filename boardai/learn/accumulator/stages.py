"""Stages of a run: each plays games of its own, or takes those of earlier ones, and learns from them.

    games=100000,nodes=100,labels=positional,walk=4,result_share=0,iterations=6
    iterations=3,learning_rate=0.0003
    games=20000,nodes=500,evaluator=learned,latest=2,iterations=3

is a recipe: what `positional` knows, distilled near the positions of 100,000 games; then the scores of these games' own
searches; then games that the network plays, learned together with the first ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from boardai.basics.left_out import set_aside
from boardai.basics.seeds import seed_of
from boardai.basics.setting import setting
from boardai.learn.data.datasets import Dataset, is_dataset
from boardai.learn.data.scored_play import ScoredGamesSettings, ScoredPlayOptions, make_scored_games, usual_shard
from boardai.learn.training.config import LearnConfig
from boardai.players.parameters import read
from boardai.players.spec import AgentSpec
from boardai.search.evaluations.accumulator import AccumulatorNetwork
from boardai.search.evaluations.naming import evaluator_text

if TYPE_CHECKING:
    from boardai.learn.accumulator.config import AccumulatorConfig, ScoredPositionsConfig

DATA = "data"  # in a run's folder: what its stages have played
LEARNED = "learned"  # an evaluator: the run's network
_OF_POSITIONS = ("labels", "walk", "result_share", "final_result_share")


@dataclass(frozen=True, kw_only=True)
class StageOptions(ScoredPlayOptions):
    """What a stage plays and learns. What is not said of learning is as the run's settings say.

    >>> from boardai.learn.accumulator.stages import StageOptions
    >>> stage = StageOptions.parse("games=20000,nodes=300,evaluator=learned,iterations=2")
    >>> stage.games, stage.nodes, stage.evaluator, stage.latest
    (20000, 300, 'learned', 1)
    """

    iterations: int = setting(1, "of the run that learn from it; the last stage has all that are left", low=1)
    games: int = setting(0, "that are played for it; 0: none, it learns from what is there", low=0)
    max_plies: int = setting(512, "a game this long is stopped, and nobody learns from it", low=1)
    latest: int = setting(
        1, "so many of the newest sets of games are learned from, those of `data` being one set; 0: all", low=0
    )
    labels: str | None = setting(None, "instead of `positions.labels`")
    walk: int | None = setting(None, "instead of `positions.walk`", low=0)
    result_share: float | None = setting(None, "instead of `positions.result_share`", low=0, high=1)
    final_result_share: float | None = setting(None, "of the last iteration; by default as the first", low=0, high=1)
    learning_rate: float | None = setting(None, "instead of `learn.learning_rate`", above=0)

    @classmethod
    def parse(cls, text: str) -> StageOptions:
        """The options of a stage's text.

        Raises:
            ValueError: an option that there is not, or out of range.
        """
        return cls(**read(AgentSpec.parse(f"stage:{text}"), cls.table, "stages", "a stage"))

    @property
    def play(self) -> ScoredPlayOptions:
        """How its games are played."""
        return ScoredPlayOptions(**{one.name: getattr(self, one.name) for one in dataclasses.fields(ScoredPlayOptions)})


@dataclass(frozen=True)
class Stage:
    """A stage in its run.

    Attributes:
        number: 1 is the first; 0: the run has none, and this is all of it.
        options: what it plays.
        before: iterations of the stages before it.
        iterations: its own; 0: not known, the run ends by the clock.
        positions: what is learned of each position.
        learn: how.
    """

    number: int
    options: StageOptions
    before: int
    iterations: int
    positions: ScoredPositionsConfig
    learn: LearnConfig

    def folder(self, run: Path) -> Path:
        """Where its games lie, in a run's folder."""
        return run / DATA / f"{self.number:02d}"

    def progress(self, number: int, share: float) -> tuple[float, float]:
        """How much of the stage is behind, and how much of it an iteration is.

        Args:
            number: of the iteration.
            share: of the run that is behind.
        """
        if not self.iterations:
            return share, 0.0
        return min(1.0, (number - 1 - self.before) / self.iterations), 1 / self.iterations


def planned(config: AccumulatorConfig) -> tuple[Stage, ...]:
    """The stages of a run; of one without any, a single one that is all of it.

    Raises:
        ValueError: stages that are not understood or do not fit each other.
    """
    if not config.stages:
        return (Stage(0, StageOptions(latest=0), 0, config.iterations, config.positions, config.learn),)
    found: list[Stage] = []
    before = 0
    for number, text in enumerate(config.stages, 1):
        last = number == len(config.stages)
        try:
            options = StageOptions.parse(text)
            changes = {name: getattr(options, name) for name in _OF_POSITIONS if getattr(options, name) is not None}
            if "result_share" in changes:
                changes.setdefault("final_result_share", changes["result_share"])
            positions = dataclasses.replace(config.positions, **changes)
        except ValueError as error:
            raise ValueError(f"stages: number {number}: {str(error).removeprefix('stages: ')}") from None
        iterations = options.iterations
        if last and config.iterations:
            iterations = config.iterations - before
            if iterations < 1:
                raise ValueError(
                    f"stages: those before the last one have {before} iterations, the whole run {config.iterations}"
                )
        rate = options.learning_rate or config.learn.learning_rate
        learn = dataclasses.replace(config.learn, learning_rate=rate)
        found.append(Stage(number, options, before, iterations, positions, learn))
        before += iterations
    if not found[0].options.games and not config.data:
        raise ValueError("stages: number 1: it plays no games, and `data` names none")
    if found[0].options.games and not config.positions.scale:
        raise ValueError("positions.scale: give one: before the first stage there are no games to fit it to")
    return tuple(found)


def with_whole_paths(stage: str) -> str:
    """A stage's text as it is understood in any folder."""
    spec = AgentSpec.parse(f"stage:{stage}")
    whole = {key: evaluator_text(text) for key, text in spec.parameters if key in ("evaluator", "labels") and text}
    return str(spec.with_(**whole)).removeprefix("stage:") if whole else stage


def settings_of(stage: Stage, game: str, seed: int, evaluator: str | None = None) -> ScoredGamesSettings:
    """What a stage's folder of games is.

    Args:
        stage: one that plays.
        game: spec.
        seed: of the run.
        evaluator: in the place of the one it names.
    """
    options, games = stage.options.play, stage.options.games
    if evaluator is not None:
        options = dataclasses.replace(options, evaluator=evaluator)
    own_seed = seed_of(seed, "games", stage.number)
    return ScoredGamesSettings(game, options, games, stage.options.max_plies, own_seed, usual_shard(games))


def play_stage(
    stage: Stage,
    run: Path,
    game: str,
    config: AccumulatorConfig,
    network: AccumulatorNetwork | None,
    progress: Callable[[int, int], None],
    stop: Callable[[], None],
    tell: Callable[[str], None],
) -> None:
    """Plays what is not there yet of a stage's games.

    Args:
        stage: one that plays.
        run: the run's folder.
        game: spec.
        config: of the run.
        network: the run's as the stage begins; None: it has begun before, and what it played with is kept.
        progress: told how many games and positions each shard has.
        stop: called often; may raise.
        tell: told what is moved aside.

    Raises:
        ValueError: a folder that is not the stage's.
    """
    folder = stage.folder(run)
    settings = settings_of(stage, game, config.seed)
    shards = -(-settings.games // settings.per_shard)
    if network is None and is_dataset(folder) and len(Dataset.open(folder).shards()) == shards:
        return
    folder.parent.mkdir(exist_ok=True)
    if stage.options.evaluator == LEARNED:
        file = folder.with_suffix(".npz")
        if network is not None:
            _keep_player(network, run, folder, file, tell)
        settings = settings_of(stage, game, config.seed, str(file))
    make_scored_games(settings, folder, workers=config.workers, progress=progress, stop=stop)


def _keep_player(network: AccumulatorNetwork, run: Path, folder: Path, file: Path, tell: Callable[[str], None]) -> None:
    """Writes the network that plays a stage's games; games of another one, of a stage done again, are moved aside."""
    fresh = file.with_name(f".{file.name}")
    network.save(fresh)
    if file.exists() and file.read_bytes() != fresh.read_bytes():
        for stale in (file, folder):
            place = set_aside(run, str(stale.relative_to(run)))
            if place is not None:
                tell(f"of another network than now: {stale.name}, moved to {place}")
    fresh.replace(file)


def folders_of(stages: tuple[Stage, ...], stage: Stage, run: Path | None, data: tuple[str, ...]) -> list[str]:
    """The folders of games that a stage learns from.

    Args:
        stages: all.
        stage: one of them.
        run: the run's folder; None: it is not known yet, nor has any stage played.
        data: of the run's settings.
    """
    sets = [list(data)] if data else []
    if run is not None:
        sets += [[str(one.folder(run))] for one in stages[: stage.number] if one.options.games]
    return [folder for one in sets[-stage.options.latest :] for folder in one]
