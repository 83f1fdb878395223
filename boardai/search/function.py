"""Search functions: one decorator gives each its keywords, its checks, its documentation and its run.

    class ScoutKeywords(ScoutOptionKeywords, DepthKeywords, TreeKeywords, total=False): ...

    @search(ScoutOptions, native="Scout")
    def scout(state: Any, **keywords: Unpack[ScoutKeywords]) -> SearchResult:
        '''What is special about it; a section `Keywords:` has those that mean something else than usual.'''

The keywords are those of the TypedDict: limits, what every search takes (COMMON), what this one takes besides
(`takes=`), and the options, whose TypedDicts cmake/write_options.py writes into keywords.py. They must agree with the
options class, or the import fails. How a search runs is its session's business (session.py).
"""

from __future__ import annotations

import functools
import inspect
import textwrap
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypedDict, TypeVar

from boardai.basics.quoting import quoted
from boardai.basics.setting import Setting
from boardai.basics.unknown_names import nearest_name
from boardai.search.evaluated import Evaluator
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
    """Of searches that go deeper and deeper."""

    depth: int | None
    nodes: int | None


class SimulationKeywords(_CommonKeywords, total=False):
    """Of searches that run simulations."""

    simulations: int | None
    root_actions: Iterable[int] | None


class RootKeywords(TypedDict, total=False):
    """Of searches that can be limited to some actions of the root."""

    root_actions: Iterable[int] | None


class TreeKeywords(TypedDict, total=False):
    """Of searches that keep their tree."""

    tree: bool | int | None


COMMON = {
    "depth": "plies.",
    "nodes": "most positions to visit.",
    "simulations": "how many.",
    "seconds": "wall time.",
    "root_actions": "the only actions of the state to look at, as if there were no others; None: all.",
    "limits": "these and others in one object.",
    "evaluator": "values at the depth: a name of `evaluators(state)`, a function, `Outcome(f)`, `Network(f)`.",
    "seed": "not used: nothing here is random.",
    "progress": "gets the result so far, at most ten times a second.",
    "tree": "keep the tree in `result.tree`; a number limits its rows.",
    "on_interrupt": "what Ctrl-C does: `raise` KeyboardInterrupt, or `return` the best so far.",
}
_DEFAULTS = {"evaluator": "", "seed": 0, "on_interrupt": "raise"}
_EACH_TIME = {"limits", "progress", "tree", "on_interrupt"}
_RAISES = """\
    ValueError: the game is over, a limit or option is out of range, or the game lacks what an option needs.
    TypeError: no such option."""


