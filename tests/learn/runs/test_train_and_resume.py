"""Training from Python: `boardai.learn.train`, the run it returns, and positions as arrays."""

from __future__ import annotations

import hashlib
import inspect
import json
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import flax
import jax
import jax.numpy as jnp
import mctx
import numpy as np
import optax
import pytest
from flax import nnx
from refusals import refused

import boardai
from boardai import device, learn
from boardai.basics.trust import Trust, trusted
from boardai.learn.network.config import NetworkConfig
from boardai.learn.runs.checkpoint import Saved, checkpoint_path, load_checkpoint, save_checkpoint
from boardai.learn.runs.folder import RunFolder
from boardai.learn.training.losses import losses
from boardai.players import load_agent
from boardai.search import Network, puct


class MyNetwork(nnx.Module):
    """Logits and value straight from the planes."""

    def __init__(self, shape, policy_size, config, *, rngs):
        self.layer = nnx.Linear(int(np.prod(shape)), policy_size + 1, rngs=rngs)

    def __call__(self, planes):
        answer = self.layer(planes.reshape(planes.shape[0], -1))
        return answer[:, :-1], jnp.tanh(answer[:, -1])


TINY: dict[str, Any] = {
    "inference_rate_seconds": 0,
    "iterations": 2,
    "selfplay": {"games": 8, "games_per_iteration": 8, "simulations": 4, "groups": 1},
    "learn.batch_size": 16,
    "learn.shards": 1,
    "replay.minimum": 16,
    "arena": {"every": 0, "final_games": 2},
    "network": MyNetwork,
    "verbose": False,
}


@pytest.fixture(scope="module")
def reported() -> list[dict]:
    return []


@pytest.fixture(scope="module")
def run(tmp_path_factory, reported) -> learn.TrainedRun:
    residual = {**TINY, "network": {"blocks": 1, "channels": 8}}
    return learn.train("hex:size=3", run=tmp_path_factory.mktemp("runs") / "hex", callback=reported.append, **residual)


def test_a_run_returns_what_it_measured(run, reported):
    metrics = run.metrics
    assert metrics["iteration"].tolist() == [line["iteration"] for line in reported] == [1, 2]
    assert metrics["iteration"].dtype == np.int64 and metrics["policy_loss"].dtype == np.float64
    assert metrics["policy_loss"].tolist() == [line["policy_loss"] for line in reported]
    assert metrics["seconds.total"][1] > metrics["seconds.total"][0] > 0
    assert metrics["game_lengths"].dtype == object and sum(metrics["game_lengths"][0]) == metrics["games"][0]
    with pytest.raises(KeyError):
        metrics["nothing"]
    assert "policy_loss" in str(metrics) and len(str(metrics).splitlines()) == 3
    assert metrics._repr_html_().count("<tr>") == 3 and "policy_loss" in metrics._repr_html_()
    assert run.checkpoints == [0, 1, 2] and run.report["iteration"] == 2
    tables = [table for pair in run.report["matches"].values() for table in pair.values() if table]
    kept = list(boardai.read_games(run.path / "arena" / "final.jsonl.gz"))
    assert len(kept) == sum(table["games"] for table in tables) > 0
    assert "hex:size=3" in repr(run) and "hex:size=3" in run._repr_html_()
    assert run.settings.selfplay.simulations == 4 and run.learner == "alphazero"


