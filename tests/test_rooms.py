"""Which way imports point, in the whole package and between the rooms of `boardai.learn`.

Read from the source: imports inside functions and those for type checkers count like all others. An `__init__.py` gives
its package a name and hands on what stands in the modules; it is asked only which packages it reaches for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import boardai

ROOT = Path(boardai.__file__).parent

# A name imports from names before it alone. What players need of runs (the network of one) stands before them.
ORDER = """
    basics clocks
    drawing command_line
    contract native_library native_state native_templates native_calls native game
    cluster records search protocols
    device
    players.spec
    learn.settings learn.stages learn.targets learn.hosts learn.network learn.training learn.self_play
    learn.evaluation.config learn.runs.config learn.runs.metrics learn.runs.checkpoint learn.runs.kept_games
    learn.runs.damage learn.runs.registry learn.runs.folder learn.runs.trained_network
    players
    arena learn judging
    batch games interop lessons
    check course play web bench engine
    commands records.__main__ __main__
"""

ROOMS = """settings stages targets hosts network training self_play evaluation runs data linear_evaluation accumulator
learners muzero reports train_and_resume"""


def modules() -> dict[str, Path]:
    """Every module of the package but games, by name."""
    files = [file for file in ROOT.rglob("*.py") if file.relative_to(ROOT).parts[0] != "games"]  # there once installed
    return {".".join(("boardai", *file.relative_to(ROOT).with_suffix("").parts)): file for file in files}


def imported(file: Path, known: dict[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            # `from package import name`: the name may be a module.
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in known or f"{name}.__init__" in known else node.module for name in names)


def arrows() -> dict[str, set[str]]:
    known = modules()
    return {name: {to for to in imported(file, known) if to.startswith("boardai.")} for name, file in known.items()}


def place(module: str) -> int:
    """Where a module stands: by its own name, or by that of the smallest package that has one."""
    order, name = ORDER.split(), module.removeprefix("boardai.").removesuffix(".__init__")
    while name not in order:
        name = name.rpartition(".")[0]
    return order.index(name)


def test_imports_point_one_way() -> None:
    found = arrows()
    assert "boardai.learn.runs.checkpoint" in found["boardai.learn.runs.run"]
    wrong = {
        (name, to)
        for name, targets in found.items()
        for to in targets
        if name != "boardai.__init__" and place(to) > place(name)
    }
    assert wrong == set()


def test_no_module_imports_itself_by_way_of_others() -> None:
    found = {name: targets for name, targets in arrows().items() if not name.endswith("__init__")}
    assert len(found) > 150
    order = list(TopologicalSorter({name: targets & found.keys() for name, targets in found.items()}).static_order())
    assert order.index("boardai.players.player") < order.index("boardai.learn.runs.run")  # CycleError names a circle


def test_the_rooms_of_learning_have_an_order() -> None:
    def room(module: str) -> int:
        return ROOMS.split().index(module.split(".")[2])

    inside = {name: to for name, to in arrows().items() if name.count(".") > 1 and name.startswith("boardai.learn.")}
    wrong = {
        (name, to)
        for name, targets in inside.items()
        for to in targets
        if name != "boardai.learn.__init__" and to.startswith("boardai.learn.") and room(to) > room(name)
    }
    assert wrong == set()
    assert {path.stem for path in (ROOT / "learn").iterdir() if path.suffix == ".py" or path.is_dir()} - {
        "__init__",
        "__pycache__",
    } == set(ROOMS.split())
