"""Agents that play with a network: its most likely move, or a search guided by it; many games share its batches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardai import native
from boardai.basics.quoting import quoted
from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.search.batches import BatchEvaluator, of_states
from boardai.search.session import actions_between
from boardai.search.trees.options import TreeOptions
from boardai.search.trees.tree_session import UNLIMITED, ask_and_tell

_ONLY = "the game of which nothing else is known"


class PolicyAgent:
    """The network's most likely legal move, without search.

    Args:
        game: the game.
        evaluator: the network.
        name: in tables.
    """

    batched = True

    def __init__(self, game: Game, evaluator: BatchEvaluator, name: str = "policy"):
        self.name = name
        self._evaluator = evaluator
        self._planes = evaluator.planes()

    def choose(self, state: Any) -> int:
        """The most likely legal action."""
        return self.choose_many([state])[0]

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """The most likely legal action of each state; the first of equals."""
        actions = []
        for some, logits, _ in of_states(self._evaluator, states, self._planes):
            for state, row in zip(some, logits, strict=True):
                legal = state.legal_actions()
                indices = [state.policy_index(action) for action in legal]
                actions.append(legal[int(np.argmax(row[indices]))])
        return actions


@dataclass(eq=False)
class _Slot:
    """A tree of a forest, and the game whose tree it is.

    Attributes:
        forest: which.
        tree: which of its trees.
        state: at the root; None: the tree is nobody's.
        plies: of the game, at the root.
        chosen: what was chosen there, if anything.
    """

    forest: int
    tree: int
    state: Any = None
    plies: int = 0
    chosen: int | None = None


class NetworkSearchAgent:
    """The best move of a PUCT or Gumbel search with the network; the searches of many games share its batches.

    Args:
        game: the game.
        evaluator: the network.
        options: of the search: `PuctOptions` or `GumbelOptions`.
        seed: of noise, where the options ask for some; equal seeds and equal questions give equal answers.
        reuse: a game's tree lives on from move to move; its simulations come on top of those kept. The states that
            `choose` is asked about are of one game while each is at most two plies behind the one before.
        seconds: a move instead of a number of simulations; states are then searched one after the other.
        name: in tables.

    Raises:
        ValueError: an option or limit is out of range.
    """

    def __init__(
        self,
        game: Game,
        evaluator: BatchEvaluator,
        options: TreeOptions,
        *,
        seed: int = 0,
        reuse: bool = False,
        seconds: float | None = None,
        name: str = "puct",
    ):
        if options.simulations < 1:
            raise ValueError(f"simulations must be at least 1, got {options.simulations}")
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds must be a number above 0, not {quoted(seconds)}")
        self.name = name
        self.batched = seconds is None  # by the clock, states that wait for each other would waste their time
        self._game, self._evaluator, self._options = game, evaluator, options
        self._seed, self._reuse, self._seconds = seed, reuse, seconds
        self._planes = evaluator.planes()
        self._enough: Callable[[], bool] = lambda: False
        self._raises = True
        # By the clock a forest is one tree: of several, those that the clock has stopped would go on with the next.
        self._trees = evaluator.batch_size if seconds is None else 1
        self._forests: list[Any] = []
        self._games: dict[Hashable, _Slot] = {}
        self._free: list[_Slot] = []
        self._forest(0)  # bad options are reported here, not in the middle of a match

    def choose(self, state: Any) -> int:
        """The best action."""
        if not self._reuse:
            return self.choose_many([state])[0]
        slot = self._slot_of(_ONLY)
        since = None if slot.state is None else actions_between(slot.state, state, expected=slot.chosen)
        self._bring(slot, state, since, 0)
        return self._search([slot])[0]

    def choose_many(self, states: Sequence[Any]) -> list[int]:
        """The best action of each state, each searched from nothing."""
        slots = [_Slot(number // self._trees, number % self._trees) for number in range(len(states))]
        self._games.clear()  # their trees are overwritten
        self._free.clear()
        for slot, state in zip(slots, states, strict=True):
            self._forest(slot.forest).set_root(slot.tree, native.native_state(state))
        return self._search(slots)

    def choose_in_games(self, games: Sequence[tuple[Hashable, Any, list[int]]]) -> list[int]:
        """The best action of each state, with what is known of its game.

        Args:
            games: a key that stays the same through a game, its state, and all actions since its start.
        """
        if not self._reuse:
            return self.choose_many([state for _, state, _ in games])
        slots = []
        for key, state, actions in games:
            slot = self._slot_of(key)
            since = actions[slot.plies :]
            self._bring(slot, state, since if self._leads(slot.state, since, state) else None, len(actions))
            slots.append(slot)
        return self._search(slots)

    def end_game(self, key: Hashable) -> None:
        """A game of `choose_in_games` is over: its tree is free for another."""
        slot = self._games.pop(key, None)
        if slot is not None:
            slot.state = None
            self._free.append(slot)

    def return_when(self, asked: Callable[[], bool]) -> None:
        """From now on it plays the best move so far as soon as `asked()` says so: after each answer of the network."""
        self._enough = asked

    def return_at_interrupt(self) -> None:
        """From now on Ctrl-C makes it play the best move so far, where one has been found, for commands with people."""
        self._raises = False

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """A game begins that is to be played as if it were the first."""
        self._seed = seed
        self._forests.clear()
        self._games.clear()
        self._free.clear()

    def close(self) -> None:
        """Gives the trees' memory back."""
        self.new_game(None, [], self._seed)

    def _forest(self, number: int) -> Any:
        while len(self._forests) <= number:
            puct = native.template("Puct", self._game.initial_state())
            seed = seed_of(self._seed, "forest", len(self._forests))
            self._forests.append(puct(self._trees, self._options.to_native(), seed))
        return self._forests[number]

    def _slot_of(self, key: Hashable) -> _Slot:
        if key not in self._games:
            if not self._free:
                number = len(self._games) // self._trees  # every forest before this one is in use to its last tree
                self._free = [_Slot(number, tree) for tree in reversed(range(self._trees))]
            self._games[key] = self._free.pop()
        return self._games[key]

    def _bring(self, slot: _Slot, state: Any, since: list[int] | None, plies: int) -> None:
        """Moves a tree's root to the state: along the actions played since, or anew where None lead there."""
        forest = self._forest(slot.forest)
        if since is None:
            forest.set_root(slot.tree, native.native_state(state))
        else:
            for action in since:
                forest.advance(slot.tree, action)
        slot.state, slot.plies = state.clone(), plies

    @staticmethod
    def _leads(start: Any, actions: list[int], wanted: Any) -> bool:
        if start is None:
            return False
        state = start.clone()
        for action in actions:
            if state.is_terminal() or not state.is_legal(action):
                return False
            state.apply(action)
        return bool(state == wanted)

    def _search(self, slots: list[_Slot]) -> list[int]:
        if self._seconds is None:
            for slot in slots:  # on top of what it has, be it asked twice about the same state
                forest = self._forest(slot.forest)
                wanted = forest.simulations_done(slot.tree) + self._options.simulations
                forest.set_simulations(slot.tree, wanted)
        try:
            for number in sorted({slot.forest for slot in slots}):
                forest = self._forest(number)
                if self._seconds is not None:
                    forest.set_simulations(0, UNLIMITED)
                    forest.start_clock(self._seconds)
                ask_and_tell(forest, self._evaluate, self._planes, self._enough)
        except KeyboardInterrupt:
            # What the network was being asked about is asked again by the next search.
            if self._raises or not all(self._forest(slot.forest).root_action_count(slot.tree) for slot in slots):
                raise
        chosen = [int(self._forest(slot.forest).best_action(slot.tree)) for slot in slots]
        for slot, action in zip(slots, chosen, strict=True):
            slot.chosen = action
        return chosen

    def _evaluate(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        # A row's answer depends on the batch size: the whole buffer is always handed over.
        return self._evaluator(self._planes, len(rows))
