"""Games as lines of moves, `l8 d10 i4 ...`: how NeuroHex keeps those it learned from, `raw_games.dat`.

A line is a game; its moves stand between blanks, black's and white's in turn, black first. The size of the
board is not given: NeuroHex's file has 13x13, which is the default. The winner is not given either:
it follows from the rules if a line reaches the end, and is unknown otherwise.

Format: `data/raw_games.dat` of K. Young, https://github.com/kenjyoung/Neurohex (GPL 3 or later; not part of this
package).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boardai.game import load
from boardai.records.formats import Source, games_by_line
from boardai.records.recorded_game import RecordedGame, known_result, played_out

SIZE = 13  # of NeuroHex's board
LONGEST_LINE = 10_000  # characters; the largest board takes 361 moves


def read_move_lines(source: Source) -> Iterator[RecordedGame]:
    """The games of a text with one a line; lines that are none are reported and left out.

    Moves after the end of a game are left out as well.
    """
    game = source.game or load("hex", size=SIZE)
    start = game.initial_state()

    def read(line: str, place: str) -> RecordedGame:
        actions, last = played_out(start, _actions(start, line))
        return RecordedGame(game, start, actions, known_result(last, None), place=place)

    yield from games_by_line(source, LONGEST_LINE, read)


def _actions(start: Any, line: str) -> list[int]:
    """The actions of a line up to the end of the game.

    Raises:
        ValueError: with the number of the move and the reason.
    """
    state, actions = start.clone(), []
    for number, move in enumerate(line.split(), 1):
        if state.is_terminal():
            break
        try:
            actions.append(int(state.action_from_string(move)))
            state.apply(actions[-1])
        except ValueError as error:
            raise ValueError(f"move {number}: {error}") from None
    return actions
