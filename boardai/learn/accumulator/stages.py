"""Stages of a run: each plays its own games or reuses those of earlier stages, and trains on them.

    games=100000,nodes=100,evaluator=positional,labels=positional,walk=4,result_share=0,iterations=6
    iterations=3,learning_rate=0.0003
    games=20000,nodes=500,evaluator=learned,latest=2,iterations=3

is an example: `positional` is distilled near the positions of 100,000 games; then the network learns from the scores of
these games' searches; then it plays games itself and learns from them together with the first ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from boardai.basics.left_out import set_aside
from boardai.basics.seeds import seed_of
from boardai.cluster import open_pool
from boardai.learn.accumulator.config import AccumulatorConfig, Stage
from boardai.learn.data.datasets import Dataset, dataset_faults, is_dataset
from boardai.learn.data.scored_play import ScoredGamesSettings, make_scored_games, usual_shard
from boardai.learn.runs.folder import RunFolder
from boardai.search.evaluations.accumulator import AccumulatorNetwork

LEARNED = "learned"  # an evaluator: the run's own network


def settings_of(stage: Stage, game: str, seed: int, evaluator: str | None = None) -> ScoredGamesSettings:
    """The settings of a stage's folder of games.

    Args:
        stage: a stage that plays games.
        game: spec of the game.
        seed: seed of the run.
        evaluator: replaces the one that the stage names.
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
    report: Callable[[str], None],
) -> None:
    """Plays a stage's missing games.

    Args:
        stage: a stage that plays games.
        run: the run's folder.
        game: spec of the game.
        config: config of the run.
        network: the run's network at the start of the stage; None: the stage has begun before, and its stored network
            plays.
        progress: receives the number of games and of positions of each shard.
        stop: called often; may raise.
        report: receives a line about each file that is moved aside.

    Raises:
        ValueError: the folder has other settings than the stage.
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
            _keep_player(network, run, folder, file, report)
        settings = settings_of(stage, game, config.seed, str(file))
    place = partial(open_pool, workers=config.workers)
    make_scored_games(settings, folder, place=place, progress=progress, stop=stop)


def _keep_player(
    network: AccumulatorNetwork, run: Path, folder: Path, file: Path, report: Callable[[str], None]
) -> None:
    """Writes the network that plays a stage's games; existing games of a different network are moved aside."""
    fresh = file.with_name(f".{file.name}")
    network.save(fresh)
    if file.exists() and file.read_bytes() != fresh.read_bytes():
        for stale in (file, folder):
            place = set_aside(run, str(stale.relative_to(run)))
            if place is not None:
                report(f"of another network than now: {stale.name}, moved to {place}")
    fresh.replace(file)


def check_whole(folders: Iterable[Path], run: RunFolder) -> None:
    """Rejects damaged games of a run's stages, unless they are to be left out.

    Args:
        folders: folders of games that the run has played.
        run: the run's folder.

    Raises:
        ValueError: naming the damaged file.
    """
    for folder in folders:
        name = str(folder.relative_to(run.path))
        for fault in dataset_faults(folder) if is_dataset(folder) else ():
            if not run.leaves_out(name) and not run.leaves_out(f"{name}/{fault.name}"):
                raise ValueError(
                    f"data: {folder / fault.name}: {fault.reason} "
                    f"(python -m boardai.check {run.path} shows how to continue)"
                )


def folders_of(stages: tuple[Stage, ...], stage: Stage, run: Path | None, data: tuple[str, ...]) -> list[str]:
    """The folders of games that a stage learns from.

    Args:
        stages: all stages.
        stage: one of them.
        run: the run's folder; None: not known yet, and no stage has played.
        data: the folders named in the run's settings.
    """
    sets = [list(data)] if data else []
    if run is not None:
        sets += [[str(one.folder(run))] for one in stages[: stage.number] if one.options.games]
    return [folder for one in sets[-stage.options.latest :] for folder in one]
