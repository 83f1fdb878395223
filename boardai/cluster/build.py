"""Which code a process runs: a worker on another machine must run the same, or its results are another program's."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
from collections.abc import Mapping
from pathlib import Path

from boardai import native_library
from boardai.basics.checksums import file_digest

_PROCESSOR = "processor"
_SHOWN = 12  # characters of a digest


@functools.cache
def build() -> dict[str, str]:
    """The build of this process, by part.

    >>> from boardai.cluster.build import build
    >>> sorted(build())
    ['native library', 'processor', 'sources', 'version']
    """
    library = native_library.of_this_machine()
    package = Path(__file__).parent.parent
    sources = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        sources.update(f"{file.relative_to(package)}\0".encode() + file.read_bytes())
    flags = " ".join(sorted(native_library.processor_flags()))
    return {
        "version": importlib.metadata.version("boardai"),
        "sources": sources.hexdigest(),
        "native library": file_digest(library.file),
        _PROCESSOR: hashlib.sha256(flags.encode()).hexdigest(),
    }


def difference(ours: Mapping[str, str], theirs: Mapping[str, str], same_processor: bool) -> str | None:
    """What tells another build from ours, in a few words; None: nothing that counts.

    >>> from boardai.cluster.build import difference
    >>> difference({"version": "0.2", "processor": "a"}, {"version": "0.1", "processor": "b"}, same_processor=False)
    'version 0.1 there, 0.2 here'

    Args:
        ours: the build here.
        theirs: of the worker.
        same_processor: whether the kind of processor counts: networks compute other last digits on another one.
    """
    for part, here in ours.items():
        there = theirs.get(part, "unknown")
        if there != here and (part != _PROCESSOR or same_processor):
            return f"{part} {there[:_SHOWN]} there, {here[:_SHOWN]} here"
    return None
