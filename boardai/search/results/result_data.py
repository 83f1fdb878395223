"""The result of a search as data, from which texts and files are made."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Self

from boardai.search.kind import has_scores
from boardai.search.results.strategy import Strategy
from boardai.search.results.tree import SearchTree
from boardai.search.results.wording import EVALUATION_LIMIT

NOT_SEARCHED = "completed"  # the note of a search that ended before completing its first depth


@dataclass(frozen=True, kw_only=True)
class ResultData:
    """The fields of `SearchResult`, which documents them."""

    action: int
    value: float | None
    policy: dict[int, float]
    pv: list[int]
    nodes: int
    simulations: int = 0
    depth: int
    seconds: float
    player: int
    method: str = ""
    scores: bool | None = None
    state: Any = field(default=None, repr=False, compare=False)
    visits: dict[int, int] = field(default_factory=dict)
    priors: dict[int, float] = field(default_factory=dict)
    action_values: dict[int, float] = field(default_factory=dict)
    bounds: dict[int, str] = field(default_factory=dict)
    outcomes: dict[int, int] = field(default_factory=dict)
    action_nodes: dict[int, int] = field(default_factory=dict)
    outcome: int | None = None
    plies_to_end: int | None = None
    proof_set: list[int] = field(default_factory=list)
    leaf_value: float | None = None
    point: float = 0
    margins: dict[int, int] = field(default_factory=dict)
    hash_use: float | None = None
    interrupted: bool = False
    notes: dict[str, Any] = field(default_factory=dict)
    tree: SearchTree | None = field(default=None, repr=False, compare=False)
    strategy: Strategy | None = field(default=None, repr=False, compare=False)
    positions: list[tuple[Any, int, int | None]] = field(default_factory=list, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.tree is not None and not self.tree.variation:
            # A tree's rows do not include the principal variation; the result does.
            object.__setattr__(self, "tree", self.tree.with_variation(self.pv, self.method))

    def value_for(self, player: int) -> float | None:
        """The value for this player; None if unproven.

        Raises:
            ValueError: player is neither 0 nor 1.
        """
        if player not in (0, 1):
            raise ValueError(f"player must be 0 or 1, not {player!r}")
        if self.value is None:
            return None
        return self.value if player == self.player else -self.value

    @property
    def is_score(self) -> bool:
        """Whether `value` is a score in the evaluator's unit; otherwise it is an expected outcome, -1 to 1.

        Determined by `scores` if set, else by the search named `method`.
        """
        return has_scores(self.method) if self.scores is None else self.scores

    @property
    def is_unsearched(self) -> bool:
        """Whether iterative deepening ended before its first depth: the move is arbitrary and there is no value."""
        return NOT_SEARCHED in self.notes

    @property
    def margin(self) -> float | None:
        """The final margin that the player to move can expect, in points; None if it is unknown."""
        return self.margin_of(self.action)

    def margin_of(self, action: int) -> float | None:
        """The final margin that the player to move can expect after an action, in points (Reversi: discs).

        The proven margin if there is one; else the action's value, converted to points; for a win or loss the margin
        at the end of its line. None if none of these is known: values of simulations are not margins.
        """
        if action in self.margins:
            return self.margins[action]
        value = self.value if action == self.action else self.action_values.get(action)
        if value is None or not self.point:
            return None
        if abs(value) < EVALUATION_LIMIT:
            return value / self.point
        lines = {line[0]: line for line in self.notes.get("lines", ()) if line}
        return self._margin_behind(self.pv if action == self.action else lines.get(action, [action]))

    @property
    def material(self) -> int | None:
        """The material at the end of `pv`, for the player to move in the searched state.

        In the unit of scores (chess: centipawns); the rest of `leaf_value` is positional. None if the game
        has no evaluator `material`, the line ends the game, or no position is known.
        """
        state = self._end_of(self.pv)
        if state is None or state.is_terminal() or "material" not in getattr(state, "evaluators", list)():
            return None
        value = int(state.evaluate("material"))
        return value if state.current_player() == self.player else -value

    def _end_of(self, line: list[int]) -> Any:
        """The position after a line; None if the line cannot be played."""
        if self.state is None:
            return None
        state = self.state.clone()
        for action in line:
            if not state.is_legal(action):
                return None
            state.apply(action)
        return state

    def _margin_behind(self, line: list[int]) -> float | None:
        """The margin of the finished game after a line; None: the game is not over there."""
        state = self._end_of(line)
        return float(state.score(self.player)) if state is not None and state.is_terminal() else None

    @property
    def nodes_per_second(self) -> float:
        """Nodes per second, or simulations per second if the search runs simulations."""
        return (self.simulations or self.nodes) / max(self.seconds, 1e-9)

    def as_interrupted(self) -> Self:
        """The same result, marked as ended early."""
        return replace(self, interrupted=True)
