"""Auxiliary targets that a network may predict in addition to policy and value, one declaration each.

A target is a name in `TARGETS`, with the head that predicts it, the column of the replay buffer with its true value,
its loss, and the texts of its two settings: `network.<name>` (whether the head exists) and `learn.loss.<name>` (its
weight). Network (`network/residual.py`), loss (`training/losses.py`) and settings (`network/config.py`,
`training/config.py`) are built from the table. A new column needs a function and a line in
native/boardai/search/records/columns-inl.hpp.

    soft_policy    the search's policy ^ (1/T)                        KataGo
    moves_left     plies to the end                                   Leela Chess Zero
    score          the final score                                    KataGo
    reply          the opponent's next move                           DarkForest (Tian and Zhu 2016)
    values_ahead   values of the searches in the next plies           KataGo
    ownership      the later owner of each cell                       KataGo (Wu 2019)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from boardai.basics.lazy_import import LazyModule
from boardai.basics.setting import Declared, setting

if TYPE_CHECKING:
    import chex
    import jax
    import jax.numpy as jnp
    import optax
else:
    # Lazy, because these imports take seconds and reading settings does not need them.
    chex, jax, jnp, optax = map(LazyModule, ("chex", "jax", "jax.numpy", "optax"))

# Units that scale targets to about 1, for plies and for points.
MOVES_UNIT, SCORE_UNIT = 20.0, 10.0
# Horizons of the values ahead (native/boardai/search/records/columns-inl.hpp).
VALUES_AHEAD = 3
# Far below any logit, yet finite, so that its product with 0 is 0.
NEVER = -1e30


@dataclass(frozen=True)
class Target:
    """An auxiliary target.

    Attributes:
        head: policy: one logit per policy index `[B, A]`; numbers: numbers for the whole position `[B, count]`; cells:
            numbers for each cell `[B, H, W, K]`, K being the setting `network.<name>`.
        about_head: help text of `network.<name>`.
        about_loss: help text of `learn.loss.<name>`.
        loss: a scalar from the head's output, the batch's arrays and the settings of `learn.loss`.
        decode: converts the head's raw numbers to its output.
        count: number of outputs of a head of kind numbers.
        column: additional column of the replay buffer (training/batch.py), with the shape of the head's output.
        discountable: whether it may be learned from discounted outcomes.
        settings: other settings of `learn.loss` that `loss` uses, by name.
    """

    head: Literal["policy", "numbers", "cells"]
    about_head: str
    about_loss: str
    loss: Callable[[jax.Array, Mapping[str, jax.Array], Any], jax.Array]
    decode: Callable[[jax.Array], jax.Array] = lambda raw: raw
    count: int = 1
    column: str | None = None
    discountable: bool = True
    settings: Mapping[str, Declared] = field(default_factory=dict)


def log_policy(logits: jax.Array, legal: jax.Array | None) -> jax.Array:
    """Logarithms of the policy, `[B, A]`; far below zero for illegal moves.

    Args:
        logits: `[B, A]`.
        legal: `[B, A]`, not 0 for legal actions; a row of zeros masks nothing. None: no masks.
    """
    if legal is not None:
        allowed = legal > 0
        allowed |= ~jnp.any(allowed, axis=1, keepdims=True)
        logits = jnp.where(allowed, logits, NEVER)
    return jax.nn.log_softmax(logits)


def mean_of(values: jax.Array, counted: jax.Array) -> jax.Array:
    """Mean over the counted elements; 0 if there are none."""
    return jnp.sum(jnp.where(counted, values, 0.0)) / jnp.maximum(1, jnp.sum(counted))


def cross_entropy(target: jax.Array, logarithms: jax.Array) -> jax.Array:
    """Mean of -sum(target * log p) over the rows with a target; rows of zeros have none."""
    chex.assert_equal_shape([target, logarithms])
    return mean_of(-jnp.sum(target * logarithms, axis=1), jnp.any(target > 0, axis=1))


def huber(found: jax.Array, target: jax.Array, unit: float) -> jax.Array:
    """Huber loss, a mean over the known targets; linear beyond one unit, so that one long game does not dominate."""
    return _over_known(optax.losses.huber_loss, found / unit, target / unit)


def squared_error(found: jax.Array, target: jax.Array) -> jax.Array:
    """Squared error, a mean over the known targets."""
    return _over_known(optax.losses.squared_error, found, target)


def softened(policy: jax.Array, temperature: float) -> jax.Array:
    """The policy ** (1 / temperature), with each row normalised to 1; moves with probability 0 keep it."""
    power = jnp.where(policy > 0, jnp.where(policy > 0, policy, 1.0) ** (1.0 / temperature), 0.0)
    return power / jnp.maximum(jnp.sum(power, axis=1, keepdims=True), 1e-30)


def _over_known(loss: Callable[[jax.Array, jax.Array], jax.Array], found: jax.Array, target: jax.Array) -> jax.Array:
    """The mean loss over the known targets."""
    chex.assert_equal_shape([found, target])
    known = ~jnp.isnan(target)
    return mean_of(loss(found, jnp.where(known, target, 0.0)), known)


def _soft_policy(found: jax.Array, batch: Mapping[str, jax.Array], settings: Any) -> jax.Array:
    target = softened(batch["policy"], settings.soft_temperature)
    return cross_entropy(target, log_policy(found, batch["legal"] if settings.mask_illegal else None))


TARGETS = {
    "soft_policy": Target(
        "policy",
        "A second policy head that learns a softened search policy (KataGo)",
        "the softened policy's cross-entropy (KataGo uses 8)",
        _soft_policy,
        settings={
            "soft_temperature": Declared(
                float,
                setting(
                    4.0,
                    "The soft policy's target is the search policy ** (1 / soft_temperature), made to add up to 1",
                    low=1,
                ),
            )
        },
    ),
    "moves_left": Target(
        "numbers",
        "A head that predicts the plies to the end of the game",
        "the moves-left loss",
        lambda found, batch, _: huber(found, batch["moves_left"], MOVES_UNIT),
        decode=lambda raw: MOVES_UNIT * jax.nn.softplus(raw[:, 0]),
    ),
    "score": Target(
        "numbers",
        "A head that predicts the final score, in games that have points",
        "the score loss",
        lambda found, batch, _: huber(found, batch["score"], SCORE_UNIT),
        decode=lambda raw: SCORE_UNIT * raw[:, 0],
    ),
    "reply": Target(
        "policy",
        "A policy head that predicts the opponent's next move",
        "the cross-entropy of the opponent's next move (Tian and Zhu 2016)",
        lambda found, batch, _: cross_entropy(batch["reply"], jax.nn.log_softmax(found)),
        column="reply",
    ),
    "values_ahead": Target(
        "numbers",
        "A head that predicts the searches' values of the next 4, 16 and 64 plies",
        "the squared errors of the values ahead (KataGo)",
        lambda found, batch, _: squared_error(found, batch["values_ahead"]),
        decode=lambda raw: jnp.tanh(raw),
        count=VALUES_AHEAD,
        column="values_ahead",
        discountable=False,
    ),
    "ownership": Target(
        "cells",
        "Planes of a head that predicts who will hold each cell (Reversi: 1, discs at the end; Hex: 1, the winning "
        "chain; chess: 6, kinds of pieces eight moves later)",
        "the squared error of who will hold each cell, mean over the cells (Wu 2019)",
        lambda found, batch, _: squared_error(found, batch["ownership"]),
        decode=lambda raw: jnp.tanh(raw),
        column="ownership",
    ),
}


def head_settings() -> dict[str, Declared]:
    """The settings `network.<name>`: whether the head exists; for a head of cells, its number of planes."""
    found = {}
    for name, target in TARGETS.items():
        about = f"{target.about_head}; see learn.loss.{name}"
        if target.head == "cells":
            found[name] = Declared(int, setting(0, f"{about}. 0: none", low=0))
        else:
            found[name] = Declared(bool, setting(False, about))
    return found


def loss_settings() -> dict[str, Declared]:
    """The settings `learn.loss.<name>`, the weights, each with the other settings that its loss uses."""
    found: dict[str, Declared] = {}
    for name, target in TARGETS.items():
        about = f"Weight of {target.about_loss}; needs network.{name}"
        found |= {name: Declared(float, setting(0.0, about, low=0)), **target.settings}
    return found
