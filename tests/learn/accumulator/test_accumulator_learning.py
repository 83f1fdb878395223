"""Learning accumulator networks: the gradient, whole numbers, what runs learn, how they continue."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from refusals import refused
from run_helpers import Silent, iterate_to, results, undocumented
from walked_positions import SCALE, WalkedPositions

import boardai
from boardai.commands import export, plot, train
from boardai.learn import open_run
from boardai.learn.accumulator import lesson
from boardai.learn.accumulator.config import AccumulatorConfig, ScoredPositionsConfig
from boardai.learn.accumulator.measures import errors, expected, network_values, rounded
from boardai.learn.accumulator.model import (
    LARGEST,
    Parameters,
    Shape,
    as_floats,
    columns_of,
    gradient,
    initial,
    quantised,
    within_limits,
)
from boardai.learn.accumulator.rows import Place, Stream, by_pieces, part_of
from boardai.learn.data.scored_games import Block
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.runs.metrics import read_metrics
from boardai.learn.runs.run import Run
from boardai.learn.training.config import LearnConfig
from boardai.learn.training.given import Given
from boardai.search import pvs
from boardai.search.evaluations.accumulator import AccumulatorInputs, AccumulatorNetwork
from boardai.search.evaluations.naming import load_evaluation

CHESS = boardai.load("chess")
START = CHESS.initial_state()
PIECES = "pieces:mirrored=1,buckets=1"
ARENA = ArenaConfig(
    every=0, search="pvs:depth=1", final_games=2, opponents=("random",), policy_opponents=(), final_initial=False
)
CONFIG = AccumulatorConfig(
    data=("games",), iterations=3, width=32, buckets=4, arena=ARENA,
    learn=LearnConfig(batch_size=256, optimizer="adamw", learning_rate=0.003, warmup_steps=10, weight_decay=0.01),
    positions=ScoredPositionsConfig(shuffled=1000, validation_positions=500),
)  # fmt: skip


@pytest.fixture(scope="session")
def walked() -> WalkedPositions:
    return WalkedPositions(6000)


@pytest.fixture(autouse=True)
def source(walked: WalkedPositions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson, "ScoredGames", walked)


def shape_of(inputs: str, width: int, buckets: int, factoriser: bool = False) -> Shape:
    seen = AccumulatorInputs(inputs, START)
    return Shape(seen.size, width, buckets, seen.most_active, seen.bucket_size if factoriser else 0)


def random_parameters(shape: Shape, size: float, seed: int = 0) -> Parameters:
    rng = np.random.default_rng(seed)
    return {
        name: jnp.asarray(rng.normal(0, size, array.shape), jnp.float32) for name, array in initial(shape, 0).items()
    }


def network_of(parameters: Parameters, inputs: str) -> AccumulatorNetwork:
    return AccumulatorNetwork(inputs=inputs, **quantised(parameters))


# --- The model ---


@pytest.mark.parametrize(
    ("inputs", "factoriser"), [("pieces", False), ("pieces:buckets=4", True), ("pieces_without_kings:buckets=2", True)]
)
def test_the_gradient_is_that_of_a_plain_network(inputs: str, factoriser: bool, walked: WalkedPositions) -> None:
    shape = shape_of(inputs, 32, 4, factoriser)
    parameters = random_parameters(shape, 0.2)
    block = part_of(walked.whole(inputs, 4), slice(0, 64))
    wanted, steepness = expected(block.score, SCALE).astype(np.float32), 2.0

    def dense(parameters: Parameters) -> jax.Array:
        """Every column of the table, times how often it is on; no chunks, no loops."""
        on = jax.nn.one_hot(block.columns, shape.inputs + 1).sum(axis=2)
        sums = on @ columns_of(parameters) + parameters["feature_bias"]
        active = jnp.clip(sums, 0, 1) ** 2
        rows = parameters["output_weights"][block.bucket]
        out = (active.reshape(64, -1) * rows).sum(axis=1) + parameters["output_bias"][block.bucket]
        return jnp.mean((jax.nn.sigmoid(steepness * out) - wanted) ** 2)

    error, found = jax.value_and_grad(dense)(parameters)
    made, predicted = gradient(parameters, (block.columns, block.bucket, wanted), np.float32(steepness))
    assert float(predicted) == pytest.approx(float(error), rel=1e-5)
    assert made.keys() == found.keys() == parameters.keys()
    for name, array in found.items():
        np.testing.assert_allclose(made[name], array, atol=1e-6, rtol=1e-4, err_msg=name)
        assert np.abs(array).max() > 1e-4


def test_rows_that_are_sorted_and_cut_into_chunks_say_the_same(walked: WalkedPositions) -> None:
    shape = shape_of("pieces", 16, 2)
    parameters = random_parameters(shape, 0.2)
    block = part_of(walked.whole("pieces", 2), slice(0, 1024))
    sorted_rows = by_pieces(block, shape.inputs)
    on = (sorted_rows.columns[:, 0] < shape.inputs).sum(axis=1)
    assert (np.diff(on) >= 0).all() and set(on) != {on[0]}
    whole, chunks = (
        gradient(parameters, (one.columns, one.bucket, expected(one.score, SCALE).astype(np.float32)), np.float32(2))
        for one in (block, sorted_rows)
    )
    for name, array in whole[0].items():
        np.testing.assert_allclose(chunks[0][name], array, atol=1e-7, rtol=1e-3, err_msg=name)


@pytest.mark.parametrize("inputs", ["pieces", "pieces:buckets=2"])
def test_whole_numbers_are_those_of_searches(inputs: str, walked: WalkedPositions) -> None:
    shape = shape_of(inputs, 32, 4, inputs != "pieces")
    parameters = within_limits(random_parameters(shape, 0.1), shape)
    net, states = network_of(parameters, inputs), walked.states[:200]
    block = part_of(walked.whole(inputs, 4), slice(0, 200))
    predicted = np.array([net(state) for state in states])
    assert predicted.tolist() == [net.reference_value(state) for state in states]
    again, _ = network_values(as_floats(quantised(parameters)), block, shape, 400.0)
    np.testing.assert_allclose(again, predicted, atol=0.6)
    exact, _ = network_values(parameters, block, shape, 400.0)
    assert np.sqrt(np.mean((exact - predicted) ** 2)) < 0.2 * predicted.std() > 6


def test_rounding_moves_no_bucket_on_average(walked: WalkedPositions) -> None:
    shape, block = shape_of("pieces", 32, 4), part_of(walked.whole("pieces", 4), slice(0, 2000))
    parameters = within_limits(random_parameters(shape, 0.1), shape)
    exact, _ = network_values(parameters, block, shape, 400.0)
    lost = []
    for arrays in (quantised(parameters), rounded(parameters, block, shape)):
        values, _ = network_values(as_floats(arrays), block, shape, 400.0)
        lost.append([abs(float((values - exact)[block.bucket == bucket].mean())) for bucket in (2, 3)])
    assert max(lost[0]) > 1 and max(lost[1]) < 0.05


@pytest.mark.parametrize("width", [16, 256, 1024])
@pytest.mark.parametrize("inputs", ["pieces", "pieces:buckets=4"])
def test_weights_that_grow_stay_within_whole_numbers(inputs: str, width: int) -> None:
    shape = shape_of(inputs, width, 3, inputs != "pieces")
    limited = within_limits(random_parameters(shape, 50.0), shape)
    assert np.abs(columns_of(limited)).max() == pytest.approx(LARGEST)
    net = network_of(limited, inputs)
    assert net.why_not(START) is None
    assert (np.abs(net.feature_weights).max() == 505 and np.abs(net.output_weights).max() > 100) or width > 16


def test_weights_go_to_a_file_and_come_back() -> None:
    shape = shape_of("pieces", 16, 2)
    arrays = quantised(within_limits(random_parameters(shape, 0.3), shape))
    for name, array in quantised(as_floats(arrays)).items():
        np.testing.assert_array_equal(array, arrays[name])
        assert array.dtype == AccumulatorNetwork.layout[name][0]


# --- The positions ---


def test_a_stream_goes_on_from_any_place(walked: WalkedPositions) -> None:
    def blocks(seed: int, first: int) -> Any:
        return walked.blocks(PIECES, 4, 1000, seed, False, first=first)

    stream, places = Stream(blocks, 5), []
    batches = []
    for _ in range(25):  # of 5,400 positions a pass
        places.append(stream.place)
        batches.append(stream.batch(512))
    assert [place.done for place in places][::11] == [0, 1, 2] and places[11].row > 0
    for number in (0, 1, 10, 12, 22):
        again = Stream(blocks, 5, places[number])
        for batch in batches[number : number + 2]:
            found = again.batch(512)
            for field in fields(Block):
                np.testing.assert_array_equal(getattr(found, field.name), getattr(batch, field.name))
    first_pass = np.concatenate([batch.score for batch in batches])[:5400]
    whole = next(walked.blocks(PIECES, 4, 10_000, 0, False)).score
    np.testing.assert_array_equal(np.sort(first_pass), np.sort(whole))
    with refused("data"):
        Stream(lambda seed, first: iter(()), 0).batch(1)
    assert Place() == Place(0, 0, 0)


# --- Runs ---


@pytest.mark.parametrize("steps", [0, 7])
def test_resuming_equals_going_on(steps: int, tmp_path: Path) -> None:
    inputs, learn = "pieces:buckets=2", dataclasses.replace(CONFIG.learn, shards=2)
    config = dataclasses.replace(CONFIG, steps=steps, learn=learn, inputs=inputs, factoriser=True)
    whole = iterate_to(None, tmp_path / "whole", CHESS, config, "accumulator")
    for done in range(1, 4):
        iterate_to(done, tmp_path / "parts", CHESS, config, "accumulator")
    parts = iterate_to(None, tmp_path / "parts", CHESS, config, "accumulator")
    for trees in ("masters", "optimizer"):
        for name, array in whole.method.descent.trees()[trees].items():
            np.testing.assert_array_equal(array, parts.method.descent.trees()[trees][name])
    assert results(tmp_path / "whole") == results(tmp_path / "parts")
    assert (tmp_path / "whole" / "evaluation.npz").read_bytes() == (tmp_path / "parts" / "evaluation.npz").read_bytes()
    assert whole.method.totals.steps == (3 * 7 if steps else 64)  # 3 * 5,400 positions, and what the last batch needs
    matches = [json.loads((tmp_path / part / "report.json").read_text())["matches"] for part in ("whole", "parts")]
    assert matches[0] == matches[1]


@pytest.fixture(scope="module")
def learned(walked: WalkedPositions, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that has learned what pesto says of 20,000 positions."""
    folder, source = tmp_path_factory.mktemp("learned") / "run", WalkedPositions(20_000)
    config = dataclasses.replace(
        CONFIG, iterations=20, buckets=8,
        positions=ScoredPositionsConfig(validation_positions=2000, result_share=0.0, final_result_share=0.1),
    )  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lesson, "ScoredGames", source)
        iterate_to(None, folder, CHESS, config, "accumulator")
    return folder


