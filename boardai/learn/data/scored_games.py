"""Scored games as blocks of shuffled positions, the training data of accumulator networks.

    games = ScoredGames(["data/first", "data/second"])
    for block in games.blocks("pieces", buckets=8, positions=4_000_000, seed=pass_number, held_out=False):
        ...                                                       # searches' scores, and how the games ended
    cheap = games.static("positional", walk=4)                    # an evaluation's values near these games' positions

The games are held in memory in their file format, 4 bytes per ply; positions are made from them in C++ by playing
the games again (native/boardai/search/scored_games/positions.hpp).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boardai import native
from boardai.basics.quoting import quoted
from boardai.basics.setting import LARGEST_INT, Settings, setting
from boardai.game import Game
from boardai.learn.data.datasets import HEADER, SCORED_SUFFIX, UNKNOWN_RESULT, Dataset, scored_shard, shard_path
from boardai.learn.data.examples import is_number_held_out
from boardai.records.formats import is_same_game
from boardai.records.recorded_game import RecordedGame
from boardai.search.evaluated import Evaluator, with_evaluator
from boardai.search.evaluations.accumulator import AccumulatorInputs

_HEADER = "boardai/search/scored_games/positions"
_COUNTED_AT_ONCE = 4096  # games


@dataclass(frozen=True)
class Block:
    """Shuffled positions, from the view of the player to move (the mover).

    Attributes:
        columns: int16 `[n, 2, most_active]`: active inputs, from the mover's view, then from the opponent's; padded
            with the number of inputs.
        bucket: uint8 `[n]`: output bucket.
        score: float32 `[n]`: the search's score for the mover.
        result: float32 `[n]`: 1, 0.5 or 0 for the mover.
    """

    columns: np.ndarray
    bucket: np.ndarray
    score: np.ndarray
    result: np.ndarray


@dataclass(frozen=True, kw_only=True)
class Filters(Settings):
    """Settings of the selection of positions.

    >>> from boardai.learn.data.scored_games import Filters
    >>> Filters(from_ply=8).quiet_only
    True
    """

    quiet_only: bool = setting(True, "leaves out positions in check, and those with a noisy move (a capture)")
    score_limit: int = setting(
        2500,
        "leaves out positions with a higher score, in hundredths of the evaluation's unit; 0: none",
        low=0,
        high=LARGEST_INT,
    )
    from_ply: int = setting(16, "leaves out positions before this ply of the game", low=0, high=LARGEST_INT)


@dataclass(frozen=True)
class ScoredGame:
    """A game, with the search's scores of its positions.

    Attributes:
        number: number of the game.
        game: the game as it was played.
        scores: int16, for the player to move at each ply; -32768: none, as in the opening.
    """

    number: int
    game: RecordedGame
    scores: np.ndarray


class ScoredGames(native.NotCopyable):
    """Games that a search played against itself, with its score for each position.

    >>> from boardai.learn.data.scored_games import ScoredGames
    >>> from boardai.learn.data.scored_play import ScoredGamesSettings, ScoredPlayOptions, make_scored_games
    >>> settings = ScoredGamesSettings("chess", ScoredPlayOptions(nodes=100), games=10)
    >>> folder = make_scored_games(settings, Path("data/ten")).path
    >>> games = ScoredGames(folder, held_out_share=0.2)
    >>> block = next(games.blocks("pieces", buckets=8, positions=256, seed=1, held_out=False))
    >>> block.columns.shape, block.result.dtype
    ((256, 2, 32), dtype('float32'))

    Args:
        folders: one or several, of one game.
        held_out_share: share of the games that are held out: whole games, by a hash of their numbers.
        game: the game, if it is already loaded.

    Attributes:
        game: the game that was played.
        unit: the score of a clear advantage; 0: the games' evaluation defines none.
        numbers: numbers of the games, int64 `[G]`.
        plies: length of each game, int32 `[G]`.
        endings: how each game ended, int32 `[G]`: 0 by the rules, 1 stopped, 3 adjudicated.
        outcomes: outcome for player 0, int32 `[G]`; 2: unknown, and the game's positions are not learned from.
        positions: number of positions with a score in each game, int32 `[G]`.

    Raises:
        ValueError: a folder does not hold scored games, is damaged, or is of another game than the others.
    """

    def __init__(
        self,
        folders: str | Path | Iterable[str | Path],
        *,
        held_out_share: float = 0.05,
        game: Game | None = None,
    ) -> None:
        paths = [Path(one) for one in ([folders] if isinstance(folders, str | Path) else folders)]
        if not paths:
            raise ValueError("name at least one folder of scored games")
        if not 0 <= held_out_share < 1:
            raise ValueError(f"held_out_share must be at least 0 and below 1, not {quoted(held_out_share)}")
        datasets = [_opened(path) for path in paths]
        self.game = game or datasets[0].game()
        self.unit = int(datasets[0].header["unit"])
        start = self.game.initial_state()
        self._native = native.template("ScoredPositions", start)(native.native_state(start))
        for dataset in datasets:
            if not is_same_game(dataset.header["game"], self.game):
                raise ValueError(f"{dataset.path}: games of {dataset.header['game']}, not of {self.game.spec}")
            if dataset.header["unit"] != self.unit:
                raise ValueError(f"{dataset.path}: the unit of its scores is {dataset.header['unit']}, not {self.unit}")
            for number in dataset.shards():
                self._add_shard(dataset, number)
        count = int(self._native.size())
        if not count:
            raise ValueError(f"{', '.join(map(str, paths))}: no games yet")
        self.numbers = np.empty(count, np.int64)
        self.plies, self.endings, self.outcomes, self.positions = (np.empty(count, np.int32) for _ in range(4))
        self._native.games(self.numbers, self.plies, self.endings, self.outcomes, self.positions)
        held_out = np.array([is_number_held_out(number, held_out_share) for number in self.numbers.tolist()])
        known = self.outcomes != UNKNOWN_RESULT
        self._sides = {True: np.flatnonzero(held_out & known), False: np.flatnonzero(~held_out & known)}
        self._evaluator = native.evaluation_spec("")
        self._scores: dict[str, Any] = {}

    def _add_shard(self, dataset: Dataset, number: int) -> None:
        path = shard_path(dataset.path, number, SCORED_SUFFIX)
        first = number * dataset.header["per_shard"]
        wanted = min(dataset.header["per_shard"], dataset.header["games"] - first)
        found = int(self._native.add_shard(scored_shard(path), str(path), first))
        if found != wanted:
            raise ValueError(f"{path}: has {found} games, not {wanted}")

    def __len__(self) -> int:
        return len(self.numbers)

    def rows(self, held_out: bool) -> np.ndarray:
        """The rows of the games that are held out or not, int64 `[n]`."""
        return self._sides[held_out]

    def read(self, row: int) -> ScoredGame:
        """One game.

        Raises:
            ValueError: the start is not a position of the game.
        """
        actions, scores = np.empty(self.plies[row], np.int32), np.empty(self.plies[row], np.int16)
        self._native.game(row, actions, scores)
        result = None if self.outcomes[row] == UNKNOWN_RESULT else int(self.outcomes[row])
        number = int(self.numbers[row])
        played = RecordedGame(
            self.game, self._native.start(row), tuple(actions.tolist()), result, place=f"game {number}"
        )
        return ScoredGame(number, played, scores)

    def static(self, evaluator: Evaluator, walk: int = 0) -> ScoredGames:
        """The same games with other scores: an evaluation's static values.

        Results stay those of the games: for a position after a random walk they say little.

        Args:
            evaluator: a name, a file, a run's folder, or an evaluation object.
            walk: replaces each position by one that 1 to `walk` random moves reach from it; 0: no walk. Each seed of
                `blocks` has different walks.

        Raises:
            ValueError: no such evaluation, or it is a Python function.
        """
        if not 0 <= walk <= LARGEST_INT:
            raise ValueError(f"walk must be at least 0, not {quoted(walk)}")
        start = self.game.initial_state()
        searched, spec = with_evaluator(start, evaluator)
        if searched is not start:
            raise ValueError("static scores are those of an evaluation in C++, not of a function")
        found = object.__new__(ScoredGames)
        found.__dict__.update(self.__dict__)
        found._evaluator, found._scores = spec, {"static_scores": True, "walk": walk}
        found.unit = int(self._native.unit(spec))
        return found

    def blocks(
        self, inputs: str, buckets: int, positions: int, seed: int, held_out: bool, *, first: int = 0, **filters: Any
    ) -> Iterator[Block]:
        """One pass over the training or the held-out positions, in an order that depends on the seed.

        The games are shuffled, then the positions of each block. So a block consists of the positions of some games,
        and the next block continues with other games; a block depends only on the games, these arguments and its
        number.

        Args:
            inputs: inputs of accumulator networks, such as `pieces`.
            buckets: number of output buckets.
            positions: positions per block; the last one may have fewer.
            seed: seed of the order, and of random walks; use another one for each pass.
            held_out: uses the held-out games instead of the training games.
            first: number of the first block; earlier ones are skipped, so that a stopped training continues with
                exactly the blocks that it would have had.
            **filters: which positions are left out (`Filters`).

        Raises:
            ValueError: the game has no such inputs; a filter or number out of range; a move that is not legal, raised
                when the blocks are read.
        """
        chosen = Filters(**filters)
        for name, value, most in (("buckets", buckets, 255), ("positions", positions, LARGEST_INT)):
            if not 1 <= value <= most:
                raise ValueError(f"{name} must be a whole number from 1 to {most}, not {quoted(value)}")
        if first < 0:
            raise ValueError(f"first must be at least 0, not {quoted(first)}")
        known = AccumulatorInputs(inputs, self.game.initial_state())
        limit = chosen.score_limit * self.unit // 100 if self.unit else chosen.score_limit
        values = {
            "quiet_only": chosen.quiet_only,
            "score_limit": max(limit, 1) if chosen.score_limit else 0,
            "from_ply": chosen.from_ply,
            "walk_seed": seed,
            "buckets": buckets,
            **self._scores,
        }
        options = native.options("ScoredPositionsOptions", _HEADER, values)
        rows = np.random.default_rng((seed, 0)).permutation(self._sides[held_out])
        return self._blocks(known, options, rows, positions, seed, first)

    def _blocks(
        self, inputs: AccumulatorInputs, options: Any, rows: np.ndarray, positions: int, seed: int, number: int
    ) -> Iterator[Block]:
        at, skip = self._passed_over(options, rows, number * positions)
        left_over = np.cumsum(self.positions[rows][::-1], dtype=np.int64)[::-1]  # upper bound, from each game on
        while at < len(rows):
            room = max(1, min(positions, int(left_over[at])))
            places = np.random.default_rng((seed, 1, number)).permutation(room)
            block = Block(
                np.empty((room, 2, inputs.most_active), np.int16),
                np.empty(room, np.uint8),
                np.empty(room, np.float32),
                np.empty(room, np.float32),
            )
            left = np.ascontiguousarray(rows[at:])
            done = self._native.read(
                options, self._evaluator, inputs.spec, left, len(left), skip, places, room,
                block.columns.reshape(-1), block.bucket, block.score, block.result,
            )  # fmt: skip
            count, at, skip, number = int(done.rows), at + int(done.games), int(done.skip), number + 1
            if count == room:
                yield block
            elif count:
                written = np.sort(places[:count])
                yield Block(block.columns[written], block.bucket[written], block.score[written], block.result[written])

    def _passed_over(self, options: Any, rows: np.ndarray, positions: int) -> tuple[int, int]:
        """The game of the position with this number, and how many of the game's positions come before it."""
        at = 0
        while positions and at < len(rows):
            some = np.ascontiguousarray(rows[at : at + _COUNTED_AT_ONCE])
            counts = np.empty(len(some), np.int32)
            self._native.count(options, self._evaluator, some, len(some), counts)
            ends = np.cumsum(counts)
            if ends[-1] > positions:
                inside = int(np.searchsorted(ends, positions, "right"))
                return at + inside, positions - int(ends[inside] - counts[inside])
            at, positions = at + len(some), positions - int(ends[-1])
        return at, 0


def _opened(path: Path) -> Dataset:
    dataset = Dataset.open(path)
    if not dataset.has_scored_games:
        raise ValueError(f"{path}: holds labelled positions, not scored games")
    for name, least in (("unit", 0), ("per_shard", 1), ("games", 1)):
        found = dataset.header.get(name)
        if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= LARGEST_INT:
            raise ValueError(f"{path / HEADER}: {name} must be a whole number of at least {least}, not {quoted(found)}")
    return dataset
