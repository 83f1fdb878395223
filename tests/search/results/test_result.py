"""A search's result, as text and as JSON."""

import json
from typing import Any

import pytest
from refusals import refused
from search.kinds_of_game import SPECS, load
from search.results.test_tree import alphabeta_record

from boardai import native
from boardai.search import SearchResult, puct
from boardai.search.results.tree import SearchTree
from boardai.search.results.wording import EVALUATION_LIMIT, WIN_SCORE, count_words, seconds_words, value_words


def chess_result(**fields: Any) -> SearchResult:
    state = load("chess").initial_state()
    moves = [state.action_from_string(text) for text in ("e2e4", "d2d4", "g1f3")]
    pv = [moves[0], state.child(moves[0]).action_from_string("e7e5")]
    values = {
        "action": moves[0],
        "value": 35,
        "policy": {moves[0]: 1.0},
        "pv": pv,
        "nodes": 12_345_678,
        "depth": 9,
        "seconds": 2.0,
        "player": 0,
        "method": "pvs",
        "state": state,
        "action_values": {moves[0]: 35, moves[1]: 30, moves[2]: 28},
        "bounds": {moves[2]: "at most"},
        "leaf_value": -12,
        "hash_use": 0.25,
        "notes": {"null_moves": 1200, "aborted": True},
    }
    return SearchResult(**{**values, **fields})


def test_constants_are_those_of_the_searches() -> None:
    scores = native.namespace("boardai/search/score")
    assert (scores.win_score, scores.evaluation_limit) == (WIN_SCORE, EVALUATION_LIMIT)


@pytest.mark.parametrize(
    ("value", "decimals", "words"),
    [
        (35, 0, "+35"),
        (-7, 0, "-7"),
        (0, 0, "0"),
        (0.0, 2, "0.00"),
        (-0.001, 2, "0.00"),
        (0.345, 2, "+0.34"),
        (2.5, 0, "+2.50"),
        (WIN_SCORE - 5, 0, "win in 5 plies"),
        (-(WIN_SCORE - 1), 0, "loss in 1 ply"),
        (None, 0, "unproven"),
    ],
)
def test_values_in_words(value: float | None, decimals: int, words: str) -> None:
    assert value_words(value, decimals=decimals) == words


@pytest.mark.parametrize(
    ("count", "words"), [(950, "950"), (1200, "1.2k"), (34_500, "34k"), (2_000_000, "2.0M"), (3.2e9, "3.2G")]
)
def test_counts_in_few_characters(count: float, words: str) -> None:
    assert count_words(count) == words


def test_text_says_everything_in_the_games_own_words() -> None:
    lines = str(chess_result()).splitlines()
    assert lines[0] == "pvs: e2e4  value +35"
    assert lines[1] == "line: e2e4 e7e5  (at its end -12: material 0, position -12)"
    assert lines[2] == "12,345,678 nodes in 2.00 s (6.2M/s), depth 9, table 25 % full"
    assert lines[3] == "null moves: 1,200, aborted: yes"
    assert [line.split() for line in lines[5:]] == [
        ["move", "value"],
        ["e2e4", "+35"],
        ["d2d4", "+30"],
        ["g1f3", "≤", "+28"],
    ]
    assert chess_result().to_text(load("chess"), moves=0).splitlines()[:2] == [
        "pvs: e4  value +35 centipawns",
        "line: e4 e5  (at its end -12: material 0, position -12)",
    ]


@pytest.mark.parametrize(
    ("fields", "reported"),
    [
        ({"value": WIN_SCORE - 3}, "value win in 3 plies"),
        ({"value": 1, "outcome": 1}, "proven win"),
        ({"value": -1, "outcome": -1, "plies_to_end": 4}, "proven loss in 4 plies"),
        ({"value": WIN_SCORE - 3, "outcome": 1, "plies_to_end": 3}, "proven win in 3 plies"),
        ({"value": 0, "outcome": 0}, "proven draw"),
        ({"value": 6, "outcome": 1}, "proven win, value +6"),
        ({"value": None}, "unproven"),
        ({"value": 0.5, "simulations": 10, "action_values": {}}, "value +0.50"),
    ],
)
def test_values_of_every_family(fields: dict, reported: str) -> None:
    assert str(chess_result(**fields)).splitlines()[0] == f"pvs: e2e4  {reported}"


def test_the_value_of_a_move_and_the_mean_of_the_tree_are_distinguished() -> None:
    action = chess_result().action
    values = {"simulations": 10, "value": 0.15, "action_values": {action: 0.38}}
    assert str(chess_result(**values)).splitlines()[0] == "pvs: e2e4  value +0.38 (mean of all simulations +0.15)"
    assert str(chess_result(**(values | {"value": 0.38}))).splitlines()[0] == "pvs: e2e4  value +0.38"


