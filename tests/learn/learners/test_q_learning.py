"""Q-learning: targets, what is learned, what is refused."""

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest
from refusals import refused
from run_helpers import Silent, iterate_to, results, undocumented

import boardai
from boardai.game import Game
from boardai.learn.evaluation.config import ArenaConfig
from boardai.learn.learners.config import OwnPlayConfig, QConfig
from boardai.learn.learners.q_learning import q_loss, q_targets
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.heads import Outputs
from boardai.learn.network.inference import Evaluator
from boardai.learn.self_play.replay import ReplayConfig
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LearnConfig, LossConfig
from boardai.players import load_agent
from boardai.search import dfpn

TINY = NetworkConfig(blocks=1, channels=8, policy_channels=2, value_channels=2, value_hidden=8)


def config(**changes: Any) -> QConfig:
    settings: dict[str, Any] = {
        "seed": 5,
        "iterations": 4,
        "network": TINY,
        "play": OwnPlayConfig(games_per_iteration=12, batch_size=16, random_plies=2),
        "replay": ReplayConfig(capacity=100, minimum=40),
        "learn": LearnConfig(batch_size=16, optimizer="adamw", learning_rate=1e-3, warmup_steps=5),
        "arena": ArenaConfig(every=2, games=4, final_games=4, opening_plies=1),
    }
    return QConfig(**{**settings, **changes})


@pytest.mark.thorough
def test_a_resumed_run_equals_one_that_was_not_stopped(hex3: Game, tmp_path: Path) -> None:
    whole = iterate_to(4, tmp_path / "whole", hex3, config(), "q")
    iterate_to(3, tmp_path / "parts", hex3, config(), "q")
    (tmp_path / "parts" / "games" / "000001.games").unlink()  # what the buffer does not hold is not asked for
    parts = iterate_to(4, tmp_path / "parts", hex3, config(), "q")
    for a, b in zip(whole.method.learner.parameters, parts.method.learner.parameters, strict=True):
        assert np.asarray(a).tobytes() == np.asarray(b).tobytes()
    assert results(tmp_path / "whole") == results(tmp_path / "parts")
    assert undocumented(tmp_path / "whole") == set()
    last = results(tmp_path / "whole")[-1]
    assert last["buffer"] == 100 and 0 < last["q_loss"] < 4 and -1 < last["q_mean"] < 1
    assert last.keys().isdisjoint({"policy_loss", "top1", "target_entropy"})  # there is no search to compare with
    reporter = Silent()
    iterate_to(None, tmp_path / "whole", hex3, config(), "q", reporter)
    assert {name.partition(" ")[0] for name in reporter.report["matches"]} == {"value", "policy"}


