"""The margins of principal variation search, which a tuner sets: only in a build with -D BOARDAI_TUNE=ON.

`native/boardai/search/pvs/margins.hpp` has their values and meanings.
"""

from __future__ import annotations

from boardai import native


def margins() -> dict[str, float]:
    """The margins by name with their default values; integers are ints.

    >>> from boardai.search.pvs.margins import margins
    >>> margins()["razoring_to"], margins()["late_move_reduction_base"]
    (2, 0.4)
    """
    usual = native.namespace("boardai/search/pvs/margins").PvsMargins()
    return {name: getattr(usual, name) for name in vars(type(usual)) if isinstance(getattr(usual, name), int | float)}


def set_margins(**margins: float) -> None:
    """Sets margins for all searches of this process that are created afterwards.

    >>> from boardai.search.pvs.margins import set_margins
    >>> set_margins(razoring=250)
    Traceback (most recent call last):
        ...
    RuntimeError: the margins of pvs are constants in this build; build with -D BOARDAI_TUNE=ON to set them

    Args:
        **margins: names as in margins.hpp, with numbers.

    Raises:
        RuntimeError: they are constants in this build.
        ValueError: an unknown margin, or a number out of its range; margins before it have been set.
    """
    try:
        struct = native.namespace("boardai/search/pvs/margins").tuned_margins()
    except Exception as error:  # std::logic_error is not translated to a specific Python error
        raise RuntimeError(str(error)) from None
    for name, value in margins.items():
        if name.startswith("_") or not hasattr(struct, name):
            raise ValueError(f"pvs has no margin {name}")
        try:
            setattr(struct, name, value)
        except TypeError as error:
            raise ValueError(f"the margin {name} cannot be {value!r}") from error
