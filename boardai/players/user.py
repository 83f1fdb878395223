"""User-written agents: objects, functions and classes, from Python, a file or an entry point."""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import inspect
import operator
import re
import sysconfig
import traceback
import typing
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from boardai.basics.files import is_file
from boardai.basics.python_file import module_of
from boardai.basics.quoting import quoted
from boardai.basics.setting import Setting, kinds_of
from boardai.game import Game, read_parameter
from boardai.players import parameters
from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought, Turn, WrappingPlayer
from boardai.players.spec import AgentSpec
from boardai.search.limits import Limits

ENTRY_POINTS = "boardai.agents"
_GIVEN = ("game", "seed")


class UserPlayer(WrappingPlayer):
    """A user-written agent as a player: it gets copies of states, and decides its time itself.

    If its class derives from `Player`, limits, progress and its results are passed on.

    Besides `choose(state)`, which returns a legal action, an object may have `choose_many(states)`, with `batched =
    True` if many cost little more than one; `choose_by_clock(state, clock_states)`, called in games with clocks, with
    the state of both clocks (`boardai.clocks.management.ClockState`); `new_game(start, actions, seed)`; and `close()`.

    Args:
        agent: an object with `choose`, or a function of a state.
        name: name in tables; by default its own, or that of its class.

    Raises:
        ValueError: it is neither.
    """

    def __init__(self, agent: Any, name: str = "") -> None:
        choose = getattr(agent, "choose", agent)
        if not callable(choose) or inspect.isclass(agent):
            raise ValueError(f"an agent has a method choose(state), or is such a function; got {quoted(agent)}")
        super().__init__(agent if isinstance(agent, Player) else _Chooser(agent, choose))
        own = getattr(agent, "name", None) or getattr(agent, "__name__", None) or type(agent).__name__
        self.name = name or ("function" if own == "<lambda>" else str(own))
        self._agent, self.keeps = agent, ()

    def _seen(self, state: Any) -> Any:
        return state.clone()

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """Its action, and its result if it is a `Player`.

        Raises:
            TypeError: it returned no action, or no thought.
        """
        with _staying():
            return _thought(super().think(state, limits, progress, stop))

    search = Player.search  # uses `think`, so changes of its copy have no effect

    def think_many(self, turns: Sequence[Turn], limits: Limits = NO_LIMITS) -> list[Thought]:
        """Its action for each state, in one call if it supports that."""
        with _staying():
            return [_thought(one) for one in super().think_many(turns, limits)]

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Calls its method, if it has one."""
        with _staying():
            super().new_game(start, list(actions), seed)

    def end_game(self, game: Hashable) -> None:
        """Calls its method, if it is a `Player`."""
        with _staying():
            super().end_game(game)


class _Chooser(Player):
    """A user's object with `choose`, or a function, with its further methods."""

    def __init__(self, agent: Any, choose: Callable[[Any], Any]) -> None:
        self.batched, self._choose = bool(getattr(agent, "batched", False)), choose
        self._choose_many, self._choose_by_clock, self._new_game, self._close = (
            getattr(agent, name, None) for name in ("choose_many", "choose_by_clock", "new_game", "close")
        )

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        if limits.clock is not None and self._choose_by_clock is not None:
            return Thought(_action(self._choose_by_clock(state, list(limits.clock))))
        return Thought(_action(self._choose(state)))

    def think_many(self, turns: Sequence[Turn], limits: Limits = NO_LIMITS) -> list[Thought]:
        if self._choose_many is None:
            return super().think_many(turns, limits)
        return [Thought(_action(one)) for one in self._choose_many([turn.state for turn in turns])]

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        if self._new_game is not None:
            self._new_game(start, actions, seed)

    def close(self) -> None:
        if self._close is not None:
            self._close()


@contextlib.contextmanager
def _staying() -> Iterator[None]:
    """An agent that wants to end the process has failed, like one that raises an error."""
    try:
        yield
    except SystemExit as error:
        if type(error) is not SystemExit:
            raise  # Ctrl-C of the user
        raise RuntimeError(f"exit({error.code!r})").with_traceback(error.__traceback__) from None


