"""What games know of a position, drawn on the board, held against what is counted here in another way."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import boardai
from boardai.games.chess.layers import evaluation_parts
from boardai.games.hex.patterns.named_patterns import named_patterns
from boardai.games.reversi.analysis import cell_classes
from boardai.search import dfpn

EXAMPLE = Path(__file__).parents[1] / "examples" / "01_game_in_python.py"


def positions(game, count: int, seed: int, plies: range = range(4, 30)):
    rng = random.Random(seed)
    for _ in range(count):
        state = game.initial_state()
        for _ in range(rng.choice(plies)):
            if state.is_terminal():
                break
            state = state.child(rng.choice(state.legal_actions()))
        yield state


def drawn(game, state, key: str):
    (layer,) = [one for one in game.layers if one.key == key]
    return layer.draw(state)


def cells_of(found, kind: str) -> set[int]:
    return {cell for mark in found.marks if mark.kind == kind for cell in mark.cells}


def holes_of(text: list[str]) -> list[set[int]]:
    """Empty cells that touch each other, also at corners."""
    width = len(text[0])
    rest = {row * width + column for row, line in enumerate(text) for column in range(width) if line[column] == "."}
    found = []
    while rest:
        hole, waiting = set(), [min(rest)]
        while waiting:
            cell = waiting.pop()
            if cell in rest:
                rest.remove(cell)
                hole.add(cell)
                row, column = divmod(cell, width)
                waiting += [
                    (row + dy) * width + column + dx
                    for dy in (-1, 0, 1)
                    for dx in (-1, 0, 1)
                    if 0 <= column + dx < width and row + dy >= 0
                ]
        found.append(hole)
    return found


@pytest.mark.parametrize("board", ["8x8", "octagon"])
def test_frontier_holes_and_stable_discs_of_reversi(board):
    game = boardai.load("reversi", board=board)
    for state in positions(game, 12, seed=1):
        text = state.board_cells().split("\n")
        width, holes = len(text[0]), holes_of(text)
        frontier, regions, stable = (drawn(game, state, key) for key in ("frontier", "regions", "stable"))
        empty = {cell for hole in holes for cell in hole}
        beside = {
            (row + dy) * width + column + dx
            for row, column in (divmod(cell, width) for cell in empty)
            for dy in (-1, 0, 1)
            for dx in (-1, 0, 1)
            if 0 <= column + dx < width
        }
        for kind, disc in (("first", "X"), ("second", "O")):
            own = {cell for cell in range(width * len(text)) if text[cell // width][cell % width] == disc}
            assert cells_of(frontier, kind) == own & beside
            assert cells_of(stable, kind) <= own
            for child in (state.child(action) for action in state.legal_actions()):
                after = child.board_cells().replace("\n", "")
                assert all(after[cell] == disc for cell in cells_of(stable, kind)), "a stable disc is never flipped"
        assert sorted(mark.cells for mark in regions.marks if mark.kind == "key") == sorted(
            tuple(sorted(hole)) for hole in holes if len(hole) % 2
        )


def test_attacks_pins_and_passed_pawns_of_chess():
    game = boardai.load("chess")
    # The knight on c3 is pinned by b4, the pawn on e5 is passed, as is Black's on a6.
    state = game.from_string("4k3/8/p7/4P3/1b6/2N5/8/4K3 w - - 0 1")
    assert cells_of(drawn(game, state, "pins"), "first") == {5 * 8 + 2}
    assert not cells_of(drawn(game, state, "pins"), "second")
    passed = drawn(game, state, "passed")
    assert (cells_of(passed, "first"), cells_of(passed, "second")) == ({3 * 8 + 4}, {2 * 8})
    attacks = {cell: mark.text for mark in drawn(game, state, "attacks").marks for cell in mark.cells}
    assert attacks[5 * 8 + 2] == "0:1" and attacks[2 * 8 + 3] == "1:1" and attacks[7 * 8 + 3] == "2:0"
    assert 0 not in attacks, "nothing attacks a8"
    for state in positions(game, 20, seed=2):  # what can be captured is attacked
        found = {cell: mark.text for mark in drawn(game, state, "attacks").marks for cell in mark.cells}
        before = state.board_cells().replace("\n", "")
        mover = int(state.current_player())
        for action in state.legal_actions():
            target = state.action_cells(action)[-1]
            if before[target] != ".":
                assert int(found[target].split(":")[mover]) > 0


def test_the_terms_of_the_evaluation_add_up():
    game = boardai.load("chess")
    for state in positions(game, 20, seed=3):
        if not state.is_terminal():
            parts = evaluation_parts(state)["positional"]
            assert abs(sum(one["value"] for one in parts) - state.evaluate("positional")) <= len(parts) / 2 + 1


def test_outside_the_must_play_region_of_hex_all_is_lost():
    game = boardai.load("hex", size=4)
    narrowed = 0
    for state in positions(game, 24, seed=4, plies=range(1, 6)):
        must = cells_of(drawn(game, state, "must-play"), "key")
        if must:
            narrowed += 1
            for action in state.legal_actions():
                child = state.child(action)
                assert action in must or dfpn(child).outcome == 1, game.format_action(state, action)
    assert narrowed > 1


def test_connections_paths_and_inferior_cells_of_hex():
    game = boardai.load("hex", size=5)
    state = game.from_string("5/5/5/2b2/5 w no-swap")
    paths = drawn(game, state, "paths")
    assert "Black needs 4 stones; White needs 5 stones." in paths.words and len(cells_of(paths, "first")) == 5
    found = drawn(game, state, "connections")
    assert (21, 22) in [mark.cells for mark in found.marks if mark.kind == "first"], "the bridge to the bottom"
    assert cells_of(drawn(game, state, "inferior"), "first") == {18, 19, 21, 22, 23, 24}
    large = boardai.load("hex", size=17)
    refused = drawn(large, large.initial_state(), "inferior")
    assert "up to 256 cells" in refused.words and not refused.marks
    swapped = boardai.load("hex", size=3, swap=True)
    state = swapped.initial_state()
    for move in ("a1", "swap"):
        state = state.child(swapped.parse_action(state, move))
    words = drawn(swapped, state, "connections").words
    assert words.startswith("White: 0 connections, left and right connected after a move; Black: 0 connections, top")
    paths = drawn(swapped, state, "paths")  # the first player has the white stones now
    assert paths.marks[1].kind == "second" and "White needs 3 stones; Black needs 2 stones." in paths.words


def test_two_distance_of_hex_compares_as_the_evaluation_does():
    game = boardai.load("hex", size=5, swap=True)
    seen = 0
    for state in positions(game, 12, seed=5, plies=range(1, 9)):
        if state.is_terminal():
            continue
        own, other = "first", "second"
        if state.current_player() == 1:
            own, other = other, own
        found = {mark.kind: (int(mark.text), len(mark.cells)) for mark in drawn(game, state, "two-distance").marks}
        if len(found) == 2:
            seen += 1
            steps = 400 * (found[other][0] - found[own][0])
            assert state.evaluate("two_distance") == steps + found[own][1] - found[other][1]
    assert seen > 5


def test_the_nine_patterns_of_hex_are_drawn_for_both_players():
    game = boardai.load("hex", size=6)
    seen = set()
    for state in positions(game, 12, seed=6, plies=range(4, 22)):
        if state.is_terminal():
            continue
        found = {colour: named_patterns(state, colour) for colour in (0, 1)}
        for number in range(1, 10):
            layer = drawn(game, state, f"pattern-{number}")
            for kind, colour in (("first", 0), ("second", 1)):
                own = [one for one in found[colour] if one.number == number]
                assert cells_of(layer, kind) == {cell for one in own for cell in (*one.stones, *one.cells)}
                assert f"{('Black', 'White')[colour]}: {len(own)}" in layer.words
                seen |= {number} if own else set()
            keys = {one.key for both in found.values() for one in both if one.number == number} - {None}
            assert cells_of(layer, "key") == keys
    assert seen >= {1, 2, 3, 4, 6, 7, 8, 9}


@pytest.mark.parametrize("board", ["8x8", "octagon", "diagonal"])
def test_classes_of_cells_of_reversi_are_those_of_the_evaluation(board):
    game = boardai.load("reversi", board=board)
    text = "".join(cell_classes(game))
    for state in (game.initial_state(), *positions(game, 2, seed=7)):
        found = drawn(game, state, "classes")
        assert {mark.text: set(mark.cells) for mark in found.marks} == {
            name: {cell for cell in range(len(text)) if text[cell] == name} for name in set(text) - set("P ")
        }
        assert all((mark.kind == "danger") == (mark.text in "WXYZ") for mark in found.marks)


def test_a_game_without_layers_has_none():
    assert boardai.load(str(EXAMPLE)).layers == ()
