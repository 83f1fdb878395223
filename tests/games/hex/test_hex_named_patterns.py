"""The nine patterns of the thesis: each on a position made for it, half turns, and pictures."""

from __future__ import annotations

import collections
import itertools
import random

import pytest
from refusals import refused

import boardai
from boardai.games.hex.connections.virtual_connections import Connections, connections
from boardai.games.hex.drawing import draw_text
from boardai.games.hex.patterns.named_patterns import NAMES, named_patterns

GAME = boardai.load("hex", size=7)
CASES = [  # position, colour, number, stones, cells, key, edge
    ("7/7/3b3/3b3/7/7/ww5 b no-swap", 0, 1, "d3 d4", "", "", ""),
    ("7/2b4/7/2b4/7/7/w5w b no-swap", 0, 2, "c2 c4", "c3", "c3", ""),
    ("7/7/7/2w1w2/3b3/7/2b4 b no-swap", 1, 2, "c4 e4", "d4", "d4", ""),
    ("7/7/7/3b3/4w2/7/2b4 w no-swap", 0, 2, "d4", "", "", None),
    ("7/5b1/7/3wb2/7/7/w6 b no-swap", 0, 3, "f2 e4", "e3 f3", "", ""),
    ("7/5b1/7/3wb2/7/7/w6 b no-swap", 0, 3, "f2", "f1 g1", "", "top"),
    ("7/5b1/7/3wb2/7/7/w6 b no-swap", 0, 4, "f2 e4 d4", "e3 f3", "", "right"),
    ("7/5b1/5b1/3w1b1/7/7/ww5 b no-swap", 0, 5, "f2 f3 f4 d4", "", "", "right"),
    ("7/2b4/7/7/7/b6/6w w no-swap", 0, 6, "c2 a6", "b3 c3 b4 a5 b5", "b4", ""),
    ("7/7/7/3b3/7/7/7 w no-swap", 1, 7, "", "a1", "a1", ""),
    ("7/2b4/7/2b4/7/7/w5w b no-swap", 0, 8, "c4", "c1 d1 e1 f1 d2 e2 c3 d3", "", "top"),
    ("7/5b1/7/3wb2/7/7/w6 b no-swap", 1, 9, "f2 e4", "e3 f3", "e3", ""),
]


def cell(text: str) -> int:
    return GAME.parse_action(GAME.initial_state(), text)


@pytest.mark.parametrize(("text", "colour", "number", "stones", "cells", "key", "edge"), CASES)
def test_each_pattern(text: str, colour: int, number: int, stones: str, cells: str, key: str, edge: str | None) -> None:
    state = GAME.from_string(text)
    found = [one for one in named_patterns(state, colour) if one.number == number]
    wanted = (
        tuple(cell(one) for one in stones.split()),
        tuple(cell(one) for one in cells.split()),
        cell(key) if key else None,
        edge,
    )
    there = [(one.stones, one.cells, one.key, one.edge) for one in found]
    assert (wanted in there) == (edge is not None), there
    assert all(one.name == NAMES[number - 1] and one.colour == colour for one in found)


def test_a_half_turn_turns_what_is_found() -> None:
    rng = random.Random(2)
    turned_edge = {"top": "bottom", "bottom": "top", "left": "right", "right": "left", "": ""}
    seen = set()
    for _ in range(12):
        state = GAME.initial_state()
        for _ in range(rng.randint(6, 16)):
            if not state.is_terminal():
                state.apply(rng.choice(state.legal_actions()))
        rows, rest = state.to_string().split(" ", 1)
        turned = GAME.from_string(f"{rows[::-1]} {rest}")
        for colour in (0, 1):
            here = named_patterns(state, colour)
            there = {
                (one.number, frozenset(48 - c for c in one.cells), turned_edge[one.edge])
                for one in named_patterns(turned, colour)
                if one.number in (1, 2, 3, 6, 7, 9)
            }
            assert {
                (one.number, frozenset(one.cells), one.edge) for one in here if one.number in (1, 2, 3, 6, 7, 9)
            } == there
            seen |= {one.number for one in here}
    assert seen == set(range(1, 10))


def test_two_bridges_are_full_connections() -> None:
    rng, bridges = random.Random(4), 0
    for _ in range(40):
        state = GAME.initial_state()
        for _ in range(8):
            state.apply(rng.choice(state.legal_actions()))
        for colour in (0, 1):
            found = connections(state, colour)
            for one in named_patterns(state, colour):
                if one.number == 3:
                    bridges += 1
                    ends = [*one.stones, *([one.edge] if one.edge else [])]
                    assert any(full_between(found, x, y) for x, y in itertools.combinations(ends, 2))
    assert bridges > 20


def full_between(found: Connections, x: int | str, y: int | str) -> bool:
    try:
        return any(way.full for way in found.between(x, y))
    except ValueError:  # two stones of one chain
        return False


def test_no_wall_rests_on_a_cell_twice() -> None:
    """The opponent who takes a cell that two two-bridges need breaks one of them."""
    rng, blocks, shared = random.Random(6), 0, 0
    for _ in range(60):
        state = GAME.initial_state()
        for _ in range(rng.randint(12, 24)):
            if not state.is_terminal():
                state.apply(rng.choice(state.legal_actions()))
        for colour in (0, 1):
            found = named_patterns(state, colour)
            needs = collections.Counter(
                cell for one in found if one.number == 3 and len(one.cells) == 2 for cell in one.cells
            )
            shared += max(needs.values(), default=0) > 1
            for one in found:
                if one.number in (4, 5):
                    blocks += 1
                    assert all(needs[cell] == 1 for cell in one.cells)
    assert blocks > 100 and shared > 3


def test_pictures() -> None:
    state = GAME.from_string("7/2b4/7/7/7/b6/6w w no-swap")
    one = next(one for one in named_patterns(state, 0) if one.number == 6)
    text, plain = one.to_text(), draw_text(state)
    assert text.count("*") == 4 and text.count("+") == 1
    assert text.replace("*", ".").replace("+", ".") == plain
    assert one.svg().count('class="region"') == 5 and one.svg().count('class="mark"') == 3
    with refused("colour"):
        named_patterns(state, 2)
    with refused("Hex"):
        named_patterns(boardai.load("chess").initial_state(), 0)
    over = boardai.load("hex", rows=1, cols=3).initial_state().child(1)
    assert not [one for one in named_patterns(over, 0) if one.number == 8]
