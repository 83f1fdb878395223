"""Every kind of network leaves as ONNX: onnxruntime reads the file, and says what the network says."""

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from refusals import refused
from sampled import sampled

import boardai
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.network import Network
from boardai.learn.reports import export
from boardai.learn.reports.export import write_onnx
from boardai.learn.reports.onnx_graph import onnx_model
from boardai.learn.runs.trained_network import Trained, load_trained

SWAP = "hex:size=3,swap=true"  # a policy index that is no cell, and a plane more
POOLED = {"policy_head": "conv", "value_features": "pooled"}
MASKED = {"board_plane": 2, "canvas": 5}
# Name: game, settings. Each setting of the tower and the heads alone, and with those that meet it in one layer.
KINDS = {
    "plain": ("hex:size=3", {}),
    "no blocks": ("hex:size=3", {"blocks": 0}),
    "one block": ("hex:size=3", {"blocks": 1}),
    "four blocks": ("hex:size=3", {"blocks": 4}),
    "swap": (SWAP, {}),
    "attention": (SWAP, {"body": "attention", "heads": 2}),
    "attention, masked": ("hex:size=3", {**MASKED, "body": "attention"}),
    "policy of low rank": (SWAP, {"policy_rank": 3}),
    "convolutional policy": ("hex:size=3", {"policy_head": "conv"}),
    "convolutional policy, swap": (SWAP, {"policy_head": "conv"}),
    "pooled value": ("hex:size=3", {"value_features": "pooled"}),
    "pooled value, convolutional policy, swap": (SWAP, POOLED),
    "win, draw, loss": ("hex:size=3", {"value_head": "wdl"}),
    "squeeze-excitation": ("hex:size=3", {"squeeze_excitation": 4}),
    "global pooling": ("hex:size=3", {"global_pooling": 2}),
    "both in every block": (SWAP, {"squeeze_excitation": 4, "global_pooling": 1}),
    "on a canvas": ("hex:size=3", MASKED),
    "masked, pooled": (SWAP, {**MASKED, **POOLED}),
    "masked, everything": (
        SWAP, {**MASKED, **POOLED, "squeeze_excitation": 4, "global_pooling": 1, "value_head": "wdl"},
    ),
    "bfloat16": ("hex:size=3", {"precision": "bfloat16", "squeeze_excitation": 4}),
    "auxiliary heads": ("reversi:board=4x4", {"moves_left": True, "score": True, "soft_policy": True, "reply": True,
                                            "values_ahead": True, "ownership": 1}),
    "a board that is not square": ("hex:rows=2,cols=4", POOLED),
    "value": ("hex:size=3", {"architecture": "boardai.learn.network.value_network:ValueNetwork"}),
    "value by pieces": ("hex:size=3", {"architecture": "boardai.learn.network.value_network:PieceValueNetwork"}),
    "dense": ("hex:size=3", {"architecture": "boardai.learn.network.dense:DenseNetwork"}),
    "dense, win, draw, loss": (
        "hex:size=3", {"architecture": "boardai.learn.network.dense:DenseNetwork", "value_head": "wdl"},
    ),
    "stones": (
        "hex:size=3,view=absolute",
        {"architecture": "boardai.games.hex.stones_network:StonesNetwork", "value_head": "wdl"},
    ),
}  # fmt: skip


def drawn(spec: str, settings: dict) -> Trained:
    """A network with weights that no layer starts with, so that none is left out unseen."""
    game = boardai.load(spec)
    config = NetworkConfig(**{"blocks": 2, "channels": 8} | settings)
    network = Network(game.observation_shape, game.policy_size, config, 3)
    rng = np.random.default_rng(4)
    parameters, statistics = (
        tuple(rng.uniform(low, 0.5, leaf.shape).astype(np.float32) for leaf in leaves)
        for low, leaves in ((-0.3, network.parameters), (0.2, network.statistics))
    )
    return Trained(
        path=Path("run"), description={"game": spec}, named_in=Path("run.json"), config=None, settings=config,
        checkpoint=0, weights_in=Path("run"), weights=lambda network: (parameters, statistics), game=game,
        network=network, parameters=parameters, statistics=statistics,
    )  # fmt: skip