@pytest.mark.thorough
def test_it_learns_what_a_hand_made_evaluation_says(learned: Path) -> None:
    fresh = WalkedPositions(2000, seed=99)
    block = fresh.whole(PIECES, 8)
    net = load_evaluation(learned, AccumulatorNetwork)
    values = np.array([net(state) for state in fresh.states], float)
    found, nothing = (errors(one, SCALE, block, SCALE) for one in (values, np.zeros(2000)))
    assert found["validation_score_error"] < 0.06 * nothing["validation_score_error"]
    pesto = errors(block.score, SCALE, block, SCALE)
    assert found["validation_result_error"] < pesto["validation_result_error"] + 0.01
    assert np.corrcoef(values, block.score)[0, 1] > 0.97


def test_the_report_of_a_run(learned: Path) -> None:
    assert undocumented(learned) == set()
    lines = read_metrics(learned)
    first, last = lines[0], lines[-1]
    assert last["validation_score_error"] < 0.2 * first["validation_score_error"] and last["loss"] < first["loss"]
    # pesto gave the scores; of the others nothing is exact.
    assert last["compared"]["pesto"]["validation_score_error"] < 1e-6
    assert last["validation_score_error"] < last["compared"]["positional"]["validation_score_error"]
    assert len(last["validation_score_error_by_bucket"]) == 8 and last["passes"] == 20
    # By output bucket as well: the mean over the positions is the error in all.
    there = [number for number, error in enumerate(last["validation_score_error_by_bucket"]) if error is not None]
    for other in ("pesto", "positional"):
        for what in ("score", "result"):
            errors = last["compared"][other][f"validation_{what}_error_by_bucket"]
            assert [number for number, error in enumerate(errors) if error is not None] == there
            whole = last["compared"][other][f"validation_{what}_error"]
            assert min(errors[number] for number in there) <= whole <= max(errors[number] for number in there)
    assert 0 <= last["dead_neurons"] < 0.2 and last["clipped_weights"] < 0.01 and 0 < last["rounding_error"] < 30
    assert first["result_share"] < 0.01 and last["result_share"] == pytest.approx(0.1, abs=0.01)
    report = json.loads((learned / "report.json").read_text())
    assert report["network"]["validation_score_error"] == pytest.approx(last["validation_score_error"])
    assert set(report["matches"]) == {"search vs random"}


