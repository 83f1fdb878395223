"""The quality of agents' moves by a judge's values: losses, accuracies and their uncertainty.

Formulas, for a move with value p where the best move has value b, both for the player who moves:
  loss          min(max(0, b - p), 900) in centipawns (the average is the ACPL), a mate counting as 10,000;
                max(0, b - p) in points (Reversi: discs); without such a unit this loss does not exist
  win chances   100 max(0, w(b) - w(p)) points, w as in `chances.py`
  unclipped     b - p, bounded by +-900: it is negative if the judge finds the played move better than its own, so
                that its errors do not add up
  accuracy      of a player in a game, as in `chances.py`; its mean over games
Intervals: 95 %, by resampling games (percentile bootstrap, 2,000 times, seeded), since moves of one game are not
independent of each other. With one game there is none.

A loss depends on the positions, and so on the opponents: compare only within one tournament. In a lost
position no move costs much win chance, and in a won one hardly any; so the loss in open positions, in which the
best move has a win chance of 10 to 90 %, is the one for ranking agents of different strength.

Papers: Guid and Bratko, Computer analysis of world chess champions (2006), for average loss by a fixed-depth judge;
Efron, Bootstrap methods (1979); Kostin (2025) for the cap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from boardai.arena.folder import read_match, records_in
from boardai.basics.trust import require
from boardai.game import Game, code_in_game, load
from boardai.judging.chances import CENTIPAWNS, EXPECTED_POINTS, MARKS, expected_points_class, game_accuracy
from boardai.judging.judge import CHANCES, POINTS
from boardai.judging.judgements import JudgedGame, Judgements, judgements_in, matches_in
from boardai.records import GameRecord
from boardai.records.game_record import record_digest
from boardai.records.move_reports import MoveReport

MOST_LOSS = 900.0  # centipawns per move
MATE = 10_000.0  # centipawns
PHASES = ("opening", "middle game", "endgame")
# Win chances of the best move between which a game counts as open; by lichess's formula about six pawns.
_OPEN = (0.1, 0.9)
_RESAMPLES = 2000
_SEED = 50


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval.

    >>> from boardai.judging import Estimate
    >>> str(Estimate(31.24, 25.0, 40.1))
    '31.2 [25.0, 40.1]'

    Attributes:
        mean: the mean over all moves, or all games.
        low: lower end of the interval; None: a single game has no interval.
        high: upper end of the interval.
    """

    mean: float
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        interval = "" if self.low is None or self.high is None else f" [{self.low:.1f}, {self.high:.1f}]"
        return f"{self.mean:.1f}{interval}"

    def to_table(self) -> dict[str, Any]:
        """For JSON."""
        return {"mean": self.mean, "interval95": None if self.low is None else [self.low, self.high]}


@dataclass(frozen=True)
class Phase:
    """The losses in a part of the games.

    Attributes:
        moves: number of judged moves.
        loss: mean, in the judge's unit; None: it has no unit.
        chance_loss: mean, in points of win chance.
    """

    moves: int
    loss: float | None
    chance_loss: float


@dataclass(frozen=True)
class Quality:
    """The quality of an agent's moves according to one judge; `quality_in` computes it.

    >>> from boardai.judging import Quality
    >>> {"loss", "chance_loss", "accuracy", "phases"} <= set(Quality.__dataclass_fields__)
    True

    Attributes:
        agent: its spec.
        judge: the judge's spec.
        name: name and version of the engine or library that judged.
        method: how the played move's value was found.
        unit: unit of `loss`.
        games: number of games with judged moves.
        moves: number of judged moves.
        unjudged: number of moves of its games, of both sides, for which the judge had no value.
        loss: mean loss per move, in `unit`; None: only win chances are known.
        unclipped: the same including negative losses, without interval.
        chance_loss: mean loss per move in points of win chance, 0 to 100.
        open_loss: the same in open positions, in which the best move's win chance was between 10 and 90 %; None: there
            were none.
        open_moves: number of judged moves in open positions.
        accuracy: mean accuracy of its games, per cent.
        best: share of moves that were the judge's best move.
        shares: shares of inaccuracies, mistakes and blunders among its moves, by lichess's names.
        classes: shares of its moves by chess.com's names.
        phases: by part of the game.
    """

    agent: str
    judge: str
    name: str
    method: str
    unit: str
    games: int
    moves: int
    unjudged: int
    loss: Estimate | None
    unclipped: float | None
    chance_loss: Estimate
    open_loss: Estimate | None
    open_moves: int
    accuracy: Estimate
    best: float
    shares: dict[str, float]
    classes: dict[str, float]
    phases: dict[str, Phase]

    def to_table(self) -> dict[str, Any]:
        """For JSON."""
        plain = ("agent", "judge", "name", "method", "unit", "games", "moves", "open_moves", "unjudged")
        return {
            **{name: getattr(self, name) for name in plain},
            "loss": None if self.loss is None else self.loss.to_table(),
            "unclipped_loss": self.unclipped,
            "win_chance_loss": self.chance_loss.to_table(),
            "win_chance_loss_open": None if self.open_loss is None else self.open_loss.to_table(),
            "accuracy": self.accuracy.to_table(),
            "best_moves": self.best,
            "shares": self.shares,
            "expected_points_classes": self.classes,
            "phases": {
                name: {"moves": one.moves, "loss": one.loss, "win_chance_loss": one.chance_loss}
                for name, one in self.phases.items()
            },
        }


