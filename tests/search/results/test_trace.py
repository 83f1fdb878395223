"""Searches step by step: what is written down is what the reference implementations do, and it can be looked at."""

import math
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused
from search.fake_network import FakeNetwork
from search.kinds_of_game import load

import boardai
from boardai.search.reference.plain.alphabeta import alphabeta
from boardai.search.reference.plain.minimax import minimax
from boardai.search.reference.solvers.pns import can_win
from boardai.search.reference.trees.mcts import mcts
from boardai.search.reference.trees.puct import puct
from boardai.search.results.tree import SearchTree
from boardai.search.results.tree_rows import AT_LEAST, AT_MOST, PROVEN, PRUNED
from boardai.search.trace import Trace
from boardai.search.trace import steps as steps_module

SVG = "{http://www.w3.org/2000/svg}"
GAMES = (("hex", 2), ("connect four", 3), ("reversi", 3), ("tic-tac-toe", 3))


@pytest.fixture(scope="module")
def small() -> Any:
    return boardai.load("hex", size=3).initial_state()


def words_of(svg: str) -> str:
    return " ".join(text for element in ElementTree.fromstring(svg).iter(f"{SVG}text") for text in element.itertext())


@pytest.mark.parametrize(("name", "depth"), GAMES)
def test_minimax_and_alphabeta_are_their_references(name: str, depth: int) -> None:
    state = load(name).initial_state()
    before = state.to_string()
    whole = boardai.trace("minimax", state, depth=depth)[:]
    assert state.to_string() == before and isinstance(whole, list)
    full, cut = (boardai.trace(search, state, depth=depth) for search in ("minimax", "alphabeta"))
    for steps, found in ((full, minimax(state, depth)), (cut, alphabeta(state, depth))):
        tree = steps.tree()
        assert tree.values[0] == found.value
        assert (tree.kinds != PRUNED).sum() == found.nodes == tree.visits[0]
        best = [row for row in steps._tree.variation]
        assert [steps._tree.actions[row] for row in best] == [found.action]
    check_bounds(cut.tree(), full.tree())


