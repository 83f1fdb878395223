// Advice: analysts side by side with their lines, and the graph of a game's value.

import { drawn, made } from "./elements.js";

const SLOTS = [0, 1];
const [WIDTH, HEIGHT] = [300, 90]; // of the graph, in its own units

/** The analysts' panels. */
export class Analysts {
  /**
   * @param {HTMLElement} place
   * @param {(slot: number) => void} changed  called when somebody is switched on or off, or another one is chosen
   */
  constructor(place, changed) {
    this.panels = SLOTS.map((slot) => {
      const on = made("input", { type: "checkbox" });
      const who = made("select");
      who.setAttribute("aria-label", slot ? "second analyst" : "first analyst");
      const told = made("div", { className: "told" });
      for (const part of [on, who]) part.addEventListener("change", () => changed(slot));
      const head = made("label", { className: "switch" }, on, slot ? " and " : " ask ");
      place.append(made("div", { className: "analyst" }, head, who, told));
      return { on, who, told };
    });
  }

  /** Offers these, the second panel beginning with the second one. */
  offer(analysts) {
    for (const [slot, { on, who }] of this.panels.entries()) {
      who.replaceChildren(...analysts.map(({ by, title }) => made("option", { value: by, textContent: title })));
      who.selectedIndex = Math.min(slot, analysts.length - 1);
      on.disabled = who.disabled = analysts.length === 0;
      on.checked = on.checked && analysts.length > 0;
    }
  }

  /** Switches the first one on. */
  start() {
    this.panels[0].on.checked = !this.panels[0].on.disabled;
  }

  /** Who is asked, by slot; null where nobody is. */
  asked() {
    return this.panels.map(({ on, who }) => (on.checked ? who.value : null));
  }

  /** Takes away what one of them has found, or all. */
  clear(slot = null) {
    for (const [number, { told }] of this.panels.entries()) {
      if (slot === null || slot === number) told.replaceChildren();
    }
  }

  /** Says that nothing has been found yet: others are thinking, or something is being compiled. */
  wait(slot) {
    this.panels[slot].told.replaceChildren(made("p", { className: "effort", textContent: "please wait \u2026" }));
  }

  /** Shows what an analyst has found. */
  show(slot, found, players, player) {
    const list = made("ol", { className: "lines" });
    for (const row of found.rows) {
      const moves = made("span", { className: "moves", textContent: row.moves.join(" ") });
      const visits = row.visits === null ? "" : ` · ${row.visits.toLocaleString("en")} ${row.visits === 1 ? "visit" : "visits"}`;
      list.append(made("li", {}, made("strong", { textContent: row.words }), " ", moves, visits));
    }
    const effort = [`${found.nodes.toLocaleString("en")} positions`, `${found.seconds.toFixed(1)} s`];
    if (found.depth) effort.unshift(`depth ${found.depth}`);
    const head = made("p", { className: "chance" });
    if (found.chance === null) {
      head.append("no depth was completed, nothing is known yet");
    } else {
      const meter = made("meter", { min: -1, max: 1, value: found.chance });
      meter.setAttribute("aria-label", `chances of ${players[0]}`);
      const words = `${players[0]} ${Math.round(50 * (1 + found.chance))} %`;
      head.append(meter, ` ${words}, ${players[player]} to move`);
    }
    const foot = made("p", { className: "effort", textContent: effort.join(", ") + (found.done ? "" : " …") });
    this.panels[slot].told.replaceChildren(head, list, foot);
  }
}

/** Tells how well each side has played, and what a review says of the move that led to a position. */
export function showReview(place, verdict, { sides, sentences, by, done }, at, players) {
  verdict.textContent = sentences?.[at] ?? "";
  if (!sides) {
    place.replaceChildren();
    return;
  }
  const names = ["accuracy", "?!", "?", "??"];
  const head = made("tr", {}, made("td"), ...names.map((textContent) => made("th", { scope: "col", textContent })));
  const rows = sides.map(({ accuracy, marks }, player) => {
    const cells = [accuracy === null ? "" : `${accuracy.toFixed(1)} %`, ...marks];
    const name = made("th", { scope: "row", textContent: players[player] });
    return made("tr", {}, name, ...cells.map((textContent) => made("td", { textContent })));
  });
  const caption = made("caption", { textContent: `Judged by ${by}${done ? "" : " …"}` });
  place.replaceChildren(made("table", { className: "figures" }, caption, made("thead", {}, head), made("tbody", {}, ...rows)));
}

/** Draws what player 0 could expect after each move; a click goes there. */
export function drawGraph(place, { nodes, chances, marks }, at, players, chosen) {
  if (!chances.length) {
    place.replaceChildren();
    return;
  }
  const step = WIDTH / Math.max(nodes.length - 1, 1);
  const spot = (number) => [number * step, (HEIGHT / 2) * (1 - chances[number])];
  const svg = drawn("svg", { viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, class: "graph", role: "img" });
  svg.setAttribute("aria-label", `chances of ${players[0]} through the game, above the middle where it is ahead`);
  const line = chances.map((_, number) => spot(number).join(",")).join(" ");
  svg.append(
    drawn("rect", { width: WIDTH, height: HEIGHT, class: "ground" }),
    drawn("polygon", { points: `0,${HEIGHT} ${line} ${spot(chances.length - 1)[0]},${HEIGHT}`, class: "area" }),
    drawn("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
    drawn("polyline", { points: line, class: "curve" }),
  );
  for (const [number, mark] of marks.entries()) {
    if (!mark) continue;
    const [cx, cy] = spot(number);
    svg.append(drawn("circle", { cx, cy, r: 3, class: mark === "??" ? "blunder" : "mistake" }));
  }
  const here = nodes.indexOf(at);
  if (here >= 0) svg.append(drawn("line", { x1: here * step, x2: here * step, y1: 0, y2: HEIGHT, class: "here" }));
  svg.addEventListener("click", (event) => {
    const x = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse()).x;
    chosen(nodes[Math.max(0, Math.min(nodes.length - 1, Math.round(x / step)))]);
  });
  place.replaceChildren(svg);
}

/** Shows a position in detail: what evaluations say of it, and the tree of a search. */
export function showExplanation(place, figure, { evaluations, tree, by }, player) {
  const rows = evaluations.flatMap(({ name, words, parts }) => [
    made("tr", {}, made("th", { scope: "row", textContent: name }), made("td", { textContent: words })),
    ...parts.map((part) =>
      made(
        "tr",
        { className: "part" },
        made("th", { scope: "row", textContent: part.name.replaceAll("_", " ") }),
        made("td", { textContent: part.words }),
      ),
    ),
  ]);
  const caption = made("caption", { textContent: `What the evaluations say, for ${player}` });
  place.replaceChildren(...(rows.length ? [made("table", {}, caption, made("tbody", {}, ...rows))] : []));
  const words = `The tree of a second's search (${by})`;
  // As a picture, so that what it brings along of styles stays its own.
  const picture = made("img", { alt: words, src: `data:image/svg+xml,${encodeURIComponent(tree)}` });
  figure.replaceChildren(...(tree ? [made("figcaption", { textContent: words }), picture] : []));
}
