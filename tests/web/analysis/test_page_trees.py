"""The tree of a search on the page: it grows, is opened level by level, or is looked at step by step."""

from __future__ import annotations

import functools
import itertools
import math
import time
from types import SimpleNamespace
from typing import Any

import pytest
from pages import Page, page, visiting
from refusals import refused
from starlette.testclient import TestClient

import boardai
from boardai.players.levels import analysts_of
from boardai.search.results.tree_rows import AT_LEAST, AT_MOST, EXACT, PRUNED
from boardai.web import app as app_module
from boardai.web import messages, trees
from boardai.web.app import make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.thinking import Memory
from boardai.web.thinking.shares import Owner
from boardai.web.trees import HeldTree, TreeKind, growth, trees_of
from boardai.web.trees import held as held_module
from boardai.web.units import Unit
from boardai.web.visitor import BRANCHES, TREE, Visitor

pytestmark = pytest.mark.timeout(300)
HEX = boardai.load("hex", size=3)
REVERSI = boardai.load("reversi", board="6x6")


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(["hex", "reversi"])


@pytest.fixture(autouse=True)
def seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "SECONDS", 1.5)


def kind_of(game: Any, key: str) -> TreeKind:
    return next(kind for kind in trees_of(game, analysts_of(game)) if kind.key == key)


def grown(game: Any, key: str, size: int | None = None) -> tuple[HeldTree, list[Any]]:
    """A tree when it has grown, and all trees on the way."""
    kind = kind_of(game, key)
    held, found = HeldTree(kind, 0, Memory(None)), []

    def report(tree: Any, unit: Unit, is_last: bool) -> None:
        held.grown(tree, unit, is_last)
        found.append((tree, is_last))

    trees.grow(kind, kind.checked_size(size), game, game.initial_state(), lambda: False, report)
    return held, found


def finished(visitor: Page) -> dict[str, Any]:
    while not (found := visitor.hear("tree"))["done"]:
        pass
    return found


@pytest.mark.parametrize("key", ["mcts", "puct"])
def test_a_tree_grows_and_is_that_of_one_search(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "ROWS", 500)
    held, found = grown(REVERSI, key)
    assert [is_last for _, is_last in found] == [False] * (len(found) - 1) + [True]
    visits = [int(tree.visits[0]) for tree, _ in found]
    assert len(visits) > 2 and all(before < after for before, after in itertools.pairwise(visits))
    second = found[1][0]
    alone = getattr(boardai.search, key)(REVERSI.initial_state(), simulations=64, seed=0, tree=500).tree
    assert second.to_json().partition('"rows"')[2] == alone.to_json().partition('"rows"')[2]
    last, view = found[-1][0], held.view()
    assert len(last) <= 500 and view["complete"] == last.complete
    (root,) = view["branches"]
    for row in root["rows"]:
        (child,) = [one for one in last.children(0) if last.actions[one] == row["action"]]
        assert row["visits"] == last.visits[child] and row["words"] == f"{50 * (1 + last.values[child]):.0f} %"
        names = {"mcts": ["V", "UCB"], "puct": ["P", "Q", "U"]}[key]
        assert row["terms"] == [[name, last.term_text(child, name).replace("-", "\u2212")] for name in names]
        assert row["below"] == len(last.children(child))
    assert [row["visits"] for row in root["rows"]] == sorted((row["visits"] for row in root["rows"]), reverse=True)


def test_alpha_beta_has_windows_in_the_page_s_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "ROWS", 300)
    held, found = grown(REVERSI, "alphabeta")
    last = found[-1][0]
    assert last.complete and len(last) <= 300, "a depth that does not fit would lack its last moves"
    rows = held.view()["branches"][0]["rows"]
    assert rows[0]["best"] and rows[0]["words"].endswith((" discs", " disc")) and not rows[0]["words"].startswith("≤")
    windows = [dict(map(tuple, row["terms"]))["window"] for row in rows]
    assert windows[0] == "−∞ … +∞"
    child = next(row for row in last.children(0) if last.actions[row] == rows[1]["action"])
    unit = Unit(REVERSI, REVERSI.initial_state(), True, REVERSI.initial_state().evaluation_point())
    assert windows[1] == f"{unit.bound(last.terms['α'][child])} … +∞"
    assert not held.view()["counts_visits"]


