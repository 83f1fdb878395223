// The board: drawn as SVG from the server's description of its cells; played on by click, drag, touch and keyboard.

import { adviceOn, source, target } from "./advice.js";
import { Aim, isSmall } from "./aim.js";
import { SVG, drawn } from "../shared/elements.js";
import { boxOf, edgesOf, labelsOf, neighbourOf } from "./frame.js";
import { HandMarks } from "./hand_marks.js";
import { layersOn } from "./layers.js";
import { showMove } from "./motion.js";
import { Premove } from "./premove.js";
import { spoken } from "./spoken.js";

const DRAG = 0.25; // so far, in cells, the pointer moves before a click is a drag
const PICTURE = 100; // the side of the box that pieces are drawn in

export class BoardView {
  /**
   * @param {HTMLElement} place  the place of the board
   * @param {(actions: object[]) => void} chosen  called with the actions that the player may mean, at least one
   */
  constructor(place, chosen) {
    this.place = place;
    this.chosen = chosen;
    this.flipped = false;
    this.selected = null;
    this.live = false; // whether moves can be made now
    this.position = null;
    this.heat = new Map();
    this.values = new Map(); // what an analyst says of moves, in a few characters, by action
    this.layers = []; // marks of what the game knows of the position
    this.best = []; // the best move by each analyst; null where none is known
    this.hint = null;
    [this.dragged, this.dropped] = [null, null]; // a hand's piece, and the cell that it was dropped on last
    this.byHand = new HandMarks(this);
    this.premove = new Premove(this);
    this.paint = null; // in an editor: called with the cell that is meant
  }

  /** Shows a game's board without a position. */
  setLook(look) {
    this.look = look;
    this.position = null; // it is of another board, as what is drawn on it
    this.layers = [];
    this.byHand.forget();
    this.premove.clear();
    this.focused = look.layout.cells[0].cell;
    this.build();
  }

  flip(flipped = !this.flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    this.build();
    this.draw();
  }

  /** Shows a position; `follows`: it comes one move after the last one, which is animated. */
  show(position, live, follows = false) {
    const isOther = this.position?.node !== position.node || position.node === undefined;
    this.position = position;
    this.live = live;
    this.selected = null;
    this.hint = null;
    this.heat = new Map();
    this.values = new Map();
    this.best = [];
    if (isOther) {
      this.layers = [];
      this.byHand.forget();
    }
    this.draw();
    if (follows) showMove(this, this.dropped);
    this.dropped = null;
  }

  /** Shows each action's share of the search, by action. */
  setHeat(shares) {
    this.heat = new Map(Object.entries(shares).map(([action, share]) => [Number(action), share]));
    this.drawAdvice();
  }

  /** Shows the move of each analyst, by action, null if unknown; and the values of moves. */
  setBest(actions, values = new Map()) {
    Object.assign(this, { best: actions, values });
    this.drawAdvice();
  }

  /** Shows the game's knowledge of the position. */
  setLayers(marks) {
    this.layers = marks;
    this.drawAdvice();
  }

  /** Shows one action as advice. */
  setHint(action) {
    this.hint = action;
    this.drawAdvice();
  }

  // --- geometry ---

  spot(x, y) {
    const { width, height } = this.look.layout;
    return this.flipped ? [width - x, height - y] : [x, y];
  }

  middle(cell) {
    const place = this.byNumber.get(cell);
    return this.spot(place.x, place.y);
  }

  points(cell) {
    const [x, y] = this.middle(cell);
    return this.look.layout.outline.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ");
  }

  at(event) {
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [place.x, place.y];
  }

  cellAt([x, y]) {
    let [found, nearest] = [null, 0.6];
    for (const { cell } of this.look.layout.cells) {
      const [cx, cy] = this.middle(cell);
      const away = Math.hypot(cx - x, cy - y);
      if (away < nearest) [found, nearest] = [cell, away];
    }
    return found;
  }

  // --- drawing ---

