"""Pieces of work on this machine: in this process, and in processes that may die."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from simple_work import Simple

from boardai.basics.threads import cores
from boardai.cluster import Piece, Pool, Shared, WorkError, open_pool


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pool]:
    with (
        pytest.MonkeyPatch.context() as patch,
        open_pool(Simple(tmp_path_factory.mktemp("marks")), 2, own_cores=cores() > 1) as opened,
    ):
        patch.setenv("JAX_PLATFORMS", "cuda,cpu")
        yield opened


def test_this_process_works_piece_by_piece(tmp_path: Path) -> None:
    taken = []

    def pieces() -> Iterator[Piece]:
        for number in range(4):
            taken.append(number)
            yield Piece(number, number)

    with open_pool(Simple(tmp_path)) as pool:
        results = pool.map(pieces())
        assert next(results) == (0, 0) and len(taken) <= 2
        assert list(results) == [(1, 1), (2, 4), (3, 9)]
        with pytest.raises(ValueError, match="piece 5"):
            list(pool.map([Piece(5, "raise")]))
    assert (tmp_path / f"closed-{os.getpid()}").exists()


def test_a_result_that_is_refused_costs_its_worker(pool: Pool) -> None:
    pids, lost = set(), pool.tally.lost
    pool.give(Piece(0, "pid"))
    with pytest.raises(WorkError, match=r"piece 0 .* nonsense"):
        while True:
            for answer in pool.answers():
                pids.add(answer.value)
                pool.refuse(answer, "nonsense")
    assert len(pids) == 2 and pool.tally.lost == lost + 2


def test_processes_work_and_what_they_know_is_kept(pool: Pool) -> None:
    pieces = [Piece(number, 0.2 if number == 0 else number) for number in range(9)]
    assert [number for number, _ in pool.map(pieces, ordered=True)] == list(range(9))
    assert dict(pool.map(pieces)) == {0: 0.2, **{number: number**2 for number in range(1, 9)}}
    weights = [Shared(bytes([age]) * 300_000) for age in range(5)]
    reported = list(pool.map([Piece(n, "shared", weights[n % 5]) for n in range(20)], ordered=True))
    assert [digest for _, (digest, _, _) in reported] == [weights[n % 5].digest for n in range(20)]
    assert len({pid for _, (_, _, pid) in reported}) == 2  # both have worked
    assert len(pool.rates()) == 2


@pytest.mark.skipif(cores() < 2, reason="needs two processors")
def test_each_process_keeps_to_its_share_of_the_processors(pool: Pool) -> None:
    """Also one that takes the place of another."""
    processors = os.sched_getaffinity(0)
    for begins in (True, False):
        shares: dict[int, frozenset[int]] = {}
        while len(shares) < 2:
            shares |= dict(dict(pool.map([Piece(number, "cores") for number in range(4)])).values())
        assert frozenset.union(*shares.values()) == processors and frozenset.intersection(*shares.values()) == set()
        if begins:
            os.kill(next(iter(shares)), signal.SIGKILL)
    with pytest.raises(ValueError, match="workers"):
        open_pool(Simple(Path()), len(processors) + 1, own_cores=True)


def test_processes_leave_accelerators_to_this_one(pool: Pool) -> None:
    assert dict(pool.map([Piece(0, "JAX"), Piece(1, "JAX")])) == {0: "cpu", 1: "cpu"}
    assert os.environ["JAX_PLATFORMS"] == "cuda,cpu"


@pytest.mark.thorough
def test_a_stopped_worker_with_a_full_pipe_delays_no_other(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes no more of what is sent to it, and the pool continues: here until it counts as dead."""
    while sum(member.ready for member in pool._members) < 2:
        list(pool.map([Piece(number, 0.1) for number in range(4)]))
    mark, rescued = pool._settings.folder / "stopped-0", []  # type: ignore[attr-defined]

    def rescue() -> None:
        rescued.append(True)
        os.kill(int(mark.read_text()), signal.SIGKILL)

    monkeypatch.setattr(pool, "_timeout", 2.0)
    timer = threading.Timer(20, rescue)
    timer.start()
    large = bytes(4_000_000)
    found = dict(pool.map([Piece(0, "stop once"), *(Piece(number, large) for number in range(1, 6))]))
    timer.cancel()
    assert found == {0: "going", **dict.fromkeys(range(1, 6), len(large))} and not rescued


def test_a_death_costs_the_piece_which_is_tried_again_alone(pool: Pool) -> None:
    lost = pool.tally.lost
    pieces = [Piece(number, "die once" if number == 1 else number) for number in range(6)]
    found = list(pool.map(pieces, ordered=True))
    assert found == [(number, "alive" if number == 1 else number**2) for number in range(6)]
    assert pool.tally.lost == lost + 1
    with pytest.raises(WorkError, match=r"piece 6 .*2 workers: killed by SIGKILL"):
        list(pool.map([Piece(6, "die")]))


@pytest.mark.thorough
def test_errors_come_back_as_they_were_raised(tmp_path: Path) -> None:
    with open_pool(Simple(tmp_path), 2) as pool, pytest.raises(ValueError, match="piece 1") as raised:
        list(pool.map([Piece(1, "raise")]))
    assert "simple_work.py" in str(raised.value.__cause__)
    with open_pool(Simple(tmp_path, "raise"), 2) as pool, pytest.raises(ValueError, match="cannot be used"):
        list(pool.map([Piece(0, 3)]))


@pytest.mark.thorough
def test_workers_that_do_not_start_or_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardai.cluster.pool._DEATHS_AT_START", 2)
    with open_pool(Simple(tmp_path, "die"), 2) as pool, pytest.raises(WorkError, match="do not start: exit status 7"):
        list(pool.map([Piece(0, 3)]))
    with open_pool(Simple(tmp_path), 2, timeout=0.5) as pool:
        assert list(pool.map([Piece(0, "hang once")])) == [(0, "awake")]
        assert pool.tally.lost == 1


def test_slow_workers_are_named_once(tmp_path: Path) -> None:
    message: list[str] = []
    pool = open_pool(Simple(tmp_path), 2, warn=message.append)
    from boardai.cluster.pool import Rate

    class Known:
        def __init__(self, name: str) -> None:
            self.name, self.tasks = name, ()

    pool._members = [Known(name) for name in "abc"]  # type: ignore[misc]
    pool.tally.rates.update(a=Rate(10, 1.0), b=Rate(10, 1.1), c=Rate(3, 30.0))
    pool._name_slow()
    pool._name_slow()
    pool._members = []
    pool.close()
    assert message == ["worker c is 91 times slower than the median worker"]
