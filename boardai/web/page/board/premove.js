// A premove: chosen while the opponent thinks, and played immediately if it is then legal.

import { source, target } from "./advice.js";
import { drawn } from "../shared/elements.js";

export class Premove {
  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
    this.layer = drawn("g", { class: "premove", "aria-hidden": "true" });
    this.allow(null);
  }

  /**
   * Sets whether the visitor may choose one.
   * @param {{pieces: string, moves: boolean}?} own  the pieces of the visitor, who waits for the opponent, and whether
   * pieces move in this game or are placed on the board; null: the visitor may not
   */
  allow(own) {
    this.own = own;
    if (!own) this.clear();
  }

  clear() {
    this.cells = []; // none, that of the piece, or the whole move
    this.draw();
  }

  /** A cell was clicked while it is not the visitor's turn. */
  use(cell) {
    if (!this.own) return;
    const { pieces, moves } = this.own;
    const piece = this.board.position.rows.join("")[cell];
    const isFirst = this.cells.length !== 1;
    if (!moves) this.cells = piece === "." && this.cells[0] !== cell ? [cell] : [];
    else if (isFirst) this.cells = pieces.includes(piece) && !this.cells.includes(cell) ? [cell] : [];
    else this.cells = cell === this.cells[0] ? [] : [this.cells[0], cell];
    this.draw();
  }

  /** The chosen actions, when it is the visitor's turn; empty if they are not legal. */
  take(actions) {
    const [from, to] = this.own?.moves === false ? [null, this.cells[0]] : this.cells;
    this.clear();
    if (to === undefined) return [];
    return actions.filter((action) => action.cells.length && source(action) === from && target(action) === to);
  }

  draw() {
    this.layer.replaceChildren(...this.cells.map((cell) => drawn("polygon", { points: this.board.points(cell) })));
  }
}
