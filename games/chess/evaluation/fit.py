r"""Fit the positional evaluation's weights to games, and write them as C++.

    python -m boardai.games.chess.evaluation.fit --output games/chess/evaluation/positional/weights.hpp
    python -m boardai.label chess --play pvs:nodes=600,evaluator=positional,table_megabytes=1 --by play \
        --random-plies 10 --games 20000 --per-game 40 --skip-plies 6 --max-plies 300 --output data/chess
    python -m boardai.games.chess.evaluation.fit data/chess --output games/chess/evaluation/positional/weights.hpp

Without data the starting values are written (start.py), with which the first games may be played; the library is built
again in between.

Positions are those whose static evaluation a search would use: quiet ones, i.e. not in check, and
with a best move that neither captures nor promotes. The target is a mixture of the game's result
and the search value; `boardai.learn.linear_evaluation.logistic` fits the weights. Some games are
held out, to test the weights on games that were not used.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import boardai
from boardai.basics.files import write_atomically
from boardai.command_line import Parser, add_overwrite, check_files, positive_number, run, user_input, whole_number
from boardai.games.chess.evaluation.start import starting_values
from boardai.learn.data.datasets import Dataset, Label, fitted_scale
from boardai.learn.data.examples import is_held_out
from boardai.learn.linear_evaluation.logistic import cross_entropy, expected, fit, gather
from boardai.search.evaluations.linear import FeatureSet

FEATURES = "positional"
_PIECES = ("pawn", "knight", "bishop", "rook", "queen", "king")


@dataclass(frozen=True)
class Quiet:
    """A quiet position.

    Attributes:
        state: the position; it changes when the next one is read.
        score: the search's value, in centipawns for the player to move.
        result: of the game, for the same player: -1, 0 or 1.
        held_out: whether its game is one of those that are not learned from.
    """

    state: Any
    score: float
    result: int
    held_out: bool


def quiet_positions(folders: list[str], held_out: float, seed: int) -> Iterator[Quiet]:
    """The quiet ones among datasets' positions, those with a score and a game that ended, without duplicates.

    Args:
        folders: of datasets of chess.
        held_out: share of the games.
        seed: seed of the held-out games.

    Raises:
        ValueError: no dataset, of another game, or damaged.
    """
    seen = set()
    for folder in folders:
        dataset = Dataset.open(folder)
        game = dataset.game()
        if game.name != "chess":
            raise ValueError(f"{folder}: positions of {game.spec}, not of chess")
        for one in dataset.games(game):
            # Where few plies are random, searches play the same game again and again.
            if one.game.result is None or one.game.actions in seen:
                continue
            seen.add(one.game.actions)
            apart = is_held_out(one.game, held_out, seed)
            state, ply = one.game.start.clone(), 0
            for label in one.labels:
                for action in one.game.actions[ply : label.ply]:
                    state.apply(action)
                ply = label.ply
                if not math.isnan(label.score) and is_quiet(state, label):
                    result = one.game.result if state.current_player() == 0 else -one.game.result
                    yield Quiet(state, label.score, result, apart)


def is_quiet(state: Any, label: Label) -> bool:
    """Not in check, and the best move neither takes nor promotes."""
    if state.is_check() or not label.policy:
        return False
    san = state.san(max(label.policy, key=lambda action: label.policy[action]))
    return "x" not in san and "=" not in san


def starting_weights(features: FeatureSet) -> np.ndarray:
    """The hand-made weights in the order of the features, float64 `[features]`.

    Raises:
        ValueError: groups differ from the features': start.py does not fit the library.
    """
    values = starting_values()
    flat = []
    for phase, name in enumerate(("middlegame", "endgame")):
        for group, value in values.items():
            flat.append((f"{name} {group}", value[phase].shape, value[phase].ravel()))
    if [(name, shape) for name, shape, _ in flat] != [(name, tuple(shape)) for name, shape in features.groups]:
        raise ValueError("the starting values are not those of the library's features")
    return np.concatenate([value for _, _, value in flat])


def header(weights: np.ndarray, about: str) -> str:
    """The weights as C++.

    Args:
        weights: in centipawns, `[features]`: the middlegame's, then the endgame's.
        about: origin of the positions.
    """
    lines = [
        "#pragma once",
        "// The weights of the positional evaluation, in the order of layout.hpp.",
        "// Written by games/chess/evaluation/fit.py.",
        "//",
        *(f"// {line}" for line in textwrap.wrap(about, 117)),
        "// clang-format off",
        "",
        "namespace boardai::chess::positional {",
        "",
        "/// In centipawns.",
        "struct Weight {",
        "    int middle;",
        "    int end;",
        "};",
        "",
        "inline constexpr Weight weights[] = {",
    ]
    both, begin = np.rint(weights).astype(int).reshape(2, -1), 0
    for group, value in starting_values().items():
        shape = value.shape[1:]
        width = min(shape[-1], 10)
        for part in range(math.prod(shape[:-2])):
            what = f"{group}: {_PIECES[part]}" if len(shape) == 3 else group
            lines.append(f"    // {what}")
            size = math.prod(shape[-2:])
            for first in range(begin, begin + size, width):
                row = both[:, first : min(first + width, begin + size)].T
                lines.append("    " + " ".join(f"{{{middle}, {end}}}," for middle, end in row))
            begin += size
    return "\n".join([*lines, "};", "", "}  // namespace boardai::chess::positional", ""])


def main(arguments: list[str] | None = None) -> None:
    """Command line: `python -m boardai.games.chess.evaluation.fit FOLDER`."""
    parser = Parser(
        "games.chess.evaluation.fit",
        "Fit the weights of chess's positional evaluation to labelled games.",
        ["python -m boardai.games.chess.evaluation.fit data/chess --output weights.hpp"],
    )
    parser.add_argument("data", nargs="*", metavar="FOLDER",
                        help="made by python -m boardai.label chess; none: starting values are written")  # fmt: skip
    parser.add_argument("--output", metavar="FILE", required=True, help="a C++ header")
    parser.add_argument("--result-share", type=float, default=0.5, metavar="X",
                        help="of the games' results in what is learned, alongside scores (default 0.5)")  # fmt: skip
    parser.add_argument("--pull", type=positive_number, default=20.0, metavar="X",
                        help="how hard weights are pulled to the starting ones (default 20)")  # fmt: skip
    parser.add_argument("--steps", type=whole_number(1), default=200, metavar="N", help="at most (default 200)")
    parser.add_argument("--held-out", type=float, default=0.1, metavar="X", help="share of the games (default 0.1)")
    parser.add_argument("--seed", type=whole_number(0), default=0, help="of which games are held out (default 0)")
    add_overwrite(parser)
    given = parser.parse_args(arguments)
    for option, share in (("--result-share", given.result_share), ("--held-out", given.held_out)):
        if not 0 <= share <= 1:
            parser.error(f"{option}: from 0 to 1, not {share:g}")
    with user_input():
        check_files({"--output": given.output}, given.overwrite, {"--output": (".hpp",)})
        features = FeatureSet(FEATURES, boardai.load("chess").initial_state())
        start = starting_weights(features)
        text = (
            fitted_header(features, start, given) if given.data else header(start, "The starting values of start.py.")
        )
        write_atomically(Path(given.output), text.encode())
    print(f"{given.output}: written")


def fitted_header(features: FeatureSet, start: np.ndarray, given: Any) -> str:
    """Reads, fits, prints the result, and returns the header's text."""
    # 1. The positions; and how much a centipawn of the search is worth in these games.
    scores, results, pesto, apart = [], [], [], []

    def positions() -> Iterator[tuple[Any, float]]:
        for one in quiet_positions(given.data, given.held_out, given.seed):
            scores.append(one.score)
            results.append(one.result)
            pesto.append(one.state.evaluate("pesto"))
            apart.append(one.held_out)
            yield one.state, 0.0

    examples = gather(features, positions())
    held_out, scores_array, outcomes = np.array(apart), np.array(scores), np.array(results, float)
    learned = ~held_out
    scale = fitted_scale(scores_array[learned], outcomes[learned])
    targets = given.result_share * (1 + outcomes) / 2 + (1 - given.result_share) * expected(scores_array, scale)
    print(f"{learned.sum():,} quiet positions to learn from, {held_out.sum():,} held out; scale {scale:.0f} centipawns")

    # 2. The weights.
    def progress(step: int, loss: float) -> None:
        if step % 25 == 0:
            print(f"step {step}: {loss:.6f}", flush=True)

    weights = fit(examples.rows(learned, targets), start, scale, pull=given.pull, steps=given.steps, progress=progress)
    rounded = np.rint(weights)

    # 3. The error of the weights.
    lines = []
    for name, values in (
        ("pesto", np.array(pesto, float)),
        ("start", examples.counts @ start),
        ("fitted", examples.counts @ rounded),
    ):
        for side, rows in (("learned", learned), ("held out", held_out)):
            if rows.any():
                own = fitted_scale(values[rows], 2 * targets[rows] - 1)
                loss = cross_entropy(values[rows], targets[rows], own)
                lines.append((name, side, loss, own))
                print(f"{name}, {side}: loss {loss:.5f} at its best scale {own:.0f}")
    losses = "; ".join(f"{name} {loss:.4f}" for name, side, loss, _ in lines if side == "held out")
    players = {str(Dataset.open(folder).header["source"].get("play", "others")) for folder in given.data}
    about = (
        f"Fitted to {learned.sum():,} quiet positions of games by {' and '.join(sorted(players))}; scale {scale:.0f}; "
        f"result share {given.result_share:g}, pull {given.pull:g}. Loss on {held_out.sum():,} "
        f"positions of games held out: {losses}."
    )
    return header(weights, about)


if __name__ == "__main__":
    run(main, "games.chess.evaluation.fit")
