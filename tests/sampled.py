"""Parametrized tests of which the default run takes a few cases and the thorough one all."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], kept: Collection[Any]) -> list[Any]:
    """The cases of `parametrize`; those that are not kept are marked `thorough`.

    Args:
        cases: values, or tuples of them where there are several arguments.
        kept: of the cases.
    """
    every = list(cases)
    assert all(case in every for case in kept), kept
    return [case if case in kept else _thorough(case) for case in every]


def _thorough(case: Any) -> Any:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.thorough)
