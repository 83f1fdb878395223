"""A searched tree, for lectures and debugging: as text, JSON, Graphviz and SVG.

Searches return their tree on request: `boardai.search.mcts(state, simulations=50, tree=True)` has `result.tree`. All
values in it are for the player to move in the searched state, so levels alternate between that player's maximum and the
opponent's minimum.

The JSON file:

    {
      "format": "boardai tree 1",
      "method": "alphabeta",              name of the search
      "position": "x...o....",            the searched state's text
      "complete": true,                   false: the tree has more nodes than rows
      "variation": [1, 3],                the principal variation's rows, without the searched state
      "terms": {"α": ["-inf", 3]},        additional numbers for each row, by name; null: none
      "rows": [
        [-1, null, "", 0, 3, 12, "exact"],
        [0, 8, "c3", 1, 3, 5, "proven"],
        ...
      ]
    }

A row is [parent, action, move, player, value, visits, kind]: the parent's row number (-1: none), the action and its
text (null and "" for the searched state), the player to move in the row's position, the value (null if pruned or
unknown), visits (or nodes at and below), and the kind: `exact`, `at least` or `at most` (the value is a bound),
`proven` (the outcome of the game with best play) or `pruned` (cut off, never searched). Parents come before their
children.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from boardai.basics.files import parse_json
from boardai.search.results import tree_drawing
from boardai.search.results.tree_rows import KINDS, PRUNED, TreeRows
from boardai.search.results.wording import count_words

FORMAT = "boardai tree 1"


@dataclass(frozen=True, eq=False)
class SearchTree(TreeRows):
    """A searched tree: its rows, with reading, writing and drawing."""

    @classmethod
    def from_record(cls, record: Any, state: Any) -> SearchTree:
        """The tree of a native search.

        Args:
            record: a native `TreeRecord`.
            state: the searched state; its copies replay the actions to get their texts.

        Raises:
            ValueError: the record is empty, or its actions are not legal in this state.
        """
        size = int(record.size())
        if size == 0:
            raise ValueError("the search kept no rows of its tree: ask for it with tree=True")
        parents, actions, kinds = (np.empty(size, np.int32) for _ in range(3))
        values, visits = np.empty(size, np.float64), np.empty(size, np.int64)
        record.columns(parents, actions, values, visits, kinds, size)
        moves, players = _replay(parents, actions, state, type(state).action_to_string)
        return cls(
            state.to_string(),
            parents,
            actions,
            moves,
            players,
            values,
            visits,
            kinds,
            complete=bool(record.complete()),
            terms=_native_terms(record, size),
            root=state.clone(),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SearchTree) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"<SearchTree {self.method or 'of'} {self.position!r}, {len(self)} rows>"

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def as_written(self, game: Any, state: Any, depth: int | None = None, breadth: int | None = None) -> SearchTree:
        """The same tree with its moves in the game's own notation.

        Args:
            game: the loaded game, which formats the moves.
            state: the searched state.
            depth: number of plies whose moves are converted; None: all. Other moves stay as they are.
            breadth: maximum number of children of each row that are converted (`shown`); None: all.
        """
        shown = self.shown(depth, breadth)
        moves, states = list(self.moves), {0: state}
        for row, children in shown.children.items():  # parents come first
            for child in children:
                moves[child] = game.format_action(states[row], int(self.actions[child]))
                if shown.children[child]:
                    states[child] = states[row].child(int(self.actions[child]))
        return replace(self, moves=tuple(moves))

    def with_variation(self, actions: Sequence[int], method: str = "") -> SearchTree:
        """The same tree with these actions as its principal variation, as far as it has rows for them."""
        row, rows = 0, []
        for action in actions:
            following = [child for child in self.children(row) if self.actions[child] == action]
            if not following:
                break
            row = following[-1]  # Scout searches some moves twice; the later search is the full one
            rows.append(row)
        return replace(self, variation=tuple(rows), method=method or self.method)

    def to_text(self, depth: int | None = 3, breadth: int | None = 4) -> str:
        """The tree as indented lines: move, value, visits; `*` marks the principal variation.

        Args:
            depth: plies below the searched state; None: all.
            breadth: maximum number of children of each row; None: all.
        """
        shown = self.shown(depth, breadth)
        best = set(self.variation)
        lines = [f"{self.position}  {self.value_text(0)}  {count_words(self.visits[0])}"]

        def write(row: int, indent: str) -> None:
            below = shown.children[row]
            more = shown.hidden[row] if below else 0
            for place, child in enumerate(below):
                last = place == len(below) - 1 and not more
                value_words = "pruned" if self.kinds[child] == PRUNED else self.value_text(child)
                count = "" if self.kinds[child] == PRUNED else f"  {count_words(self.visits[child])}"
                mark = " *" if child in best else ""
                lines.append(f"{indent}{'└' if last else '├'}─ {self.moves[child]}  {value_words}{count}{mark}")
                write(child, indent + ("   " if last else "│  "))
            if more:
                lines.append(f"{indent}└─ … {more} more")

        write(0, "")
        return "\n".join(lines)

    def to_json(self) -> str:
        """The whole tree as JSON text; the module's documentation has the schema."""
        head = {
            "format": FORMAT,
            "method": self.method,
            "position": self.position,
            "complete": self.complete,
            "variation": list(self.variation),
        }
        rows = [
            json.dumps(
                [
                    int(self.parents[row]),
                    int(self.actions[row]) if row else None,
                    self.moves[row],
                    int(self.players[row]),
                    None if self.kinds[row] == PRUNED else _plain(self.values[row]),
                    int(self.visits[row]),
                    KINDS[self.kinds[row]],
                ],
                ensure_ascii=False,
            )
            for row in range(len(self))
        ]
        text = json.dumps(head, indent=2, ensure_ascii=False)[:-2]
        columns = [
            f"    {json.dumps(name, ensure_ascii=False)}: {json.dumps([_json_number(number) for number in column])}"
            for name, column in self.terms.items()
        ]
        if columns:
            text += ',\n  "terms": {\n' + ",\n".join(columns) + "\n  }"
        return text + ',\n  "rows": [\n    ' + ",\n    ".join(rows) + "\n  ]\n}\n"

    @classmethod
    def from_json(cls, text: str, source: str = "search tree") -> SearchTree:
        """The tree of `to_json`.

        Args:
            text: the file's text.
            source: name of the source in errors, e.g. the file.

        Raises:
            ValueError: not such a file; the message names the place and the reason.
        """
        table = parse_json(text, source)
        if not isinstance(table, dict) or table.get("format") != FORMAT:
            raise ValueError(f"{source}: format: expected {FORMAT!r}")
        rows = table.get("rows")
        if not isinstance(rows, list) or not rows:
            raise ValueError(f"{source}: rows: expected at least one row")
        for number, row in enumerate(rows):
            _check_row(row, number, f"{source}: rows[{number}]")
        variation = table.get("variation", [])
        if not isinstance(variation, list) or not all(type(r) is int and 0 < r < len(rows) for r in variation):
            raise ValueError(f"{source}: variation: expected row numbers below {len(rows)}")
        parents, actions, moves, players, values, visits, kinds = zip(*rows, strict=True)
        return cls(
            str(table.get("position", "")),
            np.array(parents, np.int32),
            np.array([-1, *actions[1:]], np.int32),
            tuple(moves),
            np.array(players, np.int32),
            np.array([_read_value(*one) for one in zip(values, kinds, strict=True)], np.float64),
            np.array(visits, np.int64),
            np.array([KINDS.index(kind) for kind in kinds], np.int32),
            complete=bool(table.get("complete", True)),
            method=str(table.get("method", "")),
            variation=tuple(variation),
            terms=_read_terms(table.get("terms", {}), len(rows), f"{source}: terms"),
        )

    def to_dot(self, depth: int | None = 3, breadth: int | None = 3, show: str | Sequence[str] = ()) -> str:
        """The tree as Graphviz text (`dot -Tpdf`); arguments as in `to_svg`."""
        return tree_drawing.dot(self, self.shown(depth, breadth), show)

    def to_svg(
        self,
        depth: int | None = 3,
        breadth: int | None = 3,
        direction: str = "",
        show: str | Sequence[str] = (),
        boards: Any = False,
    ) -> str:
        """The tree as an SVG picture; needs no other program.

        Args:
            depth: plies below the searched state; None: all.
            breadth: maximum number of children of each row; None: all.
            direction: direction of growth, `down` or `right`; by default `down` for small trees.
            show: terms shown in the nodes, of `terms` (`alpha` and `beta` may be spelt out); "all".
            boards: whether each node shows its board; for a tree read from a file, pass the searched state.

        Raises:
            ValueError: a limit is not positive, no such direction or term, or the tree does not know its state.
        """
        root = None
        if boards is not False:
            root = self.root if boards is True else boards
            if root is None:
                raise ValueError("boards=True: a tree from a file has no state to draw; give the searched one")
            if root.to_string() != self.position:
                raise ValueError("boards: this is not the state that was searched")
        return tree_drawing.svg(self, self.shown(depth, breadth), direction, show, root=root)


