// The frame around the cells of a board (names of rows and columns, edges that belong to players), and which
// cells are next to each other.

import { drawn } from "../shared/elements.js";

const [NAMED, BARE] = [0.78, 0.25]; // around the cells, for names and edges, in cells

function isSquare({ outline }) {
  return outline.length === 4;
}

/** Whether the names of columns are below, for boards whose rows are counted from below as in chess. */
function isNamedBelow(layout) {
  return isSquare(layout) && layout.row_labels.at(-1).name === "1";
}

/**
 * The view box of a board. On a board of squares the names keep their places when it is turned; on one of hexagons they
 * turn with the slant of its rows.
 */
export function boxOf({ look: { layout }, flipped }) {
  const turned = flipped && !isSquare(layout);
  const [left, top] = [turned ? BARE : NAMED, turned || isNamedBelow(layout) ? BARE : NAMED];
  return [-left, -top, layout.width + NAMED + BARE, layout.height + NAMED + BARE];
}

/** @param {import("./board.js").BoardView} board */
export function edgesOf(board) {
  const { layout, edges, pieces } = board.look;
  const lines = drawn("g", { class: "edges" });
  for (const [side, piece] of Object.entries(edges)) {
    const points = layout.sides[side].map(([x, y]) => board.spot(x, y).join(",")).join(" ");
    lines.append(drawn("polyline", { points, class: "edge-outline" }));
    lines.append(drawn("polyline", { points, class: "edge", stroke: pieces[piece].colour }));
  }
  return lines;
}

/** @param {import("./board.js").BoardView} board */
export function labelsOf(board) {
  const { layout } = board.look;
  const size = Math.min(0.26 * Math.max(1, layout.width / 8), 0.42); // readable on large boards too
  const labels = drawn("g", { class: "labels", "aria-hidden": "true", "font-size": size });
  const label = (name, [x, y]) => labels.append(drawn("text", { x, y }, name));
  for (const { name, x, y } of layout.column_labels) {
    const turned = board.spot(x, y);
    label(name, isSquare(layout) ? [turned[0], isNamedBelow(layout) ? layout.height - y : y] : turned);
  }
  for (const { name, x, y } of layout.row_labels) {
    const turned = board.spot(x, y);
    label(name, isSquare(layout) ? [x, turned[1]] : turned);
  }
  return labels;
}

/**
 * The nearest cell that lies mostly in a direction, or null.
 * @param {import("./board.js").BoardView} board
 * @param {number} cell  the starting cell
 * @param {number[]} direction  across and down
 */
export function neighbourOf(board, cell, [u, v]) {
  const [x, y] = board.middle(cell);
  let [found, least] = [null, Infinity];
  for (const other of board.look.layout.cells) {
    const [cx, cy] = board.middle(other.cell);
    const ahead = (cx - x) * u + (cy - y) * v;
    const aside = Math.abs((cx - x) * v) + Math.abs((cy - y) * u);
    if (ahead < 0.3 || aside > ahead) continue;
    const away = ahead + 2 * aside;
    if (away < least) [found, least] = [other.cell, away];
  }
  return found;
}
