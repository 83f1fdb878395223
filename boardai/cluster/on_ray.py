"""Workers on a Ray cluster: actors, one for each processor. Imported only if a cluster is requested.

Ray provides placement, transport and the object store. It does not restart actors or repeat their calls: the pool
starts new actors and repeats their pieces, even if a whole machine is lost. An actor that waits for a free processor
gets no pieces and delays no other actor.
"""

from __future__ import annotations

import contextlib
import logging
import math
import os
import signal
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardai.basics.optional import optional_package
from boardai.basics.threads import cores
from boardai.basics.trust import Trust
from boardai.basics.worker_processes import begin_worker, stop_if_halted
from boardai.cluster.build import build, difference
from boardai.cluster.pool import Died, Event, Failed, Member, Part, Pool, Ready, Task, worked
from boardai.cluster.processes import KEPT, failed, introduced, jax_environment
from boardai.cluster.work import Piece, Shared, Worker, WorkError, WorkSettings

LOCAL = "local"
_ATTEMPTS = 6  # machines come and go: a piece may lose several workers without fault
_LOOK_AROUND = 2.0  # seconds between two queries of the cluster's number of processors
_CONNECT = 10.0  # time limit in seconds for reaching a cluster's address
_PATIENCE = 2.0  # seconds that idle workers have for closing
LOCAL_STORE = 1 << 30  # bytes of a local cluster's object store, of which Ray would take a third of the memory
ENVIRONMENT = {
    "RAY_DISABLE_IMPORT_WARNING": "1",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",
    "RAY_worker_niceness": "0",  # as for this machine's processes; by default Ray gives its workers a lower priority
    "RAY_prestart_worker_first_driver": "0",  # workers have their own environment, so prestarted ones would not be used
}


@contextlib.contextmanager
def connected(cluster: str, workers: int) -> Iterator[None]:
    """A context in which Ray is connected: a local cluster, or one that is already running.

    Enter it before JAX is used in this process: Ray starts processes, and JAX's threads do not survive a fork.

    Args:
        cluster: `local`, or an address as Ray takes it: `auto`, `HOST:PORT`, `ray://HOST:10001`.
        workers: processors of a local cluster; 0: all of this machine.

    Raises:
        ValueError: Ray is not installed, or there is no cluster at the address.
    """
    for name, value in ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    ray = optional_package("ray", "ray", "cluster")
    quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": logging.ERROR}
    if ray.is_initialized():  # by a caller, which owns the connection
        yield
        return
    _require_listener(cluster)
    ends = signal.getsignal(signal.SIGTERM)
    try:
        if cluster == LOCAL:
            ray.init("local", num_cpus=workers or cores(), object_store_memory=LOCAL_STORE, **quiet)
        else:
            del quiet["include_dashboard"]
            ray.init(cluster, **quiet)
    except Exception as error:  # Ray has no specific class for the error of a busy machine that takes too long
        reason = str(error).strip().partition("\n")[0] + _token_hint(cluster)
        raise ValueError(f"--cluster {cluster}: no Ray cluster: {reason}") from None
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, ends)  # Ray's own handler ends the process without a message
    try:
        yield
    finally:
        ray.shutdown()


def _token_hint(cluster: str) -> str:
    """A hint for a server that listens but refuses: without the variable Ray sends no token to an address."""
    if cluster == LOCAL or os.environ.get("RAY_AUTH_MODE") == "token":
        return ""
    return "; if the cluster requires a token, set RAY_AUTH_MODE=token"


def _require_listener(cluster: str) -> None:
    """Checks that a server listens, since Ray itself would try for more than a minute.

    Raises:
        ValueError: no server listens at an address of the form HOST:PORT.
    """
    host, _, port = cluster.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT).close()
    except (OSError, OverflowError) as error:
        raise ValueError(f"--cluster {cluster}: no Ray cluster: {error}") from None


class _Actor:
    """The code that runs in each worker process of the cluster."""

    def __init__(self, settings: WorkSettings, trust: Trust, folder: str, same_processor: bool) -> None:
        begin_worker(trust, None)
        if Path(folder).is_dir():  # relative paths mean the same where machines have the same folders
            os.chdir(folder)
        self._settings, self._same_processor = settings, same_processor
        self._worker: Worker | None = None

    def begin(self) -> Event:
        """Its first answer."""
        import ray

        try:
            self._worker = self._settings.worker()
        except Exception as error:
            return failed(error)
        return introduced(self._worker, build(self._same_processor), ray.get_runtime_context().get_node_id())

    def work(self, piece: Piece, data: bytes | None) -> Iterator[Event]:
        """Processes a piece."""
        assert self._worker is not None
        whole = replace(piece, shared=None if data is None else Shared(data))
        try:
            yield from worked(self._worker, whole, stop_if_halted)
        except Exception as error:
            yield failed(error)

    def end(self) -> None:
        """Closes the worker."""
        if self._worker is not None:
            self._worker.close()


class _Remote(Member):
    def __init__(self, actor: Any, number: int, put: Callable[[Shared], Any]) -> None:
        super().__init__(f"actor {number}")
        self.actor, self._put = actor, put
        self.answers: deque[Any] = deque([actor.begin.remote()])

    def send(self, task: Task) -> None:
        piece = task.piece
        data = None if piece.shared is None else self._put(piece.shared)
        streamed = self.actor.work.options(num_returns="streaming")
        self.answers.append(streamed.remote(replace(piece, shared=None), data))

    def kill(self) -> None:
        import ray

        with contextlib.suppress(ray.exceptions.RayError):
            ray.kill(self.actor)