def _replay(
    parents: np.ndarray, actions: np.ndarray, state: Any, move_text: Callable[[Any, int], str]
) -> tuple[tuple[str, ...], np.ndarray]:
    """Each row's move text and the player to move in its position."""
    has_children = np.zeros(len(parents), bool)
    has_children[parents[1:]] = True
    players = np.empty(len(parents), np.int32)
    players[0] = state.current_player()
    moves = [""]
    states = {0: state}
    for row in range(1, len(parents)):
        before, action = states[int(parents[row])], int(actions[row])
        moves.append(move_text(before, action))
        after = before.child(action)
        players[row] = after.current_player()
        if has_children[row]:
            states[row] = after
    return tuple(moves), players


def _native_terms(record: Any, rows: int) -> dict[str, np.ndarray]:
    names = [str(name) for name in record.term_names()]
    numbers = np.empty((rows, len(names)), np.float64)
    if names:
        record.terms(numbers.reshape(-1), numbers.size)
    return {name: np.ascontiguousarray(numbers[:, place]) for place, name in enumerate(names)}


def _json_number(number: float) -> int | float | str | None:
    """A term's number in the form for JSON."""
    if math.isnan(number):
        return None
    return _plain(number) if math.isfinite(number) else "inf" if number > 0 else "-inf"