@dataclass
class _Moves:
    """An agent's judged moves of one game."""

    losses: list[float] = field(default_factory=list)
    unclipped: list[float] = field(default_factory=list)
    chances: list[tuple[float, float]] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    best: int = 0
    unjudged: int = 0


def quality_in(path: Path) -> list[Quality]:
    """The quality of the agents of a match or tournament, according to all judges used.

    >>> from pathlib import Path
    >>> from boardai.commands.match import main
    >>> from boardai.judging import judge_folder, quality_in
    >>> main(["hex:size=4", "random", "dfpn", "--games", "2", "--record", "q"])  # doctest: +ELLIPSIS
    hex:size=4: 2 games...
    >>> found = judge_folder(Path("q"), "dfpn")
    >>> {one.agent: one.best for one in quality_in(Path("q"))}["dfpn"]
    1.0

    Args:
        path: the folder.

    Returns:
        One entry for each judge and agent. Agents without judged moves, such as one that forfeits at once, have none.

    Raises:
        ValueError: a damaged file, or the game is code that the user has not named.
        OSError: a file cannot be read.
    """
    found: dict[str, dict[str, list[_Moves]]] = {}
    first: dict[str, Judgements] = {}
    for folder in matches_in(path):
        judged = judgements_in(folder)
        if not judged:
            continue
        settings = read_match(folder)
        require(code_in_game(settings["game"]), str(folder))
        game, records = load(settings["game"]), dict(records_in(folder))
        for judgements in judged:
            before = first.setdefault(judgements.judge, judgements)
            if (before.name, before.unit, before.method) != (judgements.name, judgements.unit, judgements.method):
                raise ValueError(f"{judgements.path}: another judge than in {before.path}: {judgements.name}")
            by_agent = found.setdefault(judgements.judge, {})
            _add_moves(judgements, records, settings["agents"], game, by_agent)
    return [
        quality_of(agent, first[judge], moves)
        for judge, agents in found.items()
        for agent, moves in agents.items()
        if any(one.chances for one in moves)
    ]


def quality_of(agent: str, judgements: Judgements, games: Sequence[_Moves]) -> Quality:
    """The quality of an agent's judged moves.

    Args:
        agent: its spec.
        judgements: the judge's results.
        games: the moves of each game, at least one of them with some.
    """
    games = [one for one in games if one.chances]
    moves = sum(len(one.chances) for one in games)
    losses = [loss for one in games for loss in one.losses]
    drops = [[100 * max(0.0, before - after) for before, after in one.chances] for one in games]
    every = [drop for of_game in drops for drop in of_game]
    has_loss = judgements.unit != CHANCES and len(losses) == moves
    names = [name for one in games for name in one.phases]
    marks = Counter(next((name for least, _, name in MARKS if drop >= 100 * least - 1e-7), "") for drop in every)
    classes = Counter(expected_points_class(drop / 100) for drop in every)

    def phase(name: str) -> Phase:
        among = [number for number, one in enumerate(names) if one == name]
        loss = float(np.mean([losses[number] for number in among])) if has_loss else None
        return Phase(len(among), loss, float(np.mean([every[number] for number in among])))

    opened = [
        [drop for drop, (before, _) in zip(of_game, one.chances, strict=True) if _OPEN[0] <= before <= _OPEN[1]]
        for of_game, one in zip(drops, games, strict=True)
    ]
    return Quality(
        agent=agent,
        judge=judgements.judge,
        name=judgements.name,
        method=judgements.method,
        unit=judgements.unit,
        games=len(games),
        moves=moves,
        open_moves=sum(map(len, opened)),
        unjudged=sum(one.unjudged for one in games),
        loss=_estimate([one.losses for one in games]) if has_loss else None,
        unclipped=float(np.mean([value for one in games for value in one.unclipped])) if has_loss else None,
        chance_loss=_estimate(drops),
        open_loss=_estimate([of_game for of_game in opened if of_game]) if any(opened) else None,
        accuracy=_estimate([[game_accuracy(one.chances)] for one in games]),
        best=sum(one.best for one in games) / moves,
        shares={name: marks[name] / moves for _, _, name in reversed(MARKS)},
        classes={name: classes[name] / moves for name in (*(name for _, name in EXPECTED_POINTS), "blunder")},
        phases={name: phase(name) for name in PHASES if name in names},
    )


