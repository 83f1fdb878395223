"""Proof-number search and df-pn: reference implementations, an independent solver, limits, errors."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from kinds_of_game import SPECS, load
from refusals import refused
from solver_positions import SMALL_GAMES, outcome, random_state, small_game

import boardai
from boardai.search import dfpn, pns

PLIES = {"tic-tac-toe": 0, "hex": 0, "reversi": 4, "connect four": 5}  # played before plain Python can solve the rest

# What a game knows beyond its rules is not in the reference implementations, and lines end where it knows the winner.
RULES_ALONE = {pns: {}, dfpn: {"knowledge": False}}

both = pytest.mark.parametrize("search", [pns, dfpn], ids=["pns", "dfpn"])


@both
@settings(max_examples=40)
@example("connect four", 0, 25643, "outcome", False, None, 0)  # a drawn line went through a lost move
@given(
    st.sampled_from(SMALL_GAMES),
    st.integers(0, 8),
    st.integers(0, 10**6),
    st.sampled_from(["outcome", "win", "draw"]),
    st.booleans(),
    st.sampled_from([None, "", "hash"]),
    st.sampled_from([0, 0.25, 2]),
)
def test_answers_are_those_of_plain_minimax(search, name, more, seed, question, mobility, evaluator, epsilon):
    game = small_game(name)
    state = random_state(game, PLIES[name] + more, seed)
    before = state.to_string()
    options = {"question": question, "mobility": mobility, "evaluator": evaluator, **RULES_ALONE[search]}
    if search is dfpn:
        options["epsilon"] = epsilon
    result = search(state, seed=seed, **options)
    assert state.to_string() == before
    expected = outcome(state)
    can_win, can_draw = result.notes["can win"], result.notes["can draw"]
    assert can_win in (None, expected > 0)
    assert can_draw in (None, expected >= 0)
    assert result.value in (None, expected)
    if question == "outcome":
        assert result.value == result.outcome == expected
        # The move keeps what was proven.
        child = state.child(result.action)
        value = child.outcome(state.current_player()) if child.is_terminal() else outcome(child)
        if not child.is_terminal() and child.current_player() != state.current_player():
            value = -value
        assert value == expected
    elif question == "win":
        assert can_win is not None
    else:
        assert can_draw is not None
    assert result.action == result.pv[0]
    walked = state.clone()
    for action in result.pv:
        walked.apply(action)
    if result.value is not None:
        assert walked.is_terminal()
        assert walked.outcome(state.current_player()) == expected
        assert len(result.pv) <= result.notes["plies of the proof"] <= result.depth + 1
    again = search(state, **options)
    assert (again.nodes, again.pv, again.notes) == (result.nodes, result.pv, result.notes)


@both
@pytest.mark.parametrize("name", SPECS)
def test_runs_on_every_kind_of_game(search, name):
    state = load(name).initial_state()
    result = search(state, nodes=2000, **RULES_ALONE[search])
    assert result.method == search.__name__ and result.player == 0
    assert result.action in state.legal_actions()
    assert sum(result.policy.values()) == 1 and result.policy[result.action] == 1
    assert result.nodes <= 2000
    least = search(state, nodes=1, **RULES_ALONE[search])
    assert least.action == state.legal_actions()[0] and least.nodes == 1
    if name == "tic-tac-toe":
        assert result.nodes > 100
    else:
        assert result.value is None and result.nodes == 2000


@both
def test_a_depth_asks_for_a_win_within_this_many_plies(search):
    # White mates in two by the queen's sacrifice on f7; nothing else does, and nothing in one.
    chess = boardai.load("chess")
    state = chess.from_string("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1")
    for depth, found in ((1, False), (2, False), (3, True)):
        result = search(state, depth=depth, question="win")
        assert result.notes["can win"] is found
        assert result.value == (1 if found else None)
    assert [state.action_to_string(result.pv[0]), len(result.pv)] == ["f3f7", 3]


@both
def test_bad_input_is_refused(search):
    state = load("tic-tac-toe").initial_state()
    for name, value in (("question", "loss"), ("megabytes", 0), ("unit", -1), ("evaluator", "nonsense"), ("depth", 0)):
        with refused(name, value):
            search(state, **{name: value})
    with pytest.raises(TypeError):
        search(state, megabyte=1)
    for action in (0, 3, 1, 4, 2):
        state.apply(action)
    with refused("over"):
        search(state)


@both
def test_progress_and_its_exceptions(search):
    state = boardai.load("hex", size=7).initial_state()
    seen = []
    alone = RULES_ALONE[search]  # with what Hex knows a 7x7 board is solved before the first report
    result = search(state, seconds=0.5, megabytes=256, progress=seen.append, **alone)
    assert seen and all(1 <= part.nodes <= result.nodes for part in seen)

    def end(part):
        raise LookupError(str(part.nodes))

    with pytest.raises(LookupError):
        search(state, seconds=5, megabytes=256, progress=end, **alone)
