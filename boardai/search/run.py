"""Running a native search: limits, progress reports, Ctrl-C and what it found, the same for all of them."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any, TypeVar

import numpy as np

from boardai import native
from boardai.basics.arguments import whole_number
from boardai.basics.quoting import quoted
from boardai.basics.unknown_names import nearest_name
from boardai.search.evaluated import as_seen
from boardai.search.results.result import SearchResult
from boardai.search.results.result_data import NOT_SEARCHED
from boardai.search.results.tree_rows import KINDS
from boardai.search.stopping import at_work

Progress = Callable[[SearchResult], None]
Options = TypeVar("Options")

TREE_ROWS = 100_000  # tree=True keeps so many rows at most
ON_INTERRUPT = ("raise", "return")
_BOUNDS = ("at least", "at most")


def with_options(face: Callable[..., Any], defaults: Options, changes: dict[str, Any]) -> Options:
    """The options of a search, with the caller's changes.

    Args:
        face: the function or class that takes them beside keywords of its own.
        defaults: the frozen dataclass with the options' defaults.
        changes: option values by name; `options` among them is a whole dataclass in the place of the defaults.

    Raises:
        TypeError: the search has no such option (the message names the nearest one and lists all), or `options` are
            another search's.
    """
    changes = dict(changes)
    given = changes.pop("options", None)
    if given is not None and not isinstance(given, type(defaults)):
        raise TypeError(f"options of {face.__name__} are {type(defaults).__name__}, not {quoted(given)}")
    chosen = defaults if given is None else given
    names = [field.name for field in fields(defaults)]  # type: ignore[arg-type]
    for name in changes:
        if name not in names:
            keywords = [p.name for p in inspect.signature(face).parameters.values() if p.kind is p.KEYWORD_ONLY]
            near = nearest_name(name, [*keywords, *names])
            hint = f"did you mean {near}? " if near else ""
            known = ", ".join(dict.fromkeys([*keywords, *names, "options"]))
            raise TypeError(f"{face.__name__} has no option {quoted(name)}; {hint}it takes {known}")
    return replace(chosen, **changes) if changes else chosen  # type: ignore[type-var]


def searched_copy(state: Any, evaluator: Any = None) -> Any:
    """A copy of the state, made at once: another thread may change the caller's while a search runs.

    Args:
        state: as given.
        evaluator: the copy is as this one sees it.

    Raises:
        TypeError: not a state.
        ValueError: the game is over, or another one than the evaluator learned.
    """
    if not hasattr(state, "is_terminal"):
        hint = ": search game.initial_state()" if hasattr(state, "initial_state") else ""
        raise TypeError(f"a search needs a state of a game, not a {type(state).__name__}{hint}")
    root = as_seen(state, evaluator).clone()
    if root.is_terminal():
        raise ValueError(f"the game is over, there is nothing to search, in position {root.to_string()}")
    return root


def only_actions(root: Any, actions: Iterable[int] | None) -> np.ndarray | None:
    """What a face's `root_actions=` means: int32 `[n]`, ascending, each once; None: all actions.

    Args:
        root: the searched state.
        actions: as given.

    Raises:
        ValueError: there is none, or one that is not legal there.
    """
    if actions is None:
        return None
    legal = root.legal_actions()
    chosen = sorted({whole_number("an action of root_actions", action) for action in actions})
    if not chosen:
        raise ValueError("root_actions is empty: name at least one action, or leave it out for all of them")
    for action in chosen:
        if action not in legal:
            raise ValueError(f"root_actions: {action} is not a legal action in position {root.to_string()}")
    return None if len(chosen) == len(legal) else np.array(chosen, np.int32)


def limit_root(search: Any, actions: np.ndarray | None) -> None:
    """Tells a native search which actions alone its next root has.

    Args:
        search: the native `SearchSession`.
        actions: from `only_actions`.
    """
    if actions is not None:
        search.limit_root(actions, actions.size)


def tree_rows(tree: bool | int | None, most: int = TREE_ROWS, name: str = "tree") -> int:
    """The row limit that a face's `tree=`, or another argument of that kind, means; 0: none is wanted.

    Raises:
        ValueError: it is neither true, false nor a positive whole number.
    """
    if isinstance(tree, bool) or tree is None:
        return most if tree else 0
    try:
        rows = operator.index(tree)
    except TypeError:
        rows = 0
    if not 1 <= rows < 2**31:
        raise ValueError(f"{name} must be True, False or the most rows to keep, not {quoted(tree)}")
    return rows


def limits(
    *,
    depth: int | None = None,
    nodes: int | None = None,
    simulations: int | None = None,
    seconds: float | None = None,
) -> Any:
    """The C++ limits.

    Args:
        depth: plies, or iterations of iterative deepening; None: no limit. So for the others.
        nodes: nodes.
        simulations: what UCT counts instead of nodes.
        seconds: wall time.

    Raises:
        ValueError: a limit is not positive, not finite or too large.
    """
    given: dict[str, int | float] = {}
    if depth is not None:
        given["depth"] = _limit("depth", depth, 2**31)
    if nodes is not None:
        given["nodes"] = _limit("nodes", nodes, 2**63)
    if simulations is not None:
        given["nodes"] = _limit("simulations", simulations, 2**63)
    if seconds is not None:
        given["seconds"] = _limit("seconds", seconds, 1e9)
    return native.options("SearchLimits", "boardai/search/control", given)


def _limit(name: str, value: Any, most: float) -> int | float:
    whole = name != "seconds"
    try:
        number: Any = operator.index(value) if whole else float(value)
    except (TypeError, ValueError, OverflowError):
        number = -1
    if isinstance(value, bool | str) or not number > 0:
        raise ValueError(f"{name} must be a {'whole ' if whole else ''}number above 0, not {quoted(value)}")
    if not number < most:
        raise ValueError(
            f"{name} cannot be {quoted(value)}: it must be below {most:,}{'' if whole else ' seconds'}; "
            "None is no limit"
        )
    return number


def check_on_interrupt(on_interrupt: str) -> None:
    """Refuses a word that does not say what Ctrl-C does.

    Raises:
        ValueError: it is neither `raise` nor `return`.
    """
    if on_interrupt not in ON_INTERRUPT:
        raise ValueError(f"on_interrupt must be one of {', '.join(ON_INTERRUPT)}, not {quoted(on_interrupt)}")


def run_search(
    search: Any,
    run: Callable[[], None],
    root: Any,
    method: str,
    *,
    progress: Progress | None = None,
    on_interrupt: str = "raise",
) -> SearchResult:
    """Runs a native search to its end, or to Ctrl-C.

    Args:
        search: the native `SearchSession`.
        run: the native call.
        root: the searched state.
        method: the search's name.
        progress: gets the result so far, at most ten times a second. An exception in it ends the search and comes
            through.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far with `interrupted` set.
            Where nothing has been found yet, KeyboardInterrupt is raised in any case.
    """
    check_on_interrupt(on_interrupt)
    search.retract()  # before anything can be interrupted: an earlier search's result is none of this one

    def report() -> None:
        found = read_result(search, root, method)
        if progress is not None and found is not None:
            progress(found)

    if progress is not None:
        search.set_progress(native.progress_hook(report))
    try:
        with at_work(search):
            run()
    except KeyboardInterrupt:
        found = read_result(search, root, method) if on_interrupt == "return" else None
        if found is None:
            raise
        return found.as_interrupted()
    finally:
        if progress is not None:
            search.set_progress(native.progress_hook(None))
    found = read_result(search, root, method)
    if found is None:
        raise RuntimeError("the search ended without a result")
    return found


def read_result(search: Any, root: Any, method: str) -> SearchResult | None:
    """What a native search has found so far; None: nothing yet.

    Args:
        search: the native `SearchSession`.
        root: the searched state.
        method: the search's name.
    """
    found = native.read_report(search)
    if found is None:
        return None
    action, kind, notes = found["action"], KINDS[found["kind"]], found["notes"]
    if kind in _BOUNDS:
        notes["value is"] = kind
    if found["lines"]:
        notes["lines"] = found["lines"]
    if (
        not found["depth"]
        and not found["simulations"]
        and found["outcome"] is None
        and found["value"] is not None
        and not found["shares"]  # a tree without simulations has the policy and value of its root
    ):
        # A part of the first depth, or the evaluation before it, is no value that anybody may trust.
        notes.pop("value is", None)
        notes[NOT_SEARCHED] = "no depth"
        found |= {"value": None, "values": {}, "kinds": {}, "leaf_value": None}
    return SearchResult(
        action=action,
        value=found["value"],
        policy=found["shares"] or {legal: float(legal == action) for legal in root.legal_actions()},
        pv=found["line"],
        nodes=found["nodes"],
        simulations=found["simulations"],
        depth=found["depth"],
        seconds=found["seconds"],
        player=root.current_player(),
        method=method,
        state=root.clone(),
        visits=found["visits"],
        priors=found["priors"],
        action_values=found["values"],
        bounds={row: KINDS[kind] for row, kind in found["kinds"].items() if KINDS[kind] in _BOUNDS},
        outcomes=found["outcomes"],
        action_nodes=found["row_nodes"],
        outcome=found["outcome"],
        plies_to_end=found["plies_to_end"],
        proof_set=found["proof_set"],
        leaf_value=found["leaf_value"],
        point=found["point"],
        margins=found["margins"],
        hash_use=found["memory_use"],
        notes=notes,
    )
