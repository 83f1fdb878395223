// Marks on the board: those of the position's comment, and circles and arrows that a person draws by the right mouse
// button, by the keys C and A, or by any pointer while the button "Marks" is on, since a finger has no other
// way. If the visitor may change the game, these become part of the comment; otherwise they stay until the position
// changes.

import { arrowBetween } from "./advice.js";
import { cleared, marksOf, OWN_COLOUR, toggled } from "./comment_marks.js";
import { drawn } from "../shared/elements.js";

/** A mark between two cells, in the form of `marksOf`. */
function drawnByHand(from, to) {
  const [kind, cells] = from === to ? ["circle", [to]] : ["arrow", [from, to]];
  return { kind, cells, colour: OWN_COLOUR, text: "" };
}

export class HandMarks {
  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
    this.comment = "";
    this.save = null; // takes the comment with a mark more or less; null: marks are not kept
    this.own = new Map(); // marks that are not kept, by both numbers
    [this.from, this.to] = [null, null]; // where an arrow begins that is being drawn, and where a pointer has it end
    this.isOn = false; // whether taps and drags draw, in the place of moves
    this.layer = drawn("g", { class: "by-hand", "aria-hidden": "true" });
  }

  /**
   * Shows the marks of a position.
   * @param {string} comment  comment of the position
   * @param {((comment: string) => void)?} save  called with a changed comment; null: it cannot be changed
   */
  show(comment, save) {
    if (save && !this.save) this.own.clear();
    Object.assign(this, { comment, save });
    this.changed();
  }

  /** All marks, in the form of `marksOf`. */
  marks() {
    const cells = new Map(this.board.look.layout.cells.map(({ cell, name }) => [name, cell]));
    return [...marksOf(this.comment, cells), ...this.own.values()];
  }

  /** The text of the marks on a cell for screen readers. */
  wordsOn(cell) {
    return this.marks()
      .filter(({ cells }) => cells.includes(cell))
      .map(({ kind, text }) => (kind === "label" ? `label ${text}` : kind));
  }

  /** From now on taps and drags draw, or move again. */
  turn(isOn) {
    this.isOn = isOn;
    this.from = null;
    this.board.select(null);
  }

  /** Whether a pointer draws. */
  draws({ button, isPrimary }) {
    return button === 2 || (this.isOn && button === 0 && isPrimary);
  }

  /** A drawing pointer was pressed, or the first A. */
  begin(cell) {
    this.from = cell;
    if (this.isOn) this.point(cell);
  }

  /** The pointer is over a cell, or none: shows the mark that lifting it would draw. */
  point(cell) {
    if (this.from === null || cell === this.to) return;
    this.to = cell;
    this.draw();
  }

  /** The pointer was lifted, or the second A pressed: a circle on the same cell, an arrow to another one. */
  end(cell) {
    const { from } = this;
    [this.from, this.to] = [null, null];
    this.draw();
    if (from === null || cell === null) return;
    const names = [from, cell].map((one) => this.board.byNumber.get(one).name);
    const comment = this.save ? toggled(this.comment, names) : null;
    if (comment !== null) this.keep(comment);
    else {
      const key = `${from} ${cell}`;
      if (!this.own.delete(key)) this.own.set(key, drawnByHand(from, cell));
      this.changed();
    }
  }

  keep(comment) {
    this.comment = comment;
    this.changed();
    this.save(comment);
  }

  /** A key on a cell; returns whether it has a meaning here. */
  key(key, cell) {
    if (key === "c") {
      this.begin(cell);
      this.end(cell);
    } else if (key === "a") {
      if (this.from === null) this.begin(cell);
      else this.end(cell);
    } else if (key === "x") {
      this.clear();
      if (this.save && cleared(this.comment) !== this.comment) this.keep(cleared(this.comment));
    } else return false;
    return true;
  }

  /** Removes the marks that are not saved. */
  clear() {
    [this.from, this.to] = [null, null];
    if (!this.own.size) return;
    this.own.clear();
    this.changed();
  }

  /** Another board: removes everything of the last one. */
  forget() {
    Object.assign(this, { comment: "", save: null, from: null, to: null });
    this.own.clear();
  }

  changed() {
    this.draw();
    this.board.nameCells();
  }

  draw() {
    const marks = this.marks();
    const seen = marks.filter(({ kind }) => kind === "view").flatMap(({ cells }) => cells);
    const dimmed = marks.filter(({ kind }) => kind === "dimmed").flatMap(({ cells }) => cells);
    const hidden = this.board.look.layout.cells.filter(({ cell }) => dimmed.includes(cell) || (seen.length && !seen.includes(cell)));
    this.layer.replaceChildren(
      ...hidden.map(({ cell }) => drawn("polygon", { points: this.board.points(cell), class: "dimmed" })),
      ...marks.filter(({ kind }) => kind !== "view" && kind !== "dimmed").map((mark) => this.drawn(mark)),
    );
    if (this.to === null) return;
    this.layer.append(drawn("g", { class: "preview" }, this.drawn(drawnByHand(this.from, this.to))));
  }

  drawn({ kind, cells, colour, text }) {
    const [x, y] = this.board.middle(cells[0]);
    const name = `mark-${"GRYB".includes(colour) ? colour || OWN_COLOUR : OWN_COLOUR}`;
    if (kind === "arrow") return arrowBetween([x, y], this.board.middle(cells[1]), `by-hand ${name}`, 0.8);
    if (kind === "line") {
      const [x2, y2] = this.board.middle(cells[1]);
      return drawn("line", { x1: x, y1: y, x2, y2, class: `shape ${name}` });
    }
    if (kind === "label") {
      const size = Math.min(0.5, 1.4 / text.length);
      return drawn("text", { x, y, class: "mark-label", "font-size": `${size}px` }, text.length > 12 ? `${text.slice(0, 11)}…` : text);
    }
    if (kind === "circle") return drawn("circle", { cx: x, cy: y, r: 0.42, class: `shape ${name}` });
    if (kind === "dot") return drawn("circle", { cx: x, cy: y, r: 0.16, class: `filled ${name}` });
    if (kind.endsWith("area")) {
      return drawn("rect", { x: x - 0.14, y: y - 0.14, width: 0.28, height: 0.28, class: `area ${kind.split(" ")[0]}` });
    }
    const paths = {
      triangle: `M${x} ${y - 0.32}L${x + 0.28} ${y + 0.17}H${x - 0.28}Z`,
      square: `M${x - 0.24} ${y - 0.24}H${x + 0.24}V${y + 0.24}H${x - 0.24}Z`,
      cross: `M${x - 0.22} ${y - 0.22}L${x + 0.22} ${y + 0.22}M${x + 0.22} ${y - 0.22}L${x - 0.22} ${y + 0.22}`,
    };
    return drawn("path", { d: paths[kind], class: `shape ${name}` });
  }
}
