// The panels of two analysts: which analyst each uses, and its results as lines that can be played on the board.

import { made } from "../shared/elements.js";
import { counted, unbroken } from "../shared/status.js";
import { Steady } from "../shared/steady.js";

const SLOTS = [0, 1];

/** A short form of a count: 950, 12k, 3.4M. */
function short(count) {
  const [size, letter] = [[1e9, "G"], [1e6, "M"], [1e3, "k"]].find(([size]) => count >= size) ?? [1, ""];
  const scaled = count / size;
  return `${letter && scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)}${letter}`;
}

export class Panels {
  /**
   * @param {HTMLElement} place
   * @param {{changed: (slot: number) => void, played: (actions: number[]) => void}} does  called when an analyst is
   * switched on or off or replaced; called with the moves of a line up to the clicked one
   */
  constructor(place, does) {
    this.panels = SLOTS.map((slot) => {
      const on = made("input", { type: "checkbox" });
      const who = made("select");
      who.setAttribute("aria-label", slot ? "second analyst" : "first analyst");
      const report = made("div", { className: "report" });
      for (const part of [on, who]) part.addEventListener("change", () => does.changed(slot));
      report.addEventListener("click", (event) => {
        const line = event.target.dataset.actions;
        if (line) does.played(line.split(" ").map(Number));
      });
      report.addEventListener("keydown", (event) => this.key(event));
      const head = made("label", { className: "switch" }, on, `Analyst ${slot + 1} `);
      place.append(made("div", { className: `analyst slot-${slot}` }, head, who, report));
      return { on, who, report, steady: new Steady(report) };
    });
  }

  /** Offers the analysts and the advisers that judge each move, and in the second panel also the levels. */
  offer(analysts, advisers, levels) {
    const listed = (label, found) => {
      const group = made("optgroup", { label });
      group.append(...found.map(({ by, title }) => made("option", { value: by, textContent: title })));
      return group;
    };
    for (const [slot, { on, who }] of this.panels.entries()) {
      const groups = [listed("Analysts", analysts)];
      if (advisers.length) groups.push(listed("Advice on each move", advisers));
      if (slot && levels.length) groups.push(listed("Moves of a level", levels));
      who.replaceChildren(...groups);
      who.selectedIndex = Math.min(slot, who.options.length - 1);
      on.disabled = who.disabled = analysts.length === 0;
      on.checked = on.checked && analysts.length > 0;
    }
  }

  /** Switches the first one on. */
  start() {
    this.panels[0].on.checked = !this.panels[0].on.disabled;
  }

  /** The analyst of each slot; null if there is none. */
  asked() {
    return this.panels.map(({ on, who }) => (on.checked ? who.value : null));
  }

  /** The name of the analyst for users. */
  title(slot) {
    return this.panels[slot].who.selectedOptions[0]?.textContent ?? "";
  }

  /** Removes an analyst's results. */
  clear(slot) {
    const { report, steady } = this.panels[slot];
    steady.drawAnew(() => report.replaceChildren());
  }

  /** Says that there is no result yet: others are thinking, or code is being compiled. */
  wait(slot) {
    const { report, steady } = this.panels[slot];
    steady.drawAnew(() => report.replaceChildren(made("p", { className: "effort", textContent: "please wait …" })));
  }

  /**
   * Shows an analyst's result.
   * @param {number} slot
   * @param {object} found  as sent by the server
   * @param {string[]} players
   * @param {number} player  the player to move
   * @param {boolean} playable  whether a line can be played
   * @param {number?} searched  depth that a continuing search has reached, if less than the depth shown
   */
  show(slot, found, players, player, playable, searched) {
    this.panels[slot].steady.draw(() => this.draw(slot, found, players, player, playable, searched));
  }

  draw(slot, found, players, player, playable, searched) {
    const list = made("ol", { className: "lines" });
    for (const row of found.rows) {
      const moves = made("span", { className: "moves" });
      for (const [number, move] of row.moves.entries()) {
        if (number) moves.append(" ");
        moves.append(playable ? this.step(row, number, move) : move);
      }
      const visits = row.visits === null ? "" : ` · ${counted(row.visits, "visit")}`;
      list.append(made("li", {}, made("strong", { textContent: row.words }), " ", moves, visits));
    }
    const { report } = this.panels[slot];
    const focused = report.contains(document.activeElement) ? document.activeElement.dataset.actions : undefined;
    report.replaceChildren(this.head(found, players, player), list, this.foot(found, searched));
    if (focused !== undefined) {
      const again = report.querySelector(`[data-actions="${focused}"]`) ?? report.querySelector("[data-actions]");
      again?.focus({ preventScroll: true });
    }
  }

  /** A move of a line; a click plays the line up to it. */
  step(row, number, textContent) {
    const button = made("button", { type: "button", className: "step", textContent, tabIndex: number ? -1 : 0 });
    button.dataset.actions = row.actions.slice(0, number + 1).join(" ");
    return button;
  }

  head(found, players, player) {
    const head = made("p", { className: "chance" });
    if (found.chance === null) {
      head.append(found.rows.length ? `${players[player]} to move` : "no depth completed yet");
      return head;
    }
    const meter = made("meter", { min: -1, max: 1, value: found.chance });
    meter.setAttribute("aria-label", `chances of ${players[0]}`);
    const words = unbroken(`${players[0]} ${Math.round(50 * (1 + found.chance))} %`);
    head.append(meter, ` ${words}, ${players[player]} to move`);
    return head;
  }

  foot(found, searched) {
    const parts = found.nodes ? [counted(found.nodes, "position")] : [];
    if (found.depth) parts.unshift(`depth ${found.depth}`);
    if (found.seconds) parts.push(`${short(found.nodes / found.seconds)} per second`, `${found.seconds.toFixed(1)} s`);
    let words = parts.join(", ") + (found.done ? "" : "\u00a0…");
    if (searched !== null) words += `; earlier result, the current search is at depth ${searched}`;
    return made("p", { className: "effort", textContent: words });
  }

  /** The arrow keys move along a line. */
  key(event) {
    const steps = [...event.currentTarget.querySelectorAll(".step")];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !event.target.dataset.actions) return;
    steps[steps.indexOf(event.target) + step]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
