"""The first call of a native function is made by one thread, in which cppyy compiles what it needs."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest
from forked import result_in_a_child
from refusals import refused

import boardai
from boardai import native
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.self_play import new_self_play
from boardai.native_calls import first_alone, is_running, user_of
from boardai.native_templates import TEMPLATES
from boardai.search import pvs


def callers(function: Callable[[], object], count: int = 8) -> list[threading.Thread]:
    threads = [threading.Thread(target=function) for _ in range(count)]
    for thread in threads:
        thread.start()
    return threads


def test_others_wait_until_the_first_call_is_over() -> None:
    inside, most = 0, []

    def compiles() -> None:
        nonlocal inside
        inside += 1
        most.append(inside)
        time.sleep(0.05 if len(most) == 1 else 0)
        inside -= 1

    for thread in callers(first_alone(compiles)):
        thread.join()
    assert len(most) == 8 and most[:2] == [1, 1]


def test_or_until_it_runs() -> None:
    """A first search of an hour keeps no other thread waiting."""
    calls, end = threading.Semaphore(0), threading.Event()

    def searches() -> None:
        if not calls.acquire(blocking=False):  # the first
            is_running()
            assert end.wait(30)

    call = first_alone(searches)
    first = callers(call, 1)
    for _ in range(7):
        calls.release()
    for thread in callers(call, 7):
        thread.join(30)
        assert not thread.is_alive()
    end.set()
    first[0].join()


def test_a_first_call_that_fails_or_calls_itself_blocks_no_other() -> None:
    def fails(deeper: bool = True) -> None:
        if deeper:
            call(False)
        raise ZeroDivisionError

    call = first_alone(fails)
    with pytest.raises(ZeroDivisionError):
        call()
    with pytest.raises(ZeroDivisionError):
        call()


def test_a_forked_child_waits_for_no_thread_of_its_parent() -> None:
    begun, end = threading.Event(), threading.Event()

    def lasts(wait: bool) -> None:
        begun.set()
        if wait:
            end.wait()

    alone = first_alone(lasts)
    thread = threading.Thread(target=alone, args=(True,))
    thread.start()
    begun.wait()
    try:
        assert result_in_a_child(lambda: alone(False), patience=20) == ""
    finally:
        end.set()
        thread.join()


def test_calls_that_release_the_lock_are_made_so() -> None:
    state = boardai.load("hex", size=3).initial_state()
    pvs(state, depth=1)
    assert native.template("Pvs", state).run.first.over.is_set()


class Busy:
    """What a call sees of a native object."""


@pytest.mark.parametrize("name", ["Batch", "LearningGames", "Replay", "SelfPlay"])
def test_calls_that_may_not_meet_are_refused(name: str) -> None:
    """One thread changes an object, or several read it."""
    known, busy = TEMPLATES[name], Busy()
    cls = native.template(name, boardai.load("hex", size=3).initial_state())
    assert {*known.long_calls} - {*known.alone} - {*known.together} <= {"bytes_per_position"}  # of no object
    for reads, refused_calls in ((False, known.alone + known.together), (True, known.alone)):
        with user_of(busy, shares=reads):
            for method in refused_calls:
                with refused("Busy is in use by another thread", error=RuntimeError):
                    getattr(cls, method)(busy)
            with (
                refused("in use", error=RuntimeError) if not reads else contextlib.nullcontext(),
                user_of(busy, shares=True),
            ):
                pass
    with user_of(busy), refused("in use", error=RuntimeError), user_of(busy):
        pass
    with user_of(busy):  # and afterwards it is free
        pass


PROGRAM = """
import sys, threading
import boardai
from boardai.search import mcts, pvs

sys.setswitchinterval(1e-6)
games = [boardai.load(name) for name in ("chess", "hex:size=5", "reversi")]
together, failed = threading.Barrier(15), []

def search(number):
    state = games[number % 3].initial_state()
    together.wait()
    try:
        mcts(state, simulations=50) if number % 5 == 0 else pvs(state, nodes=100)
    except Exception as error:
        failed.append(repr(error))

threads = [threading.Thread(target=search, args=(number,)) for number in range(15)]
for thread in threads: thread.start()
for thread in threads: thread.join()
sys.exit("; ".join(failed) or 0)
"""


def first_searches() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr


@pytest.mark.thorough
def test_fifteen_threads_make_their_first_searches_at_once() -> None:
    first_searches()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_they_do_so_again_and_again() -> None:
    for _ in range(100):
        first_searches()


def test_bytes_that_two_threads_hand_over_at_once_do_not_mix() -> None:
    """Each argument of a function has one string in cppyy for all threads; calls without the GIL need their own."""
    game, config = boardai.load("hex:size=5"), SelfPlayConfig(groups=2, games=64, simulations=4, cache_mb=0)
    groups = [new_self_play(game, config, 5, number) for number in range(2)]
    saved = [bytes(group.save_open_games()) for group in groups]
    wrong: list[object] = []

    def restore(number: int) -> None:
        try:
            for _ in range(150):
                groups[number].restore_open_games(saved[number])
                if bytes(groups[number].save_open_games()) != saved[number]:
                    wrong.append(number)
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=restore, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
