"""Searches many trees in parallel, arrays in and out: like mctx for JAX, but for every game and with rules in C++.

    forest = Forest(states, network, GumbelOptions())
    found = forest.run(32)                      # actions [n], visits and action_weights [n, policy_size], values [n]
    forest.advance(found.actions)               # the trees below these moves are kept

The search is that of `puct` and `gumbel`: tree i of a forest gives the same result as alone (each has its own random
stream), independent of the other rows.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from boardai import native
from boardai.basics.arguments import checked_seed
from boardai.search.batches import CallersNetwork, as_asked, checked_array, padded
from boardai.search.evaluated import Network, check_planes, to_network_view
from boardai.search.session import OneUser
from boardai.search.trees.forest_selection import SelectionRule, check_selection, select_by
from boardai.search.trees.options import GumbelOptions, PuctOptions

NetworkFunction = Callable[[np.ndarray], tuple[Any, Any]]


@dataclass(frozen=True)
class ForestResult:
    """The results of the searches: a row for every tree, columns by policy index.

    >>> import numpy as np
    >>> game = boardai.load("hex", size=3)
    >>> forest = boardai.search.Forest(
    ...     [game.initial_state()] * 4, lambda planes: (np.zeros((len(planes), 9)), np.zeros(len(planes))))
    >>> found = forest.run(16)
    >>> found.visits.sum(axis=1).tolist(), found.action_weights.shape, found[:2]
    ([16, 16, 16, 16], (4, 9), <ForestResult of 2 trees, 32 visits>)

    Rows of finished games have no visits, weights of 0 and the action -1.

    Attributes:
        actions: int32 `[n]`, the best action of each tree, as for `state.apply`.
        visits: int64 `[n, policy_size]`.
        action_weights: float32 `[n, policy_size]`, the policy target; each row adds up to 1.
        values: float32 `[n]`, each root's value for its player to move.
        priors: float32 `[n, policy_size]`, priors of the network, with noise if used.
        q_values: float32 `[n, policy_size]`, the mean value of each action for the player to move; 0 without visits.
    """

    actions: np.ndarray
    visits: np.ndarray
    action_weights: np.ndarray
    values: np.ndarray
    priors: np.ndarray
    q_values: np.ndarray

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, rows: Any) -> ForestResult:
        """Some of the rows, by a slice, indices or a mask."""
        return ForestResult(*(getattr(self, field.name)[rows] for field in fields(self)))

    def __repr__(self) -> str:
        return f"<ForestResult of {len(self)} trees, {int(self.visits.sum())} visits>"


class Forest(OneUser):
    """A search tree for each of n states, and one network for all of them.

    >>> import numpy as np
    >>> game = boardai.load("hex", size=3)
    >>> def network(planes):
    ...     return np.zeros((len(planes), game.policy_size)), np.zeros(len(planes))
    >>> forest = boardai.search.Forest([game.initial_state()] * 4, network, seed=1)
    >>> found = forest.run(16)
    >>> forest.advance(found.actions)
    >>> found.actions.shape, [state.current_player() for state in forest.states]
    ((4,), [1, 1, 1, 1])

    Args:
        states: states of one game, on boards of one size; finished ones are not searched.
        network: a function of planes `[rows, height, width, channels]` to logits `[rows, policy_size]` and values
            `[rows]` in [-1, 1] for the player to move, or `Network(f)`. It always gets the same number of rows, so that
            a jitted function is traced once. Rows without a pending request hold old planes; it must not keep its
            input.
        options: `GumbelOptions` or `PuctOptions`; Gumbel's by default, PUCT's with `selection`.
        seed: seed of noise; tree i draws from the stream (seed, i).
        batch_size: rows per call of the network; by default one for each tree and waiting leaf, with `quiet_plies`
            two.
        selection: a function of `ForestChildren` to the column of a move for each row, int `[n]`, which replaces the
            formula: in all positions, with `GumbelOptions` in those below the roots. It is called once for each
            level that the trees walk down together.

    Attributes:
        states: copies of the states at the roots.

    Raises:
        ValueError: no states, states of different games or boards, a game without planes, an option out of range, or
            one that is part of the formula which `selection` replaces.
    """

    def __init__(
        self,
        states: Sequence[Any],
        network: NetworkFunction | Network,
        options: GumbelOptions | PuctOptions | None = None,
        *,
        seed: int = 0,
        batch_size: int | None = None,
        selection: SelectionRule | None = None,
    ) -> None:
        super().__init__()
        if not isinstance(states, Sequence | np.ndarray):
            raise TypeError(f"states must be a list of states, not a {type(states).__name__}")
        if not len(states):
            raise ValueError("a forest needs at least one state")
        self._evaluator = network
        first = to_network_view(states[0], network)
        check_planes(first)
        if options is None:
            options = GumbelOptions() if selection is None else PuctOptions()
        self.options = options
        function = network.function if isinstance(network, Network) else network
        if not callable(function):
            raise ValueError(f"network must be a function of planes, or Network(f), not {network!r}")
        self._seed = checked_seed(seed)
        self._policy_size = int(first.policy_size)
        rows = len(states) * self.options.rows_per_tree
        self._planes = np.zeros((rows, *first.observation_shape), np.float32)
        batch = rows if batch_size is None else batch_size
        if not batch >= 1:
            raise ValueError(f"batch_size must be at least 1, got {batch_size}")
        self._network = padded(
            CallersNetwork(
                function,
                first.observation_shape,
                self._policy_size,
                batch,
                has_forecasts=self.options.reads_forecasts,
            )
        )
        self._state_type = native.native_type(first)
        self._template = native.template("Puct", first)
        native_options = options.to_native()
        self._forest = self._template(len(states), native_options, self._seed, True)
        self._selection = selection
        if selection is not None:
            check_selection(selection, options, native_options)
            self._forest.leave_selection_to_caller()
        self.states: list[Any] = []
        self.set_states(states)

    def __len__(self) -> int:
        """Number of trees."""
        return int(self._forest.trees())

    def set_states(self, states: Sequence[Any]) -> None:
        """Sets new roots; all trees are cleared, and random streams continue.

        Raises:
            ValueError: the number of states is not that of the trees, or a state is of another game or board; no tree
                has changed.
        """
        if len(states) != len(self):
            raise ValueError(f"expected {len(self)} states, one for each tree, got {len(states)}")
        views = [to_network_view(state, self._evaluator) for state in states]
        for number, view in enumerate(views):
            if native.native_type(view) is not self._state_type:
                raise ValueError(f"states[{number}] belongs to another game than the forest")
            if (view.observation_shape, view.policy_size) != (self._planes.shape[1:], self._policy_size):
                raise ValueError(f"states[{number}] has another board than the forest")
        with self._used():
            self.states = [view.clone() for view in views]
            for number, state in enumerate(self.states):
                if not state.is_terminal():
                    self._forest.set_root(number, native.native_state(state))

    def run(
        self,
        simulations: int | None = None,
        *,
        root_logits: Any = None,
        root_values: Any = None,
        noise: Any = None,
    ) -> ForestResult:
        """Searches every tree.

        Args:
            simulations: number of additional simulations for each tree; the options' by default.
            root_logits: the network's logits at the roots, `[n, policy_size]`, if already known.
            root_values: values at the roots, required with `root_logits`: `[n]`, or `[n, 3]` if the options use
                forecasts.
            noise: replaces drawn noise at new roots, `[n, policy_size]`: Gumbel samples, or for PUCT Dirichlet
                samples; only those of legal actions are used.

        Returns:
            The results.

        Raises:
            ValueError: arrays of other shapes, outputs that are not finite, roots that have already been evaluated, or
                a selection rule that does not return a selectable column for each row. The next run continues with the
                trees as they are.
            RuntimeError: this forest is in use.
        """
        if (root_logits is None) != (root_values is None):
            raise ValueError("root_logits and root_values go together")
        with self._used():
            running = [number for number, state in enumerate(self.states) if not state.is_terminal()]
            amount = operator.index(self.options.simulations if simulations is None else simulations)
            if noise is not None:
                noise = checked_array("noise", noise, (len(self), self._policy_size))
            if root_logits is not None:
                self._check_new_roots(running)
                root_logits = checked_array("root_logits", root_logits, (len(self), self._policy_size))
                root_values = as_asked("root_values", root_values, len(self), self.options.reads_forecasts)
            # All arguments are valid: an error above changes nothing.
            if noise is not None:
                self._set_noise(running, noise)
            for number in running:
                self._forest.set_simulations(number, int(self._forest.simulations_done(number)) + amount)
            if root_logits is not None:
                self._answer_roots(running, root_logits, root_values)
            while rows := self._select():
                logits, values = self._network(self._planes[:rows])
                self._forest.backup(logits, logits.size, values, values.size)
            return self._result()

    def _select(self) -> int:
        """Fills the planes with positions to evaluate; returns their number."""
        if self._selection is not None:
            return select_by(self._selection, self._forest, self._planes)
        return int(self._forest.select(self._planes, self._planes.size))

    def advance(self, actions: Any) -> None:
        """Plays an action in each tree, and keeps the tree below it; -1 leaves a tree as it is.

        Args:
            actions: `[n]`, like `ForestResult.actions`.

        Raises:
            ValueError: the number of actions is not that of the trees, or one is illegal; no tree has changed.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions must be {len(self)} whole numbers, got {chosen.dtype} {list(chosen.shape)}")
        moves = [(number, int(action)) for number, action in enumerate(chosen) if action >= 0]
        for number, action in moves:
            if not self.states[number].is_legal(action):
                raise ValueError(f"tree {number}: illegal action {action} in {self.states[number].to_string()}")
        with self._used():
            for number, action in moves:
                self.states[number].apply(action)
                if not self.states[number].is_terminal():
                    self._forest.advance(number, action)

    def _has_seen(self, number: int) -> bool:
        """Whether a tree's root has been evaluated."""
        return int(self._forest.root_action_count(number)) > 0

    def _set_noise(self, running: list[int], noise: np.ndarray) -> None:
        for number in running:
            if self._has_seen(number):
                continue  # its root already had noise, and the next one must not get this
            state = self.states[number]
            row = noise[number, [state.policy_index(action) for action in state.legal_actions()]].astype(np.float64)
            self._forest.set_root_noise(number, row, row.size)

    def _check_new_roots(self, running: list[int]) -> None:
        if self.options.cache_mb:
            raise ValueError(
                "root_logits cannot be combined with cache_mb, which caches only the network's own answers"
            )
        seen = [number for number in running if self._has_seen(number)]
        if seen:
            raise ValueError(f"root_logits: tree {seen[0]}'s root has been evaluated before")

    def _answer_roots(self, running: list[int], logits: np.ndarray, values: np.ndarray) -> None:
        # The first rows are those of the roots, in the order of the trees.
        if self._select():
            logits, values = np.ascontiguousarray(logits[running]), np.ascontiguousarray(values[running])
            self._forest.backup(logits, logits.size, values, values.size)

    def _result(self) -> ForestResult:
        n, shape = len(self), (len(self), self._policy_size)
        visits = np.zeros(shape, np.int64)
        weights, priors, q_values = (np.zeros(shape, np.float32) for _ in range(3))
        actions, values = np.full(n, -1, np.int32), np.zeros(n, np.float32)
        if not all(state.is_terminal() for state in self.states):
            self._forest.write_rows(visits, weights, priors, q_values, visits.size, actions, values)
        over = [number for number, state in enumerate(self.states) if state.is_terminal()]
        for rows in (visits, weights, priors, q_values, values):
            rows[over] = 0
        actions[over] = -1
        return ForestResult(actions, visits, weights, values, priors, q_values)
