"""Terms of trees besides value and visits: windows, bounds, P Q U, proof numbers; and boards in pictures."""

import json
import math
import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import numpy as np
import pytest
from refusals import refused
from search.fake_network import FakeNetwork

import boardai
from boardai.commands.analyze import _TERMS
from boardai.search.reference.plain.leaves import own_evaluation
from boardai.search.results.tree import SearchTree
from boardai.search.results.tree_rows import AT_LEAST, AT_MOST, EXACT, PRUNED

SVG = "{http://www.w3.org/2000/svg}"


def lines(tree: SearchTree) -> list[tuple[int, ...]]:
    """The actions that lead to each row."""
    found: list[tuple[int, ...]] = [()]
    for row in range(1, len(tree)):
        found.append((*found[tree.parents[row]], int(tree.actions[row])))
    return found


@pytest.fixture(scope="module")
def middle() -> Any:
    state = boardai.load("reversi:board=6x6").initial_state()
    for _ in range(6):
        state.apply(state.legal_actions()[0])
    return state


def test_windows_of_alphabeta_are_the_references(middle: Any) -> None:
    native = boardai.search.alphabeta(middle, depth=3, tree=True).tree
    steps = boardai.trace("alphabeta", middle, depth=3, evaluate=own_evaluation)
    whole = steps.tree()
    entered: dict[tuple[int, ...], tuple[float, float]] = {}
    for step in steps:
        for row, look in step.changes.items():
            if look.terms and row:
                entered.setdefault(lines(whole)[row], (look.terms["α"], look.terms["β"]))
    assert native is not None and tuple(native.terms) == ("α", "β")
    looked_at = [row for row in range(1, len(native)) if native.kinds[row] != PRUNED]
    reported = {lines(native)[row]: (native.terms["α"][row], native.terms["β"][row]) for row in looked_at}
    assert reported == entered and len(reported) > 30
    assert (native.terms["α"][0], native.terms["β"][0]) == (-math.inf, math.inf)
    assert len({window for window in reported.values()}) > 5
    # What was cut off was never searched with any window.
    pruned = native.kinds == PRUNED
    assert pruned.any() and np.isnan(native.terms["α"][pruned]).all()


@pytest.mark.parametrize("search", ["alphabeta", "scout", "pvs"])
def test_a_bound_lies_beyond_the_window(middle: Any, search: str) -> None:
    depth = 6 if search == "pvs" else 4  # it leaves most of a shallow tree out
    tree = getattr(boardai.search, search)(middle, depth=depth, tree=True).tree
    alpha, beta = tree.terms["α"], tree.terms["β"]
    inside = [row for row in range(1, len(tree)) if tree.kinds[row] != PRUNED and tree.visits[row] > 1]
    assert len(inside) > 40 and (alpha[inside] < beta[inside]).all()
    for row in inside:
        if tree.kinds[row] == AT_LEAST:
            assert tree.values[row] >= beta[row]
        elif tree.kinds[row] == AT_MOST:
            assert tree.values[row] <= alpha[row]
        elif tree.kinds[row] == EXACT:
            assert alpha[row] < tree.values[row] < beta[row]
    if search != "alphabeta":  # tests of one point's width are what these searches save by
        assert (beta[inside] - alpha[inside] == 1).mean() > 0.3


def test_minimax_has_no_windows(middle: Any) -> None:
    tree = boardai.search.minimax(middle, depth=2, tree=True).tree
    assert tree is not None and tree.terms == {}
    with refused("β", "value", "visits"):
        tree.to_svg(show="beta")


@pytest.mark.parametrize("scale", [{}, {"lowest": 0, "highest": 10}])
def test_bounds_of_mcts(middle: Any, scale: dict[str, int]) -> None:
    search = boardai.search.Mcts(c=0.8, seed=3, **scale)
    result = search.search(middle, simulations=300, tree=True)
    tree = result.tree
    assert tree is not None and tuple(tree.terms) == ("V", "UCB") and math.isnan(tree.terms["V"][0])
    bounds = search.upper_bounds()
    half = (scale.get("highest", 1) - scale.get("lowest", -1)) / 2
    for row in tree.children(0):
        assert tree.terms["UCB"][row] == pytest.approx(bounds[int(tree.actions[row])])
    for row in range(1, len(tree)):
        parent = int(tree.parents[row])
        own = 1 if tree.players[parent] == tree.players[0] else -1
        if tree.kinds[row] == EXACT:
            assert tree.terms["V"][row] == pytest.approx(half * (own * tree.values[row] + 1) + scale.get("lowest", -1))
            spread = tree.terms["UCB"][row] - tree.terms["V"][row]
            assert spread == pytest.approx(0.8 * math.sqrt(math.log(tree.visits[parent]) / tree.visits[row]))


def test_p_q_and_u_of_puct(middle: Any) -> None:
    network = boardai.search.Network(FakeNetwork(middle.policy_size))
    result = boardai.search.puct(middle, simulations=200, evaluator=network, tree=True)
    tree = result.tree
    assert tree is not None and tuple(tree.terms) == ("P", "Q", "U")
    for row in tree.children(0):
        action = int(tree.actions[row])
        assert tree.terms["P"][row] == pytest.approx(result.priors[action], rel=1e-5)
        assert tree.terms["Q"][row] == pytest.approx(result.action_values[action], rel=1e-5)
    for row in range(1, len(tree)):
        parent = int(tree.parents[row])
        visits = int(tree.visits[parent])
        c = math.log((visits + 19652 + 1) / 19652) + 1.25
        u = c * math.sqrt(visits) * tree.terms["P"][row] / (1 + tree.visits[row])
        assert tree.terms["U"][row] == pytest.approx(u, rel=1e-4)
    gumbel = boardai.search.gumbel(middle, simulations=32, evaluator=network, tree=True).tree
    assert gumbel is not None and tuple(gumbel.terms) == ("P", "Q")


