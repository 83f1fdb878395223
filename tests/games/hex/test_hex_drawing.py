"""Hex: boards as text and pictures."""

import xml.etree.ElementTree as ET
from math import dist, isclose, sqrt

import pytest
from refusals import refused

import boardai
from boardai.games.hex.drawing import draw_svg

SVG = "{http://www.w3.org/2000/svg}"


def test_text():
    state = boardai.load("hex", rows=3, cols=4, swap=True).initial_state()
    state.apply(state.action_from_string("b2"))
    assert str(state) == "\n".join(
        [
            "   a b c d",
            " 1 . . . . 1",
            "  2 . B . . 2",
            "   3 . . . . 3",
            "      a b c d",
            "first player: black, second player: white; white to move, or swap",
        ]
    )
    state.apply(state.action_from_string("swap"))
    for move in ("a1", "b1", "a2", "b3"):
        state.apply(state.action_from_string(move))
    assert str(state).splitlines()[-1] == "first player: white, second player: black; black has won"
    assert " 1 W B . . 1" in str(state)
    assert repr(state) == "<HexState 'wb2/wb2/1b2 w swapped'>"


def test_svg_shows_every_cell_and_stone():
    game = boardai.load("hex", rows=3, cols=5)
    state = game.initial_state()
    for move in ("c2", "d1", "e3"):
        state.apply(state.action_from_string(move))
    root = ET.fromstring(game.svg(state))
    cells = [polygon.get("points").split() for polygon in root.iter(f"{SVG}polygon")]
    assert len(cells) == 15
    classes = [circle.get("class") for circle in root.iter(f"{SVG}circle")]
    assert sorted(classes) == ["black-stone", "black-stone", "white-stone"]
    assert [text.text for text in root.iter(f"{SVG}text")] == ["a", "b", "c", "d", "e", "1", "2", "3"]
    # Neighbouring hexagons share two corners exactly, others none; 3x5 has 4*3 + 5*2 + 4*2 neighbouring pairs.
    shared = [len(set(one) & set(other)) for number, one in enumerate(cells) for other in cells[:number]]
    assert shared.count(2) == 30 and set(shared) == {0, 2}
    corners = [tuple(map(float, corner.split(","))) for corner in cells[0]]
    centre = [sum(axis) / 6 for axis in zip(*corners, strict=True)]
    assert all(isclose(dist(corner, centre), 20, abs_tol=0.02) for corner in corners)
    assert min(corner[1] for corner in corners) == pytest.approx(centre[1] - 20, abs=0.01)  # a tip on top
    width, height = (float(side) for side in root.get("viewBox").split()[2:])
    points = [tuple(map(float, corner.split(","))) for cell in cells for corner in cell]
    assert max(x for x, _ in points) + min(x for x, _ in points) == pytest.approx(width, abs=0.05)
    assert max(y for _, y in points) + min(y for _, y in points) == pytest.approx(height, abs=0.05)
    assert width - 2 * 1.6 * 20 == pytest.approx((5 + 2 / 2) * sqrt(3) * 20, abs=0.05)


def test_svg_edges_lie_on_the_cells_outline():
    state = boardai.load("hex", size=2).initial_state()
    root = ET.fromstring(draw_svg(state))
    lines = {name: [] for name in ("white-edge", "black-edge")}
    for line in root.iter(f"{SVG}polyline"):
        if line.get("class"):
            lines[line.get("class")].append(line.get("points").split())
    a1 = next(root.iter(f"{SVG}polygon")).get("points").split()
    top, left = lines["black-edge"][0], lines["white-edge"][0]
    assert len(lines["black-edge"]) == len(lines["white-edge"]) == 2
    assert top[0] == left[0] == a1[5] and top[1] == a1[0] and left[1] == a1[4]


def test_svg_marks_and_refusals():
    state = boardai.load("hex", size=3).initial_state()
    root = ET.fromstring(draw_svg(state, marks=state.shortest_path(0), radius=10))
    assert [circle.get("class") for circle in root.iter(f"{SVG}circle")] == ["mark"] * 3
    with refused("mark", "9", "3x3"):
        draw_svg(state, marks=[9])
    with refused("radius"):
        draw_svg(state, radius=0)