def test_proof_numbers_end_with_the_proof() -> None:
    held, found = grown(HEX, "pns")
    view = held.view()
    assert view["root"]["words"] == "win"
    numbers = [tuple(float(tree.terms[name][0]) for name in ("proof", "disproof")) for tree, _ in found]
    assert numbers[-1] == (0, math.inf) and len(numbers) > 1 and all(min(one) > 0 for one in numbers[:-1])
    assert view["root"]["terms"] == [["proof", "0"], ["disproof", "∞"]]
    assert found[-1][1] and any(
        row["words"] == "win" and row["kind"] == "proven" for row in view["branches"][0]["rows"]
    )


def test_levels_are_sent_when_they_are_opened_and_what_is_open_is_never_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(held_module, "SHOWN", 2)
    held, found = grown(HEX, "puct")
    last = found[-1][0]
    (root,) = held.view()["branches"]
    assert len(root["rows"]) == 2 and root["hidden"] == len(last.children(0)) - 2
    shown = {row["action"] for row in root["rows"]}
    least = next(row for row in last.children(0) if last.actions[row] not in shown and last.children(row))
    action = int(last.actions[least])
    below = [int(last.actions[row]) for row in last.children(least)]
    held.paths = [[], [action], [action, below[0]], [99], [action, action]]
    branches = {tuple(one["path"]): one for one in held.view()["branches"]}
    assert set(branches) - {(action, below[0])} == {(), (action,)}, "what is no position of the tree is left out"
    assert [row["action"] for row in branches[()]["rows"]][2:] == [action]
    assert below[0] in [row["action"] for row in branches[action,]["rows"]]
    board = branches[action,]["board"]
    assert "".join(board["rows"]).replace(".", "") == "B" and board["last"] == [action]


@pytest.mark.parametrize(("key", "size"), [("minimax", 1), ("alphabeta", 2), ("mcts", 8), ("puct", 8), ("pns", None)])
def test_every_step_is_that_of_the_reference_search(key: str, size: int | None) -> None:
    held, found = grown(HEX, f"steps-{key}", size)
    assert len(found) == 1
    options = {} if size is None else {"depth" if key in ("minimax", "alphabeta") else "simulations": size}
    steps = boardai.trace(key, HEX.initial_state(), most=growth.STEPS, **options)
    assert held.view()["steps"] == len(steps) and held.view()["step"] == 0
    for place in range(len(steps)):
        view, tree = held.view(place), steps.tree(place)
        assert (view["step"], view["positions"]) == (place, sum(tree.kinds != PRUNED))
        assert view["looked_at"] == [tree.actions[row] for row in steps[place].path if row < len(tree)]
        shown = {tuple(one["path"]): one for one in view["branches"]}
        for plies in range(len(view["looked_at"])):  # down to what the step is about, all is open
            rows = shown[tuple(view["looked_at"][:plies])]["rows"]
            assert view["looked_at"][plies] in [row["action"] for row in rows]
        for row in shown.get((), {"rows": []})["rows"]:
            (child,) = [one for one in tree.children(0) if tree.actions[one] == row["action"]]
            assert row["visits"] == tree.visits[child]
    with refused("step: there are"):
        held.view(len(steps))


def test_sentences_of_steps_have_the_page_s_moves_and_unit() -> None:
    chess = boardai.load("chess")
    held, _ = grown(chess, "steps-alphabeta", 1)
    words = [held.view(step)["text"] for step in range(held.view()["steps"])]
    assert any(text.startswith("Nf3: value +") and " pawns" in text for text in words)
    assert " is best, value +" in words[-1] and "pawns" in words[-1]


