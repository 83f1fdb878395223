"""Test suites: positions whose best moves are known, and how many of them a search or an engine finds.

A position is solved if the move that is played in the end is one of its best moves (`bm`) and none of those to avoid
(`am`). Where a search reports its best move while it thinks, the time to solution is the time from which on it
kept a right move to the end, to a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any

from boardai.game import Game, as_game
from boardai.players import Player, agent_parameters, load_agent
from boardai.players.searches import without_memory
from boardai.players.spec import AgentSpec
from boardai.records.game_files import OnError, read_games
from boardai.records.position_lines import AVOID, BEST, operation_moves
from boardai.records.recorded_game import RecordedGame
from boardai.search.results.result import SearchResult

# Searches a state; reports its best move during the search to the function, if it can.
Solver = Callable[[Any, Callable[[SearchResult], None]], tuple[int, SearchResult | None]]


@dataclass(frozen=True)
class Attempt:
    """The result for one position of a suite.

    >>> from boardai.arena import Attempt
    >>> Attempt("one", "7k/8/8/8/8/8/8/KR6 w - - 0 1", "bm Rb7", "Rb7", True, 0.5, 0.1).solved_after
    0.1

    Attributes:
        name: its `id`, or else its place in the file.
        position: the position's text.
        expected: the solution as in the file: `bm Qg6`, `am Bxh2+`.
        played: the move that was found.
        solved: whether the move solves the position.
        seconds: duration of the search.
        solved_after: the time to solution, in seconds; None if it is not solved.
        depth: depth of the search; 0 if unknown.
        nodes: positions visited; 0 if unknown.
    """

    name: str
    position: str
    expected: str
    played: str
    solved: bool
    seconds: float
    solved_after: float | None = None
    depth: int = 0
    nodes: int = 0


@dataclass
class SuiteResult:
    """The result of a suite.

    >>> from boardai.arena import Attempt, SuiteResult
    >>> result = SuiteResult([Attempt("one", "7k/8/8/8/8/8/8/KR6 w - - 0 1", "bm Rb7", "Rb7", True, 0.5, 0.1)])
    >>> result.summary()
    'solved 1 of 1 (100.0 %); time to solution: mean 0.10 s, longest 0.10 s'

    Attributes:
        attempts: one for each position, in order.
    """

    attempts: list[Attempt] = field(default_factory=list)

    @property
    def solved(self) -> int:
        """Number of positions solved."""
        return sum(one.solved for one in self.attempts)

    def summary(self) -> str:
        """Number of positions solved and the times to solution, in one line."""
        text = f"solved {self.solved} of {len(self.attempts)}"
        if self.attempts:
            text += f" ({100 * self.solved / len(self.attempts):.1f} %)"
        times = [one.solved_after for one in self.attempts if one.solved_after is not None]
        return f"{text}; time to solution: mean {fmean(times):.2f} s, longest {max(times):.2f} s" if times else text

    def to_table(self) -> dict[str, Any]:
        """Everything as plain values, for JSON."""
        return {
            "positions": len(self.attempts),
            "solved": self.solved,
            "attempts": [asdict(one) for one in self.attempts],
        }


def run_suite(
    positions: str | Path | Iterable[RecordedGame],
    game: Game | str,
    search: str | Solver,
    *,
    limits: dict[str, Any] | None = None,
    seed: int = 0,
    on_error: OnError = "raise",
    progress: Callable[[Attempt], None] = lambda attempt: None,
) -> SuiteResult:
    """Lets a search or an agent solve positions whose best moves, or moves to avoid, are known.

    >>> from pathlib import Path
    >>> from boardai.arena import run_suite
    >>> _ = Path("mates.epd").write_text('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";')
    >>> result = run_suite("mates.epd", "chess", "pvs:depth=5")
    >>> result.solved, result.attempts[0].name
    (1, 'back rank')

    Args:
        positions: a file of EPD lines (`read_position_line`), or the games that `read_games` has read from one.
        game: of the positions.
        search: the text of a search (`pvs:depth=8`) or of any agent (`uci:stockfish,seconds=1`).
        limits: `seconds`, `depth`, `nodes` or `simulations` of a search; they override those of its text.
        seed: of random choices.
        on_error: what to do with a position that cannot be read, is finished, or has neither `bm` nor `am`, as in
            `read_games`.
        progress: called with each attempt.

    Raises:
        ValueError: no such search or agent, or a position that cannot be tried; its place is named.
        OSError: the file cannot be read.
    """
    game = as_game(game)
    result = SuiteResult()
    if isinstance(positions, str | Path):
        positions = read_games(positions, game, on_error=on_error)
    with _Solving(search, game, limits or {}, seed) as solve:
        for one in positions:
            try:
                best, avoided = expected_moves(one)
            except ValueError as error:
                if callable(on_error):
                    on_error(error)
                elif on_error == "raise":
                    raise
                continue
            result.attempts.append(_attempt(one, best, avoided, solve))
            progress(result.attempts[-1])
    return result


def expected_moves(one: RecordedGame) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A position's best moves (`bm`) and those to avoid (`am`).

    Args:
        one: as `read_position_line` gives it.

    Raises:
        ValueError: it has neither, or they are not all legal, or it is over.
    """
    if one.start.is_terminal():
        raise ValueError(f"{one.place}: the game is over in this position: {one.start.to_string()}")
    wrong = [problem for problem in one.problems if any(f"{opcode}: " in problem for opcode in (BEST, AVOID))]
    if wrong:
        raise ValueError(wrong[0])
    best, avoided = operation_moves(one, BEST), operation_moves(one, AVOID)
    if not best and not avoided:
        raise ValueError(f"{one.place}: neither best moves (bm) nor moves to avoid (am)")
    return best, avoided


