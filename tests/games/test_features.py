"""Feature sets: larion against a plain reference, symmetries, what tuples look at, chess's counts by hand."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from larion_reference import features as larion
from refusals import refused

import boardai
from boardai.game import Game
from boardai.games.reversi import available_boards
from boardai.search.evaluations.linear import FeatureSet


def positions(game: Game, games: int, seed: int) -> Iterator[Any]:
    """Every position of random games, the last one left out."""
    rng = np.random.default_rng(seed)
    for _ in range(games):
        state = game.initial_state()
        while not state.is_terminal():
            yield state
            state.apply(int(rng.choice(state.legal_actions())))


def random_weights(features: FeatureSet, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=features.size).astype(np.float32)


HOLES = "name: holes\nto move: light\n\n#-----#\n-----#-\n--OX---\n--XO---\n#---#--\n-----#-\n"


@pytest.mark.parametrize("board", [*available_boards(), HOLES])
@pytest.mark.parametrize("stages", [1, 20])
def test_larion_is_what_its_text_says(board: str, stages: int) -> None:
    game = boardai.load("reversi", board=board)
    features = FeatureSet(f"larion:stages={stages}", game.initial_state())
    assert features.size == 2668 * stages and sum(math.prod(shape) for _, shape in features.groups) == 2668
    games = 1 if board == "14x14" else 2
    for state in positions(game, games, 3):
        index, count = features(state)
        assert sorted(zip(index.tolist(), count.tolist(), strict=True)) == sorted(larion(game, state, stages))
        assert index.max() < features.size
        assert (count == 1).all() or board == "14x14"


def test_larion_has_as_many_weights_as_larion() -> None:
    assert FeatureSet("larion", boardai.load("reversi").initial_state()).size == 53_360


@pytest.mark.parametrize(
    ("spec", "features"),
    [
        ("reversi", "larion"),
        ("reversi", "patterns"),
        ("reversi:board=octagon", "larion"),
        ("reversi:board=octagon", "tuples:straight=3,snakes=8,stages=4"),
        ("reversi:board=6x6", "patterns:stages=3"),
        ("hex:size=5", "tuples:straight=3,snakes=8,length=5,stages=2"),
    ],
)
def test_symmetric_positions_have_one_value(spec: str, features: str) -> None:
    game = boardai.load(spec)
    made = FeatureSet(features, game.initial_state())
    weights = random_weights(made)
    for number, state in enumerate(positions(game, 2, 4)):
        if number % 5:
            continue
        value = made.value(state, weights)
        for symmetry in range(1, state.symmetry_count()):
            assert made.value(state.transformed(symmetry), weights) == pytest.approx(value, rel=1e-4, abs=1e-3)


def pairs_of(side: int) -> Iterator[list[tuple[int, int]]]:
    """The pairs of neighbours in the order of their tables; each is given with the pair a half turn makes of it."""
    seen = set()
    for cell in range(side * side):
        row, column = divmod(cell, side)
        for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
            if not (0 <= row + down < side and 0 <= column + right < side):
                continue
            pair = (cell, (row + down) * side + column + right)
            turned = (side * side - 1 - pair[0], side * side - 1 - pair[1])
            if frozenset(pair) not in seen:
                seen |= {frozenset(pair), frozenset(turned)}
                yield [pair] if set(pair) == set(turned) else [pair, turned]


def test_tuples_see_hex_as_the_mover_does() -> None:
    """Pairs on Hex, worked out here from the network's view of the position: own stones 1, the opponent's 2."""
    side, game = 4, boardai.load("hex", size=4)
    features = FeatureSet("tuples:straight=2", game.initial_state())
    movers = set()
    for state in positions(game, 3, 6):
        planes = state.observation()
        codes = (planes[..., 0] + 2 * planes[..., 1]).astype(int).ravel()
        table, expected = 1, [0]  # the bias is weight 0
        for pairs in pairs_of(side):
            fillings = [3 * codes[first] + codes[second] for first, second in pairs]
            if len(pairs) == 2:
                expected += [table + filling for filling in fillings]
                table += 9
                continue
            # A pair that the half turn maps onto itself: fillings that it exchanges share a weight.
            least = sorted({min(3 * one + other, 3 * other + one) for one in range(3) for other in range(3)})
            first, second = divmod(fillings[0], 3)
            expected.append(table + least.index(min(fillings[0], 3 * second + first)))
            table += len(least)
        assert features.size == table
        assert sorted(features(state)[0].tolist()) == sorted(expected)
        movers.add(state.current_player())
    assert movers == {0, 1}


def test_boards_that_are_no_rhombus() -> None:
    game = boardai.load("hex", rows=3, cols=5)
    features = FeatureSet("tuples", game.initial_state())
    assert sum(math.prod(shape) for _, shape in features.groups) == features.size
    for state in positions(game, 3, 1):
        index, _ = features(state)
        assert index.min() >= 0 and index.max() < features.size


def test_straight_tuples_are_all_there() -> None:
    """8x8: 210 pairs and 168 triples in straight lines, and the bias."""
    state = boardai.load("reversi").initial_state()
    index, count = FeatureSet("tuples:straight=3", state)(state)
    assert len(index) == 1 + 210 + 168 and (count == 1).all()
    index, _ = FeatureSet("tuples:straight=0,snakes=1,length=4", state)(state)
    assert len(index) in (1 + 1, 1 + 2, 1 + 4, 1 + 8)


def test_patterns_of_the_standard_board() -> None:
    state = boardai.load("reversi").initial_state()
    features = FeatureSet("patterns:stages=1", state)
    index, _ = features(state)
    # The bias; 4 corners 3x3; 8 of 2x5; 4 edges; 12 lines; diagonals: 2 of eight, 4 of each shorter length.
    assert len(index) == 1 + 4 + 8 + 4 + 12 + 2 + 4 * 4
    sizes = {name: math.prod(shape) for name, shape in features.groups}
    assert sizes["corner 2x5"] == 3**10 and sizes["edge + 2X"] == (3**10 + 3**5) // 2
    assert sizes["corner 3x3"] == (3**9 + 3**6) // 2 and sizes["line 2"] == (3**8 + 3**4) // 2


@pytest.mark.parametrize("board", ["octagon", "diagonal", "14x14", "4x4"])
def test_patterns_need_a_square(board: str) -> None:
    with refused("6x6", "10x10"):
        FeatureSet("patterns", boardai.load("reversi", board=board).initial_state())


def test_snakes_need_room() -> None:
    state = boardai.load("hex", size=2).initial_state()
    with refused("snakes", "6"):
        FeatureSet("tuples:snakes=1,length=6", state)


# --- Chess ---


def counted(fen: str) -> dict[tuple[str, int], float]:
    """Features by group and place in it, both phases added up."""
    game = boardai.load("chess")
    state = game.from_string(fen)
    features = FeatureSet("linear", state)
    places = [
        (name.removeprefix("middlegame ").removeprefix("endgame "), place)
        for name, shape in features.groups
        for place in range(math.prod(shape))
    ]
    found: dict[tuple[str, int], float] = {}
    for index, count in zip(*features(state), strict=True):
        found[places[index]] = found.get(places[index], 0.0) + float(count)
    return found


def test_chess_by_hand() -> None:
    # White: Ke1, Ra1, pawns a2, c4, c5 (doubled; c's neighbours b and d empty: isolated; a2 isolated too).
    # Black: Ke8, Bc8, Bf8, pawn g7.
    found = counted("2b1kb2/6p1/8/2P5/2P5/8/P7/R3K3 w - - 0 1")
    assert found["material", 0] == pytest.approx(2) and found["material", 2] == pytest.approx(-2)
    assert found["material", 3] == pytest.approx(1)
    assert found["doubled pawns", 0] == pytest.approx(1)
    assert found["isolated pawns", 0] == pytest.approx(3 - 1)
    assert found["bishop pair", 0] == pytest.approx(-1)
    # Passed: a2, c4 and c5 of White; g7 of Black stands on its second rank as well, so that it and a2 cancel.
    assert ("passed pawns", 1) not in found or found["passed pawns", 1] == pytest.approx(0)
    assert found["passed pawns", 3] == pytest.approx(1) and found["passed pawns", 4] == pytest.approx(1)
    # The rook stands behind its own pawn: neither open nor half-open; it reaches b1, c1, d1.
    assert ("rook on open file", 0) not in found and ("rook on half-open file", 0) not in found
    assert found["mobility", 2] == pytest.approx(3)
    assert found["side to move", 0] == pytest.approx(1)
    assert found["piece squares", 64 * 3 + 0] == pytest.approx(1)  # the rook on a1
    assert found["piece squares", 64 * 2 + 2] == pytest.approx(-1)  # a bishop on c8 stands on its c1


def test_chess_is_seen_from_either_side() -> None:
    game = boardai.load("chess")
    features = FeatureSet("linear", game.initial_state())
    weights = random_weights(features)
    for number, state in enumerate(positions(game, 1, 2)):
        if number > 60:
            break
        rows, side, *_ = state.to_string().split()
        mirrored = "/".join(row.swapcase() for row in reversed(rows.split("/")))
        other = game.from_string(f"{mirrored} {'b' if side == 'w' else 'w'} - - 0 1")
        assert features.value(other, weights) == pytest.approx(features.value(state, weights), rel=1e-4, abs=1e-3)
