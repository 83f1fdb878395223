"""A gate: whether games are played with new weights, or with the best ones so far (AlphaGo Zero).

New weights meet those that play, and replace them if they score enough. Silver et al., "Mastering the game of Go
without human knowledge" (2017).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai.arena.match import MatchResult
from boardai.learn.evaluation.config import GateConfig
from boardai.learn.network.network import Leaves

Weights = tuple[Leaves, Leaves]


class Gate:
    """The gate of one run; without a score it is open.

    Args:
        config: the score, and how often it is asked for.
        read: the weights of a checkpoint.
        meet: the match that decides, from the view of the second argument: (iteration, candidate, best).
        tell: told the verdict.
    """

    def __init__(
        self,
        config: GateConfig,
        read: Callable[[int], Weights],
        meet: Callable[[int, Weights, Weights], MatchResult],
        tell: Callable[[str], None],
    ) -> None:
        self._config, self._read, self._meet, self._tell = config, read, meet, tell
        self._best: Weights | None = None

    @property
    def is_open(self) -> bool:
        """Whether new weights always pass."""
        return self._config.score == 0

    def weights(self, best: int, newest: Weights) -> Weights:
        """Those that play.

        Args:
            best: the iteration whose weights have passed last.
            newest: of now.
        """
        if self.is_open:
            return newest
        if self._best is None:
            self._best = self._read(best)
        return self._best

    def forget(self) -> None:
        """The run goes on from a checkpoint."""
        self._best = None

    def is_due(self, iteration: int) -> bool:
        """Whether the weights after this iteration must beat the best ones to play."""
        return not self.is_open and iteration > 0 and iteration % self._config.every == 0

    def judge(self, iteration: int, best: int, candidate: Weights) -> tuple[int, dict[str, Any]]:
        """The iteration whose weights play from now on, and what metrics say of it.

        Args:
            iteration: that is over.
            best: the one whose weights have played.
            candidate: the new weights.
        """
        if self.is_open:
            return best, {}
        metrics: dict[str, Any] = {}
        if self.is_due(iteration):
            result = self._meet(iteration, candidate, self.weights(best, candidate))
            passed, table = result.score >= self._config.score, result.to_table()
            if passed:
                best, self._best = iteration, candidate
            verdict = "passed the gate: self-play uses its weights" if passed else "did not pass the gate"
            self._tell(f"iteration {iteration} {verdict} ({100 * table['score']:.1f} % of {table['games']} games)")
            metrics["gate"] = {**table, "passed": int(passed)}
        return best, {**metrics, "best_iteration": best}
