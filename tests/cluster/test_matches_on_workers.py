"""Matches on a pool: whoever plays the games and whichever of them dies, the games are the same."""

from __future__ import annotations

import itertools
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from boardai.arena.games import Opening
from boardai.arena.series import OpeningBook, Series
from boardai.arena.workers import WorkerSettings, play_all
from boardai.cluster import Piece, open_pool
from boardai.cluster.processes import Here

MORTAL = """
import os, pathlib, random, signal
from boardai.players import RandomPlayer

class Mortal(RandomPlayer):
    \"\"\"Dies once, at its second move in a game; only then is its mark there.\"\"\"

    def choose(self, state):
        mark = pathlib.Path({mark!r})
        if not mark.exists() and len(state.legal_actions()) == 7:
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(state)
"""


@pytest.mark.thorough
def test_neither_the_number_of_workers_nor_a_death_changes_a_game(tmp_path: Path) -> None:
    mark, agent = tmp_path / "died", tmp_path / "mortal.py"
    agent.write_text(MORTAL.format(mark=str(mark)))
    found, lost = [], []

    def played(place: Any) -> None:
        settings = WorkerSettings("hex:size=3", (f"{agent}:Mortal", "random"), 3, at_once=4)
        book = OpeningBook(itertools.repeat(Opening()), None)
        series = Series(settings, book, 12)
        pools = []
        list(series.play(lambda work: pools.append(place(work)) or pools[0]))
        lost.append(pools[0].tally.lost)
        found.append({one.number: (one.actions, one.outcome, one.memory) for one in series.played})

    played(partial(open_pool, workers=3, apart=True, in_flight=1))
    assert mark.exists()
    played(open_pool)
    assert lost == [1, 0] and found[0] == found[1] and len(found[0]) == 12


class Telling(Here):
    """Wants three workers; keeps what it was given."""

    def __init__(self, settings: Any) -> None:
        super().__init__(settings)
        self.given: list[Any] = []

    def give(self, piece: Piece) -> None:
        self.given.append(piece.payload)
        super().give(piece)

    @property
    def workers(self) -> int:
        return 3


BOTH = """
class Both:
    batched = True

    def choose_many(self, states):
        return [state.legal_actions()[0] for state in states]

    def choose(self, state):
        return state.legal_actions()[0]
"""


@pytest.mark.parametrize(
    ("at_once", "shares"),
    [(0, [3, 3, 2, 4, 4, 2]), (1, [1] * 18), (3, [1, 3, 3, 1, 3, 3, 3, 1])],
)
def test_games_are_shared_among_workers_where_agents_like_many_positions(
    tmp_path: Path, at_once: int, shares: list[int]
) -> None:
    """Games 0 and 1 of the first pairing were played before."""
    (tmp_path / "both.py").write_text(BOTH)
    agents = (f"{tmp_path / 'both.py'}:Both", "random", "greedy")
    wanted = [((0, 1), number) for number in range(2, 10)] + [((0, 2), number) for number in range(10)]
    pools: list[Telling] = []
    settings = WorkerSettings("hex:size=3", agents, 1, at_once=at_once)

    def place(work: Any) -> Telling:
        pools.append(Telling(work))
        return pools[0]

    played = list(play_all(settings, wanted, lambda number: Opening(), place))
    assert [(one.pairing, one.number) for one in played] == wanted
    given = pools[0].given
    assert given[: len(given) - len(shares)] == ([0] if at_once == 0 else [])
    assert [len(games) for games in given[-len(shares) :]] == shares