@pytest.mark.thorough
def test_a_position_is_explained_and_its_tree_opened_on_the_page(offers: Offers) -> None:
    with page(make_app(Lobby(offers))) as visitor:
        room = visitor.new("hex", parameters={"size": 3})
        kinds = room["offered"]["trees"]
        assert [one["by"] for one in kinds][:3] == ["best", "puct", "alphabeta"]
        explained = visitor.ask("explanation", "explain", node=0, by="puct")
        assert {"two_distance"} <= {one["name"] for one in explained["evaluations"]}
        found = finished(visitor)
        assert (found["node"], found["by"], found["steps"]) == (0, "puct", 0)
        first = found["branches"][0]["rows"][0]["action"]
        opened = visitor.ask("tree", "branches", node=0, paths=[[], [first]])
        assert opened["done"] and [one["path"] for one in opened["branches"]] == [[], [first]]
        visitor.say("explain", node=0, by="puct")  # what is open stays so while a tree grows
        visitor.hear("tree")
        visitor.say("branches", node=0, paths=[[], [first]])
        assert [one["path"] for one in finished(visitor)["branches"]] == [[], [first]]
        visitor.ask("tree", "explain", node=0, by="steps-mcts", size=3)
        step = visitor.ask("tree", "branches", node=0, paths=[[]], step=4)
        assert (step["steps"], step["step"]) == (7, 4) and step["text"].startswith("simulation 3: ")


def test_what_is_refused_of_trees(offers: Offers) -> None:
    with page(make_app(Lobby(offers))) as visitor:
        visitor.new("hex", parameters={"size": 3})
        assert "no tree of this position" in visitor.refused("branches", node=0, paths=[[]])
        assert "no tree 'x'" in visitor.refused("explain", node=0, by="x")
        for size in (0, 4):
            assert "depth must be" in visitor.refused("explain", node=0, by="steps-minimax", size=size)
        assert "size" in visitor.refused("explain", node=0, by="puct", size=1)
        assert "paths" in visitor.refused("branches", node=0, paths=[[]] * 41)
        assert "paths" in visitor.refused("branches", node=0, paths=[[0] * 41])
        visitor.ask("tree", "explain", node=0, by="steps-minimax", size=1)
        visitor.move("a1")
        assert "no tree of this position" in visitor.refused("branches", node=1, paths=[[]])
        visitor.ask("tree", "branches", node=0, paths=[[]])
        visitor.say("close_tree")
        assert "no tree of this position" in visitor.refused("branches", node=0, paths=[[]])


def test_nobody_looks_at_trees_in_a_match(offers: Offers) -> None:
    app = make_app(Lobby(offers))
    with TestClient(app, base_url="http://localhost") as client, visiting(client) as ann, visiting(client) as bob:
        room = ann.new("hex", parameters={"size": 3})["room"]
        ann.ask("tree", "explain", node=0, by="steps-minimax", size=1)
        invitation = ann.ask("invitation", "invite", player=1)["invitation"]
        bob.ask("room", "open", room=room, invitation=invitation)
        while not ann.room["match"]:
            ann.hear("change")
        assert "no hints" in ann.refused("branches", node=0, paths=[[]])
        ann.ask("change", "resign", player=0)
        assert "no tree of this position" in ann.refused("branches", node=0, paths=[[]]), "it went with the game"


def test_a_tree_is_given_up_where_memory_is_short_and_holds_nothing_when_it_is_closed() -> None:
    in_use = [0.0]
    memory = Memory(1000, in_use=lambda: in_use[0])
    held = HeldTree(kind_of(HEX, "steps-minimax"), 0, memory)
    steps, unit = boardai.trace("minimax", HEX.initial_state(), depth=1), Unit(HEX, HEX.initial_state(), True)
    held.grown(steps, unit, True)
    assert held.view()["positions"] == 1 + 1
    in_use[0], memory._seen_at = 950.0, -1e9
    memory.tidy()
    with refused("open it again"):
        held.view()
    held.grown(steps, unit, True)
    held.close()
    held.grown(steps, unit, True)  # by a search that has not heard of it yet
    assert not memory._holders
    with refused("open it again"):
        held.view()


