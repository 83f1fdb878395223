"""Running a native search: limits, progress reports and Ctrl-C, the same for all of them."""

from __future__ import annotations

import contextlib
import difflib
import inspect
import operator
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from boardai import native
from boardai.search.results.result import SearchResult

Progress = Callable[[SearchResult], None]
Options = TypeVar("Options")


def with_options(face: Callable[..., Any], defaults: Options, changes: dict[str, Any]) -> Options:
    """The options of a search, with the caller's changes.

    Args:
        face: the function or class that takes them beside keywords of its own.
        defaults: the frozen dataclass with the options' defaults.
        changes: option values by name.

    Raises:
        TypeError: the search has no such option; the message names the nearest one and lists all.
    """
    names = [field.name for field in fields(defaults)]  # type: ignore[arg-type]
    for name in changes:
        if name not in names:
            keywords = [p.name for p in inspect.signature(face).parameters.values() if p.kind is p.KEYWORD_ONLY]
            near = difflib.get_close_matches(name, [*keywords, *names], n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            known = ", ".join(dict.fromkeys([*keywords, *names]))
            raise TypeError(f"{face.__name__} has no option {name!r}; {hint}it takes {known}")
    return replace(defaults, **changes)  # type: ignore[type-var]


def check_searchable(state: Any) -> None:
    """Refuses a finished game, and what is no state.

    Raises:
        TypeError: not a state.
        ValueError: the game is over.
    """
    if not hasattr(state, "is_terminal"):
        hint = ": search game.initial_state()" if hasattr(state, "initial_state") else ""
        raise TypeError(f"a search needs a state of a game, not a {type(state).__name__}{hint}")
    if state.is_terminal():
        raise ValueError(f"the game is over, there is nothing to search, in position {state.to_string()}")


def checked_seed(seed: int) -> int:
    """The seed of a native search.

    Raises:
        ValueError: it is no whole number of 64 bits.
    """
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if not 0 <= number < 2**64:
        raise ValueError(f"seed must be a whole number from 0 to 2^64 - 1, not {seed!r}")
    return number


def limits(*, depth: int | None = None, nodes: int | None = None, seconds: float | None = None) -> Any:
    """The C++ limits.

    Args:
        depth: plies, or iterations of iterative deepening; None: no limit. So for the others.
        nodes: nodes, or simulations.
        seconds: wall time.

    Raises:
        ValueError: a limit is not positive.
    """
    given: dict[str, int | float] = {}
    for name, value in (("depth", depth), ("nodes", nodes), ("seconds", seconds)):
        if value is None:
            continue
        whole = name != "seconds"
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)) or not value > 0:
            raise ValueError(f"{name} must be a {'whole ' if whole else ''}number above 0, not {value!r}")
        given[name] = value
    return native.options("SearchLimits", "boardai/search/control", given)


@contextlib.contextmanager
def reporting(search: Any, progress: Progress | None, collect: Callable[[], SearchResult | None]) -> Iterator[None]:
    """Reports progress, at most ten times a second, while the block runs a native search.

    Args:
        search: the native search; has `set_progress`.
        progress: gets the result so far. An exception in it ends the search and comes through.
        collect: the result so far, None where there is none yet.
    """
    if progress is None:
        yield
        return

    def report() -> None:
        result = collect()
        if result is not None:
            progress(result)

    search.set_progress(native.progress_hook(report))
    try:
        yield
    finally:
        search.set_progress(native.progress_hook(None))


def finished(run: Callable[[], None], collect: Callable[[], SearchResult | None]) -> SearchResult:
    """Runs a search to its end, or to Ctrl-C.

    Args:
        run: the native call.
        collect: the result so far, None where there is none yet.

    Returns:
        The result. After Ctrl-C the best so far, with `interrupted` set; KeyboardInterrupt goes on where nothing has
        been found yet.
    """
    interrupted = False
    try:
        run()
    except KeyboardInterrupt:
        interrupted = True
        if collect() is None:
            raise
    result = collect()
    if result is None:
        raise RuntimeError("the search ended without a result")
    return result.as_interrupted() if interrupted else result
