"""Trees of N searches that grow together, as arrays of one shape, and the part of them that is kept after a move.

Of M nodes the first is the root, the next S are those that one search of S simulations adds, in their order, and after
these are those that were kept from earlier searches. So every simulation writes its node at the same place in all
trees, whatever they have kept.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

NO_CHILD = 0
"""The root is no node's child."""


class Answer(NamedTuple):
    """The output of a model for N positions.

    >>> from boardai.device import Answer
    >>> Answer._fields
    ('state', 'legal', 'logits', 'values', 'signs')

    Attributes:
        state: input of the model's next step; a tuple of arrays, or one, whose first axis is the position.
        legal: bool `[N, A]`, actions that may be chosen; none where the game is over.
        logits: `[N, A]`, of the policy.
        values: `[N]`, in [-1, 1], for the player to move; the outcome where the game is over.
        signs: `[N]`, 1 if the player who has just moved moves again, otherwise -1; unused at a root.
    """

    state: Any
    legal: jax.Array
    logits: jax.Array
    values: jax.Array
    signs: jax.Array


class Trees(NamedTuple):
    """N trees of M nodes with K slots each. A slot is an action of a node, the most likely first."""

    states: Any  # [N, M, ...]
    values: jax.Array  # [N, M]: the network's, or the outcome, for the player to move
    parent: jax.Array  # [N, M]
    slot: jax.Array  # [N, M]: of the parent, which leads here
    sign: jax.Array  # [N, M]: 1 where the parent's player moves again, else -1
    action: jax.Array  # [N, M, K]
    prior: jax.Array  # [N, M, K]: 0 where an action is illegal
    legal: jax.Array  # [N, M]: number of legal actions; 0: the game is over
    child: jax.Array  # [N, M, K]
    visits: jax.Array  # [N, M, K]
    total: jax.Array  # [N, M, K]: sum of the values, for the player to move


def planted(state: Any, simulations: int, actions: int, kept: bool = False) -> Trees:
    """Trees without a node, but with room for all.

    Args:
        state: the states of N positions.
        simulations: S, at most, of one search.
        actions: A, of the game.
        kept: with room for as many nodes again from earlier searches.
    """
    n = jax.tree.leaves(state)[0].shape[0]
    below = 2 * simulations if kept else simulations
    nodes, slots = 1 + below, min(actions, below)
    by_node, by_slot = (n, nodes), (n, nodes, slots)
    return Trees(
        states=jax.tree.map(lambda array: jnp.zeros((n, nodes, *array.shape[1:]), array.dtype), state),
        values=jnp.zeros(by_node),
        parent=jnp.zeros(by_node, jnp.int32),
        slot=jnp.zeros(by_node, jnp.int32),
        sign=jnp.ones(by_node),
        action=jnp.zeros(by_slot, jnp.int32),
        prior=jnp.zeros(by_slot),
        legal=jnp.zeros(by_node, jnp.int32),
        child=jnp.full(by_slot, NO_CHILD, jnp.int32),
        visits=jnp.zeros(by_slot, jnp.int32),
        total=jnp.zeros(by_slot),
    )


def with_node(trees: Trees, node: int | jax.Array, answer: Answer, action: jax.Array) -> Trees:
    """The trees with a position's evaluation in node `node`; logits are logarithms of priors here.

    `action`: of its slots, in order.
    """
    mask, logits = answer.legal, answer.logits
    prior = jnp.where(jnp.take_along_axis(mask, action, 1), jnp.exp(jnp.take_along_axis(logits, action, 1)), 0.0)
    return trees._replace(
        states=jax.tree.map(lambda all, one: all.at[:, node].set(one), trees.states, answer.state),
        values=trees.values.at[:, node].set(answer.values.astype(jnp.float32)),
        action=trees.action.at[:, node].set(action),
        prior=trees.prior.at[:, node].set(prior),
        legal=trees.legal.at[:, node].set(jnp.sum(mask, 1, dtype=jnp.int32)),
    )


def backed_up(trees: Trees, leaf: jax.Array) -> Trees:
    """The trees after each leaf's value has gone up to its root."""
    rows = jnp.arange(len(leaf))

    def up(
        carry: tuple[jax.Array, jax.Array, jax.Array, jax.Array],
    ) -> tuple[jax.Array, jax.Array, jax.Array, jax.Array]:
        node, value, visits, total = carry
        inside = node != 0
        value = jnp.where(inside, value * trees.sign[rows, node], value)
        parent, slot = trees.parent[rows, node], trees.slot[rows, node]
        visits = visits.at[rows, parent, slot].add(inside.astype(jnp.int32))
        total = total.at[rows, parent, slot].add(jnp.where(inside, value, 0.0))
        return parent, value, visits, total

    begun = leaf, trees.values[rows, leaf], trees.visits, trees.total
    _, _, visits, total = jax.lax.while_loop(lambda carry: jnp.any(carry[0] != 0), up, begun)
    return trees._replace(visits=visits, total=total)