def test_a_run_evaluates_states(run):
    start = run.game.initial_state()
    states = [start, start.child(4), start.child(4).child(0)]
    policies, values = run.evaluate(states)
    assert policies.shape == (3, 9) and values.shape == (3,)
    np.testing.assert_allclose(policies.sum(axis=1), 1, atol=1e-6)
    for state, policy in zip(states, policies, strict=True):
        assert ((policy > 0) == state.legal_mask()).all()
    # One at a time is the same, and so is the network itself.
    for number, state in enumerate(states):
        one = run.evaluate([state])
        np.testing.assert_array_equal(one.policies[0], policies[number])
    logits, direct = run.network().function(np.stack([state.observation() for state in states]))
    np.testing.assert_array_equal(direct, values)
    np.testing.assert_allclose(
        policies[1], np.exp(logits[1]) * states[1].legal_mask() / np.sum(np.exp(logits[1])[states[1].legal_mask()]),
        atol=1e-6,
    )  # fmt: skip
    assert run.evaluate([start], checkpoint=0).values[0] != values[0]
    assert run.evaluate([]).policies.shape == (0, 9)
    with refused("states[0]", "over"):
        run.evaluate([_finished(run.game)])
    with refused("states[0]", "3", "4"):
        run.evaluate([boardai.load("hex:size=4").initial_state()])
    with refused("states", "HexState", error=TypeError):
        run.evaluate(start)


def test_states_that_show_something_else_are_of_the_run_s_game_all_the_same(run):
    other = boardai.load("hex", size=3, view="absolute").initial_state().child(4)
    own = run.game.to_view(other)
    assert other.observation_shape != own.observation_shape
    np.testing.assert_array_equal(run.evaluate([other, own]).policies, run.evaluate([own, own]).policies)
    network = run.network()
    with refused("[3, 3, 3]", "[3, 3, 4]"):
        network.function(other.observation()[None])
    for search in (boardai.search.puct, boardai.search.gumbel, boardai.search.mcts):
        found = [search(state, simulations=8, seed=1, evaluator=network) for state in (other, own)]
        assert found[0].visits == found[1].visits and found[0].value == found[1].value
    found = [boardai.search.pvs(state, depth=2, evaluator=network) for state in (other, own)]
    assert found[0].value == found[1].value and found[0].pv == found[1].pv
    visits = boardai.search.Forest([other, own], network, seed=1).run(8).visits
    assert visits.sum(axis=1).tolist() == [8, 8]
    session = boardai.search.Puct(evaluator=network)
    session.search(other, simulations=8)
    assert session.advance(own.legal_actions()[0]) in (True, False) and session.state.observation_shape == (3, 3, 3)
    with refused("hex:size=3"):
        boardai.search.puct(boardai.load("reversi").initial_state(), simulations=2, evaluator=network)


def _finished(game):
    state = game.initial_state()
    while not state.is_terminal():
        state.apply(state.legal_actions()[0])
    return state


def test_a_run_plays(run):
    start = run.game.initial_state()
    for spec in ("gumbel:simulations=8", "puct:simulations=8", "policy"):
        assert start.is_legal(run.agent(spec).choose(start))
    assert run.play("random", games=2).games == 2
    assert puct(start, evaluator=run.network(), simulations=20).simulations == 20
    with refused("pvs"):
        run.agent("pvs")


def test_going_on_is_as_if_it_had_not_been_stopped(run, tmp_path):
    at_once = learn.train("hex:size=3", run=tmp_path / "three", **{**TINY, "iterations": 3})
    first = learn.train("hex:size=3", run=tmp_path / "one", **{**TINY, "iterations": 1})
    resumed = learn.resume(first, iterations=3, verbose=False)
    assert resumed.metrics["policy_loss"].tolist() == at_once.metrics["policy_loss"].tolist()
    with refused("seed"):
        learn.resume(first, seed=7, verbose=False)
    with refused(tmp_path / "one"):
        learn.train("hex:size=3", run=tmp_path / "one", **TINY)
    again = learn.open_run(tmp_path / "one")
    assert again.game.spec == run.game.spec
    np.testing.assert_array_equal(again.evaluate([run.game.initial_state()]).values,
                                  at_once.evaluate([run.game.initial_state()]).values)  # fmt: skip


def test_the_callback_ends_a_run(tmp_path):
    ended = learn.train("hex:size=3", run=tmp_path / "run", callback=lambda line: True, **TINY)
    assert ended.checkpoints == [0, 1] and ended.report is None
    assert learn.resume(ended, verbose=False).checkpoints == [0, 1, 2]