def is_solution(action: int, best: tuple[int, ...], avoided: tuple[int, ...]) -> bool:
    """Whether a move solves a position."""
    return (not best or action in best) and action not in avoided


def _attempt(one: RecordedGame, best: tuple[int, ...], avoided: tuple[int, ...], solve: Solver) -> Attempt:
    right_since: float | None = None

    def meanwhile(found: SearchResult) -> None:
        nonlocal right_since
        if not is_solution(found.action, best, avoided):
            right_since = None
        elif right_since is None:
            right_since = found.seconds

    began = perf_counter()
    action, found = solve(one.start, meanwhile)
    seconds = perf_counter() - began if found is None else found.seconds
    solved = is_solution(action, best, avoided)
    return Attempt(
        name=str(one.headers.get("id", "")) or one.place,
        position=one.start.to_string(),
        expected="; ".join(f"{opcode} {one.headers[opcode]}" for opcode in (BEST, AVOID) if opcode in one.headers),
        played=one.game.format_action(one.start, action),
        solved=solved,
        seconds=seconds,
        solved_after=(seconds if right_since is None else min(right_since, seconds)) if solved else None,
        depth=0 if found is None else found.depth,
        nodes=0 if found is None else found.nodes,
    )


class _Solving:
    """A search or an agent, made by its text and closed at the end."""

    def __init__(self, search: str | Solver, game: Game, limits: dict[str, Any], seed: int) -> None:
        self._player: Player | None = None
        self._search, self._game, self._limits = search, game, limits
        self._seed = seed

    def __enter__(self) -> Solver:
        if not isinstance(self._search, str):
            return self._search
        spec = AgentSpec.parse(self._search)
        given = {name: value for name, value in self._limits.items() if value is not None}
        known = agent_parameters(spec.name)
        for limit in given:
            if limit not in known:
                raise ValueError(f"{spec.name} takes no {limit}")
        self._player = load_agent(without_memory(spec.with_(**given)), self._game, self._seed)
        return self._solve

    def __exit__(self, *error: object) -> None:
        if self._player is not None:
            self._player.close()

    def _solve(self, state: Any, meanwhile: Callable[[SearchResult], None]) -> tuple[int, SearchResult | None]:
        assert self._player is not None
        self._player.new_game(state, [], self._seed)
        thought = self._player.think(state, progress=meanwhile)
        return thought.action, thought.result


def attempts_in_rows(attempts: Iterable[Attempt]) -> Iterator[tuple[str, ...]]:
    """A table of attempts: name, expected and played moves, whether solved and when, depth."""
    for one in attempts:
        after = "" if one.solved_after is None else f"{one.solved_after:.2f} s"
        yield one.name, one.expected, one.played, "solved" if one.solved else "not solved", after, str(one.depth or "")