def with_root(trees: Trees, root: Answer, chances: jax.Array) -> tuple[Trees, jax.Array]:
    """The trees with the evaluations of their roots, whose kept children stay.

    Args:
        trees: planted, or followed.
        root: of the positions; logits are logarithms of priors by now.
        chances: `[N, A]`, in the order of which unvisited actions get their turn.

    Returns:
        The trees, and the probabilities of the root's slots `[N, K]`. Visited actions come first.
    """
    n, size = root.legal.shape
    rows, slots = jnp.arange(n)[:, None], trees.action.shape[2]
    before, visited = trees.action[:, 0], trees.visits[:, 0] > 0

    def by_action(array: jax.Array) -> jax.Array:
        return jnp.zeros((n, size), array.dtype).at[rows, before].add(jnp.where(visited, array[:, 0], 0))

    visits, total, child = map(by_action, (trees.visits, trees.total, trees.child))
    action = jax.lax.top_k(jnp.where(visits > 0, jnp.inf, chances), slots)[1]
    visits, total, child = (jnp.take_along_axis(array, action, 1) for array in (visits, total, child))
    trees = with_node(trees, 0, root, action)
    # Slots without a child name a node that is not there, and nothing is written.
    named = jnp.where(child == NO_CHILD, trees.parent.shape[1], child)
    trees = trees._replace(
        visits=trees.visits.at[:, 0].set(visits),
        total=trees.total.at[:, 0].set(total),
        child=trees.child.at[:, 0].set(child),
        slot=trees.slot.at[rows, named].set(jnp.arange(slots), mode="drop"),
    )
    return trees, jnp.take_along_axis(chances, action, 1)


def followed(trees: Trees, actions: jax.Array, keep: jax.Array, simulations: int) -> Trees:
    """The trees below an action of each root, with room for the next search.

    There is room for as many kept nodes as a search adds. Where there are more, the latest are dropped; their visits
    still count in the nodes above, and a search that comes that way evaluates the position again.

    Args:
        trees: after a search; planted with `kept`.
        actions: int32 `[N]`.
        keep: bool `[N]`; where False, or where the action has no visit, nothing is kept.
        simulations: S, for which they were planted.
    """
    n, nodes = trees.parent.shape
    rows, numbers = jnp.arange(n)[:, None], jnp.arange(nodes)
    played = (trees.action[:, 0] == actions[:, None]) & (trees.visits[:, 0] > 0) & keep[:, None]
    root = jnp.sum(jnp.where(played, trees.child[:, 0], NO_CHILD), 1)
    # 1. The nodes below it. A node that its parent does not name is unused: a search reached a known end again.
    linked = (trees.child[rows, trees.parent, trees.slot] == numbers) & (numbers != 0)
    begun = (numbers == root[:, None]) & (root != NO_CHILD)[:, None]

    def deeper(carry: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        inside, _ = carry
        more = inside | (linked & jnp.take_along_axis(inside, trees.parent, 1))
        return more, jnp.any(more != inside)

    inside, _ = jax.lax.while_loop(lambda carry: carry[1], deeper, (begun, jnp.bool_(True)))
    # 2. Their new places: after the next search's nodes, in the order of creation, so parents come first.
    by_age = np.concatenate([np.arange(1 + simulations, nodes), np.arange(1, 1 + simulations)])
    below = (inside & ~begun)[:, by_age]
    rank = jnp.cumsum(below, 1)
    fits = below & (rank <= nodes - 1 - simulations)
    place = jnp.zeros((n, nodes), jnp.int32).at[:, by_age].set(jnp.where(fits, simulations + rank, 0))
    source = jnp.zeros((n, nodes), jnp.int32).at[:, 0].set(root)
    source = source.at[rows, jnp.where(place == 0, nodes, place)].set(numbers, mode="drop")
    there = (source != 0)[:, :, None]
    moved = jax.tree.map(lambda array: array[rows, source], trees)
    return Trees(
        states=moved.states,
        values=moved.values,
        parent=jnp.take_along_axis(place, moved.parent, 1),
        slot=moved.slot,
        sign=moved.sign,
        action=moved.action,
        prior=moved.prior,
        legal=jnp.where(there[:, :, 0], moved.legal, 0),
        child=jnp.where(there, place[rows[:, :, None], moved.child], NO_CHILD),
        visits=jnp.where(there, moved.visits, 0),
        total=jnp.where(there, moved.total, 0.0),
    )