  build() {
    const { layout, cell_colours: colours } = this.look;
    this.byNumber = new Map(layout.cells.map((cell) => [cell.cell, cell]));
    const box = boxOf(this);
    this.svg = drawn("svg", { viewBox: box.join(" "), class: "board", role: "group", "aria-label": "Board" });
    this.place.style.setProperty("--shape", `${box[2] / box[3]}`);
    const cells = drawn("g", { class: "cells" });
    this.cells = new Map();
    const columns = this.columns();
    for (const { cell } of layout.cells) {
      const tone = (Math.floor(cell / columns) + (cell % columns)) % 2;
      const polygon = drawn("polygon", {
        points: this.points(cell),
        class: colours.length ? "cell" : "cell plain",
        role: "button",
        tabindex: cell === this.focused ? 0 : -1,
        "data-cell": cell,
      });
      if (colours.length) polygon.setAttribute("fill", colours[colours.length > 1 ? tone : 0]);
      this.cells.set(cell, polygon);
      cells.append(polygon);
    }
    this.marks = drawn("g", { class: "marks", "aria-hidden": "true" });
    this.tints = drawn("g", { "aria-hidden": "true" });
    this.pieceLayer = drawn("g", { class: "piece-layer", "aria-hidden": "true" });
    this.advice = drawn("g", { class: "advice", "aria-hidden": "true" });
    this.aim = new Aim(this);
    const names = labelsOf(this);
    this.svg.append(edgesOf(this), cells, this.tints, this.marks, this.premove.layer, this.pieceLayer, this.advice);
    this.svg.append(this.byHand.layer, names, this.aim.layer);
    const focused = this.place.contains(document.activeElement);
    this.place.replaceChildren(this.svg);
    this.listen();
    if (focused) this.cells.get(this.focused).focus(); // else the next key would mean the game, not the board
  }

  columns() {
    return this.look.layout.column_labels.length;
  }

  draw() {
    if (!this.position) return;
    const text = this.position.rows.join("");
    const marks = [];
    for (const cell of this.position.last) marks.push(drawn("polygon", { points: this.points(cell), class: "last" }));
    for (const cell of this.position.alarms) {
      const [cx, cy] = this.middle(cell);
      marks.push(drawn("circle", { cx, cy, r: 0.46, class: "alarm" }));
    }
    if (this.selected !== null) {
      marks.push(drawn("polygon", { points: this.points(this.selected), class: "selected" }));
    }
    const shown = this.targets();
    // If every empty cell can be played, marks on all of them carry no information.
    const empty = this.look.layout.cells.filter(({ cell }) => text[cell] === ".").length;
    for (const cell of this.selected === null && shown.size === empty ? [] : shown) {
      const [cx, cy] = this.middle(cell);
      const taken = text[cell] !== ".";
      const circle = { cx, cy, r: taken ? 0.44 : 0.13, class: taken ? "target taken" : "target", "data-target": cell };
      marks.push(drawn("circle", circle));
    }
    this.marks.replaceChildren(...marks);
    const drawnPieces = [];
    for (const { cell } of this.look.layout.cells) {
      const piece = text[cell];
      this.cells.get(cell).classList.toggle("outside", piece === " ");
      if (piece !== "." && piece !== " ") drawnPieces.push(this.man(cell, piece));
    }
    this.pieceLayer.replaceChildren(...drawnPieces);
    const moving = this.live && this.position.actions.some((action) => source(action) !== null);
    this.svg.classList.toggle("live", this.live);
    const slides = moving || this.byHand.isOn || (this.live && isSmall(this));
    this.svg.style.touchAction = slides ? "none" : "manipulation";
    this.byHand.changed();
    this.premove.draw();
    this.drawAdvice();
  }

  /** The names of the cells for screen readers. */
  nameCells() {
    if (!this.position) return;
    const [text, targets] = [this.position.rows.join(""), this.targets()];
    for (const [cell, polygon] of this.cells) polygon.setAttribute("aria-label", spoken(this, cell, text[cell], targets.has(cell)));
  }

  /** The cells on which a click would play now. */
  targets() {
    const found = new Set();
    for (const action of this.live ? this.position.actions : []) {
      if (action.cells.length && source(action) === this.selected) found.add(target(action));
    }
    return found;
  }

  /** A single piece as a small picture. */
  icon(piece) {
    return drawn("svg", { viewBox: "-0.5 -0.5 1 1", class: "icon", "aria-hidden": "true" }, this.drawn(piece));
  }

  man(cell, piece) {
    const [x, y] = this.middle(cell);
    const group = this.drawn(piece);
    group.dataset.man = cell;
    group.setAttribute("transform", `translate(${x} ${y})`);
    return group;
  }