@pytest.mark.parametrize("kind", sampled(KINDS, ["plain", "dense", "stones"], rest="slow"))
def test_a_file_says_what_its_network_says(kind: str, tmp_path: Path) -> None:
    trained = drawn(*KINDS[kind])
    write_onnx(trained, tmp_path / "network.onnx")
    session = onnxruntime.InferenceSession(str(tmp_path / "network.onnx"))
    planes = np.random.default_rng(1).integers(0, 2, (5, *trained.game.observation_shape)).astype(np.float32)
    exact = export._in_float32(trained.network)
    for rows in (1, 5):
        logits, value = session.run(None, {"planes": planes[:rows]})
        wanted = exact.apply(trained.parameters, trained.statistics, planes[:rows])
        size = max(1.0, float(np.abs(wanted[0]).max()))
        np.testing.assert_allclose(logits, wanted[0], atol=1e-4 * size)
        np.testing.assert_allclose(value, wanted[1], atol=1e-4)
    assert session.get_modelmeta().custom_metadata_map["game"] == KINDS[kind][0]


def test_every_setting_of_the_network_is_tried() -> None:
    """A setting that comes later needs a kind here, or a word why its layers do not change."""
    tried = {name for _, settings in KINDS.values() for name in settings}
    sizes = {"channels", "policy_channels", "value_channels", "value_hidden"}
    first_weights = {"start", "sparsity"}
    assert tried | sizes | first_weights == set(vars(NetworkConfig()))


SHIPPED = sorted(Path(boardai.__file__).parents[1].glob("games/*/networks/*.npz"))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_networks_that_ship(file: Path, tmp_path: Path) -> None:
    write_onnx(load_trained(file), tmp_path / "network.onnx")  # which compares them


def test_nothing_is_written_that_says_something_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trained = drawn("hex:size=3", {})

    def wrong(function, *rest):  # type: ignore[no-untyped-def]
        return onnx_model(lambda *given: [2 * message for message in function(*given)], *rest)

    monkeypatch.setattr(export, "onnx_model", wrong)
    with refused("logits"):
        write_onnx(trained, tmp_path / "network.onnx")
    assert list(tmp_path.iterdir()) == []


def test_a_layer_that_is_not_translated_is_named() -> None:
    import jax.numpy as jnp

    with refused("ONNX", "sort"):
        onnx_model(lambda x, weights: (jnp.sort(x),), (4,), "sorted", "planes", ["logits"], {})


def test_weights_have_the_names_and_numbers_of_other_exports(tmp_path: Path) -> None:
    trained = drawn(SWAP, {"value_features": "pooled", "global_pooling": 1})
    write_onnx(trained, tmp_path / "network.onnx")
    export.write_npz(trained, tmp_path / "network.npz")
    initializers = onnx.load(tmp_path / "network.onnx").graph.initializer
    found = {one.name: onnx.numpy_helper.to_array(one) for one in initializers if "/" in one.name}
    with np.load(tmp_path / "network.npz") as arrays:
        assert found.keys() == set(arrays.files) - {"metadata"}
        for name, array in found.items():
            np.testing.assert_array_equal(array, arrays[name])


def test_what_onnx_has_no_operator_for_is_computed_where_it_is_of_weights_alone() -> None:
    import jax.numpy as jnp

    weights = {"kernel": np.array([[3.0, 1.0], [2.0, 4.0]], np.float32), "scale": np.array([2.0], np.float32)}

    def function(x, weights):  # type: ignore[no-untyped-def]
        return (x @ jnp.sort(weights["kernel"]) * jnp.tanh(weights["scale"]),)

    model = onnx_model(function, (2,), "sorted weights", "planes", ["logits"], weights)
    assert "Tanh" in {node.op_type for node in model.graph.node}
    assert [one.name for one in model.graph.initializer if one.name in weights] == ["scale"]
    session = onnxruntime.InferenceSession(model.SerializeToString())
    planes = np.array([[1.0, 10.0]], np.float32)
    np.testing.assert_allclose(session.run(None, {"planes": planes})[0], function(planes, weights)[0], rtol=1e-6)


def test_logits_of_minus_infinity_are_compared_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import jax.numpy as jnp

    trained = drawn("hex:size=3", {})
    usual = trained.network.apply

    def masked(parameters, statistics, planes):  # type: ignore[no-untyped-def]
        logits, value = usual(parameters, statistics, planes)
        taken = (planes[..., 0] + planes[..., 1]).reshape(-1, 9) > 0
        return jnp.where(taken, -jnp.inf, logits), value

    monkeypatch.setattr(trained.network, "apply", masked)
    write_onnx(trained, tmp_path / "network.onnx")
    assert (tmp_path / "network.onnx").stat().st_size > 0
