"""The description of a search function, for its session, for agents and for listings."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from boardai.basics.quoting import quoted
from boardai.basics.setting import Setting
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.search.limits import Limits
from boardai.search.option import Options

EACH_TIME = "each time"  # the group of keywords for a session's `search`, not for its constructor
_DEFAULTS = {"evaluator": "", "seed": 0, "on_interrupt": "raise"}
_EACH_TIME = {"limits", "progress", "tree", "on_interrupt"}


@dataclass(frozen=True)
class Search:
    """The description of a search function.

    Attributes:
        name: name of the function.
        defaults: its default options.
        native: the C++ class.
        session: the class that runs it (session.py).
        summary: a line for the user.
        usual: default limits of an agent without a limit.
        solver: it may fail to prove anything; an agent then plays the move of `fallback=`.
        keywords: every keyword, in order, with its type as text.
        takes: its additional keywords, by name.
        about: the meaning of each keyword that is not an option.
    """

    name: str
    defaults: Options
    native: str
    session: type[Any]
    summary: str
    usual: Limits
    solver: bool
    keywords: Mapping[str, str]
    takes: Mapping[str, Setting]
    about: Mapping[str, str]

    @property
    def scoring(self) -> bool:
        """Whether its values are scores of a static evaluation; otherwise they are outcomes in [-1, 1]."""
        return not self.solver and self.usual.simulations is None

    @functools.cached_property
    def limits(self) -> tuple[str, ...]:
        """The limits of `Limits` that it supports."""
        return tuple(name for name in Limits.table if name in self.keywords)

    @functools.cached_property
    def each_time(self) -> set[str]:
        """The keywords of a session's `search`; the others belong to its constructor."""
        own = {name for name, one in self.takes.items() if one.group == EACH_TIME}
        return ({*self.limits, *own} | _EACH_TIME) & self.keywords.keys()

    def default(self, name: str) -> Any:
        """The default value of a keyword."""
        if name in self.limits:
            return None
        if name in self.takes:
            return self.takes[name].default
        return getattr(self.defaults, name, _DEFAULTS.get(name))

    @functools.cached_property
    def settings(self) -> dict[str, Setting]:
        """The settings of an agent's text: limits, the evaluator, additional keywords, and options."""
        found = {name: Limits.table[name] for name in self.limits if name != "root_actions"}
        found["evaluator"] = Setting(self.default("evaluator"), name="evaluator", kinds=(str,))
        found |= {name: one for name, one in self.takes.items() if one.kinds and name != "evaluator"}
        found = {name: replace(one, name=name, about=self.about[name]) for name, one in found.items()}
        return found | {name: one for name, one in self.defaults.table.items() if name not in found}

    def split(self, keywords: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Splits the function's keywords into those of a session's constructor and those of its `search`."""
        made = {name: value for name, value in keywords.items() if name not in self.each_time}
        return made, {name: value for name, value in keywords.items() if name in self.each_time}

    def run(self, state: Any, keywords: Mapping[str, Any]) -> Any:
        """Runs one search in a new session."""
        made, each = self.split(keywords)
        if each.get("simulations") is not None and "simulations" in self.defaults.table:
            made["simulations"] = each["simulations"]  # the rounds are planned for this number
        return self.session(**made).search(state, **each)

    def chosen(self, changes: Mapping[str, Any]) -> Any:
        """The options, with the caller's changes.

        Args:
            changes: option values by name; `options` is a complete dataclass that replaces the defaults.

        Raises:
            TypeError: no such option (the message names the nearest one and lists all), or `options` belongs to another
                search.
        """
        given = changes.get("options")
        if given is not None and not isinstance(given, type(self.defaults)):
            raise TypeError(f"options of {self.name} must be {type(self.defaults).__name__}, not {quoted(given)}")
        values = {name: value for name, value in changes.items() if name != "options"}
        for name in values:
            if name not in self.defaults.table:
                raise self.unknown(name)
        chosen = self.defaults if given is None else given
        return replace(chosen, **values) if values else chosen  # type: ignore[type-var]

    def limits_of(self, keywords: Mapping[str, Any]) -> Limits:
        """The limits among keywords, given one by one or in `limits`.

        Raises:
            TypeError: a keyword that a session's `search` does not take.
            ValueError: a limit is out of range, or not supported by this search.
        """
        for name in keywords:
            if name not in self.each_time:
                raise self.unknown(name)
        whole: Limits | None = keywords.get("limits")
        given = {name: keywords[name] for name in self.limits if keywords.get(name) is not None}
        if whole is None:
            return Limits(**given)
        for name in whole.given:
            if name not in self.limits:
                raise ValueError(f"{self.name} has no limit {name}; it has {', '.join(self.limits)}")
        return Limits(**{**whole.given, **given})

    def unknown(self, name: str) -> TypeError:
        """The error about an unknown keyword."""
        meant = alternatives(nearest_name(name, self.keywords), self.keywords, f"help(boardai.search.{self.name})")
        return TypeError(f"{self.name} has no option {quoted(name)}{meant}")


SEARCHES: dict[str, Search] = {}
"""All searches by their functions' names."""


def has_scores(method: str) -> bool:
    """Whether a result's method is a search whose values are scores of a static evaluation.

    >>> from boardai.search.kind import has_scores
    >>> has_scores("pvs"), has_scores("puct"), has_scores("a player's own")
    (True, False, False)
    """
    kind = SEARCHES.get(method)
    return kind is not None and kind.scoring
