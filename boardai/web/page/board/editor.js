// Places pieces on a board: a position of a game, or a board of any shape for a new game.

import { BoardView } from "./board.js";
import { made, options } from "../shared/elements.js";
import { capital } from "../shared/status.js";

const [EMPTY, OUTSIDE] = [".", " "];
const USUAL_SIDE = 8; // of a board that is drawn, in cells

/** A grid of squares in the form of the server's boards. */
function grid(width, height) {
  const letter = (column) => String.fromCharCode(97 + column);
  const numbers = [...Array(width * height).keys()];
  const columns = [...Array(width).keys()].map((column) => ({ name: letter(column), x: column + 0.5, y: -0.45 }));
  const rows = [...Array(height).keys()].map((row) => ({ name: `${row + 1}`, x: -0.45, y: row + 0.5 }));
  return {
    width,
    height,
    cells: numbers.map((cell) => {
      const [row, column] = [Math.floor(cell / width), cell % width];
      return { cell, name: `${letter(column)}${row + 1}`, x: column + 0.5, y: row + 0.5 };
    }),
    outline: [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]],
    sides: {},
    row_labels: rows,
    column_labels: columns,
  };
}

export class Editor {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {(action: string, fields: {cells: string[], player: number}) => void} done  called with `start` or `save`
   */
  constructor(dialog, done) {
    this.dialog = dialog;
    this.view = new BoardView(dialog.querySelector("#editor-board"), () => {});
    this.view.paint = (cell) => this.put(cell);
    this.palette = dialog.querySelector("#editor-palette");
    this.player = dialog.querySelector("#editor-player");
    this.sizes = dialog.querySelector("#editor-sizes");
    this.fields = ["width", "height"].map((name) => dialog.querySelector(`#editor-${name}`));
    for (const field of this.fields) field.addEventListener("change", () => this.resize());
    this.save = dialog.querySelector("#editor-save");
    this.save.addEventListener("click", () => done("save", this.result()));
    dialog.querySelector("form").addEventListener("submit", (event) => {
      if (event.submitter.value !== "start") return;
      event.preventDefault(); // it stays open until the position is on the board, should it be refused
      done("start", this.result());
    });
  }

  /** Edits a position; the board keeps its shape. */
  openPosition(look, position) {
    this.look = look;
    this.shaped = false;
    this.rows = position.rows.map((row) => [...row]);
    this.open(look.players, position.player);
  }

  /** Draws a board of any shape, at most `side` cells high and wide, beginning with a square one. */
  openBoard(look, players, side) {
    this.shaped = true;
    for (const field of this.fields) Object.assign(field, { max: side, value: USUAL_SIDE });
    this.look = { ...look, edges: {}, layout: grid(USUAL_SIDE, USUAL_SIDE) };
    this.rows = Array.from({ length: USUAL_SIDE }, () => Array(USUAL_SIDE).fill(EMPTY));
    this.open(players, 0);
  }

  open(players, player) {
    this.sizes.hidden = this.save.hidden = !this.shaped;
    this.player.replaceChildren(...options(players.map((name, number) => [capital(name), number])));
    this.player.value = player;
    this.view.setLook(this.look);
    this.fillPalette();
    this.draw();
    this.dialog.querySelector(".refused").textContent = "";
    this.dialog.showModal();
  }

  fillPalette() {
    const kinds = Object.entries(this.look.pieces).map(([piece, { name }]) => [piece, name]);
    kinds.push([EMPTY, "empty"]);
    if (this.shaped) kinds.push([OUTSIDE, "no cell"]);
    this.palette.replaceChildren(
      ...kinds.map(([piece, name], number) => {
        const choice = made("input", { type: "radio", name: "piece", value: piece, checked: number === 0 });
        choice.setAttribute("aria-label", name);
        const face = piece in this.look.pieces ? this.view.icon(piece) : made("span", { textContent: name });
        return made("label", { className: "kind", title: name }, choice, face);
      }),
    );
  }

  put(cell) {
    const width = this.rows[0].length;
    const [row, column] = [Math.floor(cell / width), cell % width];
    const chosen = this.palette.querySelector(":checked").value;
    if (!this.shaped && this.rows[row][column] === OUTSIDE) return;
    this.rows[row][column] = this.rows[row][column] === chosen ? EMPTY : chosen;
    this.draw();
  }

  resize() {
    const [width, height] = this.fields.map((field) => {
      field.value = Math.max(field.min, Math.min(field.max, Math.round(field.valueAsNumber) || USUAL_SIDE));
      return Number(field.value);
    });
    const kept = (row, column) => this.rows[row]?.[column] ?? EMPTY;
    this.rows = Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, column) => kept(row, column)));
    this.look = { ...this.look, layout: grid(width, height) };
    this.view.setLook(this.look);
    this.draw();
  }

  draw() {
    const rows = this.rows.map((row) => row.join(""));
    this.view.show({ rows, actions: [], last: [], alarms: [] }, false);
  }

  result() {
    return { cells: this.rows.map((row) => row.join("")), player: Number(this.player.value) };
  }
}