  drawn(piece) {
    const look = this.look.pieces[piece] ?? { colour: "", ink: "", letter: piece, picture: "" };
    const group = drawn("g", { class: "man" });
    if (look.picture) {
      const scale = 0.96 / PICTURE;
      const box = drawn("g", { transform: `scale(${scale}) translate(${-PICTURE / 2} ${-PICTURE / 2})` });
      const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${look.picture}</svg>`, "image/svg+xml");
      box.append(...[...parsed.documentElement.childNodes].map((part) => document.importNode(part, true)));
      group.append(box);
      return group;
    }
    if (look.colour) group.append(drawn("circle", { r: 0.41, fill: look.colour, class: "disc" }));
    if (look.letter) group.append(drawn("text", { fill: look.ink, class: "letter" }, look.letter));
    return group;
  }

  drawAdvice() {
    if (!this.position) return;
    const [tints, texts] = layersOn(this, this.layers);
    this.tints.replaceChildren(...tints);
    this.advice.replaceChildren(...texts, ...adviceOn(this));
    // A value replaces the mark of a legal move.
    const valued = this.position.actions.filter(({ action }) => this.values.has(action)).map(target);
    for (const mark of this.marks.querySelectorAll("[data-target]")) {
      mark.toggleAttribute("hidden", valued.includes(Number(mark.dataset.target)));
    }
  }

  // --- playing ---

  select(cell) {
    this.selected = cell;
    this.draw();
  }

  /** A cell was clicked, touched, dropped on or confirmed by a key. */
  use(cell) {
    if (this.paint && cell !== null) this.paint(cell);
    if (cell !== null && !this.live) this.premove.use(cell);
    if (!this.live || cell === null) return;
    const { actions } = this.position;
    if (this.selected !== null) {
      const meant = actions.filter((action) => source(action) === this.selected && target(action) === cell);
      if (meant.length) {
        this.select(null);
        this.chosen(meant);
        return;
      }
    }
    const put = actions.filter((action) => action.cells.length && source(action) === null && target(action) === cell);
    const begins = actions.some((action) => source(action) === cell);
    if (put.length) this.chosen(put);
    this.select(begins && !put.length && this.selected !== cell ? cell : null);
  }

  listen() {
    this.svg.addEventListener("pointerdown", (event) => this.grip(event));
    this.svg.addEventListener("pointermove", (event) => this.pull(event));
    this.svg.addEventListener("pointerup", (event) => this.release(event));
    this.svg.addEventListener("pointercancel", () => this.putBack());
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    this.svg.addEventListener("keydown", (event) => this.key(event));
    this.svg.addEventListener("focusin", (event) => this.focus(Number(event.target.dataset.cell ?? this.focused)));
    // A screen reader clicks without a pointer.
    this.svg.addEventListener("click", (event) => {
      if (event.detail !== 0 || !event.target.dataset.cell) return;
      const cell = Number(event.target.dataset.cell);
      if (this.byHand.isOn) this.byHand.key("c", cell);
      else this.use(cell);
    });
  }

  grip(event) {
    const from = this.at(event);
    const cell = this.cellAt(from);
    const draws = !this.paint && this.byHand.draws(event);
    if (event.pointerType === "touch" && event.isPrimary) this.aim.begin(cell);
    if (draws) this.byHand.begin(cell);
    if (draws || event.button !== 0 || !event.isPrimary) return;
    this.byHand.clear();
    this.dragged = { cell, from, man: null };
  }

  pull(event) {
    const drag = this.dragged;
    if (!drag && !this.byHand.isOn) return;
    const [x, y] = this.at(event);
    if (this.byHand.isOn && event.isPrimary) this.byHand.point(this.cellAt([x, y]));
    if (this.aim.isOn) {
      this.svg.setPointerCapture(event.pointerId);
      this.aim.move(this.cellAt([x, y]));
    }
    if (!drag || !this.live || this.aim.isOn) return;
    if (!drag.man) {
      const begins = this.position.actions.some((action) => source(action) === drag.cell);
      if (!begins || Math.hypot(x - drag.from[0], y - drag.from[1]) < DRAG) return;
      this.svg.setPointerCapture(event.pointerId);
      this.select(drag.cell);
      drag.man = this.pieceLayer.querySelector(`[data-man="${drag.cell}"]`);
      drag.man.classList.add("dragged");
      this.pieceLayer.append(drag.man);
    }
    drag.man.setAttribute("transform", `translate(${x} ${y}) scale(1.15)`);
  }

  release(event) {
    const drag = this.dragged;
    const cell = this.cellAt(this.at(event));
    const isAimed = event.isPrimary && this.aim.end();
    if (this.byHand.draws(event)) this.byHand.end(cell);
    if (event.button !== 2) this.dragged = null;
    if (!drag || event.button === 2) return;
    if (!drag.man) {
      if (cell === drag.cell || isAimed) this.use(cell);
    } else if (cell === drag.cell) this.select(cell);
    else {
      this.dropped = cell;
      this.use(cell);
      if (this.selected !== null) this.select(null); // dropped where it cannot go
    }
    if (drag.man) this.draw();
  }

  putBack() {
    this.dragged = null;
    this.byHand.end(null);
    this.aim.end();
    this.draw();
  }

  key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in steps && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const next = neighbourOf(this, this.focused, steps[event.key]);
      if (next !== null) this.cells.get(next).focus();
    } else if (event.key === "Enter" || event.key === " ") this.use(this.focused);
    else if (event.key === "Escape") {
      this.premove.clear();
      this.select(null);
    } else if (!this.byHand.key(event.key, this.focused)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(cell) {
    if (!this.cells.has(cell)) return;
    this.cells.get(this.focused)?.setAttribute("tabindex", -1);
    this.focused = cell;
    this.cells.get(cell).setAttribute("tabindex", 0);
  }
}