def test_levels_that_wait_end_with_the_tree() -> None:
    stopped: list[int] = []
    visitor = Visitor.__new__(Visitor)
    jobs = {slot: SimpleNamespace(stop=functools.partial(stopped.append, slot)) for slot in (0, TREE, BRANCHES)}
    visitor.jobs, visitor.about, visitor.held = jobs, {}, None  # type: ignore[assignment]
    visitor.stop(TREE)
    assert stopped == [TREE, BRANCHES] and list(visitor.jobs) == [0]


def test_a_view_of_an_older_tree_has_a_smaller_number() -> None:
    kind, unit = kind_of(HEX, "puct"), Unit(HEX, HEX.initial_state(), is_score=False)
    small, large = (boardai.search.puct(HEX.initial_state(), simulations=one, tree=100).tree for one in (8, 32))
    held = HeldTree(kind, 0, Memory(None))
    numbers = [held.grown(small, unit, False)["view"], held.view()["view"], held.grown(large, unit, True)["view"]]
    assert held.view()["done"] and held.view()["positions"] > 9
    numbers.append(held.view()["view"])
    numbers.append(HeldTree(kind, 0, Memory(None)).grown(small, unit, False)["view"])  # of what was asked next
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (EXACT, 130, "+1.3 pawns"),
        (AT_LEAST, -130, "at least −1.3 pawns"),
        (AT_MOST, 130, "at most +1.3 pawns"),
        (AT_LEAST, 31_995, "win in at most 5 plies"),
        (AT_MOST, -31_995, "loss in at most 5 plies"),
        (AT_LEAST, -31_995, "at worst a loss in 5 plies"),
        (AT_MOST, 31_999, "at best a win in 1 ply"),
        (PRUNED, 0, "cut off"),
    ],
)
def test_bounds_in_words(kind: int, value: float, words: str) -> None:
    chess = boardai.load("chess")
    assert held_module._value_words(kind, value, Unit(chess, chess.initial_state(), is_score=True)) == words


def test_terms_have_the_minus_sign_of_the_page() -> None:
    start = REVERSI.initial_state()
    tree = boardai.search.puct(start, simulations=64, seed=0, tree=500).tree
    row = next(row for row in range(1, len(tree)) if tree.terms["Q"][row] < -0.01)
    texts = dict(map(tuple, held_module._terms(tree, row, Unit(REVERSI, start, is_score=False))))
    assert texts["Q"] == f"\u2212{-tree.terms['Q'][row]:.2f}"


def test_many_opened_levels_are_sent_in_the_visitor_s_turn(offers: Offers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty open levels are a long message; a visitor who asks for them again and again waits, and others do not."""
    took = 0.03  # seconds that the event loop spends on a tree, in the place of writing it

    def slow(answer: dict[str, Any]) -> str:
        if answer["say"] == "tree":
            time.sleep(took)
        return messages.as_text(answer)

    monkeypatch.setattr(app_module, "as_text", slow)
    lobby = Lobby(offers)
    with TestClient(make_app(lobby), base_url="http://localhost") as client, visiting(client) as eve:
        eve.new("hex", parameters={"size": 3})
        eve.ask("tree", "explain", node=0, by="steps-minimax", size=2)
        (account,) = [one for owner, one in lobby.hall.turns._accounts.items() if isinstance(owner, Owner)]
        paths = [[], *([action] for action in range(9))]
        for _ in range(6):
            asked = eve.ask("tree", "branches", node=0, paths=paths, step=20)
            assert len(asked["branches"]) > 1
        eve.ask("position", "look", node=0)  # what was sent before has been counted
        assert account.left < 0, "six trees are more than is granted at once"
        with visiting(client) as ann:
            ann.new("hex", parameters={"size": 3})
            for _ in range(5):
                eve.say("branches", node=0, paths=paths, step=21)
            began = time.monotonic()
            ann.move("b2")
            assert time.monotonic() - began < 10
