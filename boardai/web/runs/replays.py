"""Recorded games for replays: games of self-play with the results of their searches, and games of matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.drawing import Board, Look
from boardai.game import Game
from boardai.learn.self_play.searched_games import SearchedGame
from boardai.records import GameRecord, RecordedGame, load_record
from boardai.records.formats import played_record


@dataclass(frozen=True)
class Seen:
    """The result of the search in a position.

    Attributes:
        chance: expected outcome for player 0, from -1 to 1.
        shares: shares of the moves, by action, as far as they are stored; they add up to 1.
    """

    chance: float
    shares: dict[int, float]

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data; invisibly small shares are omitted."""
        shares = {str(action): round(share, 4) for action, share in self.shares.items() if share >= 0.005}
        return {"chance": round(self.chance, 4), "shares": shares}


@dataclass(frozen=True)
class Replay:
    """A game to be replayed.

    Attributes:
        recorded: the game.
        seen: result of the search before each action; None: unknown.
        title: title for people.
    """

    recorded: RecordedGame
    seen: tuple[Seen | None, ...]
    title: str


def replay_of_search(one: SearchedGame, title: str, player: str, date: str) -> Replay:
    """A replay of a game of self-play.

    Args:
        one: the game.
        title: title for people.
        player: the player of both sides.
        date: date of the game.
    """
    state, seen = one.start.clone(), []
    for move in one.moves:
        sign = 1 if state.current_player() == 0 else -1
        seen.append(None if move.value is None else Seen(sign * move.value, move.policy))
        state.apply(move.action)
    return Replay(one.recorded(player, date), tuple(seen), title)


def moving(replay: Replay, game: Game, ending: str) -> dict[str, Any]:
    """Data for an animated board: title, ending, the board's look, and all positions.

    Args:
        replay: the game.
        game: its game and board.
        ending: the ending in words.
    """
    states = list(replay.recorded.states())
    played = zip(states, states[1:], replay.recorded.actions, strict=False)
    boards = [Board.of(states[0], with_actions=False)]
    boards += [Board.of(after, before=before, action=one, with_actions=False) for before, after, one in played]
    chances = [None if one is None else one.chance for one in replay.seen] + [replay.recorded.result]
    return {
        "title": replay.title,
        "ending": f"{described(game.player_names, replay.recorded.result)}, {ending}",
        "look": {**Look.of(states[0], game.player_names).to_dict(), "players": list(game.player_names)},
        "positions": [
            {"rows": list(one.rows), "last": list(one.last), "alarms": list(one.alarms), "chance": chance}
            for one, chance in zip(boards, chances, strict=True)
        ],
    }


def match_games(folder: Path) -> list[tuple[int, GameRecord]]:
    """The games of a match's folder, with their numbers.

    Raises:
        ValueError: a record is damaged.
    """
    return [(int(path.stem), load_record(path)) for path in sorted((folder / "games").glob("[0-9]*.json"))]


def replay_of_record(record: GameRecord, game: Game, title: str) -> Replay:
    """A replay of a game of a match."""
    one = played_record(game, record, title)
    return Replay(one, (None,) * len(one.actions), title)


def described(players: Sequence[str], outcome: int | None) -> str:
    """The ending of a game, in words."""
    if outcome is None:
        return "unfinished"
    return "drawn" if outcome == 0 else f"{players[0 if outcome > 0 else 1]} won"
