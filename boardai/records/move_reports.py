"""What agents reported of their moves: value, depth, nodes and time, next to the moves of a recorded game.

A record keeps them among its notes under `reports`, one for each move after the opening:

    {"score": 35, "depth": 8, "nodes": 81234, "seconds": 0.1, "clock": 59.2}

`score` is a value in the evaluation's unit (chess: centipawns), `points` a final margin (discs), `outcome` an expected
outcome in [-1, 1], `win_in` the plies to a win that it has found, negative to a loss; for the player who moves. What
an agent does not report is absent; with `win_in` there is at most the margin in addition.

Game files have them as comments in the form that PGN readers know: `[%eval 0.35,8] [%clk 0:00:59.2] [%emt 0:00:00.1]`
are the first player's value in pawns (`#3` and `#-3` are mates) and its depth, the time left, the time taken. Values
that are no centipawns stand there as `[%value 2.5]` (points) and `[%outcome 0.23]`; nodes and simulations as
`[%nodes 81234]` and `[%simulations 800]`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from boardai.basics.typed import read_as
from boardai.records.recorded_game import RecordedGame

REPORTS = "reports"
_Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
_Seconds = Annotated[float, Meta(ge=0, le=1e9)]
_Score = Annotated[float, Meta(ge=-1e9, le=1e9)]


@dataclass(frozen=True)
class MoveReport:
    """An agent's report about one move.

    >>> from boardai.records import MoveReport
    >>> MoveReport(score=-120, depth=9, seconds=0.5).comment(player=1, centipawns=True)
    '[%eval 1.20,9] [%emt 0:00:00.5]'

    Attributes:
        score: for the mover, in the evaluation's unit.
        points: the expected final margin for the mover, in points.
        outcome: the expected outcome for the mover, -1 to 1.
        win_in: plies to a proven win; negative: to a loss.
        depth: plies.
        nodes: visited.
        simulations: run.
        seconds: taken.
        clock: seconds left after the move; None: there was no clock.
        player: the mover, 0 or 1.
    """

    score: float | None = None
    points: float | None = None
    outcome: float | None = None
    win_in: int | None = None
    depth: int = 0
    nodes: int = 0
    simulations: int = 0
    seconds: float = 0.0
    clock: float | None = None
    player: int = 0

    def to_table(self) -> dict[str, Any]:
        """The known values, for JSON."""
        return {
            key: round(value, 6) if isinstance(value, float) else value
            for key, value in asdict(self).items()
            if value not in (None, 0) or _is_value(key, value)
        }

    def comment(self, player: int, centipawns: bool) -> str:
        """The report as a comment for a game file.

        Args:
            player: the mover; values in the file are for the first player.
            centipawns: whether scores are.
        """
        sign = 1 if player == 0 else -1
        depth = f",{self.depth}" if self.depth else ""
        parts = []
        if self.win_in is not None and self.points is None:
            moves = sign * ((abs(self.win_in) + 1) // 2) * (1 if self.win_in > 0 else -1)
            parts.append(f"[%eval #{moves}{depth}]")
        elif self.score is not None and centipawns:
            parts.append(f"[%eval {sign * self.score / 100:.2f}{depth}]")
        elif self.score is not None or self.points is not None:
            value = self.score if self.points is None else self.points
            assert value is not None
            parts.append(f"[%value {sign * value:g}{depth}]")
        elif self.outcome is not None:
            parts.append(f"[%outcome {sign * self.outcome:.4g}{depth}]")
        if self.clock is not None:
            parts.append(f"[%clk {_hours(self.clock)}]")
        if self.seconds:
            parts.append(f"[%emt {_hours(self.seconds)}]")
        parts += [f"[%{name} {count}]" for name in ("nodes", "simulations") if (count := getattr(self, name))]
        return " ".join(parts)


class ReportTable(msgspec.Struct, forbid_unknown_fields=True):
    """A report from JSON, for tables that contain some; refuses anything else."""

    score: _Score | None = None
    points: _Score | None = None
    outcome: Annotated[float, Meta(ge=-1, le=1)] | None = None
    win_in: Annotated[int, Meta(ge=-100_000, le=100_000)] | None = None
    depth: _Count = 0
    nodes: _Count = 0
    simulations: _Count = 0
    seconds: _Seconds = 0.0
    clock: _Seconds | None = None
    player: Literal[0, 1] = 0

    @property
    def report(self) -> MoveReport:
        """The same as a report."""
        return MoveReport(**msgspec.structs.asdict(self))


def read_reports(notes: Mapping[str, Any], moves: int, place: str) -> list[MoveReport]:
    """The reports among a record's notes; empty if there are none, as in records of earlier versions.

    Args:
        notes: of the record.
        moves: after the opening.
        place: named in errors.

    Raises:
        ValueError: they are damaged, or not one for each move.
    """
    if REPORTS not in notes:
        return []
    place = f"{place}: notes: {REPORTS}"
    found = [one.report for one in read_as(list[ReportTable], notes[REPORTS], place)]
    if len(found) != moves:
        raise ValueError(f"{place}: {len(found)} for {moves} moves")
    return found


def with_report_comments(
    one: RecordedGame, write: Callable[[MoveReport, int, bool], str] | None = MoveReport.comment
) -> RecordedGame:
    """A copy of a recorded game with the reports as comments, which other programs can read, instead of our own note.

    >>> import boardai
    >>> from boardai.records import with_report_comments
    >>> notes = {"reports": [{"score": 35, "depth": 8}], "opening_plies": 1}
    >>> game = boardai.RecordedGame.from_moves("chess", ["e4", "e5"], headers=notes)
    >>> with_report_comments(game).comments
    {2: '[%eval -0.35,8]'}

    Args:
        one: the game.
        write: a report as a comment, from the mover and whether scores are centipawns; None: reports are left out.

    Raises:
        ValueError: the reports are damaged.
    """
    plies = one.headers.get("opening_plies", 0)
    if REPORTS not in one.headers or not isinstance(plies, int):
        return one
    reports = read_reports(one.headers, len(one.actions) - plies, one.place or "game record")
    comments = dict(one.comments)
    players = (int(state.current_player()) for state in one.states())
    for number, player in enumerate(players, 1):
        if write is None or number <= plies or number - plies > len(reports):
            continue
        text = write(reports[number - plies - 1], player, one.game.score_unit == "centipawns")
        comments[number] = f"{text} {comments[number]}" if number in comments else text
    # The record's checksum is of the record with them.
    headers = {name: value for name, value in one.headers.items() if name not in (REPORTS, "sha256")}
    return replace(one, headers=headers, comments={number: text for number, text in comments.items() if text})


def report_tables(reports: Sequence[MoveReport]) -> list[dict[str, Any]]:
    """Reports as a record's notes have them."""
    return [report.to_table() for report in reports]


def _is_value(key: str, value: Any) -> bool:
    """Whether 0 is a meaningful value."""
    return key in ("score", "points", "outcome", "win_in", "clock") and value is not None


def _hours(seconds: float) -> str:
    """`0:05:03`, with fractions if there are some."""
    whole, fraction = divmod(round(1000 * seconds), 1000)
    text = f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
    return text + (f".{fraction:03d}".rstrip("0") if fraction else "")
