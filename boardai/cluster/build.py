"""Identifies the code that a process runs: a worker on another machine must run the same code."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
from collections.abc import Mapping
from pathlib import Path

from boardai import native_library
from boardai.basics.checksums import file_digest

_DIGEST, _SHOWN = 64, 12  # characters of a SHA-256, and the number of them shown


@functools.cache
def build(same_processor: bool) -> dict[str, str]:
    """The parts of a build that must be equal in two processes.

    >>> from boardai.cluster.build import build
    >>> sorted(build(same_processor=False))
    ['native library', 'sources', 'version']

    Args:
        same_processor: whether to include the kinds of processor and of JAX's device: the last digits of a network's
            output depend on them. This starts JAX.
    """
    library = native_library.of_this_machine()
    package = Path(__file__).parent.parent
    sources = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        sources.update(f"{file.relative_to(package)}\0".encode() + file.read_bytes())
    found = {
        "version": importlib.metadata.version("boardai"),
        "sources": sources.hexdigest(),
        "native library": file_digest(library.file),
    }
    if same_processor:
        import jax

        flags = " ".join(sorted(native_library.processor_flags()))
        found["processor"] = hashlib.sha256(flags.encode()).hexdigest()
        found["JAX device"] = jax.devices()[0].device_kind
    return found


def difference(ours: Mapping[str, str], theirs: Mapping[str, str]) -> str | None:
    """The difference between another build and ours, in a few words; None: no relevant difference.

    >>> from boardai.cluster.build import difference
    >>> difference({"version": "0.2", "sources": "a"}, {"version": "0.1", "sources": "a"})
    'version 0.1 there, 0.2 here'

    Args:
        ours: the build here.
        theirs: the worker's build.
    """
    for part, here in ours.items():
        there = theirs.get(part, "unknown")
        if there != here:
            return f"{part} {_shown(there)} there, {_shown(here)} here"
    return None


def _shown(text: str) -> str:
    return text[:_SHOWN] if len(text) == _DIGEST else text
