"""Who thinks next: short before long, fair shares, slices, memory, and those who do not listen."""

from __future__ import annotations

import gc
import itertools
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from refusals import refused

import boardai
from boardai.players.searches import with_small_table
from boardai.web import analysis
from boardai.web.thinking import Job, Memory, WorkerPool, memory, worker_pool
from boardai.web.thinking.shares import START, Moment, Owner, Shares

pytestmark = pytest.mark.timeout(300)


def who(name: str, address: str = "") -> Owner:
    """A visitor of an address of their own, where none is named."""
    return Owner(address or name, ord(name[0]))


class Held:
    """A job that continues until it is let go, and asks now and then whether it shall come to an end."""

    def __init__(self) -> None:
        self.begun, self.let_go = threading.Event(), threading.Event()
        self.rounds = 0

    def __call__(self, stopped: Callable[[], bool]) -> str:
        self.begun.set()
        while not self.let_go.wait(0.001):
            self.rounds += 1
            if stopped():
                return "stopped"
        return "done"

    def deaf(self, stopped: Callable[[], bool]) -> str:
        self.begun.set()
        assert self.let_go.wait(30)
        return "done"


def until(what: Callable[[], object]) -> None:
    end = time.monotonic() + 30
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.001)


@pytest.fixture
def one() -> Iterator[WorkerPool]:
    """One place for long jobs, and one for short ones."""
    made = WorkerPool(1, 1)
    yield made
    made.close(5.0)


def in_order(worker_pool: WorkerPool, owners: str, **how: Any) -> tuple[list[str], list[Job[None]]]:
    """Asks for a thought of each owner; the list of who had his turn, as it grows."""
    found: list[str] = []
    asked = [worker_pool.ask(lambda stopped, one=one: found.append(one), who(one), **how) for one in owners]
    return found, asked


class One:
    """What waits."""

    def __init__(self, owner: Owner, number: int, came_at: Moment = START) -> None:
        self.owner, self.number, self.came_at = owner, number, came_at


def served(shares: Shares, waiting: list[One], seconds: float = 1.0) -> str:
    """The initials of those who wait, in the order in which they are served, each for so long."""
    order = ""
    while (chosen := shares.choose(waiting, lambda one: False)) is not None:
        waiting.remove(chosen)
        order += chr(chosen.owner.visitor)
        shares.charge(chosen.owner, seconds, chosen.came_at)
    return order


def test_shares_go_by_what_everybody_has_had() -> None:
    shares, numbers = Shares(), itertools.count()
    ann, bob, cid = who("Ann"), who("Bob"), who("Cid")
    assert served(shares, [One(one, next(numbers)) for one in (ann, ann, ann, bob, bob)]) == "ABABA"
    # Who comes later has no credit for the time before, and none against him.
    late = [One(one, next(numbers), shares.now(one)) for one in (ann, cid)]
    assert shares.choose(late, lambda one: False) is late[1]
    assert shares.of(cid, shares.now(cid)).address == shares.now(cid).address > 0
    assert shares.choose(late, lambda one: one is late[1]) is late[0]


def test_who_comes_twenty_times_from_one_address_has_one_share() -> None:
    shares, numbers = Shares(), itertools.count()
    hostile = [Owner("hostile", ord(one)) for one in "abcdefghijklmnopqrst"]
    waiting = [One(one, next(numbers)) for one in [*hostile, *hostile, *[who("Ann")] * 5]]
    order = served(shares, waiting)
    assert order[:10] == "aAbAcAdAeA" and order[10:] == "fghijklmnopqrst" + "abcdefghijklmnopqrst"


def test_visitors_of_one_address_share_it_among_themselves() -> None:
    """A class behind one address, or everybody behind a proxy of which nothing is known."""
    shares, numbers = Shares(), itertools.count()
    eve, ann, bob = (who(name, "school") for name in ("Eve", "Ann", "Bob"))
    assert served(shares, [One(one, next(numbers)) for one in (eve, eve, eve, eve, ann, bob)]) == "EABEEE"


