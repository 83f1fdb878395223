"""How a setting that is out of range is refused."""


def require(condition: bool, place: str, reason: str) -> None:
    """Raises ValueError naming the setting and the reason unless `condition` holds."""
    if not condition:
        raise ValueError(f"{place}: {reason}")
