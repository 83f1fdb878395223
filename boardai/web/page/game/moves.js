// The moves of a game with its variations: the main line in two columns, with a row for each turn of both players;
// comments and other lines in brackets between the rows, as in a book.

import { made } from "../shared/elements.js";
import { Steady } from "../shared/steady.js";
import { commentElement, isJudged, signs } from "./words.js";

export class MoveList {
  /**
   * @param {HTMLElement} place
   * @param {{chosen: (node: number) => void, menu: (node: number, button: HTMLElement) => void,
   * called with the position to show, to open a menu for,
   * or to delete
   */
  constructor(place, does) {
    this.place = place;
    this.steady = new Steady(place);
    const nodeOf = (event) => event.target.dataset.node && Number(event.target.dataset.node);
    place.addEventListener("click", (event) => {
      if (nodeOf(event) !== undefined) does.chosen(nodeOf(event));
    });
    place.addEventListener("contextmenu", (event) => {
      if (nodeOf(event) === undefined) return;
      event.preventDefault();
      does.menu(nodeOf(event), event.target);
    });
    place.addEventListener("keydown", (event) => {
      if (event.key === "Delete" && nodeOf(event) !== undefined) does.removed(nodeOf(event));
      else if (event.key === "ArrowUp" || event.key === "ArrowDown") this.walk(event.key === "ArrowDown" ? 1 : -1);
      else return;
      event.preventDefault();
    });
  }

  /** Moves the focus to the move before or after the focused one. */
  walk(step) {
    const buttons = [...this.place.querySelectorAll("button")];
    buttons[buttons.indexOf(document.activeElement) + step]?.focus();
  }

  /**
   * @param {import("./tree.js").Tree} nodes
   * @param {number} at  the position shown
   * @param {Map<number, string>} marks  such as "??", by node
   */
  show(nodes, at, marks) {
    const isSame = nodes === this.nodes;
    Object.assign(this, { nodes, at, marks });
    if (isSame) this.steady.draw(() => this.draw());
    else this.steady.drawAnew(() => this.draw());
  }

  draw() {
    const { nodes } = this;
    const list = made("div", { className: "line" });
    list.append(made("p", { className: "between" }, this.button(0, "Start")));
    this.between(list, (place) => this.say(place, nodes.get(0).comment));
    this.writeRows(list);
    const focused = this.place.contains(document.activeElement);
    this.place.replaceChildren(list);
    // Scrolls only the list: the page itself does not move.
    const here = list.querySelector("[aria-current]");
    if (focused) here.focus({ preventScroll: true });
    this.place.scrollTop = here.offsetTop - this.place.clientHeight / 2;
  }

  writeRows(list) {
    let [node, ply, filled] = [0, 1, 2]; // filled: the columns that are taken in the last row
    while (this.nodes.children(node).length) {
      const [main, ...others] = this.nodes.children(node);
      const move = this.nodes.get(main);
      if (this.between(list, (place) => this.say(place, move.opening))) filled = 2;
      if (move.player < filled) {
        list.append(made("span", { className: "number", textContent: `${Math.ceil(ply / 2)}.` }));
        if (move.player) list.append(made("span", { className: "first quiet", textContent: "\u2026" }));
      }
      const button = this.button(main, move.move);
      button.classList.add(move.player ? "second" : "first");
      list.append(button);
      filled = move.player + 1;
      if (this.between(list, (place) => this.say(place, move.comment))) filled = 2;
      for (const other of others) {
        this.between(list, (place) => this.writeVariation(place, other, ply));
        filled = 2;
      }
      node = main;
      ply += 1;
    }
  }

  /** Writes a paragraph between the rows if it has content; returns whether it has. */
  between(list, write) {
    const place = made("p", { className: "between" });
    write(place);
    if (place.hasChildNodes()) list.append(place);
    return place.hasChildNodes();
  }

  writeVariation(list, first, ply) {
    const variation = made("span", { className: "variation" }, "(", signs(this.nodes.get(first).opening_glyphs));
    this.say(variation, this.nodes.get(first).opening);
    variation.append(this.number(first, ply, true), this.button(first, this.nodes.get(first).move));
    this.write(variation, first, ply + 1, this.say(variation, this.nodes.get(first).comment));
    variation.append(") ");
    list.append(variation);
  }

  /** Writes the moves after a position. Lines are followed by a loop, so that long games do not nest calls deeply. */
  write(list, node, ply, numbered) {
    while (this.nodes.children(node).length) {
      const [main, ...others] = this.nodes.children(node);
      this.say(list, this.nodes.get(main).opening);
      list.append(this.number(main, ply, numbered), this.button(main, this.nodes.get(main).move));
      numbered = this.say(list, this.nodes.get(main).comment);
      for (const other of others) {
        this.writeVariation(list, other, ply);
        numbered = true;
      }
      node = main;
      ply += 1;
    }
  }

  /** Writes a comment; returns whether there was one. */
  say(list, comment) {
    const said = comment ? commentElement(comment) : null;
    if (said) list.append(said);
    return said !== null;
  }

  number(node, ply, always) {
    const first = this.nodes.get(node).player === 0;
    if (!first && !always) return " ";
    return ` ${Math.ceil(ply / 2)}.${first ? "" : ".."} `;
  }

  button(node, words) {
    const button = made("button", { type: "button" });
    button.dataset.node = node;
    const { glyphs } = this.nodes.get(node);
    const mark = isJudged(glyphs) ? "" : (this.marks.get(node) ?? ""); // a file's own judgement goes first
    button.textContent = words + signs(glyphs) + mark;
    if (mark) button.classList.add(mark === "??" ? "blunder" : "mistake");
    if (node === this.at) button.setAttribute("aria-current", "true");
    button.tabIndex = node === this.at ? 0 : -1; // one stop for Tab; the arrow keys continue from there
    return button;
  }
}
