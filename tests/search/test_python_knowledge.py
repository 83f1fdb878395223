"""What a game in Python knows, and its order of moves, reach the searches as those of its reference in C++ do."""

from __future__ import annotations

import random
import types
from typing import Any

import pytest
from positions import after_random_moves
from refusals import refused
from test_own_knowledge import knowing_connect_four

import boardai
from boardai import Facts
from boardai.search import alphabeta, dfpn, mcts, puct, pvs


class Four(boardai.BaseState):
    """The rules of the reference in C++; what it knows is written in Python."""

    def __init__(self, reference: Any) -> None:
        self.reference = reference

    def current_player(self) -> int:
        return self.reference.current_player()

    def is_terminal(self) -> bool:
        return self.reference.is_terminal()

    def outcome(self, player: int) -> int:
        return self.reference.outcome(player)

    def legal_actions(self) -> list[int]:
        return self.reference.legal_actions()

    def apply(self, action: int) -> None:
        self.reference.apply(action)

    def clone(self) -> Four:
        return type(self)(self.reference.clone())

    def hash(self) -> int:
        return self.reference.hash()

    def to_string(self) -> str:
        return self.reference.to_string()

    def from_string(self, text: str) -> Four:
        return type(self)(self.reference.from_string(text))


class KnowingFour(Four):
    def quiet_order(self, action: int) -> int:
        return -abs(2 * action - 4)

    def wins(self, state: Any, action: int) -> bool:
        after = state.child(action)
        return after.is_terminal() and after.outcome(state.current_player()) > 0

    def analyse(self) -> Facts:
        state, legal = self.reference, self.reference.legal_actions()
        for action in legal:
            if self.wins(state, action):
                return Facts(winner=state.current_player(), winning_move=action)
        losing = set()
        for action in legal:
            after = state.child(action)
            if any(self.wins(after, reply) for reply in after.legal_actions()):
                losing.add(action)
        if len(losing) == len(legal):
            return Facts(winner=1 - state.current_player())
        return Facts(losing=losing)


@pytest.fixture(scope="module")
def references() -> list:
    """Positions of both."""
    game, rng = knowing_connect_four(), random.Random(5)
    states = [after_random_moves(game, rng, 11 + number % 3) for number in range(6)]
    return [(state, KnowingFour(state.clone())) for state in states]


def searches() -> dict:
    return {
        "pvs": lambda state: pvs(state, knowledge=True, depth=20),
        "pvs in the game's order": lambda state: pvs(state, depth=5),
        "alphabeta": lambda state: alphabeta(state, knowledge=True, ordering="quiet", depth=20),
        "dfpn": lambda state: dfpn(state, quiet_order=True),
        "mcts": lambda state: mcts(state, simulations=100, knowledge=1, prior=1.0, seed=1),
    }


@pytest.mark.thorough
@pytest.mark.parametrize("name", searches())
def test_a_search_of_a_game_in_python_equals_that_in_cpp(references: list, name: str) -> None:
    search, reported = searches()[name], False
    for compiled, written in references:
        expected, found = search(compiled), search(written)
        for part in ("action", "outcome", "nodes", "simulations", "visits", "value"):
            assert getattr(found, part) == getattr(expected, part), part
        plain = search(Four(compiled)) if name == "dfpn" else None
        reported = reported or plain is None or plain.nodes > found.nodes
    assert reported


class Take(boardai.BaseState):
    """One to three stones from a heap; the player who takes the last one wins."""

    def __init__(self, stones: int = 9, player: int = 0) -> None:
        self.stones, self.player = stones, player

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.stones == 0

    def outcome(self, player: int) -> int:
        return -1 if player == self.player else 1

    def legal_actions(self) -> list[int]:
        return list(range(1, min(3, self.stones) + 1))

    def apply(self, action: int) -> None:
        self.stones, self.player = self.stones - action, 1 - self.player

    def clone(self) -> Take:
        return type(self)(self.stones, self.player)

    def to_string(self) -> str:
        return f"{self.stones} {self.player}"

    def from_string(self, text: str) -> Take:
        return type(self)(*map(int, text.split()))


def knowing(says: Any, **methods: Any) -> Take:
    return type("Knowing", (Take,), {"analyse": says, **methods})()


def test_candidates_and_dominated_moves_are_all_that_is_searched() -> None:
    def must_play(self: Take) -> Facts | None:
        best = self.stones % 4
        return Facts(candidates=[best]) if best else Facts(candidates=(1, 2), dominated=[2]) if self.stones else None

    plain = dfpn(Take())
    assert 0 < dfpn(knowing(must_play)).nodes < plain.nodes
    assert dfpn(knowing(must_play)).value == plain.value == 1
    assert dfpn(knowing(must_play)).action == 1
    found = mcts(knowing(must_play), simulations=30, knowledge=1, seed=1)
    assert found.outcome == 1 and found.visits == {1: found.visits[1]}
    found = puct(knowing(must_play), simulations=30, knowledge=1, solver=True, seed=1)
    assert found.outcome == 1 and found.visits == {1: found.visits[1]}
    assert dfpn(knowing(lambda self: None)).nodes == plain.nodes