class RayPool(Pool):
    """A pool whose workers are actors of the cluster; `connected` must be active.

    Args:
        settings: settings of the work.
        workers: number of actors; 0: one per processor of the cluster, including machines that join later.
        gpus: GPUs per actor, 0.25 for a quarter of one; 0: none.
        same_processor: whether workers on another kind of processor are refused.
        timeout: as in `Pool`.
        warn: as in `Pool`.
        in_flight: as in `Pool`.
        own_cores: whether each has a whole machine, or an equal share of all processors if there are more actors.
    """

    def __init__(
        self,
        settings: WorkSettings,
        workers: int,
        gpus: float,
        same_processor: bool,
        timeout: float | None,
        warn: Callable[[str], None],
        in_flight: int,
        own_cores: bool = False,
    ) -> None:
        import ray

        if not ray.is_initialized():
            raise ValueError("cluster: Ray is not connected: run the work within boardai.cluster.connected()")
        super().__init__(_ATTEMPTS, timeout, warn, in_flight)
        self._ray, self._gpus, self._same_processor = ray, gpus, same_processor
        self._number, self._started = workers, 0
        self._refused = set[str]()  # nodes: all workers of one have the same build
        self._looked, self._slots = -_LOOK_AROUND, dict[str, int]()
        self._cpus = self._share_of_cores() if own_cores else 1
        self._class = ray.remote(_Actor).options(
            num_cpus=self._cpus, num_gpus=gpus, max_restarts=0, max_task_retries=0, scheduling_strategy="SPREAD",
            runtime_env={"env_vars": jax_environment(gpus)},
        )  # fmt: skip
        self._given = (ray.put(settings), self._trust, os.getcwd(), same_processor)
        self._shared: dict[str, Any] = {}

    def close(self) -> None:
        """Idle workers close their resources; all workers are ended."""
        members = [member for member in self._members if isinstance(member, _Remote)]
        self._members, self._waiting = [], deque()
        with contextlib.suppress(self._ray.exceptions.RayError):
            ends = [member.actor.end.remote() for member in members if member.ready and not member.tasks]
            if ends:
                self._ray.wait(ends, num_returns=len(ends), timeout=_PATIENCE)
        for member in members:
            member.kill()
        self._shared.clear()

    def _wanted(self) -> int:
        if time.monotonic() - self._looked > _LOOK_AROUND:
            self._looked = time.monotonic()
            self._slots = {node["NodeID"]: self._room_on(node) for node in self._ray.nodes() if node["Alive"]}
        slots = sum(slots for node, slots in self._slots.items() if node not in self._refused)
        if self._number:
            # A cluster may grow for workers without a processor, but they must not try refused nodes for ever.
            return min(self._number, slots) if self._refused & self._slots.keys() else self._number
        return slots

    def _room_on(self, node: dict[str, Any]) -> int:
        """The number of workers for which a node has processors."""
        has = node["Resources"]
        return int(min(has.get("CPU", 0) // self._cpus, has.get("GPU", 0) / self._gpus if self._gpus else math.inf))

    def _share_of_cores(self) -> int:
        machines = [int(node["Resources"].get("CPU", 0)) for node in self._ray.nodes() if node["Alive"]]
        smallest = min(filter(None, machines), default=1)
        return max(1, min(smallest, sum(machines) // self._number)) if self._number else smallest

    def _start(self) -> Member:
        self._started += 1
        return _Remote(self._class.remote(*self._given), self._started, self._put)

    def _put(self, shared: Shared) -> Any:
        """The bytes' reference in the object store; older entries are removed once no piece needs them."""
        if shared.digest not in self._shared:
            self._shared[shared.digest] = self._ray.put(shared.data)
            while len(self._shared) > KEPT:
                del self._shared[next(iter(self._shared))]
        return self._shared[shared.digest]

    def _refuses(self, member: Member, ready: Ready) -> bool:
        assert ready.build is not None
        different = difference(build(self._same_processor), ready.build)
        if different is None:
            return False
        is_new = ready.node not in self._refused
        self._refused.add(ready.node)
        text = f"worker {ready.name} runs another build of boardai and is refused: {different}"
        if self._wanted() == 0:
            raise WorkError(text)
        if is_new:
            self._warn(text)
        return True

    def _events(self, timeout: float) -> list[tuple[Member, Event]]:
        waited_for = {
            member.answers[0]: member for member in self._members if isinstance(member, _Remote) and member.answers
        }
        if not waited_for:
            time.sleep(timeout)
            return []
        found, _ = self._ray.wait(list(waited_for), num_returns=1, timeout=timeout)
        if found:  # all available answers: a worker that has answered must not count as silent
            found, _ = self._ray.wait(list(waited_for), num_returns=len(waited_for), timeout=0)
        events: list[tuple[Member, Event]] = []
        for reference in found:
            member, event = waited_for[reference], self._answer(reference)
            if not isinstance(event, Part):
                member.answers.popleft()
            events.append((member, event))
        return events

    def _answer(self, reference: Any) -> Event:
        """The event for a worker's first message, or for the next message of a piece."""
        errors = self._ray.exceptions
        try:
            one = next(reference) if isinstance(reference, Iterator) else reference
            event: Event = self._ray.get(one, timeout=60)
            return event
        except errors.RayTaskError as error:  # an error outside the work: the worker could not read the message
            return Failed(error, str(error))
        except errors.RayError as error:
            return Died(str(error).strip().partition("\n")[0])
