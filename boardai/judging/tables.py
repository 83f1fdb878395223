"""Tables of the effort and quality of agents, as rows of texts, with the columns' names first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boardai.arena.elo import performance
from boardai.arena.match import MatchResult
from boardai.arena.ratings import Ratings
from boardai.arena.tournament import Pairing
from boardai.judging.chances import CENTIPAWNS
from boardai.judging.effort import Effort, effort_rows
from boardai.judging.judge import CHANCES
from boardai.judging.quality import PHASES, Estimate, Quality, judges_of
from boardai.players.spec import distinct_labels

_LOSS_NAMES = {CENTIPAWNS: "ACPL", "points": "points lost"}


def performance_ratings(ratings: Ratings, results: Mapping[Pairing, MatchResult]) -> dict[str, float]:
    """Each player's performance by Elo's formula against the fitted ratings of its opponents (`boardai.arena.elo`)."""
    found = {}
    for name in ratings.names:
        met = [(one.second, one.games) for one in results.values() if one.first == name]
        met += [(one.first, one.games) for one in results.values() if one.second == name]
        games = sum(count for _, count in met)
        opponents = sum(ratings.players[other].elo * count for other, count in met) / games
        one = ratings.players[name]
        found[name] = performance(one.points / one.games, opponents)
    return found


def rating_rows(ratings: Ratings, results: Mapping[Pairing, MatchResult]) -> list[tuple[str, ...]]:
    """The ratings, best first."""
    drawn: dict[str, float] = dict.fromkeys(ratings.names, 0.0)
    for result in results.values():
        for name in (result.first, result.second):
            drawn[name] += sum(result.draws)
    labels, performances = distinct_labels(ratings.names), performance_ratings(ratings, results)
    rows: list[tuple[str, ...]] = [("", "agent", "Elo", "95 % interval", "score", "games", "draws", "performance")]
    for rank, name in enumerate(ratings.names, 1):
        one = ratings.players[name]
        elo, interval = f"{one.elo:+z.0f}", f"[{one.low:+z.0f}, {one.high:+z.0f}]"
        if one.bound:
            elo, interval = one.words(), ""
        if name == ratings.anchor:
            interval = "anchor"
        rows.append(
            (
                str(rank),
                labels[name],
                elo,
                interval,
                f"{100 * one.points / one.games:.1f} %",
                str(one.games),
                f"{100 * drawn[name] / one.games:.1f} %",
                f"{performances[name]:+z.0f}",
            )
        )
    return rows


def crosstable_rows(ratings: Ratings, results: Mapping[Pairing, MatchResult]) -> list[list[str]]:
    """Each row's share of points against each column, in per cent; the numbers of columns are ranks."""
    scores: dict[tuple[str, str], float] = {}
    for result in results.values():
        scores[result.first, result.second] = result.score
        scores[result.second, result.first] = 1 - result.score
    names = ratings.names
    rows = [["", *(str(rank) for rank in range(1, len(names) + 1))]]
    for rank, name in enumerate(names, 1):
        cells = [f"{100 * scores[name, other]:.0f}" if (name, other) in scores else "·" for other in names]
        rows.append([str(rank), *cells])
    return rows


def effort_table(found: Sequence[Effort]) -> list[list[str]]:
    """The effort of each agent, one row per agent.

    >>> from boardai.judging.effort import effort_of
    >>> from boardai.judging.tables import effort_table
    >>> effort_table([effort_of("random", [])])
    [['agent', 'moves', 'time per move'], ['random', '0', '0.0 ms']]
    """
    labels = distinct_labels([one.agent for one in found])
    columns = [("agent", [labels[one.agent] for one in found]), ("moves", [f"{one.moves:,}" for one in found])]
    columns += effort_rows(found)
    return [[name for name, _ in columns], *map(list, zip(*(texts for _, texts in columns), strict=True))]


def quality_tables(found: Sequence[Quality]) -> list[tuple[str, list[list[str]]]]:
    """The quality of the agents by each judge: a title, and a table with one row per agent."""
    tables = []
    for judge in judges_of(found):
        of_judge = _ordered(found, judge)
        labels = distinct_labels([one.agent for one in of_judge])
        unit = of_judge[0].unit
        has_loss = unit != CHANCES and all(one.loss is not None for one in of_judge)
        head = ["agent", "moves", *([_LOSS_NAMES[unit]] if has_loss else [])]
        head += ["win chance lost, %", "in open positions, %", "accuracy, %"]
        head += [f"{name}, %" for name in ("inaccuracies", "mistakes", "blunders")]
        rows = [
            [
                labels[one.agent],
                f"{one.moves:,}",
                *([str(one.loss)] if has_loss else []),
                _two_places(one.chance_loss),
                "" if one.open_loss is None else _two_places(one.open_loss),
                str(one.accuracy),
                *(f"{100 * share:.1f}" for share in one.shares.values()),
            ]
            for one in of_judge
        ]
        first = of_judge[0]
        tables.append((f"judged by {judge} ({first.name}; {first.method})", [head, *rows]))
    return tables


def phase_tables(found: Sequence[Quality]) -> list[tuple[str, list[list[str]]]]:
    """The losses in each part of the games by each judge: a title, and a table with one row per agent."""
    tables = []
    for judge in judges_of(found):
        of_judge = _ordered(found, judge)
        labels = distinct_labels([one.agent for one in of_judge])
        unit = of_judge[0].unit
        rows = [["agent", *PHASES]]
        for one in of_judge:
            cells = []
            for name in PHASES:
                phase = one.phases.get(name)
                loss = "" if phase is None or phase.loss is None else f"{phase.loss:.1f}; "
                cells.append("" if phase is None else f"{loss}{phase.chance_loss:.2f} ({phase.moves:,})")
            rows.append([labels[one.agent], *cells])
        what = "win chance lost, % (moves)" if unit == CHANCES else f"{_LOSS_NAMES[unit]}; win chance lost, % (moves)"
        tables.append((f"by part of the game: {what}", rows))
    return tables


def _ordered(found: Sequence[Quality], judge: str) -> list[Quality]:
    """The qualities by one judge, the best first: by the loss in open positions."""
    of_judge = [one for one in found if one.judge == judge]
    return sorted(of_judge, key=lambda one: (one.open_loss or one.chance_loss).mean)


def _two_places(lost: Estimate) -> str:
    interval = "" if lost.low is None or lost.high is None else f" [{lost.low:.2f}, {lost.high:.2f}]"
    return f"{lost.mean:.2f}{interval}"
