"""Gumbel search (Danihelka et al. 2022) of many positions at once, as one function of arrays.

The trees grow in step: each simulation selects a leaf in every tree, makes all the moves, and calls the network once.
An unvisited action is only ever chosen as the one with the highest prior of those that are left. So a node keeps its
best K actions in order, K being the number of simulations, in place of all A: 32 in place of chess's 4,672. (Twice as
many where trees are kept from move to move: trees.py.)

A model gives the results of moves: the game's rules, or what MuZero has learned in their place.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from boardai.device.rules import DeviceRules, Network, settled
from boardai.device.symmetries import answers
from boardai.device.trees import NO_CHILD, Answer, Trees, backed_up, planted, with_node, with_root
from boardai.search.trees.options import GumbelSelection

_LEAST_PRIOR = 1e-38  # all visited actions may have none


class GumbelResult(NamedTuple):
    """The results of the searches: a row for every position, columns by policy index.

    Rows of finished games have no visits, weights of 0 and the action 0.

    >>> from boardai.device import GumbelResult
    >>> GumbelResult._fields
    ('actions', 'visits', 'action_weights', 'values', 'priors', 'evaluations')

    Attributes:
        actions: int32 `[N]`, the action to play.
        visits: int32 `[N, A]`.
        action_weights: float32 `[N, A]`, the improved policy, which is to be learned; each row adds up to 1.
        values: float32 `[N]`, each root's mean value for its player to move, from -1 to 1.
        priors: float32 `[N, A]`, the network's policy at the root; each row adds up to 1.
        evaluations: int32 `[N]`, network evaluations used by the search: one for the root and one for each unfinished
            position added to its tree.
    """

    actions: jax.Array
    visits: jax.Array
    action_weights: jax.Array
    values: jax.Array
    priors: jax.Array
    evaluations: jax.Array


class _Completed(NamedTuple):
    """sigma(q) of the slots `[N, K]`, and of all actions without visits `[N]`."""

    slots: jax.Array
    unvisited: jax.Array


Step = Callable[[Any, jax.Array], Answer]


def gumbel(
    rules: DeviceRules[Any],
    state: Any,
    network: Network,
    key: jax.Array,
    simulations: int,
    options: GumbelSelection | None = None,
    noise: jax.Array | None = None,
    symmetry_seed: int | None = None,
) -> GumbelResult:
    """Searches N positions in parallel; call it inside `jax.jit`.

    The result is that of `boardai.search.Forest` with the same network and noise, if its options use no proofs
    (`solver`, `endings`, `knowledge`). The model is the game's rules; `gumbel_with_model` takes any other.

    >>> import jax, jax.numpy as jnp
    >>> from boardai import device
    >>> rules = device.rules("hex:size=3")
    >>> def network(planes):
    ...     return jnp.zeros((len(planes), 9)), jnp.zeros(len(planes))
    >>> search = jax.jit(lambda state, key: device.gumbel(rules, state, network, key, simulations=16))
    >>> search(rules.init(4), jax.random.key(0)).visits.sum(1).tolist()
    [16, 16, 16, 16]

    Args:
        rules: of the game.
        state: the states of N games.
        network: planes `[N, H, W, C]` to logits `[N, A]` and values `[N]` in [-1, 1] for the player to move.
        key: JAX's; of the noise.
        simulations: simulations per search; each uses one network evaluation.
        options: options of the selection.
        noise: `[N, A]`, replaces the random noise.
        symmetry_seed: each position is evaluated through a symmetry of the board, which this seed and the planes
            determine; None: without symmetries.

    Raises:
        ValueError: no simulation.
    """
    root, step = model_of_rules(rules, state, network, symmetry_seed)
    return gumbel_with_model(root, step, key, simulations, options, noise)


def model_of_rules(
    rules: DeviceRules[Any], state: Any, network: Network, symmetry_seed: int | None
) -> tuple[Answer, Step]:
    """The initial state and the step of a search by the game's rules; arguments as for `gumbel`."""

    def step(before: Any, actions: jax.Array) -> Answer:
        begun = settled(before)
        after = settled(rules.step(begun, actions))
        legal = settled(rules.legal_mask(after))
        logits, values = answers(rules, after, network, symmetry_seed)
        mover = rules.player(after)
        outcomes = rules.outcome(after)[jnp.arange(len(mover)), mover]
        signs = jnp.where(mover == rules.player(begun), 1.0, -1.0)
        return Answer(after, legal, logits, jnp.where(rules.is_over(after), outcomes, values), signs)

    logits, values = answers(rules, state, network, symmetry_seed)
    return Answer(state, rules.legal_mask(state), logits, values, -jnp.ones_like(values)), step


