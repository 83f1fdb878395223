"""Python files that people name on a command line, as modules."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def module_of(path: Path, kind: str) -> ModuleType:
    """The module of a file.

    One for each text of each file, findable by pickle: the path is part of the name so that equal files in two places
    do not clash, the text so that an edited file is a new module and objects of the old one live on.

    Args:
        path: of an existing `.py` file.
        kind: what it holds, part of the module's name: `game`, `agent`.

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
            # Not by the loader: its cache takes a file edited within a second, to the same length, for unchanged.
            exec(compile(content, str(path), "exec"), module.__dict__)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]
