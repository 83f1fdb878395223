"""Boards smaller than the canvas: masks, pooled features and the policy's place on a larger canvas."""

import dataclasses
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.heads import Outputs
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.layers import pooled
from boardai.learn.network.network import Network
from boardai.learn.runs.checkpoint import checkpoint_path, load_network
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.run import Run
from boardai.players import load_agent

# Planes: 0 and 1 anything, 2 the board.
CONFIG = NetworkConfig(
    blocks=2,
    channels=8,
    squeeze_excitation=4,
    global_pooling=2,
    policy_head="conv",
    value_head="wdl",
    value_features="pooled",
    value_hidden=8,
    moves_left=True,
    reply=True,
    ownership=2,
    board_plane=2,
)


def boards(rows: int, side: int, seed: int = 0) -> np.ndarray:
    planes = np.random.default_rng(seed).random((rows, side, side, 3), np.float32)
    planes[..., 2] = 1.0
    return planes


@pytest.fixture(scope="module")
def small() -> Network:
    """5x5 with one extra move, as it is."""
    return Network((5, 5, 3), 26, CONFIG, 1)


@pytest.fixture(scope="module")
def laid_out() -> Network:
    """The same game on a canvas of 7x7."""
    return Network((5, 5, 3), 26, dataclasses.replace(CONFIG, canvas=7), 1)


def everything(network: Network, weights: Any, statistics: Any, planes: np.ndarray) -> Outputs:
    return jax.jit(network.outputs)(weights, statistics, planes)


@pytest.mark.thorough
def test_a_board_on_a_larger_canvas_gives_the_same_result(small: Network, laid_out: Network) -> None:
    assert small.parameter_names == laid_out.parameter_names
    weights = [np.asarray(leaf) + 0.1 for leaf in small.statistics]  # not the statistics of a fresh network
    planes = boards(6, 5)
    expected = everything(small, small.parameters, tuple(weights), planes)
    result = everything(laid_out, small.parameters, tuple(weights), planes)
    assert result.auxiliary.keys() == {"moves_left", "reply", "ownership"}
    assert result.auxiliary["ownership"].shape == (6, 5, 5, 2)
    jax.tree.map(lambda got, want: np.testing.assert_allclose(got, want, atol=1e-5), result, expected)


@pytest.mark.thorough
def test_training_does_not_see_the_rest_of_the_canvas(small: Network, laid_out: Network) -> None:
    """Batch statistics are those of the board's cells: the new running statistics show it."""
    planes = boards(6, 5)
    expected, expected_statistics = jax.jit(small.apply_training)(small.parameters, small.statistics, planes)
    result, statistics = jax.jit(laid_out.apply_training)(small.parameters, small.statistics, planes)
    assert np.allclose(result.policy, expected.policy, atol=1e-4)
    assert np.allclose(result.value, expected.value, atol=1e-4)
    for name, got, want in zip(small.statistic_names, statistics, expected_statistics, strict=True):
        assert np.allclose(got, want, atol=1e-5), name
        assert not np.allclose(got, dict(zip(small.statistic_names, small.statistics, strict=True))[name])


def test_what_lies_off_the_board_is_ignored(small: Network) -> None:
    """A hole in the board: whatever the other planes say there changes nothing, but the hole itself does."""
    planes = boards(4, 5)
    planes[:, 3, 4, 2] = planes[:, 0, :2, 2] = 0.0
    changed = planes.copy()
    off = planes[..., 2] == 0
    changed[off] = np.array([7.0, -9.0, 0.0], np.float32)

    def output_on_the_board(planes: np.ndarray) -> list[np.ndarray]:
        cells = {(26,): np.append(~off[0].ravel(), True), (5, 5, 2): ~off[0]}
        outputs = jax.tree.leaves(everything(small, small.parameters, small.statistics, planes))
        return [np.asarray(predicted)[:, cells.get(predicted.shape[1:], ...)] for predicted in outputs]

    for one, other in zip(output_on_the_board(planes), output_on_the_board(changed), strict=True):
        assert np.array_equal(one, other)
    whole = small.jitted_apply(small.parameters, small.statistics, boards(4, 5))[1]
    assert not np.allclose(whole, small.jitted_apply(small.parameters, small.statistics, planes)[1], atol=1e-6)


