"""What is public: every name in an `__all__` of boardai, and what the type stubs of the games declare.

Nothing is listed here a second time: a name that enters an `__all__` gets its entry in the reference, and the tests
ask for its docstring.
"""

from __future__ import annotations
import __future__

import ast
import functools
import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class PublicName:
    """One public name.

    Attributes:
        module: the module that offers it.
        name: what it is called there.
        path: where it is described: as `module.name`, or in the package further up that offers the same object.
        value: the object.
    """

    module: str
    name: str
    path: str
    value: Any

    @property
    def is_described_here(self) -> bool:
        """Whether this module's page describes it; a module has a page of its own."""
        return self.path == f"{self.module}.{self.name}" and not inspect.ismodule(self.value)

    @property
    def summary(self) -> str:
        """The first sentence of its docstring."""
        return first_sentence(inspect.getdoc(self.value) or "")

    def members(self) -> Iterator[tuple[str, Any]]:
        """Public methods and properties that a class defines itself, by name; none of anything else."""
        if inspect.isclass(self.value):
            for name, member in vars(self.value).items():
                wrapped = isinstance(member, (staticmethod, classmethod, property))
                if not name.startswith("_") and (wrapped or inspect.isfunction(member)):
                    yield name, member


def first_sentence(docstring: str) -> str:
    """Up to the first full stop that a sentence follows, on one line."""
    paragraph = " ".join(docstring.partition("\n\n")[0].split())
    return re.split(r"\.\s+(?=[A-Z`])", paragraph)[0].removesuffix(".").removesuffix(":")


@functools.cache
def public_names() -> dict[str, list[PublicName]]:
    """All public names, by the module that offers them; packages further up come first.

    Games' state classes, which exist for type checkers only, are put into their modules for it.
    """
    described: dict[int, str] = {}
    found = {}
    for module in _modules():
        names = []
        for name in _offered(module):
            value = getattr(module, name)
            path = described.setdefault(id(value), f"{module.__name__}.{name}")
            if inspect.ismodule(value):
                path = value.__name__
            names.append(PublicName(module.__name__, name, path, value))
        found[module.__name__] = names
    return found


def _modules() -> list[ModuleType]:
    """The modules that say what of them is public."""
    names = []
    for folder, package in ((ROOT / "boardai", "boardai"), (ROOT / "games", "boardai.games")):
        for path in folder.rglob("*.py"):
            parts = path.relative_to(folder).with_suffix("").parts
            if _says_all(path) or path.with_suffix(".pyi").exists():
                names.append(".".join([package, *(part for part in parts if part != "__init__")]))
    return [importlib.import_module(name) for name in sorted(names, key=lambda name: (name.count("."), name))]


def _says_all(path: Path) -> bool:
    """Whether a file assigns `__all__`, found without running it."""
    return any(
        isinstance(statement, ast.Assign) and any(ast.unparse(target) == "__all__" for target in statement.targets)
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
    )


def _offered(module: ModuleType) -> list[str]:
    """A module's public names; where it has a type stub, those of the stub."""
    stub = Path(str(module.__file__)).with_suffix(".pyi")
    if not stub.exists():
        return list(module.__all__)
    # In a stub a class may be named before it is there.
    code = compile(stub.read_text(), stub, "exec", flags=__future__.annotations.compiler_flag, dont_inherit=True)
    declared: dict[str, Any] = {"__name__": module.__name__}
    exec(code, declared)
    names = [
        node.name for node in ast.parse(stub.read_text()).body if isinstance(node, (ast.ClassDef, ast.FunctionDef))
    ]
    for name in names:
        if not hasattr(module, name):
            setattr(module, name, declared[name])
    return sorted(name for name in names if not name.startswith("_"))
