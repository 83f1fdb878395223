// Circles and arrows that a person draws on the board: by the right mouse button, or by the keys C and A.

import { arrowBetween } from "./advice.js";
import { drawn } from "../shared/elements.js";

export class HandMarks {
  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
    this.marks = new Map(); // each a pair of cells, the same twice of a circle, by both numbers
    this.from = null; // where an arrow begins that is being drawn
    this.layer = drawn("g", { class: "by-hand", "aria-hidden": "true" });
  }

  /** The right button has been pressed, or the first A. */
  begin(cell) {
    this.from = cell;
  }

  /** It has been lifted, or the second A pressed: a circle on the same cell, an arrow to another one. */
  end(cell) {
    const { from } = this;
    this.from = null;
    if (from === null || cell === null) return;
    const key = `${from} ${cell}`;
    if (!this.marks.delete(key)) this.marks.set(key, [from, cell]);
    this.draw();
  }

  /** A key on a cell; whether it means something here. */
  key(key, cell) {
    if (key === "c") {
      this.begin(cell);
      this.end(cell);
    } else if (key === "a") {
      if (this.from === null) this.begin(cell);
      else this.end(cell);
    } else return false;
    return true;
  }

  clear() {
    this.from = null;
    if (!this.marks.size) return;
    this.marks.clear();
    this.draw();
  }

  draw() {
    this.layer.replaceChildren(
      ...[...this.marks.values()].map(([from, to]) => {
        if (from !== to) return arrowBetween(this.board.middle(from), this.board.middle(to), "by-hand", 0.8);
        const [cx, cy] = this.board.middle(from);
        return drawn("circle", { cx, cy, r: 0.42 });
      }),
    );
  }
}
