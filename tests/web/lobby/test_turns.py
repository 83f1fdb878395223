"""Whose message is answered next."""

from __future__ import annotations

import asyncio

import pytest

from boardai.web.thinking.shares import Owner
from boardai.web.thinking.turns import Turns


class Time:
    """A clock that advances on request."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def owner(name: str, address: str = "") -> Owner:
    """Of an address of their own, where none is named."""
    return Owner(address or name, ord(name[0]))


def overdraw(turns: Turns, time: Time, *owners: Owner) -> None:
    """Each of them takes so much that their own account is spent, and not that of the address."""
    for one in owners:
        answered(turns, time, [(one, 0.1)])


def answered(turns: Turns, time: Time, asked: list[tuple[Owner, float]]) -> str:
    """The initials of those who are answered, in order, where everybody asks at once, and each answer takes so long."""
    order = ""

    async def ask(who: Owner, takes: float) -> None:
        nonlocal order
        async with turns.of(who):
            order += chr(who.visitor)
            time.now += takes

    async def all_of_them() -> None:
        async with asyncio.timeout(30):
            await asyncio.gather(*(ask(who, takes) for who, takes in asked))
        turns._open()  # what the loop would do a moment later

    asyncio.run(all_of_them())
    return order


def test_only_heavy_users_wait_in_line() -> None:
    time = Time()
    turns, eve, mal = Turns(time), owner("Eve"), owner("Mal")
    overdraw(turns, time, eve, mal)
    heavy = [(eve, 2**-12), (mal, 2**-12)]
    order = answered(turns, time, [*heavy * 3, (owner("Ann"), 2**-12), (owner("Bob"), 2**-12)])
    assert order[:3] == "EAB"  # the first in line is let through at once, the others one by one
    assert order[3:] == "MEMEM"


def test_who_comes_twenty_times_from_one_address_stands_in_line_once() -> None:
    time = Time()
    turns, eve = Turns(time), owner("Eve")
    many = [Owner("hostile", ord(one)) for one in "abcdefghijklmnopqrst"]
    overdraw(turns, time, eve, *many)
    order = answered(turns, time, [*[(one, 2**-12) for one in many], (eve, 2**-12), (eve, 2**-12)])
    assert order.index("E") <= 2 and order.rindex("E") <= 4


def test_an_address_has_an_account_too_and_its_neighbours_are_not_in_line() -> None:
    """Each of the forty takes little, and all of them together much."""
    time = Time()
    turns = Turns(time)
    assert len(answered(turns, time, [(Owner("hostile", 1000 + one), 0.015) for one in range(40)])) == 40
    more = [(Owner("hostile", ord(one)), 0.01) for one in "abc"]
    order = answered(turns, time, [*more, (owner("Ann"), 0.01), (owner("Bob"), 0.01)])
    assert order == "aABbc"
    time.now += 10
    assert answered(turns, time, [*more, (owner("Ann"), 0.01)]) == "abcA"


def test_time_passes_and_accounts_fill_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    turns, eve = Turns(time), owner("Eve")
    overdraw(turns, time, eve)
    assert turns._accounts[eve].left < 0
    time.now += 3600
    answered(turns, time, [(eve, 0.01)])
    assert 0 < turns._accounts[eve].left < 0.05
    monkeypatch.setattr("boardai.web.thinking.turns._MOST_ACCOUNTS", 4)
    overdraw(turns, time, owner("Mal"))
    time.now += 1
    for number in range(20):  # full ones are closed
        answered(turns, time, [(Owner("flood", number), 0.0)])
        time.now += 0.5
    assert len(turns._accounts) < 16 and turns._accounts[owner("Mal")].left < 0.05


def test_leaving_the_line_delays_no_other() -> None:
    time = Time()
    turns, eve = Turns(time), owner("Eve")
    overdraw(turns, time, eve)

    async def ask() -> str:
        async with turns.of(eve):
            return "answered"

    async def visits() -> str:
        async with turns.of(eve):
            in_line, let_through, last = (asyncio.create_task(ask()) for _ in range(3))
            await asyncio.sleep(0)
            in_line.cancel()
            await asyncio.sleep(0)
        turns._open()
        let_through.cancel()  # before it has heard that it is its turn
        async with asyncio.timeout(30):
            return await last

    assert asyncio.run(visits()) == "answered"
