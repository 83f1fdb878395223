// The tree of a search: a list of moves, each of which can be opened, with the search's numbers and a small board.

import { made } from "../shared/elements.js";
import { pictureIn } from "../board/picture.js";
import { counted } from "../shared/status.js";
import { Steady } from "../shared/steady.js";

const MOST_OPEN = 40; // positions that the server sends at once

export class SearchTree {
  /**
   * @param {HTMLElement} place
   * @param {(paths: number[][]) => void} opened  called with all open positions, each as the moves that lead to it
   */
  constructor(place, opened) {
    this.place = place;
    this.place.tabIndex = -1; // it takes the keyboard's focus where the last row has gone
    this.opened = opened;
    this.steady = new Steady(place);
    this.hasBoards = true;
    place.addEventListener("click", ({ target }) => this.press(target.closest("button")));
    place.addEventListener("keydown", (event) => this.key(event));
    this.clear();
  }

  /** Prepares for another tree. */
  clear(look, flipped) {
    Object.assign(this, { look, flipped, found: null, branches: new Map(), open: new Set(), shut: new Set() });
    const focused = this.focused();
    this.steady.drawAnew(() => this.place.replaceChildren());
    this.focus(focused);
  }

  /** The open positions, in the server's form. */
  paths() {
    return [[], ...[...this.open].map((key) => key.split(" ").map(Number))];
  }

  /**
   * Shows a tree, unless a newer view of it is shown: an answer about open positions may arrive after a newer tree.
   * @param {object} found  as sent by the server
   * @param {boolean} isOther  whether it is another step, for which nothing is closed
   * @returns {boolean} whether it was shown
   */
  show(found, isOther) {
    if (this.found && found.view <= this.found.view) return false;
    if (isOther) this.shut.clear();
    this.found = found;
    this.branches = new Map(found.branches.map((branch) => [branch.path.join(" "), branch]));
    this.steady.draw(() => this.draw());
    return true;
  }

  setBoards(on) {
    this.hasBoards = on;
    this.draw();
  }

  draw() {
    if (!this.found) return;
    const focused = this.focused();
    this.place.replaceChildren(this.level("", this.found.looked_at));
    this.focus(focused);
  }

  /** The row with the keyboard focus, or undefined. */
  focused() {
    return this.place.contains(document.activeElement) ? (document.activeElement.dataset.path ?? "") : undefined;
  }

  /** Restores the focus: on the same row, or if it is gone on the nearest one above, the first one, or the list. */
  focus(path) {
    if (path === undefined) return;
    const row = (key) => this.place.querySelector(`[data-path="${key}"]`);
    const moves = path.split(" ");
    let found = row(path);
    while (!found && moves.pop() !== undefined) found = row(moves.join(" "));
    (found ?? this.place.querySelector("[data-path]") ?? this.place).focus({ preventScroll: true });
  }

  isOpen(key) {
    return this.branches.has(key) && !this.shut.has(key);
  }

  /** The moves of a position, and those below its open moves. */
  level(key, looked, move) {
    const { rows, hidden, board, player } = this.branches.get(key) ?? { rows: [], hidden: 0 };
    const all = rows.reduce((sum, { visits }) => sum + visits, 0);
    const items = rows.map((row) => this.item(row, key ? `${key} ${row.action}` : `${row.action}`, all, looked, player));
    const more = `${counted(hidden, "more move")}, searched less`;
    if (hidden) items.push(made("li", { className: "tree-more quiet", textContent: more }));
    const parts = [made("ul", {}, ...items)];
    if (this.hasBoards && board) {
      const place = made("div");
      pictureIn(place, this.look, this.flipped).show({ ...board, actions: [] }, false);
      const words = key ? `after ${move}` : "searched";
      parts.unshift(made("figure", { className: "tree-board" }, place, made("figcaption", { textContent: words })));
    }
    return made("div", { className: "tree-level" }, ...parts);
  }

  item(row, key, all, looked, player) {
    const { action, move, words, visits, terms, below, best, kind } = row;
    const isOpen = this.isOpen(key);
    const isLookedAt = looked?.[0] === action;
    const bar = made("span", { className: "tree-share" });
    bar.style.width = `${all ? Math.round((100 * visits) / all) : 0}%`;
    const unit = this.found.counts_visits ? "visit" : "position";
    const parts = [
      made("span", { className: "tree-mark", ariaHidden: "true", textContent: below ? (isOpen ? "▾" : "▸") : "·" }),
      made("span", { className: `tree-move ${player ? "second" : "first"}`, textContent: move }),
      made("span", { className: "tree-value", textContent: words || "not known" }),
      made("span", { className: "tree-visits", textContent: visits ? counted(visits, unit) : kind === "pruned" ? "" : `no ${unit}` }),
    ];
    if (terms.length) {
      const shown = terms.map(([name, text]) => made("span", {}, made("b", { textContent: name }), ` ${text}`));
      parts.push(made("span", { className: "tree-terms" }, ...shown.flatMap((one) => [one, " "])));
    }
    const head = made(below ? "button" : "span", { className: `tree-row ${kind}` }, bar, ...parts.flatMap((one) => [one, " "]));
    head.classList.toggle("best", best);
    head.classList.toggle("looked-at", isLookedAt);
    if (isLookedAt) head.setAttribute("aria-current", "true");
    if (below) {
      head.type = "button";
      head.dataset.path = key;
      head.setAttribute("aria-expanded", isOpen);
    }
    const item = made("li", {}, made("div", { className: "tree-line" }, head));
    if (isOpen) item.append(this.level(key, isLookedAt ? looked.slice(1) : null, move));
    return item;
  }

  press(button) {
    if (!button) return;
    const { path } = button.dataset;
    if (this.isOpen(path)) {
      this.shut.add(path);
      this.close(path);
    } else {
      this.shut.delete(path);
      // The oldest open position that does not lead here is closed, with those below it, so that one more can be opened.
      if (this.open.size >= MOST_OPEN - 1) this.close([...this.open].find((key) => !`${path} `.startsWith(`${key} `)));
      this.open.add(path);
    }
    this.draw();
    this.opened(this.paths());
  }

  /** Closes a position and those below it. */
  close(path) {
    for (const key of this.open) if (`${key} `.startsWith(`${path} `)) this.open.delete(key);
  }

  /** Arrow keys move through the rows, open and close them. */
  key(event) {
    const button = event.target.closest("[data-path]");
    if (!button || event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = [...this.place.querySelectorAll("[data-path]")];
    const at = rows.indexOf(button);
    const isOpen = button.getAttribute("aria-expanded") === "true";
    if (event.key === "ArrowDown") rows[at + 1]?.focus();
    else if (event.key === "ArrowUp") rows[at - 1]?.focus();
    else if (event.key === "ArrowRight" && !isOpen) this.press(button);
    else if (event.key === "ArrowLeft" && isOpen) this.press(button);
    else if (event.key === "ArrowLeft") {
      const above = button.dataset.path.split(" ").slice(0, -1).join(" ");
      this.place.querySelector(`[data-path="${above}"]`)?.focus();
    } else if (!["ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
