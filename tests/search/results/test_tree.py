"""Searched trees: rows in, text, JSON, Graphviz and SVG out."""

import json
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from refusals import refused
from search.kinds_of_game import load

from boardai import native
from boardai.search.results.tree import SearchTree
from boardai.search.results.tree_rows import AT_LEAST, AT_MOST, EXACT, PROVEN, PRUNED

SVG = "{http://www.w3.org/2000/svg}"


def new_record(limit: int = 10_000) -> Any:
    return native.namespace("boardai/search/records/tree_record").TreeRecord(limit)


def set_row(record: Any, row: int, value: float, visits: int, kind: int) -> None:
    record.set(row, value, visits, getattr(native.namespace("boardai/search/records/tree_record").RowKind, KINDS[kind]))


KINDS = ("exact", "lower_bound", "upper_bound", "proven", "pruned")


def alphabeta_record(state: Any, limit: int = 10_000) -> Any:
    """Every row of a plain alpha-beta search, with real cuts."""
    record = new_record(limit)
    root_player = state.current_player()

    def search(position: Any, row: int, alpha: int, beta: int) -> tuple[int, int]:
        """(value for the player to move, nodes)."""
        if position.is_terminal():
            value = position.outcome(position.current_player())
            set_row(record, row, value * (1 if position.current_player() == root_player else -1), 1, PROVEN)
            return value, 1
        best, nodes, cut = -2, 1, False
        for action in position.legal_actions():
            child = record.add(row, action)
            if cut:
                set_row(record, child, 0, 0, PRUNED)
                continue
            value, below = search(position.child(action), child, -beta, -max(alpha, best))
            nodes += below
            best = max(best, -value)
            cut = best >= beta
        kind = EXACT if alpha < best < beta else AT_LEAST if best >= beta else AT_MOST
        mine = position.current_player() == root_player
        if not mine and kind != EXACT:
            kind = AT_LEAST + AT_MOST - kind
        set_row(record, row, best if mine else -best, nodes, kind)
        return best, nodes

    search(state, record.add(-1, -1), -2, 2)
    return record


@pytest.fixture(scope="module")
def tree() -> SearchTree:
    state = load("tic-tac-toe").from_string("xx.oo....")
    found = SearchTree.from_record(alphabeta_record(state), state)
    return found.with_variation([state.action_from_string("c1")], "alphabeta")


def test_rows_carry_moves_players_and_values(tree: SearchTree) -> None:
    assert tree.position == "xx.oo...." and tree.moves[0] == "" and tree.actions[0] == -1
    assert [tree.moves[row] for row in tree.children(0)] == ["c1", "c2", "a3", "b3", "c3"]
    assert set(tree.players[tree.children(0)]) == {1} and tree.players[0] == 0
    assert tree.values[0] == 1 and tree.moves[tree.variation[0]] == "c1"
    assert tree.depth() == 5 and (tree.kinds == PRUNED).sum() > 0
    for row in range(len(tree)):
        assert all(tree.parents[child] == row for child in tree.children(row))


def test_children_of_every_kind_of_game() -> None:
    for name in ("chess", "reversi", "hex", "connect four"):
        state = load(name).initial_state()
        record = new_record()
        record.add(-1, -1)
        for action in state.legal_actions():
            record.add(0, action)
        tree = SearchTree.from_record(record, state)
        assert list(tree.moves[1:]) == [state.action_to_string(action) for action in state.legal_actions()]


def test_moves_as_people_write_them() -> None:
    game = load("chess")
    state, record = game.initial_state(), new_record()
    record.add(-1, -1)
    record.add(0, state.action_from_string("g1f3"))
    record.add(1, state.child(state.action_from_string("g1f3")).action_from_string("b8c6"))
    tree = SearchTree.from_record(record, state)
    assert tree.as_written(game, state).moves == ("", "Nf3", "Nc6")
    assert tree.as_written(game, state, depth=1).moves == ("", "Nf3", "b8c6")  # what is not shown stays


def test_dropped_rows_are_reported(tree: SearchTree) -> None:
    state = load("tic-tac-toe").from_string("xx.oo....")
    small = SearchTree.from_record(alphabeta_record(state, 20), state)
    assert len(small) == 20 and not small.complete and tree.complete
    assert "the rest not kept" in small.to_svg()


def test_an_empty_record_is_refused() -> None:
    with pytest.raises(ValueError, match="tree=True"):
        SearchTree.from_record(new_record(), load("tic-tac-toe").initial_state())


def test_text_marks_the_variation_and_counts_what_it_leaves_out(tree: SearchTree) -> None:
    lines = tree.to_text(depth=2, breadth=2).splitlines()
    assert lines[0].startswith("xx.oo....  +1")
    assert sum(line.endswith(" *") for line in lines) == 1
    assert next(line for line in lines if line.endswith(" *")).startswith("├─ c1  +1  1")
    assert lines[-1] == "└─ … 3 more"
    assert "pruned" in tree.to_text(depth=None, breadth=None)
    assert len(tree.to_text(depth=None, breadth=None).splitlines()) == len(tree)


