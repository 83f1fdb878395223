"""Running a native search: limits, progress reports, Ctrl-C and the result, the same for all searches."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from boardai import native
from boardai.basics.quoting import quoted
from boardai.native_calls import is_new, is_running
from boardai.search.evaluated import to_network_view
from boardai.search.results.result import SearchResult
from boardai.search.results.result_data import NOT_SEARCHED
from boardai.search.results.tree_rows import KINDS
from boardai.search.stopping import at_work

Progress = Callable[[SearchResult], None]

TREE_ROWS = 100_000  # maximum number of rows for tree=True
ON_INTERRUPT = ("raise", "return")
_BOUNDS = ("at least", "at most")


def searched_copy(state: Any, evaluator: Any = None) -> Any:
    """A copy of the state, made at once, because another thread may change the caller's state during a search.

    Args:
        state: the caller's state.
        evaluator: the evaluator whose view the copy has.

    Raises:
        TypeError: not a state.
        ValueError: the game is over, or is not the evaluator's.
    """
    if not hasattr(state, "is_terminal"):
        hint = ": search game.initial_state()" if hasattr(state, "initial_state") else ""
        raise TypeError(f"a search needs a state of a game, not a {type(state).__name__}{hint}")
    root = to_network_view(state, evaluator).clone()
    if root.is_terminal():
        raise ValueError(f"the game is over, there is nothing to search, in position {root.to_string()}")
    return root


def limit_root(search: Any, actions: np.ndarray | None) -> None:
    """Restricts the next root of a native search to these actions.

    Args:
        search: the native `SearchSession`.
        actions: from `Limits.root_actions_of`.
    """
    if actions is not None:
        search.limit_root(actions, actions.size)


def tree_rows(tree: bool | int | None, most: int = TREE_ROWS, name: str = "tree") -> int:
    """The row limit for a value of `tree=`, or of a similar argument; 0: no tree.

    Raises:
        ValueError: neither true, false nor a positive integer.
    """
    if isinstance(tree, bool) or tree is None:
        return most if tree else 0
    try:
        rows = operator.index(tree)
    except TypeError:
        rows = 0
    if not 1 <= rows < 2**31:
        raise ValueError(f"{name} must be True, False or a maximum number of rows, not {quoted(tree)}")
    return rows


def check_on_interrupt(on_interrupt: str) -> None:
    """Checks a value of `on_interrupt`.

    Raises:
        ValueError: neither `raise` nor `return`.
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
        progress: receives the result so far, at most ten times per second. An exception in it ends the
            search and propagates.
        on_interrupt: what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far with `interrupted` set.
            If nothing has been found yet, KeyboardInterrupt is raised in any case.
    """
    check_on_interrupt(on_interrupt)
    search.clear_report()  # before anything can be interrupted: an earlier result must not be reported for this search

    def report() -> None:
        is_running()
        if progress is not None and (found := read_result(search, root, method)) is not None:
            progress(found)

    # The first run of a search may compile; other threads must wait until it is done.
    reports = progress is not None or is_new(search)
    if reports:
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
        if reports:
            search.set_progress(native.progress_hook(None))
    found = read_result(search, root, method)
    if found is None:
        raise RuntimeError("the search ended without a result")
    return found


def read_result(search: Any, root: Any, method: str) -> SearchResult | None:
    """The result of a native search so far; None: nothing yet.

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
        and not found["shares"]  # a tree without simulations still has the policy and value of its root
    ):
        # A value from an incomplete first depth, or from the evaluation before it, is not reliable.
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
