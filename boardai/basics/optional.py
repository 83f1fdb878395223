"""Packages that boardai does without until a caller asks for what they do."""

from __future__ import annotations

import importlib
from typing import Any


def optional_package(module: str, package: str, extra: str) -> Any:
    """A module of a package that boardai does without.

    Raises:
        ValueError: the package is not installed; the message says how it would be.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != package:
            raise
        raise ValueError(f"this needs the package {package}: pip install 'boardai[{extra}]'") from None
