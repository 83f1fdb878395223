"""Whose message is answered next."""

from __future__ import annotations

import asyncio

from boardai.web.thinking.turns import Account, Turns


class Time:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def answered(turns: Turns, time: Time, accounts: dict[str, Account], asked: list[tuple[str, float]]) -> list[str]:
    """Who is answered, in order, where everybody asks at once, and each answer takes so long."""
    order: list[str] = []

    async def ask(who: str, takes: float) -> None:
        async with turns.of(accounts[who]):
            order.append(who)
            time.now += takes

    async def all_of_them() -> None:
        await asyncio.gather(*(ask(who, takes) for who, takes in asked))

    asyncio.run(all_of_them())
    return order


def test_who_has_taken_much_stands_in_line_and_nobody_else() -> None:
    time = Time()
    turns, accounts = Turns(time), {name: Account() for name in ("Ann", "Bob", "Eve", "Mal")}
    heavy = [("Eve", 2**-12), ("Mal", 2**-12)]
    for name in ("Eve", "Mal"):
        accounts[name].left = -1.0
    order = answered(turns, time, accounts, [*heavy * 3, ("Ann", 2**-12), ("Bob", 2**-12)])
    assert order[:3] == ["Eve", "Ann", "Bob"]  # the first in line is let through at once, the others one by one
    assert order[3:] == ["Mal", "Eve", "Mal", "Eve", "Mal"]
    assert accounts["Ann"].left > 0 > accounts["Eve"].left


def test_time_passes_and_accounts_fill_up_again() -> None:
    time = Time()
    turns, accounts = Turns(time), {"Eve": Account()}
    answered(turns, time, accounts, [("Eve", 0.1)])
    assert accounts["Eve"].left < 0
    time.now += 3600
    answered(turns, time, accounts, [("Eve", 0.01)])
    assert 0 < accounts["Eve"].left < 0.05


def test_whoever_leaves_the_line_holds_nobody_up() -> None:
    turns = Turns(Time())

    async def ask() -> str:
        async with turns.of(Account(left=-1.0)):
            return "answered"

    async def visits() -> str:
        async with turns.of(Account(left=-1.0)):
            in_line, let_through, last = (asyncio.create_task(ask()) for _ in range(3))
            await asyncio.sleep(0)
            in_line.cancel()
            await asyncio.sleep(0)
        turns._open()
        let_through.cancel()  # before it has heard that it is its turn
        async with asyncio.timeout(30):
            return await last

    assert asyncio.run(visits()) == "answered"
