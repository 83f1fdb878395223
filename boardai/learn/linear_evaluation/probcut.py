r"""ProbCut's lines: how well shallow searches predict deeper ones, measured by depth and stage of the game.

    python -m boardai.learn.linear_evaluation.probcut reversi --evaluator weights.npz --output weights-probcut.npz

M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm" (1995), and "Experiments with
Multi-ProbCut and a new high-quality evaluation function for Othello" (1997): the value v of a search to depth d is
almost determined by the value u of a search to a smaller depth,

    v = slope * u + offset + error,  the error normal with a deviation that depends on depth and stage

so a shallow search with a value far enough outside the window shows that the deep one would be outside too. The shallow
depth is half the deep one, with the same parity, since the side that moves last has an advantage.

Positions come from games that the evaluation plays against itself, with some random moves. Each is searched to every
depth without ProbCut; for each stage and depth a line is fitted by least squares, and the deviation is that of its
errors. Stages with few positions also use those of their neighbours. Depths beyond the deepest measured one use the
line of the deepest one of their parity. The lines are stored in the weights' file, and `pvs` cuts off by them.
"""

from __future__ import annotations

import dataclasses
import functools
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from boardai.command_line import (
    GAME_HELP,
    InputError,
    Parser,
    add_overwrite,
    check_files,
    run,
    user_input,
    whole_number,
)
from boardai.game import Game, load
from boardai.search import pvs
from boardai.search.evaluated import with_evaluator
from boardai.search.evaluations.linear import FeatureSet, LinearEvaluation
from boardai.search.evaluations.naming import find_evaluation
from boardai.search.results.wording import EVALUATION_LIMIT

LEAST_DEPTH = 3
BEYOND = 20  # lines are stored up to this depth
_FEWEST = 60  # positions that a line needs


def shallow_depth(depth: int) -> int:
    """Half the depth, with the same parity; 0 if there is none.

    >>> from boardai.learn.linear_evaluation.probcut import shallow_depth
    >>> [shallow_depth(depth) for depth in (3, 4, 5, 8, 10)]
    [1, 2, 1, 4, 4]
    """
    return depth // 2 - (depth - depth // 2) % 2


def positions_of_games(game: Game, evaluator: Any, count: int, seed: int) -> list[tuple[int, Any]]:
    """Positions from games by 2-ply searches with a tenth of the moves at random; each game gives a few.

    Each is returned with the number of plies before it.

    Args:
        game: the game.
        evaluator: the evaluation that plays and is measured.
        count: number of positions.
        seed: seed of the random moves.
    """
    rng, found = random.Random(seed), list[tuple[int, Any]]()
    while len(found) < count:
        state, met = game.initial_state(), list[Any]()
        opening = rng.randint(4, 16)
        while not state.is_terminal():
            legal = state.legal_actions()
            by_chance = len(met) < opening or rng.random() < 0.1
            met.append(state.clone())
            state.apply(rng.choice(legal) if by_chance else pvs(state, depth=2, evaluator=evaluator).action)
        found += [(ply, met[ply]) for ply in rng.sample(range(len(met)), min(6, len(met)))]
    return found[:count]