def _read_terms(table: Any, rows: int, place: str) -> dict[str, np.ndarray]:
    if not isinstance(table, dict):
        raise ValueError(f"{place}: expected names with numbers for each row")
    for name, column in table.items():
        if not isinstance(column, list) or len(column) != rows:
            raise ValueError(f"{place}.{name}: expected {rows} numbers, one for each row")
        for number, value in enumerate(column):
            if not (value is None or type(value) in (int, float) or value in ("inf", "-inf")):
                raise ValueError(f'{place}.{name}[{number}]: expected a number, null, "inf" or "-inf"')
    nan = float("nan")
    return {
        name: np.array([nan if value is None else float(value) for value in column], np.float64)
        for name, column in table.items()
    }


def _plain(value: float) -> int | float | None:
    if math.isnan(value):
        return None
    return int(value) if float(value).is_integer() else float(value)


def _read_value(value: float | None, kind: str) -> float:
    return value if value is not None else 0.0 if kind == "pruned" else math.nan


def _check_row(row: Any, number: int, place: str) -> None:
    if not isinstance(row, list) or len(row) != 7:
        raise ValueError(f"{place}: expected [parent, action, move, player, value, visits, kind]")
    parent, action, move, player, value, visits, kind = row
    for name, right, wanted in (
        ("parent", type(parent) is int and (0 <= parent < number if number else parent == -1), "an earlier row"),
        ("action", type(action) is int and 0 <= action < 2**31 if number else action is None, "a whole number"),
        ("move", isinstance(move, str), "text"),
        ("player", type(player) is int and player in (0, 1), "0 or 1"),
        ("kind", kind in KINDS, " or ".join(KINDS)),
        ("value", value is None or (kind != "pruned" and type(value) in (int, float)), "a number, or null"),
        ("visits", type(visits) is int and 0 <= visits < 2**63, "a whole number"),
    ):
        if not right:
            raise ValueError(f"{place}: {name}: expected {wanted}, got {json.dumps(row)}")
