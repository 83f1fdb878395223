"""Games for the page's opening screen, move by move: `games.jsonl` has one of each included game.

They were played by the included players, which the records name (`python -m boardai.match GAME FIRST SECOND --games 2
--record FOLDER`, the shorter game that the first player won), and are prepared once for all visitors.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boardai.drawing import Board, Look
from boardai.players.levels import levels_of
from boardai.records import GameRecord, read_games
from boardai.web.offers import Offers

GAMES = Path(__file__).parent / "games.jsonl"


def shown_games(offers: Offers) -> list[str]:
    """The keys of the games to be shown, before they are prepared.

    >>> from boardai.web.offers import Offers
    >>> from boardai.web.showcase import shown_games
    >>> shown_games(Offers(["reversi", "chess"]))
    ['chess', 'reversi']
    """
    records = (GameRecord.from_json(line, str(GAMES)) for line in GAMES.read_text(encoding="utf-8").splitlines())
    keys = (offers.key_of_name(record.game.partition(":")[0]) for record in records)
    return [key for key in keys if key]


def showcase(offers: Offers) -> list[dict[str, Any]]:
    """The prepared games, of those that are offered.

    >>> from boardai.web.offers import Offers
    >>> from boardai.web.showcase import showcase
    >>> (shown,) = showcase(Offers(["reversi"]))
    >>> shown["game"], shown["positions"][1]["rows"][2:4], shown["positions"][1]["last"]
    ('reversi', ['........', '..XXX...'], [26])

    Returns:
        For each one `game`, its key; `players`; `look` of the board; and `positions`, from the start on, with
        `rows`, the cells of the `last` move, and `alarms`.
    """
    found = []
    for one in read_games(GAMES):
        key = offers.key_of(one.game)
        if key:
            titles = {level.spec: level.title for level in levels_of(one.game)}
            states = list(one.states())
            boards = [Board.of(states[0], with_actions=False)]
            for before, state, action in zip(states, states[1:], one.actions, strict=False):
                boards.append(Board.of(state, before=before, action=action, with_actions=False))
            shown = [board.to_dict() for board in boards]
            found.append(
                {
                    "game": key,
                    "players": [titles.get(player, player) for player in one.players],
                    "look": Look.of(states[0], one.game.player_names).to_dict(),
                    "positions": [{name: board[name] for name in ("rows", "last", "alarms")} for board in shown],
                }
            )
    return found
