"""The course's solutions and answers, in one file that cannot be read by accident.

    python -m boardai.course --instructor FOLDER     writes them, as part of the instructor's edition
    python -m boardai.course --seal FOLDER           reads them again after they were edited

`instructor.sealed` is compressed text in letters: a search of the repository, or a page with the file, does not show
the answers. It is not encrypted: anybody with the library can run the command, as tests and notebooks do. Only the
seed of the hidden positions is the teacher's secret (docs/decisions/tests.md, 585).
"""

from __future__ import annotations

import base64
import functools
import json
import sys
import textwrap
import zlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from boardai.basics.files import write_atomically

SOLUTIONS = "solutions.py"
_FILE = Path(__file__).with_name("instructor.sealed")
_HEAD = "The answers of the course, for its teachers: python -m boardai.course --instructor FOLDER\n"


def contents() -> dict[str, str]:
    """The sealed texts by the paths of their files: `solutions.py`, `answers/week01.md`..."""
    packed = _FILE.read_text(encoding="ascii").removeprefix(_HEAD)
    return dict(json.loads(zlib.decompress(base64.b64decode(packed))))


def seal(folder: Path) -> list[str]:
    """Reads the texts of an instructor's edition again.

    Args:
        folder: folder of the edition.

    Returns:
        The paths of the sealed files.

    Raises:
        ValueError: it has no `solutions.py`, not all answers, or solutions that are not Python.
    """
    files = [folder / SOLUTIONS, *sorted((folder / "answers").glob("week*.md"))]
    if not files[0].is_file() or len(files) == 1:
        raise ValueError(
            f"{folder} is not an instructor's edition: "
            f"it should have {SOLUTIONS}, answers/week01.md and the following weeks"
        )
    texts = {file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8") for file in files}
    if _FILE.exists() and (missing := sorted(contents().keys() - texts.keys())):
        raise ValueError(f"{folder}: {missing[0]} is missing, but the present sealed file has it")
    try:
        compile(texts[SOLUTIONS], str(files[0]), "exec")
    except SyntaxError as error:
        raise ValueError(f"{files[0]}, line {error.lineno}: {error.msg}") from None
    packed = base64.b64encode(zlib.compress(json.dumps(texts).encode(), 9)).decode("ascii")
    write_atomically(_FILE, (_HEAD + "\n".join(textwrap.wrap(packed, 100)) + "\n").encode("ascii"))
    return list(texts)


@functools.cache
def solutions() -> ModuleType:
    """The model solutions, as a module with a function for each topic, and `TicTacToe`."""
    module = ModuleType("boardai.course.model_solutions")
    sys.modules[module.__name__] = module  # its classes are found by their names
    place = str(_FILE.with_name("model_solutions"))  # in the library, so that a check recognises it as caller
    exec(compile(contents()[SOLUTIONS], place, "exec"), module.__dict__)
    return module


def name_of(topic: str) -> str:
    """The name of the function of a topic: that of the topic, except for the class of `rules`."""
    return "TicTacToe" if topic == "rules" else topic


def stand_in(topic: str) -> Callable[..., Any]:
    """The library's function for a topic, with which a notebook continues if the student's is missing.

    A check gives it no points.

    >>> boardai.course.stand_in("policy")({3: 1, 7: 3}, 1)
    {3: 0.25, 7: 0.75}

    Args:
        topic: one of `topics()`.

    Raises:
        ValueError: no such topic.
    """
    found = getattr(solutions(), name_of(topic), None)
    if found is None:
        raise ValueError(f"unknown topic {topic!r}")
    return found  # type: ignore[no-any-return]
