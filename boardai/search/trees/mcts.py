"""UCT: Monte-Carlo tree search by upper confidence bounds, with random games or any other value at the leaves.

The search is C++: `native/boardai/search/trees/uct/mcts_tree.hpp` has idea, formulas and papers, docs/search/mcts.md
explains it in detail, and `boardai.search.reference.trees.mcts` is the same in plain Python. For networks see
`boardai.search.puct`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Unpack

from boardai import native
from boardai.basics.arguments import whole_number
from boardai.search.evaluated import Network, Outcome, outcome_function
from boardai.search.function import SimulationKeywords, TreeKeywords, search
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.tree import SearchTree
from boardai.search.run import limit_root
from boardai.search.session import Session
from boardai.search.trees.options import MctsOptionKeywords, MctsOptions
from boardai.search.trees.written_rules import mcts_rules

_USUAL = Limits(simulations=1000)
TREE_ROWS = 1000


class MctsKeywords(MctsOptionKeywords, SimulationKeywords, TreeKeywords, total=False):
    """Keywords of `mcts`."""


class Mcts(Session):
    """A search that keeps its tree, for playing a game: the part below the moves played is reused.

    If a state is the last one searched, or up to two plies later, the search continues in the tree. A
    root with `root_actions` is created again.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> search = boardai.search.Mcts(seed=1)
    >>> state.apply(search.search(state, simulations=200).action)
    >>> search.search(state, simulations=200).notes["reused"] > 0
    True
    """

    lives_on = True
    tree_rows = TREE_ROWS

    def __init__(self, *, seed: int = 0, **keywords: Any) -> None:
        super().__init__(seed=seed, **keywords)
        chosen: MctsOptions = self.options
        by_outcome = isinstance(self._evaluator, Outcome | Network)
        given = {"evaluator_share", "rollout_plies"} & keywords.keys() or chosen.evaluator_share or chosen.rollout_plies
        if self._evaluator and not by_outcome and not given:
            self.options = replace(chosen, evaluator_share=1)
        if by_outcome and chosen.threads > 1:
            raise ValueError("Outcome(f) and Network(f) are asked by one thread: threads must be 1")
        self._native_options = self.options.to_native()
        self._rules = mcts_rules(self.options.selection, self.options.choice)
        self._search: Any = None
        self._template: Any = None

    def _prepared(self, root: Any, limits: Limits, rows: int, **own: Any) -> tuple[Any, Callable[[], None]]:
        if limits.simulations == 0:
            raise ValueError("simulations must be a whole number above 0, not 0")
        asked, only = (limits if limits else _USUAL).to_native(), limits.root_actions_of(root)
        outcome = outcome_function(root, self._evaluator)
        searched, spec = (root, "") if outcome is not None else self._with_evaluator(root)
        search = self._native_search(searched, spec)
        start = native.native_state(searched)
        if outcome is not None and native.is_native(root):
            self._warm_up(spec, start)

        def run() -> None:
            limit_root(search, only)
            if outcome is None:
                search.run(start, asked)
            else:
                self._ask_and_tell(outcome, root, start, asked)

        return search, run

    def _finished(self, search: Any, result: SearchResult, root: Any, rows: int, **own: Any) -> SearchResult:
        return replace(result, tree=SearchTree.from_record(search.tree(rows), root)) if rows else result

    def advance(self, action: int) -> None:
        """Plays an action from the searched state; the rest of the tree is dropped.

        Raises:
            ValueError: the action is not legal there, or nothing has been searched.
            RuntimeError: this search is in use.
        """
        with self._used():
            if self._search is None:
                raise ValueError("advance() before the first search")
            self._search.advance(whole_number("an action", action))

    def forget(self) -> None:
        """Frees the tree: the next search starts from scratch.

        Raises:
            RuntimeError: this search is in use.
        """
        with self._used():
            self._search = self._template = None

    def upper_bounds(self) -> dict[int, float]:
        """UCB of each action of the searched state, in the unit of the utilities; infinite for unvisited ones.

        Raises:
            ValueError: nothing has been searched.
        """
        found = None if self._search is None else native.read_report(self._search)
        if found is None:
            raise ValueError("upper_bounds() before the first search")
        return found["upper_bounds"]

    def _native_search(self, state: Any, evaluator: Any) -> Any:
        """The native search for this kind of state."""
        template = native.template("Mcts", state)
        if self._template is not template:
            self._search = template(self._native_options, evaluator, self._seed, self._rules)
            self._template = template
        return self._search

    def _warm_up(self, evaluator: Any, start: Any) -> None:
        """Runs one simulation of a separate search before any clock runs, to compile the functions of ask and tell."""
        if getattr(self._template, "warmed_up", False):
            return
        search = self._template(self._native_options, evaluator, 0, self._rules)
        search.begin(start, Limits(simulations=1).to_native())
        while search.select():
            search.leaf()
            search.tell(0.0)
        search.publish()
        self._template.warmed_up = True

    def _ask_and_tell(self, outcome: Outcome, root: Any, start: Any, asked: Any) -> None:
        search = self._search
        is_native = native.is_native(root)
        search.begin(start, asked)
        try:
            while search.select():
                leaf = search.leaf()
                # A copy, because the function may keep it.
                search.tell(outcome(type(root)(leaf) if is_native else leaf.object().clone())[1])
        finally:
            search.publish()


@search(
    MctsOptions,
    native="Mcts",
    session=Mcts,
    summary="Monte-Carlo tree search with random games, or with run=FOLDER by a trained value",
    usual=Limits(simulations=2000),
)
def mcts(state: Any, **keywords: Unpack[MctsKeywords]) -> SearchResult:
    """UCT from one state, in the four steps of docs/search/mcts.md.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> result = boardai.search.mcts(state, simulations=500, seed=1)
    >>> state.action_to_string(result.action), sum(result.visits.values())
    ('b2', 500)

    Keywords:
        simulations: their number; 1,000 if neither limit is given.
        seconds: wall time. At least one simulation is run.
        evaluator: evaluates leaves, instead of random games: `Outcome(f)`, `Network(f)`, a name of
            `boardai.search.evaluators(state)`, a learned evaluation or a function of the state. Evaluators with scores
            are combined with random games if `evaluator_share` or `rollout_plies` is given. Python is called for every
            simulation, on one thread (docs/search/mcts.md has the rate).
        seed: seed of everything random; on one thread equal seeds give equal results.
        tree: keep the most visited part of the tree in `result.tree`; a number limits its rows.

    Returns:
        The result. `value` and `action_values` are mean outcomes in [-1, 1], for all utilities; `outcome` is set
        if the position is proven. `notes` has `megabytes` in use, `pool_full` (no memory was left for new
        positions), `reused` (visits the root had before) and `proven_moves`.

    Raises:
        ValueError: the game is over, a limit, an option or a leaf's value is out of range, or an action of
            `root_actions` is not legal.
        TypeError: no such option.
    """