def test_a_value_is_a_bound_wherever_it_may_be_another(small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """At depth 4 there are positions none of whose moves reached alpha, though nothing was cut right below them."""
    monkeypatch.setattr("boardai.search.trace.recorders.MOST_STEPS", 10_000)
    for state in (small, load("tic-tac-toe").initial_state()):
        tree = boardai.trace("alphabeta", state, depth=4).tree()
        check_bounds(tree, boardai.trace("minimax", state, depth=4).tree())
        assert np.isin(tree.kinds, (AT_LEAST, AT_MOST)).sum() > 10


@pytest.mark.parametrize("search", ["mcts", "puct", "pns", "alphabeta"])
def test_trees_of_steps_are_written_and_read_again(small: Any, search: str) -> None:
    steps = boardai.trace(search, small, **({"depth": 2} if search == "alphabeta" else {}))
    for place in (0, 1, len(steps) // 2, len(steps) - 1):
        tree = steps.tree(place)
        again = SearchTree.from_json(tree.to_json())
        np.testing.assert_array_equal(again.values, tree.values)
        assert again.to_json() == tree.to_json()


def check_bounds(cut: Any, full: Any) -> None:
    """What alpha-beta wrote down is what minimax found, or a bound of it."""
    exact = {path_of(full, row): full.values[row] for row in range(len(full))}
    for row in range(len(cut)):
        value = exact[path_of(cut, row)]
        if cut.kinds[row] == AT_LEAST:
            assert value >= cut.values[row]
        elif cut.kinds[row] == AT_MOST:
            assert value <= cut.values[row]
        elif cut.kinds[row] != PRUNED:
            assert value == cut.values[row]


def path_of(tree: Any, row: int) -> tuple[int, ...]:
    path: list[int] = []
    while row > 0:
        path.append(int(tree.actions[row]))
        row = int(tree.parents[row])
    return tuple(path[::-1])


def test_windows_narrow_and_cuts_are_recorded(small: Any) -> None:
    steps = boardai.trace("alphabeta", small, depth=2)
    assert steps.terms == ("α", "β")
    first = steps.tree(0)
    assert first.term_text(1, "α") == "−∞" and first.term_text(1, "β") == "+∞"
    cuts = [step for step in steps if "cut" in step.text]
    assert cuts and all("pruned" in step.text for step in cuts)
    numbers = [re.search(r"its (\d+) other moves are pruned$", step.text) for step in cuts]
    pruned = sum(int(number[1]) if number else 1 for number in numbers)
    assert pruned == (steps.tree().kinds == PRUNED).sum()
    # α of the root is what its best move so far is worth, and never falls.
    seen = [-math.inf]
    for place in range(len(steps)):
        alpha = float(steps.tree(place).terms["α"][0])
        if not math.isnan(alpha):
            seen.append(alpha)
    assert seen == sorted(seen) and len(set(seen)) > 1


def test_mcts_counts_every_simulation_and_shows_its_bounds(small: Any) -> None:
    steps = boardai.trace("mcts", small, simulations=30, c=0.7, seed=3)
    assert len(steps) == 2 * 30 + 1
    for simulation in (1, 10, 30):
        tree = steps.tree(2 * simulation - 1)
        assert tree.visits[0] == simulation
        for row in tree.children(0):
            if tree.visits[row]:
                ucb = tree.values[row] + 0.7 * math.sqrt(math.log(simulation) / tree.visits[row])
                assert tree.terms["UCB"][row] == pytest.approx(ucb)
                assert tree.terms["V"][row] == pytest.approx(tree.values[row])
            else:
                assert tree.term_text(row, "UCB") == "∞" and tree.term_text(row, "V") == ""
    root = mcts(small, 30, c=0.7, seed=3)
    tree = steps.tree()
    assert root.children is not None
    assert {tree.actions[row]: tree.visits[row] for row in tree.children(0)} == {
        action: child.visits for action, child in root.children.items()
    }
    # What a simulation goes to has, before it, the highest bound of its siblings.
    for place in range(2, len(steps) - 1, 2):
        before, chosen = steps.tree(place - 1), steps[place].path[0]
        bounds = {row: before.terms["UCB"][row] for row in before.children(0)}
        assert bounds[chosen] == max(bounds.values())


def test_a_trace_ends_early_where_it_is_to(small: Any) -> None:
    """After a given number of steps, which are the first ones of the whole search; or when it is stopped."""
    for search, options in (("alphabeta", {"depth": 2}), ("mcts", {}), ("puct", {}), ("pns", {})):
        whole, part = boardai.trace(search, small, **options), boardai.trace(search, small, most=5, **options)
        assert len(part) == 5 < len(whole) and part.tree().to_json() == whole.tree(4).to_json()
        assert [step.text for step in part[:4]] == [step.text for step in whole[:4]]
        assert part[4].text == f"{whole[4].text}. The search continues, but no more steps are shown"
        assert len(boardai.trace(search, small, most=len(whole), **options)) == len(whole)
        asked = iter([False, False, True])
        with pytest.raises(KeyboardInterrupt):
            boardai.trace(search, small, stop=lambda asked=asked: next(asked), **options)
    with refused("most"):
        boardai.trace("pns", small, most=0)


def test_a_trace_is_written_as_it_is_asked_to_be(small: Any) -> None:
    def written(search: str, **options: Any) -> str:
        def moves(state: Any, action: int) -> str:
            return f"<{action}>"

        return str(boardai.trace(search, small, moves=moves, values=lambda value: f"[{value:g}]", **options))

    found = written("alphabeta", depth=2)
    assert "-<0>: value [" in found and " is best, value [" in found and "in the window −∞ .. +∞" in found
    assert " is [1] for" in written("mcts") and "gives the root [0] for" in written("puct")
    assert "<4> is the most-proving" in written("pns")
    assert "for White, by a random game" in written("mcts", players=("Black", "White"))
    assert "gives the root [0] for Black" in written("puct", players=("Black", "White"))


@pytest.mark.parametrize(("attacker", "can"), [(0, "can"), (1, "cannot")])
def test_proofs_name_the_player(attacker: int, can: str) -> None:
    state = boardai.load("hex", size=2).initial_state()
    steps = boardai.trace("pns", state, attacker=attacker)
    assert steps[-1].text.startswith(f"the {('first', 'second')[attacker]} player {can} force a win; ")
    named = boardai.trace("pns", state, attacker=attacker, players=("Black", "White"))
    assert named[-1].text.startswith(f"{('Black', 'White')[attacker]} {can} force a win; ")


def test_puct_has_priors_values_and_exploration() -> None:
    state = boardai.load("hex", size=4).initial_state()
    network = FakeNetwork(state.policy_size)
    steps = boardai.trace("puct", state, network=network, simulations=20)
    tree, root = steps.tree(), puct(state, network, 20)
    for row in tree.children(0):
        child = root.children[int(tree.actions[row])]
        assert tree.visits[row] == child.visits
        assert tree.terms["P"][row] == pytest.approx(child.prior)
        if child.visits:
            assert tree.terms["Q"][row] == pytest.approx(child.value_for(root.player))
    assert steps.terms == ("P", "Q", "U")
    assert sum(tree.terms["P"][row] for row in tree.children(0)) == pytest.approx(1)
    uniform = boardai.trace("puct", state, simulations=3).tree()
    assert {uniform.term_text(row, "P") for row in uniform.children(0)} == {"0.06"}


def test_proof_numbers_are_the_references() -> None:
    state = boardai.load("hex", rows=2, cols=3).initial_state()
    for attacker in (0, 1):
        steps = boardai.trace("pns", state, attacker=attacker)
        root, nodes = can_win(state, attacker)
        tree = steps.tree()
        assert len(tree) == nodes == tree.visits[0]
        reported = (root.proof, root.disproof)
        assert tuple(tree.terms[name][0] for name in ("proof", "disproof")) == reported
        assert {tree.term_text(0, name) for name in ("proof", "disproof")} == {"0", "∞"}
        assert tree.kinds[0] == PROVEN
        assert tree.values[0] == (1 if root.proof == 0 else -1) * (1 if attacker == 0 else -1)
        opened = steps.tree(1)
        assert (opened.terms["proof"][0], opened.terms["disproof"][0]) == (1, 6) or attacker


def test_pictures_grow_and_nothing_moves(small: Any, tmp_path: Path) -> None:
    steps = boardai.trace("alphabeta", small, depth=2)
    pictures = steps.pictures()
    assert len(pictures) == len(steps)
    sizes = {tuple(ElementTree.fromstring(picture).get(side) for side in ("height",)) for picture in pictures}
    assert len(sizes) == 1
    boxes = []
    for place in (0, len(steps) // 2, len(steps) - 2):
        root = ElementTree.fromstring(pictures[place])
        boxes.append({(box.get("x"), box.get("y")) for box in root.iter(f"{SVG}rect") if box.get("rx")})
    shift = {float(min(x for x, _ in places) or 0) for places in boxes}
    assert len(shift) == 1
    assert boxes[0] < boxes[1] <= boxes[2]
    assert str(steps[4]) in words_of(pictures[4]) and f"5/{len(steps)}." in words_of(pictures[4])
    assert "α" in words_of(pictures[-1]) and "α" not in words_of(steps.to_svg(show=()))
    with refused("UCB", "α, β"):
        steps.to_svg(show=("UCB",))
    with pytest.raises(IndexError):
        steps.to_svg(len(steps))
    page = steps.to_html()
    assert page.count("data-step=") == len(steps) and page == steps.to_html() and "<script>" in page
    few = Trace(steps._tree, steps[:3], steps.terms)
    for ending, begin in ((".svg", b"<svg"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
        files = few.save(tmp_path / "slides", ending)
        assert [file.name for file in files] == [f"00{number}{ending}" for number in (1, 2, 3)]
        assert all(file.read_bytes().startswith(begin) for file in files)
    with refused("001.svg", error=FileExistsError):
        few.save(tmp_path / "slides")
    with refused(".svg, .png, .pdf"):
        few.save(tmp_path, ".gif")


def test_what_cannot_be_traced(small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with refused("alphabet", "alphabeta"):
        boardai.trace("alphabet", small)
    with pytest.raises(TypeError, match="depth"):
        boardai.trace("mcts", small, depth=2)
    over = boardai.load("hex", size=1).initial_state()
    over.apply(0)
    with refused("over"):
        boardai.trace("minimax", over)
    monkeypatch.setattr("boardai.search.trace.recorders.MOST_STEPS", 20)
    with refused("20"):
        boardai.trace("minimax", small, depth=3)


def test_as_text(small: Any) -> None:
    steps = boardai.trace("mcts", small, simulations=3)
    lines = str(steps).splitlines()
    assert len(lines) == len(steps) and lines[0].startswith("1. simulation 1: the highest bounds lead to a1")
    assert repr(steps) == f"<Trace mcts '{small.to_string()}', 7 steps>"
    assert isinstance(steps_module.Look().value, float) and np.isnan(steps_module.Look().value)
