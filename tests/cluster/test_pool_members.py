"""What a pool does as its workers start, answer and die, with workers that only pretend; no process is started."""

from __future__ import annotations

import socket
import sys
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from refusals import refused

from boardai.cluster import Piece, Pool, WorkError, open_pool
from boardai.cluster.build import build, difference
from boardai.cluster.on_ray import LOCAL_STORE, RayPool, connected
from boardai.cluster.pool import IN_FLIGHT, Died, Done, Event, Failed, Member, Part, Ready, Task
from boardai.cluster.processes import jax_environment, processor_shares


class Pretended(Member):
    def send(self, task: Task) -> None: ...

    def kill(self) -> None: ...


class Scripted(Pool):
    """Its events are put down before; it wants a number of workers."""

    def __init__(self, wanted: int, message: list[str]) -> None:
        super().__init__(attempts=2, warn=message.append)
        self.wanted, self.events = wanted, list[tuple[Member, Event]]()

    def close(self) -> None: ...

    def _wanted(self) -> int:
        return self.wanted

    def _start(self) -> Member:
        return Pretended("started")

    def _events(self, timeout: float) -> list[tuple[Member, Event]]:
        found, self.events = self.events, []
        return found

    def all_starting_die(self) -> None:
        self.answers()
        self.events = [(member, Died("its machine is gone")) for member in self._members if not member.ready]
        self.answers()


def test_workers_that_do_not_start_end_the_work_only_if_there_are_no_others() -> None:
    message: list[str] = []
    pool = Scripted(5, message)
    for number in range(9):
        pool.give(Piece(number))
    pool.answers()
    healthy = pool._members[0]
    pool.events = [(healthy, Ready("healthy"))]
    pool.answers()
    pool.all_starting_die()
    assert message == ["further workers do not start: its machine is gone"] and pool._members == [healthy]
    pool.answers()
    assert pool._members == [healthy]  # there is a rest before the next try
    pool.events = [(healthy, Died("killed"))]
    pool.answers()
    with pytest.raises(WorkError, match="do not start: its machine is gone"):
        pool.all_starting_die()


def test_pieces_that_wait_without_any_worker_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    message: list[str] = []
    pool = Scripted(0, message)

    def answers_at(*times: float) -> None:
        for seconds in times:
            monkeypatch.setattr("boardai.cluster.pool.time", SimpleNamespace(monotonic=lambda now=seconds: now))
            pool.answers()

    answers_at(0, 100)
    assert message == []  # nothing waits
    pool.give(Piece(0))
    answers_at(200, 230, 261, 290)
    assert len(message) == 1 and "no worker has started for 60 s" in message[0]


def test_answers_that_come_with_an_error_are_given_before_it() -> None:
    pool = Scripted(3, [])
    for number in range(3):
        pool.give(Piece(number))
    pool.answers()
    first, second, third = pool._members
    pool.events = [(member, Ready(name)) for member, name in zip(pool._members, "abc", strict=True)]
    pool.answers()
    pool.events = [(first, Done("a", 1.0)), (second, Failed(KeyError("b"), "there")), (third, Done("c", 1.0))]
    assert [answer.value for answer in pool.answers()] == ["a", "c"]
    with pytest.raises(KeyError, match="b"):
        pool.answers()
    pool.events = [(second, Failed(KeyError("alone"), "there"))]
    with pytest.raises(KeyError, match="alone"):
        pool.answers()


@pytest.mark.parametrize(
    ("siblings", "workers", "shares"),
    [
        (["0-1", "0-1", "2-3", "2-3"], 2, [{0, 1}, {2, 3}]),
        (["0,2", "1,3", "0,2", "1,3"], 2, [{0, 2}, {1, 3}]),
        (["0,3", "1,4", "2,5", "0,3", "1,4", "2,5"], 2, [{0, 3}, {1, 2, 4, 5}]),  # whole cores
        (["0-1", "0-1", "2-3", "2-3"], 3, [{0}, {1}, {2, 3}]),  # more workers than cores
        ([], 2, [{0, 1}, {2, 3}]),  # nothing is known of them
    ],
)
def test_both_threads_of_a_core_are_in_one_share(
    tmp_path: Path, siblings: list[str], workers: int, shares: list[set[int]]
) -> None:
    for number, text in enumerate(siblings):
        (tmp_path / f"cpu{number}" / "topology").mkdir(parents=True)
        (tmp_path / f"cpu{number}" / "topology" / "thread_siblings_list").write_text(f"{text}\n")
    assert processor_shares(range(len(siblings) or 4), workers, tmp_path) == shares


class Ray:
    """As much of Ray as a pool asks for; `there` are the answers that have come, by reference."""

    exceptions = SimpleNamespace(RayTaskError=KeyError, RayError=OSError)

    def __init__(self) -> None:
        self.cores, self.there = {"first": 2, "second": 2}, dict[str, Event]()

    def is_initialized(self) -> bool:
        return True

    def nodes(self) -> list[dict[str, Any]]:
        found = self.cores.items()
        return [{"NodeID": node, "Alive": cores > 0, "Resources": {"CPU": cores, "GPU": 1}} for node, cores in found]

    def put(self, value: Any) -> Any:
        return value

    def remote(self, actor: type) -> Any:
        return SimpleNamespace(options=lambda **named: actor)

    def wait(self, references: list[str], num_returns: int, timeout: float) -> tuple[list[str], list[str]]:
        found = [one for one in references if one in self.there][:num_returns]
        return found, [one for one in references if one not in found]

    def get(self, reference: str, timeout: float) -> Event:
        return self.there[reference]


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Ray:
    monkeypatch.setitem(sys.modules, "ray", Ray())  # type: ignore[arg-type]
    monkeypatch.setattr("boardai.cluster.on_ray._LOOK_AROUND", -1.0)
    return sys.modules["ray"]  # type: ignore[return-value]


