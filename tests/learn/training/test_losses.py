"""Every loss against its formula in NumPy."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from refusals import refused

from boardai.learn.network.heads import Outputs, win_draw_loss_value
from boardai.learn.targets import MOVES_UNIT, SCORE_UNIT, TARGETS, softened
from boardai.learn.training import losses as subject
from boardai.learn.training.batch import TrainingBatch
from boardai.learn.training.config import LossConfig

ROWS, ACTIONS = 6, 5
FULL = LossConfig(
    value=0.7,
    entropy_bonus=0.01,
    soft_policy=2.0,
    soft_temperature=3.0,
    moves_left=0.3,
    score=0.2,
    reply=0.15,
    values_ahead=0.6,
    ownership=0.4,
)
FURTHER = {"reply": (ACTIONS,), "values_ahead": (3,), "ownership": (2, 2, 1)}


def softmax(logits: np.ndarray) -> np.ndarray:
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


@pytest.fixture
def batch() -> TrainingBatch:
    rng = np.random.default_rng(0)
    batch = TrainingBatch((2, 2, 1), ACTIONS, ROWS, FURTHER)
    batch.legal[:] = rng.random((ROWS, ACTIONS)) < 0.6
    batch.legal[:, 0] = 1
    weights = rng.random((ROWS, ACTIONS)) * batch.legal
    batch.policy[:] = weights / weights.sum(axis=1, keepdims=True)
    batch.outcome[:] = [-1, 0, 1, 1, -1, 0]
    batch.search_value[:] = rng.uniform(-1, 1, ROWS)
    batch.moves_left[:] = rng.integers(0, 90, ROWS)
    batch.plies_ahead[:] = batch.moves_left
    batch.score[:] = rng.integers(-40, 40, ROWS)
    batch.reply[np.arange(ROWS), rng.integers(0, ACTIONS, ROWS)] = 1
    batch.values_ahead[:] = rng.uniform(-1, 1, (ROWS, 3))
    batch.ownership[:] = rng.integers(-1, 2, (ROWS, 2, 2, 1))
    return batch


@pytest.fixture
def outputs() -> Outputs:
    rng = np.random.default_rng(1)
    wdl = rng.normal(size=(ROWS, 3)).astype(np.float32)
    return Outputs(
        policy=rng.normal(size=(ROWS, ACTIONS)).astype(np.float32),
        value=np.asarray(win_draw_loss_value(wdl)),
        value_logits=wdl,
        auxiliary={
            "soft_policy": rng.normal(size=(ROWS, ACTIONS)).astype(np.float32),
            "moves_left": rng.uniform(0, 90, ROWS).astype(np.float32),
            "score": rng.uniform(-40, 40, ROWS).astype(np.float32),
            "reply": rng.normal(size=(ROWS, ACTIONS)).astype(np.float32),
            "values_ahead": rng.uniform(-1, 1, (ROWS, 3)).astype(np.float32),
            "ownership": rng.uniform(-1, 1, (ROWS, 2, 2, 1)).astype(np.float32),
        },
    )


def loss_and_metrics(outputs: Outputs, batch: TrainingBatch, config: LossConfig):  # type: ignore[no-untyped-def]
    return jax.jit(lambda o, b: subject.losses(o, b, config))(outputs, batch.arrays())


def reference_policy(logits: np.ndarray, legal: np.ndarray | None) -> np.ndarray:
    """Softmax over the legal moves, by leaving the others out."""
    result = np.zeros((ROWS, ACTIONS))
    for row in range(ROWS):
        keep = np.arange(ACTIONS) if legal is None or not legal[row].any() else np.flatnonzero(legal[row])
        result[row, keep] = softmax(logits[row : row + 1, keep].astype(np.float64))[0]
    return result


def cross(target: np.ndarray, p: np.ndarray) -> float:
    terms = np.where(target > 0, target * np.log(np.where(target > 0, p, 1.0)), 0.0)
    return float(-terms.sum(axis=1).mean())


def huber(d: np.ndarray) -> float:
    return float(np.mean([0.5 * x * x if abs(x) <= 1 else abs(x) - 0.5 for x in d]))


def test_values_ahead_are_not_discounted() -> None:
    with refused("learn.loss.values_ahead"):
        LossConfig(values_ahead=1.0, discount=0.99)


@pytest.mark.parametrize("mask", [True, False])
def test_policy_loss_and_entropies(outputs: Outputs, batch: TrainingBatch, mask: bool) -> None:
    batch.legal[2] = 0  # unknown: nothing is masked in this row
    batch.policy[2] = 0.2
    p = reference_policy(outputs.policy, batch.legal if mask else None)
    _, metrics = loss_and_metrics(outputs, batch, LossConfig(mask_illegal=mask))
    assert metrics["policy_loss"] == pytest.approx(cross(batch.policy, p), rel=1e-5)
    assert metrics["policy_entropy"] == pytest.approx(cross(p, p), rel=1e-5)
    assert metrics["target_entropy"] == pytest.approx(cross(batch.policy, batch.policy), rel=1e-5)
    assert metrics["top1"] == pytest.approx(np.mean(p.argmax(1) == batch.policy.argmax(1)))


def test_illegal_logits_have_no_influence_and_no_gradient(outputs: Outputs, batch: TrainingBatch) -> None:
    def policy_loss(logits: jax.Array) -> jax.Array:
        return subject.losses(outputs._replace(policy=logits), batch.arrays(), LossConfig(entropy_bonus=0.1))[0]

    loss, gradient = jax.jit(jax.value_and_grad(policy_loss))(outputs.policy)
    illegal = batch.legal == 0
    assert illegal.any()
    assert np.all(np.asarray(gradient)[illegal] == 0)
    choice = ~illegal & (batch.legal.sum(axis=1, keepdims=True) > 1)
    assert np.all(np.asarray(gradient)[choice] != 0)
    moved = np.where(illegal, outputs.policy + 50, outputs.policy)
    assert jax.jit(policy_loss)(moved) == pytest.approx(float(loss), rel=1e-6)


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_value_losses(outputs: Outputs, batch: TrainingBatch, share: float) -> None:
    target = (1 - share) * batch.outcome + share * batch.search_value
    _, metrics = loss_and_metrics(outputs._replace(value_logits=None), batch, LossConfig(q_share=share))
    assert metrics["value_loss"] == pytest.approx(np.mean((target - outputs.value) ** 2), rel=1e-5)

    _, metrics = loss_and_metrics(outputs, batch, LossConfig(q_share=share))
    outcome = np.eye(3)[(1 - batch.outcome).astype(int)]  # win, draw, loss
    q = batch.search_value
    search = np.stack([np.maximum(q, 0), 1 - np.abs(q), np.maximum(-q, 0)], axis=1)
    wanted = (1 - share) * outcome + share * search
    assert np.allclose(wanted.sum(1), 1)
    assert np.allclose(wanted[:, 0] - wanted[:, 2], target, atol=1e-6)
    assert outputs.value_logits is not None
    assert metrics["value_loss"] == pytest.approx(cross(wanted, softmax(outputs.value_logits)), rel=1e-5)


def test_discounted_outcomes(outputs: Outputs, batch: TrainingBatch) -> None:
    assert len(set(batch.moves_left)) > 2
    target = batch.outcome * 0.9**batch.moves_left
    config = LossConfig(discount=0.9, q_share=0.25)
    _, metrics = loss_and_metrics(outputs._replace(value_logits=None), batch, config)
    mixed = 0.75 * target + 0.25 * batch.search_value
    assert metrics["value_loss"] == pytest.approx(np.mean((mixed - outputs.value) ** 2), rel=1e-5)
    assert np.sum(metrics["calibration_outcome"]) == pytest.approx(np.sum(mixed), rel=1e-4)
    _, metrics = loss_and_metrics(outputs, batch, LossConfig(discount=0.9))
    wanted = np.stack([np.maximum(target, 0), 1 - np.abs(target), np.maximum(-target, 0)], axis=1)
    assert outputs.value_logits is not None
    assert metrics["value_loss"] == pytest.approx(cross(wanted, softmax(outputs.value_logits)), rel=1e-5)
    with refused("learn.loss.discount"):
        LossConfig(discount=0.0)


def test_stopped_games_are_discounted_as_if_they_had_been_played_out(outputs: Outputs, batch: TrainingBatch) -> None:
    # The same lead twice, in a game that is won 30 plies later and in one that is adjudicated at once.
    batch.outcome[:] = 1
    batch.moves_left[:] = batch.plies_ahead[:] = 30
    batch.moves_left[1], batch.plies_ahead[1] = np.nan, 0
    config = LossConfig(discount=0.9, unplayed_plies=30)
    target = np.asarray(subject.discounted(batch.arrays(), config))
    assert target == pytest.approx(np.full(ROWS, 0.9**30))
    assert np.asarray(subject.discounted(batch.arrays(), LossConfig())) == pytest.approx(np.ones(ROWS))


def test_what_is_not_known_teaches_nothing(outputs: Outputs, batch: TrainingBatch) -> None:
    known = np.array([True, False, True, False, True, True])
    batch.moves_left[~known] = batch.score[~known] = batch.ownership[~known] = np.nan
    batch.reply[~known] = batch.policy[~known] = 0
    _, metrics = loss_and_metrics(outputs, batch, FULL)
    some = TrainingBatch((2, 2, 1), ACTIONS, int(known.sum()), FURTHER)
    for name, array in some.arrays().items():
        array[:] = batch.arrays()[name][known]
    kept = jax.tree.map(lambda output: np.asarray(output)[known], outputs)
    _, alone = loss_and_metrics(kept, some, FULL)
    for name in ("policy", "soft_policy", "moves_left", "score", "reply", "ownership"):
        assert metrics[f"{name}_loss"] == pytest.approx(float(alone[f"{name}_loss"]), rel=1e-5), name
    assert metrics["top1"] == alone["top1"] and metrics["target_entropy"] == pytest.approx(
        float(alone["target_entropy"])
    )

    def of(changed: dict[str, jax.Array]) -> jax.Array:
        further = outputs._replace(auxiliary={**outputs.auxiliary, **changed})
        return subject.losses(further, batch.arrays(), FULL)[0]

    heads = {name: jnp.asarray(outputs.auxiliary[name]) for name in ("moves_left", "score", "reply", "ownership")}
    for name, gradient in jax.jit(jax.grad(of))(heads).items():
        assert np.all(np.asarray(gradient)[~known] == 0) and np.all(np.isfinite(gradient)), name
        assert np.all(np.any(np.asarray(gradient)[known].reshape(known.sum(), -1) != 0, axis=1)), name
    # Nothing is known at all: no loss, no NaN.
    batch.moves_left[:] = np.nan
    assert loss_and_metrics(outputs, batch, FULL)[1]["moves_left_loss"] == 0


def test_win_draw_loss_gradient_is_probabilities_less_target(outputs: Outputs, batch: TrainingBatch) -> None:
    def value_loss(logits: jax.Array) -> jax.Array:
        changed = outputs._replace(value_logits=logits, value=win_draw_loss_value(logits))
        return subject.losses(changed, batch.arrays(), LossConfig())[1]["value_loss"]

    assert outputs.value_logits is not None
    gradient = jax.jit(jax.grad(value_loss))(outputs.value_logits)
    wanted = np.eye(3)[(1 - batch.outcome).astype(int)]
    assert np.allclose(gradient, (softmax(outputs.value_logits) - wanted) / ROWS, atol=1e-6)
    # Downhill, a won position's value rises, a lost one's falls, a drawn one's goes towards 0.
    better = win_draw_loss_value(outputs.value_logits - 0.1 * gradient)
    change = np.asarray(better) - outputs.value
    assert np.all(change[batch.outcome == 1] > 0)
    assert np.all(change[batch.outcome == -1] < 0)


def test_further_heads_and_the_total(outputs: Outputs, batch: TrainingBatch) -> None:
    total, metrics = loss_and_metrics(outputs, batch, FULL)
    power = batch.policy.astype(np.float64) ** (1 / 3) * (batch.policy > 0)
    soft = power / power.sum(axis=1, keepdims=True)
    predicted = {name: np.asarray(output) for name, output in outputs.auxiliary.items()}
    assert predicted.keys() == TARGETS.keys()
    expected = {
        "soft_policy_loss": cross(soft, reference_policy(predicted["soft_policy"], batch.legal)),
        "moves_left_loss": huber((predicted["moves_left"] - batch.moves_left) / MOVES_UNIT),
        "score_loss": huber((predicted["score"] - batch.score) / SCORE_UNIT),
        "reply_loss": cross(batch.reply, softmax(predicted["reply"])),
        "values_ahead_loss": np.mean((predicted["values_ahead"] - batch.values_ahead) ** 2),
        "ownership_loss": np.mean((predicted["ownership"] - batch.ownership) ** 2),
    }
    for name, value in expected.items():
        assert metrics[name] == pytest.approx(value, rel=1e-5), name
    m = {name: float(value) for name, value in metrics.items() if value.ndim == 0}
    by_hand = m["policy_loss"] + 0.7 * m["value_loss"] - 0.01 * m["policy_entropy"]
    by_hand += 2.0 * m["soft_policy_loss"] + 0.3 * m["moves_left_loss"] + 0.2 * m["score_loss"]
    by_hand += 0.15 * m["reply_loss"] + 0.6 * m["values_ahead_loss"] + 0.4 * m["ownership_loss"]
    assert total == pytest.approx(by_hand, rel=1e-5)
    assert m["loss"] == total


def test_a_temperature_of_one_softens_nothing(batch: TrainingBatch) -> None:
    assert np.allclose(softened(jnp.asarray(batch.policy), 1.0), batch.policy, atol=1e-6)
    softer = softened(jnp.asarray(batch.policy), 4.0)
    assert np.allclose(softer.sum(1), 1, atol=1e-6)
    assert np.all(softer.max(1) <= batch.policy.max(1) + 1e-6)


def test_value_sign_and_calibration(outputs: Outputs, batch: TrainingBatch) -> None:
    value = np.array([-1.0, 0.1, 0.05, 0.95, 0.3, 1.0], np.float32)
    _, metrics = loss_and_metrics(outputs._replace(value=value, value_logits=None), batch, LossConfig())
    assert metrics["value_sign"] == pytest.approx(3 / 4)  # the loss of -1, two wins; 0.3 names the wrong winner
    assert list(metrics["calibration_count"]) == [1, 0, 0, 0, 0, 2, 1, 0, 0, 2]
    assert np.allclose(metrics["calibration_prediction"], [-1, 0, 0, 0, 0, 0.15, 0.3, 0, 0, 1.95], atol=1e-6)
    assert np.allclose(metrics["calibration_outcome"], [-1, 0, 0, 0, 0, 1, -1, 0, 0, 1])


def test_searches_are_calibrated_against_what_is_learned() -> None:
    values = {
        "search_value": np.array([-1.0, -0.95, 0.05, 0.1, 1.0], np.float32),
        "outcome": np.array([-1, 1, 1, 0, 1], np.float32),
        "moves_left": np.array([2, 1, np.nan, 3, 0], np.float32),
        "plies_ahead": np.array([2, 1, 4, 3, 0], np.float32),
    }
    plain = subject.searches_calibrated(values, LossConfig())
    assert plain["value_plies"] == [2, 0, 0, 0, 0, 2, 0, 0, 0, 1]
    assert plain["value_calibration"] == [0.0, *[None] * 4, 0.5, *[None] * 3, 1.0]
    # A game that was stopped counts as six plies longer than it was.
    found = subject.searches_calibrated(values, LossConfig(discount=0.5, unplayed_plies=6))
    assert found["value_calibration"] == pytest.approx([0.125, *[None] * 4, 0.5**11, *[None] * 3, 1.0])
