"""The base class of evaluations that are objects; searches take one as `evaluator=`."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import boardai.search.evaluations
from boardai import native


class Evaluation(ABC):
    """An evaluation of the positions of some game. Called with a state, it returns the value that searches see.

    >>> from boardai.search.evaluations.naming import find_evaluation
    >>> state = boardai.load("reversi").initial_state()
    >>> evaluation = find_evaluation(state, "larion")
    >>> type(evaluation).__name__, evaluation.why_not(boardai.load("hex").initial_state()) is None
    ('LinearEvaluation', False)

    Attributes:
        suffixes: suffixes of its files; empty if it is never in a file.
        is_code: whether reading one runs code in its file, so that the file must be trusted.
        prefix: prefix of texts that combine other evaluations by their names; "" if there are none.
    """

    suffixes: ClassVar[tuple[str, ...]] = ()
    is_code: ClassVar[bool] = False
    prefix: ClassVar[str] = ""

    @classmethod
    def parse(cls, text: str) -> Evaluation:
        """The evaluation of a text that begins with the prefix.

        Raises:
            ValueError: the text is not of this kind's form.
        """
        raise NotImplementedError

    @classmethod
    def renamed(cls, text: str, change: Callable[[str], str]) -> str:
        """Such a text with the other evaluations' names changed.

        Raises:
            ValueError: as in `parse`.
        """
        raise NotImplementedError

    @classmethod
    @abstractmethod
    def read(cls, path: Path) -> Evaluation:
        """The evaluation that a file with one of the suffixes holds.

        Raises:
            ValueError: the file cannot be read, or is damaged.
        """

    @abstractmethod
    def made_for(self, state: Any) -> Any:
        """The native `EvaluationSpec` for the class of a native state.

        Raises:
            ValueError: it is for another game or board.
        """

    def for_searches(self, state: Any) -> Any:
        """The native `EvaluationSpec` for searches of this state's class.

        Raises:
            ValueError: it is for another game or board, or the state is written in Python.
        """
        if not native.is_native(state):
            raise ValueError("such evaluations are for games in C++; in Python give the search a function")
        return self.made_for(state)

    def why_not(self, state: Any) -> str | None:
        """The reason why it cannot evaluate a state; None if it can."""
        try:
            self.for_searches(state)
        except ValueError as error:
            return str(error)
        return None

    def parts(self, state: Any) -> list[dict[str, Any]]:
        """The summands of a state's value, as `name` and `value`, largest first; empty if the value is not a sum.

        Raises:
            ValueError: it is for another game or board.
        """
        return []

    def __call__(self, state: Any) -> int:
        """The value for the side to move, within +-30000.

        Raises:
            ValueError: it is for another game or board.
        """
        spec = self.for_searches(state)
        return int(state.evaluate(spec))


@functools.cache
def import_kinds() -> None:
    """Imports the modules of this folder, which registers the kinds that they define."""
    for module in pkgutil.iter_modules(boardai.search.evaluations.__path__):
        importlib.import_module(f"{boardai.search.evaluations.__name__}.{module.name}")


def file_kinds() -> list[type[Evaluation]]:
    """The classes that read files, each with its own suffixes."""
    import_kinds()
    return [kind for kind in Evaluation.__subclasses__() if kind.suffixes]


def kind_of_text(text: str) -> type[Evaluation] | None:
    """The class whose prefix a text begins with, or None."""
    if ":" not in text:
        return None
    import_kinds()
    return next((kind for kind in Evaluation.__subclasses__() if kind.prefix and text.startswith(kind.prefix)), None)