def stages_of(
    plies: Sequence[int], states: Sequence[Any], learned: LinearEvaluation | None, count: int
) -> tuple[np.ndarray, int]:
    """The stage of each position, and the number of stages: the evaluation's own, else `count` stages by plies.

    Args:
        plies: number of plies before each position.
        states: the positions, of one game.
        learned: the evaluation; None: it has no stages.
        count: number of stages if the evaluation has none.
    """
    if learned is None:
        return np.array(plies) * count // (max(plies) + 1), count
    features = FeatureSet(learned.features, states[0])
    size = features.size // features.stages
    return np.array([int(features(state)[0][-1]) // size for state in states]), features.stages


def measured_values(
    states: Sequence[Any], evaluator: Any, deepest: int, progress: Callable[[int], None] = lambda done: None
) -> np.ndarray:
    """Values for the player to move by depth; NaN if the end of the game was seen; float64 `[positions, deepest + 1]`.

    Args:
        states: the positions.
        evaluator: evaluation of the searches.
        deepest: maximum depth, in plies.
        progress: called from time to time with the number of finished positions.
    """
    values = np.full((len(states), deepest + 1), np.nan)
    for number, state in enumerate(states):
        for depth in range(1, deepest + 1):
            found = pvs(state, depth=depth, evaluator=evaluator, probcut=False, endings=False)
            if found.value is None or abs(found.value) >= EVALUATION_LIMIT or found.depth < depth:
                break
            values[number, depth] = found.value
        if number % 200 == 199:
            progress(number + 1)
    return values


def fitted_lines(values: np.ndarray, stages: np.ndarray, count: int) -> list[list[float]]:
    """Rows of stage, depth, shallow depth, slope, offset, deviation.

    Args:
        values: the result of `measured_values`.
        stages: stage of each position.
        count: number of stages.
    """
    lines = dict[tuple[int, int], list[float]]()
    for depth in range(LEAST_DEPTH, values.shape[1]):
        shallow = shallow_depth(depth)
        both = ~np.isnan(values[:, depth]) & ~np.isnan(values[:, shallow])
        for stage in range(count):
            # The stage itself, then more and more neighbours, until there are enough positions.
            for reach in range(count):
                which = both & (np.abs(stages - stage) <= reach)
                if which.sum() >= _FEWEST:
                    break
            if not both[stages == stage].any() or which.sum() < _FEWEST:
                continue
            slope, offset = np.polyfit(values[which, shallow], values[which, depth], 1)
            if slope <= 0:
                continue
            errors = values[which, depth] - slope * values[which, shallow] - offset
            lines[stage, depth] = [stage, depth, shallow, float(slope), float(offset), float(errors.std())]
    for stage in range(count):
        for depth in range(values.shape[1], BEYOND + 1):
            like = lines.get((stage, values.shape[1] - 1 - (values.shape[1] - 1 - depth) % 2))
            if like is not None:
                lines[stage, depth] = [stage, depth, shallow_depth(depth), *like[3:]]
    return [[round(number, 4) for number in line] for _, line in sorted(lines.items())]


def summary(lines: list[list[float]]) -> list[str]:
    """Mean slope and deviation by depth."""
    by_depth = defaultdict[int, list[list[float]]](list)
    for line in lines:
        by_depth[int(line[1])].append(line)
    return [
        f"depth {depth:2} by {int(of[0][2])}: slope {np.mean([line[3] for line in of]):.2f}, deviation "
        f"{np.min([line[5] for line in of]):.0f} to {np.max([line[5] for line in of]):.0f} in {len(of)} stages"
        for depth, of in sorted(by_depth.items())
    ]


def _report(spec: str, positions: int, done: int) -> None:
    print(f"{spec}: {done} of {positions} positions", flush=True)


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.learn.linear_evaluation.probcut GAME --evaluator WEIGHTS`."""
    parser = Parser(
        "learn.tables.probcut",
        "Measure how shallow searches predict deeper ones, and keep it with an evaluation's weights.",
        [
            "python -m boardai.learn.linear_evaluation.probcut reversi --evaluator weights.npz --output probcut.npz",
            "python -m boardai.learn.linear_evaluation.probcut reversi:board=6x6 reversi:board=octagon "
            "--evaluator larion",
        ],
    )
    parser.add_argument("games", nargs="+", metavar="game",
                        help=f"{GAME_HELP}; of several, such as boards, the lines are one fit to all")  # fmt: skip
    parser.add_argument("--evaluator", required=True, metavar="NAME",
                        help="learned weights (a file, a run's folder, a shipped name), or any evaluation of the "
                        "game's, which is measured and shown")  # fmt: skip
    parser.add_argument("--output", metavar="FILE", help="learned weights with their lines (.npz)")
    parser.add_argument("--positions", type=whole_number(100), default=3000, metavar="N",
                        help="that are searched, of each game (default 3000)")  # fmt: skip
    parser.add_argument("--depth", type=whole_number(LEAST_DEPTH), default=10, metavar="N",
                        help="plies of the deepest search (default 10)")  # fmt: skip
    parser.add_argument("--stages", type=whole_number(1), default=12, metavar="N",
                        help="of the game, where the evaluation has none itself (default 12)")  # fmt: skip
    parser.add_argument("--seed", type=whole_number(0), default=0, help="of the positions")
    add_overwrite(parser)
    given = parser.parse_args(arguments)
    with user_input():
        games = [load(spec) for spec in given.games]
        found = find_evaluation(games[0].initial_state(), given.evaluator)
        learned = found if isinstance(found, LinearEvaluation) else None
        if given.output:
            check_files({"--output": given.output}, given.overwrite, {"--output": (".npz",)})
            if learned is None:
                raise InputError(f"--output: {given.evaluator} has no weights that lines could be kept with")
        for game in games:
            if game.name != games[0].name:
                raise InputError(f"{game.spec}: the lines are for one game, here {games[0].name}, on its boards")
            if learned is None:
                with_evaluator(game.initial_state(), given.evaluator)
            elif why_not := learned.why_not(game.initial_state()):
                raise InputError(f"{game.spec}: {why_not}")
    evaluator: Any = given.evaluator if learned is None else learned
    measured = []
    for game in games:
        plies, states = zip(*positions_of_games(game, evaluator, given.positions, given.seed), strict=True)
        stages, count = stages_of(plies, states, learned, given.stages)
        progress = functools.partial(_report, game.spec, given.positions)
        values = measured_values(states, evaluator, given.depth, progress)
        measured.append((values, stages))
    values, stages = (np.concatenate(parts) for parts in zip(*measured, strict=True))
    lines = fitted_lines(values, stages, count)
    print("\n".join(summary(lines)))
    if given.output and learned is not None:
        card = {**learned.card, "probcut": lines}
        dataclasses.replace(learned, card=card).save(Path(given.output))
        print(f"{given.output}: written")


if __name__ == "__main__":
    run(main, "learn.tables.probcut")
