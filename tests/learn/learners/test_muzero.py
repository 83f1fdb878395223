"""MuZero: the search over latent states, what is learned of sequences, runs and agents."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from flax import nnx
from refusals import refused
from run_helpers import Silent, iterate_to, results, undocumented

import boardai
from boardai.game import Game
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.own_games import Playing
from boardai.learn.muzero.config import LatentPlayConfig, MuZeroConfig
from boardai.learn.muzero.losses import muzero_loss
from boardai.learn.muzero.method import check_alternation
from boardai.learn.muzero.sequences import SequenceReplay, sequence_columns
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.heads import Outputs
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.muzero import MuZeroNetwork, scaled
from boardai.learn.network.network import Network
from boardai.learn.runs.method import new_method
from boardai.learn.runs.trained_network import load_evaluator
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.latent_search import LatentSearch, latent_model
from boardai.learn.self_play.replay import ReplayConfig
from boardai.learn.self_play.searched_games import searched_games
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig, LossConfig
from boardai.players import load_agent
from boardai.search.trees.options import GumbelSelection

TINY = NetworkConfig(architecture="muzero", blocks=0, channels=4, policy_channels=2, value_channels=2, value_hidden=8)
STEPS = 3


def config(**changes: Any) -> MuZeroConfig:
    settings: dict[str, Any] = {
        "seed": 5,
        "iterations": 3,
        "unroll_steps": STEPS,
        "network": TINY,
        "play": LatentPlayConfig(games_per_iteration=12, batch_size=8, simulations=4),
        "replay": ReplayConfig(capacity=100, minimum=40),
        "learn": LearnConfig(batch_size=16, optimizer="adamw", learning_rate=1e-3, warmup_steps=5),
        "arena": ArenaConfig(every=0, games=4, final_games=4, simulations=4, opening_plies=1),
    }
    return MuZeroConfig(**{**settings, **changes})


@pytest.fixture(scope="module")
def whole(hex3: Game, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A run of three iterations, which is not changed."""
    return iterate_to(3, tmp_path_factory.mktemp("muzero") / "whole", hex3, config(), "muzero")


def random_weights(network: Network, seed: int) -> Any:
    """Weights whose policies and values differ from state to state."""
    rng = np.random.default_rng(seed)
    parameters = tuple(jnp.asarray(rng.normal(0, 0.5, leaf.shape), leaf.dtype) for leaf in network.parameters)
    return network.fold(parameters, network.statistics)


@pytest.mark.slow
def test_mctx_searches_latent_states_alike(hex3: Game) -> None:
    mctx = pytest.importorskip("mctx")
    network, rows, simulations = Network((3, 3, 3), 9, TINY, 0), 24, 20
    weights, rng = random_weights(network, 1), np.random.default_rng(2)
    planes = jnp.asarray(rng.random((rows, 3, 3, 3)), jnp.float32)
    # More legal actions than are considered: once all are visited, mctx stretches values to that of illegal ones as
    # well.
    legal = jnp.asarray(np.argsort(rng.random((rows, 9)), 1) >= 2)
    key = jax.random.key(3)
    noise = jax.random.gumbel(jax.random.split(key)[1], (rows, 9), jnp.float32)  # as mctx draws it

    @jax.jit
    def both() -> Any:
        root, step = latent_model(network, weights, planes, legal)

        def recurrent(_: Any, __: Any, actions: jax.Array, state: jax.Array) -> Any:
            predicted = step(state, actions)
            nothing = jnp.zeros(rows)
            found = mctx.RecurrentFnOutput(
                reward=nothing, discount=predicted.signs, prior_logits=predicted.logits, value=predicted.values
            )
            return found, predicted.state

        given = mctx.RootFnOutput(prior_logits=root.logits, value=root.values, embedding=root.state)
        theirs = mctx.gumbel_muzero_policy((), key, given, recurrent, simulations, ~legal, max_num_considered_actions=6)
        options = GumbelSelection(considered=6)
        ours = boardai.device.gumbel_with_model(root, step, key, simulations, options, noise)
        return theirs.action, theirs.action_weights, theirs.search_tree.summary().visit_counts, ours

    action, action_weights, visits, ours = jax.tree.map(np.asarray, both())
    assert np.isfinite(ours.values).all() and len(np.unique(ours.visits, axis=0)) > rows / 2
    assert not ours.visits[~np.asarray(legal)].any()
    np.testing.assert_array_equal(ours.visits, visits)
    np.testing.assert_array_equal(ours.actions, action)
    np.testing.assert_allclose(ours.action_weights, action_weights, atol=1e-4)


