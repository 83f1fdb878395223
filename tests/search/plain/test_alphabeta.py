"""Alpha-beta and Scout: equal to the reference implementations and to OpenSpiel, right on solved games."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from positions import own_evaluator, random_positions
from refusals import refused

import boardai
from boardai import native
from boardai.search import PvsOptions, alphabeta, and_or, minimax, mtdf, pvs, scout
from boardai.search.reference.plain.alphabeta import alphabeta as alphabeta_reference
from boardai.search.reference.plain.leaves import own_evaluation
from boardai.search.reference.plain.scout import scout as scout_reference

SMALL = {
    SPECS["tic-tac-toe"]: (2, 4, 5),
    SPECS["connect four"]: (3, 5),
    "hex:size=3": (3, 4, 5),
    "hex:size=3,swap=True": (3, 4),
    "reversi:board=4x4": (4, 6, None),
    "chess": (1, 2, 3),
}


def reference_cases(seed: int, count: int):
    """States, depths, evaluators' names and the reference implementations' functions for them."""
    for spec, depths in SMALL.items():
        game = boardai.load(spec)
        positions = random_positions(game, count, seed, plies=40 if spec == "chess" else 6)
        for state, depth in zip(positions, itertools.cycle(depths), strict=False):
            if depth is None and state.to_string().count("-") > 8:
                depth = 4
            yield state, depth, own_evaluator(state), own_evaluation
            if native.is_native(state):
                yield state, depth, "hash", lambda state: state.evaluate("hash")


def orders(state):
    """The same order of moves for a search and for its reference: by evaluation, which is both's default.

    Chess lists its moves in an order of its own, which breaks ties where the reference goes by number.
    """
    is_chess = "chess" in type(state).__module__
    return ({"ordering": "number"}, {"by_evaluation": False}) if is_chess else ({}, {})


@pytest.mark.parametrize("fail_soft", [True, False])
def test_alphabeta_equals_its_reference(fail_soft):
    rng = random.Random(5)
    for state, depth, name, evaluate in reference_cases(5, 6):
        for alpha in (-32_001, rng.randint(-60, 40)):
            window = {"alpha": alpha, "beta": 32_001 if alpha < -100 else alpha + rng.randint(1, 30)}
            options = {"fail_soft": fail_soft, **window}
            own, reference_order = orders(state)
            found = alphabeta(state, depth=depth, evaluator=name, **own, **options)
            expected = alphabeta_reference(state, depth, evaluate, **reference_order, **options)
            where = (state.to_string(), depth, name, options)
            assert (found.value, found.nodes, found.notes["leaves"]) == (
                expected.value,
                expected.nodes,
                expected.leaves,
            ), where
            if fail_soft or window["alpha"] < expected.value:
                assert found.action == expected.action, where


def test_margins_equal_the_references():
    game = boardai.load("reversi:board=4x4")
    for state in random_positions(game, 12, seed=9, plies=8):
        depth = None if state.to_string().count("-") <= 7 else 4
        for search, reference in ((alphabeta, alphabeta_reference), (scout, scout_reference)):
            point = state.evaluation_point()
            found, expected = search(state, depth=depth, points=True), reference(state, depth, points=point)
            assert (found.value, found.nodes) == (expected.value, expected.nodes), state.to_string()


@settings(max_examples=60)
@given(
    name=st.sampled_from(["chess", "hex:size=4", "reversi:board=6x6"]),
    seed=st.integers(0, 10**6),
    search=st.sampled_from(["fail-soft", "fail-hard", "pvs"]),
    alpha=st.integers(-150, 150),
    width=st.integers(1, 200),
)
def test_windows_give_the_value_or_a_bound_on_the_right_side(name, seed, search, alpha, width):
    state = next(random_positions(boardai.load(name), 1, seed, plies=20))
    exact = minimax(state, depth=2, evaluator="hash")
    beta = alpha + width
    fail_soft = search != "fail-hard"
    asked = {"depth": 2, "evaluator": "hash"}
    if search == "pvs":
        found = pvs(state, options=PvsOptions.sound(alpha=alpha, beta=beta), **asked)
    else:
        found = alphabeta(state, fail_soft=fail_soft, alpha=alpha, beta=beta, **asked)
    if exact.value <= alpha:
        assert exact.value <= found.value <= alpha and found.notes["value is"] == "at most"
        assert fail_soft or found.value == alpha
    elif exact.value >= beta:
        assert beta <= found.value <= exact.value and found.notes["value is"] == "at least"
        assert fail_soft or found.value == beta
    else:
        assert found.value == exact.value and "value is" not in found.notes
        assert exact.action_values[found.action] == exact.value
    if search == "pvs" and found.depth < 2:  # it ends as soon as it knows who wins
        assert found.outcome == exact.outcome
        return
    # The table: exact values are minimax's, bounds lie on the right side of them.
    for action, value in found.action_values.items():
        true = exact.action_values[action]
        bound = found.bounds.get(action)
        assert {"at most": true <= value, "at least": true >= value, None: true == value}[bound]


def test_alphabeta_visits_less_and_ordering_helps():
    state = boardai.load("reversi").initial_state()
    counts = {
        "minimax": minimax(state, depth=6, evaluator="discs").nodes,
        "alphabeta": alphabeta(state, depth=6, evaluator="discs", ordering="game").nodes,
        "ordered": alphabeta(state, depth=6, evaluator="discs").nodes,
        "scout": scout(state, depth=6, evaluator="discs").nodes,
    }
    assert counts["minimax"] > 5 * counts["alphabeta"] > 5 * counts["ordered"]
    assert counts["scout"] < counts["ordered"]
    game = boardai.load("chess")
    middle = game.from_string("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    plain = alphabeta(middle, depth=4, evaluator="material", ordering="game")
    captures = alphabeta(middle, depth=4, evaluator="material", ordering="captures")
    assert captures.value == plain.value and captures.nodes < plain.nodes


def test_the_leaf_counts_of_perfect_ordering():
    # b^ceil(L/2) + b^floor(L/2) - 1: all leaves are equal, so every first move is the best. One cell less a ply.
    game = boardai.load("hex:size=5")
    state = game.initial_state()
    for depth, leaves in ((1, 25), (2, 25 + 24 - 1), (3, 25 * 23 + 24 - 1), (4, 25 * 23 + 24 * 22 - 1)):
        assert alphabeta(state, depth=depth, evaluator="none").notes["leaves"] == leaves


def test_orderings_a_game_lacks_are_refused():
    state = load("hex").initial_state()
    with refused("captures"):
        alphabeta(state, depth=1, ordering="captures")
    with refused("ordering", "best"):
        scout(state, depth=1, ordering="best")
    for search in (alphabeta, pvs):
        with refused("alpha", "beta", "5"):
            search(state, depth=1, alpha=5, beta=5)


@pytest.mark.parametrize("fail_soft", [True, False])
def test_reversi_4x4_is_lost_by_ten_discs(fail_soft):
    state = boardai.load("reversi:board=4x4").initial_state()
    found = alphabeta(state, points=True, fail_soft=fail_soft)
    # 3 to 11, and the two empty cells are the winner's.
    assert (found.value, found.outcome, found.leaf_value) == (-10, -1, -10)
    assert scout(state, points=True).value == -10
    end = state.clone()
    for action in found.pv:
        end.apply(action)
    assert end.is_terminal() and end.score(0) == -10
    discs = boardai.load("reversi:board=4x4,count=discs").initial_state()
    assert alphabeta(discs, points=True, fail_soft=fail_soft).value == -8
    # Without points: lost, and how soon.
    lost = alphabeta(state)
    assert lost.outcome == -1 and lost.value == -32_000 + lost.plies_to_end


@pytest.mark.parametrize("size, wins", [(3, 5), (4, 4)])
def test_openings_of_hex(size, wins):
    """Every first move to full depth: 5 of 9 win on 3x3, 4 of 16 on 4x4, the short diagonal among them."""
    start = boardai.load(f"hex:size={size}").initial_state()
    winning = set()
    for action in start.legal_actions():
        found = alphabeta(start.child(action), ordering="evaluation", evaluator="shortest_path", alpha=-1, beta=1)
        assert found.outcome in (-1, 1)
        if found.outcome == -1:
            winning.add(action)
    diagonal = {row * size + size - 1 - row for row in range(size)}
    assert len(winning) == wins and (diagonal <= winning)


def test_mates_in_chess():
    game = boardai.load("chess")
    cases = {
        "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1": (1, "e1e8"),
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4": (1, "h5f7"),
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": (3, "a1a6"),
    }
    for position, (plies, move) in cases.items():
        state = game.from_string(position)
        for found in (alphabeta(state, depth=4), scout(state, depth=4), alphabeta(state, nodes=50_000)):
            assert state.action_to_string(found.action) == move
            assert (found.plies_to_end, found.outcome) == (plies, 1)


def compare_with_openspiel(count: int, depth: int, seed: int) -> None:
    """Root values by disc difference equal OpenSpiel's at equal depth, where no game ends within it."""
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    peer_game = pyspiel.load_game("othello")
    rng = random.Random(seed)
    compared = 0
    while compared < count:
        peer, state = peer_game.new_initial_state(), boardai.load("reversi").initial_state()
        for _ in range(rng.randint(0, 50)):
            action = rng.choice(state.legal_actions())
            if state.child(action).is_terminal():
                break
            state.apply(action)
            peer.apply_action(action)
        # Its finished games count +-1, whatever the depth.
        if ends_within(state, depth):
            continue
        player = state.current_player()

        def discs(position, player=player):
            board = "".join(str(position).split("\n")[2:10])
            return (board.count("x") - board.count("o")) * (1 if player == 0 else -1)

        expected, _ = alpha_beta_search(peer_game, peer, discs, depth, player)
        found = alphabeta(state, depth=depth, evaluator="discs")
        assert found.value == expected, state.to_string()
        compared += 1


def ends_within(state, depth: int) -> bool:
    if state.is_terminal():
        return True
    return depth > 0 and any(ends_within(state.child(action), depth - 1) for action in state.legal_actions())


def test_root_values_equal_openspiel_on_reversi():
    compare_with_openspiel(50, depth=2, seed=1)


@pytest.mark.slow
def test_root_values_equal_openspiel_on_a_thousand_positions():
    compare_with_openspiel(1000, depth=4, seed=2)


@pytest.mark.parametrize("search", [alphabeta, scout, mtdf, and_or])
def test_the_default_order_solves_hex_4x4(search):
    """As the game lists its moves alpha-beta visits 35 million positions."""
    found = search(boardai.load("hex", size=4).initial_state(), nodes=1_000_000)
    assert found.outcome == 1
