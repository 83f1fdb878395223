"""Moves of PGN text: the meaning of a word in a position, and the lines of variations while they are read."""

from __future__ import annotations

import contextlib
import functools
from dataclasses import dataclass, field
from typing import Any

from boardai.basics.quoting import quoted
from boardai.game import Game, load
from boardai.games.chess.pgn.annotation import Annotation, LeftOut
from boardai.games.chess.pgn.signs import LETTERS, NULL_MOVES, glyphs_of, without_signs
from boardai.games.chess.pgn.tokens import Kind, PgnError
from boardai.records.variations import MoveTree


@functools.cache
def unclaimed_game(chess960: bool) -> Game:
    """Chess without draws by claim: a text does not show whether a player claimed one."""
    return load("chess", chess960=chess960, claim_draws=False)


@functools.cache
def initial_state(chess960: bool) -> Any:
    return unclaimed_game(chess960).initial_state()


def forgiving_action(state: Any, text: str) -> int | None:
    """The action of a move in the wrong letter case or as UCI writes it, if one only is meant."""
    actions = set()
    for attempt in {text.lower(), text[:1].upper() + text[1:].lower(), text.upper()}:
        with contextlib.suppress(ValueError):
            actions.add(state.action_from_san(attempt))
    with contextlib.suppress(ValueError):
        actions.add(state.action_from_string(text.lower()))
    return actions.pop() if len(actions) == 1 else None


@dataclass(frozen=True)
class Reading:
    """A word that is not a move in the standard's notation.

    Attributes:
        move: its text without the signs.
        action: the move that is meant; None: the word is no move, but marks alone.
        glyphs: glyphs of the signs next to it.
        left_out: marks that are no glyphs.
    """

    move: str
    action: int | None
    glyphs: tuple[int, ...] = ()
    left_out: tuple[str, ...] = ()


def meant(state: Any, text: str) -> Reading | None:
    """How a word that is no SAN is read: a move in other letters, or with signs after it, or signs alone.

    Returns:
        None if it is nothing of this kind.
    """
    if text.rstrip("+#").lower() == "ep":  # of the move before
        return Reading("", None)
    if text in LETTERS:
        return _reading("", None, (text,))
    for move, signs in without_signs(text):
        action: int | None
        try:
            action = state.action_from_san(move)
        except ValueError:
            action = forgiving_action(state, move)
        if action is not None:
            return _reading(move, action, signs)
    return None


def _reading(move: str, action: int | None, signs: tuple[str, ...]) -> Reading:
    glyphs, left_out = list[int](), list[str]()
    for sign in signs:
        known = LETTERS[sign] if sign in LETTERS else (glyphs_of(sign) or [None])[0]
        if known is None:
            left_out.append(repr(sign))
        else:
            glyphs.append(known)
    return Reading(move, action, tuple(glyphs), tuple(left_out))


def null_move(text: str) -> str:
    """The note about a null move."""
    return f"{quoted(text)} is a null move, which chess does not know"


def refusal(state: Any, text: str, error: ValueError) -> str:
    """Why a word is no move here."""
    if text in NULL_MOVES:
        return null_move(text)
    if state.is_terminal():
        how = unclaimed_game(state.is_chess960()).describe_ending(state)
        return f"move {quoted(text)} after the end of the game: {how} in position {state.to_string()}"
    return str(error)


@dataclass
class Line:
    """A variation, or the main line, while it is read.

    Attributes:
        tree: the game's lines.
        state: after the moves so far.
        place: that of the state in the tree.
        line: line number of its opening bracket.
        column: likewise.
        before: the state before its last move; None: it has none yet.
        parting: the place of that state.
        is_cut: a player passes in it, which chess does not know; what follows is left out.
        annotation: of its last move, or before its first.
    """

    tree: MoveTree[int]
    state: Any
    place: int
    line: int
    column: int
    before: Any = None
    parting: int = 0
    is_cut: bool = False
    annotation: Annotation = field(default_factory=Annotation)

    def instead(self, line: int, column: int) -> Line:
        """One that takes the place of the last move.

        Raises:
            PgnError: there is none.
        """
        if self.is_cut:
            return Line(self.tree, self.state, self.place, line, column, is_cut=True)
        if self.before is None:
            raise PgnError(line, column, "a variation before the first move of the one around it")
        return Line(self.tree, self.before.clone(), self.parting, line, column)

    def play(self, text: str, line: int, column: int, left_out: LeftOut) -> None:
        """Adds a move of a variation, and attaches the comments so far to the move before it.

        Args:
            text: the move's.
            line: line number of the move.
            column: likewise.
            left_out: called with marks without meaning.

        Raises:
            PgnError: it is not legal, the game has too many moves, or comments are too long.
        """
        reading = None
        try:
            action = self.state.action_from_san(text)
        except ValueError as error:
            reading = meant(self.state, text)
            if reading is None:
                raise PgnError(line, column, refusal(self.state, text, error)) from None
            action = reading.action
        if action is not None:
            is_first = self.before is None
            opening = self.annotation.take() if is_first else ("", ())
            self.end_words(line, column)
            self.go_on(action, line, column)
            self._say(opening, line, column, is_opening=True)
        if reading is not None:
            for glyph in reading.glyphs:
                self.annotation.glyph((Kind.NAG, glyph, line, column))
            for mark in reading.left_out:
                left_out.add(mark, line, column)

    def end_words(self, line: int, column: int) -> None:
        """Attaches the comments after the last move to the position there.

        Raises:
            PgnError: the comments there are too long.
        """
        if self.annotation.there:
            self._say(self.annotation.take(), line, column)

    def _say(self, words: tuple[str, tuple[int, ...]], line: int, column: int, is_opening: bool = False) -> None:
        try:
            self.tree.say(self.place, *words, is_opening=is_opening)
        except ValueError as error:
            raise PgnError(line, column, str(error)) from None

    def go_on(self, action: int, line: int, column: int) -> None:
        """Adds a legal move.

        Raises:
            PgnError: the game has too many.
        """
        self.before, self.parting = self.state.clone(), self.place
        self.state.apply(action)
        try:
            self.place = self.tree.add(self.place, action)
        except ValueError as error:
            raise PgnError(line, column, str(error)) from None
