"""Label positions with value and best move by an engine or a search, for supervised learning.

Positions come from files of games (PGN, SGF, transcripts, game records, lists of positions) or from games that an
agent plays against itself. The result is a folder that `train --learner supervised --data FOLDER` reads; stopped
work continues with the same command. `--by self-play` plays games of `pvs` with a score at every move: many more
positions in the same time, for accumulator networks.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from boardai.basics.trust import in_own_context
from boardai.cluster.options import add_place, connection, workplace
from boardai.command_line import (
    GAME_HELP,
    InputError,
    Parser,
    going_on,
    number_of,
    positive_number,
    run,
    same_command,
    share,
    user_input,
    whole_number,
)
from boardai.command_line.console import Console, FirstFew
from boardai.game import Game, load


class _Watch:
    """Shows progress: a bar in a terminal, a line every ten seconds elsewhere."""

    def __init__(self, console: Console, games: int) -> None:
        self.console, self.total = console, games or None
        self.games = self.positions = self.found = 0
        self.warn, self.note = FirstFew(console.print, "left out"), FirstFew(console.print, "note")
        self._began = self._last_report = time.monotonic()
        self._bar: Progress | None = None
        self._task: Any = None

    @contextlib.contextmanager
    def shown(self) -> Iterator[None]:
        """Around the work."""
        if not self.console.is_terminal:
            yield
            return
        self._bar = Progress(
            TextColumn("labelling"), BarColumn(), MofNCompleteColumn(), TextColumn("games  {task.fields[rate]}"),
            TimeElapsedColumn(), TimeRemainingColumn(), console=self.console,
        )  # fmt: skip
        with self._bar:
            self._task = self._bar.add_task("", total=self.total, rate="")
            yield

    def progress(self, games: int, positions: int) -> None:
        """Counts a finished shard; -1 positions: it already existed."""
        self.games += games
        if positions < 0:
            self.found += games
        else:
            self.positions += positions
        if self._bar is not None:
            self._bar.update(self._task, completed=self.games, rate=f"{self.rate():.1f} positions/s")
        elif time.monotonic() - self._last_report > 10:
            self._last_report = time.monotonic()
            of = f" of {self.total}" if self.total else ""
            self.console.print(f"{self.games}{of} games, {self.positions:,} positions, {self.rate():.1f}/s")

    def rate(self) -> float:
        """Positions per second."""
        return self.positions / max(1e-9, time.monotonic() - self._began)


# Options that do not apply to games of self-play.
_OF_LABELS = ("games_from", "play", "random_plies", "random_share", "per_game", "skip_plies", "conversion", "scale")


def summary(folder: Path, game: Game) -> list[str]:
    """A summary of a dataset, in a few lines."""
    import numpy as np

    from boardai.learn.data.datasets import Conversion, Dataset, fitted_scale

    dataset = Dataset.open(folder)
    if dataset.has_scored_games:
        return _scored_summary(folder, game)
    games = positions = 0
    values: list[float] = []
    scores: list[float] = []
    results: list[float] = []
    for one in dataset.games(game):
        games += 1
        positions += len(one.labels)
        state, ply = one.game.start.clone(), 0
        for label in one.labels:
            values.append(label.value)
            for action in one.game.actions[ply : label.ply]:
                state.apply(action)
            ply = label.ply
            if one.game.result is not None and label.score == label.score:
                scores.append(label.score)
                results.append(one.game.result if state.current_player() == 0 else -one.game.result)
    known = np.array([value for value in values if value == value])
    lines = [f"{folder}: {games:,} games, {positions:,} labelled positions, by {dataset.header['labeller']}"]
    if len(known):
        lines.append(
            f"value for the player to move: mean {known.mean():+.3f}, standard deviation {known.std():.3f}, "
            f"{100 * np.mean(np.abs(known) == 1):.1f} % decided; {len(values) - len(known):,} positions without a value"
        )
    if scores:
        conversion = Conversion(**dataset.header["conversion"])
        with contextlib.suppress(ValueError):
            fitted = fitted_scale(np.array(scores), np.array(results))
            lines.append(
                f"conversion of scores to values: {conversion.kind}, scale {conversion.scale:g}; "
                f"the logistic that fits the games' results best has the scale {fitted:.0f} ({len(scores):,} positions)"
            )
    return lines


def is_self_play(by: str) -> bool:
    """Whether `--by` means games that the labeller plays against itself."""
    return by.replace(":", ",").partition(",")[0].strip() == "self-play"


def _scored_summary(folder: Path, game: Game) -> list[str]:
    import numpy as np

    from boardai.learn.data.datasets import UNKNOWN_RESULT
    from boardai.learn.data.scored_games import ScoredGames

    games = ScoredGames(folder, game=game)
    known = games.outcomes[games.outcomes != UNKNOWN_RESULT]
    shares = [100 * np.mean(known == outcome) if len(known) else 0.0 for outcome in (1, 0, -1)]
    return [
        f"{folder}: {len(games):,} games, {int(games.positions.sum()):,} scored positions, "
        f"{games.plies.mean():.0f} plies per game",
        f"{game.player_names[0]} won {shares[0]:.1f} %, drawn {shares[1]:.1f} %, lost {shares[2]:.1f} %; "
        f"{100 * np.mean(games.endings == 3):.1f} % of the games were adjudicated, "
        f"{len(games) - len(known):,} stopped without a result",
    ]


@in_own_context
def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.label GAME --by SPEC`.

    Args:
        arguments: arguments of the command; by default those of the process.
    """
    parser = Parser(
        "label",
        "Label positions by an engine or a search. The dataset is for `python -m boardai.train --learner supervised`.",
        [
            "python -m boardai.label chess --games-from lichess.pgn --by uci:stockfish,depth=12 --workers 2",
            "python -m boardai.label reversi --play pvs:depth=2 --games 500 --by pvs:depth=6 --output reversi-depth-6",
            "python -m boardai.label hex:size=5 --play random --games 200 --per-game 0 --by mcts:simulations=1000",
            "python -m boardai.label chess --by self-play,nodes=1000 --games 100000 --workers 2 --output data/games",
        ],
    )
    parser.add_argument("game", help=GAME_HELP)
    parser.add_argument(
        "--by", required=True, metavar="SPEC",
        help="the labeller: uci:stockfish,depth=12, gtp:..., or a search: pvs:depth=6, mcts:simulations=99, "
        "puct:run=...;"
        " play: the results of the search that plays; file: the operations of EPD lines (ce, dm, acd, bm);"
        " self-play,nodes=1000: games of pvs with a score for every move",
    )  # fmt: skip
    parser.add_argument("--output", metavar="FOLDER", help="folder of the dataset; by default data/GAME")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--games-from", nargs="+", metavar="FILE", help="files of games or positions")
    source.add_argument("--play", metavar="SPEC", help="an agent that plays the games against itself, e.g. random")
    parser.add_argument("--games", type=whole_number(1), metavar="N",
                        help="maximum number of games; needed with --play and self-play")  # fmt: skip
    parser.add_argument("--random-plies", type=whole_number(0), default=4, metavar="N",
                        help="games played start with 0 to N random plies (default 4)")  # fmt: skip
    parser.add_argument("--random-share", type=share, default=0.0, metavar="X",
                        help="share of random moves later in games played, 0 to 1 (default 0)")  # fmt: skip
    parser.add_argument("--max-plies", type=whole_number(1), default=512, metavar="N",
                        help="games played end at this length (default 512)")  # fmt: skip
    parser.add_argument("--per-game", type=whole_number(0), default=8, metavar="N",
                        help="random positions per game; 0: all (default 8)")  # fmt: skip
    parser.add_argument("--skip-plies", type=whole_number(0), default=0, metavar="N",
                        help="positions of a game before N plies are not labelled (default 0)")  # fmt: skip
    parser.add_argument("--conversion", choices=("logistic", "linear"), default="logistic",
                        help="how scores are converted to values (docs/supervised.md)")  # fmt: skip
    parser.add_argument("--scale", type=positive_number, metavar="X",
                        help="scale of the conversion; by default 400 centipawns, or the evaluation's")  # fmt: skip
    add_place(parser, "the dataset does not depend on it")
    parser.add_argument("--piece-timeout", type=positive_number, metavar="SECONDS",
                        help="a process that needs longer for one file counts as dead (default: no limit)")  # fmt: skip
    parser.add_argument("--per-shard", type=whole_number(1), metavar="N",
                        help="games per file; a crash loses at most one file (default 32; for self-play 4,096, or a "
                        "32nd of "
                        "all games)")  # fmt: skip
    parser.add_argument("--seed", type=whole_number(0), default=0, help="seed of games played and positions chosen")
    parser.add_argument("--leave-out", nargs="+", default=[], metavar="NAME",
                        help="damaged files of the folder, such as 000012.npz: they are moved aside and labelled "
                        "again. damaged: all damaged files")  # fmt: skip
    parser.add_trust()
    given = parser.parse_args(arguments)
    self_play = is_self_play(given.by)
    if self_play:
        for name in _OF_LABELS:
            if getattr(given, name) != parser.get_default(name):
                parser.error(f"--{name.replace('_', '-')} is not for --by self-play")
    elif not (given.games_from or given.play):
        parser.error("one of the arguments --games-from --play is required")
    if (given.play or self_play) and not given.games:
        parser.error(f"{'--by self-play' if self_play else '--play'} needs --games N")
    console = Console(soft_wrap=True)
    with user_input():
        from boardai.cluster import WorkError
        from boardai.learn.data.datasets import SCORED_SUFFIX, go_on_without
        from boardai.learn.data.labelling import LabelSettings, make_dataset
        from boardai.learn.data.scored_play import (
            ScoredGamesSettings,
            ScoredPlayOptions,
            make_scored_games,
            usual_shard,
        )
        from boardai.protocols.process import EngineError

        game = load(given.game)
        folder = Path(given.output or Path("data") / Path(game.name).stem)
        watch = _Watch(console, given.games or 0)
        if self_play:
            options = ScoredPlayOptions.parse(given.by)
            per_shard = given.per_shard or usual_shard(given.games)
            wanted = ScoredGamesSettings(game.spec, options, given.games, given.max_plies, given.seed, per_shard)
            make: Callable[..., Any] = partial(make_scored_games, wanted)
        else:
            settings = LabelSettings(
                game=game.spec,
                by=given.by,
                conversion=given.conversion,
                scale=given.scale,
                files=tuple(given.games_from or ()),
                play=given.play or "",
                games=given.games or 0,
                random_plies=given.random_plies,
                random_share=given.random_share,
                max_plies=given.max_plies,
                per_game=given.per_game,
                skip_plies=given.skip_plies,
                seed=given.seed,
                per_shard=given.per_shard or 32,
            )
            make = partial(make_dataset, settings, warn=watch.warn, note=watch.note)
        place = workplace(given, console.print, timeout=given.piece_timeout)
        go_on = same_command("label", arguments)
        for text in go_on_without(folder, given.leave_out, lambda names: same_command("label", arguments, names)):
            console.print(text)

        def kept() -> str:
            suffix = SCORED_SUFFIX if self_play else ".npz"
            shards = len(list(folder.glob(f"[0-9]*{suffix}"))) if folder.is_dir() else 0
            return f"kept: {number_of(watch.games, 'game')} in {number_of(shards, 'file')} of {folder}"

        try:
            with connection(given, console.print), going_on(kept, go_on, folder), watch.shown():
                make(folder, place=place, progress=watch.progress, command=go_on)
        except (EngineError, WorkError) as error:
            raise InputError(f"{error}; what is labelled is kept; continue with: {go_on}") from error
        if watch.found:
            console.print(f"{watch.found:,} games were labelled before")
        if watch.warn.count:
            console.print(f"{watch.warn.count:,} games were left out")
        for line in summary(folder, game):
            console.print(line)


if __name__ == "__main__":
    run(main, "label")
