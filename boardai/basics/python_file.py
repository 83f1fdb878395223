"""Imports Python files named on a command line as modules."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def module_of(path: Path, kind: str) -> ModuleType:
    """Imports a file as a module.

    Each content of each file has its own module, which pickle can find. The name includes the path, so that equal files
    in two places do not clash; and the content, so that an edited file is a new module and old objects stay valid.

    Args:
        path: path of an existing `.py` file.
        kind: kind of content, part of the module's name: `game`, `agent`.

    Raises:
        ValueError: it cannot be imported as Python.
    """
    content = path.read_bytes()
    key = hashlib.sha256(str(path.resolve()).encode() + b"\0" + content).hexdigest()[:16]
    name = f"boardai_{kind}_{path.stem}_{key}"
    if name not in sys.modules:
        specification = importlib.util.spec_from_file_location(name, path)
        if specification is None or specification.loader is None:
            raise ValueError(f"{path} cannot be imported as Python")
        module = importlib.util.module_from_spec(specification)
        sys.modules[name] = module
        try:
            # Not by the loader: its cache misses an edit within the same second that keeps the file's length.
            exec(compile(content, str(path), "exec"), module.__dict__)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]
