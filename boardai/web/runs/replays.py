"""Games that were played before, to be looked at: of self-play with what the search saw, of matches as they went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.game import Game
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.searched_games import SearchedGame, searched_games
from boardai.records import GameRecord, load_record


@dataclass(frozen=True)
class Seen:
    """What a search saw in a position.

    Attributes:
        chance: what player 0 could expect, from -1 to 1.
        shares: of the moves, by action, as far as they are kept; they add up to 1.
    """

    chance: float
    shares: dict[int, float]

    def to_dict(self) -> dict[str, Any]:
        """As plain data; shares that nobody would see are left out."""
        shares = {str(action): round(share, 4) for action, share in self.shares.items() if share >= 0.005}
        return {"chance": round(self.chance, 4), "shares": shares}


@dataclass(frozen=True)
class Replay:
    """A game to be looked at.

    Attributes:
        game: which game.
        start: its first position.
        actions: what was played.
        seen: what was seen before each of them; None: nothing is known.
        outcome: for player 0; None: unfinished.
        ending: why it ended, for people; "" where the rules tell.
        title: for people.
    """

    game: Game
    start: Any
    actions: tuple[int, ...]
    seen: tuple[Seen | None, ...]
    outcome: int | None
    ending: str
    title: str


class GameFiles:
    """The games of a run's folder, by iteration.

    Args:
        folder: the run's.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "games"
        self._last: tuple[Path, int, list[SearchedGame]] | None = None  # people look at one file for a while

    def iterations(self) -> list[int]:
        """Those whose games are kept."""
        return sorted(int(path.stem) for path in self._folder.glob("*.games") if path.stem.isdecimal())

    def games(self, iteration: int, game: Game) -> list[SearchedGame]:
        """The games of an iteration, by number.

        Raises:
            ValueError: they are not kept, or the file is damaged.
        """
        path = self._folder / f"{iteration:06d}.games"
        if iteration not in self.iterations():
            raise ValueError(f"games of iteration {iteration} are not kept")
        written = path.stat().st_mtime_ns
        if self._last is None or self._last[:2] != (path, written):
            found = searched_games(read_games(path), game, path.name)
            self._last = path, written, sorted(found, key=lambda one: one.number)
        return self._last[2]


def replay_of_search(one: SearchedGame, game: Game, title: str) -> Replay:
    """A game of self-play."""
    state, seen = one.start.clone(), []
    for move in one.moves:
        sign = 1 if state.current_player() == 0 else -1
        seen.append(None if move.value is None else Seen(sign * move.value, move.policy))
        state.apply(move.action)
    ending = "" if state.is_terminal() else one.ending
    return Replay(game, one.start, tuple(move.action for move in one.moves), tuple(seen), one.outcome, ending, title)


def match_games(folder: Path) -> list[tuple[int, GameRecord]]:
    """The games of a match's folder, with their numbers.

    Raises:
        ValueError: a record is damaged.
    """
    return [(int(path.stem), load_record(path)) for path in sorted((folder / "games").glob("[0-9]*.json"))]


def replay_of_record(record: GameRecord, game: Game, title: str) -> Replay:
    """A game of a match."""
    states = record.states(game, title)
    actions = tuple(int(state.action_from_string(text)) for state, text in zip(states, record.actions, strict=False))
    ending = "" if states[-1].is_terminal() else str(record.notes.get("ending", "")) or "the limit of plies"
    return Replay(game, states[0], actions, (None,) * len(actions), record.result, ending, title)


def described(players: Sequence[str], outcome: int | None) -> str:
    """How a game ended, for people."""
    if outcome is None:
        return "unfinished"
    return "drawn" if outcome == 0 else f"{players[0 if outcome > 0 else 1]} won"