def gumbel_with_model(
    root: Answer,
    step: Step,
    key: jax.Array,
    simulations: int,
    options: GumbelSelection | None = None,
    noise: jax.Array | None = None,
) -> GumbelResult:
    """Searches N positions side by side by a model of the game: its rules (`gumbel`), or one that was learned.

    The result is that of mctx's `gumbel_muzero_policy` with the same model, noise and options, except where every legal
    action of a position has been visited (docs/search/gumbel.md).

    >>> import jax, jax.numpy as jnp
    >>> from boardai import device
    >>> def step(count, actions):  # a game that never ends: who takes 1 gains
    ...     after = count + actions
    ...     legal = jnp.ones((len(after), 2), bool)
    ...     return device.Answer(after, legal, jnp.zeros((len(after), 2)), -jnp.tanh(after), -jnp.ones(len(after)))
    >>> nothing = jnp.zeros(1, jnp.int32)
    >>> root = step(nothing, nothing)
    >>> int(device.gumbel_with_model(root, step, jax.random.key(0), simulations=8).visits.sum())
    8

    Args:
        root: the positions.
        step: the model: takes its answers for N positions as `state` and an action of each, int32 `[N]`, and returns
            its answers for the positions that follow.
        key: JAX's; of the noise.
        simulations: of each search, each of which takes one step of the model.
        options: options of the selection.
        noise: `[N, A]`, replaces the random noise.

    Raises:
        ValueError: no simulation.
    """
    options = GumbelSelection() if options is None else options
    if simulations < 1:
        raise ValueError(f"simulations must be at least 1, got {simulations}")
    if noise is None:
        noise = jax.random.gumbel(key, root.legal.shape, jnp.float32)
    trees = planted(root.state, simulations, root.legal.shape[1])
    return search_trees(root, step, trees, noise, simulations, options)[0]


class Quick(NamedTuple):
    """Which searches are short and without noise: all of a call, or none, since they end together.

    Attributes:
        wanted: bool, whether these are.
        simulations: of such a search; 0 only evaluates the root.
    """

    wanted: jax.Array
    simulations: int


