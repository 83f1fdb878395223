"""PUCT and Gumbel search agree with mctx: visits, actions and improved policies over hundreds of random trees.

Both get the same logits, values and noise, evaluate one leaf at a time, and scale values alike. In mctx a move's
reward and discount (-1, or 0 where the game ends) stand for our alternating players and finished games.
"""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import mctx
import numpy as np
import pytest
from sampled import sampled
from table_game import Tables, TableState
from test_forest_selection import muzero

from boardai.search import Forest, Network, PuctOptions, gumbel, puct

TREES, ACTIONS, DEPTH = 120, 5, 5


def recurrent(tables: Tables):
    """The tables as mctx sees them: embeddings are tree and position."""
    logits, values, over = (jnp.asarray(table) for table in (tables.logits, tables.values, tables.over))
    outcomes = jnp.asarray(tables.outcomes, jnp.float32)
    last = tables.values.shape[1] - 1

    def step(params, rng_key, action, embedding):
        tree, position = embedding
        # mctx plays on after the end of a game, where nothing counts any more.
        position = jnp.minimum(tables.actions * position + action + 1, last)
        ended = over[tree, position]
        return (
            mctx.RecurrentFnOutput(
                reward=jnp.where(ended, -outcomes[tree, position], 0.0),
                discount=jnp.where(ended, 0.0, -1.0),
                prior_logits=logits[tree, position],
                value=values[tree, position],
            ),
            (tree, position),
        )

    return step


def root_of(tables: Tables):
    positions = jnp.zeros(tables.trees, jnp.int32)
    return mctx.RootFnOutput(
        prior_logits=jnp.asarray(tables.logits[:, 0]),
        value=jnp.asarray(tables.values[:, 0]),
        embedding=(jnp.arange(tables.trees), positions),
    )


def invalid(tables: Tables):
    return jnp.asarray(~tables.legal, jnp.float32)


def rows(result_field: dict[int, float], tables: Tables) -> np.ndarray:
    row = np.zeros(tables.actions)
    for action, number in result_field.items():
        row[action] = number
    return row


QTRANSFORMS = {
    "parent_and_siblings": mctx.qtransform_by_parent_and_siblings,
    "min_max": functools.partial(mctx.qtransform_by_min_max, min_value=-1, max_value=1),
}


@pytest.mark.parametrize(
    ("q_transform", "legal_at_root"),
    sampled(
        [("parent_and_siblings", None), ("parent_and_siblings", 3), ("min_max", None)],
        [("parent_and_siblings", 3), ("min_max", None)],
        rest="slow",
    ),
)
def test_puct_agrees_with_muzero_policy(q_transform, legal_at_root):
    simulations, fraction = 40, 0.0 if legal_at_root else 0.25
    tables = Tables(TREES, ACTIONS, DEPTH, seed=3, legal_at_root=legal_at_root)
    key = jax.random.PRNGKey(5)
    # As muzero_policy draws it.
    noise = jax.random.dirichlet(jax.random.split(key, 3)[1], jnp.full([ACTIONS], 0.3), shape=(TREES,))
    theirs = mctx.muzero_policy(
        (),
        key,
        root_of(tables),
        recurrent(tables),
        simulations,
        invalid_actions=invalid(tables),
        qtransform=QTRANSFORMS[q_transform],
        dirichlet_fraction=fraction,
        dirichlet_alpha=0.3,
        pb_c_init=1.4,
        pb_c_base=500,
        temperature=0.0,
    )
    summary = theirs.search_tree.summary()
    if q_transform == "parent_and_siblings":  # the same as a Python rule
        options = PuctOptions(c_init=1.4, c_base=500, dirichlet_fraction=fraction)
        states = [TableState(tables, tree) for tree in range(TREES)]
        ruled = Forest(states, tables.network, options, selection=muzero).run(simulations, noise=noise)
        np.testing.assert_array_equal(ruled.visits, summary.visit_counts)
    for tree in range(TREES):
        ours = puct(
            TableState(tables, tree),
            simulations=simulations,
            evaluator=Network(tables.network),
            c_init=1.4,
            c_base=500,
            q_transform=q_transform,
            dirichlet_fraction=fraction,
            noise=np.asarray(noise[tree], np.float64) if fraction else None,
        )
        visits = rows(ours.visits, tables)
        np.testing.assert_array_equal(visits, summary.visit_counts[tree], err_msg=f"tree {tree}")
        np.testing.assert_allclose(rows(ours.policy, tables), theirs.action_weights[tree], atol=1e-6)
        assert ours.value == pytest.approx(float(summary.value[tree]), abs=1e-5)
        visited = visits > 0
        np.testing.assert_allclose(rows(ours.action_values, tables)[visited], summary.qvalues[tree][visited], atol=1e-5)
        if np.count_nonzero(visits == visits.max()) == 1:
            assert ours.action == int(theirs.action[tree])


@pytest.mark.parametrize(
    ("considered", "simulations", "scale", "legal_at_root", "value_scale", "rescale", "mixed"),
    [
        pytest.param(4, 32, 1.0, None, 0.1, True, True, marks=pytest.mark.thorough),
        pytest.param(16, 50, 1.0, None, 1.0, True, False, marks=pytest.mark.slow),
        (3, 17, 1.0, 4, 0.1, True, True),
        (5, 20, 0.0, None, 0.3, False, True),
    ],
)
def test_gumbel_agrees_with_gumbel_muzero_policy(
    considered, simulations, scale, legal_at_root, value_scale, rescale, mixed
):
    tables = Tables(TREES, ACTIONS, DEPTH, seed=4, legal_at_root=legal_at_root)
    key = jax.random.PRNGKey(6)
    # As gumbel_muzero_policy draws it.
    noise = jax.random.gumbel(jax.random.split(key)[1], shape=(TREES, ACTIONS), dtype=jnp.float32)
    theirs = mctx.gumbel_muzero_policy(
        (),
        key,
        root_of(tables),
        recurrent(tables),
        simulations,
        invalid_actions=invalid(tables),
        qtransform=functools.partial(
            mctx.qtransform_completed_by_mix_value,
            value_scale=value_scale,
            maxvisit_init=30.0,
            rescale_values=rescale,
            use_mixed_value=mixed,
        ),
        max_num_considered_actions=considered,
        gumbel_scale=scale,
    )
    summary = theirs.search_tree.summary()
    for tree in range(TREES):
        legal = np.flatnonzero(tables.legal[tree])
        ours = gumbel(
            TableState(tables, tree),
            simulations=simulations,
            considered=considered,
            scale=scale,
            value_scale=value_scale,
            maxvisit_init=30,
            rescale_values=rescale,
            mixed_value=mixed,
            evaluator=Network(tables.network),
            noise=np.asarray(noise[tree], np.float64)[legal],
        )
        np.testing.assert_array_equal(rows(ours.visits, tables), summary.visit_counts[tree], err_msg=f"tree {tree}")
        assert ours.action == int(theirs.action[tree]), tree
        np.testing.assert_allclose(rows(ours.policy, tables), theirs.action_weights[tree], atol=2e-5)
        assert ours.value == pytest.approx(float(summary.value[tree]), abs=1e-5)
