"""Players with a network: its most likely move, or a search with it; many games share its batches."""

from __future__ import annotations

import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import boardai.search
from boardai import native
from boardai.basics.quoting import quoted
from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.players.player import NO_LIMITS, BatchPlayer, Player, Progress, Stop, Thought, Turn
from boardai.players.search import SearchPlayer
from boardai.players.thinking import BY_VISITS
from boardai.search.batches import BatchEvaluator, evaluate_states, padded
from boardai.search.evaluated import Network
from boardai.search.kind import SEARCHES
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.trees.options import TreeOptions
from boardai.search.trees.tree_session import ask_and_tell


class PolicyPlayer(BatchPlayer):
    """The network's most likely legal move, without search, with its shares of all moves and its value.

    Args:
        game: the game.
        evaluator: the network.
        name: name in tables.
    """

    def __init__(self, game: Game, evaluator: BatchEvaluator, name: str = "policy"):
        self.name = name
        self._evaluator = evaluator
        self._planes = evaluator.planes()

    def think_many(self, turns: Sequence[Turn], limits: Limits = NO_LIMITS) -> list[Thought]:
        """The most likely legal action of each state, the first of equals, with its share and the network's value."""
        began = time.perf_counter()
        found = []
        for some, logits, values in evaluate_states(self._evaluator, [turn.state for turn in turns], self._planes):
            for state, row, value in zip(some, logits, values, strict=True):
                legal = state.legal_actions()
                found.append((state, legal, row[[state.policy_index(action) for action in legal]], float(value)))
        seconds = (time.perf_counter() - began) / max(1, len(found))  # an equal part of the batch's time
        return [self._thought(*each, seconds) for each in found]

    def _thought(self, state: Any, legal: list[int], logits: np.ndarray, value: float, seconds: float) -> Thought:
        action = legal[int(np.argmax(logits))]
        shares = np.exp(logits.astype(np.float64) - logits.max())
        policy = dict(zip(legal, (shares / shares.sum()).tolist(), strict=True))
        found = SearchResult.of_line(
            state, [action], method=self.name, value=value, policy=policy, priors=policy, nodes=1, seconds=seconds
        )
        return Thought(action, found)


@dataclass(eq=False)
class _Slot:
    """A tree of a forest and its game.

    Attributes:
        forest: the forest.
        tree: index of the tree.
        state: at the root; None: the tree is unused.
        plies: plies of the game at the root.
    """

    forest: int
    tree: int
    state: Any = None
    plies: int = 0