def test_proof_numbers_add_up() -> None:
    state = boardai.load("hex", size=3).initial_state()
    tree = boardai.search.pns(state, tree=True, nodes=400).tree
    assert tree is not None and tuple(tree.terms) == ("proof", "disproof")
    proof, disproof = tree.terms["proof"], tree.terms["disproof"]
    opened = [row for row in range(len(tree)) if tree.children(row)]
    assert len(opened) > 20
    for row in opened:
        below = tree.children(row)
        attacks = tree.players[row] == tree.players[0]
        if proof[row] and disproof[row]:  # of solved positions only what proves them is kept
            assert proof[row] == (min(proof[below]) if attacks else sum(proof[below]))
            assert disproof[row] == (sum(disproof[below]) if attacks else min(disproof[below]))
    assert np.isinf(disproof[proof == 0]).all() and np.isinf(proof[disproof == 0]).all()


def test_terms_are_written_in_words(middle: Any) -> None:
    tree = boardai.search.alphabeta(middle, depth=2, tree=True).tree
    assert tree is not None
    drawn = [text.text for text in ElementTree.fromstring(tree.to_svg(show=("alpha", "β"))).iter(f"{SVG}text")]
    assert "α −∞" in drawn and "β +∞" in drawn and any(re.fullmatch(r"α [+-]\d+", text or "") for text in drawn)
    assert tree.to_svg(show="all") == tree.to_svg(show=["α", "β"]) != tree.to_svg()
    assert "α −∞" in tree.to_dot(show="all") and "α" not in tree.to_dot()
    with refused("UCB", "α, β"):
        tree.to_svg(show=("UCB",))


def test_terms_are_kept_in_files(middle: Any) -> None:
    tree = boardai.search.alphabeta(middle, depth=2, tree=True).tree
    assert tree is not None
    again = SearchTree.from_json(tree.to_json())
    assert again == tree and again.to_svg(show="all") == tree.to_svg(show="all")
    for damage, message in (
        ([], "terms: "),
        ({"α": [1]}, rf"terms\.α: .*{len(tree)}"),
        ({"α": ["low"] * len(tree)}, r"terms\.α\[0\]: "),
        ({"α": [True] * len(tree)}, r"terms.α\[0\]: expected a number"),
    ):
        with pytest.raises(ValueError, match=f"^tree.json: {message}"):
            SearchTree.from_json(json.dumps({**json.loads(tree.to_json()), "terms": damage}), "tree.json")


@pytest.mark.parametrize("spec", ["hex:size=3", "chess", "reversi:board=4x4"])
def test_boards_stand_in_the_nodes(spec: str) -> None:
    state = boardai.load(spec).initial_state()
    tree = boardai.search.alphabeta(state, depth=2, tree=True).tree
    assert tree is not None
    picture = ElementTree.fromstring(tree.to_svg(2, 2, show="all", boards=True))
    boards = [group for group in picture.findall(f"{SVG}g") if group.get("class") == "board"]
    searched = [row for row in tree.shown(2, 2).children if tree.kinds[row] != PRUNED]
    assert len(boards) == len(searched) > 4
    assert not picture.findall(f".//{SVG}svg")  # which not every program places
    whole = [float(side) for side in ElementTree.fromstring(state.svg()).get("viewBox", "").split()]
    boxes = [box for box in picture.findall(f"{SVG}rect") if box.get("rx") == "7"]
    for board, box in zip(boards, boxes, strict=True):
        x, y, scale = (float(number) for number in re.findall(r"-?[\d.]+", board.get("transform", "")))
        left, top, w, h = (float(box.get(name, "nan")) for name in ("x", "y", "width", "height"))
        assert left <= x + scale * whole[0] and x + scale * (whole[0] + whole[2]) <= left + w
        assert top + 40 <= y + scale * whole[1] and y + scale * (whole[1] + whole[3]) <= top + h
        assert max(scale * whole[2], scale * whole[3]) == pytest.approx(92, abs=0.1)
    # The root's is the searched state's, and no two positions look alike.
    assert len({ElementTree.tostring(board).split(b">", 1)[1] for board in boards}) == len(boards)
    again = SearchTree.from_json(tree.to_json())
    assert again.to_svg(boards=state) == tree.to_svg(boards=True)
    with refused("searched"):
        again.to_svg(boards=True)
    with refused("state"):
        again.to_svg(boards=state.child(state.legal_actions()[0]))


def test_boards_of_a_trace() -> None:
    state = boardai.load("hex", size=3).initial_state()
    steps = boardai.trace("mcts", state, simulations=5)
    first, last = (ElementTree.fromstring(steps.to_svg(place, boards=True)) for place in (0, -1))
    assert len(first.findall(f"{SVG}g")) == 4 and len(last.findall(f"{SVG}g")) >= 4
    assert first.get("width") == last.get("width")


def test_what_the_command_says_of_searches_is_so() -> None:
    state = boardai.load("hex", size=3).initial_state()
    limits = {"mcts": {"simulations": 9}, "puct": {"simulations": 9}, "gumbel": {"simulations": 9}, "pns": {}}
    for search, terms in _TERMS.items():
        tree = getattr(boardai.search, search)(state, tree=True, **limits.get(search, {"depth": 2})).tree
        assert tuple(tree.terms) == tree.chosen_terms(terms), search
