"""A search's result as text and as JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from boardai.drawing import page
from boardai.drawing.picture import drawn_svg, state_svg
from boardai.search.results.result_data import ResultData
from boardai.search.results.wording import (
    EVALUATION_LIMIT,
    count_words,
    margin_words,
    outcome_words,
    seconds_words,
    value_words,
    written_line,
)

FORMAT = "boardai search 1"
_LINE_MOVES = 12
_TABLE_LINE_MOVES = 8
_WORDS = ("move", "line")  # columns that are not numeric
_NOTES = {"megabytes": "memory of the tree in MB", "bytes": "memory of the tree in bytes"}
_BOUNDS = {"at most": "≤ ", "at least": "≥ "}


def text(result: ResultData, game: Any, moves: int) -> str:
    """`SearchResult.to_text`."""
    names = _line_names(result, game)
    lines = [f"{result.method + ': ' if result.method else ''}{names[0]}  {_value(result, game)}"]
    if len(names) > 1:
        more = " …" if len(names) > _LINE_MOVES else ""
        ending = "" if result.leaf_value is None else f"  (at its end {_leaf(result)})"
        lines.append(f"line: {' '.join(names[:_LINE_MOVES])}{more}{ending}")
    lines.append(_effort(result))
    elsewhere = ("lines", "final margin")
    notes = [
        f"{_NOTES.get(name, name.replace('_', ' '))}: {_note(value)}"
        for name, value in result.notes.items()
        if name not in elsewhere and value is not False and value != 0
    ]
    if notes:
        lines.append(", ".join(notes))
    body = table(result, game, moves) if moves else ""
    return "\n".join([*lines, *(["", body] if body else [])])


def html(result: ResultData, moves: int) -> str:
    """The board with the moves' shares on it, the text and the table next to it."""
    head, *rows = rows_of(result, None, moves) or [[]]
    parts = [page.text(text(result, None, 0))]
    if rows:
        parts.append(page.table(head, rows, left=_WORDS))
    if result.state is None:
        return "".join(parts)
    return page.beside(picture(result), *parts)


def picture(result: ResultData) -> str:
    """The board with the moves' shares on it; without a board if the game draws none."""
    draw = getattr(type(result.state), "svg", state_svg)
    try:
        return drawn_svg(draw, result.state, result.policy)
    except ValueError:
        return drawn_svg(draw, result.state)


def table(result: ResultData, game: Any, moves: int | None) -> str:
    """`SearchResult.table`."""
    rows = rows_of(result, game, moves)
    if not rows:
        return ""
    return "\n".join(page.aligned(rows, [place for place, title in enumerate(rows[0]) if title in _WORDS]))


def rows_of(result: ResultData, game: Any, moves: int | None) -> list[list[str]]:
    """The table's rows of texts, the columns' names first; empty if only the moves are known."""
    actions = _ranked(result)
    if result.action_values and not (result.visits or result.priors):
        # A search that was stopped has no value for some of the moves.
        actions = [action for action in actions if action in result.action_values or action == result.action]
    actions = actions[:moves]
    if not actions:
        return []
    name = _namer(result.state, game)
    total = sum(result.visits.values())
    columns: list[tuple[str, Callable[[int], str]]] = [("move", name)]
    if result.action_values:
        columns.append(("value", lambda a: _action_value(result, a)))
    if total:
        columns.append(("visits", lambda a: f"{result.visits.get(a, 0):,}"))
    # A policy that puts all weight on the best move adds no information.
    if 0 < max(result.policy.values(), default=0) < 1:
        columns.append(("share", lambda a: f"{100 * result.policy.get(a, 0):.1f} %"))
    if result.priors:
        columns.append(("prior", lambda a: f"{100 * result.priors.get(a, 0):.1f} %"))
    lines = {line[0]: line for line in result.notes.get("lines", ()) if line}
    if len(lines) > 1:  # the lines of several best moves; a single one is printed above the table
        columns.append(("line", lambda a: " ".join(_names(result.state, game, lines.get(a, ())[:_TABLE_LINE_MOVES]))))
    if len(columns) == 1:
        return []
    return [[title for title, _ in columns]] + [[cell(action) for _, cell in columns] for action in actions]


def to_data(result: ResultData) -> dict[str, Any]:
    """`SearchResult.to_data`."""
    name = _namer(result.state, None)
    actions = _ranked(result)
    line = _line_names(result, None)
    lines = {moves[0]: moves for moves in result.notes.get("lines", ()) if moves}
    values: dict[str, Any] = {
        "format": FORMAT,
        "method": result.method,
        "position": None if result.state is None else result.state.to_string(),
        "player": result.player,
        "action": int(result.action),
        "move": name(result.action),
        "value": result.value,
        "margin": result.margin,
        "outcome": result.outcome,
        "plies_to_end": result.plies_to_end,
        "proof_set": [name(place) for place in result.proof_set],
        "leaf_value": result.leaf_value,
        "material": result.material,
        "line": line if result.pv else [],
        "nodes": result.nodes,
        "simulations": result.simulations,
        "depth": result.depth,
        "seconds": result.seconds,
        "nodes_per_second": result.nodes_per_second,
        "hash_use": result.hash_use,
        "interrupted": result.interrupted,
        "notes": {name: value for name, value in result.notes.items() if name != "lines"},
        "moves": [
            {
                "move": name(action),
                "action": int(action),
                "value": result.action_values.get(action),
                "margin": result.margin_of(action),
                "bound": result.bounds.get(action),
                "outcome": result.outcomes.get(action),
                "visits": result.visits.get(action),
                "nodes": result.action_nodes.get(action),
                "share": result.policy.get(action),
                "prior": result.priors.get(action),
                "line": _names(result.state, None, lines.get(action, ())) or None,
            }
            for action in actions
        ],
    }
    return {name: _plain(value) for name, value in values.items()}


