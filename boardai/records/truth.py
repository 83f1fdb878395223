r"""Positions with the exact value of each legal move, in a text file: what the moves of a learner are compared with.

The file has one JSON object a line. The first line says what it is and of which game; every other line has a position
and a number for each of its legal moves:

    {"format": "boardai truth 1", "game": "hex:size=3"}
    {"position": "b2/3/3 w no-swap", "values": {"a2": -1, "b2": 1, ...}}

A value is for the player to move. Its sign is the game-theoretic result (above 0: won, 0: drawn, below 0: lost), and a
higher value is a better move: 1, 0 and -1, or numbers that say more, such as 32,000 less the plies to a win
(`python -m boardai.solve GAME --truth FILE` writes both kinds), the disc difference, or another solver's scores.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boardai.basics.files import json_text, parse_json
from boardai.basics.quoting import one_line, quoted, shortened
from boardai.basics.text_files import read_user_text
from boardai.game import Game, game_text
from boardai.records.formats import has_same_rules

FORMAT = "boardai truth 1"


@dataclass(frozen=True)
class TruePosition:
    """A position with the exact value of each legal move.

    >>> from boardai.records.truth import TruePosition
    >>> state = boardai.load("hex", size=2).from_string("b1/2 w no-swap")
    >>> one = TruePosition(state, {1: -1.0, 2: -1.0, 3: -1.0})
    >>> one.outcome, one.best, one.keeping
    (-1, frozenset({1, 2, 3}), frozenset({1, 2, 3}))

    Attributes:
        state: the position; its game is not over.
        values: of each legal action, for the player to move: the sign is the result, higher is better.
    """

    state: Any
    values: Mapping[int, float]

    @property
    def outcome(self) -> int:
        """The game-theoretic result for the player to move: 1, 0 or -1."""
        return _sign(max(self.values.values()))

    @property
    def best(self) -> frozenset[int]:
        """The actions of the highest value."""
        highest = max(self.values.values())
        return frozenset(action for action, value in self.values.items() if value == highest)

    @property
    def keeping(self) -> frozenset[int]:
        """The actions that keep the result."""
        return frozenset(action for action, value in self.values.items() if _sign(value) == self.outcome)


def header_line(game: Game) -> str:
    """The first line of a file."""
    return json_text({"format": FORMAT, "game": game_text(game)})


def truth_line(one: TruePosition) -> str:
    """The line of a position."""
    state = one.state
    values = {str(state.action_to_string(action)): one.values[action] for action in sorted(one.values)}
    return json_text({"position": str(state.to_string()), "values": values})


def read_truth(path: str | Path, game: Game) -> list[TruePosition]:
    r"""The positions of a file.

    >>> from pathlib import Path
    >>> from boardai.records.truth import TruePosition, header_line, read_truth, truth_line
    >>> game = boardai.load("hex", size=2)
    >>> one = TruePosition(game.from_string("b1/2 w no-swap"), {1: -1, 2: -1, 3: -1})
    >>> size = Path("hex2.jsonl").write_text(f"{header_line(game)}\n{truth_line(one)}\n")
    >>> read_truth("hex2.jsonl", game) == [one]
    True

    Args:
        path: of the file.
        game: whose positions they must be.

    Raises:
        ValueError: there is no such file, it is of another game, or a line is damaged; the message names file and line.
    """
    try:
        lines = read_user_text(path).split("\n")
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    _check_header(_object(lines[0], f"{path}: line 1"), f"{path}: line 1", game)
    found = []
    for number, line in enumerate(lines[1:], 2):
        if line.strip():
            found.append(read_truth_line(line, f"{path}: line {number}", game))
    if not found:
        raise ValueError(f"{path}: the file has no positions")
    return found


def read_truth_line(line: str, place: str, game: Game) -> TruePosition:
    """The position of a line.

    Raises:
        ValueError: it is damaged; the message begins with the place.
    """
    table = _object(line, place)
    for key, kind, what in (("position", str, "a text"), ("values", dict, "an object")):
        if not isinstance(table.get(key), kind):
            raise ValueError(f"{place}: {key}: expected {what}, got {quoted(table.get(key))}")
    try:
        state = game.from_string(table["position"])
    except ValueError as error:
        raise ValueError(f"{place}: position: {error}") from None
    if state.is_terminal():
        raise ValueError(f"{place}: position: the game is over")
    values: dict[int, float] = {}
    for text, value in table["values"].items():
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise ValueError(f"{place}: values: {quoted(text)}: expected a number, got {quoted(value)}")
        try:
            action = int(state.action_from_string(text))
        except ValueError as error:
            raise ValueError(f"{place}: values: {error}") from None
        if action in values:
            raise ValueError(f"{place}: values: {quoted(text)} is listed twice")
        values[action] = value
    if missing := [action for action in state.legal_actions() if action not in values]:
        text = str(state.action_to_string(missing[0]))
        raise ValueError(f"{place}: values: the legal move {quoted(text)} has none")
    return TruePosition(state, values)


def _check_header(table: dict[str, Any], place: str, game: Game) -> None:
    if table.get("format") != FORMAT:
        raise ValueError(f"{place}: format: expected {quoted(FORMAT)}, got {quoted(table.get('format'))}")
    if not isinstance(table.get("game"), str):
        raise ValueError(f"{place}: game: expected a text, got {quoted(table.get('game'))}")
    if not has_same_rules(table["game"], game):
        raise ValueError(f"{place}: game: positions of {shortened(one_line(table['game']))}, not of {game.spec}")


def _object(line: str, place: str) -> dict[str, Any]:
    """A line's JSON object, without duplicate keys."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        if len(table) < len(pairs):
            raise ValueError(f"{place}: a key occurs twice")
        return table

    table = parse_json(line, place)
    if not isinstance(table, dict):
        raise ValueError(f"{place}: expected a JSON object, got {quoted(table)}")
    json.loads(line, object_pairs_hook=unique)
    return table


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