def test_a_state_is_stretched_from_0_to_1() -> None:
    state = jnp.asarray(np.random.default_rng(1).normal(size=(3, 2, 2, 4)) * 9, jnp.float32)
    found = np.asarray(scaled(state)).reshape(3, -1)
    np.testing.assert_allclose(found.min(1), 0, atol=1e-6)
    np.testing.assert_allclose(found.max(1), 1, atol=1e-6)
    assert np.isfinite(scaled(jnp.ones((1, 2, 2, 4)))).all()


def test_actions_are_planes_and_a_pass_is_a_whole_one() -> None:
    network = Network((2, 3, 1), 7, TINY, 0)
    model = network.folded_module(network.fold(network.parameters, network.statistics))
    planes = np.asarray(model.action_planes(jnp.asarray([4, 6])))
    assert planes.shape == (2, 2, 3, 2)
    assert planes[0, 1, 1].tolist() == [1, 0] and planes[0].sum() == 1
    assert (planes[1, ..., 1] == 1).all() and planes[1].sum() == 6


class Doubling(nnx.Module):
    """A model whose states are numbers: a weight times the position, doubled by every action."""

    __call__ = MuZeroNetwork.__call__

    def __init__(self) -> None:
        self.weight = nnx.Param(jnp.asarray(3.0))

    def represent(self, planes: jax.Array) -> jax.Array:
        return self.weight.get_value() * planes

    def dynamics(self, state: jax.Array, actions: jax.Array) -> jax.Array:
        return 2 * state

    def heads(self, state: jax.Array) -> Outputs:
        return Outputs(state, state)


def test_half_of_a_gradient_goes_on_at_each_step() -> None:
    graph, weights = nnx.split(Doubling())

    def value(weights: Any) -> jax.Array:
        outputs = nnx.merge(graph, weights)(jnp.asarray([5.0]), jnp.zeros((1, 2), jnp.int32))
        return outputs.unrolled[1].value[0]

    found, gradient = jax.value_and_grad(value)(weights)
    assert float(found) == 4 * 3 * 5  # the reported loss is the real one
    assert float(jax.tree.leaves(gradient)[0]) == 4 * 5 / 2**2