def ray_pool(message: list[str], workers: int = 0, gpus: float = 0.0) -> RayPool:
    return RayPool(None, workers, gpus, False, None, message.append, IN_FLIGHT)  # type: ignore[arg-type]


def test_the_object_store_of_a_local_cluster_is_bounded(ray: Ray, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda *given, **named: begun.append((given, named)), raising=False)
    monkeypatch.setattr(ray, "shutdown", lambda: begun.append("shut down"), raising=False)
    with connected("local", 3):
        ((given, named),) = begun
        assert given == ("local",) and named["num_cpus"] == 3 and named["object_store_memory"] == LOCAL_STORE
    assert begun[1:] == ["shut down"]


def test_a_cluster_that_does_not_start_is_reported_in_one_line(ray: Ray, monkeypatch: pytest.MonkeyPatch) -> None:
    def init(*given: Any, **named: Any) -> None:
        raise Exception("The current node timed out during startup.\nMore lines")  # of no class of its own

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", init, raising=False)
    with refused("--cluster local", "timed out") as local, connected("local", 1):
        pass
    assert "RAY_AUTH_MODE" not in str(local.value)


@pytest.mark.parametrize("mode", ["", "token"])
def test_a_cluster_that_may_require_a_token_says_how_it_is_sent(
    ray: Ray, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    def init(*given: Any, **named: Any) -> None:
        raise ConnectionError("Failed to connect to the cluster.")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", init, raising=False)
    monkeypatch.setenv("RAY_AUTH_MODE", mode)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        with refused(f"--cluster {address}", "Failed to connect") as failed, connected(address, 0):
            pass
    assert ("RAY_AUTH_MODE=token" in str(failed.value)) == (mode != "token")


@pytest.mark.parametrize("workers", [0, 9])
def test_refusals_count_while_their_node_is_there(ray: Ray, workers: int) -> None:
    message: list[str] = []
    pool = ray_pool(message, workers)
    other = Ready("other", {**build(False), "version": "0.0"}, "second")
    assert pool._wanted() == (workers or 4)
    for _ in range(3):  # it does not cost the others' places, and is reported once
        assert pool._refuses(Pretended("other"), other)
    assert pool._wanted() == 2 and len(message) == 1 and "0.0 there" in message[0]
    ray.cores = {"first": 2, "second": 0, "third": 8}
    assert pool._wanted() == (workers or 10)
    ray.cores = {"second": 2}
    with pytest.raises(WorkError, match="refused: version"):
        pool._refuses(Pretended("other"), other)


def test_a_gpu_is_shared_by_workers_of_its_node(ray: Ray) -> None:
    ray.cores = {"first": 8, "second": 8}
    assert ray_pool([], gpus=0.4)._wanted() == 4  # two on each
    assert jax_environment(0.25) == {"XLA_PYTHON_CLIENT_MEM_FRACTION": "0.225"}
    assert jax_environment(2)["XLA_PYTHON_CLIENT_MEM_FRACTION"] == "0.900"
    assert jax_environment(0) == {"JAX_PLATFORMS": "cpu"}


def test_all_answers_that_are_there_are_taken_at_once(ray: Ray) -> None:
    from boardai.cluster.on_ray import _Remote

    pool = ray_pool([])
    for number in range(3):
        member = _Remote(SimpleNamespace(begin=SimpleNamespace(remote=lambda: "")), number, lambda shared: None)
        member.answers = deque([f"answer of {number}"])
        pool._members.append(member)
    ray.there = {"answer of 0": Done(0, 1.0), "answer of 2": Done(2, 1.0)}
    assert [(member.name, event) for member, event in pool._events(0.0)] == [
        ("actor 0", Done(0, 1.0)), ("actor 2", Done(2, 1.0)),
    ]  # fmt: skip
    assert [len(member.answers) for member in pool._members if isinstance(member, _Remote)] == [0, 1, 0]


def test_parts_of_a_piece_come_as_they_are_there(ray: Ray) -> None:
    from boardai.cluster.on_ray import _Remote

    pool = ray_pool([])
    member = _Remote(SimpleNamespace(begin=SimpleNamespace(remote=lambda: "")), 0, lambda shared: None)
    words = iter(["a game", "the end"])
    member.answers, member.ready = deque([words]), True
    member.tasks.append(Task(Piece(7)))
    pool._members.append(member)
    ray.there = {words: Part("game"), "a game": Part("game"), "the end": Done(None, 1.0)}  # type: ignore[dict-item]
    found = [pool.answers()[0] for _ in range(2)]
    assert [(one.number, one.value, one.is_part) for one in found] == [(7, "game", True), (7, None, False)]
    assert not member.answers and not member.tasks


def test_workers_must_be_some_and_on_the_same_device_where_last_digits_count() -> None:
    with pytest.raises(ValueError, match="workers: 0, but without a cluster"):
        open_pool(None, 0)  # type: ignore[arg-type]
    ours = build(same_processor=True)
    assert ours["JAX device"] == "cpu"
    assert difference(ours, {**ours, "JAX device": "NVIDIA H200"}) == "JAX device NVIDIA H200 there, cpu here"
    assert {"JAX device", "processor"}.isdisjoint(build(same_processor=False))