def test_an_empty_row_of_a_batch_is_finite(small: Network) -> None:
    evaluate = Evaluator(small, small.parameters, small.statistics, 2)
    assert all(np.isfinite(result).all() for result in evaluate(evaluate.planes()))


def test_pooled_features_by_hand() -> None:
    x = np.random.default_rng(0).normal(size=(2, 4, 4, 3)).astype(np.float32)
    mask = np.random.default_rng(1).random((2, 4, 4, 1)) < 0.6
    for row in range(2):
        cells = x[row][mask[row, :, :, 0]]
        mean = cells.mean(0)
        expected = np.concatenate([mean, mean * (np.sqrt(len(cells)) - 8) / 8, cells.max(0)])
        assert np.allclose(pooled(x, mask)[row], expected, atol=1e-6)
    assert np.allclose(pooled(x, None), pooled(x, np.ones_like(mask)), atol=1e-6)


def test_policy_indices_on_a_canvas_are_the_larger_boards_own() -> None:
    """The logits of a Hex 3x3 position on a canvas of 4x4 are those that Hex 4x4 would give the same moves."""
    games = [boardai.load("hex", size=size, swap=True) for size in (3, 4)]
    config = dataclasses.replace(CONFIG, canvas=4, blocks=0, policy_head="dense")
    three, four = (Network(game.observation_shape, game.policy_size, config, 0) for game in games)
    assert [leaf.shape for leaf in three.parameters] == [leaf.shape for leaf in four.parameters]
    starts = [game.initial_state() for game in games]
    planes = np.stack([starts[0].observation(), starts[0].child(0).observation()])
    on_canvas = np.pad(planes, ((0, 0), (0, 1), (0, 1), (0, 0)))
    logits, _ = three.jitted_apply(three.parameters, three.statistics, planes)
    expected, _ = four.jitted_apply(three.parameters, three.statistics, on_canvas)
    assert logits.shape == (2, games[0].policy_size)
    for row, text in ((0, "a1"), (0, "c2"), (0, "b3"), (1, "c2"), (1, "swap")):
        states = [start.child(start.action_from_string("a1")) if row else start for start in starts]
        index, larger = (state.policy_index(state.action_from_string(text)) for state in states)
        assert np.isclose(logits[row, index], expected[row, larger], atol=1e-6), text


