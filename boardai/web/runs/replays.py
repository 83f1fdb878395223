"""Games that were played before, to be looked at: of self-play with what the search saw, of matches as they went."""

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
    """What a search saw in a position.

    Attributes:
        chance: what player 0 could expect, from -1 to 1.
        shares: of the moves, by action, as far as they are kept; they add up to 1.
    """

    chance: float
    shares: dict[int, float]

    def to_dict(self) -> dict[str, Any]:
        """As plain data; invisibly small shares are left out."""
        shares = {str(action): round(share, 4) for action, share in self.shares.items() if share >= 0.005}
        return {"chance": round(self.chance, 4), "shares": shares}


@dataclass(frozen=True)
class Replay:
    """A game to be looked at.

    Attributes:
        recorded: the game itself.
        seen: what was seen before each of its actions; None: nothing is known.
        title: for people.
    """

    recorded: RecordedGame
    seen: tuple[Seen | None, ...]
    title: str


def replay_of_search(one: SearchedGame, title: str, player: str, date: str) -> Replay:
    """A game of self-play.

    Args:
        one: the game.
        title: for people.
        player: who played against itself.
        date: of the game.
    """
    state, seen = one.start.clone(), []
    for move in one.moves:
        sign = 1 if state.current_player() == 0 else -1
        seen.append(None if move.value is None else Seen(sign * move.value, move.policy))
        state.apply(move.action)
    return Replay(one.recorded(player, date), tuple(seen), title)


def moving(replay: Replay, game: Game, ending: str) -> dict[str, Any]:
    """A game for a board that moves: title, how it ended, the board's look, and all positions.

    Args:
        replay: the game.
        game: which game it is one of.
        ending: in what way, in words.
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
    """A game of a match."""
    one = played_record(game, record, title)
    return Replay(one, (None,) * len(one.actions), title)


def described(players: Sequence[str], outcome: int | None) -> str:
    """How a game ended, for people."""
    if outcome is None:
        return "unfinished"
    return "drawn" if outcome == 0 else f"{players[0 if outcome > 0 else 1]} won"