def test_a_drawn_position_is_known() -> None:
    state = knowing(lambda self: Facts(winner=Facts.DRAW))
    assert (dfpn(state).value, dfpn(state).nodes) == (0, 3)
    assert alphabeta(state, depth=5, knowledge=True).value == 0


class Half(Take):
    """Where player 1 takes the last stone, the game is drawn. What it knows is the outcome, but no move."""

    def outcome(self, player: int) -> int:
        return super().outcome(player) if self.player == 1 else 0

    def analyse(self) -> Facts:
        takes_last = self.player if self.stones % 4 else 1 - self.player
        return Facts(winner=0 if takes_last == 0 else Facts.DRAW)


@pytest.mark.parametrize(("stones", "player", "value", "action"), [(7, 0, 1, 3), (6, 1, 0, 2), (8, 0, 0, 1)])
def test_df_pn_finds_the_move_where_only_the_winner_is_known(stones: int, player: int, value: int, action: int) -> None:
    """Any other move of the first two throws the outcome away."""
    for threads in (1, 2):
        found = dfpn(Half(stones, player), threads=threads)
        assert (found.outcome, found.action, found.pv[0]) == (value, action, action)
        assert found.nodes <= 6


def test_sets_that_are_too_large_or_not_legal() -> None:
    """Only legal actions are played: others are refused, or say nothing where no move follows from them."""
    many = range(6000)
    for reported, words in (
        (Facts(candidates=many), "candidate 0 is not legal, in position '9 0'"),
        (Facts(candidates=[22]), "candidate 22 is not legal, in position '9 0'"),
        (Facts(winner=0, winning_move=70), "winning_move 70 is not legal, in position '9 0'"),
    ):
        for search in (dfpn, lambda state: pvs(state, depth=3, knowledge=True)):
            with refused(words):
                search(knowing(lambda self, reported=reported: reported))
    plain = dfpn(Take())
    for reported in (Facts(losing=[9, 70]), Facts(dominated=many[4:])):
        found = dfpn(knowing(lambda self, reported=reported: reported))
        assert (found.value, found.action, found.nodes) == (plain.value, plain.action, plain.nodes)


@pytest.mark.parametrize("method", ["legal_actions", "analyse"])
def test_a_list_that_is_changed_while_it_is_read(method: str) -> None:
    """The numbers of a list may run code of the game that empties it."""
    actions: list[Any] = []

    class Number:
        def __init__(self, number: int) -> None:
            self.number = number

        def __index__(self) -> int:
            actions.clear()
            return self.number

    def fill(self: Take) -> list[Any]:
        actions[:] = [Number(number) for number in Take.legal_actions(self)]
        return actions

    reported = fill if method == "legal_actions" else lambda self: Facts(candidates=fill(self))
    changed = type("Changed", (Take,), {method: reported})()
    assert (dfpn(changed).value, dfpn(changed).action) == (1, 1)


def test_what_is_no_fact_is_refused_by_name() -> None:
    says = {
        "must give boardai.Facts or None, not 3": 3,
        "winner must be 0, 1, Facts.DRAW or None, not 7": Facts(winner=7),
        "winning_move 1, though": Facts(winner=1, winning_move=1),
        "winner must be 0, 1, Facts.DRAW or None, not 'x'": Facts(winner="x"),
        "an int in [0, 2^31), not -1": Facts(losing=[-1]),
        "an int in [0, 2^31), not 'x'": Facts(candidates=["x"]),
        "leaves no move to try": Facts(losing=[1, 2], candidates=[1, 2]),
        "collections of actions, not 5": Facts(dominated=5),
        "must give boardai.Facts or None, not namespace": types.SimpleNamespace(
            winner=None, winning_move=None, candidates=None, losing=()
        ),
    }
    for words, reported in says.items():
        with refused(words, "in position '9 0'"):
            dfpn(knowing(lambda self, reported=reported: reported))
    with refused("quiet_order() must give a number within +-10000, not 10001"):
        pvs(knowing(lambda self: None, quiet_order=lambda self, action: 10_001), depth=3)


def test_a_game_in_python_that_knows_nothing_says_so() -> None:
    for search in (pvs, alphabeta):
        with refused("knowledge", "this game knows nothing", "analyse()"):
            search(Take(), depth=2, knowledge=True)
    for search in (mcts, puct):
        with refused("knowledge", "this game knows nothing"):
            search(Take(), simulations=5, knowledge=1, solver=True)
    with refused("ordering", "quiet_order(action)"):
        alphabeta(Take(), depth=2, ordering="quiet")
    with refused("prior", "quiet_order(action)"):
        mcts(Take(), simulations=5, prior=1.0)
