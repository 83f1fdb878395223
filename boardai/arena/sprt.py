"""The sequential probability ratio test: plays until it is clear which of two Elo differences is true.

Idea: after each pair of games compare the likelihood of the results under the difference elo1 with that
under elo0. Stop as soon as the logarithm of the ratio leaves the interval [log b/(1-a), log (1-b)/a]: the two
errors then have the probabilities a and b (about). The distribution of a pair's score is unknown, so for each
hypothesis the most likely one with the right mean is taken (generalised SPRT): see `boardai.arena.elo`.

Papers: Wald, Sequential Tests of Statistical Hypotheses (1945); Van den Bergh, A practical introduction to the GSPRT
(2017).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from boardai.arena.elo import log_likelihood, score_of_elo


@dataclass(frozen=True)
class Sprt:
    """A test of two hypotheses about the Elo difference.

    >>> from boardai.arena import Sprt
    >>> test = Sprt(elo0=0, elo1=50)
    >>> test.verdict([1, 2, 10, 4, 3])  # pairs of games that scored 0, 1/2, 1, 3/2 and 2 points: nothing is clear yet
    ''
    >>> test.verdict([5, 20, 60, 60, 35])
    'passed'

    Attributes:
        elo0: the Elo difference at which the first agent should fail.
        elo1: the Elo difference at which it should pass.
        alpha: probability to pass if elo0 is true.
        beta: probability to fail if elo1 is true.

    Raises:
        ValueError: elo0 is not below elo1, or a probability is not between 0 and 0.5.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Checks the numbers."""
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"SPRT needs two Elo differences, the smaller first, got {self.elo0:g} and {self.elo1:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"SPRT: {name} must be between 0 and 0.5, got {value:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The bounds of the log-likelihood ratio: below the first the test fails, above the second it passes."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_ratio(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of elo1 to elo0.

        Args:
            counts: pairs that scored 0, 1/2, 1, 3/2, 2.
        """
        if sum(counts) == 0:
            return 0.0
        return log_likelihood(counts, score_of_elo(self.elo1)) - log_likelihood(counts, score_of_elo(self.elo0))

    def verdict(self, counts: Sequence[int]) -> str:
        """`passed` (elo1 accepted), `failed` (elo0 accepted), or "" while it continues."""
        low, high = self.bounds
        ratio = self.log_ratio(counts)
        return "passed" if ratio >= high else "failed" if ratio <= low else ""
