"""The rooms of boardai.search: imports point one way, lazy ones and those for types included."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import boardai.search

ROOT = Path(boardai.search.__file__).parent


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("boardai.search"):
            # `from package import name`: the name may be a module.
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("boardai.search")}
    return found


def test_imports_have_no_circle() -> None:
    modules = {
        ".".join(("boardai", "search", *file.relative_to(ROOT).with_suffix("").parts)): file
        for file in ROOT.rglob("*.py")
        if file.name != "__init__.py"
    }
    assert len(modules) > 40
    arrows = {name: imports(file) & modules.keys() - {name} for name, file in modules.items()}
    order = list(TopologicalSorter(arrows).static_order())  # CycleError names the circle
    assert order.index("boardai.search.results.result_data") < order.index("boardai.search.results.result_text")
