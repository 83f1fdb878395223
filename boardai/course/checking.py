"""The topics, and how a check is run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai.basics.quoting import quoted
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.course.grading import Grading
from boardai.course.report import Report
from boardai.course.student import Student
from boardai.course.tasks.fixed_depth import check_alphabeta, check_minimax
from boardai.course.tasks.rules_and_learning import check_loss, check_policy, check_returns, check_rules
from boardai.course.tasks.selective import check_quiescence, check_rave
from boardai.course.tasks.tables_and_time import check_deepening, check_table, check_zobrist
from boardai.course.tasks.trees_and_proofs import check_pns, check_puct, check_uct

_TOPICS: dict[str, Callable[[Student, Grading], None]] = {
    "rules": check_rules,
    "minimax": check_minimax,
    "alphabeta": check_alphabeta,
    "deepening": check_deepening,
    "zobrist": check_zobrist,
    "table": check_table,
    "quiescence": check_quiescence,
    "pns": check_pns,
    "uct": check_uct,
    "rave": check_rave,
    "puct": check_puct,
    "policy": check_policy,
    "loss": check_loss,
    "returns": check_returns,
}

# The tasks week by week (docs/course); the last week's is an agent for the class's tournament.
WEEKS = {
    "week01": ("rules",),
    "week02": ("minimax",),
    "week03": ("alphabeta",),
    "week04": ("deepening",),
    "week05": ("zobrist", "table"),
    "week06": ("quiescence",),
    "week07": ("pns",),
    "week08": ("uct",),
    "week09": ("rave", "puct"),
    "week10": ("policy", "loss"),
    "week11": ("returns",),
}


def check(topic: str, student: Callable[..., Any], seed: str = "") -> Report:
    """Checks a student's function, and returns points with reasons.

    >>> from boardai.course import check
    >>> def policy(visits, temperature):
    ...     total = sum(visits.values())
    ...     return {action: count / total for action, count in visits.items()}
    >>> print(check("policy", policy))  # doctest: +ELLIPSIS
    policy: 2 of 6 points
      temperature 1    2 of 2
      temperature 0.5  0 of 2  visits {3: 10, 5: 30, 8: 0, 9: 60}, temperature 0.5: 3 has 0.1000, expected 0.0217...
      temperature 0    0 of 2  visits {3: 10, 5: 30, 8: 0, 9: 60}, temperature 0: 3 has 0.1000, expected 0.0000...

    Args:
        topic: one of `topics()`; `describe(topic)` describes the function's arguments and result.
        student: the function, or for `rules` the class.
        seed: a text that selects the positions; a secret text gives hidden positions.

    Raises:
        ValueError: no such topic.
        TypeError: the object cannot be called.
    """
    look = _known(topic)
    if not callable(student):
        raise TypeError(f"{topic}: expected a function, not a {type(student).__name__}")
    handed_in = Student(student, seed)
    grading = Grading(handed_in.files)
    look(handed_in, grading)
    return Report(topic, tuple(grading.items))


def topics() -> list[str]:
    """The topics that can be checked, in the order of a course.

    >>> boardai.course.topics()[:4]
    ['rules', 'minimax', 'alphabeta', 'deepening']
    """
    return list(_TOPICS)


def describe(topic: str) -> str:
    """A description of a topic: arguments and result of the function, and how points are earned.

    >>> print(boardai.course.describe("minimax").splitlines()[0])
    `minimax(state, depth, evaluate) -> (value, action)`, the value for the player to move in `state`.

    Raises:
        ValueError: no such topic.
    """
    return "\n".join(line.strip() for line in (_known(topic).__doc__ or "").strip().splitlines())


def _known(topic: str) -> Callable[[Student, Grading], None]:
    if topic not in _TOPICS:
        meant = alternatives(nearest_name(topic, _TOPICS), _TOPICS, "python -m boardai.course")
        raise ValueError(f"unknown topic {quoted(topic)}{meant}")
    return _TOPICS[topic]
