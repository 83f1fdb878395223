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
from boardai.games.hex.formats.results import (
    DRAWN,
    is_bare,
    outcome,
    termination_of,
    with_colours_exchanged,
    word_of,
)
from boardai.games.hex.formats.sgf import SgfGame, is_root_property, read_sgf_with_faults, write_sgf
from boardai.records.formats import GameFormat, Source
from boardai.records.move_reports import MoveReport
from boardai.records.recorded_game import RecordedGame, known_result, played_out, variations_played_out
from boardai.records.tags import NOTES, with_notes, without_notes

_PLAYERS = ("PB", "PW")
_DATE, _TERMINATION, _NOTES = "DT", "TERMINATION", NOTES.upper()
# The property GM of the root, and what stands before it.
_GAME = re.compile(r"\s*\(\s*;(?:\s*[A-Z]+(?:\s*\[(?:\\.|[^\]\\])*\])+)*?\s*GM\s*\[\s*([^\]\s]*)", re.DOTALL)


def read_sgf_file(source: Source) -> Iterator[RecordedGame]:
    """The games of an SGF text; illegal games, other boards, and swaps where the game knows none, are reported.

    A position that is set up after moves begins a game of its own, which follows the one that it was found in.

    `RE` is the result, and a resignation, a fallen flag or a forfeit in it is the termination; anything else in
    it is kept in the headers, in boardai's colours, which a swap exchanges. PB is player 0, PW player 1. If
    the game is not given, it has the swap rule if a player swapped.

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
        if read.set_up_at:
            place += f", set up at {read.set_up_at}"
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
    """A position that was reached without a swap, in this game with or without the swap rule.

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
    first, second, date, termination = (headers.pop(name, "") for name in (*_PLAYERS, _DATE, _TERMINATION))
    problems = []

    def in_our_colours(result_text: str) -> str:
        # After swap-pieces players keep their colours in the record; here they have exchanged them.
        return (
            with_colours_exchanged(result_text) if last.swapped() and read.swap_text == "swap-pieces" else result_text
        )

    if "RE" in headers:
        headers["RE"] = in_our_colours(headers["RE"])
    if read.ending is not None:
        left, how = read.ending
        result_text = in_our_colours(f"{'B' if left == 'W' else 'W'}+{how.capitalize()}")
        if outcome(headers.get("RE", ""), last) not in (None, outcome(result_text, last)):
            problems.append(f"{place}: RE[{''.join(read.headers['RE'])}], but {left} has left the game ({how})")
        headers["RE"] = result_text
    result = known_result(last, outcome(headers.get("RE", ""), last))
    if last.is_terminal() and "RE" in headers and outcome(headers["RE"], last) != result:
        winner = "BW"[last.colour_of(0 if result == 1 else 1)]
        problems.append(
            f"{place}: RE[{''.join(read.headers['RE'])}], but the moves make it {in_our_colours(winner + '+')}"
        )
        del headers["RE"]
    if "RE" in headers and is_bare(headers["RE"]):
        del headers["RE"]  # it says no more than the result does
    elif "RE" in headers and not termination and not last.is_terminal():
        termination = termination_of(headers["RE"])
        if termination:
            del headers["RE"]
    variations = variations_played_out(start, actions, read.variations)
    if any(one.line == 0 and one.ply >= len(actions) for one in read.variations):
        problems.append(f"{place}: a variation continues after the last move of the game; it is left out")
    problems += [f"{place}: the position that is set up at {at} starts a game of its own" for at in read.set_ups]
    rest = ((first, second), without_notes(headers, _NOTES), read.comments, read.glyphs)
    result_text = {"date": date, "termination": termination}
    return RecordedGame(
        game, start, actions, result, *rest, variations=variations, place=place, problems=tuple(problems), **result_text
    )


def write_sgf_game(one: RecordedGame) -> str:
    """A game as SGF.

    On a rhombus a swap is written as `swap-pieces`, which other programs take, on other boards as `swap-sides`.

    Raises:
        ValueError: an action is illegal, the start was reached by a swap, the result contradicts the rules or the
            header `RE`, or a header, a comment or glyphs have no place in the file.
    """
    last = one.check()
    facts = dict(zip((*_PLAYERS, _DATE, _TERMINATION), (*one.players, one.date, one.termination), strict=True))
    for name in one.headers:
        if name in _PLAYERS or facts.get(name):
            raise ValueError(f"header {name!r}: derived from the game (players, date, termination)")
    rows, columns = one.start.rows(), one.start.columns()
    keeps_colours = rows == columns
    result = known_result(last, one.result)
    result_text, word = one.headers.get("RE"), word_of(one.termination)
    if result_text is not None and outcome(result_text, last) != result:
        raise ValueError(f"header 'RE': {result_text!r}, but the result for player 0 is {result}")
    if result_text is None and result is not None:
        if result and word and not last.is_terminal():
            facts[_TERMINATION] = ""  # `RE` says it
        else:
            word = ""
        result_text = "BW"[last.colour_of(0 if result > 0 else 1)] + "+" + word if result else DRAWN
    if result_text is not None and last.swapped() and keeps_colours:
        result_text = with_colours_exchanged(result_text)
    written = with_notes(one.headers, lambda name, value: isinstance(value, str) and is_root_property(name), _NOTES)
    headers = {name: (text,) for name, text in (written | facts).items() if text or name in one.headers}
    headers |= {"RE": (result_text,)} if result_text is not None else {}
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
            glyphs=dict(one.glyphs),
        )
    )


def _is_sgf(beginning: str) -> bool:
    """Whether a text begins as SGF, and not of another game: `GM` names it."""
    game = _GAME.match(beginning)
    return re.match(r"\s*\(\s*;", beginning) is not None and (game is None or game[1] == "11")


FORMATS = (
    GameFormat(
        "SGF",
        (".sgf", ".hsgf"),
        read_sgf_file,
        write_sgf_game,
        _is_sgf,
        holds_variations=True,
        report_comment=MoveReport.comment,
        event_names=("EV", "RO", "TM"),
    ),
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