def test_a_callback_s_error_comes_through_and_the_run_goes_on(tmp_path):
    def fails(line):
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        learn.train("hex:size=3", run=tmp_path / "run", callback=fails, **TINY)
    assert learn.resume(tmp_path / "run", verbose=False).checkpoints == [0, 1, 2]


def test_ctrl_c(tmp_path):
    def interrupts(line):
        raise KeyboardInterrupt

    stopped = learn.train("hex:size=3", run=tmp_path / "a", callback=interrupts, on_interrupt="return", **TINY)
    assert stopped.checkpoints == [0, 1]
    with pytest.raises(KeyboardInterrupt):
        learn.train("hex:size=3", run=tmp_path / "b", callback=interrupts, **TINY)
    assert learn.open_run(tmp_path / "b").checkpoints == [0, 1]
    with refused("on_interrupt", "no"):
        learn.train("hex:size=3", on_interrupt="no")


def test_a_class_is_a_network(tmp_path):
    for number, network in enumerate((MyNetwork, NetworkConfig(architecture=MyNetwork), {"architecture": MyNetwork})):
        settings = {**TINY, "iterations": 1, "network": network}
        trained = learn.train("hex:size=3", run=tmp_path / str(number), **settings)
        assert trained.settings.network.architecture == f"{__name__}:MyNetwork"
        assert trained.evaluate([trained.game.initial_state()]).policies.shape == (1, 9)


def test_trust_is_the_opened_run_s_or_the_user_s_and_a_callback_has_the_user_s(tmp_path, monkeypatch):
    """A run's folder names code: a class of this module, which the user has not named since."""
    seen = []

    def callback(line):
        seen.append(trusted())

    with boardai.trusting(Trust()):
        learn.train("hex:size=3", run=tmp_path / "run", callback=callback, **TINY)
        monkeypatch.setattr("boardai.learn.network.config._GIVEN", {})  # as in another process
        opened = learn.open_run(tmp_path / "run")
        state = opened.game.initial_state()
        with pytest.raises(ValueError, match="only this file names"):
            opened.evaluate([state])
        with boardai.trusting():
            assert opened.evaluate([state]).policies.shape == (1, 9)
            assert trusted().everything
            trusting_run = learn.open_run(tmp_path / "run")
        assert trusting_run.evaluate([state]).policies.shape == (1, 9)
        learn.resume(trusting_run, iterations=3, verbose=False, callback=callback)
        assert len(seen) == 3 and all(trust == Trust() for trust in seen)