def test_everybody_takes_what_a_run_has_learned(learned: Path) -> None:
    run, net = open_run(learned), load_evaluation(learned, AccumulatorNetwork)
    assert isinstance(run.evaluation(), AccumulatorNetwork) and run.evaluation()(START) == net(START)
    assert pvs(START, depth=3, evaluator=str(learned)).value == pvs(START, depth=3, evaluator=net).value
    queen_up = CHESS.from_string("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert net(queen_up) > 300 and run.predict([queen_up])[0] > 0.85
    assert run.evaluate([queen_up]).policies is None
    assert run.agent("pvs:depth=2").choose(queen_up) in queen_up.legal_actions()
    before, now = run.evaluation(10), run.evaluation(20)
    assert before(queen_up) != net(queen_up) == now(queen_up)
    assert (net.unit, net.scale) == (100, pytest.approx(2 * SCALE, rel=0.2))


def test_a_run_is_exported(learned: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export.main([str(learned), "--output", str(tmp_path / "net.npz")])
    assert "positions" in capsys.readouterr().out
    net = load_evaluation(tmp_path / "net.npz", AccumulatorNetwork)
    assert net.card["learner"] == "accumulator" and net.card["iteration"] == 20 and net.card["passes"] == 20
    text = (tmp_path / "net.npz.md").read_text()
    for words in ("(768 -> 32) x 2 -> 1, 8 output buckets", "| positional |", "| `output_weights` | int8 |", "`games`",
                  "| search vs random |"):  # fmt: skip
        assert words in text, words
    code = text.split("```python\n")[1].split("```")[0]
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0 and "pvs" in done.stdout, done.stderr


@pytest.mark.thorough
def test_a_run_is_drawn(learned: Path, tmp_path: Path) -> None:
    plot.main([str(learned), "--output", str(tmp_path / "run"), "--only", "evaluation", "weights"])
    assert {path.stem for path in (tmp_path / "run").iterdir()} == {"evaluation", "weights"}
    plot.main([str(learned / "evaluation.npz"), "--output", str(tmp_path / "file")])
    assert [path.name for path in (tmp_path / "file").iterdir()] == ["evaluation-weights.svg"]


def test_a_network_s_neurons_are_boards(learned: Path, tmp_path: Path) -> None:
    from boardai.learn.reports.figures.accumulators import boards_of, neurons_figure, strongest

    net = load_evaluation(learned, AccumulatorNetwork)
    assert sorted(strongest(net)) == list(range(32))
    neuron = int(strongest(net)[0])
    boards = dict(boards_of(net, neuron))
    assert len(boards) == 12 and {"own pawns", "their king"} < boards.keys()
    state = CHESS.from_string("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    # The king on e1 stands on the right half, so the board is seen with left and right swapped: the pawn on h2.
    (pawn,) = [one for one in AccumulatorInputs(PIECES, state)(state, 0) if one < 64]
    assert pawn == 15 and boards["own pawns"][1, 7] == net.feature_weights[pawn, neuron] / 255
    # A queen of one's own and one of theirs do the opposite.
    assert boards["own queens"].mean() * boards["their queens"].mean() < 0
    assert neurons_figure(dataclasses.replace(net, card={}), "none") is None


def test_a_run_begins_with_another_s_network(learned: Path, tmp_path: Path) -> None:
    # Another scale of the scores would make other output weights of the same outputs.
    points = load_evaluation(learned, AccumulatorNetwork).points
    config = dataclasses.replace(CONFIG, buckets=8, start=str(learned), points=points)
    begun = Run(CHESS, config, Silent(), learner="accumulator")
    net = load_evaluation(learned, AccumulatorNetwork)
    for name in ("feature_weights", "feature_bias", "output_weights"):
        np.testing.assert_array_equal(getattr(begun.method.initial, name), getattr(net, name))
    halved = Run(CHESS, dataclasses.replace(config, points=net.points / 2), Silent(), learner="accumulator")
    assert halved.method.initial(START) == pytest.approx(net(START), abs=1)
    with refused("start", "buckets 8", "buckets 4"):
        Run(CHESS, dataclasses.replace(CONFIG, start=str(learned)), Silent(), learner="accumulator")
    # The same inputs by a shorter text, as written in Python.
    dataclasses.replace(net, inputs="pieces").save(tmp_path / "short.npz")
    short = Run(CHESS, dataclasses.replace(config, start=str(tmp_path / "short.npz")), Silent(), learner="accumulator")
    np.testing.assert_array_equal(short.method.initial.feature_weights, net.feature_weights)


def test_labels_of_an_evaluation_take_the_scores_place() -> None:
    run = Run(
        CHESS, dataclasses.replace(CONFIG, positions=dataclasses.replace(CONFIG.positions, labels="material")),
        Silent(), learner="accumulator",
    )  # fmt: skip
    assert set(np.unique(run.method.lesson.held_out.score % 10)) <= {0.0, 5.0}
    assert run.method.describe()[0].startswith("network: (768 -> 32) x 2 -> 1 x 4")


def test_other_data_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    iterate_to(1, tmp_path / "run", CHESS, CONFIG, "accumulator")
    monkeypatch.setattr(lesson, "ScoredGames", WalkedPositions(6000, seed=3))
    with refused("data", "changed"):
        iterate_to(2, tmp_path / "run", CHESS, CONFIG, "accumulator")


def replaced(**changes: Any) -> Callable[[], Any]:
    return lambda: dataclasses.replace(CONFIG, **changes)


def positions(**changes: Any) -> Callable[[], Any]:
    return lambda: dataclasses.replace(CONFIG, positions=dataclasses.replace(CONFIG.positions, **changes))


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "width": (replaced(width=100), "width: 100"),
    "no data": (replaced(data=()), "data"),
    "inputs": (replaced(inputs="halfkp"), "inputs: .*halfkp"),
    "buckets of inputs": (replaced(inputs="pieces:buckets=3"), "inputs: .*buckets"),
    "factoriser": (replaced(factoriser=True), "factoriser"),
    "buckets": (replaced(buckets=33), "buckets .*33"),
    "start": (replaced(start="nothing.npz"), "start: .*nothing.npz"),
    "search": (replaced(arena=dataclasses.replace(ARENA, search="pvz")), "arena.search"),
    "batch": (replaced(learn=LearnConfig(batch_size=1000)), "learn.batch_size: 1000"),
    "scale": (positions(scale=-1.0), "positions.scale"),
    "walk": (positions(walk=2), "positions.walk"),
    "results of a game that a walk has left": (positions(walk=2, labels="pesto", result_share=0.1), "positions.walk"),
    "compared": (positions(compared=("nothere",)), "positions.compared: .*nothere"),
    "share": (positions(final_result_share=1.5), "positions.final_result_share"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_settings_that_do_not_fit(name: str) -> None:
    config, words = REFUSED[name]
    with pytest.raises(ValueError, match=words):
        Run(CHESS, config(), Silent(), learner="accumulator")


def test_games_and_losses_that_do_not_fit(walked: WalkedPositions, monkeypatch: pytest.MonkeyPatch) -> None:
    with refused("data", "hex"):
        monkeypatch.setattr(walked, "game", boardai.load("hex"))
        Run(CHESS, CONFIG, Silent(), learner="accumulator")
    with refused("inputs"):
        Run(boardai.load("reversi"), CONFIG, Silent(), learner="accumulator")
    with refused("loss"):
        Run(CHESS, CONFIG, Silent(), learner="accumulator", given=Given(loss=lambda *arrays: 0))


@pytest.mark.parametrize(
    ("damage", "word"),
    [
        ({"columns": np.full((1, 2, 32), 769, np.int16)}, "columns"),
        ({"bucket": np.array([4], np.uint8)}, "bucket"),
        ({"score": np.array([np.nan], np.float32)}, "score"),
        ({"result": np.array([2.0], np.float32)}, "result"),
        ({"result": np.zeros(2, np.float32)}, "result"),
    ],
)
def test_damaged_blocks_are_refused(damage: dict[str, Any], word: str, walked: WalkedPositions) -> None:
    from boardai.learn.accumulator.rows import checked

    block = part_of(walked.whole(PIECES, 4), slice(0, 1))
    assert checked(block, 768, 4) is block
    with refused("data", word):
        checked(dataclasses.replace(block, **damage), 768, 4)


@pytest.mark.thorough
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    train.main(
        ["chess", "--learner", "accumulator", "--data", "games", "--iterations", "1", "--width", "16",
         "--learn.batch-size", "512", "--arena.final-games", "2", "--arena.search", "pvs:depth=1",
         "--arena.opponents", "random", "--run", str(tmp_path / "run")]
    )  # fmt: skip
    predicted = capsys.readouterr().out
    assert "network: (768 -> 16) x 2 -> 1 x 8" in predicted and "iteration 1  error to score " in predicted
    assert (tmp_path / "run" / "figures" / "overview.svg").is_file()