def _plain(value: Any) -> Any:
    """Converts to JSON's types: NumPy's numbers become Python's, numbers that are not finite become null."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _ranked(result: ResultData) -> list[int]:
    """The actions with statistics: the chosen one, then the most visited, then the best valued."""
    known = {**result.policy, **result.action_values, **result.visits, **result.priors}

    def rank(action: int) -> tuple:
        value = result.action_values.get(action, -math.inf)
        return (
            action != result.action,
            -result.visits.get(action, 0),
            result.bounds.get(action) == "at most",  # exact values and lower bounds before upper bounds
            -value,
            -result.policy.get(action, 0),
            -result.priors.get(action, 0),
            action,
        )

    return sorted(known, key=rank)


def _namer(state: Any, game: Any) -> Callable[[int], str]:
    if state is None:
        return str
    if game is not None:
        return lambda action: game.format_action(state, action)
    return lambda action: state.action_to_string(action)


def _line_names(result: ResultData, game: Any) -> list[str]:
    """Texts of the principal variation; only the move if there is none."""
    return _names(result.state, game, result.pv or [result.action])


def _names(state: Any, game: Any, actions: Sequence[int]) -> list[str]:
    """Texts of a line of actions."""
    if state is None:
        return [str(int(action)) for action in actions]
    return written_line(state, actions, lambda here, action: _namer(here, game)(action))


def _decimals(result: ResultData) -> int:
    """Decimals of a value: some for expected outcomes of simulations, none for scores."""
    return 2 if result.simulations else 0


def _value_text(result: ResultData, value: float | None, unit: bool = False) -> str:
    """A value as text; `unit` adds the unit if the game is decided by points."""
    if value is None or not result.point or abs(value) >= EVALUATION_LIMIT:
        return value_words(value, decimals=_decimals(result))
    margin = value / result.point
    return margin_words(result.state, margin, signed=True) if unit else value_words(margin)


def _leaf(result: ResultData) -> str:
    """The value after the line; for a score also its parts, if the game counts material."""
    value, words = result.leaf_value, _value_text(result, result.leaf_value, True)
    scored = value is not None and result.is_score and not result.simulations and abs(value) < EVALUATION_LIMIT
    material = result.material if scored else None
    if value is None or material is None:
        return words
    return f"{words}: material {value_words(material)}, position {value_words(value - material)}"


def _value(result: ResultData, game: Any) -> str:
    if result.is_unsearched:
        return "not searched"
    if result.outcome is None and result.value is None:
        return "unproven" if result.nodes else "(the move alone)"  # the latter for an agent that reports only its move
    if result.outcome is None:
        return "value " + _value_of_move(result) + _unit(result, game)
    described = f"proven {outcome_words(result.outcome)}"
    if result.plies_to_end is not None:
        described += f" in {result.plies_to_end} {'ply' if result.plies_to_end == 1 else 'plies'}"
    # A margin is more informative than the winner.
    if result.margin is not None:
        described += f", {margin_words(result.state, result.margin, signed=True)}"
    elif result.value is not None and result.value != result.outcome and "in" not in _value_text(result, result.value):
        described += f", value {_value_text(result, result.value)}"
    return described


def _value_of_move(result: ResultData) -> str:
    """The value of the chosen move; in a tree of simulations it may differ from the mean, which is then added."""
    whole = _value_text(result, result.value, True)
    own = result.action_values.get(result.action) if result.simulations else None
    moves = whole if own is None else _value_text(result, own, True)
    return moves if moves == whole else f"{moves} (mean of all simulations {whole})"


def _unit(result: ResultData, game: Any) -> str:
    """The unit of a score, with a space before it; "" if the value has none or includes it."""
    scored = result.value is not None and result.is_score and not result.simulations and not result.point
    if game is None or not scored or abs(result.value or 0) >= EVALUATION_LIMIT:
        return ""
    unit = game.score_unit or "points"
    return f" {unit[:-1] if abs(result.value or 0) == 1 else unit}"


def _action_value(result: ResultData, action: int) -> str:
    if action not in result.action_values:
        return "-"
    return _BOUNDS.get(result.bounds.get(action, ""), "") + _value_text(result, result.action_values[action])


def _effort(result: ResultData) -> str:
    unit = "simulation" if result.simulations else "node"
    count = result.simulations or result.nodes
    unit += "" if count == 1 else "s"
    parts = [f"{count:,} {unit} in {seconds_words(result.seconds)} ({count_words(result.nodes_per_second)}/s)"]
    parts.append(f"depth {result.depth}")
    if result.simulations and result.nodes:
        parts.append(f"{result.nodes:,} positions in the tree")
    if result.hash_use is not None:
        parts.append(f"table {100 * result.hash_use:.0f} % full")
    if result.interrupted:
        parts.append("interrupted")
    return ", ".join(parts)


def _note(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, list | tuple):
        return " ".join(_note(item) for item in value)
    return str(value)
