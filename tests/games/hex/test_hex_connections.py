"""Virtual connections from Python: known ones, verdicts against a solver, words for what is wrong."""

import random

import pytest
from refusals import refused

import boardai
from boardai.games.hex.connections.virtual_connections import VirtualConnection, connections
from boardai.games.hex.drawing import draw_svg


def position(size, *moves):
    game = boardai.load("hex", size=size)
    state = game.initial_state()
    for move in moves:
        state.apply(game.parse_action(state, move))
    return state


def cells(state, names):
    return tuple(sorted(state.action_from_string(name) for name in names.split()))


def test_bridge_and_edge():
    state = position(6, "b2")
    found = connections(state, 0)
    c2, b3 = cells(state, "c2 b3")
    full, *semi = found.between("b2", "c3")
    assert full == VirtualConnection((c2, b3))
    assert sorted(one.carrier for one in semi) == [(c2,), (b3,)] and all(one.carrier == (one.key,) for one in semi)
    assert found.between("b2", "top")[0] == VirtualConnection(cells(state, "b1 c1"))
    # A stone on the third row with room on both sides: five cells at most, and they hold.
    ladder = connections(position(7, "d5"), 0).between("d5", "bottom")[0]
    assert ladder.full and len(ladder.carrier) <= 10
    assert found.between("b2", "b4")[0] == VirtualConnection(cells(state, "b3"), key=cells(state, "b3")[0])
    assert found.smallest("b2", "c3") == full and found.smallest("b2", "b4") is None


@pytest.mark.parametrize("size", [3, 4])
def test_verdicts_are_the_solver_s(size):
    rng = random.Random(size)
    decided = 0
    for _ in range(6):
        state = position(size)
        kept = [connections(state, colour) for colour in (0, 1)]
        while not state.is_terminal():
            if state.stones_played() >= size - 2:
                outcome = boardai.search.dfpn(state, megabytes=1, knowledge=False).outcome
                mover = state.colour_to_move()
                fresh = [connections(state, colour) for colour in (0, 1)]
                for mine, other in ((kept[mover], kept[1 - mover]), (fresh[mover], fresh[1 - mover])):
                    assert outcome == 1 or not mine.wins_first
                    assert outcome == -1 or not other.wins_second
                    must = other.must_play()
                    assert all(
                        boardai.search.dfpn(state.child(move), megabytes=1, knowledge=False).outcome == 1
                        for move in set(state.legal_actions()) - set(must)
                        if not state.child(move).is_terminal()
                    )
                    decided += mine.wins_first or other.wins_second
            action = rng.choice(state.legal_actions())
            for one in kept:
                one.play(action)
            state.apply(action)
    assert decided > 40


def test_points_and_chains():
    state = position(5, "b2", "e1", "b3", "e2", "c5")
    found = connections(state, 0)
    # Empty cells, one stone of the chain b2-b3, the edges; c5 has joined the bottom.
    assert sorted(map(str, found.points())) == sorted(map(str, [*state.legal_actions(), 6, "top", "bottom"]))
    assert found.between("b3", "c5") == found.between("b2", "bottom")
    assert len(found) > 50
    found.play(state.action_from_string("a1"))
    assert found.state == state.child(state.action_from_string("a1"))


@pytest.mark.parametrize(
    ("what", "message"),
    [
        (lambda: connections(boardai.load("chess").initial_state(), 0), "state: .*Hex.*rnbqkbnr"),
        (lambda: connections(position(4), 2), "colour.*2"),
        (lambda: connections(position(4), 0, semi=0), "semi"),
        (lambda: connections(position(4), 0).between("a1", "left"), "left: .*top.*bottom"),
        (lambda: connections(position(4), 0).between("z9", "top"), "'z9'"),
        (lambda: connections(position(4), 0).between(16, "top"), "point"),
        (lambda: connections(position(4, "a1", "b2"), 0).between("b2", "top"), "'b2'"),
        (lambda: connections(position(4, "b1"), 0).between("b1", "top"), "'b1'.*'top'"),
        (lambda: connections(position(4), 0).svg("a1", "b1", 1), "number: .*1"),
        (lambda: connections(boardai.load("hex", size=4, swap=True).initial_state(), 0).play(16), "swap"),
        (lambda: connections(position(4, "b2"), 0).play(5), "action 5"),
    ],
)
def test_errors_name_place_and_reason(what, message):
    with pytest.raises(ValueError, match=message):
        what()


def test_a_picture_shows_the_carrier():
    state = position(5, "b2")
    found = connections(state, 0)
    for number, one in enumerate(found.between("b2", "c3")):
        picture = found.svg("b2", "c3", number)
        assert picture.count('class="region"') == len(one.carrier)
        assert picture.count('class="mark"') == (not one.full)
    assert number == 2
    with refused("region", "25", "5x5"):
        draw_svg(state, region=[25])
