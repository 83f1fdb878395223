"""Chess clocks: sudden death, increments and byo-yomi. The caller passes the current time; they do not read it."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from boardai.basics.quoting import quoted
from boardai.basics.setting import Settings, setting

LONGEST = 24 * 3600.0  # seconds, for each of the times
MOST_PERIODS = 100
_NUMBER = r"\d{1,6}(?:\.\d{1,3})?"
_WRITTEN = re.compile(rf"({_NUMBER})(?:\+(?:(\d{{1,6}})x)?({_NUMBER}))?", re.ASCII)


@dataclass(frozen=True)
class TimeControl(Settings, section="clock"):
    """A time control.

    >>> from boardai.clocks import TimeControl
    >>> str(TimeControl(300, increment=2)), str(TimeControl(600, periods=3, period=30))
    ('5 min + 2 s', '10 min + 3 x 30 s')

    Raises:
        ValueError: no time, or more than a day.
    """

    base: float = setting(0.0, "seconds for the whole game", low=0, high=LONGEST)
    increment: float = setting(0.0, "seconds that each move adds", low=0, high=LONGEST)
    periods: int = setting(
        0, "of byo-yomi, once the base is used up. A move within a period leaves it whole", low=0, high=MOST_PERIODS
    )
    period: float = setting(0.0, "seconds of each", low=0, high=LONGEST)

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.periods > 0) != (self.period > 0):
            raise ValueError("clock: periods need a length, and a length needs periods")
        if not self.base and not self.periods:
            raise ValueError("clock: the time must be above 0")

    @classmethod
    def from_text(cls, text: str) -> Self:
        """A time control from its usual text: minutes, then after a plus the seconds added per move.

        >>> from boardai.clocks import TimeControl
        >>> [str(TimeControl.from_text(text)) for text in ("5", "3+2", "10+3x30")]
        ['5 min', '3 min + 2 s', '10 min + 3 x 30 s']

        Args:
            text: `5`, `5+3`, or `10+3x30` for three byo-yomi periods of 30 seconds.

        Raises:
            ValueError: the text is not a time control, or means no time or more than a day.
        """
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            raise ValueError(
                f"clock: expected minutes, optionally with seconds per move, such as 5 or 5+3, "
                f"or byo-yomi periods, 10+3x30; got {quoted(text)}"
            )
        base, periods, seconds = 60 * float(found[1]), int(found[2] or 0), float(found[3] or 0)
        if found[2] is None:
            return cls(base, increment=seconds)
        return cls(base, periods=periods, period=seconds)

    def __str__(self) -> str:
        words = f"{self.base / 60:g} min" if self.base >= 60 or not self.base else f"{self.base:g} s"
        if self.increment:
            words += f" + {self.increment:g} s"
        return words + (f" + {self.periods} x {self.period:g} s" if self.periods else "")

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return asdict(self)


@dataclass(frozen=True)
class Time:
    """The time that a player has left.

    >>> from boardai.clocks import Clock, TimeControl
    >>> Clock(TimeControl(0, periods=2, period=30)).left(0, now=0.0)
    Time(seconds=30, periods=2, in_byo_yomi=True)

    Attributes:
        seconds: of the base time; once this is used up, of the current byo-yomi period.
        periods: byo-yomi periods left, including the current one.
        in_byo_yomi: whether the base time is used up.
    """

    seconds: float
    periods: int
    in_byo_yomi: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return {"seconds": round(self.seconds, 2), "periods": self.periods, "in_byo_yomi": self.in_byo_yomi}


class Clock:
    """The clocks of two players. Every method takes the current time in seconds, of any monotonic clock.

    >>> from boardai.clocks import Clock, TimeControl
    >>> clock = Clock(TimeControl(60, increment=2))
    >>> clock.start(0, now=100.0)
    >>> clock.press(now=110.0)  # player 0 has moved, player 1's time runs
    >>> clock.left(0, now=115.0).seconds, clock.left(1, now=115.0).seconds
    (52.0, 55.0)

    Args:
        control: the time control.
        times: the times left; by default the full times.
    """

    def __init__(self, control: TimeControl, times: tuple[Time, Time] | None = None) -> None:
        self.control = control
        self._times = list(times or (self._full(), self._full()))
        self.running: int | None = None
        self._since = 0.0

    def _full(self) -> Time:
        if self.control.base:
            return Time(self.control.base, self.control.periods)
        return Time(self.control.period, self.control.periods, in_byo_yomi=True)

    def start(self, player: int, now: float) -> None:
        """Starts a player's clock."""
        self.stop(now)
        self.running, self._since = player, now

    def stop(self, now: float) -> None:
        """Stops both clocks."""
        if self.running is not None:
            self._times[self.running] = self.left(self.running, now)
            self.running = None

    def press(self, now: float) -> None:
        """The player whose clock runs has moved: adds the increment and starts the other clock."""
        player = self.running
        if player is None:
            raise ValueError("the clock does not run")
        time = self.left(player, now)
        seconds = self.control.period if time.in_byo_yomi else time.seconds
        if not time.in_byo_yomi:
            seconds += self.control.increment
        self._times[player] = replace(time, seconds=seconds)
        self.running, self._since = 1 - player, now

    def left(self, player: int, now: float) -> Time:
        """The time that a player has left; no seconds and no periods once the flag has fallen."""
        time = self._times[player]
        if player != self.running:
            return time
        over = now - self._since - time.seconds
        if over < 0:
            return replace(time, seconds=-over)
        # The base, or a period, is used up; the next period begins, and perhaps it is used up too.
        periods = time.periods - (1 if time.in_byo_yomi else 0)
        period = self.control.period
        if period:
            used = int(over // period)
            periods, over = periods - used, over - used * period
        if periods <= 0:
            return Time(0.0, 0, in_byo_yomi=time.in_byo_yomi or bool(self.control.periods))
        return Time(period - over, periods, in_byo_yomi=True)

    def until_flag(self, now: float) -> float | None:
        """Seconds until the running player's flag falls; None if no clock runs."""
        if self.running is None:
            return None
        time = self.left(self.running, now)
        further = time.periods - 1 if time.in_byo_yomi else time.periods
        return time.seconds + max(further, 0) * self.control.period

    def flagged(self, now: float) -> int | None:
        """The player whose flag has fallen, if one has."""
        left = self.until_flag(now)
        return self.running if left is not None and left <= 0 else None

    def times(self, now: float) -> tuple[Time, Time]:
        """The times that both players have left."""
        return self.left(0, now), self.left(1, now)

    def set_times(self, times: tuple[Time, Time]) -> None:
        """Sets both clocks to earlier times, stopped."""
        self._times, self.running = list(times), None