def marks_twice(tic_tac_toe: str) -> Game:
    """Tic-Tac-Toe whose players, after the first mark, make two each."""
    usual: Any = type(boardai.load(tic_tac_toe).initial_state())

    class Twice(usual):  # type: ignore[misc]
        def current_player(self) -> int:
            return int((10 - self.cells.count(0)) // 2 % 2)

        def clone(self) -> Any:
            return Twice(self.cells)

        @classmethod
        def from_string(cls, text: str) -> Any:
            return cls(".xo".index(letter) for letter in text)

    return boardai.Game(Twice())


@pytest.mark.parametrize("spec", ["hex:size=3,swap=true", "twice"])
def test_an_action_is_worth_what_the_best_one_behind_it_is(spec: str, tic_tac_toe: str, tmp_path: Path) -> None:
    """Computed from the states of the games that were played, one by one."""
    game = marks_twice(tic_tac_toe) if spec == "twice" else boardai.load(spec)
    play = OwnPlayConfig(games_per_iteration=24, batch_size=16, random_plies=3, epsilon=0.3, max_plies=200)
    run = iterate_to(
        1, tmp_path / "run", game, config(play=play, replay=ReplayConfig(capacity=5000, minimum=5000)), "q"
    )
    judge, discount = Evaluator(run.method.network, *run.method.learner.play_weights(), 1), LossConfig(discount=0.9)
    buffer = run.method.replay
    columns = {"next_planes": game.observation_shape, "next_legal": (game.policy_size,), "next_sign": ()}
    seen = set()
    for number in range(0, buffer.size, 7):
        batch = TrainingBatch(game.observation_shape, game.policy_size, 1, columns)
        buffer._native.read(number, 0, 1, batch.to_native())
        state = buffer._native.state(number)
        state = state if game.is_native else state.object().clone()
        (index,) = np.flatnonzero(batch.policy[0])
        (action,) = (one for one in state.legal_actions() if state.policy_index(one) == index)
        child = state.child(action)
        if child.is_terminal():
            expected = child.outcome(state.current_player())
            seen.add(0)
        else:
            logits = judge(child.observation()[None])[0][0]
            best = max(logits[child.policy_index(one)] for one in child.legal_actions())
            sign = 1 if child.current_player() == state.current_player() else -1
            # A probability of winning, twice over less one.
            expected = sign * (2 / (1 + np.exp(-best)) - 1)
            seen.add(sign)
        ended = 0.9 ** batch.moves_left[0] * batch.outcome[0]
        mixed = 0.75 * 0.9 * expected + 0.25 * ended
        assert q_targets(batch, judge, discount, result_share=0.25)[0] == pytest.approx(mixed, abs=1e-5)
        assert q_targets(batch, judge, discount)[0] == pytest.approx(0.9 * expected, abs=1e-5)
    assert seen == ({-1, 0, 1} if spec == "twice" else {-1, 0})


@pytest.mark.thorough
def test_what_is_learned_is_not_the_games_results(hex3: Game, tmp_path: Path) -> None:
    learn = LearnConfig(batch_size=64, loss=LossConfig(discount=0.9))
    run = iterate_to(1, tmp_path / "run", hex3, config(learn=learn), "q")
    columns = {"next_planes": hex3.observation_shape, "next_legal": (hex3.policy_size,), "next_sign": ()}
    batch = TrainingBatch(hex3.observation_shape, hex3.policy_size, 64, columns)
    run.method._fill(0, batch)
    np.testing.assert_array_equal(batch.search_value, q_targets(batch, run.method._judge, learn.loss))
    over = batch.next_sign == 0
    np.testing.assert_allclose(batch.search_value[over], 0.9 * batch.outcome[over])
    assert (np.abs(batch.search_value[~over]) < 0.85).all() and 0 < over.sum() < 64


def test_results_are_learned_where_that_is_asked_for(hex3: Game, tmp_path: Path) -> None:
    run = iterate_to(1, tmp_path / "run", hex3, config(result_share=1.0), "q")
    columns = {"next_planes": hex3.observation_shape, "next_legal": (hex3.policy_size,), "next_sign": ()}
    batch = TrainingBatch(hex3.observation_shape, hex3.policy_size, 16, columns)
    run.method._fill(0, batch)
    np.testing.assert_array_equal(batch.search_value, batch.outcome)
    assert (batch.next_sign != 0).any()
    with refused("result_share"):
        config(result_share=1.5)


@pytest.mark.thorough
def test_the_loss_is_cross_entropy_of_the_actions_probability() -> None:
    rng = np.random.default_rng(3)
    logits, target = rng.normal(size=(5, 4)).astype(np.float32), np.float32([-1, 1, 0.2, -0.6, 0])
    policy = np.eye(4, dtype=np.float32)[[0, 3, 2, 1, 1]]
    legal = np.ones((5, 4), np.uint8)
    legal[:, 3] = [0, 1, 0, 1, 0]
    batch = {"policy": jnp.asarray(policy), "search_value": jnp.asarray(target), "legal": jnp.asarray(legal)}
    values = jnp.asarray(rng.uniform(-1, 1, 5).astype(np.float32))
    loss, metrics = q_loss(Outputs(jnp.asarray(logits), values), batch, LossConfig(value=0.5))
    chosen = logits[np.arange(5), [0, 3, 2, 1, 1]]
    entropy = optax.losses.sigmoid_binary_cross_entropy(chosen, (1 + target) / 2).mean()
    best = np.tanh(np.where(legal, logits, -99).max(axis=1) / 2)
    errors = np.square(np.asarray(values) - best).mean()
    assert float(loss) == pytest.approx(float(entropy) + 0.5 * errors, abs=1e-5)
    assert float(metrics["q_loss"]) == pytest.approx(np.square(np.tanh(chosen / 2) - target).mean(), abs=1e-5)
    # The value follows the actions, not they the value.
    push = jax.grad(lambda given: q_loss(Outputs(given, values), batch, LossConfig(value=0.5))[0])(jnp.asarray(logits))
    assert not np.asarray(push)[policy == 0].any()


def test_solved_positions_are_learned(hex3: Game, tmp_path: Path) -> None:
    settings = config(
        play=OwnPlayConfig(games_per_iteration=48, random_plies=3, epsilon=0.2),
        replay=ReplayConfig(capacity=5_000, minimum=100, samples_per_new_position=8),
        network=NetworkConfig(blocks=1, channels=16),
        learn=LearnConfig(batch_size=64, optimizer="adamw", learning_rate=3e-3, warmup_steps=20),
        arena=ArenaConfig(every=0),
    )
    iterate_to(12, tmp_path / "run", hex3, settings, "q")
    learned = _winning_moves(hex3, load_agent(f"policy:run={tmp_path / 'run'}", hex3))
    untrained = _winning_moves(hex3, load_agent(f"policy:run={tmp_path / 'run'},checkpoint=0", hex3))
    assert learned > 0.8 and learned > untrained + 0.15


def _winning_moves(game: Game, agent: Any) -> float:
    """How often an agent keeps a won position won."""
    rng = np.random.default_rng(9)
    kept = asked = 0
    while asked < 100:
        state = game.initial_state()
        for _ in range(rng.integers(6)):
            if not state.is_terminal():
                state.apply(int(rng.choice(state.legal_actions())))
        if state.is_terminal() or dfpn(state, seconds=10).value < 1:
            continue
        child = state.child(agent.choose(state))
        kept += child.is_terminal() or dfpn(child, seconds=10).value == -1
        asked += 1
    return kept / asked


def test_what_is_refused(hex3: Game, tmp_path: Path) -> None:
    with refused("learn.loss.soft_policy"):
        config(learn=LearnConfig(loss=LossConfig(soft_policy=1.0)))
    with refused("replay.surprise_share"):
        config(replay=ReplayConfig(surprise_share=0.5))
    values_alone = NetworkConfig(architecture="boardai.learn.network.dense:DenseNetwork")
    with refused("network.architecture", "DenseNetwork"):
        iterate_to(1, tmp_path / "run", hex3, config(network=values_alone), "q")
