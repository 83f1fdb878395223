// Advice drawn on the board: shares of a search, best moves and hints, as tinted cells, rings and arrows.

import { drawn } from "../shared/elements.js";

const ARROWS = 6; // of shares, at most

/** The start of an action: the cell of the piece that moves, or null if a piece is placed on the board. */
export function source(action) {
  return action.cells.length > 1 && action.cells[0] !== action.cells.at(-1) ? action.cells[0] : null;
}

export const target = (action) => action.cells.at(-1);

/**
 * The elements of the advice.
 * @param {import("./board.js").BoardView} board
 */
export function adviceOn(board) {
  const [parts, texts] = [[], []]; // texts stay readable above rings
  const most = Math.max(...board.heat.values(), 0.01);
  const cells = new Map();
  const valued = new Set(); // cells on which a value takes the place of the share
  const arrows = [];
  for (const action of board.position.actions) {
    const share = board.heat.get(action.action) ?? 0;
    if (!share || !action.cells.length) continue;
    if (source(action) !== null) arrows.push([share, action]);
    else cells.set(target(action), (cells.get(target(action)) ?? 0) + share);
    if (board.values.has(action.action)) valued.add(target(action));
  }
  for (const [cell, share] of cells) {
    const [x, y] = board.middle(cell);
    const area = drawn("polygon", { points: board.points(cell), class: "heat", opacity: (0.75 * share) / most });
    parts.push(area);
    if (!valued.has(cell)) texts.push(drawn("text", { x, y, class: "share" }, `${Math.round(100 * share)}%`));
  }
  arrows.sort((one, other) => other[0] - one[0]);
  for (const [share, action] of arrows.slice(0, ARROWS)) parts.push(arrow(board, action, "heat", 0.2 + (0.6 * share) / most));
  const marked = board.best.map((best, slot) => [best, `best-${slot}`, 0.4 - 0.09 * slot]);
  for (const [number, kind, r] of [...marked, [board.hint, "hint", 0.33]]) {
    const action = board.position.actions.find((one) => one.action === number);
    if (!action?.cells.length) continue;
    const [cx, cy] = board.middle(target(action));
    if (source(action) !== null) parts.push(arrow(board, action, kind, 0.85));
    else parts.push(...["ring-outline", `${kind} ring`].map((name) => drawn("circle", { cx, cy, r, class: name })));
  }
  for (const action of board.position.actions) {
    if (!board.values.has(action.action) || source(action) !== null || !action.cells.length) continue;
    const [x, y] = board.middle(target(action));
    parts.push(drawn("text", { x, y, class: "value" }, board.values.get(action.action)));
  }
  return [...parts, ...texts];
}

function arrow(board, action, kind, opacity) {
  return arrowBetween(board.middle(source(action)), board.middle(target(action)), kind, opacity);
}

/** An arrow from one place to another. */
export function arrowBetween([x, y], [to_x, to_y], kind, opacity) {
  const length = Math.hypot(to_x - x, to_y - y);
  const [u, v] = [(to_x - x) / length, (to_y - y) / length];
  const [neck_x, neck_y] = [to_x - 0.34 * u, to_y - 0.34 * v];
  const head = [
    [to_x, to_y],
    [neck_x - 0.18 * v, neck_y + 0.18 * u],
    [neck_x + 0.18 * v, neck_y - 0.18 * u],
  ];
  return drawn(
    "g",
    { class: `arrow ${kind}`, opacity },
    drawn("line", { x1: x, y1: y, x2: neck_x, y2: neck_y }),
    drawn("polygon", { points: head.map((point) => point.join(",")).join(" ") }),
  );
}