@pytest.mark.thorough
def test_a_class_of_a_function_must_be_given_again(tmp_path):
    class Local(MyNetwork):
        pass

    trained = learn.train("hex:size=3", run=tmp_path / "run", **{**TINY, "network": Local})
    assert learn.resume(trained, iterations=3, verbose=False).checkpoints[-1] == 3
    program = f"""
import boardai
from boardai import learn
from boardai.basics.trust import Trust, trusted
with boardai.trusting():
    run = learn.open_run({str(tmp_path / "run")!r})
try:
    run.evaluate([run.game.initial_state()])
except ValueError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert "must be given again" in done.stdout, done.stderr


@pytest.mark.thorough
def test_a_loss_of_one_s_own(tmp_path):
    def twice(outputs, batch, config):
        total, metrics = losses(outputs, batch, config)
        return 2 * total, {"mine": metrics["policy_loss"] + 1}

    trained = learn.train("hex:size=3", run=tmp_path / "run", loss=twice, **TINY)
    metrics = trained.metrics
    np.testing.assert_allclose(metrics["mine"], metrics["policy_loss"] + 1, rtol=1e-5)
    np.testing.assert_allclose(metrics["loss"], 2 * (metrics["policy_loss"] + metrics["value_loss"]), rtol=1e-5)
    with refused("twice"):
        learn.resume(trained, iterations=3, verbose=False)
    assert learn.resume(trained, iterations=3, loss=twice, verbose=False).checkpoints[-1] == 3
    with refused("td"):
        learn.train("reversi:board=4x4", learner="td", loss=twice, iterations=1, run=tmp_path / "td", verbose=False)


@pytest.mark.thorough
def test_an_optimizer_and_a_change_of_batches_are_given_again(tmp_path):
    def sharper(arrays, rng):
        return {**arrays, "planes": arrays["planes"] * rng.uniform(0.9, 1.1)}

    given = {"optimizer": optax.adam(0.01), "augment": sharper}
    at_once = learn.train("hex:size=3", run=tmp_path / "two", **given, **TINY)
    first = learn.train("hex:size=3", run=tmp_path / "one", **given, **{**TINY, "iterations": 1})
    for left_out in given:
        rest = {kind: one for kind, one in given.items() if kind != left_out}
        with refused(tmp_path / "one", f"resume(folder, {left_out}=...)"):
            learn.resume(first, iterations=2, verbose=False, **rest)
    with refused("another optimizer"):
        learn.resume(first, iterations=2, verbose=False, **{**given, "optimizer": optax.sgd(0.01)})
    with refused("learn.learning_rate", "optimizer="):
        learn.resume(first, iterations=2, verbose=False, **given, **{"learn.learning_rate": 0.1})
    resumed = learn.resume(first, iterations=2, verbose=False, **given)
    assert resumed.metrics["policy_loss"].tolist() == at_once.metrics["policy_loss"].tolist()
    assert "learning_rate" not in resumed.metrics
    with refused("boardai.learn.resume(folder, optimizer=...)"):  # as --resume does
        RunFolder.resume(first.path, "test")


def test_what_a_run_did_not_begin_with_is_not_given_later(run):
    with refused("optimizer", "begin a new run"):
        learn.resume(run, iterations=3, optimizer=optax.adam(0.01), verbose=False)
    assert run.checkpoints == [0, 1, 2]


def test_a_run_s_network_is_a_function_of_jax(run):
    apply, parameters, state = run.flax()
    planes = np.stack([run.game.initial_state().child(cell).observation() for cell in range(3)])
    logits, values = jax.jit(apply)(parameters, state, planes)
    wanted = run.network().function(planes)
    np.testing.assert_allclose(logits, wanted[0], atol=1e-4)
    np.testing.assert_allclose(values, wanted[1], atol=1e-4)
    named = flax.traverse_util.flatten_dict({"parameters": parameters, "statistics": state}, sep="/")
    with np.load(run.path / "checkpoints" / "000002" / "ema.npz") as stored:
        assert named.keys() == set(stored.files)
        for name, array in named.items():
            np.testing.assert_array_equal(array, stored[name])
    first = run.flax(checkpoint=0).parameters
    assert not np.array_equal(first["stem"]["conv"]["kernel"], parameters["stem"]["conv"]["kernel"])


@pytest.mark.slow
def test_mctx_searches_with_a_run_s_network(run):
    network, rules, key = run.flax(), device.rules(run.game), jax.random.key(5)
    weights, state = (network.parameters, network.state), rules.step(rules.init(4), jnp.arange(4))

    @jax.jit
    def theirs():
        root = network.root_fn(rules)(weights, key, state)
        illegal = ~rules.legal_mask(state)
        return mctx.gumbel_muzero_policy(weights, key, root, network.recurrent_fn(rules), 12, invalid_actions=illegal)

    @jax.jit
    def ours():
        noise = jax.random.gumbel(jax.random.split(key)[1], (4, rules.policy_size), jnp.float32)  # as mctx draws it
        return device.gumbel(rules, state, lambda planes: network.apply(*weights, planes), key, 12, None, noise)

    found, own = theirs(), ours()
    np.testing.assert_array_equal(own.visits, found.search_tree.summary().visit_counts)
    np.testing.assert_array_equal(own.actions, found.action)


def test_checkpoints_of_earlier_versions_name_weights_without_their_kind(run, tmp_path):
    folder = tmp_path / "old"
    shutil.copytree(run.path, folder)
    checkpoint = folder / "checkpoints" / "000002"
    manifest = json.loads((checkpoint / "MANIFEST.json").read_text())
    for name in ("network.npz", "ema.npz"):
        with np.load(checkpoint / name) as arrays:
            old = {key.partition("/")[2]: arrays[key] for key in arrays.files}
        np.savez(checkpoint / name, **old)
        manifest[name] = hashlib.sha256((checkpoint / name).read_bytes()).hexdigest()
    (checkpoint / "MANIFEST.json").write_text(json.dumps(manifest))
    state = run.game.initial_state()
    np.testing.assert_array_equal(learn.open_run(folder).evaluate([state]).policies, run.evaluate([state]).policies)


def test_names_that_are_there_are_none_of_an_earlier_version(tmp_path):
    leaves = {"parameters/w": np.zeros(2, np.float32), "parameters/parameters/w": np.ones(2, np.float32)}
    save_checkpoint(tmp_path, 1, Saved({"network": leaves}))
    found = load_checkpoint(checkpoint_path(tmp_path, 1), {"network": leaves}).trees["network"]
    assert {name: array.tolist() for name, array in found.items()} == {
        "parameters/w": [0, 0], "parameters/parameters/w": [1, 1]
    }  # fmt: skip


def test_a_policy_alone_is_a_loss(tmp_path):
    def policy_only(outputs, batch, config):
        return losses(outputs, batch, config)[1]["policy_loss"]

    metrics = learn.train("hex:size=3", run=tmp_path / "run", loss=policy_only, **TINY).metrics
    np.testing.assert_allclose(metrics["loss"], metrics["policy_loss"], rtol=1e-6)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"simulations": 3}, r"'simulations'.*selfplay\.simulations"),
        ({"selfplay.simulations": 0}, r"selfplay\.simulations.*0"),
        ({"learner": "magic"}, "learner 'magic'"),
        ({"preset": "magic"}, "preset 'magic'"),
        ({"network": {"blokcs": 2}}, r"'network\.blokcs'.*network\.blocks"),
        ({"network": int}, r"network\.architecture: .*'int'"),
        ({"loss": losses, "learner": "mouse"}, "loss: .*mouse"),
        ({"optimizer": optax.adam(0.1), "learner": "mouse"}, "optimizer: .*mouse"),
        ({"optimizer": optax.adam(0.1), "learn": {"weight_decay": 0.1}}, r"learn\.weight_decay: .*optimizer="),
        ({"optimizer": optax.adam(0.1), "growth": {"stages": ["0.5:9x99"]}}, r"growth\.stages"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path, settings, words):
    with pytest.raises(ValueError, match=words):
        learn.train("hex:size=3", **{"run": tmp_path / "run", **settings})
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_games_made_on_the_spot(tmp_path):
    source = Path("examples/02_connect_four.hpp").read_text(encoding="utf-8")
    game = boardai.define_game(source, "connect_four")
    trained = learn.train(game, run=tmp_path / "run", **{**TINY, "iterations": 1})
    assert trained.evaluate([game.initial_state()]).policies.shape == (1, game.policy_size)
    with refused("game"):
        learn.open_run(tmp_path / "run")
    assert learn.resume(tmp_path / "run", game=game, iterations=2, verbose=False).checkpoints[-1] == 2


@pytest.mark.thorough
def test_a_learned_evaluation(tmp_path):
    trained = learn.train("reversi:board=4x4", learner="td", iterations=1, run=tmp_path / "run", verbose=False,
                          **{"arena.every": 0, "arena.final_games": 2, "play.games_per_update": 8,
                             "play.updates_per_iteration": 2})  # fmt: skip
    start = trained.game.initial_state()
    policies, values = trained.evaluate([start])
    assert policies is None and values.shape == (1,) and abs(values[0]) <= 1
    assert start.is_legal(trained.agent("pvs:depth=2").choose(start))
    assert values[0] == pytest.approx(np.tanh(trained.evaluation()(start) / trained.evaluation().scale), abs=1e-6)


def test_self_play_as_arrays(run):
    game = run.game
    asked = []

    def network(planes):
        asked.append(planes.shape)
        return np.zeros((len(planes), game.policy_size)), np.zeros(len(planes))

    found = learn.self_play_games(game, Network(network), games=10, seed=3, simulations=8, at_once=4)
    assert set(asked) == {(4, *game.observation_shape)}  # traced once
    n = len(found)
    assert found.observations.shape == (n, 3, 3, 3) and found.policies.shape == found.legal.shape == (n, 9)
    np.testing.assert_allclose(found.policies.sum(axis=1), 1, atol=1e-5)
    assert not found.policies[~found.legal].any()
    assert set(np.unique(found.outcomes)) <= {-1, 1}
    last = found[found.moves_left == 1]
    assert len(last) == 10 and (last.outcomes == 1).all()  # who makes the last move of Hex has won
    again = learn.self_play_games(game, Network(network), games=10, seed=3, simulations=8, at_once=4)
    np.testing.assert_array_equal(again.policies, found.policies)
    assert f"observations [{n}, 3, 3, 3]" in repr(found)
    with refused("logits", "[4, 9]"):
        learn.self_play_games(game, Network(lambda planes: (np.zeros((4, 3)), np.zeros(4))), games=4, at_once=4)
    with refused("selfplay.nothing"):
        learn.self_play_games(game, Network(network), nothing=1)


def test_a_run_s_games_as_arrays(run):
    both, second = learn.run_games(run.path, run.game), learn.run_games(run.path, run.game, [2])
    assert len(both) > len(second) > 8
    np.testing.assert_array_equal(both[len(both) - len(second) :].observations, second.observations)
    with refused("000009.games"):
        learn.run_games(run.path, run.game, [9])


def test_the_public_names():
    assert set(learn.__all__) <= set(dir(learn))
    for name in learn.__all__:
        one = getattr(learn, name)
        assert inspect.getdoc(one)


def test_arrays_pickle(run):
    found = learn.run_games(run.path, run.game, [2])
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(found)).policies, found.policies)


@pytest.mark.slow
def test_a_run_of_other_planes_plays_the_game(tmp_path):
    settings = {**TINY, "iterations": 1, "arena": {"every": 0, "final_games": 2, "max_plies": 8}}
    settings["network"] = {"blocks": 1, "channels": 8}
    settings["selfplay"] = {**TINY["selfplay"], "max_plies": 8}
    trained = learn.train("chess:history=0,attacks=true", run=tmp_path / "run", **settings)
    chess = boardai.load("chess")
    state = chess.initial_state()
    for move in ("e4", "e5"):
        state.apply(chess.parse_action(state, move))
    for spec in ("puct", "gumbel", "policy", "value", "mcts"):
        limit = "" if spec in ("policy", "value") else ",simulations=8"
        agent = load_agent(f"{spec}:run={trained.path}{limit}", chess)
        own = load_agent(f"{spec}:run={trained.path}{limit}", trained.game)
        assert agent.choose(state) == own.choose(trained.game.to_view(state))
        # A match asks some agents about games, others about states.
        assert boardai.play_match(chess, agent, "random", games=2, max_plies=6, on_error="raise").games == 2
    with pytest.raises(ValueError, match=r"chess:history=0|network\.canvas"):
        load_agent(f"policy:run={trained.path}", boardai.load("hex:size=5"))
    command = [sys.executable, "-m", "boardai.analyze", "chess", "--search", f"puct:run={trained.path}",
               "--simulations", "10"]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "10 simulations" in done.stdout, done.stderr
