"""Positions that are the same up to a symmetry of the board, and moves that are the same in them.

The image with the smallest hash or text represents all images of a position. A game without symmetries has one image,
the position itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Image:
    """The position that represents all its images.

    Attributes:
        key: a key that all images share.
        symmetries: the symmetries that map the position to this image; several if the position is itself symmetric.
    """

    key: Any
    symmetries: tuple[int, ...]

    def action(self, state: Any, action: int) -> int:
        """The image's action for a legal action of the position; equivalent actions have the same one."""
        if self.symmetries == (0,):
            return action
        return min(int(state.transform_action(action, number)) for number in self.symmetries)

    def actions(self, state: Any) -> dict[int, int]:
        """For each action of the image, the first action of the position that corresponds to it."""
        found: dict[int, int] = {}
        for action in state.legal_actions():
            found.setdefault(self.action(state, action), action)
        return found


def image(state: Any, key: Callable[[Any], Any]) -> Image:
    """The image that represents a position.

    >>> from boardai.basics.symmetries import image
    >>> state = boardai.load("hex", size=3).from_string("b2/3/3 w no-swap")
    >>> turned = boardai.load("hex", size=3).from_string("3/3/2b w no-swap")
    >>> of_state, of_turned = (image(one, lambda state: state.to_string()) for one in (state, turned))
    >>> of_state.key == of_turned.key, of_state.symmetries, of_turned.symmetries
    (True, (1,), (0,))

    Args:
        state: a position.
        key: called with each of its images; the image with the smallest result is chosen.
    """
    if not hasattr(state, "symmetry_count"):
        return Image(key(state), (0,))
    keys = [key(state), *(key(state.transformed(number)) for number in range(1, state.symmetry_count()))]
    least = min(keys)
    return Image(least, tuple(number for number, one in enumerate(keys) if one == least))