@dataclass(frozen=True)
class Search:
    """What a search function is and takes.

    Attributes:
        name: the function's.
        defaults: its options, where none are given.
        native: the C++ class.
        session: runs it.
        keywords: every keyword, in order, with its type as text.
        takes: what it takes besides, by name.
        about: what each keyword means that is no option.
    """

    name: str
    defaults: Options
    native: str
    session: type[Session]
    keywords: Mapping[str, str]
    takes: Mapping[str, Setting]
    about: Mapping[str, str]

    @property
    def limits(self) -> tuple[str, ...]:
        """Those of `Limits` that it knows."""
        return tuple(name for name in Limits.table if name in self.keywords)

    @property
    def each_time(self) -> set[str]:
        """The keywords of a session's `search`; the others are its constructor's."""
        own = {name for name, one in self.takes.items() if one.group == EACH_TIME}
        return ({*self.limits, *own} | _EACH_TIME) & self.keywords.keys()

    def default(self, name: str) -> Any:
        """Of a keyword."""
        if name in self.limits:
            return None
        if name in self.takes:
            return self.takes[name].default
        return getattr(self.defaults, name, _DEFAULTS.get(name))

    @functools.cached_property
    def settings(self) -> dict[str, Setting]:
        """What may be written in a text: limits, the evaluator, what it takes besides, and options."""
        found = {name: Limits.table[name] for name in self.limits if name != "root_actions"}
        found["evaluator"] = Setting(self.default("evaluator"), name="evaluator", kinds=(str,))
        found |= {name: one for name, one in self.takes.items() if one.kinds and name != "evaluator"}
        found = {name: replace(one, name=name, about=self.about[name]) for name, one in found.items()}
        return found | {name: one for name, one in self.defaults.table.items() if name not in found}

    def split(self, keywords: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Keywords of the function as those of a session's constructor, and those of its `search`."""
        made = {name: value for name, value in keywords.items() if name not in self.each_time}
        return made, {name: value for name, value in keywords.items() if name in self.each_time}

    def run(self, state: Any, keywords: Mapping[str, Any]) -> Any:
        """One search by a session of its own."""
        made, each = self.split(keywords)
        if each.get("simulations") is not None and "simulations" in self.defaults.table:
            made["simulations"] = each["simulations"]  # rounds are laid out for them
        return self.session(**made).search(state, **each)

    def chosen(self, changes: Mapping[str, Any]) -> Any:
        """The options, with the caller's changes.

        Args:
            changes: option values by name; `options` among them is a whole dataclass in the place of the defaults.

        Raises:
            TypeError: no such option (the message names the nearest one and lists all), or `options` are another
                search's.
        """
        given = changes.get("options")
        if given is not None and not isinstance(given, type(self.defaults)):
            raise TypeError(f"options of {self.name} are {type(self.defaults).__name__}, not {quoted(given)}")
        values = {name: value for name, value in changes.items() if name != "options"}
        for name in values:
            if name not in self.defaults.table:
                raise self.unknown(name)
        return replace(self.defaults if given is None else given, **values)  # type: ignore[type-var]

    def limits_of(self, keywords: Mapping[str, Any]) -> Limits:
        """The limits among keywords, given one by one or in `limits`.

        Raises:
            TypeError: a keyword that a session's `search` does not take.
            ValueError: a limit is out of range, or one that this search has not.
        """
        for name in keywords:
            if name not in self.each_time:
                raise self.unknown(name)
        whole = keywords.get("limits") or Limits()
        for name in whole.given:
            if name not in self.limits:
                raise ValueError(f"{self.name} has no limit {name}; it has {', '.join(self.limits)}")
        given = {name: keywords[name] for name in self.limits if keywords.get(name) is not None}
        return Limits(**{**whole.given, **given})

    def unknown(self, name: str) -> TypeError:
        """What to say of a keyword that there is not."""
        near = nearest_name(name, self.keywords)
        hint = f"did you mean {near}? " if near else ""
        return TypeError(f"{self.name} has no option {quoted(name)}; {hint}it takes {', '.join(self.keywords)}")


EACH_TIME = "each time"  # the group of what a session's `search` takes, not its constructor
SEARCHES: dict[str, Search] = {}
"""All searches by their functions' names."""


def search(
    options: type[Options] | Options,
    *,
    native: str,
    session: type[Session] = Session,
    takes: Mapping[str, Setting] | None = None,
) -> Callable[[Function], Function]:
    """Makes a search function of one that has a docstring and a TypedDict of keywords, and no body.

    Args:
        options: the class of its options, or with other defaults an object.
        native: the C++ class, a template on the state.
        session: runs it; a class of its own where it lives on from search to search.
        takes: keywords besides: where `kinds` are missing, no text can stand for them; those of the group EACH_TIME are
            for every single search. An `evaluator` among them has another default than the game's.
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
        made = Search(name, defaults, native, runs, keywords, takes or {}, about)
        runs.about = SEARCHES[name] = made

        @functools.wraps(function)
        def run(state: Any, **given: Any) -> Any:
            for key in given:
                if key not in keywords:
                    raise made.unknown(key)
            return made.run(state, given)

        run.__doc__ = _documented(body, {"state": own.get("state", COMMON_STATE), **about}, rest, defaults)
        run.__signature__ = _signature(made)  # type: ignore[attr-defined]
        return typing.cast(Function, run)

    return decorated


COMMON_STATE = "a state of any game; it is not changed."


def _ordered(typed: Any, defaults: Options, takes: Mapping[str, Setting]) -> dict[str, str]:
    """The keywords of a TypedDict, with their types as text: limits, others, options.

    Raises:
        TypeError: they are not those of the search.
    """
    written = {name: getattr(one, "__forward_arg__", str(one)) for name, one in typed.__annotations__.items()}
    limits = [name for name in Limits.table if name in written]
    others = [name for name in ("limits", "evaluator", *takes, "seed", "progress", "tree", "on_interrupt")]
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
    """A docstring's body, the entries of its Keywords, and what follows them."""
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
