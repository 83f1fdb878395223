"""Several hosts that train one network: each plays a share of the games and computes a share of every step.

All hosts run the same program with the same settings (`jax.distributed`). They exchange only games and gradients: each
keeps all games and checkpoints in its own run folder, so no disk is shared, and each folder is a complete run. With one
process, every function here returns its argument.

A host that dies or is stopped ends the others as well: JAX detects its absence within a minute and ends them. The
folders stay intact, and `--resume` on every host continues the run.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import jax
import numpy as np
from jax.experimental import multihost_utils

from boardai.basics.quoting import quoted

T = TypeVar("T")

AUTOMATIC = "auto"
_HEARTBEAT_SECONDS = 30  # after so long without a heartbeat, a host counts as gone


def join(hosts: str) -> None:
    """Makes this process one of several hosts; call it before any other use of JAX.

    >>> from boardai.learn import hosts
    >>> hosts.join("10.0.0.1:4000,2")
    Traceback (most recent call last):
    ValueError: hosts: expected ADDRESS:PORT,COUNT,INDEX or auto, got '10.0.0.1:4000,2'

    Args:
        hosts: `ADDRESS:PORT,COUNT,INDEX`: where the first host listens, the number of hosts, and the index of this
            one, from 0. `auto`: taken from SLURM, Open MPI, Kubernetes or a TPU pod.

    Raises:
        ValueError: the text is not of that form, or `auto` without such an environment.
        RuntimeError: JAX has been used already, or the other hosts did not connect within five minutes.
    """
    if hosts == AUTOMATIC:
        arguments: dict[str, Any] = {}
    else:
        address, count, index = _parsed(hosts)
        arguments = {"coordinator_address": address, "num_processes": count, "process_id": index}
    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    try:
        jax.distributed.initialize(**arguments, heartbeat_timeout_seconds=_HEARTBEAT_SECONDS)
    except ValueError as error:
        raise ValueError(f"hosts: {error}") from None


def _parsed(hosts: str) -> tuple[str, int, int]:
    address, *numbers = hosts.split(",")
    name, _, port = address.rpartition(":")
    if not name or not port.isdecimal() or len(numbers) != 2 or not all(number.isdecimal() for number in numbers):
        raise ValueError(f"hosts: expected ADDRESS:PORT,COUNT,INDEX or auto, got {quoted(hosts)}")
    count, index = map(int, numbers)
    if not index < count:
        raise ValueError(f"hosts: the index must be below the count {count}, got {index}")
    return address, count, index


def count() -> int:
    """The number of hosts; 1 if `join` was not called.

    >>> from boardai.learn import hosts
    >>> hosts.count()
    1
    """
    return int(jax.process_count())


def index() -> int:
    """The index of this host, from 0.

    >>> from boardai.learn import hosts
    >>> hosts.index()
    0
    """
    return int(jax.process_index())


def own_folder(path: Path) -> Path:
    """The folder of this host: the first host uses the given one, others append their index.

    >>> from pathlib import Path
    >>> from boardai.learn import hosts
    >>> hosts.own_folder(Path("runs/chess"))
    PosixPath('runs/chess')
    """
    return path if index() == 0 else path.with_name(f"{path.name}.host-{index()}")


def own_share(numbers: Sequence[int]) -> list[int]:
    """This host's share of the numbers, assigned in turn.

    >>> from boardai.learn import hosts
    >>> hosts.own_share(range(4))
    [0, 1, 2, 3]
    """
    return list(numbers[index() :: count()])


def dealt(shares: Sequence[Sequence[T]]) -> list[T]:
    """The combined `own_share` of all hosts, in the order of the numbers.

    >>> from boardai.learn import hosts
    >>> hosts.dealt([["zero", "two"], ["one"]])
    ['zero', 'one', 'two']
    """
    longest = max(map(len, shares))
    return [share[place] for place in range(longest) for share in shares if place < len(share)]


def gathered(parts: Sequence[bytes]) -> list[list[bytes]]:
    """The parts that each host passed, by host; all hosts must call it.

    >>> from boardai.learn import hosts
    >>> hosts.gathered([b"games", b"more"])
    [[b'games', b'more']]
    """
    if count() == 1:
        return [list(parts)]
    bodies = _gathered_bytes(b"".join(parts))
    lengths = [json.loads(text) for text in _gathered_bytes(json.dumps([len(part) for part in parts]).encode())]
    return [_split(body, own) for body, own in zip(bodies, lengths, strict=True)]


def _split(body: bytes, lengths: Sequence[int]) -> list[bytes]:
    ends = list(itertools.accumulate(lengths, initial=0))
    return [body[start:end] for start, end in itertools.pairwise(ends)]


def _gathered_bytes(data: bytes) -> list[bytes]:
    """Gathers bytes as arrays, which JAX exchanges; these must be equally long, so the lengths are gathered first."""
    lengths = multihost_utils.process_allgather(np.array([len(data)], np.int32)).reshape(-1)
    row = np.zeros(int(lengths.max()), np.uint8)
    row[: len(data)] = np.frombuffer(data, np.uint8)
    rows = multihost_utils.process_allgather(row)
    return [rows[host, : lengths[host]].tobytes() for host in range(count())]


def first(value: T) -> T:
    """The first host's value, for values that depend on the clock or the machine; JSON types; all hosts must call it.

    >>> from boardai.learn import hosts
    >>> hosts.first(0.5)
    0.5
    """
    return value if count() == 1 else json.loads(gathered([json.dumps(value).encode()])[0][0])


def check_same(meaning: str, value: Any) -> None:
    """Checks that all hosts pass the same value; all hosts must call it.

    >>> from boardai.learn import hosts
    >>> hosts.check_same("settings", {"seed": 1})

    Args:
        meaning: name of the value in the message.
        value: a JSON value.

    Raises:
        ValueError: on every host, naming those that differ from the first.
    """
    values = [text for (text,) in gathered([json.dumps(value, sort_keys=True).encode()])]
    different = [str(host) for host, text in enumerate(values) if text != values[0]]
    if different:
        raise ValueError(f"hosts: {meaning} of host {', '.join(different)} are not those of host 0")
