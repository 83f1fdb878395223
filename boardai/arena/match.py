"""Matches: paired openings with colours swapped, an interval on the score.

The score counts a draw as half a win. If the pairs of a match are known, its interval is by pairs
(`boardai.arena.elo`), else Wilson's (1927) with the number of games, which is too wide for paired openings.
"""

import contextlib
import itertools
import math
import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from boardai.arena.elo import elo_interval, pair_counts, score_interval
from boardai.arena.games import PlayedGame, ScheduledGame, play_games
from boardai.arena.openings import NO_BALANCE, balanced_openings, default_plies
from boardai.basics.quoting import quoted
from boardai.basics.seeds import seed_of
from boardai.clocks import TimeControl
from boardai.game import Game, as_game
from boardai.players import Player, as_player
from boardai.players.search import warm_up_by_clock

NORMAL_95 = 1.959963984540054


def wilson_interval(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of points, if the pairs of games are not known.

    >>> from boardai.arena import wilson_interval
    >>> [round(edge, 3) for edge in wilson_interval(0.6, games=100)]
    [0.502, 0.691]

    Args:
        score: the share found, 0 to 1.
        games: number of games; at least 1.

    Raises:
        ValueError: no games, or a score outside 0 to 1.
    """
    if games < 1 or not 0.0 <= score <= 1.0:
        raise ValueError(f"an interval needs games >= 1 and a score in 0..1, got {games} and {score}")
    square = NORMAL_95**2
    centre = (score + square / (2 * games)) / (1 + square / games)
    spread = NORMAL_95 * math.sqrt(score * (1 - score) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, centre - spread), min(1.0, centre + spread)


_PAIR_SCORES = ("won 2-0", "won 1.5-0.5", "drawn 1-1", "lost 0.5-1.5", "lost 0-2")


@dataclass(frozen=True)
class MatchResult:
    """The result of a match from the first agent's view. Index 0: games that it began, 1: games that the other began.

    >>> result = boardai.play_match(boardai.load("hex", size=4), "greedy", "greedy", games=4)
    >>> result.games, result.draw_rate, sum(result.wins) + sum(result.losses)
    (4, 0.0, 4)

    Attributes:
        first: name of the agent whose score this is.
        second: name of its opponent.
        wins: by colour.
        draws: by colour, including unfinished games.
        losses: by colour.
        unfinished: games stopped at the limit of plies.
        plies: of all games, including openings.
        pairs: numbers of pairs of games in which it scored 0, 1/2, 1, 3/2 and 2 points; empty if they are not known.
        forfeits: games that each agent lost by raising an error or by an illegal move.
        failure: a description of the first of these; "" if there was none.
        repeated: games that do not count above: pairs that repeated an earlier pair move by move. Deterministic players
            repeat their games in a repeated opening, which is no new evidence.
    """

    first: str
    second: str
    wins: tuple[int, int]
    draws: tuple[int, int]
    losses: tuple[int, int]
    unfinished: int
    plies: int
    pairs: tuple[int, ...] = ()
    forfeits: tuple[int, int] = (0, 0)
    failure: str = ""
    repeated: int = 0

    @property
    def games(self) -> int:
        """Number of games that count."""
        return sum(self.wins) + sum(self.draws) + sum(self.losses)

    @property
    def score(self) -> float:
        """Share of points, 0 to 1; a draw is half a point."""
        return (sum(self.wins) + sum(self.draws) / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the score."""
        return score_interval(self.pairs) if sum(self.pairs) else wilson_interval(self.score, self.games)

    @property
    def percent(self) -> str:
        """Score and interval as text: `55.0 % [48.1, 61.9]`."""
        low, high = self.interval
        return f"{100 * self.score:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"

    @property
    def draw_rate(self) -> float:
        """Share of drawn games."""
        return sum(self.draws) / self.games

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference and its 95 % interval.

        Raises:
            ValueError: no pair has been finished.
        """
        return elo_interval(self.pairs)

    @property
    def pairs_text(self) -> str:
        """The first agent's results in pairs of games from one opening: `7 won 2-0, 3 drawn 1-1`."""
        parts = zip(reversed(self.pairs), _PAIR_SCORES, strict=False)
        return ", ".join(f"{count} {score}" for count, score in parts if count) or "none complete"

    def to_table(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "first": self.first,
            "second": self.second,
            "games": self.games,
            "wins": list(self.wins),
            "draws": list(self.draws),
            "losses": list(self.losses),
            "unfinished": self.unfinished,
            "plies": self.plies,
            "pairs": list(self.pairs),
            "forfeits": list(self.forfeits),
            "repeated": self.repeated,
            "score": self.score,
            "interval95": list(self.interval),
        }

    def __str__(self) -> str:
        forfeited = f"; forfeits {self.forfeits[0]} and {self.forfeits[1]}: {self.failure}" if self.failure else ""
        forfeited += f"; {self.repeated} repeated games left out" if self.repeated else ""
        return (
            f"{self.first} against {self.second}: {self.percent} "
            f"(+{sum(self.wins)} ={sum(self.draws)} -{sum(self.losses)}){forfeited}"
        )


def match_result(first: str, second: str, games: Iterable[PlayedGame]) -> MatchResult:
    """The result of finished games.

    Args:
        first: name of the agent whose result it is.
        second: name of its opponent.
        games: finished ones; a pair counts once both its games are among them, and not if it repeats an earlier one.
    """
    kept, repeated = _without_repeats(games)
    counts = {1.0: [0, 0], 0.5: [0, 0], 0.0: [0, 0]}
    unfinished = plies = 0
    points: dict[int, float] = {}
    forfeits = [0, 0]
    failure = ""
    for one in kept:
        if one.crashed >= 0:
            forfeits[one.crashed] += 1
            failure = failure or f"game {one.number}: {one.ending}"
        counts[one.points][one.number & 1] += 1
        points[one.number] = one.points
        unfinished += one.outcome is None
        plies += len(one.actions)
    wins, draws, losses = ((counts[p][0], counts[p][1]) for p in (1.0, 0.5, 0.0))
    pairs = pair_counts((points[n], points[n + 1]) for n in points if n % 2 == 0 and n + 1 in points)
    return MatchResult(
        first, second, wins, draws, losses, unfinished, plies, pairs, (forfeits[0], forfeits[1]), failure, repeated
    )


def _without_repeats(games: Iterable[PlayedGame]) -> tuple[list[PlayedGame], int]:
    """The games in order, without pairs that repeat an earlier one, and the number of games left out."""
    by_number = {one.number: one for one in games}
    seen: set[tuple[int, int]] = set()
    left_out: set[int] = set()
    for number in sorted(by_number):
        if number % 2 == 0 and number + 1 in by_number:
            pair = by_number[number].fingerprint, by_number[number + 1].fingerprint
            if pair in seen:
                left_out |= {number, number + 1}
            seen.add(pair)
    return [by_number[number] for number in sorted(by_number.keys() - left_out)], len(left_out)


def random_opening(game: Game, plies: int, seed: str) -> tuple[str, ...]:
    """The texts of uniformly random moves that do not end the game.

    >>> from boardai.arena import random_opening
    >>> len(random_opening(boardai.load("hex", size=3), 2, seed="one"))
    2

    Args:
        game: the game.
        plies: number of moves.
        seed: equal seeds give equal openings.

    Raises:
        ValueError: a hundred attempts have all ended the game.
    """
    rng = random.Random(seed)
    for _ in range(100):
        state, texts = game.initial_state(), []
        for _ in range(plies):
            if state.is_terminal():
                break
            action = rng.choice(state.legal_actions())
            texts.append(state.action_to_string(action))
            state.apply(action)
        if not state.is_terminal():
            return tuple(texts)
    raise ValueError(f"{game.spec}: {plies} random opening plies always end the game")


def play_match(
    game: str | Game,
    first: Any,
    second: Any,
    *,
    games: int = 20,
    opening_plies: int | None = None,
    max_plies: int | None = None,
    seed: int = 0,
    at_once: int | None = None,
    seconds: float | None = None,
    clock: TimeControl | None = None,
    on_error: str = "forfeit",
    stop: Callable[[], None] = lambda: None,
    each: Callable[[PlayedGame], None] = lambda one: None,
) -> MatchResult:
    """Plays a match.

    >>> import boardai
    >>> game = boardai.load("hex", size=4)
    >>> result = boardai.play_match(game, "greedy", lambda state: state.legal_actions()[0], games=4)
    >>> result.first, result.second, result.games
    ('greedy', 'function', 4)

    Args:
        game: the game, or what `boardai.load` takes.
        first: the agent whose score is reported: a spec (`greedy`, `pvs:depth=4`, `./mine.py:MyAgent`), an object with
            `choose(state)`, its class, or a function from a state to a legal action.
        second: its opponent.
        games: an even number; games 2k and 2k + 1 have the same opening, with colours swapped. Openings repeat only
            after all have been used.
        opening_plies: random plies of each opening; by default a tenth of a random game's length, at most 8.
        max_plies: a game of this length is a draw; None: no limit.
        seed: of the openings and of the agents' random choices.
        at_once: number of games played in parallel. With 1, agents are notified of each new game and get a seed for it.
            By default all games if an agent evaluates many states at once, else 1.
        seconds: no pair of games is started that would probably end later than this; the result is of the games played.
            The first `at_once` games are always played. None: all games are played.
        clock: each agent's time for a game; an agent out of time loses. Agents made from specs plan their time
            accordingly, and games are played one at a time. None: agents use their own limits.
        on_error: `forfeit`: an agent that raises an error or plays an illegal move loses the game, and the result has
            the reason (`MatchResult.forfeits`, `failure`); `raise`: the error ends the match.
        stop: called once per round; may raise.
        each: called with every finished game.

    Raises:
        ValueError: an odd number of games, no such agent, or with `on_error="raise"` an illegal action.
    """
    game = as_game(game)
    if games < 2 or games % 2:
        raise ValueError(f"a match needs an even number of games, at least 2, got {games}")
    if on_error not in ("forfeit", "raise"):
        raise ValueError(f"on_error must be 'forfeit' or 'raise', not {quoted(on_error)}")
    plies = default_plies(game) if opening_plies is None else opening_plies
    openings = list(itertools.islice(balanced_openings(game, plies, NO_BALANCE, seed), games // 2))
    schedule = [ScheduledGame(number, openings[number // 2]) for number in range(games)]
    given = (first, second)
    made: list[Player] = []

    def make(number: int) -> Player:
        player = as_player(given[number], game, seed_of(seed, "agent", number))
        if clock is not None and player is not given[number]:
            warm_up_by_clock(player, game)
        return player

    def renew(number: int) -> Player:
        """Makes the agent again, if it was made here; an object that was passed continues."""
        if isinstance(given[number], str | type):
            with contextlib.suppress(Exception):
                made[number].close()
            made[number] = make(number)
        return made[number]

    try:
        for number in (0, 1):
            made.append(make(number))
        if at_once is None:
            at_once = games if clock is None and any(player.batched for player in made) else 1
        names = made[0].name, made[1].name
        timed = _Timed(schedule, at_once, seconds)
        played = play_games(
            game, (made[0], made[1]), timed.begun(),
            at_once=at_once, max_plies=max_plies, seed=seed, stop=stop,
            renew=renew if on_error == "forfeit" else None,
            control=clock,
        )  # fmt: skip

        def watched() -> Iterator[PlayedGame]:
            for one in timed.watched(played):
                each(one)
                yield one

        return match_result(*names, watched())
    finally:
        for number, player in enumerate(made):
            if isinstance(given[number], str | type):
                player.close()


class _Timed:
    """The schedule of a match with a time limit: a pair starts while it can be expected to end in time."""

    def __init__(self, schedule: list[ScheduledGame], at_once: int, seconds: float | None) -> None:
        self._schedule, self._at_once, self._seconds = schedule, at_once, seconds
        self._start = time.perf_counter()
        self._begun: dict[int, float] = {}
        self._lasted: list[float] = []  # duration of each finished game, with others in parallel

    def begun(self) -> Iterator[ScheduledGame]:
        """The schedule while there is time."""
        for scheduled in self._schedule:
            if scheduled.number % 2 == 0 and scheduled.number >= self._at_once and not self._time_for_another():
                return
            self._begun[scheduled.number] = time.perf_counter()
            yield scheduled

    def watched(self, played: Iterable[PlayedGame]) -> Iterator[PlayedGame]:
        """The same games, with their durations recorded."""
        for one in played:
            self._lasted.append(time.perf_counter() - self._begun[one.number])
            yield one

    def _time_for_another(self) -> bool:
        expected = sum(self._lasted) / max(1, len(self._lasted))
        return self._seconds is None or time.perf_counter() - self._start + expected <= self._seconds
