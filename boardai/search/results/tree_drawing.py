"""Pictures of searched trees: SVG with the library's own layout, and Graphviz text.

A node shows its value and visits, the requested terms, and its board if requested; in light nodes player 0 moves, in
dark ones player 1. An edge shows its move. The principal variation is bold, pruned moves are dashed, and omitted
children are counted next to the node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from boardai.basics.quoting import in_markup, printable, quoted
from boardai.drawing.picture import state_svg
from boardai.drawing.small import SmallPicture
from boardai.search.results.tree_rows import PROVEN, PRUNED, Shown, TreeRows
from boardai.search.results.wording import count_words

_FILLS = (("#fbf7ee", "#232020"), ("#4b5563", "#ffffff"))  # background and text, by player
_LINE, _BEST, _PROVEN, _QUIET = "#8a8f98", "#c2410c", "#15803d", "#6b7280"
_CHARACTER = 7.3  # maximum width of a character in pixels, in the 12 pixel sans-serif below
_LOOKED_AT = "#2563eb"
_TERM = 12.0  # height of a line of a term in pixels
_BOARD = 92  # maximum width and height of a board in pixels
_LATER = 11  # maximum length that a node's line may reach later: "≥ loss in 4"
_DOWN_LEAVES = 14  # a picture with more leaves is drawn to the right, because it would be too wide


def dot(tree: TreeRows, shown: Shown, show: str | Sequence[str] = ()) -> str:
    """Graphviz text; arguments as in `svg`."""
    show = tree.chosen_terms(show)
    best = {0, *tree.variation}
    lines = [
        "digraph search {",
        f'  label={_quoted(_caption(tree))}; labelloc=b; fontname="Helvetica"; fontsize=11;',
        '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11, margin="0.08,0.04"];',
        '  edge [fontname="Helvetica", fontsize=10, arrowsize=0.6];',
    ]
    for row, children in shown.children.items():
        background, text = _FILLS[int(tree.players[row])]
        label = "\\n".join(part.replace("\\", "\\\\").replace('"', '\\"') for part in _label(tree, row, show))
        if tree.kinds[row] == PRUNED:
            lines.append(f'  n{row} [label="", shape=point, width=0.06, color="{_LINE}"];')
        else:
            border = _PROVEN if tree.kinds[row] == PROVEN else _BEST if row in best else _LINE
            width = 2 if row in best or tree.kinds[row] == PROVEN else 1
            lines.append(
                f'  n{row} [label="{label}", fillcolor="{background}", fontcolor="{text}", color="{border}", '
                f"penwidth={width}];"
            )
        for child in children:
            style = "dashed" if tree.kinds[child] == PRUNED else "bold" if child in best else "solid"
            colour = _BEST if child in best else _LINE
            lines.append(f'  n{row} -> n{child} [label={_quoted(tree.moves[child])}, style={style}, color="{colour}"];')
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    return '"' + printable(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


@dataclass(frozen=True)
class Scene:
    """A state of a growing tree.

    Attributes:
        rows: number of its rows that already exist; space for the others is reserved.
        path: rows that are being searched.
        caption: description of the step.
    """

    rows: int
    path: frozenset[int]
    caption: str


def _label(tree: TreeRows, row: int, show: Sequence[str] = ()) -> list[str]:
    """The lines in a node: value, visits, and the requested terms."""
    if tree.kinds[row] == PRUNED:
        return []
    value = tree.value_text(row).replace(" plies", "").replace(" ply", "")
    term_texts = [f"{name} {text}" for name in show if (text := tree.term_text(row, name))]
    return [value or "–", f"n {count_words(tree.visits[row])}", *term_texts]


def _caption(tree: TreeRows) -> str:
    method = f"{tree.method}: " if tree.method else ""
    view = f"values for player {int(tree.players[0])}, who moves at the root; player 1 moves in dark nodes"
    return f"{method}{view}; {len(tree):,} positions{'' if tree.complete else ', the rest not kept'}"


@dataclass
class _Layout:
    """The positions of nodes, `along` the direction of growth and `across` it; the picture's size likewise."""

    along: dict[int, float]
    across: dict[int, float]
    length: float
    width: float


def _place(tree: TreeRows, shown: Shown, step_along: float, step_across: float, step_pruned: float) -> _Layout:
    """Places leaves next to each other, and parents in the middle of their children."""
    along: dict[int, float] = {}
    across: dict[int, float] = {}
    cursor = 0.0
    # Depth first without recursion, so that a deep line of a real game can be drawn: a row is placed after its last
    # child.
    stack: list[tuple[int, int, bool]] = [(0, 0, False)]
    while stack:
        row, ply, children_placed = stack.pop()
        children = shown.children[row]
        if children and not children_placed:
            stack.append((row, ply, True))
            stack += [(child, ply + 1, False) for child in reversed(children)]
            continue
        along[row] = ply * step_along
        if children:
            across[row] = (across[children[0]] + across[children[-1]]) / 2
        else:
            step = step_pruned if tree.kinds[row] == PRUNED else step_across
            across[row] = cursor + step / 2
            cursor += step
    # Measured from the centre of a first leaf of full size.
    across = {row: at - step_across / 2 for row, at in across.items()}
    return _Layout(along, across, max(along.values()), max(0.0, cursor - step_across))


