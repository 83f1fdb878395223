"""The helper that the other tests of errors stand on fails where a place is not named."""

import pytest
from refusals import refused


@pytest.mark.parametrize(
    ("places", "named"),
    [
        (("depth",), True), (("0", "depth"), True), (("(not", "2nd\nline"), True),
        (("dept",), False), (("depth", "nodes"), False), (("2",), False),
    ],
)  # fmt: skip
def test_every_place_must_be_named_as_a_whole(places: tuple[str, ...], named: bool) -> None:
    try:
        with refused(*places):
            raise ValueError("depth (not 0)\n2nd\nline")
    except AssertionError:
        assert not named
    else:
        assert named


def test_another_error_is_not_caught() -> None:
    with pytest.raises(TypeError), refused("depth"):
        raise TypeError("depth")
