"""Search functions: one decorator adds their keywords, checks, documentation and execution.

    class ScoutKeywords(ScoutOptionKeywords, DepthKeywords, TreeKeywords, total=False): ...

    @search(ScoutOptions, native="Scout", summary="Scout to a fixed depth", usual=Limits(depth=5))
    def scout(state: Any, **keywords: Unpack[ScoutKeywords]) -> SearchResult:
        '''What is special about it; a section `Keywords:` has those whose meaning is not the usual one.'''

The keywords are those of the TypedDict: limits, those of every search (COMMON), the additional ones of this search
(`takes=`), and the options, whose TypedDicts cmake/write_options.py writes below their classes. They must agree with
the options class, or the import fails. The session class defines how a search runs (session.py).
"""

from __future__ import annotations

import functools
import inspect
import textwrap
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypedDict, TypeVar

from boardai.basics.setting import Setting
from boardai.native_templates import TEMPLATES, Template
from boardai.search.evaluated import Evaluator
from boardai.search.kind import SEARCHES, Search
from boardai.search.limits import Limits
from boardai.search.option import Options
from boardai.search.run import Progress
from boardai.search.session import Session

Function = TypeVar("Function", bound=Callable[..., Any])


class _CommonKeywords(TypedDict, total=False):
    seconds: float | None
    limits: Limits | None
    evaluator: Evaluator | None
    seed: int
    progress: Progress | None
    on_interrupt: str


class DepthKeywords(_CommonKeywords, total=False):
    """Keywords of searches by iterative deepening."""

    depth: int | None
    nodes: int | None


class SimulationKeywords(_CommonKeywords, total=False):
    """Keywords of searches that run simulations."""

    simulations: int | None
    root_actions: Iterable[int] | None


class RootKeywords(TypedDict, total=False):
    """Keywords of searches that can be restricted to some actions of the root."""

    root_actions: Iterable[int] | None


class TreeKeywords(TypedDict, total=False):
    """Keywords of searches that can return their tree."""

    tree: bool | int | None


COMMON = {
    "state": "a state of any game; it is not changed.",
    "depth": "plies.",
    "nodes": "most positions to visit.",
    "simulations": "how many.",
    "seconds": "wall time.",
    "root_actions": "the only actions of the state to look at, as if there were no others; None: all.",
    "limits": "these and others in one object.",
    "evaluator": "values at the depth: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.",
    "seed": "not used: nothing here is random.",
    "progress": "gets the result so far, at most ten times per second.",
    "tree": "keep the tree in `result.tree`; a number limits its rows.",
    "on_interrupt": "what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.",
}
_RAISES = """\
    ValueError: the game is over, a limit or option is out of range, or the game lacks what an option needs.
    TypeError: no such option."""


def search(
    options: type[Options] | Options,
    *,
    native: str,
    summary: str,
    usual: Limits,
    solver: bool = False,
    session: type[Session] = Session,
    takes: Mapping[str, Setting] | None = None,
) -> Callable[[Function], Function]:
    """Makes a search function from a function with a docstring, a TypedDict of keywords, and no body.

    Args:
        options: the class of its options, or an instance with other defaults.
        native: the C++ class, a template on the state. Unless native_templates.py has an entry for it, its header is in
            the folder with the name of the function's folder and is named like the function.
        summary: a line for the user.
        usual: default limits of an agent without a limit.
        solver: it may fail to prove anything; an agent then plays the move of `fallback=`.
        session: the class that runs it; its own class if it keeps data from search to search.
        takes: additional keywords: those without `kinds` cannot be given as text; those of the group EACH_TIME are
            passed for every single search. An `evaluator` among them has another default than the game's.
    """

    def decorated(function: Function) -> Function:
        name = function.__name__
        annotations = typing.get_type_hints(function, include_extras=True)["keywords"]
        typed = typing.get_args(annotations)[0]
        defaults = options if isinstance(options, Options) else options()
        keywords = _ordered(typed, defaults, takes or {})
        body, own, rest = _sections(inspect.getdoc(function) or "")
        ours = [key for key in keywords if key != "options" and (key in COMMON or key not in defaults.table)]
        about = {key: own.get(key, COMMON.get(key, "")) for key in ours}
        runs: Any = session if session.lives_on else type(f"{native}Session", (session,), {})
        made = Search(name, defaults, native, runs, summary, usual, solver, keywords, takes or {}, about)
        runs.about = SEARCHES[name] = made
        folder = function.__module__.rpartition(".")[0].replace(".", "/")
        TEMPLATES.setdefault(native, Template(f"{folder}/{name}", ("run",), search=True))

        @functools.wraps(function)
        def run(state: Any, **given: Any) -> Any:
            for key in given:
                if key not in keywords:
                    raise made.unknown(key)
            return made.run(state, given)

        run.__doc__ = _documented(body, {"state": own.get("state", COMMON["state"]), **about}, rest, defaults)
        run.__signature__ = _signature(made)  # type: ignore[attr-defined]
        return typing.cast(Function, run)

    return decorated


def _ordered(typed: Any, defaults: Options, takes: Mapping[str, Setting]) -> dict[str, str]:
    """The keywords of a TypedDict, with their types as text: limits, others, options.

    Raises:
        TypeError: they differ from those of the search.
    """
    written = {name: getattr(one, "__forward_arg__", str(one)) for name, one in typed.__annotations__.items()}
    limits = [name for name in Limits.table if name in written]
    others = ["limits", "evaluator", *takes, "seed", "progress", "tree", "on_interrupt"]
    order = [*limits, *dict.fromkeys(others), *defaults.table, "options"]
    missing = {*others, *defaults.table, "options"} - {"tree"} - written.keys()
    if missing or written.keys() - set(order):
        raise TypeError(f"{typed.__name__}: missing {missing}, unknown {written.keys() - set(order)}")
    return {name: written[name] for name in dict.fromkeys(order) if name in written}


def _signature(made: Search) -> inspect.Signature:
    state = inspect.Parameter("state", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation="Any")
    keywords = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=made.default(name), annotation=kind)
        for name, kind in made.keywords.items()
    ]
    return inspect.Signature([state, *keywords], return_annotation="SearchResult")


def _sections(text: str) -> tuple[str, dict[str, str], str]:
    """A docstring's body, the entries of its section Keywords, and the text after them."""
    for heading in ("\nReturns:\n", "\nRaises:\n"):
        head, found, tail = text.partition(heading)
        if found:
            break
    body, _, arguments = head.partition("\nKeywords:\n")
    entries: dict[str, str] = {}
    for line in textwrap.dedent(arguments).splitlines():
        if line and not line.startswith(" "):
            name, _, about = line.partition(": ")
            entries[name] = about
        elif line.strip():
            entries[name] += " " + line.strip()
    return body.strip(), entries, (found + tail).strip()


def _documented(body: str, about: Mapping[str, str], rest: str, defaults: Options) -> str:
    cls = type(defaults)
    entries = {**about, "options": f"all at once, as `{cls.__name__}(...)`; or one by one:"}
    lines = [_entry(name, text) for name, text in entries.items()]
    lines += [_entry(name, one.explained) for name, one in cls.table.items() if name not in about]
    if "Raises:" not in rest:
        rest = f"{rest}\n\nRaises:\n{_RAISES}".strip()
    return "\n\n".join([body, "Args:\n" + "\n".join(lines), rest])


def _entry(name: str, text: str) -> str:
    return textwrap.fill(
        f"{name}: {text}", 116, initial_indent=" " * 4, subsequent_indent=" " * 8, break_long_words=False
    )
