// Aiming with a finger at cells that are smaller than it: the target cell is shown above the finger, follows it,
// and is played on, or marked, when the finger is lifted; nothing happens off the board.

import { source } from "./advice.js";
import { drawn } from "../shared/elements.js";

const FINGER = 36; // pixels; cells at least as wide are hit without help
const ABOVE = 64; // pixels between the finger and the name of the cell

/** The width of a cell in pixels. */
function cellWidth({ svg }) {
  return svg.getScreenCTM()?.a ?? FINGER;
}

/** Whether a finger needs help on a board: its cells are small, and pieces are placed rather than moved. */
export function isSmall(board) {
  const isPut = board.position.actions.every((action) => source(action) === null);
  return isPut && cellWidth(board) < FINGER;
}

export class Aim {
  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
    this.layer = drawn("g", { class: "aim", "aria-hidden": "true" });
    this.isOn = false;
  }

  /** A finger has come down on a cell. */
  begin(cell) {
    this.isOn = (this.board.live || this.board.byHand.isOn) && isSmall(this.board);
    if (this.isOn) this.move(cell);
  }

  /** The finger is over a cell now; null: over none. */
  move(cell) {
    if (cell === this.cell) return;
    this.cell = cell;
    if (cell === null) {
      this.layer.replaceChildren();
      return;
    }
    const { board } = this;
    const [x, y] = board.middle(cell);
    const scale = 1 / cellWidth(board);
    const isLegal = board.byHand.isOn || board.targets().has(cell);
    const name = drawn("text", { x, y: y - ABOVE * scale, "font-size": 24 * scale }, board.byNumber.get(cell).name);
    const box = { x: x - 26 * scale, y: y - (ABOVE + 20) * scale, width: 52 * scale, height: 40 * scale, rx: 6 * scale };
    this.layer.replaceChildren(
      drawn("polygon", { points: board.points(cell), class: "aimed" }),
      drawn("rect", box),
      name,
    );
    this.layer.classList.toggle("illegal", !isLegal);
  }

  /** The finger was lifted, or the touch was cancelled; returns whether it was aiming. */
  end() {
    const was = this.isOn;
    this.isOn = false;
    this.cell = undefined;
    this.layer.replaceChildren();
    return was;
  }
}