@pytest.mark.parametrize("value_head", ["scalar", "wdl"])
def test_the_loss_of_two_steps_by_hand(value_head: str) -> None:
    rng = np.random.default_rng(6)

    def predicted() -> Outputs:
        logits, policy = rng.normal(size=(3, 3)).astype(np.float32), rng.normal(size=(3, 4)).astype(np.float32)
        chances = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
        value = chances[:, 0] - chances[:, 2]
        return Outputs(jnp.asarray(policy), jnp.asarray(value), jnp.asarray(logits) if value_head == "wdl" else None)

    outputs = predicted()._replace(unrolled=(predicted(), predicted()))
    # The second game is over after one ply, the third was stopped there.
    policies = np.zeros((3, 3, 4), np.float32)
    policies[:, 0] = rng.dirichlet(np.ones(4), 3)
    policies[0] = rng.dirichlet(np.ones(4), 3)
    outcomes = np.float32([[1, -1, 1], [-1, 1, -1], [0, np.nan, np.nan]])
    batch = {
        "policy": policies[:, 0], "outcome": outcomes[:, 0], "search_value": np.zeros(3, np.float32),
        "legal": np.zeros((3, 4), np.uint8), "unrolled_policy": policies[:, 1:], "unrolled_outcome": outcomes[:, 1:],
    }  # fmt: skip
    loss, metrics = muzero_loss(
        outputs, {name: jnp.asarray(array) for name, array in batch.items()}, LossConfig(value=0.5)
    )

    def parts(step: int, one: Outputs) -> tuple[float, float]:
        policy = value = 0.0
        for row in range(3):
            logits = np.asarray(one.policy[row], np.float64)
            policy -= float(policies[row, step] @ (logits - np.log(np.exp(logits).sum()))) / 3
            outcome = outcomes[row, step]
            if np.isnan(outcome):
                continue
            if value_head == "scalar":
                value += (outcome - float(one.value[row])) ** 2 / 3
            else:
                logits = np.asarray(one.value_logits[row], np.float64)
                value -= float(logits[int(1 - outcome)] - np.log(np.exp(logits).sum())) / 3
        return policy, value

    root, first, second = (parts(step, one) for step, one in enumerate((outputs, *outputs.unrolled)))
    later = (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
    assert float(metrics["unrolled_policy_loss"]) == pytest.approx(later[0], abs=1e-5)
    assert float(metrics["unrolled_value_loss"]) == pytest.approx(later[1], abs=1e-5)
    assert float(loss) == pytest.approx(root[0] + later[0] + 0.5 * (root[1] + later[1]), abs=1e-5)


@pytest.mark.thorough
def test_sequences_are_the_moves_that_were_played(whole: Any, hex3: Game) -> None:
    """Each drawn sequence is looked up in the game files, by its planes and policy."""
    replay: SequenceReplay = whole.method.replay
    assert replay.size == 100  # older positions have left, the middle of a game perhaps
    batch = TrainingBatch((3, 3, 3), 9, 64, sequence_columns(STEPS, 9))
    replay.sample_into(batch, 11)
    known: dict[bytes, list[tuple[list[int], list[np.ndarray], int]]] = {}
    for number in range(1, 4):
        for game in searched_games(read_games(whole.folder.games_path(number)), hex3, "test"):
            state, seen = game.start, []
            for move in game.moves:
                policy = np.zeros(9, np.float32)
                for action, share in move.policy.items():
                    policy[state.policy_index(action)] = share
                mover = state.current_player()
                outcome = game.outcome if mover == 0 else -game.outcome
                seen.append((state.observation().tobytes(), state.policy_index(move.action), policy, outcome))
                state.apply(move.action)
            for ply, (planes, _, _, outcome) in enumerate(seen):
                rest = seen[ply:]
                known.setdefault(planes, []).append(([one[1] for one in rest], [one[2] for one in rest], outcome))
    ended = 0
    for row in range(64):
        fits = 0
        for moves, policies, outcome in known[batch.planes[row].tobytes()]:
            inside = min(len(moves), STEPS)
            later = np.zeros((STEPS, 9), np.float32)
            for step, policy in enumerate(policies[1 : STEPS + 1]):
                later[step] = policy
            fits += (
                len(moves) == batch.plies_ahead[row]
                and batch.actions[row, :inside].astype(int).tolist() == moves[:inside]
                and np.allclose(batch.unrolled_policy[row], later, atol=1e-3)
                and batch.unrolled_outcome[row].tolist() == [outcome * (-1) ** step for step in range(1, STEPS + 1)]
            )
        assert fits
        ended += batch.plies_ahead[row] < STEPS
    assert 0 < ended < 64 and ((batch.actions >= 0) & (batch.actions < 9)).all()


@pytest.mark.thorough
def test_a_resumed_run_equals_one_that_was_not_stopped(whole: Any, hex3: Game, tmp_path: Path) -> None:
    iterate_to(2, tmp_path / "parts", hex3, config(), "muzero")
    parts = iterate_to(3, tmp_path / "parts", hex3, config(), "muzero")
    for a, b in zip(whole.method.learner.parameters, parts.method.learner.parameters, strict=True):
        assert np.asarray(a).tobytes() == np.asarray(b).tobytes()
    assert results(whole.folder.path) == results(tmp_path / "parts")
    assert undocumented(tmp_path / "parts") == set()


@pytest.mark.thorough
def test_agents_of_a_run(whole: Any, hex3: Game) -> None:
    run = boardai.learn.open_run(whole.folder.path)
    agent = load_agent(f"muzero:run={run.path},simulations=8,rows=2", hex3)
    states = [hex3.initial_state(), *(hex3.initial_state().child(action) for action in (0, 4, 8))]
    search = LatentSearch(load_evaluator(run.path, hex3, None, 2), 8)
    found = search(states)
    chosen = [state.policy_index(action) for state, action in zip(states, agent.choose_many(states), strict=True)]
    assert chosen == found.actions.tolist()
    assert (found.visits.sum(1) == 8).all() and found.visits[1, 0] == 0
    thought = agent.think(states[2])
    assert sum(thought.result.visits.values()) == 8 and thought.result.nodes == 9
    assert sum(thought.shares.values()) == pytest.approx(1, abs=1e-5) and 4 not in thought.shares
    assert run.agent("muzero:simulations=8,rows=2").choose_many(states) == agent.choose_many(states)
    # Representation and prediction are a network like any other, for a search by the rules too.
    assert run.play("random", games=2, search="gumbel:simulations=4").games == 2
    with refused("checkpoint"):
        run.agent("muzero", checkpoint=99)


class Twice:
    """A game without end, whose players make two moves each."""

    def __init__(self) -> None:
        self.plies = 0

    def clone(self) -> "Twice":
        return Twice()

    def current_player(self) -> int:
        return self.plies // 2 % 2

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply(self, action: int) -> None:
        self.plies += 1

    def is_terminal(self) -> bool:
        return False


@pytest.mark.thorough
def test_the_network_says_in_play_what_it_says_in_training(hex3: Game) -> None:
    """Statistics of normalisation come from latent states as well, and must fit the roots of searches."""
    network = Network((3, 3, 3), 9, NetworkConfig(architecture="muzero", blocks=1, channels=8), 0)
    rng = np.random.default_rng(3)
    planes = rng.integers(2, size=(64, 3, 3, 3)).astype(np.float32)
    actions = rng.integers(9, size=(64, 3)).astype(np.int32)
    train = jax.jit(network.apply_training)
    statistics = network.statistics
    for _ in range(200):  # until they no longer change
        outputs, statistics = train(network.parameters, statistics, planes, actions)
    states = np.concatenate([one.value for one in (outputs, *outputs.unrolled)])
    assert states.std() > 0.01
    policy, value = network.apply(network.parameters, statistics, planes)
    assert np.allclose(policy, outputs.policy, atol=0.05 * np.std(outputs.policy))
    assert np.allclose(value, outputs.value, atol=0.05 * states.std())


def test_players_must_alternate(hex3: Game) -> None:
    method = new_method("muzero", hex3, config(), Silent(), lambda: None)
    method._found = {}
    opening = Playing(0, np.random.default_rng(1), Twice(), None, opening=3, actions=[0, 1])
    with refused("hex:size=3", "moves twice in a row"):
        method._labels([opening])
    with refused("twice", "moves twice in a row"):  # before a game is searched
        check_alternation(SimpleNamespace(spec="twice", initial_state=Twice))
    start = hex3.initial_state()
    assert method._labels([Playing(0, np.random.default_rng(1), start, None, opening=3, actions=[0, 1])]) == [[]]


def test_what_is_refused(hex3: Game, tmp_path: Path) -> None:
    with refused("learn.loss.discount"):
        config(learn=LearnConfig(loss=LossConfig(discount=0.9)))
    with refused("learn.loss.q_share"):
        config(learn=LearnConfig(loss=LossConfig(q_share=0.5)))
    with refused("replay.surprise_share"):
        config(replay=ReplayConfig(surprise_share=0.5))
    with refused("network.architecture", "residual"):
        iterate_to(1, tmp_path / "run", hex3, config(network=NetworkConfig(blocks=0, channels=4)), "muzero")
    usual = Network((3, 3, 3), 9, NetworkConfig(blocks=0, channels=4), 0)
    with refused("dynamics"):
        LatentSearch(Evaluator(usual, usual.parameters, usual.statistics, 2), 4)
    with refused("network.canvas"):
        Network((3, 3, 3), 9, NetworkConfig(architecture="muzero", canvas=5, board_plane=2), 0)


@pytest.mark.slow
def test_hex_3x3_is_learned(hex3: Game, tmp_path: Path) -> None:
    """Of 200 games against random play 85 % are won, where the initial weights win about half."""
    settings = config(
        iterations=16,
        network=NetworkConfig(architecture="muzero", blocks=1, channels=32),
        play=LatentPlayConfig(games_per_iteration=128, batch_size=128),
        replay=ReplayConfig(minimum=500),
        learn=LearnConfig(batch_size=128, optimizer="adamw", learning_rate=2e-3),
    )
    reporter = Silent()
    iterate_to(None, tmp_path / "run", hex3, settings, "muzero", reporter)
    assert {name.partition(" ")[0] for name in reporter.report["matches"]} == {"search", "policy"}
    agent = load_agent(f"muzero:run={tmp_path / 'run'},rows=32", hex3)
    assert boardai.play_match(hex3, agent, "random", games=200, opening_plies=1, seed=1).score >= 0.85
