"""A student's function during a check: its positions, and the line with the error."""

from __future__ import annotations

import contextlib
import inspect
import linecache
import random
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

import numpy as np

from boardai.game import load

_LIBRARY = Path(__file__).resolve().parents[1]
# Forbidden in a solution: the library's searches, and the model solutions of the course.
_MODEL = f"{_LIBRARY}/course/model_solutions"
_FORBIDDEN = (f"{_LIBRARY}/search/", _MODEL)
_LONGEST = 80  # letters of a line of code in a reason


class Student:
    """A student's function, with the random numbers for its check.

    Args:
        function: the function.
        seed: a teacher's text, which selects the positions. The empty text selects the public ones.
    """

    def __init__(self, function: Callable[..., Any], seed: str = "") -> None:
        self._function, self.seed = function, seed

    def __call__(self, *arguments: Any) -> Any:
        """The result of the function."""
        return self._function(*arguments)

    @property
    def files(self) -> frozenset[str]:
        """The files of its code: the function's file, or those of a class's methods."""
        function = self._function
        methods = (
            [one for cls in function.__mro__ for one in vars(cls).values()]
            if isinstance(function, type)
            else [function]
        )
        codes = [getattr(inspect.unwrap(one), "__code__", None) for one in methods if callable(one)]
        return frozenset(code.co_filename for code in codes if code is not None and not _is_library(code.co_filename))

    def rng(self, name: str | int) -> random.Random:
        """Random numbers, the same for the same name and seed."""
        return random.Random(f"{name} {self.seed}" if self.seed else name)

    def array_rng(self, number: int) -> np.random.Generator:
        """Random arrays, the same for the same number and seed."""
        return np.random.default_rng([number, zlib.crc32(self.seed.encode())] if self.seed else number)

    def position(self, spec: str, plies: int) -> Any:
        """A position of a game after random plies."""
        rng, state = self.rng(spec), load(spec).initial_state()
        for _ in range(plies):
            state.apply(rng.choice(state.legal_actions()))
        return state


_Line = tuple[str, int, str]  # a file, a line's number, and the function's name


class Watching:
    """Records which lines of the student's code run, by Python's tracing.

    Args:
        files: files of the student's code.
    """

    def __init__(self, files: frozenset[str]) -> None:
        self._files = files
        self._returned: dict[str, _Line] = {}
        self._last: _Line | None = None
        self._borrowed: tuple[str, _Line] | None = None

    @contextlib.contextmanager
    def on(self) -> Iterator[None]:
        """Starts recording. If a debugger or a coverage tool is tracing already, it continues instead."""
        before = sys.gettrace()
        if before is None:
            sys.settrace(self._called)
        try:
            yield
        finally:
            if before is None:
                sys.settrace(None)

    def returned_by(self, name: str) -> str:
        """The line of the last return of this function of the student's, or of any; empty if there was none."""
        line = self._returned.get(name, self._last)
        return place_of(line) if line else ""

    @property
    def borrowed(self) -> str:
        """Where the student's code calls a search of the library or a model solution; empty if it does not."""
        if self._borrowed is None:
            return ""
        return f"calls the library's own {self._borrowed[0]} ({place_of(self._borrowed[1])})"

    def _called(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        caller, file = frame.f_back, frame.f_code.co_filename
        if caller is None:
            return None
        by_student = caller.f_code.co_filename in self._files
        if file in self._files:
            if by_student or not _is_library(caller.f_code.co_filename):
                return None
            frame.f_trace_lines = False
            return self._returns
        if self._borrowed is None and ((by_student and file.startswith(_FORBIDDEN)) or file == _MODEL):
            self._borrowed = frame.f_code.co_qualname, _line_of(caller if by_student else frame)
        return None

    def _returns(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "return":
            self._last = self._returned[frame.f_code.co_name] = _line_of(frame)
        return self._returns


def _is_library(file: str) -> bool:
    return file.startswith(f"{_LIBRARY}/")


def _line_of(frame: FrameType) -> _Line:
    return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name


def place_of(line: _Line) -> str:
    """A line for people: `solution.py:12, in search`, and the line itself if it can be read."""
    file, number, name = line
    linecache.checkcache(file)  # it may have been edited since then
    code = linecache.getline(file, number).strip()
    # Code of a notebook has no file, or one that the student has not seen.
    is_file = file.endswith(".py") and "ipykernel" not in file and Path(file).exists()
    where = f"{Path(file).name}:{number}" if is_file else f"line {number} of the cell"
    shown = f": `{code[:_LONGEST]}`" if code else ""
    return f"{where}, in {name}{shown}"


def place_of_error(error: BaseException, files: frozenset[str]) -> str:
    """The innermost line of the student's code that an exception came through; empty if there is none."""
    found: _Line | None = None
    step: TracebackType | None = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename in files:
            found = code.co_filename, step.tb_lineno, code.co_name
        step = step.tb_next
    return place_of(found) if found else ""
