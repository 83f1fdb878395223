"""Sessions: they run a search function and keep data from move to move, for one user at a time."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Self

from boardai import native
from boardai.basics.arguments import checked_seed
from boardai.native_calls import used
from boardai.search.evaluated import with_evaluator
from boardai.search.kind import Search
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import TREE_ROWS, run_search, searched_copy, tree_rows


class OneUser:
    """An object that works on native data without a lock, so only one thread at a time may use it.

    Another thread, or its own progress callback, gets a RuntimeError.

    A copy, or an unpickled object, is like a new one: it has the options, evaluator and seed, and no results.
    and seed, and no results.
    """

    _arguments: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *arguments: Any, **keywords: Any) -> Self:
        session = super().__new__(cls)
        session._arguments = (arguments, keywords)
        return session

    def __reduce_ex__(self, protocol: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _made_again, (type(self), *self._arguments)

    def __repr__(self) -> str:
        given, named = self._arguments
        return f"{type(self).__name__}({', '.join([*map(repr, given), *(f'{key}={named[key]!r}' for key in named)])})"

    def __init__(self) -> None:
        self._user: dict[str, object] = {}

    def _used(self) -> contextlib.AbstractContextManager[None]:
        """Reserves the object during a `with` block.

        Raises:
            RuntimeError: it is in use.
        """
        return used(
            self._user,
            f"this {type(self).__name__} is in use: another thread, or the search that reports this progress, "
            "works with it; give each thread a search of its own",
        )


class Session(OneUser):
    """A search with its options: `search(state, ...)`.

    This one starts from scratch every time; others keep a table or tree.

    Args:
        seed: seed of all random choices.
        **keywords: keywords of the search function that hold for all searches: `evaluator`, and fields of its
            options, or a complete `options=`.

    Attributes:
        options: the options of its searches.

    Raises:
        TypeError: no such option.
        ValueError: an option is out of range, or two exclude each other.
    """

    about: ClassVar[Search]
    lives_on: ClassVar[bool] = False
    tree_rows: ClassVar[int] = TREE_ROWS  # maximum number of rows for tree=True

    def __init__(self, *, seed: int = 0, **keywords: Any) -> None:
        super().__init__()
        self._evaluator = keywords.pop("evaluator", self.about.default("evaluator"))
        self.options = self.about.chosen(keywords)
        self._seed = checked_seed(seed)

    def search(self, state: Any, **keywords: Any) -> SearchResult:
        """Searches one state until a limit is reached, or the search is complete.

        Args:
            state: a state of any game; it is not changed.
            **keywords: keywords of the search function that the constructor does not take: limits, `progress`, `tree`,
                `on_interrupt` and some specific ones.

        Raises:
            ValueError: the game is over, a limit or an option is out of range, an action of `root_actions` is not
                legal, or the evaluator is unknown.
            RuntimeError: this search is in use.
        """
        about = self.about
        limits = about.limits_of(keywords)
        own = {name: keywords[name] for name in keywords.keys() & about.takes.keys()}
        with self._used():
            root = searched_copy(state, self._evaluator)
            rows = tree_rows(keywords.get("tree"), self.tree_rows)
            found, run = self._prepared(root, limits, rows, **own)
            result = run_search(
                found,
                run,
                root,
                about.name,
                progress=keywords.get("progress"),
                on_interrupt=keywords.get("on_interrupt", "raise"),
            )
            return self._finished(found, result, root, rows, **own)

    def _prepared(self, root: Any, limits: Limits, rows: int, **own: Any) -> tuple[Any, Callable[[], None]]:
        """The native search and the call that runs it.

        Args:
            root: the state to search, a copy.
            limits: limits of this search.
            rows: maximum number of tree rows to keep; 0: no tree.
            **own: specific keywords of this search.
        """
        searched, spec = self._with_evaluator(root)
        search = native.template(self.about.native, searched)(self.options.to_native(), spec)
        arguments = (native.native_state(searched), limits.to_native(), *self._outputs(rows, **own))
        return search, lambda: search.run(*arguments)

    def _outputs(self, rows: int, **own: Any) -> tuple[int, ...]:
        """Arguments of the native `run` after state and limits: how many rows and other results it keeps."""
        return (rows,) if "tree" in self.about.keywords else ()

    def _finished(self, search: Any, result: SearchResult, root: Any, rows: int, **own: Any) -> SearchResult:
        """The result, with the additional outputs that were requested."""
        return replace(result, tree=SearchTree.from_record(search.tree(), root)) if rows else result

    def _with_evaluator(self, root: Any) -> tuple[Any, Any]:
        """The state to search, and the native spec of its evaluator."""
        if self._evaluator is None and self.about.default("evaluator") is None:
            return root, "none"
        return with_evaluator(root, self._evaluator)


def _made_again(kind: type[OneUser], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> OneUser:
    return kind(*arguments, **keywords)