def test_a_score_is_named_in_the_game_s_unit() -> None:
    chess = load("chess")
    for value, words in ((1, "+1 centipawn"), (-30, "-30 centipawns"), (0, "0 centipawns")):
        assert chess_result(value=value).to_text(chess, 0).splitlines()[0] == f"pvs: e4  value {words}"
    hexes = load("hex")
    state = hexes.initial_state()
    found = SearchResult.of_line(state, [state.action_from_string("b2")], method="pvs", value=800)
    assert found.to_text(hexes, 0).startswith("pvs: b2  value +800 points\n")


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "<0.1 ms"), (4e-5, "<0.1 ms"), (0.0123, "12.3 ms"), (0.5, "500.0 ms"), (2.5, "2.50 s")]
)
def test_short_times_never_read_as_zero(seconds: float, words: str) -> None:
    assert seconds_words(seconds) == words


def test_a_score_has_a_material_and_a_positional_part() -> None:
    """Black's rook is taken on the way: the part is that of the line's end, for who moves in the searched state."""
    chess = load("chess")
    state = chess.from_string("r3k3/8/8/8/8/8/8/R3K2R w - - 0 1")
    line = [state.action_from_string("a1a8")]
    line.append(state.child(line[0]).action_from_string("e8d7"))
    for plies, value in ((1, 1000), (2, 1000)):
        moves = {"action": line[0], "pv": line[:plies], "policy": {line[0]: 1.0}, "action_values": {}, "bounds": {}}
        found = chess_result(state=state, leaf_value=1150, **moves)
        assert found.material == value and found.to_data()["material"] == value
    assert "(at its end +1150: material +1000, position +150)" in str(found)
    assert chess_result(leaf_value=0.25, simulations=5).material == 0
    assert "material" not in str(chess_result(leaf_value=0.25, simulations=5))  # a share of an expected outcome is none
    assert "material" not in str(chess_result(leaf_value=0.25, method="hybrid"))  # nor of a network's value
    for state in (None, load("hex").initial_state()):
        assert chess_result(state=state, pv=[0], action=0).material is None


def test_an_interruption_is_reported() -> None:
    assert "interrupted" in str(chess_result().as_interrupted()).splitlines()[2]


@pytest.mark.parametrize("name", [name for name in SPECS if load(name).is_encodable])
def test_every_kind_of_game_is_printed_and_drawn(name: str) -> None:
    state = load(name).initial_state()
    result = puct(state, simulations=60, seed=1)
    assert state.action_to_string(result.action) in str(result)
    table = result.table().splitlines()
    assert len(table) == 1 + len(state.legal_actions())
    assert str(result.visits[result.action]) in table[1]
    visits = [int(row.split()[2].replace(",", "")) for row in table[2:]]
    assert visits == sorted(visits, reverse=True)


def test_drawing_is_the_board_and_the_text() -> None:
    result = chess_result()
    assert result.draw() == f"{result.state}\n\n{result}"
    with refused("state"):
        chess_result(state=None).draw()


def test_a_result_without_its_state_prints_action_numbers() -> None:
    result = chess_result(state=None)
    assert str(result).startswith(f"pvs: {result.action}  value +35")


def test_json_has_every_figure() -> None:
    table = json.loads(chess_result(value=float("nan")).to_json())
    assert table["format"] == "boardai search 1" and table["move"] == "e2e4" and table["line"] == ["e2e4", "e7e5"]
    assert table["position"].startswith("rnbqkbnr/") and table["value"] is None
    assert [(row["move"], row["value"], row["bound"]) for row in table["moves"]] == [
        ("e2e4", 35, None),
        ("d2d4", 30, None),
        ("g1f3", 28, "at most"),
    ]
    assert table["nodes_per_second"] == pytest.approx(12_345_678 / 2)


def test_json_of_a_monte_carlo_search() -> None:
    result = puct(load("hex").initial_state(), simulations=40)
    table = json.loads(result.to_json())
    assert sum(row["visits"] for row in table["moves"]) == sum(result.visits.values())
    assert table["simulations"] == 40


def test_the_tree_gets_the_results_variation() -> None:
    state = load("tic-tac-toe").from_string("xx.oo....")
    tree = SearchTree.from_record(alphabeta_record(state), state)
    c1 = state.action_from_string("c1")
    result = SearchResult(
        action=c1, value=1, policy={c1: 1.0}, pv=[c1], nodes=1, depth=1, seconds=0.1, player=0, method="x", tree=tree
    )
    assert result.tree is not None and result.tree.method == "x"
    assert [result.tree.moves[row] for row in result.tree.variation] == ["c1"]
