"""Hex games as links to the boards of HexWorld and trmph, one a line.

    https://hexworld.org/board/#11r9c1,b4:sh4g8i8,h3:rw
    https://trmph.com/hex/board#11,a2f6g5

The part after `#` gives the size (`14`, or `9x7` for 9 columns and 7 rows), what the board looks like (`r9` turned,
`m` mirrored, `n` numbered, `c1` coloured) and, after a comma, the moves. A second comma marks the position the viewer
sees. HexWorld writes `:s` for swap-pieces, `:S` for swap-sides, and `:rb`, `:rw`, `:fb`, `:fw` for a colour that
resigned or forfeited the game. Its `:p`, a pass, is refused: Hex has no passes here. trmph has moves alone. Black moves
first and joins top and bottom.

The same text at another address, or without one, is read too. Description: https://hexworld.org/board/about.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from boardai.basics.quoting import quoted
from boardai.game import Game
from boardai.games.hex.formats.boards import game_on
from boardai.games.hex.formats.notation import MoveText
from boardai.games.hex.formats.results import outcome, termination_of, with_colours_exchanged, word_of
from boardai.records.formats import Source, games_by_line, require_room
from boardai.records.recorded_game import RecordedGame, known_result

HEXWORLD = "https://hexworld.org/board/"
TRMPH = "https://trmph.com/hex/board"
LONGEST_LINK = 10_000  # characters; the largest board takes 361 moves

_LINK = re.compile(r"(?:[^\s#]*#)?([1-9][0-9]?)(?:x([1-9][0-9]?))?((?:r[0-9]+|m|n|c[0-9]+)*)(?:,(.*))?", re.ASCII)
_MOVE = re.compile(r"[a-s][1-9][0-9]?|:[sSp]|:[rf][bw]", re.ASCII)
_ENDINGS = {"r": "Resign", "f": "Forfeit"}


def is_link_of(address: str, beginning: str) -> bool:
    """Whether a text begins with a link to a board.

    Args:
        address: of the board, `HEXWORLD` or `TRMPH`.
        beginning: of the text.
    """
    bare = address.removeprefix("https://").rstrip("/")
    return re.match(rf"\s*(?:https?://)?(?:www\.)?{re.escape(bare)}/?#", beginning) is not None


def read_links(source: Source) -> Iterator[RecordedGame]:
    """The games of a text with one link a line; lines that are none are reported and left out.

    Moves after the end of a game are left out as well.
    """
    yield from games_by_line(source, LONGEST_LINK, lambda line, place: _read_link(line.strip(), source.game, place))


def write_hexworld(one: RecordedGame) -> str:
    """A game as a link to HexWorld's board, and a line break.

    Raises:
        ValueError: an action is illegal, or a link has no room for something of the game. It has room for a
            resignation or a forfeit.
    """
    last = one.check()
    word = "" if last.is_terminal() or not one.result else word_of(one.termination)
    code = next((code for code, ending in _ENDINGS.items() if ending == word), "")
    require_room(one, "a link to HexWorld", ("result", "termination") if code else ())
    start = one.start
    is_square = start.rows() == start.columns()
    text = MoveText("swap-pieces" if is_square else "swap-sides")
    moves = "".join({"swap-pieces": ":s", "swap-sides": ":S"}.get(move, move) for move in _written(one, text))
    if code:
        loser = last.colour_of(1 if one.result == 1 else 0) ^ int(text.mirrored)
        moves += f":{code}{'bw'[loser]}"
    return f"{HEXWORLD}#{_size(start)}{',' * bool(moves)}{moves}\n"


def write_trmph(one: RecordedGame) -> str:
    """A game as a link to trmph's board, and a line break.

    Raises:
        ValueError: an action is illegal, or the game has what such a link has no room for, a swap among it.
    """
    one.check()
    require_room(one, "a link to trmph")
    if one.start.rows() != one.start.columns():
        raise ValueError("trmph's boards have as many rows as columns; use a link to HexWorld")
    moves = list(_written(one, MoveText()))
    if "swap-sides" in moves:
        raise ValueError("a link to trmph cannot contain a swap; use a link to HexWorld")
    return f"{TRMPH}#{_size(one.start)},{''.join(moves)}\n"


def _read_link(link: str, wanted: Game | None, place: str) -> RecordedGame:
    found = _LINK.fullmatch(link)
    if found is None:
        raise ValueError(f"expected a link such as {HEXWORLD}#11,a2f6 or {TRMPH}#11,a2f6, got {quoted(link)}")
    columns = int(found[1])
    rows = int(found[2] or columns)
    moves = _moves(found[4] or "", found.start(4))
    swaps = [move for _, move in moves if move in (":s", ":S")]
    game = wanted or game_on(rows, columns, bool(swaps))
    start = game.initial_state()
    if (rows, columns) != (start.rows(), start.columns()):
        raise ValueError(f"on {rows}x{columns}")
    if swaps and not start.swap_rule():
        raise ValueError(f"with a swap, which {game.spec} does not have")
    state, text, actions, result_text = start.clone(), MoveText(), list[int](), ""
    for number, (column, move) in enumerate(moves, 1):
        if result_text:
            raise ValueError(f"column {column}: {move} after the end of the game")
        if move[:2] in (":r", ":f"):
            result_text = f"{'W' if move[2] == 'b' else 'B'}+{_ENDINGS[move[1]]}"
            result_text = with_colours_exchanged(result_text) if text.mirrored else result_text
        elif not state.is_terminal():
            try:
                if move == ":p":
                    raise ValueError("a pass, which does not exist here")
                actions.append(text.read(state, {":s": "swap-pieces", ":S": "swap-sides"}.get(move, move)))
                state.apply(actions[-1])
            except ValueError as error:
                raise ValueError(f"column {column}, move {number}: {error}") from None
    result = known_result(state, outcome(result_text, state))
    problems: tuple[str, ...] = ()
    if result_text and state.is_terminal():
        if outcome(result_text, state) != result:
            problems = (
                f"{place}: {result_text}, but the moves make it {'BW'[state.colour_of(0 if result == 1 else 1)]}+",
            )
        result_text = ""
    return RecordedGame(
        game, start, tuple(actions), result, termination=termination_of(result_text), place=place, problems=problems
    )


def _moves(text: str, start: int) -> list[tuple[int, str]]:
    """The moves of a link with their columns; the only comma among them marks the position shown."""
    found, at, commas = [], 0, 0
    while at < len(text):
        if text[at] == "," and commas == 0:
            at, commas = at + 1, 1
            continue
        move = _MOVE.match(text, at)
        if move is None:
            raise ValueError(f"column {start + at + 1}: expected a move such as a2, got {quoted(text[at:])}")
        found.append((start + at + 1, move[0]))
        at = move.end()
    return found


def _written(one: RecordedGame, text: MoveText) -> Iterator[str]:
    for state, action in zip(one.states(), one.actions, strict=False):
        yield text.write(state, action)


def _size(start: Any) -> str:
    rows, columns = start.rows(), start.columns()
    return str(columns) if rows == columns else f"{columns}x{rows}"