def test_clocks_of_those_who_have_gone_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardai.web.thinking.shares._MOST_CLOCKS", 10)
    shares, numbers = Shares(), itertools.count()
    for number in range(100):
        one = Owner(f"address {number // 2}", number // 2)
        served(shares, [One(one, next(numbers), shares.now(one))])
    assert len(shares._spent) + len(shares._spent_by) + len(shares._now_at) < 15


def test_a_visitor_who_asks_for_much_waits_for_himself(one: WorkerPool) -> None:
    held = Held()
    one.ask(held.deaf, who("Eve"), background=True)
    assert held.begun.wait(30)
    found, asked = in_order(one, "EEEEAB", is_long=True)
    held.let_go.set()
    for job in asked:
        job.future.result(30)
    assert found.index("A") < 2 and found.index("B") < 3


def test_short_thoughts_do_not_stand_behind_long_ones(one: WorkerPool) -> None:
    held = Held()
    long = one.ask(held.deaf, who("Eve"), is_long=True)
    assert held.begun.wait(30)
    waiting = [one.ask(Held(), who("Eve"), is_long=True) for _ in range(5)]
    assert one.ask(lambda stopped: "had its turn", who("Ann")).future.result(30) == "had its turn"
    held.let_go.set()
    assert long.future.result(30) == "done"
    for job in waiting:
        job.stop()


def test_what_turns_out_to_be_long_gives_its_place_to_others_and_is_known_then(one: WorkerPool) -> None:
    held = Held()
    slow = one.ask(held, who("Eve"), about="slow")
    assert held.begun.wait(30)
    assert one.ask(lambda stopped: "had its turn", who("Ann"), about="quick").future.result(30) == "had its turn"
    held.let_go.set()
    assert slow.future.result(30) == "done"
    again = Held()
    one.ask(again, who("Eve"), about="slow")
    assert again.begun.wait(30)
    assert one.ask(lambda stopped: "at once", who("Ann"), about="quick").future.result(30) == "at once"
    again.let_go.set()
    # By the processor's time it was short, so it will be taken for short once more.
    for _ in range(3):
        one.ask(lambda stopped: None, who("Eve"), about="slow").future.result(30)
    assert one._lasted["slow"] < worker_pool.SHORT_SECONDS


def test_what_is_stopped_early_does_not_count_as_short(one: WorkerPool) -> None:
    one._lasted["strongest"] = 3.0
    for _ in range(8):
        held = Held()
        job = one.ask(held, who("Eve"), about="strongest")
        assert held.begun.wait(30)
        job.stop()
        job.future.result(30)
    assert one._lasted["strongest"] == 3.0


@pytest.mark.parametrize("owner", [who("Ann"), who("Bob")])
def test_long_thoughts_share_a_place_in_slices(one: WorkerPool, monkeypatch: pytest.MonkeyPatch, owner: Owner) -> None:
    monkeypatch.setattr(worker_pool, "_SLICE", 0.005)
    ann, bob = Held(), Held()
    first = one.ask(ann, who("Ann"), is_long=True)
    second = one.ask(bob, owner, is_long=True)
    for _ in range(3):  # both continue, though there is one place
        before = ann.rounds, bob.rounds
        until(lambda before=before: ann.rounds > before[0] and bob.rounds > before[1])
    ann.let_go.set()
    bob.let_go.set()
    assert first.future.result(30) == second.future.result(30) == "done"


def test_who_waits_for_a_slice_can_be_stopped(one: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "_SLICE", 0.005)
    ann, deaf = Held(), Held()
    first = one.ask(ann, who("Ann"), is_long=True)
    assert ann.begun.wait(30)
    one.ask(deaf.deaf, who("Bob"), is_long=True)
    assert deaf.begun.wait(30)  # Ann's waits in its tracks
    first.stop()
    assert first.future.result(30) == "stopped"
    deaf.let_go.set()


def test_background_work_comes_last_but_comes(one: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held()
    one.ask(held.deaf, who("Eve"), is_long=True)
    assert held.begun.wait(30)
    found: list[str] = []
    review = one.ask(lambda stopped: found.append("review"), who("Ann"), background=True)
    analysis = one.ask(lambda stopped: found.append("analysis"), who("Eve"), is_long=True)
    held.let_go.set()
    for job in (review, analysis):
        job.future.result(30)
    assert found == ["analysis", "review"]
    monkeypatch.setattr(worker_pool, "_LAST_NO_LONGER", 0.0)
    found, asked = [], []
    held = Held()
    asked.append(one.ask(held.deaf, who("Eve"), is_long=True))
    assert held.begun.wait(30)
    asked.append(one.ask(lambda stopped: found.append("review"), who("Ann"), background=True))
    asked.append(one.ask(lambda stopped: found.append("analysis"), who("Eve"), is_long=True))
    held.let_go.set()
    for job in asked:
        job.future.result(30)
    assert found == ["review", "analysis"]


def test_one_thought_at_a_time_works_with_a_thing(one: WorkerPool) -> None:
    held, agent = Held(), object()
    first = one.ask(held, who("Ann"), subject=agent, is_long=True)
    assert held.begun.wait(30)
    second = one.ask(lambda stopped: "then", who("Ann"), subject=agent)
    assert one.ask(lambda stopped: "other", who("Bob"), subject=object()).future.result(30) == "other"
    assert not second.future.done()
    held.let_go.set()
    assert (first.future.result(30), second.future.result(30)) == ("done", "then")


def test_what_has_not_begun_never_will_or_is_next(one: WorkerPool) -> None:
    held = Held()
    first = one.ask(held.deaf, who("Eve"), is_long=True)
    assert held.begun.wait(30)
    never = one.ask(lambda stopped: pytest.fail("it begins"), who("Ann"), is_long=True)
    hurried = one.ask(lambda stopped: stopped(), who("Ann"), is_long=True)
    never.stop()
    assert never.future.cancelled()
    hurried.hurry()
    assert hurried.future.result(30) is True
    held.let_go.set()
    assert first.future.result(30) == "done"


def test_a_search_ends_at_once_wherever_it_is(one: WorkerPool) -> None:
    """The request need not be passed on: a search without progress reports ends as well."""
    state, begun = boardai.load("chess").initial_state(), threading.Event()

    def search(stopped: Callable[[], bool]) -> list[Any]:
        begun.set()
        return [boardai.search.pvs(state, seconds=3600) for _ in range(2)]

    job = one.ask(search, who("Ann"), is_long=True)
    assert begun.wait(30)
    job.stop()
    assert len(job.future.result(30)) == 2


def test_who_does_not_listen_loses_the_place_and_is_interrupted(
    one: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "_LOSES_ITS_PLACE", 0.01)
    begun = threading.Event()

    def endless(stopped: Callable[[], bool]) -> None:
        begun.set()
        while True:
            pass

    job = one.ask(endless, who("Eve"), is_long=True)
    assert begun.wait(30)
    job.stop()
    assert one.ask(lambda stopped: "continues", who("Ann"), is_long=True).future.result(30) == "continues"
    assert not job.future.done()
    monkeypatch.setattr(worker_pool, "_IS_INTERRUPTED", 0.02)
    assert isinstance(job.future.exception(30), worker_pool.Abandoned)
    assert one.ask(lambda stopped: "and on", who("Ann"), is_long=True).future.result(30) == "and on"


ABANDONED = """
import sys, time
from boardai.web.thinking import WorkerPool, worker_pool
worker_pool._IS_INTERRUPTED = 0.02
thinkers = WorkerPool(1, 1)
job = thinkers.ask(lambda stopped: time.sleep(0.5))
time.sleep(0.1)
job.stop()
try:
    job.future.result(30)
except worker_pool.Abandoned:
    pass
assert job._is_interrupted
thinkers.close(30)
calls = []
sys.setprofile(lambda *event: calls.append(event))
(lambda: None)()
sys.setprofile(None)
assert calls
"""


def test_nothing_of_an_interrupt_that_came_too_late_is_left() -> None:
    """Python up to 3.12 would look for the exception for good, and a function under a profiler would never begin."""
    subprocess.run([sys.executable, "-c", ABANDONED], check=True, timeout=120)


def test_a_visitor_holds_few_threads(one: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "_MOST_OF_ONE", 1)
    monkeypatch.setattr(worker_pool, "_LOSES_ITS_PLACE", 0.0)
    held = Held()
    first = one.ask(held.deaf, who("Eve"), is_long=True)
    assert held.begun.wait(30)
    first.stop()  # it does not listen
    second = one.ask(lambda stopped: "Eve's", who("Eve"), is_long=True)
    assert one.ask(lambda stopped: "Ann's", who("Ann"), is_long=True).future.result(30) == "Ann's"
    assert not second.future.done()
    held.let_go.set()
    assert second.future.result(30) == "Eve's"


def test_one_address_does_not_hold_all_places(one: WorkerPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "_MOST_BEGUN", 3)
    monkeypatch.setattr(worker_pool, "_MOST_OF_ADDRESS", 2)
    monkeypatch.setattr(worker_pool, "_SLICE", 0.005)
    analyses = [Held() for _ in range(4)]
    asked = [
        one.ask(held, Owner("hostile", number), is_long=True, least_seconds=3600.0)
        for number, held in enumerate(analyses)
    ]
    until(lambda: sum(held.begun.is_set() for held in analyses) == 2)
    assert one.ask(lambda stopped: "has its turn", who("Ann"), is_long=True).future.result(30) == "has its turn"
    assert [held.begun.is_set() for held in analyses] == [True, True, False, False]
    for held in analyses:
        held.let_go.set()
    assert [job.future.result(30) for job in asked] == ["done"] * 4


# --- memory ---


@pytest.mark.parametrize("spec", ["mcts", "pvs"])
def test_a_search_that_was_stopped_holds_nothing(spec: str) -> None:
    """Its table goes when it ends, not when Python happens to look for cycles."""
    game = boardai.load("hex", size=5)
    asked = iter([False, True])
    gc.collect()
    gc.disable()
    try:
        analysis.analyse(spec, game, game.initial_state(), 1, lambda: next(asked, True), lambda found: None, 30.0)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        held = [type(one).__name__ for one in gc.garbage]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not [name for name in held if name in (spec.capitalize(), "traceback", "frame")]


@pytest.mark.parametrize(
    ("spec", "small"),
    [
        ("pvs:nodes=200", "pvs:nodes=200,table_megabytes=1"),
        ("pvs:nodes=200000", "pvs:nodes=200000,table_megabytes=12"),
        ("pvs:nodes=2000000", "pvs:nodes=2000000,table_megabytes=16"),
        ("pvs:depth=1,noise=2", "pvs:depth=1,noise=2,table_megabytes=1"),
        ("pvs:nodes=200,table_megabytes=8", "pvs:nodes=200,table_megabytes=8"),
        ("pvs:seconds=3", "pvs:seconds=3"),
        ("mcts:simulations=100", "mcts:simulations=100"),
        ("random", "random"),
    ],
)
def test_levels_take_no_larger_tables_than_their_limits_fill(spec: str, small: str) -> None:
    assert str(with_small_table(spec)) == small


class Table:
    """A level's table that is not at work."""

    def __init__(self, used: list[float], size: float) -> None:
        self._used, self._size = used, size
        used[0] += size

    def give_up(self) -> bool:
        self._used[0] -= self._size
        return True


def test_long_thoughts_wait_for_memory_and_short_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_LOOKED_AT", 0.0)
    used = [100.0]
    made = WorkerPool(2, 1, Memory(1000, in_use=lambda: used[0]))
    patient, deaf = Held(), Held()
    first = made.ask(patient, who("Eve"), is_long=True, least_seconds=0.0)
    impatient = made.ask(deaf.deaf, who("Eve"), is_long=True)
    assert patient.begun.wait(30) and deaf.begun.wait(30)
    used[0] = 950.0
    second = made.ask(lambda stopped: "begins", who("Ann"), is_long=True)
    assert first.future.result(30) == "stopped"  # it has had its time, and what is wanted is memory
    assert made.ask(lambda stopped: "short", who("Ann")).future.result(30) == "short"
    assert (
        second.waits_for_memory
        and not impatient.waits_for_memory
        and not second.future.done()
        and not impatient.future.done()
    )
    used[0] = 100.0
    assert second.future.result(30) == "begins"
    used[0] = 2000.0
    deaf.let_go.set()
    impatient.future.result(30)
    # Where memory is gone for another reason, one at a time continues.
    assert made.ask(lambda stopped: "continues", who("Ann"), is_long=True).future.result(30) == "continues"
    made.close(5.0)


def test_tables_unused_for_longest_are_given_up_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_LOOKED_AT", 0.0)
    monkeypatch.setattr(memory, "_BETWEEN_TIDYINGS", 0.0)
    returned = []
    monkeypatch.setattr(memory, "give_back", lambda: returned.append(True))
    used = [100.0]
    found = Memory(1000, in_use=lambda: used[0])
    tables = [Table(used, 100.0) for _ in range(8)]
    for table in tables:
        found.used(table)
    found.used(tables[0])  # once more
    assert used == [900.0] and not found.has_room
    found.tidy()
    assert used == [700.0] and list(found._holders) == [*tables[3:], tables[0]] and returned
    found.tidy()
    assert used == [700.0] and len(returned) == 1
    used[0] = 1000.0
    with refused("memory"):
        found.require_room()


def test_the_budget_is_what_machine_and_groups_allow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = tmp_path / "cgroup"
    groups.write_text("9:name=systemd:/\n4:cpu,memory:/x\n3:memory:/a/b\n0::/c/d\n")
    for folder, name, text in (
        ("memory/a/b", "memory.limit_in_bytes", "9223372036854771712"),
        ("memory/a", "memory.limit_in_bytes", str(300 << 20)),
        ("c/d", "memory.max", "max"),
        ("c", "memory.max", str(200 << 20)),
    ):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / name).write_text(f"{text}\n")
    assert sorted(memory._of_groups(groups, tmp_path))[:2] == [200.0, 300.0]
    assert memory._of_groups(tmp_path / "none", tmp_path) == []
    held = memory.held_by_process()
    assert (memory.sensible_budget() or 0) > 0 and held > 10
    with refused("100 MiB"):
        monkeypatch.setattr(memory, "held_by_process", lambda: 90.0)
        Memory.of_server(100)
    monkeypatch.setattr(memory, "sensible_budget", lambda: 20.0)
    assert Memory.of_server()._budget == 154.0