def _drawn_board(board: SmallPicture, x: float, bottom: float, dark: bool) -> str:
    """A board centred at x, above `bottom`; with a light background if its node is dark."""
    left, top = x - board.width / 2, bottom - board.height
    ground = (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{board.width:.1f}" height="{board.height:.1f}" rx="4" '
        f'fill="{_FILLS[0][0]}"/>'
        if dark
        else ""
    )
    return ground + board.drawn(x, bottom)


def _boards(tree: TreeRows, shown: Shown, root: Any) -> dict[int, SmallPicture]:
    """The boards of the rows that are drawn; `root`: the searched state."""
    states, drawn = {0: root}, {}
    for row, children in shown.children.items():  # parents come first
        state = states.pop(row)
        for child in children:
            states[child] = state.child(int(tree.actions[child]))
        if tree.kinds[row] != PRUNED:
            own = getattr(state, "svg", None)
            drawn[row] = SmallPicture.of(str(own() if own else state_svg(state)), _BOARD)
    return drawn


def svg(
    tree: TreeRows,
    shown: Shown,
    direction: str = "",
    show: str | Sequence[str] = (),
    scene: Scene | None = None,
    root: Any = None,
) -> str:
    """Draws a tree as SVG.

    Args:
        tree: the tree.
        shown: the part to draw.
        direction: `down`, `right`, or "" to choose by size.
        show: terms shown in the nodes, of the tree's terms.
        scene: the state of a growing tree that is drawn; None: the whole tree.
        root: the searched state, for boards in the nodes; None: no boards.

    Raises:
        ValueError: no such direction or term, or boards cannot be drawn.
    """
    show = tree.chosen_terms(show)
    if direction not in ("", "down", "right"):
        raise ValueError(f"direction must be down or right, not {quoted(direction)}")
    there = len(tree) if scene is None else scene.rows
    leaves = sum(not children for children in shown.children.values())
    down = direction == "down" or (not direction and leaves <= _DOWN_LEAVES)
    rows = list(shown.children)
    move_width = max([_CHARACTER * len(tree.moves[row]) for row in rows], default=0.0)
    most = [_label(tree, row, show) for row in rows]
    # Leaves room for the later text of a growing tree.
    letters = max([_LATER if scene is not None else 0, *(len(line) for label in most for line in label)])
    boards = {} if root is None else _boards(tree, shown, root)
    box_width = max(44.0, *(board.width + 10 for board in boards.values()), 12 + _CHARACTER * letters)
    box_height = 36.0 + _TERM * (len(show) if scene is not None else max(len(label) for label in most) - 2)
    box_height += max((board.height + 4 for board in boards.values()), default=0)
    if down:
        place = _place(tree, shown, box_height + 52, max(box_width, move_width) + 14, max(26.0, move_width + 10))
    else:
        place = _place(tree, shown, box_width + move_width + 46, box_height + 10, 20)
    edge = 18.0
    more = 64.0 if any(shown.hidden.values()) else 0.0
    if down:
        width, height = place.width + box_width + 2 * edge, place.length + box_height + 2 * edge + more / 3
    else:
        width, height = place.length + box_width + 2 * edge + more, place.width + box_height + 2 * edge
    caption = _caption(tree) if scene is None else scene.caption
    width = max(width, 6.3 * len(caption) + 2 * edge)
    shift = (width - (place.width + box_width)) / 2 if down else edge

    def centre(row: int) -> tuple[float, float]:
        if down:
            return shift + box_width / 2 + place.across[row], edge + box_height / 2 + place.along[row]
        return edge + box_width / 2 + place.along[row], edge + box_height / 2 + place.across[row]

    best = {0, *tree.variation} if scene is None or tree.variation else {0}
    looked_at = frozenset() if scene is None else scene.path
    edges, labels, nodes = [], [], []
    # Bold edges are drawn last, so that no other edge crosses over them.
    for row in rows:
        if row >= there:
            continue
        x, y = centre(row)
        for child in sorted(shown.children[row], key=lambda child: child in best):
            if child >= there:
                continue
            edges.append((child in best, _edge(tree, child, (x, y), centre(child), box_width, box_height, down, best)))
            labels.append(_edge_label(tree, child, (x, y), centre(child), box_width, box_height, down, best))
        border = _LOOKED_AT if row in looked_at else _BEST if row in best else _LINE
        nodes.append(_node(tree, shown, row, (x, y), (box_width, box_height), border, down, show, boards.get(row)))
    drawn_edges = [text for _, text in sorted(edges, key=lambda edge: edge[0])]
    height += 26
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="Helvetica, Arial, sans-serif" font-size="12" '
            f'role="img" aria-label="{in_markup(caption)}">',
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
            *drawn_edges,
            *labels,
            *nodes,
            f'<text x="{width / 2:.1f}" y="{height - 12:.1f}" text-anchor="middle" font-size="11" fill="{_QUIET}">'
            f"{in_markup(caption)}</text>",
            "</svg>\n",
        ]
    )