@pytest.mark.thorough
def test_reversi_boards_share_a_network() -> None:
    """Cells keep their place on a larger canvas, and the pass stays the last move; what lies outside is nothing."""
    small, large = (boardai.load("reversi", board=board) for board in ("4x4", "6x6"))
    config = dataclasses.replace(CONFIG, canvas=6, board_plane=small.observation_shape[2] - 1)
    four, six = (Network(game.observation_shape, game.policy_size, config, 0) for game in (small, large))
    assert [leaf.shape for leaf in four.parameters] == [leaf.shape for leaf in six.parameters]
    state = small.initial_state()
    planes = [state.observation()]
    while not state.is_terminal():
        state.apply(state.legal_actions()[-1])
        planes.append(state.observation())
    rows = np.stack(planes)
    board = rows[..., config.board_plane]
    assert (board == 1).all()
    logits, values = four.jitted_apply(four.parameters, four.statistics, rows)
    padded = np.pad(rows, ((0, 0), (0, 2), (0, 2), (0, 0)))
    expected, expected_values = six.jitted_apply(four.parameters, four.statistics, padded)
    places = [6 * row + column for row in range(4) for column in range(4)] + [36]
    np.testing.assert_allclose(logits, np.asarray(expected)[:, places], atol=1e-5)
    np.testing.assert_allclose(values, expected_values, atol=1e-5)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"canvas": 4}, "a side of 4 does not hold a board of 5x5"),
        ({"canvas": 7, "board_plane": -1}, "needs network.board_plane"),
        ({"board_plane": 3}, "planes 0 to 2, got 3"),
    ],
)
def test_boards_that_do_not_fit_are_refused(changes: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Network((5, 5, 3), 26, dataclasses.replace(CONFIG, **changes), 0)


@pytest.mark.slow
def test_a_network_goes_from_a_small_board_to_a_larger_one(
    train_here, tiny: TrainConfig, tmp_path: Path, silent
) -> None:  # type: ignore[no-untyped-def]
    """A run on Hex 3x3; its network plays Hex 4x4, and a run there begins with its weights and continues by itself."""
    small = tmp_path / "three"
    network = NetworkConfig(blocks=0, channels=4, policy_head="conv", value_features="pooled", canvas=4, board_plane=2)
    train_here(small, 1, network=network)
    game = boardai.load("hex", size=4)
    state = game.initial_state()
    assert state.is_legal(load_agent(f"policy:run={small}", game).choose(state))
    config = dataclasses.replace(
        tiny,
        network=dataclasses.replace(network, start=str(small)),
        arena=dataclasses.replace(tiny.arena, truth=""),  # which is of the small board
    )
    with RunFolder.create(tmp_path / "four", game.spec, config, "test") as folder:
        run = Run(game, config, silent)
        run.start(folder)
        learner = run.method.learner
        given = load_network(checkpoint_path(small / "checkpoints", 1), learner.network)
        for weights in (learner.play_weights(), (learner.parameters, learner.statistics)):
            assert all(np.array_equal(a, b) for a, b in zip(sum(weights, ()), sum(given, ()), strict=True))
        run.iterate()
    small.rename(tmp_path / "elsewhere")  # not needed any more
    with RunFolder.resume(tmp_path / "four", "test") as folder:
        resumed = Run(game, config, silent)
        resumed.start(folder)
        assert np.array_equal(resumed.method.learner.parameters[0], learner.parameters[0])
    sparse = dataclasses.replace(
        config, network=dataclasses.replace(network, start=str(tmp_path / "elsewhere"), sparsity=0.75)
    )
    with RunFolder.create(tmp_path / "sparse", game.spec, sparse, "test") as folder:
        run = Run(game, sparse, silent)
        run.start(folder)
        begun = [np.asarray(leaf) for leaf in run.method.learner.parameters]
        run.iterate()
    learner = run.method.learner
    for leaf, before, found, played in zip(given[0], begun, learner.parameters, learner.play_weights()[0], strict=True):
        if leaf.ndim > 1:  # a quarter of each kernel stays, is learned, and no other comes back
            assert np.count_nonzero(before) == np.count_nonzero(found) == leaf.size - int(0.75 * leaf.size)
            assert ((np.asarray(played) == 0) == (before == 0)).all() and not np.array_equal(found, before)
        else:
            assert np.array_equal(before, leaf)
    for name, changes, fits in (
        ("wide", {"channels": 8}, True),  # it grows
        ("narrow", {"channels": 2}, True),  # it is pruned
        ("other", {"value_hidden": 9}, False),
        ("crossed", {"channels": 2, "blocks": 1}, False),
    ):
        other = dataclasses.replace(
            config, network=dataclasses.replace(config.network, start=str(tmp_path / "elsewhere"), **changes)
        )
        with RunFolder.create(tmp_path / name, game.spec, other, "test") as folder:
            run = Run(game, other, silent)
            if fits:
                run.start(folder)
                fresh = Network(run.method.network.shape, run.method.network.policy_size, other.network, other.seed)
                assert not np.array_equal(run.method.learner.parameters[0], fresh.parameters[0])
            else:
                with refused("network.start"):
                    run.start(folder)
