"""Parametrized tests of which the default run takes a few cases and the thorough one all."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], kept: Collection[Any], rest: str = "thorough") -> list[Any]:
    """The cases of `parametrize`; those that are not kept are marked `thorough`, or as `rest` says.

    Args:
        cases: values, or tuples of them where there are several arguments.
        kept: of the cases.
        rest: the mark of the others: `thorough`, or `slow` where each takes long and says nearly the same.
    """
    every = list(cases)
    assert all(case in every for case in kept), kept
    return [case if case in kept else _marked(case, rest) for case in every]


def _marked(case: Any, mark: str) -> Any:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=getattr(pytest.mark, mark))