def search_trees(
    root: Answer,
    step: Step,
    trees: Trees,
    noise: jax.Array,
    simulations: int,
    options: GumbelSelection,
    quick: Quick | None = None,
) -> tuple[GumbelResult, Trees]:
    """Continues searches in existing trees; for the results see `gumbel_with_model`.

    Args:
        root: the positions.
        step: the model.
        trees: made for this number of simulations, or kept from earlier searches. New visits are added to theirs.
        noise: `[N, A]`.
        simulations: of each search.
        options: options of the selection.
        quick: whether these are quick searches.

    Returns:
        The results of the searches, and the new trees.
    """
    mask, value = root.legal, root.values
    n, size = mask.shape
    rows, slots = jnp.arange(n), trees.action.shape[2]

    logits = _log_priors(root.logits, mask)
    if quick is not None:
        noise = jnp.where(quick.wanted, 0.0, noise)
    chances = jnp.where(mask, logits + options.scale * noise, -jnp.inf)
    legal = jnp.sum(mask, 1, dtype=jnp.int32)
    considered = jnp.clip(legal, 1, options.considered)
    trees, chance = with_root(trees, root._replace(logits=logits), chances)
    wanted = jnp.asarray(_halving_table(options.considered, simulations))
    last: int | jax.Array = simulations
    if quick is not None:
        short = np.zeros(wanted.shape, np.int32)
        short[:, : quick.simulations] = _halving_table(options.considered, quick.simulations)
        wanted = jnp.where(quick.wanted, short, wanted)
        last = jnp.where(quick.wanted, quick.simulations, simulations)

    def best_at_root(selected: jax.Array, times: jax.Array, completed: _Completed) -> jax.Array:
        """The slot with the highest score among those that this search has selected this many times."""
        scores = jnp.maximum(chance, -1e9) + completed.slots
        candidates = (selected == times[:, None]) & (jnp.arange(slots) < legal[:, None])
        return jnp.argmax(jnp.where(candidates, scores, -jnp.inf), 1).astype(jnp.int32)

    def simulate(number: jax.Array, carry: tuple[Trees, jax.Array]) -> tuple[Trees, jax.Array]:
        trees, selected = carry
        completed = _complete(trees, jnp.zeros(n, jnp.int32), options)
        first = best_at_root(selected, wanted[considered, number - 1], completed)
        parent, slot = _descend(trees, first, options)
        known = trees.child[rows, parent, slot]
        reached = jnp.where(known == NO_CHILD, number, known)
        # If a tree has reached the end of a game again, there is nothing to add, and what is computed is unused.
        begun = jax.tree.map(lambda array: array[rows, parent], trees.states)
        answer = step(begun, trees.action[rows, parent, slot])
        answer = answer._replace(logits=_log_priors(answer.logits, answer.legal))
        action = jax.lax.top_k(jnp.where(answer.legal, answer.logits, -jnp.inf), slots)[1]
        trees = with_node(trees, number, answer, action)
        trees = trees._replace(
            parent=trees.parent.at[:, number].set(parent),
            slot=trees.slot.at[:, number].set(slot),
            sign=trees.sign.at[:, number].set(answer.signs),
            child=trees.child.at[rows, parent, slot].set(reached),
        )
        return backed_up(trees, reached), selected.at[rows, first].add(1)

    begun = trees, jnp.zeros((n, slots), jnp.int32)
    trees, selected = jax.lax.fori_loop(1, last + 1, simulate, begun)
    completed = _complete(trees, jnp.zeros(n, jnp.int32), options)
    at_root, going_on = trees.visits[:, 0], legal > 0
    best = best_at_root(selected, jnp.max(selected, 1), completed)
    visits = jnp.zeros((n, size), jnp.int32).at[rows[:, None], trees.action[:, 0]].add(at_root)
    sigma = jnp.broadcast_to(completed.unvisited[:, None], (n, size))
    sigma = sigma.at[rows[:, None], trees.action[:, 0]].set(completed.slots)
    weights = jax.nn.softmax(jnp.where(mask, logits + sigma, -jnp.inf), 1)
    count = jnp.sum(at_root, 1)
    found = GumbelResult(
        jnp.where(going_on, trees.action[rows, 0, best], 0),
        jnp.where(going_on[:, None], visits, 0),
        jnp.where(going_on[:, None], weights, 0.0),
        jnp.where(going_on, (value + jnp.sum(trees.total[:, 0], 1)) / (1 + count), 0.0),
        jnp.where(mask, jnp.exp(logits), 0.0),
        jnp.sum(trees.legal[:, : simulations + 1] > 0, 1, dtype=jnp.int32),
    )
    return found, trees


def _log_priors(logits: jax.Array, mask: jax.Array) -> jax.Array:
    """Logarithms of the priors of legal actions `[N, A]`."""
    lowest = jnp.finfo(jnp.float32).min
    return jax.nn.log_softmax(jnp.where(mask, logits.astype(jnp.float32), lowest), 1)


def _complete(trees: Trees, node: jax.Array, options: GumbelSelection) -> _Completed:
    """sigma(q) in the node of each tree, where unvisited actions get the mixed value (appendix D of the paper)."""
    rows = jnp.arange(len(node))
    visits, prior = trees.visits[rows, node], trees.prior[rows, node]
    own, legal = trees.values[rows, node], trees.legal[rows, node]
    visited = visits > 0
    q = jnp.where(visited, trees.total[rows, node] / jnp.maximum(visits, 1), 0.0)
    count = jnp.sum(visits, 1)
    weights = jnp.where(visited, jnp.maximum(prior, _LEAST_PRIOR), 0.0)
    weight = jnp.sum(weights, 1)
    unvisited = own
    if options.mixed_value:
        mean = jnp.sum(weights * q, 1) / jnp.where(weight > 0, weight, 1.0)
        unvisited = jnp.where(weight > 0, (own + count * mean) / (count + 1), own)
    slope = (options.maxvisit_init + jnp.max(visits, 1)) * options.value_scale
    if not options.rescale_values:
        return _Completed(slope[:, None] * jnp.where(visited, q, unvisited[:, None]), slope * unvisited)
    some_unvisited = jnp.sum(visited, 1) < legal
    low = jnp.minimum(jnp.min(jnp.where(visited, q, jnp.inf), 1), jnp.where(some_unvisited, unvisited, jnp.inf))
    high = jnp.maximum(jnp.max(jnp.where(visited, q, -jnp.inf), 1), jnp.where(some_unvisited, unvisited, -jnp.inf))
    low, high = jnp.where(legal > 0, low, 0.0), jnp.where(legal > 0, high, 0.0)
    slope /= jnp.maximum(high - low, 1e-8)
    outside = slope * (unvisited - low)
    return _Completed(jnp.where(visited, slope[:, None] * (q - low[:, None]), outside[:, None]), outside)


