"""Finds the evaluation that a text names: a user's, a game's, a file's, a run's, or a mixture of two."""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar, overload

from boardai.basics.quoting import LONGEST_PATH, quoted, shortened
from boardai.basics.trust import Code, code_file
from boardai.game import path_in_spec
from boardai.search.evaluations.archives import ArchiveEvaluation
from boardai.search.evaluations.evaluation import Evaluation, file_kinds, kind_of_text
from boardai.search.evaluations.written import written_evaluations

RUN_FILE = "evaluation.npz"  # in a run's folder: the newest weights

Kind = TypeVar("Kind", bound=Evaluation)


@overload
def load_evaluation(path: str | Path) -> Evaluation: ...
@overload
def load_evaluation(path: str | Path, kind: type[Kind]) -> Kind: ...
def load_evaluation(path: str | Path, kind: type[Evaluation] = Evaluation) -> Evaluation:
    """Reads a file, or the newest weights of a run's folder.

    Args:
        path: its suffix determines the content: `.npz` weights, `.hpp` C++, which is compiled at its first use.
        kind: the required class.

    Raises:
        ValueError: neither of these, damaged, or of another kind.
    """
    path = Path(path)
    if path.is_dir():
        if not (path / RUN_FILE).exists():
            raise ValueError(f"{shortened(str(path), LONGEST_PATH)}: is not a run that learns an evaluation")
        path = path / RUN_FILE
    found = (_kind_of(path.name) or ArchiveEvaluation).read(path)
    if not isinstance(found, kind):
        raise ValueError(f"{shortened(str(path), LONGEST_PATH)}: holds a {type(found).__name__}, not a {kind.__name__}")
    return found


def find_evaluation(state: Any, name: str) -> Evaluation | None:
    """The evaluation that a text names, unless it is compiled with the game.

    Args:
        state: a native state.
        name: a name from `define_evaluator` or of weights included with the game; a path of a file or a run's folder;
            or `mixed:CAREFUL,PLAIN,LIMIT`.

    Returns:
        None: no such evaluation.

    Raises:
        ValueError: the file is damaged, or included weights are for another board.
    """
    if (kind := kind_of_text(name)) is not None:
        return kind.parse(name)
    defined = written_evaluations(state).get(name)
    if defined is not None:
        return defined
    shipped = _shipped(type(state).__module__)
    if name in shipped:
        found = load_evaluation(shipped[name])
        if why := found.why_not(state):
            raise ValueError(f"evaluator {quoted(name)}: {why}")
        return found
    return load_evaluation(name) if _kind_of(name) or _is_folder(name) else None


def shipped_evaluations(state: Any) -> dict[str, Path]:
    """The weights included with a state's game that fit its board, by name."""
    shipped = _shipped(type(state).__module__)
    return {name: path for name, path in shipped.items() if ships(state, name)}


def ships(state: Any, name: str) -> bool:
    """Whether weights of this name are included with a state's game and fit its board."""
    path = _shipped(type(state).__module__).get(name)
    return path is not None and load_evaluation(path).why_not(state) is None


def evaluator_text(name: str) -> str:
    """An evaluator's name that is valid in any folder: files get their absolute path; a single word may be a name."""
    return renamed_parts(name, lambda part: path_in_spec(part) if "/" in part or _kind_of(part) else part)


def renamed_parts(name: str, change: Callable[[str], str]) -> str:
    """A text with its evaluations' names changed: both names of a mixed evaluation, else the whole text.

    Raises:
        ValueError: the text does not have the form that its prefix requires.
    """
    kind = kind_of_text(name)
    return change(name) if kind is None else kind.renamed(name, change)


def evaluator_parts(name: str) -> list[str]:
    """The names in a text: both names of a mixed evaluation, else the whole text.

    Raises:
        ValueError: as in `renamed_parts`.
    """
    found: list[str] = []

    def add(part: str) -> str:
        found.append(part)
        return part

    renamed_parts(name, add)
    return found


def code_in_evaluator(name: str) -> list[Code]:
    """The code that runs when the evaluation of this name is read."""
    kinds = [(part, _kind_of(part)) for part in evaluator_parts(name)]
    return [code_file(part) for part, kind in kinds if kind is not None and kind.is_code]


def evaluator_file(state: Any, name: str) -> Path | None:
    """The file that an evaluation is read from.

    Args:
        state: a native state.
        name: name of one evaluation, as for `evaluator=`.

    Returns:
        None: it is compiled, with the game or by `define_evaluator`.
    """
    if name in state.evaluators() or name in written_evaluations(state):
        return None
    path = _shipped(type(state).__module__).get(name, Path(name))
    return path / RUN_FILE if path.is_dir() else path


def suffixes() -> str:
    """The suffixes of files that hold an evaluation, for messages."""
    return ", ".join(suffix for kind in file_kinds() for suffix in kind.suffixes)


def _kind_of(name: str) -> type[Evaluation] | None:
    """The class that reads files with such a name."""
    return next((kind for kind in file_kinds() if name.endswith(kind.suffixes)), None)


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except OSError:  # too long for a path
        return False


@functools.cache
def _shipped(module: str) -> dict[str, Path]:
    if not module.startswith("boardai.games."):
        return {}
    folder = Path(str(resources.files(module))) / "weights"
    return {path.stem: path for path in sorted(folder.glob("*.npz"))}
