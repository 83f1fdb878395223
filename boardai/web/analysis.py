"""Results of searches as plain data for the page: lines, values, win chances, shares of the moves."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from boardai.game import Game
from boardai.judging.chances import expected_outcome, mark, scale_of_search
from boardai.players import load_agent
from boardai.players.levels import LIVE
from boardai.players.searches import without_memory
from boardai.players.spec import AgentSpec
from boardai.search.kind import SEARCHES
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import EVALUATION_LIMIT, margin_words, written_line
from boardai.web.cells import ADVISERS, advice_fields
from boardai.web.messages import LONGEST_LINE
from boardai.web.rooms.tree import Node
from boardai.web.units import Unit, signed

USUAL_MEGABYTES = int(SEARCHES["pvs"].defaults.table["table_megabytes"].default)
LONGEST_SECONDS = 60.0  # of one analysis
_BETWEEN_REPORTS = 0.25


@dataclass(frozen=True)
class Effort:
    """The resources of an analysis, or their limits.

    >>> from boardai.web.analysis import Effort
    >>> Effort(threads=2, megabytes=64).of("pvs:evaluator=nnue")
    'pvs:evaluator=nnue,threads=2,table_megabytes=64'
    >>> Effort(threads=2, megabytes=64).of("mcts")  # it has neither option
    'mcts'

    Attributes:
        threads: number of threads of an alpha-beta search.
        megabytes: size of its table, in MiB.
    """

    threads: int = 1
    megabytes: int = USUAL_MEGABYTES

    def check(self, most: Effort) -> None:
        """Checks them against a server's limits.

        Raises:
            ValueError: they exceed the limits.
        """
        if self.threads > most.threads:
            thread = "thread" if most.threads == 1 else "threads"
            raise ValueError(f"an analysis has at most {most.threads} {thread} here")
        if self.megabytes > most.megabytes:
            raise ValueError(f"the table of an analysis has at most {most.megabytes} MiB here")

    def of(self, spec: str) -> str:
        """An agent's text with these options, if it has them; options in the text are kept."""
        asked = AgentSpec.parse(spec)
        wanted = {"threads": self.threads, "table_megabytes": self.megabytes} if asked.name == "pvs" else {}
        usual = {"threads": 1, "table_megabytes": USUAL_MEGABYTES}
        return str(asked.with_(**{key: one for key, one in wanted.items() if key not in asked and one != usual[key]}))


def analyse(
    spec: str,
    game: Game,
    state: Any,
    lines: int,
    stopped: Callable[[], bool],
    report: Callable[[dict[str, Any]], None],
    seconds: float = LONGEST_SECONDS,
    every: bool = False,
) -> dict[str, Any]:
    """Searches a position until it is stopped, and reports the results so far.

    Args:
        spec: the search, without a limit.
        game: the game.
        state: the position.
        lines: maximum number of best moves.
        stopped: returns whether to stop.
        report: receives the results so far, a few times per second, on this thread.
        seconds: time limit.
        every: alpha-beta evaluates every move, not only the best ones.

    Returns:
        The final result, as `analysis_fields` returns it; with `every` also `values`, as in `advice_fields`.

    Raises:
        ValueError: unknown search, or the game is over.
    """
    asked = without_memory(spec)
    if asked.name == "pvs" and "noise" not in asked:  # noise would change the scores of all moves
        moves = len(state.legal_actions())
        asked = asked.with_(multi_pv=moves if every else min(lines, moves))
    player = load_agent(asked, game, try_out=False)
    scale = scale_of_search(game, player.arguments) if asked.name == "pvs" else 0.0
    last = time.monotonic()

    rows: list[dict[str, Any]] = []
    is_every = every and asked.name == "pvs"
    most = len(state.legal_actions()) if is_every else lines

    def shown(found: dict[str, Any]) -> dict[str, Any]:
        return _with_values(found, lines) if is_every else found

    def progress(result: SearchResult) -> None:
        nonlocal last, rows
        # The unit of another agent's values is unknown; its move is shown at the end.
        is_due = time.monotonic() - last >= _BETWEEN_REPORTS
        is_whole = is_every and len(result.action_values) >= most  # the next depth begins with only the best move
        if asked.name not in LIVE or not (is_due or is_whole):
            return
        found = analysis_fields(result, game, most, scale)
        rows = found["rows"] = _completed(found["rows"], rows, most)
        if is_due:
            report(shown(found))
            last = time.monotonic()

    job = player.think(state, Limits(seconds=seconds), progress, stopped)
    if job.result is not None and asked.name in ADVISERS:
        return advice_fields(job.result, game, lines, asked.value("evaluator") or "")
    if job.result is None or asked.name not in LIVE or int(job.action) != int(job.result.action):
        return chosen(int(job.action), state, game)
    found = analysis_fields(job.result, game, most, scale)
    return shown({**found, "rows": _completed(found["rows"], rows, most)})


def _with_values(found: dict[str, Any], lines: int) -> dict[str, Any]:
    """The values of all searched moves, for the cells, and only the best lines."""
    rows = found["rows"]
    # Values of different depths cannot be compared, so the order of the moves decides.
    weights = [round(1 - number / len(rows), 3) for number in range(len(rows))]
    values = {str(row["action"]): [row["words"], weight] for row, weight in zip(rows, weights, strict=True)}
    return {**found, "rows": rows[:lines], "values": values}


