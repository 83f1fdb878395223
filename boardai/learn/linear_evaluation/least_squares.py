r"""Fitting a linear evaluation to the final margins of games: least squares, stage by stage.

    python -m boardai.label reversi --play pvs:depth=8 --by play --games 100000 --random-plies 20 --per-game 0 \
        --workers 2 --output data/reversi
    python -m boardai.learn.linear_evaluation.least_squares data/reversi --features patterns --output weights.npz

M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello" (1997): the value of a
position is the final margin when both sides play well, and the best weights minimise the squared error of these
margins:

    minimise  sum of (y - x w) ** 2  +  pull * sum of (w - v) ** 2

x is the count of each weight w in a position. Most weights of a stage of the game occur rarely, so they are pulled to
v, the weights of the same features in a coarser division: first all stages together, then in thirds, then each
separately. A weight that never occurs keeps the coarser division's value. The problem is linear: there is one solution,
found by LSMR (Fong and Saunders 2011) with each weight in its own unit.

The target y is a mixture of the position's search value and the final margin of its game, for the player to move, in
points; for a position that was solved, only the margin.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import LinearOperator, lsmr

from boardai import native
from boardai.command_line import (
    InputError,
    Parser,
    add_overwrite,
    check_files,
    positive_number,
    run,
    share,
    user_input,
    whole_number,
)
from boardai.game import Game
from boardai.learn.data.datasets import Dataset, LabelledGame
from boardai.learn.data.examples import is_held_out
from boardai.search.evaluations.linear import FeatureSet, LinearEvaluation

_AT_ONCE = 1 << 16


@dataclass(frozen=True)
class MarginRows:
    """The features and targets of positions.

    Attributes:
        index: features of all positions, one position after the other, int32.
        count: how often each feature counts, float32; None: once.
        ends: where each position's features end, int64 `[positions]`.
        stage: stage of each position, int16.
        target: target value for the player to move, in points, float32.
        held_out: whether the position's game is held out.
    """

    index: np.ndarray
    count: np.ndarray | None
    ends: np.ndarray
    stage: np.ndarray
    target: np.ndarray
    held_out: np.ndarray

    def __len__(self) -> int:
        return len(self.target)

    def matrix(self, which: np.ndarray, stage_size: int) -> csr_matrix:
        """Some of the positions, with the same columns for every stage, float32 `[positions, stage_size]`.

        Args:
            which: numbers of positions.
            stage_size: weights of one stage.
        """
        begins = np.concatenate([[0], self.ends[:-1]])[which]
        lengths = self.ends[which] - begins
        ends = np.cumsum(lengths)
        places = np.repeat(begins - np.concatenate([[0], ends[:-1]]), lengths) + np.arange(ends[-1] if len(ends) else 0)
        columns = self.index[places] % stage_size
        counts = np.ones(len(columns), np.float32) if self.count is None else self.count[places]
        indptr = np.concatenate([[0], ends])
        kind = np.int32 if indptr[-1] < 2**31 else np.int64
        return csr_matrix((counts, columns.astype(kind), indptr.astype(kind)), (len(which), stage_size))


class _Rows:
    """Collects positions one by one."""

    def __init__(self, features: FeatureSet) -> None:
        self._tables, self._stage_size = features.native, features.size // features.stages
        self._index, self._count = list[np.ndarray](), list[np.ndarray]()
        self._chunk = (np.empty(0, np.int32), np.empty(0, np.float32))
        self._used = 0
        self.sizes, self.stage, self.target, self.held_out = list[int](), list[int](), list[float](), list[bool]()

    def add(self, state: Any, target: float, held_out: bool) -> None:
        size = int(self._tables.extract(native.native_state(state)))
        if self._used + size > len(self._chunk[0]):
            self._close()
            self._chunk = (np.empty(64 * _AT_ONCE, np.int32), np.empty(64 * _AT_ONCE, np.float32))
        index, count = (column[self._used : self._used + size] for column in self._chunk)
        self._tables.columns(index, count)
        self._used += size
        self.sizes.append(size)
        self.stage.append(int(index[0]) // self._stage_size)
        self.target.append(target)
        self.held_out.append(held_out)

    def _close(self) -> None:
        self._index.append(self._chunk[0][: self._used].copy())
        self._count.append(self._chunk[1][: self._used].copy())
        self._used = 0

    def rows(self) -> MarginRows:
        self._close()
        count = np.concatenate(self._count)
        return MarginRows(
            np.concatenate(self._index),
            None if (count == 1).all() else count,
            np.cumsum(self.sizes, dtype=np.int64),
            np.array(self.stage, np.int16),
            np.array(self.target, np.float32),
            np.array(self.held_out),
        )


def margin_rows(
    features: FeatureSet,
    datasets: Iterable[tuple[Dataset, float]],
    game: Game,
    *,
    point: float = 100.0,
    held_out: float = 0.05,
    seed: int = 0,
    progress: Callable[[int], None] = lambda positions: None,
) -> MarginRows:
    """The targets of the positions of labelled games.

    Args:
        features: the feature set of the game's board.
        datasets: datasets made by `python -m boardai.label`, each with the share of search scores in the targets; the
            rest is the games' margins.
        game: the game of all of them.
        point: number of score units per point.
        held_out: share of the games that is held out.
        seed: seed of the choice of held-out games.
        progress: called from time to time with the number of positions.

    Raises:
        ValueError: a dataset of another game, a game without points, or no positions.
    """
    if not hasattr(game.initial_state(), "score"):
        raise ValueError(f"{game.spec} is not decided by points")
    rows = _Rows(features)
    for dataset, search_share in datasets:
        theirs = dataset.game()
        if theirs.spec != game.spec:
            raise ValueError(f"{dataset.path}: positions of {theirs.spec}, not of {game.spec}")
        for one in dataset.games(game):
            apart = is_held_out(one.game, held_out, seed)
            for state, target in _positions(one, point, search_share):
                rows.add(state, target, apart)
            if len(rows.target) % _AT_ONCE < len(one.labels):
                progress(len(rows.target))
    if not rows.target:
        raise ValueError("there are no positions to learn from")
    return rows.rows()


def _positions(one: LabelledGame, point: float, search_share: float) -> Iterator[tuple[Any, float]]:
    """A finished game's labelled positions, each with its target value; the yielded state changes afterwards."""
    end = one.game.start.clone()
    for action in one.game.actions:
        end.apply(action)
    if not end.is_terminal():
        return
    margins = (end.score(0), end.score(1))
    state, ply = one.game.start.clone(), 0
    for label in one.labels:
        for action in one.game.actions[ply : label.ply]:
            state.apply(action)
        ply = label.ply
        margin = margins[state.current_player()]
        if math.isnan(label.score):  # proven
            yield state, margin
        else:
            yield state, search_share * label.score / point + (1 - search_share) * margin


