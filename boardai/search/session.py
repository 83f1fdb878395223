"""What searches that live on from move to move share: one user at a time, and the way from one state to the next."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, Self


class Session:
    """A search that keeps its table or tree: `search(state, ...)`, `forget()` and, with a tree, `advance(action)`.

    One thing at a time may be done with it. Another thread, or its own progress report, is refused with a RuntimeError:
    C++ works on the tree without a lock.

    A copy, or what a pickle gives, is as the session was when it was made: options, evaluator and seed go along, what
    it has found since stays behind.
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

    @contextlib.contextmanager
    def _used(self) -> Iterator[None]:
        """Holds the session while the block uses it.

        Raises:
            RuntimeError: it is in use.
        """
        token = object()
        try:
            # One atomic step, within the block that takes it back: Ctrl-C cannot come in between.
            if self._user.setdefault("now", token) is not token:
                raise RuntimeError(
                    f"this {type(self).__name__} is in use: another thread, or the search that reports this progress, "
                    "works with it; give each thread a search of its own"
                )
            yield
        finally:
            if self._user.get("now") is token:
                del self._user["now"]


def _made_again(kind: type[Session], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Session:
    return kind(*arguments, **keywords)


def actions_between(before: Any, after: Any, plies: int = 2, expected: int | None = None) -> list[int] | None:
    """The actions that lead from one state to another; None if there are none so few.

    Args:
        before: where to begin.
        after: where they shall lead.
        plies: at most so many.
        expected: the first action is probably this one.
    """
    if before == after:
        return []
    if plies == 0 or before.is_terminal():
        return None
    actions = before.legal_actions()
    if expected is not None and expected in actions:
        rest = actions_between(before.child(expected), after, plies - 1)
        if rest is not None:
            return [expected, *rest]
    for action in actions:
        # One ply first: it is the usual case, and the second level is dear.
        if before.child(action) == after:
            return [action]
    if plies > 1:
        for action in actions:
            rest = actions_between(before.child(action), after, plies - 1)
            if rest is not None:
                return [action, *rest]
    return None
