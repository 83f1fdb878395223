"""Rules on the device: game by game, ply by ply the same as the native ones."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from refusals import refused

import boardai
from boardai import device

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def play_beside(spec: str, games: int, plies: int, seed: int = 1) -> tuple[int, int]:
    """Plays random games natively and on the device and compares all; how many moves, and how many games ended."""
    game = boardai.load(spec)
    rules, batch = device.rules(game), boardai.Batch(game, games, seed=seed)

    @jax.jit
    def everything(state: Any) -> tuple[jax.Array, ...]:
        of = (rules.legal_mask, rules.observe, rules.is_over, rules.player, rules.outcome)
        return tuple(function(state) for function in of)

    state, step, moves = jax.jit(rules.init, static_argnums=0)(games), jax.jit(rules.step), 0
    outcomes = np.zeros((games, 2), np.float32)
    for ply in range(plies):
        mask, planes, over, player, outcome = map(np.asarray, everything(state))
        np.testing.assert_array_equal(mask, batch.legal_mask(), f"{spec}: ply {ply}")
        np.testing.assert_array_equal(planes, batch.observations(), f"{spec}: ply {ply}")
        np.testing.assert_array_equal(over, batch.terminated, f"{spec}: ply {ply}")
        np.testing.assert_array_equal(player, batch.current_players, f"{spec}: ply {ply}")
        np.testing.assert_array_equal(outcome, outcomes, f"{spec}: ply {ply}")
        if over.all():
            break
        moves += int((~over).sum())
        actions = batch.sample()
        outcomes += batch.step(actions).rewards
        state = step(state, jnp.asarray(actions))
    return moves, int(batch.terminated.sum())


@pytest.mark.parametrize(
    "spec",
    [
        "hex:size=5,swap=true", "hex:rows=3,cols=5", "hex:rows=4,cols=2,swap=true,view=absolute", "hex:size=1",
        "reversi", "reversi:board=diagonal", "reversi:board=4x4,view=absolute",
    ],
)  # fmt: skip
def test_whole_random_games_are_the_native_ones(spec: str) -> None:
    _, ended = play_beside(spec, 32, 200)
    assert ended == 32


@pytest.mark.thorough
def test_chess_is_the_native_one() -> None:
    moves, ended = play_beside("chess", 64, 160)
    assert moves > 9000 and ended


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("spec", "games"),
    [
        ("hex:size=11,swap=true", 256), ("reversi:board=octagon", 256),
        pytest.param(
            "chess:history=0,chess960=true,fen=1r2k1r1/8/8/8/8/8/8/R3K1R1 w Ag - 0 1", 64, marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_many_random_moves_are_the_native_ones(spec: str, games: int) -> None:
    _, ended = play_beside(spec, games, 1000, seed=6)
    assert ended == games


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "games"),
    [
        ("hex:size=11,swap=true", 16384), ("hex:size=19", 256), ("reversi", 16384), ("reversi:board=14x14", 256),
        ("chess:history=0", 4096), ("chess:history=0,chess960=true,position=0", 128),
        ("chess:history=2,chess960=true,position=959", 128), ("chess:history=0,claim_draws=false", 64),
        (f"chess:history=0,fen={KIWIPETE}", 128),
        ("chess:history=0,fen=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 7", 128),
    ],
)  # fmt: skip
def test_a_million_random_moves_are_the_native_ones(spec: str, games: int) -> None:
    _, ended = play_beside(spec, games, 1000, seed=7)
    assert ended == games


@pytest.mark.parametrize(
    ("spec", "depth", "leaves"),
    [("reversi", 0, 1), ("reversi", 6, 8200), ("hex:size=5,swap=true", 2, 625)],
)
def test_perft(spec: str, depth: int, leaves: int) -> None:
    assert device.perft(device.rules(spec), depth, 256) == leaves


@pytest.mark.parametrize(
    ("position", "depth"),
    [
        pytest.param(KIWIPETE, 3, marks=pytest.mark.slow),
        pytest.param("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, marks=pytest.mark.slow),
        pytest.param("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, marks=pytest.mark.slow),
        pytest.param("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, marks=pytest.mark.slow),
    ],
)
def test_perft_of_positions_with_every_kind_of_move(position: str, depth: int) -> None:
    game = boardai.load("chess", fen=position, history=0)
    assert device.perft(device.rules(game), depth) == game.initial_state().perft(depth)


@pytest.mark.thorough
def test_a_game_that_is_over_stays_as_it_is() -> None:
    rules = device.rules("hex:size=2")
    state = device.random_games(rules, rules.init(8), jax.random.key(0), 4)
    assert bool(rules.is_over(state).all()) and not bool(rules.legal_mask(state).any())
    after = rules.step(state, jnp.zeros(8, jnp.int32))
    assert all(bool((a == b).all()) for a, b in zip(jax.tree.leaves(state), jax.tree.leaves(after), strict=True))


@pytest.mark.parametrize(
    ("spec", "action"), [("hex:size=11", 120), ("hex:size=16,view=absolute", 255), ("reversi", 19)]
)
def test_actions_are_numbers_of_any_kind(spec: str, action: int) -> None:
    rules = device.rules(spec)
    assert device.rules(spec) is rules
    state, step = rules.init(1), jax.jit(rules.step)
    wanted = step(state, jnp.array([action], jnp.int32))
    for kind in (np.uint8, np.int16, np.int64) if action > 127 else (np.int8, np.uint8, np.int64):
        after = step(state, np.array([action], kind))
        assert all(bool((a == b).all()) for a, b in zip(jax.tree.leaves(wanted), jax.tree.leaves(after), strict=True))


@pytest.mark.parametrize("spec", ["hex:size=3,swap=true", "reversi:board=4x4"])
def test_no_games_are_games(spec: str) -> None:
    rules = device.rules(spec)
    state = rules.init(0)
    mask = rules.legal_mask(state)
    assert mask.shape == (0, rules.policy_size) and device.sample(mask, jax.random.key(0)).shape == (0,)
    assert rules.observe(rules.step(state, jnp.zeros(0, jnp.int32))).shape == (0, *rules.observation_shape)
    assert rules.outcome(state).shape == (0, 2)


@pytest.mark.thorough
def test_rows_are_games() -> None:
    rules = device.rules("reversi:board=6x6")
    state = device.random_games(rules, rules.init(16), jax.random.key(3), 12)
    some = jax.tree.map(lambda array: array[np.array([5, 2])], state)
    np.testing.assert_array_equal(rules.observe(some), np.asarray(rules.observe(state))[[5, 2]])


def test_what_is_not_written_for_the_device_is_refused() -> None:
    for spec, named in (
        ("chess:encoding=lc0", "encoding"),
        ("chess:attacks=true", "attacks"),
        ("hex:edges=true", "edges"),
    ):
        with refused(named):
            device.rules(spec)

    class Other(boardai.Game):  # type: ignore[type-arg]
        pass

    with refused("no rules on the device"):
        device.rules(Other(boardai.load("hex", size=3).initial_state()))
    for depth, at_once in ((-1, 8), (0, 0), (2, -1)):
        with refused("depth"):
            device.perft(device.rules("hex:size=3"), depth, at_once)


@pytest.mark.thorough
def test_moves_are_drawn_from_the_legal_ones_alike() -> None:
    mask = np.random.default_rng(0).random((40, 300)) < 0.03
    mask[0] = False
    mask[1] = np.arange(300) == 299
    rows, draws, counts = np.arange(len(mask)), 2000, np.zeros(mask.shape)
    sample = jax.jit(device.sample)
    for key in jax.random.split(jax.random.key(5), draws):
        np.add.at(counts, (rows, np.asarray(sample(mask, key))), 1)
    assert counts[0, 0] == draws
    counts[0] = 0
    np.testing.assert_array_equal(counts > 0, mask)
    expected = (mask * draws / np.maximum(1, mask.sum(1, keepdims=True)))[mask]
    chi_square, free = float(((counts[mask] - expected) ** 2 / expected).sum()), int(mask.sum() - (len(mask) - 1))
    assert abs(chi_square - free) < 5 * (2 * free) ** 0.5
