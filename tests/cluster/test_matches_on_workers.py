"""Matches on a pool: the games do not depend on which worker plays them, or on which of them dies."""

from __future__ import annotations

import itertools
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from search.kinds_of_game import SPECS

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


WAITING = """
import os, pathlib, signal, time

class Waiting:
    def choose(self, state):
        there = pathlib.Path({folder!r})
        until = time.monotonic() + 60
        while not (there / "continue").exists():
            if time.monotonic() > until:
                raise RuntimeError("no worker has got game 0")
            time.sleep(0.01)
        if {dies} and not (there / "died").exists():
            (there / "died").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return state.legal_actions()[0]
"""


@pytest.mark.thorough
@pytest.mark.parametrize("apart", [False, True])
def test_a_game_comes_when_it_ends_and_only_once(tmp_path: Path, apart: bool) -> None:
    """The second agent waits in game 1 until game 0 has come; then its process dies, where it has one."""
    agent = tmp_path / "waiting.py"
    agent.write_text(WAITING.format(folder=str(tmp_path), dies=apart))
    settings = WorkerSettings(SPECS["tic-tac-toe"], ("random", f"{agent}:Waiting"), 1, at_once=2)
    openings = Opening(None, ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3")), Opening()
    stream = play_all(settings, [((0, 1), 0), ((0, 1), 1)], openings.__getitem__, partial(open_pool, apart=apart))
    first = next(stream)
    (tmp_path / "continue").touch()
    played = [first, *stream]
    assert [(one.number, one.crashed) for one in played] == [(0, -1), (1, -1)]
    assert (tmp_path / "died").exists() == apart


def test_games_of_a_batch_do_not_depend_on_where_a_match_was_stopped() -> None:
    settings = WorkerSettings("hex:size=3", ("mcts:simulations=20", "random"), 3, at_once=4)
    book = OpeningBook(itertools.repeat(Opening()), None)
    whole, stopped = (Series(settings, book, 6) for _ in range(2))
    list(whole.play(open_pool))
    stopped.played += [one for one in whole.played if one.number not in (1, 3, 5)]
    assert sorted(one.number for one in stopped.play(open_pool)) == [1, 3, 5]
    assert {one.number: one.actions for one in stopped.played} == {one.number: one.actions for one in whole.played}


def test_what_the_caller_raises_to_stop_comes_out_as_it_is() -> None:
    calls = iter(range(9))

    def tick() -> None:
        if next(calls) == 6:
            raise ValueError("enough")

    settings = WorkerSettings("hex:size=3", ("random", "random"), 1)
    with pytest.raises(ValueError, match=r"^enough$"):
        list(play_all(settings, [((0, 1), 0)], lambda number: Opening(), open_pool, tick))


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
    [(0, [3, 3, 2, 4, 4, 2]), (1, [1] * 18), (3, [3, 3, 3, 1, 3, 3, 3, 1])],
)
def test_games_are_shared_among_workers_where_agents_like_many_positions(
    tmp_path: Path, at_once: int, shares: list[int]
) -> None:
    """Games 0 and 1 of the first pairing were played before; they fill their batch of three, but do not come again."""
    (tmp_path / "both.py").write_text(BOTH)
    agents = (f"{tmp_path / 'both.py'}:Both", "random", "greedy")
    wanted = [((0, 1), number) for number in range(2, 10)] + [((0, 2), number) for number in range(10)]
    pools: list[Telling] = []
    settings = WorkerSettings("hex:size=3", agents, 1, at_once=at_once)

    def place(work: Any) -> Telling:
        pools.append(Telling(work))
        return pools[0]

    played = list(play_all(settings, wanted, lambda number: Opening(), place))
    assert sorted((one.pairing, one.number) for one in played) == wanted
    given = pools[0].given
    assert given[: len(given) - len(shares)] == ([0] if at_once == 0 else [])
    assert [len(games) for games in given[-len(shares) :]] == shares
