"""A trained network leaves: weights bit for bit, the forward pass with equal outputs, a card, and refusals."""

import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from refusals import refused

from boardai import load
from boardai.basics.checksums import SEAL
from boardai.commands.export import main
from boardai.learn.network.network import Network
from boardai.learn.network.weights_file import leaves_of, read_weights, weights_digest
from boardai.learn.reports.export import (
    agrees,
    exported_forward,
    metadata,
    write_npz,
    write_safetensors,
    write_stablehlo,
)
from boardai.learn.runs.trained_network import Trained, load_trained
from boardai.learn.targets import NEVER
from boardai.players import load_agent


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, train_here) -> Path:  # type: ignore[no-untyped-def]
    folder = tmp_path_factory.mktemp("export") / "run"
    train_here(folder, 2)
    return folder


@pytest.fixture(scope="module")
def trained(run: Path) -> Trained:
    return load_trained(run)


@pytest.fixture(scope="module")
def planes(trained: Trained) -> np.ndarray:
    return np.random.default_rng(1).random((5, *trained.game.observation_shape), np.float32)


def outputs(trained: Trained, planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    logits, value = jax.jit(trained.network.apply)(trained.parameters, trained.statistics, planes)
    return np.asarray(logits), np.asarray(value)


def test_logits_off_the_board_do_not_measure_the_others() -> None:
    """They are far below any other, so a difference relative to the largest number would hide every fault."""
    wanted = np.array([[1.0, NEVER, 2.0]], np.float32)
    assert agrees(wanted + np.float32(1e-5), wanted)
    assert not agrees(np.array([[1.0, NEVER, 2.1]], np.float32), wanted)
    assert not agrees(np.array([[1.0, 0.0, 2.0]], np.float32), wanted)
    assert not agrees(np.array([[1.0, NEVER, np.nan]], np.float32), wanted)


@pytest.mark.parametrize("ending", ["npz", "safetensors"])
def test_weights_come_back_bit_for_bit(ending: str, trained: Trained, tmp_path: Path) -> None:
    path = tmp_path / f"weights.{ending}"
    if ending == "safetensors":
        pytest.importorskip("safetensors")
        write_safetensors(trained, path)
    else:
        write_npz(trained, path)
    arrays, about = read_weights(path)
    assert about == {**metadata(trained), SEAL: weights_digest(arrays, about)}
    # A network of other initial weights, so that what is compared can only have come from the file.
    other = Network(trained.game.observation_shape, trained.game.policy_size, trained.config.network, seed=999)
    for found, wanted in zip(leaves_of(other, arrays), (trained.parameters, trained.statistics), strict=True):
        assert [np.asarray(leaf).tobytes() for leaf in found] == [np.asarray(leaf).tobytes() for leaf in wanted]


@pytest.mark.parametrize("write", [write_npz, write_safetensors])
@pytest.mark.parametrize("bits", [16, 8])
def test_rounded_weights_are_the_nearest(write: Any, bits: int, trained: Trained, tmp_path: Path) -> None:
    whole, small = tmp_path / f"whole.{write.__name__[6:]}", tmp_path / f"small.{write.__name__[6:]}"
    write(trained, whole)
    write(trained, small, bits)
    assert small.stat().st_size < whole.stat().st_size
    exact, found = read_weights(whole)[0], read_weights(small)[0]
    for name, array in exact.items():
        assert found[name].dtype == np.float32 and found[name].shape == array.shape
        most = np.abs(array).max(axis=tuple(range(array.ndim - 1))) if array.ndim > 1 else np.zeros(1)
        assert (np.abs(found[name] - array) <= most / (2**bits - 2) * 1.001).all()
    # Rounding what is rounded changes nothing more.
    again = load_trained(small)
    write(again, small, bits)
    assert all(np.array_equal(array, found[name]) for name, array in read_weights(small)[0].items())
    state = trained.game.initial_state()
    assert load_agent(f"policy:run={small}", trained.game).choose(state) in state.legal_actions()


def test_rounded_weights_without_their_steps_are_refused(trained: Trained, tmp_path: Path) -> None:
    path = tmp_path / "small.npz"
    write_npz(trained, path, 8)
    arrays = dict(np.load(path))
    about = {key: value for key, value in json.loads(str(arrays.pop("metadata"))).items() if key != SEAL}
    name = next(name for name in arrays if name.endswith("_step"))
    for change in ({}, {name: arrays[name][:-1]}, {name: arrays[name].astype(np.float64)}):
        wrong = {key: array for key, array in arrays.items() if key != name} | change
        np.savez(path, metadata=np.array(json.dumps(about)), **wrong)
        with refused("small.npz", name):
            read_weights(path)


def test_weights_are_not_those_of_the_start(run: Path, trained: Trained) -> None:
    start = load_trained(run, 0)
    assert start.checkpoint == 0
    assert any(
        (np.asarray(a) != np.asarray(b)).any() for a, b in zip(start.parameters, trained.parameters, strict=True)
    )


def test_stablehlo_gives_equal_outputs_at_any_batch_size(trained: Trained, planes: np.ndarray, tmp_path: Path) -> None:
    path = tmp_path / "network.stablehlo"
    write_stablehlo(trained, path)
    loaded = jax.export.deserialize(bytearray(path.read_bytes()))
    for size in (1, 5):
        logits, value = loaded.call(planes[:size])
        wanted = outputs(trained, planes[:size])
        np.testing.assert_allclose(logits, wanted[0], atol=1e-6)
        np.testing.assert_allclose(value, wanted[1], atol=1e-6)
    assert set(loaded.platforms) >= {"cpu", "cuda", "tpu"}


def test_mlir_is_stablehlo_that_others_can_read(trained: Trained, tmp_path: Path) -> None:
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    path = tmp_path / "network.mlir"
    write_stablehlo(trained, path)
    with ir.Context() as context:
        text = str(stablehlo.deserialize_portable_artifact(context, path.read_bytes()))
    assert "stablehlo.convolution" in text
    assert "func.func public @main" in text
    assert len(exported_forward(trained).in_avals) == 1  # planes alone: the weights are inside


OTHER_HEADS = {"policy_head": "conv", "value_features": "pooled", "blocks": 2}


@pytest.mark.parametrize("heads", [{}, OTHER_HEADS], ids=["trained", "other heads"])
def test_numpy_alone_gives_the_same_outputs(heads: dict, trained: Trained, root: Path, tmp_path: Path) -> None:
    """The page's forward pass, on the trained network and on one with other heads and a policy index off the board.

    It has at most thirty lines, and refuses a network with layers that it has not.
    """
    if heads:
        game, network = load("hex", size=3, swap=True), dataclasses.replace(trained.config.network, **heads)
        config = dataclasses.replace(trained.config, network=network)
        made = Network(game.observation_shape, game.policy_size, network, seed=3)
        rng = np.random.default_rng(4)
        drawn = [
            tuple(rng.uniform(0.2, 1.0, leaf.shape).astype(np.float32) for leaf in leaves)
            for leaves in (made.parameters, made.statistics)
        ]
        trained = dataclasses.replace(
            trained, game=game, network=made, config=config, parameters=drawn[0], statistics=drawn[1]
        )
    planes = np.random.default_rng(1).random((5, *trained.game.observation_shape), np.float32)
    write_npz(trained, tmp_path / "hex.npz")
    (code,) = re.findall(r"^```python\n(.*?)^```", (root / "docs" / "export.md").read_text(), re.M | re.S)
    page: dict = {}
    exec(code, page)
    logits, value = page["evaluate"](tmp_path / "hex.npz", planes)
    wanted = outputs(trained, planes)
    np.testing.assert_allclose(logits, wanted[0], atol=1e-4, rtol=1e-5)
    np.testing.assert_allclose(value, wanted[1], atol=1e-4)
    assert np.ptp(logits) > 1e-3
    write_npz(trained, tmp_path / "small.npz", 8)
    rounded = page["evaluate"](tmp_path / "small.npz", planes)
    leaves = leaves_of(trained.network, read_weights(tmp_path / "small.npz")[0])
    restored = dataclasses.replace(trained, parameters=leaves[0], statistics=leaves[1])
    np.testing.assert_allclose(rounded[0], outputs(restored, planes)[0], atol=1e-4, rtol=1e-5)
    assert not np.array_equal(rounded[0], logits)
    function = code[code.index("def evaluate") :]
    assert len(re.findall(r'^ *[^\s#"]', function, re.M)) <= 30
    settings = dataclasses.replace(trained.config.network, value_head="wdl")
    network = Network(trained.network.shape, trained.network.policy_size, settings, seed=3)
    other = dataclasses.replace(trained, network=network, parameters=network.parameters, statistics=network.statistics)
    write_npz(other, tmp_path / "other.npz")
    with refused("other.npz", "value_head"):
        page["evaluate"](tmp_path / "other.npz", planes)


def test_the_command_writes_file_and_card(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main([str(run), "--format", "npz", "--checkpoint", "2"])
    assert "parameters" in capsys.readouterr().out
    arrays, _ = read_weights("run.npz")
    assert any(name.startswith("parameters/stem") for name in arrays)
    card = Path("run.npz.md").read_text()
    for words in (
        "hex:size=3",
        "[batch, 3, 3, 3]",
        "[batch, 9]",
        "Licence",
        "2 iterations",
        "`blocks` | `1`",
        "var + 0.0001",
    ):
        assert words in card, words
    main([str(run), "--output", "other.stablehlo"])
    assert Path("other.stablehlo").exists() and "jax.export" in Path("other.stablehlo.md").read_text()


@pytest.mark.parametrize("ending", ["npz", "stablehlo"])
def test_what_the_card_says_about_loading_works(ending: str, run: Path, tmp_path: Path) -> None:
    main([str(run), "--output", str(tmp_path / f"x.{ending}")])
    code = (tmp_path / f"x.{ending}.md").read_text().split("```python\n")[1].split("```")[0]
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_file_is_written_as_another(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main([str(run), "--output", "whole.npz"])
    main(["whole.npz", "--bits", "8", "--output", "small.npz"])
    assert read_weights(Path("whole.npz"))[1]["learner"] == "alphazero"
    card = Path("small.npz.md").read_text()
    assert "`whole.npz`, checkpoint 2" in card and "kernels int8" in card and "Command:" not in card
    # The same rounding as from the run itself, and rounding twice changes nothing.
    main([str(run), "--bits", "8", "--output", "straight.npz"])
    main(["small.npz", "--bits", "8", "--output", "again.npz"])
    for name in ("straight.npz", "again.npz"):
        for key, array in read_weights(Path(name))[0].items():
            np.testing.assert_array_equal(array, read_weights(Path("small.npz"))[0][key])
    assert "after rounding of the kernels" not in Path("whole.npz.md").read_text()
    main(["small.npz", "--output", "large.npz"])
    assert "after rounding of the kernels" in Path("large.npz.md").read_text()
    with pytest.raises(SystemExit):
        main(["small.npz", "--bits", "16", "--output", "./small.npz", "--overwrite"])
    main(["whole.npz", "--format", "stablehlo"])
    assert Path("whole.stablehlo").is_file()


@pytest.mark.thorough
def test_the_command_refuses(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def refusal(*arguments: str) -> str:
        done = subprocess.run([sys.executable, "-m", "boardai.export", *arguments], capture_output=True, text=True)
        assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
        return done.stderr

    assert "nowhere" in refusal("nowhere")
    assert "ends in" in refusal(str(run), "--output", "weights.bin")
    Path("there.npz").touch()
    assert "already exists" in refusal(str(run), "--output", "there.npz")
    assert "--bits" in refusal(str(run), "--output", "x.onnx", "--bits", "8")
    assert "--format says" in refusal(str(run), "--output", "x.npz", "--format", "onnx")


def test_other_files_and_other_networks_are_refused(trained: Trained, tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    write_npz(trained, path)
    arrays, _ = read_weights(path)
    name = next(iter(arrays))
    with refused(name):
        leaves_of(trained.network, {key: array for key, array in arrays.items() if key != name})
    with refused("parameters/other"):
        leaves_of(trained.network, {**arrays, "parameters/other": arrays[name]})
    with refused(name):
        leaves_of(trained.network, {**arrays, name: arrays[name][..., :1]})
    np.savez(path, a=np.zeros(3))
    with refused(path):
        read_weights(path)
    path.write_bytes(path.read_bytes()[:-30])
    with refused(path):
        read_weights(path)


@pytest.mark.thorough
@pytest.mark.parametrize("write", [write_npz, write_safetensors])
def test_a_file_plays_as_its_run_does(run, trained, tmp_path, write):
    file = tmp_path / f"network.{write.__name__.removeprefix('write_')}"
    write(trained, file)
    game = trained.game
    for spec in ("policy:run={}", "gumbel:run={},simulations=8,rows=4", "value:run={}", "mcts:run={},simulations=8"):
        by_run, by_file = (load_agent(spec.format(path), game, seed=1) for path in (run, file))
        state = game.initial_state()
        while not state.is_terminal():
            action = by_run.choose(state)
            assert by_file.choose(state) == action
            state.apply(action)
    again = load_trained(file)
    assert again.config is None and again.checkpoint == trained.checkpoint
    write(again, tmp_path / "again.npz")
    arrays, about = read_weights(tmp_path / "again.npz")
    assert about == {**metadata(trained), SEAL: weights_digest(arrays, about)}
    for found, wanted in zip(leaves_of(trained.network, arrays), (trained.parameters, trained.statistics), strict=True):
        assert all(np.array_equal(one, other) for one, other in zip(found, wanted, strict=True))


def test_a_file_that_does_not_fit(trained, tmp_path):
    file = tmp_path / "network.npz"
    write_npz(trained, file)
    with refused("network.npz", "checkpoint"):
        load_agent(f"policy:run={file},checkpoint=3", trained.game)
    with refused("network.npz", "reversi"):
        load_agent(f"policy:run={file}", load("reversi"))
    arrays, about = read_weights(file)
    del about[SEAL]  # as in files of earlier versions
    for change, message in (
        ({"network": "[1"}, "network.npz: network"),
        ({"network": '{"blocks": "many"}'}, "network.npz: network.blocks"),
        ({"network": json.dumps({**json.loads(about["network"]), "architecture": "./net.py:Net"})}, "architecture"),
        ({"game": "./mine.py:Game"}, "mine.py"),
        ({"game": 3}, "the metadata have no game"),
    ):
        np.savez(file, metadata=np.array(json.dumps({**about, **change})), **arrays)
        with pytest.raises(ValueError, match=message):
            load_trained(file)


def test_a_run_begins_with_the_weights_of_a_file(run, trained, train_here, tmp_path):
    file = tmp_path / "network.npz"
    write_npz(trained, file)
    for start in (run, file):
        network = dataclasses.replace(trained.config.network, start=str(start))
        train_here(tmp_path / start.stem, 1, network=network)
    first, second = (read_weights_of(tmp_path / start.stem, tmp_path) for start in (run, file))
    assert all(np.array_equal(first[name], second[name]) for name in first)


def read_weights_of(run, folder):
    write_npz(load_trained(run, 0), folder / "start.npz")
    return read_weights(folder / "start.npz")[0]


def test_every_file_has_a_card_of_its_own(run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("net.npz", "net.onnx", "net.safetensors"):
        main([str(run), "--output", name])
    cards = [Path(f"{name}.md").read_text() for name in ("net.npz", "net.onnx", "net.safetensors")]
    assert ["np.load" in cards[0], "onnxruntime" in cards[1], "load_file" in cards[2]] == [True] * 3
    assert len(list(tmp_path.iterdir())) == 6
