"""Reversi games in GGF, the Generic Game Format of the Generic Game Server, as NBoard sends and stores them.

    (;GM[Othello]PB[a]PW[b]TY[8]BO[8 -------- ... *]B[d3//1.5]W[c5];)

A move is a cell, or `PA` (a pass), with an evaluation and a time behind slashes. `BO` has the side, the cells along the
rows from a1 (`*` dark, `O` light, `-` empty) and who moves.

Description: Michael Buro, "The Generic Game Format", 1999.
"""

from __future__ import annotations

import re
from typing import Any

from boardai.basics.quoting import quoted
from boardai.game import Game

LONGEST_GGF = 1_000_000  # characters, far beyond any game's

_PROPERTY = re.compile(r"\s*([A-Za-z]+)\[([^\]]*)\]")
_MOVES = ("B", "W")


def read_ggf(text: str, game: Game) -> tuple[Any, list[int]]:
    """The start position of one game, and what was played from there.

    Args:
        text: one game.
        game: Reversi, on the board that the game was played on.

    Returns:
        The start and the actions; passes that were left out are put in.

    Raises:
        ValueError: it is malformed, another game's or board's, or a move is not legal; the message names the place.
    """
    if len(text) > LONGEST_GGF:
        raise ValueError(f"GGF: more than {LONGEST_GGF:,} characters")
    body = text.strip()
    if not (body.startswith("(;") and body.endswith(";)")):
        raise ValueError(f"GGF: a game stands between (; and ;), not {quoted(body)}")
    properties, place = [], 2
    while body[place:].strip() != ";)":
        found = _PROPERTY.match(body, place)
        if found is None:
            raise ValueError(f"GGF, character {place + 1}: expected NAME[value], got {quoted(body[place:])}")
        properties.append((found[1].upper(), found[2]))
        place = found.end()
    named = dict(properties)
    if named.get("GM", "Othello").lower() not in ("othello", "reversi"):
        raise ValueError(f"GGF: a game of {quoted(named['GM'])}, not Othello")
    start = _start(named["BO"], game) if "BO" in named else game.initial_state()
    state, actions = start.clone(), []
    for name, value in properties:
        if name in _MOVES:
            try:
                for action in played(state, value.partition("/")[0], _MOVES.index(name)):
                    actions.append(action)
                    state.apply(action)
            except ValueError as error:
                raise ValueError(f"GGF, move {len(actions) + 1}: {error}") from None
    return start, actions


def played(state: Any, text: str, player: int | None = None) -> list[int]:
    """The actions that a move's text means: itself, and a forced pass before it that was left out.

    Args:
        state: where; it is not changed.
        text: a cell, `PA`, `PASS` or `--`, in capitals or not.
        player: who moves; None: it is not said.

    Raises:
        ValueError: it is no legal move.
    """
    move = text.strip().lower()
    if move in ("pa", "pass", "--"):
        return [state.action_from_string("pass")]
    before, forced = state, []
    legal = state.legal_actions()
    if len(legal) == 1 and state.action_to_string(legal[0]) == "pass" and player != state.current_player():
        before, forced = state.child(legal[0]), [legal[0]]
    if player is not None and before.current_player() != player:
        raise ValueError(f"{quoted(text)} is not {('dark', 'light')[player]}'s to play")
    return [*forced, int(before.action_from_string(move))]


def _start(text: str, game: Game) -> Any:
    """The position of a `BO` property."""
    size, *rest = text.split()
    cells = "".join(rest)
    mine = game.initial_state()
    width = len(mine.board_cells().splitlines()[0])
    if not size.isdecimal() or int(size) != width or len(cells) != len(mine.to_string().split()[0]) + 1:
        raise ValueError(f"GGF: BO is not a board of {game.spec}: {quoted(text)}")
    if set(cells) - set("*O-") or cells[-1] == "-":
        raise ValueError(f"GGF: BO has cells *, O and -, and who moves at its end: {quoted(text)}")
    return game.from_string(f"{cells[:-1].replace('*', 'X')} {'X' if cells[-1] == '*' else 'O'}")
