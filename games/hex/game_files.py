"""Hex game files, as every game's are read and written: SGF, links to HexWorld and trmph; lines of moves are read."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from typing import Any

from boardai.game import Game
from boardai.games.hex.formats.boards import game_on
from boardai.games.hex.formats.links import HEXWORLD, TRMPH, is_link_of, read_links, write_hexworld, write_trmph
from boardai.games.hex.formats.move_lines import read_move_lines
from boardai.games.hex.formats.results import is_bare, outcome, with_colours_exchanged
from boardai.games.hex.formats.sgf import SgfGame, read_sgf_with_faults, write_sgf
from boardai.records.formats import GameFormat, Source
from boardai.records.recorded_game import RecordedGame, known_result, parts_from, played_out

_PLAYERS = ("PB", "PW")
# The property GM of the root, and what stands before it.
_GAME = re.compile(r"\s*\(\s*;(?:\s*[A-Z]+(?:\s*\[(?:\\.|[^\]\\])*\])+)*?\s*GM\s*\[\s*([^\]\s]*)", re.DOTALL)


def read_sgf_file(source: Source) -> Iterator[RecordedGame]:
    """The main lines of an SGF text; illegal games, other boards, and swaps where the game knows none, are reported.

    How the game ended is told by `RE` among the headers, e.g. `B+Resign`, in boardai's colours, which a swap exchanges.
    PB is player 0, PW player 1. Where nobody says which game it is, it has the swap rule if somebody swapped.

    Raises:
        ValueError: the text is malformed, with line and column.
    """
    games = read_sgf_with_faults(source.text, source.variations)
    for number in itertools.count(1):
        place = f"{source.name}, game {number}"
        try:
            read = next(games)
        except StopIteration:
            return
        except UnicodeDecodeError:
            raise
        except ValueError as error:
            raise ValueError(f"{source.name}: {error}") from None
        if isinstance(read, ValueError):
            source.report(ValueError(f"{source.name}: {read}"))
            continue
        game = source.game or game_on(read.rows, read.columns, read.swapped)
        start = game.initial_state()
        if (read.rows, read.columns) != (start.rows(), start.columns()):
            source.report(ValueError(f"{place}: on {read.rows}x{read.columns}"))
            continue
        if read.swapped and not start.swap_rule():
            source.report(ValueError(f"{place}: with a swap, which {game.spec} does not have"))
            continue
        if read.start:
            start = position_of(game, read.start)
        yield _recorded(read, game, start, place)


def position_of(game: Game, text: str) -> Any:
    """A position that nobody has reached by a swap, in this game with or without the swap rule.

    Args:
        game: the game.
        text: the position's, of a game with the rule or without.

    Raises:
        ValueError: it is no position of this board.
    """
    stones, _, _ = text.rpartition(" ")
    return game.from_string(f"{stones} {'swap' if game.initial_state().swap_rule() else 'no-swap'}")


def _recorded(read: SgfGame, game: Game, start: Any, place: str) -> RecordedGame:
    actions, last = played_out(start, read.actions)
    headers = {name: "\n".join(values) for name, values in read.headers.items()}
    first, second = (headers.pop(name, "") for name in _PLAYERS)
    problems = []

    def in_our_colours(told: str) -> str:
        # Behind swap-pieces players keep their colours in the record; here they have exchanged them.
        return with_colours_exchanged(told) if last.swapped() and read.swap_text == "swap-pieces" else told

    if "RE" in headers:
        headers["RE"] = in_our_colours(headers["RE"])
    if read.ending is not None:
        left, how = read.ending
        told = in_our_colours(f"{'B' if left == 'W' else 'W'}+{how.capitalize()}")
        if outcome(headers.get("RE", ""), last) not in (None, outcome(told, last)):
            problems.append(f"{place}: RE[{''.join(read.headers['RE'])}], but {left} has left the game ({how})")
        headers["RE"] = told
    result = known_result(last, outcome(headers.get("RE", ""), last))
    if last.is_terminal() and "RE" in headers and outcome(headers["RE"], last) != result:
        winner = "BW"[last.colour_of(0 if result == 1 else 1)]
        problems.append(
            f"{place}: RE[{''.join(read.headers['RE'])}], but the moves make it {in_our_colours(winner + '+')}"
        )
        del headers["RE"]
    if "RE" in headers and is_bare(headers["RE"]):
        del headers["RE"]  # it says no more than the result does
    variations = tuple(line for line in read.variations if parts_from(line, actions))
    said = ((first, second), headers, read.comments)
    return RecordedGame(
        game, start, actions, result, *said, variations=variations, place=place, problems=tuple(problems)
    )


def write_sgf_game(one: RecordedGame) -> str:
    """A game as SGF.

    On a rhombus a swap is written as `swap-pieces`, which other programs take, on other boards as `swap-sides`.

    Raises:
        ValueError: an action is illegal, the start was reached by a swap, the result contradicts the rules or the
            header `RE`, or a header, a comment or glyphs have no place in the file.
    """
    last = one.check()
    for name, value in one.headers.items():
        if name in _PLAYERS or not isinstance(value, str):
            raise ValueError(f"header {name!r}: SGF keeps texts, and the names of players are in `players`")
    if one.glyphs:
        raise ValueError("SGF files of Hex have no room for glyphs; .jsonl keeps everything")
    rows, columns = one.start.rows(), one.start.columns()
    keeps_colours = rows == columns
    headers = {name: (value,) for name, value in one.headers.items()}
    headers |= {name: (text,) for name, text in zip(_PLAYERS, one.players, strict=True) if text}
    result = known_result(last, one.result)
    told = one.headers.get("RE")
    if told is None and result is not None:
        told = "BW"[last.colour_of(0 if result > 0 else 1)] + "+"
    elif told is not None and outcome(told, last) != result:
        raise ValueError(f"header 'RE': {told!r}, but the result for player 0 is {result}")
    if told is not None:
        headers["RE"] = (with_colours_exchanged(told) if last.swapped() and keeps_colours else told,)
    start = "" if one.start == one.game.initial_state() else one.start.to_string().replace("no-swap", "swap")
    return write_sgf(
        SgfGame(
            rows,
            columns,
            one.actions,
            headers,
            dict(one.comments),
            swap_text="swap-pieces" if keeps_colours else "swap-sides",
            variations=one.variations,
            start=start,
        )
    )


def _is_sgf(beginning: str) -> bool:
    """Whether a text begins as SGF, and not of another game: `GM` tells which."""
    game = _GAME.match(beginning)
    return re.match(r"\s*\(\s*;", beginning) is not None and (game is None or game[1] == "11")


FORMATS = (
    GameFormat("SGF", (".sgf", ".hsgf"), read_sgf_file, write_sgf_game, _is_sgf, holds_variations=True),
    GameFormat("lines of moves", (".dat",), read_move_lines),
    GameFormat(
        "links to HexWorld",
        (".hexworld",),
        read_links,
        write_hexworld,
        recognises=functools.partial(is_link_of, HEXWORLD),
    ),
    GameFormat("links to trmph", (".trmph",), read_links, write_trmph, recognises=functools.partial(is_link_of, TRMPH)),
)