_Point = tuple[float, float]


def _ends(start: _Point, end: _Point, width: float, height: float, down: bool) -> tuple[_Point, _Point]:
    """The line from the border of one box to the border of another."""
    if down:
        return (start[0], start[1] + height / 2), (end[0], end[1] - height / 2)
    return (start[0] + width / 2, start[1]), (end[0] - width / 2, end[1])


def _edge(
    tree: TreeRows, child: int, start: _Point, end: _Point, width: float, height: float, down: bool, best: set[int]
) -> str:
    (x0, y0), (x1, y1) = _ends(start, end, width, height, down)
    pruned = tree.kinds[child] == PRUNED
    colour, thickness = (_BEST, 3) if child in best else (_LINE, 1.2)
    dashes = ' stroke-dasharray="5 4"' if pruned else ""
    if down:
        path = f"M{x0:.1f} {y0:.1f} C{x0:.1f} {(y0 + y1) / 2:.1f} {x1:.1f} {(y0 + y1) / 2:.1f} {x1:.1f} {y1:.1f}"
    else:
        bend = x0 + 22
        path = f"M{x0:.1f} {y0:.1f} C{bend:.1f} {y0:.1f} {x0 + 4:.1f} {y1:.1f} {bend + 4:.1f} {y1:.1f} H{x1:.1f}"
    line = f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{thickness}"{dashes}/>'
    if pruned:  # a cross where the branch is cut
        line += (
            f'<path class="pruned" d="M{x1 - 5:.1f} {y1 - 5:.1f} l10 10 m-10 0 l10 -10" stroke="{_BEST}" '
            f'stroke-width="2"/>'
        )
    return line


def _edge_label(
    tree: TreeRows, child: int, start: _Point, end: _Point, width: float, height: float, down: bool, best: set[int]
) -> str:
    (_, _), (x1, y1) = _ends(start, end, width, height, down)
    weight = ' font-weight="bold"' if child in best else ""
    colour = _BEST if child in best else _QUIET if tree.kinds[child] == PRUNED else "#111827"
    text = in_markup(tree.moves[child])
    if down:
        x, y, anchor = x1, y1 - 9, "middle"
    else:
        x, y, anchor = x1 - 8, y1 - 4, "end"
    # A white outline keeps the text readable on top of its edge. It is a separate text below, because not every program
    # draws the outline of a text before the text.
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}'
    return (
        f'<text {place} fill="none" stroke="#ffffff" stroke-width="4" stroke-linejoin="round" aria-hidden="true">'
        f'<tspan>{text}</tspan></text><text {place} fill="{colour}">{text}</text>'
    )


def _node(
    tree: TreeRows,
    shown: Shown,
    row: int,
    place: _Point,
    size: _Point,
    border: str,
    down: bool,
    show: Sequence[str],
    board: SmallPicture | None,
) -> str:
    if tree.kinds[row] == PRUNED:
        return ""
    (x, y), (width, height) = place, size
    background, colour = _FILLS[int(tree.players[row])]
    if tree.kinds[row] == PROVEN and border != _LOOKED_AT:
        border = _PROVEN
    thickness = 1.2 if border == _LINE else 3.5 if border == _LOOKED_AT else 2.5
    value, *lines = _label(tree, row, show)
    top = y - height / 2 + 16
    parts = [
        f'<rect x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" rx="7" '
        f'fill="{background}" stroke="{border}" stroke-width="{thickness}"/>',
        f'<text x="{x:.1f}" y="{top:.1f}" text-anchor="middle" font-weight="bold" fill="{colour}">'
        f"{in_markup(value)}</text>",
        *(
            f'<text x="{x:.1f}" y="{top + 14 + _TERM * number:.1f}" text-anchor="middle" font-size="10" '
            f'fill="{colour}">{in_markup(line)}</text>'
            for number, line in enumerate(lines)
        ),
    ]
    if board:
        parts.append(_drawn_board(board, x, y + height / 2 - 5, int(tree.players[row]) == 1))
    if shown.hidden[row]:
        below = bool(shown.children[row]) != down  # the side without edges
        more_x, more_y = (x, y + height / 2 + 11) if below else (x + width / 2 + 4, y + 4)
        parts.append(
            f'<text x="{more_x:.1f}" y="{more_y:.1f}" text-anchor="{"middle" if below else "start"}" font-size="10" '
            f'fill="{_QUIET}">… {shown.hidden[row]} more</text>'
        )
    return "".join(parts)
