"""Optional packages, imported only when a caller needs them."""

from __future__ import annotations

import importlib
from typing import Any


def optional_package(module: str, package: str, extra: str) -> Any:
    """Imports a module of an optional package.

    Raises:
        ValueError: the package is not installed; the message says how to install it.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != package:
            raise
        raise ValueError(f"this needs the package {package}: pip install 'boardai[{extra}]'") from None