def _completed(found: list[dict[str, Any]], before: list[dict[str, Any]], lines: int) -> list[dict[str, Any]]:
    """The best moves of the current depth, then those of the previous depth that are not searched again yet."""
    known = {row["action"] for row in found}
    return [*found, *(row for row in before if row["action"] not in known)][: max(lines, len(found))]


def marks(chances: Sequence[float], players: Sequence[int]) -> list[str]:
    """Marks of the moves of a game, by what they cost.

    >>> from boardai.web.analysis import marks
    >>> marks([0.0, 0.1, 0.8], players=[0, 1])  # player 1's move gave 0.7 away
    ['', '??']

    Args:
        chances: expected outcome for player 0 at each position, one more than there are moves.
        players: the player of each move.
    """
    found = []
    for player, before, after in zip(players, chances, chances[1:], strict=False):
        cost = before - after if player == 0 else after - before
        found.append(mark(cost / 2))  # chances are from -1 to 1 here
    return found


def reviewed(line: Sequence[Node], chances: Sequence[float], done: bool) -> dict[str, Any]:
    """The course of a game for the page: expected outcomes for player 0, and the costly moves.

    Args:
        line: the positions.
        chances: those known so far, from -1 to 1.
        done: whether they are complete.
    """
    rounded = [round(chance, 4) for chance in chances]
    players = [int(node.state.current_player()) for node in line]
    return {
        "say": "review",
        "nodes": [node.number for node in line[: len(rounded)]],
        "chances": rounded,
        "marks": ["", *marks(rounded, players)],
        "done": done,
    }


def chosen(action: int, state: Any, game: Game) -> dict[str, Any]:
    """The move of a player that reports only its move, or errs on purpose, as `analysis_fields` returns it."""
    row = {"action": action, "words": "", "visits": None}
    row |= {"moves": [game.format_action(state, action)], "actions": [action]}
    found: dict[str, Any] = {
        "rows": [row],
        "chance": None,
        "words": "",
        "shares": {},
        "depth": 0,
        "nodes": 0,
        "seconds": 0.0,
    }
    return found | {"chosen": True}


def analysis_fields(result: SearchResult, game: Game, lines: int, scale: float) -> dict[str, Any]:
    """The result of a search as fields for the page.

    Args:
        result: result of the search.
        game: the game; it formats the moves.
        lines: maximum number of best moves.
        scale: scale of the evaluation's scores (`score_scale`); 0 if values are expected outcomes.
    """
    by_first = {line[0]: line for line in result.notes.get("lines", ()) if line}
    by_first.setdefault(int(result.action), list(result.pv))
    order = sorted(by_first, key=lambda action: _rank(result, action), reverse=True)
    if result.visits:
        others = [action for action, visits in result.visits.items() if visits and action not in by_first]
        order = sorted([*order, *others], key=lambda action: _rank(result, action), reverse=True)
    rows = []
    for action in order[:lines]:
        value = result.value if action == result.action else result.action_values.get(action)
        if value is None and action != result.action:
            continue  # its line is from the previous depth, and its value is not known yet
        rows.append(
            {
                "action": int(action),
                "words": _words(result, action, value, game, scale),
                **_line(result, by_first.get(action, [action]), game),
                "visits": int(result.visits[action]) if action in result.visits else None,
            }
        )
    chance = None if result.is_unsearched else expected_outcome(result, result.value, scale)
    sign = 1 if result.player == 0 else -1
    return {
        "rows": rows,
        "chance": None if chance is None else round(sign * chance, 4),
        "words": _words(result, result.action, result.value, game, scale, sign),
        "shares": {str(int(action)): round(share, 4) for action, share in result.policy.items() if share >= 0.005}
        if result.visits
        else {},
        "depth": result.depth,
        "nodes": int(result.simulations or result.nodes),
        "seconds": round(result.seconds, 2),
    }


def _rank(result: SearchResult, action: int) -> tuple[bool, float, float]:
    return (
        action == result.action,
        float(result.visits.get(action, 0)),
        float("-inf") if result.action_values.get(action) is None else float(result.action_values[action]),
    )


def _words(result: SearchResult, action: int, value: float | None, game: Game, scale: float, sign: int = 1) -> str:
    """A value in words, for the player to move; or for the opponent, with the sign changed."""
    if value is None:
        return ""
    value *= sign
    words = Unit(game, result.state, bool(scale), result.point).words(value)
    margin = result.margin_of(action) if scale and abs(value) >= EVALUATION_LIMIT else None
    return f"{words}, {signed(sign * margin, margin_words(result.state, margin))}" if margin else words


def _line(result: SearchResult, line: Sequence[int], game: Game) -> dict[str, Any]:
    """A line in the game's notation, and its actions."""
    if result.state is None:
        return {"moves": [], "actions": []}
    moves = written_line(result.state, line[:LONGEST_LINE], game.format_action)
    return {"moves": moves, "actions": [int(action) for action in line[: len(moves)]]}
