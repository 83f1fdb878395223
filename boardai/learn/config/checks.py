"""How a setting that is out of range is refused."""


def require(condition: bool, place: str, reason: str) -> None:
    """Raises ValueError naming the setting and the reason unless `condition` holds."""
    if not condition:
        raise ValueError(f"{place}: {reason}")


def check_ranges(section: str, config: object, *, positive: str = "", not_negative: str = "", shares: str = "") -> None:
    """Refuses settings out of range.

    Args:
        section: what their names begin with, e.g. `learn.loss`.
        config: holds them.
        positive: names, separated by spaces, of settings of at least 1 (whole numbers) or above 0.
        not_negative: of settings of at least 0.
        shares: of settings from 0 to 1.

    Raises:
        ValueError: one is not.
    """
    for name in positive.split():
        value = getattr(config, name)
        least = "at least 1" if isinstance(value, int) else "positive"
        require(value > 0, f"{section}.{name}", f"must be {least}, got {value}")
    for name in not_negative.split():
        require(getattr(config, name) >= 0, f"{section}.{name}", f"must not be negative, got {getattr(config, name)}")
    for name in shares.split():
        require(0 <= getattr(config, name) <= 1, f"{section}.{name}", f"not in 0..1: {getattr(config, name)}")