def _add_moves(
    judgements: Judgements,
    records: dict[int, GameRecord],
    agents: Sequence[str],
    game: Game,
    by_agent: dict[str, list[_Moves]],
) -> None:
    for number, judged in sorted(judgements.games.items()):
        record = records.get(number)
        if record is None or record_digest(record) != judged.record:
            continue  # it was played again since then
        for player, moves in enumerate(_moves_of(judged, record, game, judgements)):
            moves.unjudged = judged.unjudged
            by_agent.setdefault(agents[player ^ (number & 1)], []).append(moves)


def _moves_of(judged: JudgedGame, record: GameRecord, game: Game, judgements: Judgements) -> tuple[_Moves, _Moves]:
    """The judged moves of each player."""
    place = str(judgements.path)
    states = record.states(game, place)
    found = _Moves(), _Moves()
    for move in judged.moves:
        if move.ply >= len(record.actions):
            raise ValueError(f"{place}: ply {move.ply} of a game with {len(record.actions)}")
        state = states[move.ply]
        mine = found[state.current_player()]
        best, played = move.best_value, move.played_value
        mine.chances.append(
            (judgements.chance(best, game.score_unit), judgements.chance(played, game.score_unit))
        )  # fmt: skip
        mine.best += move.best == record.actions[move.ply]
        thirds = PHASES[min(2, 3 * move.ply // max(1, len(record.actions)))]
        mine.phases.append(game.phase(state) or thirds)
        pair = _in_unit(best, judgements.unit), _in_unit(played, judgements.unit)
        if pair[0] is not None and pair[1] is not None:
            most = MOST_LOSS if judgements.unit == CENTIPAWNS else float("inf")
            difference = pair[0] - pair[1]
            mine.losses.append(min(max(0.0, difference), most))
            mine.unclipped.append(max(-most, min(most, difference)))
    return found


def _in_unit(value: MoveReport, unit: str) -> float | None:
    """A value in the judge's unit; None: it is in another unit."""
    if unit == POINTS:
        return value.points
    if unit == CENTIPAWNS:
        return value.score if value.win_in is None else MATE if value.win_in > 0 else -MATE
    return None


def _estimate(groups: Sequence[Sequence[float]]) -> Estimate:
    """The mean of all values, and its interval by resampling groups."""
    sums = np.array([sum(group) for group in groups], float)
    counts = np.array([len(group) for group in groups], float)
    mean = float(sums.sum() / counts.sum())
    if len(groups) < 2:
        return Estimate(mean)
    low, high = interval(lambda rows: sums[rows].sum(1) / counts[rows].sum(1), len(groups))
    return Estimate(mean, low, high)


def interval(statistic: Callable[[np.ndarray], np.ndarray], groups: int) -> tuple[float, float]:
    """The 95 % interval of a statistic by resampling groups.

    Args:
        statistic: of resamples, `[resamples, groups]` numbers of groups: one value each.
        groups: number of groups.
    """
    rows = np.random.default_rng(_SEED).integers(0, groups, (_RESAMPLES, groups))
    low, high = np.percentile(statistic(rows), [2.5, 97.5])
    return float(low), float(high)


def judges_of(found: Iterable[Quality]) -> list[str]:
    """The judges, without duplicates."""
    return list(dict.fromkeys(one.judge for one in found))
