"""Workers, matches and tournaments as tables: captions, headers and rows of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from boardai.arena.match import MatchResult
from boardai.arena.ratings import Meeting, Ratings, fit_ratings
from boardai.learn.reports.figures.runs import RunData

_ITERATIONS = 10  # shown in the table of workers
_RESULT_HEAD = ["match", "games", "score", "95 % interval", "won", "drawn", "lost"]


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> dict[str, Any]:
    """A table as plain data; the first cell of a row is its heading."""
    return {"caption": caption, "head": list(head), "rows": [list(row) for row in rows]}


def of_match(result: MatchResult) -> dict[str, Any]:
    """A match: its result, in total and by colour."""
    low, high = result.interval
    row = _result_row(f"{result.first} against {result.second}", result.games, result.score, (low, high), result)
    return table("Result of the first agent", _RESULT_HEAD, [row])


def of_tournament(results: Sequence[MatchResult]) -> list[dict[str, Any]]:
    """A tournament: ratings, the cross table, and all matches."""
    ratings = _ratings(results)
    found = []
    if ratings is not None:
        found.append(_rating_table(ratings))
        found.append(_crosstable(ratings.names, results))
    rows = [
        _result_row(f"{one.first} against {one.second}", one.games, one.score, one.interval, one) for one in results
    ]
    return [*found, table("Matches, results of the first agent", _RESULT_HEAD, rows)]


def of_run(run: RunData) -> list[dict[str, Any]]:
    """A training run's workers, its matches against fixed opponents (newest first), and the final matches."""
    rows = []
    for line in reversed(run.lines):
        for name, one in line.get("arena", {}).items():
            rows.append(_metrics_row(f"iteration {line['iteration']}: {name}", one))
    final = [
        _metrics_row(f"{name}, {side}", one)
        for name, pair in (run.report.get("matches") or {}).items()
        for side, one in pair.items()
        if isinstance(one, Mapping) and "score" in one
    ]
    found = _worker_tables(run.lines)
    if final:
        found.append(table("Matches at the end", _RESULT_HEAD, final))
    if rows:
        found.append(table("Matches during training", _RESULT_HEAD, rows))
    return found


def _worker_tables(lines: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The workers of a run, if it has any: the newest iteration by worker, and the newest iterations."""
    found = [line for line in lines if line.get("worker_rates")]
    if not found:
        return []
    newest = found[-1]
    by_worker = [[name, f"{rate:.2f}"] for name, rate in sorted(newest["worker_rates"].items())]
    rows = []
    for line in reversed(found[-_ITERATIONS:]):
        rates = line["worker_rates"].values()
        counts = [str(line.get(key, "")) for key in ("lost_pieces", "queued_pieces", "weights_lag")]
        rows.append([str(line["iteration"]), str(len(rates)), f"{sum(rates):.2f}", *counts])
    head = ["iteration", "workers", "games/s of all", "lost shares", "queued shares", "staleness of weights"]
    return [
        table(f"Workers in iteration {newest['iteration']}", ["worker", "games/s"], by_worker),
        table("Work of the newest iterations", head, rows),
    ]


def _result_row(name: str, games: int, score: float, interval: tuple[float, float], result: MatchResult) -> list[str]:
    counts = [str(sum(one)) for one in (result.wins, result.draws, result.losses)]
    return [name, str(games), _percent(score), _interval(*interval), *counts]


def _metrics_row(name: str, one: Mapping[str, Any]) -> list[str]:
    counts = [str(sum(one[key])) for key in ("wins", "draws", "losses")]
    return [name, str(one["games"]), _percent(one["score"]), _interval(*one["interval95"]), *counts]


def _ratings(results: Sequence[MatchResult]) -> Ratings | None:
    """Ratings above the weakest player, or above random play if it took part; None if the games do not link all."""
    meetings = [Meeting(one.first, one.second, one.score * one.games, one.games) for one in results if one.games]
    names = [name for meeting in meetings for name in (meeting.first, meeting.second)]
    if not names:
        return None
    try:
        found = fit_ratings(meetings, "random" if "random" in names else names[0])
        return found if found.anchor == "random" else fit_ratings(meetings, found.names[-1])
    except ValueError:
        return None


def _rating_table(ratings: Ratings) -> dict[str, Any]:
    rows = []
    for name in ratings.names:
        one = ratings.players[name]
        words = "0" if name == ratings.anchor else one.words()
        rows.append([name, words, _percent(one.points / one.games), str(one.games)])
    return table(f"Ratings above {ratings.anchor}", ["agent", "Elo", "score", "games"], rows)


def _crosstable(names: Sequence[str], results: Sequence[MatchResult]) -> dict[str, Any]:
    scores = {}
    for one in results:
        if one.games:
            scores[one.first, one.second], scores[one.second, one.first] = one.score, 1 - one.score
    rows = [
        [f"{rank}. {name}", *(_percent(scores[name, other]) if (name, other) in scores else "·" for other in names)]
        for rank, name in enumerate(names, 1)
    ]
    head = ["agent", *(f"{rank}." for rank in range(1, len(names) + 1))]
    return table("Each row's score against each column", head, rows)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _interval(low: float, high: float) -> str:
    return f"{100 * low:.1f} to {100 * high:.1f} %"