def test_json_loads_back(tree: SearchTree) -> None:
    again = SearchTree.from_json(tree.to_json())
    assert again == tree and again.variation == tree.variation and again.method == "alphabeta"
    assert again.to_svg() == tree.to_svg() and again.to_text() == tree.to_text()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "boardai tree 9"}, "format: .*'boardai tree 1'"),
        ({"rows": []}, "rows: "),
        ({"rows": [[-1, None, "", 0, 1, 1, "exact"], [1, 3, "a", 0, 1, 1, "exact"]]}, r"rows\[1\]: parent: "),
        ({"rows": [[-1, None, "", 0, 1, 1, "exact"], [0, 3, "a", 2, 1, 1, "exact"]]}, r"rows\[1\]: player: "),
        ({"rows": [[-1, None, "", 0, 1, 1, "certain"]]}, 'rows\\[0\\]: kind: .*"certain"'),
        ({"rows": [[-1, None, "", 0, "1", 1, "exact"]]}, r"rows\[0\]: value: "),
        ({"rows": [[-1, None, "", 0, 1, 1, "pruned"]]}, r"rows\[0\]: value: "),
        ({"variation": [99999]}, "variation: .*60"),
    ],
)
def test_damaged_json_is_named_with_its_place(tree: SearchTree, change: dict, message: str) -> None:
    with pytest.raises(ValueError, match=f"^tree.json: {message}"):
        SearchTree.from_json(json.dumps({**json.loads(tree.to_json()), **change}), "tree.json")


@given(st.recursive(st.none() | st.integers() | st.text(max_size=3), st.lists, max_leaves=9))
def test_any_row_is_read_or_refused(row: Any) -> None:
    table = {"format": "boardai tree 1", "rows": [[-1, None, "", 0, 1, 1, "exact"], row]}
    try:
        SearchTree.from_json(json.dumps(table))
    except ValueError as error:
        assert "rows[1]" in str(error)


@pytest.mark.parametrize("direction", ["down", "right", ""])
def test_svg_shows_what_was_asked_for(tree: SearchTree, direction: str) -> None:
    shown = tree.shown(3, 3)
    picture = ElementTree.fromstring(tree.to_svg(3, 3, direction))
    texts = [element.text for element in picture.iter(f"{SVG}text")]
    rows = list(shown.children)
    searched = [row for row in rows if tree.kinds[row] != PRUNED]
    for row in searched:
        assert tree.value_text(row) in texts
    assert sum(text in tree.moves[1:] for text in texts) == len(rows) - 1
    # Programs that know no paint-order would paint an outline of the text itself over it.
    assert not any(element.get("stroke") for element in picture.iter(f"{SVG}text") if element.text)
    crosses = [path for path in picture.iter(f"{SVG}path") if path.get("class") == "pruned"]
    assert len(crosses) == len(rows) - len(searched)
    assert sum(path.get("stroke-dasharray") is not None for path in picture.iter(f"{SVG}path")) == len(crosses)
    # One bold edge: the variation's.
    assert sum(path.get("stroke-width") == "3" for path in picture.iter(f"{SVG}path")) == 1
    width, height = float(picture.get("width")), float(picture.get("height"))
    boxes = [
        tuple(float(box.get(side)) for side in ("x", "y", "width", "height"))
        for box in picture.iter(f"{SVG}rect")
        if box.get("rx")
    ]
    assert len(boxes) == len(searched)
    for number, (x, y, w, h) in enumerate(boxes):
        assert x >= 0 and x + w <= width and y >= 0 and y + h <= height
        for other_x, other_y, _, _ in boxes[:number]:
            assert abs(x - other_x) >= w or abs(y - other_y) >= h


def test_deep_trees_are_drawn() -> None:
    state = load("chess").initial_state()
    record, row = new_record(), -1
    row = record.add(-1, -1)
    for ply in range(1500):
        text = ("g1f3", "g8f6", "f3g1", "f6g8")[ply % 4]
        if state.is_terminal():
            break
        row = record.add(row, state.action_from_string(text))
        state.apply(state.action_from_string(text))
    tree = SearchTree.from_record(record, load("chess").initial_state())
    for text in (tree.to_svg(None, None), tree.to_dot(None, None)):
        assert text.count("g1f3") >= 2


def test_dot_has_every_edge(tree: SearchTree) -> None:
    shown = tree.shown(2, 2)
    text = tree.to_dot(2, 2)
    assert text.count(" -> ") == len(shown.children) - 1
    assert text.count("style=bold") == 1 and text.startswith("digraph search {")


@pytest.mark.parametrize("limits", [{"depth": 0}, {"breadth": 0}])
def test_limits_are_checked(tree: SearchTree, limits: dict) -> None:
    with refused(next(iter(limits))):
        tree.to_text(**limits)


def test_direction_is_checked(tree: SearchTree) -> None:
    with refused("direction", "up"):
        tree.to_svg(direction="up")


def test_the_most_visited_are_shown() -> None:
    state = load("hex").initial_state()
    record = new_record()
    record.add(-1, -1)
    set_row(record, 0, 0.25, 100, EXACT)
    for action in state.legal_actions():
        set_row(record, record.add(0, action), 0.5, action, EXACT)
    tree = SearchTree.from_record(record, state)
    assert [int(tree.visits[row]) for row in tree.shown(1, 3).children[0]] == [22, 23, 24]
    assert tree.with_variation([2]).shown(1, 3).children[0] == [3, 24, 25]
    assert "+0.25" in tree.to_text()
