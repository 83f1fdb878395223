"""Sharing the rows of a batch among several devices: selection of devices, and placement of arrays."""

from __future__ import annotations

import os
from typing import Any

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

ROWS = "rows"


_first_process: dict[str, int] = {}


def check_process() -> None:
    """Checks before the use of JAX: a forked process lacks JAX's threads, and a call would block forever.

    Raises:
        RuntimeError: this process was forked from one that had used JAX.
    """
    if _first_process.setdefault("used in", os.getpid()) != os.getpid():
        raise RuntimeError(
            "this process was forked from one that had used a network, whose threads JAX has left behind: start "
            "processes by multiprocessing's spawn or forkserver, or fork before the first network is used"
        )


def computes_in_threads() -> bool:
    """Whether JAX has only one CPU device here, which several threads must call to use all cores.

    Raises:
        RuntimeError: JAX cannot be used in this process (`check_process`).
    """
    check_process()
    devices = jax.local_devices()
    return devices[0].platform == "cpu" and len(devices) == 1


class SharedRows:
    """The devices that share a number of rows, or parts of a batch, equally: the largest number that divides it.

    Args:
        rows: number of rows to share.
        hosts: uses equally many devices of each host (`boardai.learn.hosts`), instead of this host's devices only.

    Raises:
        ValueError: the hosts cannot share the rows equally.

    Attributes:
        mesh: the devices, along the axis `ROWS`.
        everywhere: sharding of arrays that every device has in full.
        split: sharding of arrays whose first axis is shared.
    """

    def __init__(self, rows: int, *, hosts: bool = False):
        by_host = [jax.local_devices()]
        if hosts:
            by_host = [[one for one in jax.devices() if one.process_index == i] for i in range(jax.process_count())]
        if rows % len(by_host):
            raise ValueError(f"{rows} parts cannot be shared equally by {len(by_host)} hosts")
        share = rows // len(by_host)
        count = max(count for count in range(1, min(map(len, by_host)) + 1) if share % count == 0)
        self.mesh = Mesh(np.array([device for devices in by_host for device in devices[:count]]), (ROWS,))
        self.everywhere = NamedSharding(self.mesh, PartitionSpec())
        self.split = NamedSharding(self.mesh, PartitionSpec(ROWS))

    @property
    def devices(self) -> int:
        """The number of devices."""
        return int(self.mesh.size)

    def put(self, tree: Any, sharding: NamedSharding) -> Any:
        """Places arrays on the devices; each host passes complete arrays, of which its devices may get only a part.

        Args:
            tree: complete arrays on this host.
            sharding: `everywhere` or `split`.
        """
        if sharding.is_fully_addressable:
            return jax.device_put(tree, sharding)

        def placed(array: Any) -> jax.Array:
            whole = np.asarray(array)
            return jax.make_array_from_callback(whole.shape, sharding, lambda part: whole[part])

        return jax.tree.map(placed, tree)