def _inside(trees: Trees, node: jax.Array, options: GumbelSelection) -> jax.Array:
    """The slot that a node after the root selects: visits follow the improved policy (equation 14 of the paper)."""
    rows = jnp.arange(len(node))
    completed = _complete(trees, node, options)
    visits, prior = trees.visits[rows, node], trees.prior[rows, node]
    visited = visits > 0
    used = jnp.sum(visited, 1)
    # Where every action has been visited, the value of those without visits may be anything, and counts for nothing.
    some_left = used < trees.legal[rows, node]
    unvisited = jnp.where(some_left, completed.unvisited, -jnp.inf)
    slots = jnp.where(visited, completed.slots, unvisited[:, None])
    highest = jnp.maximum(jnp.max(slots, 1), unvisited)
    weights = prior * jnp.exp(slots - highest[:, None])
    left = jnp.maximum(0.0, 1 - jnp.sum(jnp.where(visited, prior, 0.0), 1))
    whole = jnp.sum(jnp.where(visited, weights, 0.0), 1) + left * jnp.exp(unvisited - highest)
    shares = weights / jnp.maximum(whole, _LEAST_PRIOR)[:, None]
    scores = shares - visits / (1 + jnp.sum(visits, 1))[:, None]
    # Slots are in the order of their priors, so the first one without visits is the best of those.
    open_slots = jnp.arange(visits.shape[1]) < jnp.minimum(used + 1, trees.legal[rows, node])[:, None]
    return jnp.argmax(jnp.where(open_slots, scores, -jnp.inf), 1).astype(jnp.int32)


def _descend(trees: Trees, first: jax.Array, options: GumbelSelection) -> tuple[jax.Array, jax.Array]:
    """From the root's slot `first` to where something is to be added: a node and its slot, of each tree."""
    rows = jnp.arange(len(first))

    def next_node(node: jax.Array, slot: jax.Array) -> tuple[jax.Array, jax.Array]:
        child = trees.child[rows, node, slot]
        return child, (child != NO_CHILD) & (trees.legal[rows, child] > 0)

    def deeper(carry: tuple[jax.Array, jax.Array]) -> tuple[jax.Array, jax.Array]:
        child, goes_on = next_node(*carry)
        node, slot = carry
        return jnp.where(goes_on, child, node), jnp.where(goes_on, _inside(trees, child, options), slot)

    begun = jnp.zeros_like(first), first
    found: tuple[jax.Array, jax.Array] = jax.lax.while_loop(lambda carry: jnp.any(next_node(*carry)[1]), deeper, begun)
    return found


@functools.cache
def _halving_table(considered: int, simulations: int) -> np.ndarray:
    """How many visits the root action has that a simulation selects: int32 `[considered + 1, simulations]`.

    Row c is the plan for c considered actions: in each round all of them get equally many visits, then the worse half
    is dropped, down to two (algorithm 1 of the paper).
    """
    table = np.zeros((considered + 1, simulations), np.int32)
    table[:2] = np.arange(simulations)
    for actions in range(2, considered + 1):
        rounds = (actions - 1).bit_length()
        plan: list[int] = []
        left, visits = actions, 0
        while len(plan) < simulations:
            passes = max(1, simulations // (rounds * left))
            for _ in range(passes):
                plan += [visits] * left
                visits += 1
            left = max(2, left // 2)
        table[actions] = plan[:simulations]
    return table
