"""Positions that are the same up to a symmetry of the board, and moves that are the same in them.

Of a position's images one is taken for all of them: the one with the smallest hash or text. A game without symmetries
has one image, the position itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Image:
    """A position as it is kept for all that are the same.

    Attributes:
        key: what is the same for all of them.
        symmetries: by which the position becomes it; several where it is symmetric itself.
    """

    key: Any
    symmetries: tuple[int, ...]

    def action(self, state: Any, action: int) -> int:
        """A legal action of the position as an action of the image; one for all that are the same there."""
        if self.symmetries == (0,):
            return action
        return min(int(state.transform_action(action, number)) for number in self.symmetries)

    def actions(self, state: Any) -> dict[int, int]:
        """For each action of the image the first action of the position that means it."""
        found: dict[int, int] = {}
        for action in state.legal_actions():
            found.setdefault(self.action(state, action), action)
        return found


def image(state: Any, key: Callable[[Any], Any]) -> Image:
    """The image that stands for a position.

    >>> from boardai.basics.symmetries import image
    >>> state = boardai.load("hex", size=3).from_string("b2/3/3 w no-swap")
    >>> turned = boardai.load("hex", size=3).from_string("3/3/2b w no-swap")
    >>> of_state, of_turned = (image(one, lambda state: state.to_string()) for one in (state, turned))
    >>> of_state.key == of_turned.key, of_state.symmetries, of_turned.symmetries
    (True, (1,), (0,))

    Args:
        state: a position.
        key: called with each of its images; the smallest is kept.
    """
    if not hasattr(state, "symmetry_count"):
        return Image(key(state), (0,))
    keys = [key(state), *(key(state.transformed(number)) for number in range(1, state.symmetry_count()))]
    least = min(keys)
    return Image(least, tuple(number for number, one in enumerate(keys) if one == least))
