"""The options `--workers` and `--cluster`, which mean the same in every command."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

from boardai.basics.threads import cores
from boardai.cluster import Workplace, connected, open_pool
from boardai.command_line import whole_number


def add_place(parser: argparse.ArgumentParser, about: str) -> None:
    """Adds the options.

    >>> from boardai.cluster.options import add_place, workplace
    >>> from boardai.command_line import Parser
    >>> parser = Parser("label", "Labels.", [])
    >>> add_place(parser, "what does not depend on it")
    >>> place = workplace(parser.parse_args(["--workers", "2"]), print)

    Args:
        parser: the command's parser.
        about: the effect of the number of workers on the result.
    """
    parser.add_argument(
        "--workers", type=whole_number(1), metavar="N", help=f"processes (1; with --cluster all); {about}"
    )
    parser.add_argument(
        "--cluster", default="", metavar="ADDRESS",
        help="address of a Ray cluster (docs/cluster.md); local: on this machine",
    )  # fmt: skip


def workers_asked(given: argparse.Namespace) -> int:
    """The number of workers; 0: all of the cluster."""
    return given.workers or (0 if given.cluster else 1)


def share_of_gpu(given: argparse.Namespace) -> float:
    """An equal share of this machine's GPU for each worker, if JAX would use it here; none on a cluster.

    >>> import argparse
    >>> from boardai.cluster.options import share_of_gpu
    >>> share_of_gpu(argparse.Namespace(workers=4, cluster=""))
    0.25
    """
    return 0.0 if given.cluster else 1 / workers_asked(given)


def workplace(given: argparse.Namespace, say: Callable[[str], None], **how: Any) -> Workplace:
    """Opens the requested pool; `connection` must be active.

    Args:
        given: the options.
        say: receives warnings about workers.
        **how: further arguments of `open_pool`.
    """
    return partial(open_pool, workers=workers_asked(given), cluster=given.cluster, warn=say, **how)


def connection(given: argparse.Namespace, say: Callable[[str], None]) -> contextlib.AbstractContextManager[None]:
    """A context in which the cluster is connected; enter it before JAX is used in this process.

    Args:
        given: the options.
        say: receives a note if there are more workers than processors.

    Raises:
        ValueError: as `connected`.
    """
    workers = workers_asked(given)
    if workers > (available := cores()) and given.cluster in ("", "local"):
        say(f"note: {workers} workers on {available} cores")
    return connected(given.cluster, workers)
