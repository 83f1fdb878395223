"""Reversi transcripts: a game as its moves in one line, `f5d6c3d3c4`.

Columns are letters and rows numbers, in either case when read. Blanks and tabs may separate the moves, and numbers with
a dot, a colon or a parenthesis may precede them: `1. f5 d6 2. c3 d3`. Passes are usually left out, since a pass is
forced: reading puts it where it must be. Written out it is `--`; `pass`, `PA`, `ps` and `@@`, which other programs
write, are read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from boardai.basics.quoting import quoted

PASS_TEXT = "--"

# Far more than any game has, whatever the board and however it is spaced.
LONGEST_TRANSCRIPT = 100_000  # characters

# How programs write a pass, in either case.
PASS_TEXTS = ("--", "@@", "pass", "pa", "ps")

_MOVE = re.compile(r"[A-Za-z][0-9]{1,3}")
_PASS = re.compile("|".join(PASS_TEXTS), re.IGNORECASE)
# Blanks, and the number of a move with the blanks after it.
_GAP = re.compile(r"[^\S\r\n]*(?:[0-9]+[.:)]+[^\S\r\n]*)?")
_TRANSCRIPT = re.compile(rf"(?:[A-Pa-p](?:1[0-6]|[1-9])|{'|'.join(PASS_TEXTS)}|[0-9]+[.:)]+|\s)+", re.IGNORECASE)


def parse_transcript(start: Any, text: str) -> list[int]:
    """The actions of a transcript, forced passes included.

    Args:
        start: the state the transcript starts from; it is not changed.
        text: the transcript; one line break at its end is allowed.

    Returns:
        The actions in order. A pass that would follow the last move is not added: the transcript ends there.

    Raises:
        ValueError: with the number of the move, its column (both from 1) and the reason.
    """
    if len(text) > LONGEST_TRANSCRIPT:
        raise ValueError(f"transcript: more than {LONGEST_TRANSCRIPT:,} characters")
    line = text.removesuffix("\n").removesuffix("\r")
    state = start.clone()
    actions: list[int] = []

    def play(action: int) -> None:
        actions.append(action)
        state.apply(action)

    column = _end(_GAP, line, 0)
    number = 0
    while column < len(line):
        number += 1
        place = f"transcript, move {number}, column {column + 1}"
        move, explicit_pass = _MOVE.match(line, column), _PASS.match(line, column)
        found = explicit_pass or move
        if found is None:
            raise ValueError(
                f"{place}: expected a move such as f5, or {PASS_TEXT} for a pass, got {quoted(line[column])}"
            )
        forced = forced_pass(state)
        if explicit_pass is None and forced is not None:
            play(forced)
        try:
            action = state.action_from_string("pass" if explicit_pass else found.group())
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
        play(action)
        column = _end(_GAP, line, found.end())
    return actions


def format_transcript(start: Any, actions: Iterable[int], *, passes: bool = False) -> str:
    """A transcript of actions, without a line break.

    Args:
        start: the state they are played from; it is not changed.
        actions: the actions in order, passes included.
        passes: write passes as `--`. Otherwise only a pass at the very end is written, where nothing implies it.

    Raises:
        ValueError: an action is not legal where it stands.
    """
    state = start.clone()
    texts: list[str] = []
    unwritten_pass = False
    for action in actions:
        unwritten_pass = action == forced_pass(state) and not passes
        if not unwritten_pass:
            text = state.action_to_string(action)
            texts.append(PASS_TEXT if text == "pass" else text)
        state.apply(action)
    if unwritten_pass:
        texts.append(PASS_TEXT)
    return "".join(texts)


def is_transcript(line: str) -> bool:
    """Whether a line looks like a transcript; its moves may be illegal."""
    return _TRANSCRIPT.fullmatch(line) is not None


def read_transcripts(start: Any, lines: Iterable[str]) -> Iterator[list[int]]:
    """The games of a file with one transcript a line, one after the other; blank lines are skipped.

    Args:
        start: the state that every transcript starts from.
        lines: an open text file, or any lines.

    Raises:
        ValueError: as `parse_transcript`, with the number of the line in front.
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield parse_transcript(start, line)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None


def _end(pattern: re.Pattern[str], text: str, position: int) -> int:
    """Where the match that starts at `position` ends."""
    found = pattern.match(text, position)
    return position if found is None else found.end()


def forced_pass(state: Any) -> int | None:
    """The pass, if it is the only action."""
    actions = state.legal_actions()
    return actions[0] if len(actions) == 1 and state.action_to_string(actions[0]) == "pass" else None
