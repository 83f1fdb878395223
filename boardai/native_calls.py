"""Which threads may be inside native calls at once, where these run without Python's lock.

An object that works without a lock of its own has one user (`used`), or several that only read. And a function has one
caller until its first call is on its way: cppyy compiles within the first call what the function takes, after it has
given Python's lock away, and now and then fails where several threads make that call at once.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any, ClassVar


@contextlib.contextmanager
def used(users: dict[str, Any], refusal: str, *, shares: bool = False) -> Iterator[None]:
    """Holds an object while the block uses it.

    Args:
        users: of the object; only this one writes "_user" and "_readers" there.
        refusal: the error's message.
        shares: the block only reads, as others may at the same time.

    Raises:
        RuntimeError: it is in use.
    """
    token = object()
    try:
        # One atomic step, within the block that takes it back: Ctrl-C cannot come in between. Who reads is entered
        # before it looks for one that writes, and the other way round, so that one of them sees the other.
        if shares:
            users.setdefault("_readers", {})[token] = True
            is_free = "_user" not in users
        else:
            is_free = users.setdefault("_user", token) is token and not users.get("_readers")
        if not is_free:
            raise RuntimeError(refusal)
        yield
    finally:
        users.get("_readers", {}).pop(token, None)
        if users.get("_user") is token:
            del users["_user"]


def user_of(thing: Any, *, shares: bool = False) -> contextlib.AbstractContextManager[None]:
    """Holds a native object while the block uses it.

    Raises:
        RuntimeError: another thread uses it.
    """
    kind = type(thing).__name__.partition("<")[0]
    refusal = f"this {kind} is in use by another thread; give each thread one of its own"
    return used(thing.__dict__, refusal, shares=shares)


def by_one(function: Callable[..., Any], *, shares: bool = False) -> Callable[..., Any]:
    """Wraps a method that releases the GIL: while it runs, other such calls of the object raise RuntimeError.

    Args:
        function: the method.
        shares: it only reads, so that it may run together with others that do.
    """

    def call(self: Any, *arguments: Any) -> Any:
        with user_of(self, shares=shares):
            return function(self, *arguments)

    call.__doc__ = function.__doc__
    return call


class _FirstCall:
    """The first call of a function: the others wait until it is over, or has come so far that nothing is compiled."""

    _of_thread = threading.local()  # the first call that each thread is in
    _all: ClassVar[list[_FirstCall]] = []

    def __init__(self) -> None:
        self._caller: dict[str, int] = {}
        self.over = threading.Event()
        self._all.append(self)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Around a call: as the first one, or after it."""
        thread = threading.get_ident()
        try:
            if self._caller.setdefault("thread", thread) == thread:
                self._of_thread.call = self
            else:
                self.over.wait()
            yield
        finally:
            if self._caller["thread"] == thread:
                self.over.set()

    @classmethod
    def is_on_its_way(cls) -> None:
        """The function that this thread calls for the first time, if it does so, runs."""
        call = getattr(cls._of_thread, "call", None)
        if call is not None:
            call.over.set()


def _forget_other_threads() -> None:
    """In a forked child: a thread in a first call has stayed in the parent, so nothing waits for it."""
    for first in _FirstCall._all:
        first.over = threading.Event()
        first.over.set()


os.register_at_fork(after_in_child=_forget_other_threads)


def first_alone(function: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps a function that releases the GIL: others wait while its first call is under way, until `is_running()`."""
    first = _FirstCall()

    def call(*arguments: Any) -> Any:
        if first.over.is_set():
            return function(*arguments)
        with first.alone():
            return function(*arguments)

    call.__doc__ = function.__doc__
    call.first = first  # type: ignore[attr-defined]
    return call


def is_new(search: Any) -> bool:
    """Whether a native search is still to run for the first time.

    Its class has a list of the calls that run it. Asking a class of cppyy for a method that it may not have would take
    half a millisecond, in which cppyy can lose a KeyboardInterrupt.
    """
    return any(not call.first.over.is_set() for call in type(search)._runs)


def is_running() -> None:
    """Called from within a native function, by Python code that it calls: threads that wait may continue."""
    _FirstCall.is_on_its_way()