_BY_USERS_AGENTS = {
    one.__code__ for one in (UserPlayer.think, UserPlayer.search, UserPlayer.think_many, UserPlayer.new_game)
}


def failure_of_own(error: BaseException) -> str | None:
    """The error in a user-written agent with its place: `ValueError: oh (./mine.py:12)`.

    Args:
        error: the exception, with its traceback.

    Returns:
        One line; None if no such agent was running.
    """
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    if not any(code in _BY_USERS_AGENTS for code, _ in frames):
        return None
    words = f"{type(error).__name__}: {error}".strip().removesuffix(":")
    ours = (str(Path(__file__).parent.parent), sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"))
    theirs = [(code.co_filename, line) for code, line in frames if not code.co_filename.startswith((*ours, "<"))]
    if not theirs:
        return words
    file, line = theirs[-1]
    with contextlib.suppress(ValueError):
        file = str(Path(file).relative_to(Path.cwd()))
    return f"{' '.join(words.split())} ({file}:{line})"


def _thought(value: Any) -> Thought:
    if not isinstance(value, Thought):
        raise TypeError(f"think must return a Thought, not {quoted(value)}")
    _action(value.action)
    return value


def _action(value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"choose must return an action, a whole number, not {quoted(value)}") from None


def entry_points() -> dict[str, Any]:
    """Agents of installed packages, by name."""
    return {entry.name: entry for entry in importlib.metadata.entry_points(group=ENTRY_POINTS)}


@dataclass(frozen=True)
class Description:
    """The description of an agent.

    Attributes:
        name: as it is written.
        about: its docstring without sections; "" if it has none.
        parameters: the parameters in its text.
    """

    name: str
    about: str
    parameters: dict[str, Setting]


def described(spec: AgentSpec) -> list[Description]:
    """The agents of a file or of an installed package, described for people; does not make any.

    Args:
        spec: text of the agent; without a class or function, all classes of the file with `choose`.

    Raises:
        ValueError: there is no such file, it cannot be imported, or has no such agent; the message names the file.
    """
    if spec.is_file and not spec.entry:
        there = _classes(_module(spec))
        if not there:
            raise ValueError(f"{spec.place}: no class in {spec.name} has choose")
        return [one for each in there for one in described(AgentSpec(spec.name, entry=each))]
    found, spec_name = _found(spec)
    if not inspect.isclass(found) and hasattr(found, "choose"):
        return [Description(spec_name, _about(found), {})]
    return [Description(spec_name, _about(found), _parameters(found))]


def _about(found: Any) -> str:
    """The docstring up to its first section or example, in one line."""
    text = inspect.getdoc(found) or ""
    return " ".join(re.split(r"\n\n?(?:[A-Z]\w+:\n|>>> )", text)[0].split())


def load_user_agent(spec: AgentSpec, game: Game, seed: int) -> Player:
    """Makes the agent of a file or of an installed package.

    Args:
        spec: text of the agent.
        game: passed to a constructor with a parameter `game`.
        seed: passed to a constructor with a parameter `seed`.

    Raises:
        ValueError: there is no such class, it cannot be imported or made, or has no such parameter.
    """
    found, who = _found(spec)
    place = spec.place
    if not inspect.isclass(found) and hasattr(found, "choose"):
        parameters.read(spec, {}, who=who)
        return UserPlayer(found, who)
    values = _arguments(found, spec, game, seed, who)
    if not inspect.isclass(found):
        return UserPlayer(functools.partial(found, **values), who)
    try:
        made = found(**values)
    except (Exception, SystemExit) as error:
        raise ValueError(f"{place}: {who} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(made, "choose", None)):
        raise ValueError(f"{place}: {who} has no method choose(state)")
    return UserPlayer(made, who)


def made_of_class(cls: type, game: Game, seed: int) -> Player:
    """Makes an agent of a class passed in Python; its constructor gets `game` and `seed` if it has these parameters.

    Raises:
        ValueError: the constructor requires others, or the class has no `choose`.
    """
    return UserPlayer(cls(**_arguments(cls, AgentSpec(cls.__name__), game, seed, cls.__name__)))


def _found(spec: AgentSpec) -> tuple[Any, str]:
    """The object that is named, and its name in messages."""
    name, first, place = spec.name, spec.entry, spec.place
    if not spec.is_file:
        try:
            return entry_points()[name].load(), name
        except (Exception, SystemExit) as error:
            raise ValueError(f"{place}: {type(error).__name__}: {error}") from error
    module = _module(spec)
    there = _classes(module)
    if not first:
        if len(there) != 1:
            raise ValueError(f"{place}: say which agent of {name}: {', '.join(there) or 'no class in it has choose'}")
        first = there[0]
    found = getattr(module, first, None)
    if found is None or not (callable(found) or hasattr(found, "choose")):
        usable = [*there, *_functions(module)]
        raise ValueError(f"{place}: {name} has no agent {quoted(first)}; it has: {', '.join(usable) or 'none'}")
    return found, f"{name}:{first}"


def _module(spec: AgentSpec) -> ModuleType:
    name, place = spec.name, spec.place
    if not is_file(Path(name)):
        raise ValueError(f"{place}: there is no file {name}")
    try:
        return module_of(Path(name), "agent")
    except (Exception, SystemExit) as error:
        raise ValueError(f"{place}: {name} cannot be imported: {type(error).__name__}: {error}") from error


def _classes(module: ModuleType) -> list[str]:
    """The classes of a file with `choose`, by name."""
    return [key for key, value in vars(module).items() if _can_choose(value) and value.__module__ == module.__name__]


def _functions(module: ModuleType) -> list[str]:
    """The functions of a file that may be agents, by name."""
    own = ((key, value) for key, value in vars(module).items() if not key.startswith("_"))
    return [key for key, value in own if inspect.isfunction(value) and value.__module__ == module.__name__]


def _can_choose(value: Any) -> bool:
    return inspect.isclass(value) and callable(getattr(value, "choose", None))


def _named(function: Callable[..., Any]) -> tuple[dict[str, inspect.Parameter], bool]:
    """The named parameters of a constructor, or of a function without its state; and whether it accepts any name."""
    taken = dict(inspect.signature(function).parameters)
    if not inspect.isclass(function) and taken:
        del taken[next(iter(taken))]  # the state
    open_ended = any(one.kind is one.VAR_KEYWORD for one in taken.values())
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {key: one for key, one in taken.items() if one.kind in kinds}, open_ended


def _parameters(function: Callable[..., Any]) -> dict[str, Setting]:
    """The parameters that a text may contain, typed by their annotations."""
    target = function.__init__ if inspect.isclass(function) else function  # type: ignore[misc]
    try:
        hints = typing.get_type_hints(target)
    except Exception:  # an annotation that only type checkers import
        hints = {}
    about = {**parameters.documented(target), **parameters.documented(function)}
    return {
        key: Setting(
            None if one.default is one.empty else one.default,
            about.get(key, ""),
            name=key,
            kinds=kinds_of(hints.get(key)) or (read_parameter,),
        )
        for key, one in _named(function)[0].items()
        if key not in _GIVEN
    }


def _arguments(function: Callable[..., Any], spec: AgentSpec, game: Game, seed: int, who: str) -> dict[str, Any]:
    """The arguments for a constructor, or for a function besides its state."""
    named, open_ended = _named(function)
    known = _parameters(function)
    own = {key: named[key] for key in known}
    if open_ended:
        for key, _ in spec.parameters:
            if key.isidentifier() and key not in _GIVEN:
                known.setdefault(key, Setting(name=key, kinds=(read_parameter,)))
    values = parameters.read(spec, known, who=who)
    missing = [key for key, one in own.items() if one.default is one.empty and key not in values]
    if missing:
        raise ValueError(f"{spec.place}: {who} needs {', '.join(f'{key}=...' for key in missing)}")
    given = {"game": game, "seed": seed}
    return {**{key: given[key] for key in _GIVEN if key in named}, **values}
