"""The effort of agents: time, nodes, depth, simulations, memory, and time beyond their limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from boardai.arena.games import PlayedGame
from boardai.players.spec import AgentSpec
from boardai.search.results.wording import seconds_words

# A move exceeds its limit if it does so by more than timers and a busy core explain.
_TOLERANCE, _TOLERANCE_SHARE = 0.01, 0.05  # seconds; of the limit


@dataclass(frozen=True)
class Effort:
    """The effort of an agent.

    Attributes:
        agent: its spec.
        moves: number of its moves.
        seconds: mean per move.
        longest: longest move, in seconds; None: single moves are unknown (games of earlier versions).
        nodes: mean per move; None: not reported.
        nodes_per_second: mean over its thinking time; None likewise.
        depth: mean over the moves that report one; None likewise.
        simulations: mean per move; None likewise.
        overruns: number of moves over its own limit in seconds, by more than 10 ms and 5 %; None: it has no such limit.
        worst_overrun: seconds beyond the limit; 0 if there was none.
        late: number of games it lost on time.
        memory: peak memory of its process in bytes; None: it shares one.
    """

    agent: str
    moves: int
    seconds: float
    longest: float | None
    nodes: float | None
    nodes_per_second: float | None
    depth: float | None
    simulations: float | None
    overruns: int | None
    worst_overrun: float
    late: int
    memory: int | None

    def to_table(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def effort_of(agent: str, games: Iterable[tuple[PlayedGame, int]]) -> Effort:
    """The effort of an agent in its games.

    >>> from boardai.arena.games import PlayedGame
    >>> from boardai.judging.effort import effort_of
    >>> from boardai.records import MoveReport
    >>> reports = [MoveReport(nodes=100, seconds=0.3), MoveReport(seconds=1.0, player=1)]
    >>> game = PlayedGame(0, seconds=[0.3, 1.0], moves=[1, 1], reports=reports)
    >>> found = effort_of("pvs:seconds=0.2", [(game, 0)])
    >>> found.nodes, found.overruns, round(found.worst_overrun, 3)
    (100.0, 1, 0.1)

    Args:
        agent: its spec.
        games: each with the agent's number in it, 0 or 1.
    """
    games = list(games)
    reports = [one for game, number in games for one in game.reports if one.player == number ^ (game.number & 1)]
    moves = sum(game.moves[number] for game, number in games)
    seconds = sum(game.seconds[number] for game, number in games)
    total_seconds = sum(one.seconds for one in reports)
    nodes, simulations = (sum(getattr(one, name) for one in reports) for name in ("nodes", "simulations"))
    depths = [one.depth for one in reports if one.depth]
    limit = _limit(agent)
    over = [one.seconds - limit for one in reports] if limit is not None else []
    late = [value for value in over if value > max(_TOLERANCE, _TOLERANCE_SHARE * (limit or 0.0))]
    memory = [value for game, number in games if (value := game.memory[number]) is not None]
    return Effort(
        agent, moves, seconds / max(1, moves), max((one.seconds for one in reports), default=None),
        nodes / len(reports) if nodes else None, nodes / max(total_seconds, 1e-9) if nodes else None,
        sum(depths) / len(depths) if depths else None, simulations / len(reports) if simulations else None,
        len(late) if limit is not None and reports else None, max(late, default=0.0),
        sum(game.late == number for game, number in games), max(memory, default=None),
    )  # fmt: skip


def efforts(agents: Sequence[str], played: Iterable[tuple[tuple[int, int], Iterable[PlayedGame]]]) -> list[Effort]:
    """The effort of each agent in a match or tournament.

    Args:
        agents: specs.
        played: games by pairing, the numbers of two agents; (0, 1) for a match.
    """
    by_agent: list[list[tuple[PlayedGame, int]]] = [[] for _ in agents]
    for pairing, games in played:
        for one in games:
            for number, agent in enumerate(pairing):
                by_agent[agent].append((one, number))
    return [effort_of(agent, games) for agent, games in zip(agents, by_agent, strict=True)]


def effort_rows(found: Sequence[Effort]) -> list[tuple[str, list[str]]]:
    """Rows of a table, each a name and a text for each agent; rows without any value are omitted.

    >>> from boardai.judging.effort import effort_of, effort_rows
    >>> effort_rows([effort_of("random", [])])
    [('time per move', ['<0.1 ms'])]
    """
    rows = [
        ("time per move", [seconds_words(one.seconds) for one in found]),
        ("longest move", ["" if one.longest is None else seconds_words(one.longest) for one in found]),
        ("nodes per move", [_count(one.nodes) for one in found]),
        ("nodes/s", [_count(one.nodes_per_second) for one in found]),
        ("simulations per move", [_count(one.simulations) for one in found]),
        ("depth", ["" if one.depth is None else f"{one.depth:.1f}" for one in found]),
        ("over its time limit", [_overruns(one) for one in found]),
        ("peak memory", ["" if one.memory is None else f"{one.memory / 1e6:.0f} MB" for one in found]),
    ]
    return [row for row in rows if any(row[1])]


def _limit(agent: str) -> float | None:
    text = AgentSpec.parse(agent).value("seconds")
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _overruns(one: Effort) -> str:
    if one.overruns is None:
        return ""
    return f"{one.overruns} {'move' if one.overruns == 1 else 'moves'}" + (
        f", by {seconds_words(one.worst_overrun)} at most" if one.overruns else ""
    )


def _count(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"
