"""Several devices that share the rows of a batch: who takes part, and how arrays lie on them."""

from __future__ import annotations

import os

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

ROWS = "rows"


_first_process: dict[str, int] = {}


def check_process() -> None:
    """Before JAX is used: its threads stay behind where a process is forked, and a call would wait for them for ever.

    Raises:
        RuntimeError: this process was forked from one that had used it.
    """
    if _first_process.setdefault("used in", os.getpid()) != os.getpid():
        raise RuntimeError(
            "this process was forked from one that had used a network, whose threads JAX has left behind: start "
            "processes by multiprocessing's spawn or forkserver, or fork before the first network is used"
        )


def computes_in_threads() -> bool:
    """Whether JAX has nothing but one CPU device, which several threads must call to fill its cores.

    Raises:
        RuntimeError: JAX cannot be used in this process (`check_process`).
    """
    check_process()
    devices = jax.local_devices()
    return devices[0].platform == "cpu" and len(devices) == 1


class SharedRows:
    """The local devices that can share this many rows, or parts of a batch, equally: as many of them as divide these.

    Args:
        rows: to be shared.

    Attributes:
        mesh: the devices, along the axis `ROWS`.
        everywhere: of arrays that every device has.
        split: of arrays whose first axis is shared.
    """

    def __init__(self, rows: int):
        devices = jax.local_devices()
        count = max(count for count in range(1, len(devices) + 1) if rows % count == 0)
        self.mesh = Mesh(np.array(devices[:count]), (ROWS,))
        self.everywhere = NamedSharding(self.mesh, PartitionSpec())
        self.split = NamedSharding(self.mesh, PartitionSpec(ROWS))

    @property
    def devices(self) -> int:
        """How many there are."""
        return int(self.mesh.size)