def fit_margins(
    rows: MarginRows,
    features: FeatureSet,
    *,
    pull: float,
    steps: int = 60,
    progress: Callable[[str], None] = lambda line: None,
) -> np.ndarray:
    """The least-squares weights for the margins, float32 `[features]`.

    Args:
        rows: positions; held-out ones are not learned from.
        features: feature set of the positions.
        pull: weight of the pull to the coarser division's weights, as a number of positions.
        steps: maximum number of LSMR steps for each part of a division.
        progress: called with a line about each division.
    """
    size = features.size // features.stages
    learned = np.flatnonzero(~rows.held_out)
    weights = np.zeros((1, size))
    division = np.zeros(features.stages, np.int64)
    for parts in sorted({1, max(1, features.stages // 3), features.stages}):
        finer = np.arange(features.stages) * parts // features.stages
        new = np.empty((parts, size))
        for part in range(parts):
            stages = np.flatnonzero(finer == part)
            above = weights[division[stages[0]]]
            which = learned[np.isin(rows.stage[learned], stages)]
            new[part] = above + _change(rows.matrix(which, size), rows.target[which], above, pull, steps)
        weights, division = new, finer
        values = evaluate_rows(rows, weights[division].ravel(), features)
        progress(f"{parts} of {features.stages} stages: {_errors(values - rows.target, rows)}")
    return weights.astype(np.float32).ravel()


def _change(counts: csr_matrix, target: np.ndarray, start: np.ndarray, pull: float, steps: int) -> np.ndarray:
    """The correction of the starting weights, float64."""
    if counts.shape[0] == 0:
        return np.zeros_like(start)
    seen = np.asarray(counts.multiply(counts).sum(axis=0), np.float64).ravel()
    unit = 1 / np.sqrt(seen + pull)
    backwards = counts.T.tocsr()
    operator = LinearOperator(
        (counts.shape[0] + len(unit), len(unit)),
        matvec=lambda steps: np.concatenate(
            [counts @ (unit * steps).astype(np.float32), math.sqrt(pull) * unit * steps]
        ),
        rmatvec=lambda errors: (
            unit
            * (backwards @ errors[: counts.shape[0]].astype(np.float32) + math.sqrt(pull) * errors[counts.shape[0] :])
        ),
    )
    missed = np.concatenate([target - counts @ start.astype(np.float32), np.zeros(len(unit))])
    return unit * lsmr(operator, missed, atol=1e-5, btol=1e-5, maxiter=steps)[0]


def evaluate_rows(rows: MarginRows, weights: np.ndarray, features: FeatureSet) -> np.ndarray:
    """The weights' values of all positions, float32 `[positions]`."""
    size, values = features.size // features.stages, np.empty(len(rows), np.float32)
    for stage in range(features.stages):
        which = np.flatnonzero(rows.stage == stage)
        for some in np.array_split(which, 1 + len(which) // (4 * _AT_ONCE)):
            if len(some):
                own = weights[stage * size : (stage + 1) * size].astype(np.float32)
                values[some] = rows.matrix(some, size) @ own
    return values


def _errors(missed: np.ndarray, rows: MarginRows) -> str:
    """Root mean squared errors."""
    parts = []
    for name, which in (("learned", ~rows.held_out), ("held out", rows.held_out)):
        if which.any():
            parts.append(f"{name} {math.sqrt(float(np.mean(np.square(missed[which], dtype=np.float64)))):.3f}")
    return "points missed, " + ", ".join(parts)


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.learn.linear_evaluation.least_squares FOLDER...`."""
    parser = Parser(
        "learn.tables.least_squares",
        "Fit an evaluation's weights to the margins of labelled games.",
        [
            "python -m boardai.learn.linear_evaluation.least_squares data/reversi --features patterns "
            "--output weights.npz"
        ],
    )
    parser.add_argument("data", nargs="+", metavar="FOLDER", help="made by python -m boardai.label GAME --play SPEC")
    parser.add_argument("--features", required=True, metavar="SPEC", help="such as patterns:stages=12")
    parser.add_argument("--output", required=True, metavar="FILE", help="the weights (.npz)")
    parser.add_argument("--search-share", type=share, nargs="+", default=[0.7], metavar="X",
                        help="of the searches' scores in the targets, relative to margins; one for all folders, or one "
                        "for each, 0 where scores are no points (default 0.7)")  # fmt: skip
    parser.add_argument("--points", type=positive_number, default=100.0, metavar="X",
                        help="what one point of the margin is in the evaluation's unit (default 100)")  # fmt: skip
    parser.add_argument("--scores", type=positive_number, metavar="X",
                        help="what it is in the datasets' scores (default: as --points)")  # fmt: skip
    parser.add_argument("--unit", type=whole_number(1), default=200, metavar="N",
                        help="a clear advantage, for pruning (default 200)")  # fmt: skip
    parser.add_argument("--scale", type=positive_number, default=1600.0, metavar="X",
                        help="what is worth 0.76 of a win (default 1600)")  # fmt: skip
    parser.add_argument("--pull", type=positive_number, default=20.0, metavar="X",
                        help="to the weights of a coarser division, in positions (default 20)")  # fmt: skip
    parser.add_argument("--steps", type=whole_number(1), default=60, metavar="N",
                        help="of the solver for each part, at most (default 60)")  # fmt: skip
    parser.add_argument("--held-out", type=share, default=0.05, metavar="X", help="share of the games (default 0.05)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="of which games are held out (default 0)")
    add_overwrite(parser)
    given = parser.parse_args(arguments)
    with user_input():
        check_files({"--output": given.output}, given.overwrite, {"--output": (".npz",)})
        datasets = [Dataset.open(folder) for folder in given.data]
        shares = given.search_share * (len(datasets) if len(given.search_share) == 1 else 1)
        if len(shares) != len(datasets):
            raise InputError(f"--search-share: {len(shares)} shares for {len(datasets)} folders")
        game = datasets[0].game()
        features = FeatureSet(given.features, game.initial_state())
        print(f"{features.spec}: {features.size:,} weights in {features.stages} stages", flush=True)
        rows = margin_rows(
            features,
            list(zip(datasets, shares, strict=True)),
            game,
            point=given.scores or given.points,
            held_out=given.held_out,
            seed=given.seed,
            progress=lambda positions: print(f"{positions:,} positions", flush=True),
        )
    print(
        f"{len(rows):,} positions, {rows.held_out.sum():,} held out; targets' deviation {rows.target.std():.3f}",
        flush=True,
    )
    weights = fit_margins(
        rows, features, pull=given.pull, steps=given.steps, progress=lambda line: print(line, flush=True)
    )
    card = {
        "game": game.spec,
        "stages": features.stages,
        "groups": features.groups,
        "positions": int((~rows.held_out).sum()),
        "players": [str(dataset.header["source"].get("play", "others")) for dataset in datasets],
        "search_share": shares,
        "pull": given.pull,
        "target": "margin",
    }
    LinearEvaluation(features.spec, weights, given.points, given.unit, given.scale, card).save(Path(given.output))
    print(f"{given.output}: written")


if __name__ == "__main__":
    run(main, "learn.tables.least_squares")