class NetworkSearchPlayer(Player):
    """A PUCT or Gumbel search with a network; the searches of many games share its batches.

    One state is searched as by `boardai.search`, many in forests (`native/boardai/search/trees`).

    Args:
        game: the game.
        evaluator: the network.
        options: options of the search: `PuctOptions` or `GumbelOptions`.
        method: name of the search.
        seed: seed of noise, if the options have some; equal seeds and equal questions give equal answers.
        reuse: a game's tree is kept from move to move, and new simulations are added to it. Single states without
            a game count as one game while each is at most two plies after the previous one.
        seconds: time of a move instead of a number of simulations; states are then searched one after the other.
        counted: the options' simulations apply in addition to other limits of a move; else only if it has none.
        name: name in tables; "": the method's.

    Raises:
        ValueError: an option or limit is out of range, the network lacks an output that the options need, or the game
            lacks the knowledge that they need.
    """

    obeys_limits = judges = True

    def __init__(
        self,
        game: Game,
        evaluator: BatchEvaluator,
        options: TreeOptions,
        method: str,
        *,
        seed: int = 0,
        reuse: bool = False,
        seconds: float | None = None,
        counted: bool = False,
        name: str = "",
    ):
        if options.simulations < 1:
            raise ValueError(f"simulations must be at least 1, got {options.simulations}")
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds must be a number above 0, not {quoted(seconds)}")
        native_options = options.to_native()  # bad options are reported here, not in the middle of a match
        if options.knowledge:  # likewise a game without knowledge
            start = game.initial_state()
            native.template("Puct", start)(1, native_options, seed).set_root(0, native.native_state(start))
        self.name, self.ends_by_course = name or method, method in BY_VISITS
        self.batched = seconds is None  # with a time limit, states that wait for each other would waste their time
        self._game, self._options, self._method = game, options, method
        self._seed, self._reuse = seed, reuse
        self._usual = Limits(simulations=options.simulations)
        self._own = Limits(seconds=seconds, simulations=options.simulations if counted else None)
        self.keeps = ("tree",)
        if options.reads_forecasts:
            evaluator = evaluator.with_forecasts(options.reads_draws, options.reads_moves_left)
        self._evaluator, self._planes = evaluator, evaluator.planes()
        self._single: SearchPlayer | None = None
        self._trees = evaluator.batch_size  # trees of a forest: each has a row of a batch
        self._forests: list[Any] = []
        self._games: dict[Hashable, _Slot] = {}
        self._free: list[_Slot] = []

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The best action, and the result of the search."""
        return self._by_one.think(state, limits, progress, stop)

    def search(
        self,
        state: Any,
        limits: Limits = NO_LIMITS,
        progress: Progress | None = None,
        stop: Stop | None = None,
        **kept: bool | int,
    ) -> SearchResult:
        """The result of a search from an empty tree; without any limit it has its function's default simulations."""
        if not limits and not self._own:
            limits = replace(limits, simulations=SEARCHES[self._method].defaults.table["simulations"].default)
        return self._by_one.search(state, limits, progress, stop, **kept)

    def think_many(self, turns: Sequence[Turn], limits: Limits = NO_LIMITS) -> list[Thought]:
        """The best action of each state; without kept games, each is searched from an empty tree."""
        if not self.batched or limits != NO_LIMITS:
            return super().think_many(turns, limits)
        began = time.perf_counter()
        slots = self._kept(turns) if self._reuse and all(turn.game is not None for turn in turns) else self._new(turns)
        for slot in slots:  # in addition to its present visits, also for a repeated question about the same state
            forest = self._forest(slot.forest)
            wanted = forest.simulations_done(slot.tree) + self._options.simulations
            forest.set_simulations(slot.tree, wanted)
        for number in sorted({slot.forest for slot in slots}):
            ask_and_tell(self._forest(number), self._evaluate, self._planes, self._options.reads_forecasts)
        seconds = (time.perf_counter() - began) / max(1, len(slots))  # an equal part of the batch's time
        return [self._thought(slot, turn.state, seconds) for slot, turn in zip(slots, turns, strict=True)]

    def _thought(self, slot: _Slot, state: Any, seconds: float) -> Thought:
        """The result of a tree; copying its complete statistics would take longer than a small search."""
        tree = self._forest(slot.forest).tree(slot.tree)
        action, line = int(tree.best_action()), tree.line()
        behind = float(line.value.value()) if line.value.has_value() else None
        found = SearchResult.of_line(
            state,
            [int(one) for one in line.actions] or [action],
            method=self._method,
            value=float(tree.root_value()),
            policy={},
            nodes=int(tree.position_count()),
            depth=int(tree.depth()),
            seconds=seconds,
            simulations=self._options.simulations,
            leaf_value=behind,
        )
        return Thought(action, found)

    def end_game(self, game: Hashable) -> None:
        """Releases the tree of a finished game."""
        slot = self._games.pop(game, None)
        if slot is not None:
            slot.state = None
            self._free.append(slot)

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Starts a new game as if it were the first."""
        self._seed = seed
        self._forests.clear()
        self._games.clear()
        self._free.clear()
        if self._single is not None:
            self._single.new_game(start, actions, seed)

    def prepare(self, state: Any) -> None:
        """Makes the tree."""
        self._by_one.prepare(state)

    def close(self) -> None:
        """Frees the trees."""
        self.new_game(None, [], self._seed)

    @property
    def _by_one(self) -> SearchPlayer:
        """The search of one state."""
        if self._single is None:
            function = getattr(boardai.search, self._method)
            arguments = {"options": self._options, "evaluator": Network(padded(self._evaluator)), **self._own.given}
            session = SEARCHES[self._method].session if self._reuse else None
            self._single = SearchPlayer(
                self.name, function, arguments, self._seed, usual=self._usual, game=self._game, session=session
            )
        return self._single

    def _forest(self, number: int) -> Any:
        while len(self._forests) <= number:
            puct = native.template("Puct", self._game.initial_state())
            seed = seed_of(self._seed, "forest", len(self._forests))
            self._forests.append(puct(self._trees, self._options.to_native(), seed))
        return self._forests[number]

    def _new(self, turns: Sequence[Turn]) -> list[_Slot]:
        """Trees that start at these states; kept games are overwritten."""
        self._games.clear()
        self._free.clear()
        slots = [_Slot(number // self._trees, number % self._trees) for number in range(len(turns))]
        for slot, turn in zip(slots, turns, strict=True):
            self._forest(slot.forest).set_root(slot.tree, native.native_state(turn.state))
        return slots

    def _kept(self, turns: Sequence[Turn]) -> list[_Slot]:
        """The games' trees, with their roots moved to these states."""
        slots = []
        for turn in turns:
            slot = self._slot_of(turn.game)
            since = list(turn.actions[slot.plies :])
            self._bring(slot, turn.state, since if self._leads(slot.state, since, turn.state) else None)
            slot.plies = len(turn.actions)
            slots.append(slot)
        return slots

    def _slot_of(self, key: Hashable) -> _Slot:
        if key not in self._games:
            if not self._free:
                number = len(self._games) // self._trees  # all earlier forests are full
                self._free = [_Slot(number, tree) for tree in reversed(range(self._trees))]
            self._games[key] = self._free.pop()
        return self._games[key]

    def _bring(self, slot: _Slot, state: Any, since: list[int] | None) -> None:
        """Moves a tree's root to the state: along the actions played since, or by a new tree if none lead there."""
        forest = self._forest(slot.forest)
        if since is None:
            forest.set_root(slot.tree, native.native_state(state))
        else:
            for action in since:
                forest.advance(slot.tree, action)
        slot.state = state.clone()

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

    def _evaluate(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        # A row's output depends on the batch size, so the whole buffer is always evaluated.
        return self._evaluator(self._planes, len(rows))
