// A game judged move by move: the graph of the chances, statistics of each side, and a sentence at each mistake.

import { drawn, made } from "../shared/elements.js";
import { unbroken } from "../shared/status.js";
import { Steady } from "../shared/steady.js";

const [WIDTH, HEIGHT] = [300, 90]; // of the graph, in its own units

export class Review {
  /**
   * @param {{graph: HTMLElement, verdict: HTMLElement, sides: HTMLElement}} places
   * @param {(node: number) => void} chosen  called with a position of the graph that the user selects
   */
  constructor(places, chosen) {
    this.places = places;
    this.chosen = chosen;
    this.steady = new Steady(places.graph);
    this.clear();
  }

  clear() {
    this.found = { nodes: [], chances: [], marks: [] };
  }

  /** @param {object} message  as sent by the server */
  hear(message) {
    this.found = message;
  }

  /** Positions were deleted: the judgements end before the first deleted one. */
  cut(tree) {
    const gone = this.found.nodes.findIndex((node) => !tree.has(node));
    if (gone < 0) return;
    for (const name of ["nodes", "chances", "marks"]) this.found[name].splice(gone);
  }

  /** Marks such as "??", by node. */
  marks() {
    return new Map(this.found.nodes.map((node, number) => [node, this.found.marks[number] ?? ""]));
  }

  /** Draws the graph, with the position shown. */
  draw(at, players) {
    this.steady.draw(() => this.drawGraph(at, players));
    this.showSides(at, players);
  }

  /** Shows how well each side has played, and the judgement of the move that led to a position. */
  showSides(at, players) {
    const { sides, sentences, words, done } = this.found;
    this.places.verdict.textContent = unbroken(sentences?.[at] ?? "");
    if (!sides) {
      this.places.sides.replaceChildren();
      return;
    }
    const names = ["accuracy", "?!", "?", "??"];
    const head = made("tr", {}, made("td"), ...names.map((textContent) => made("th", { scope: "col", textContent })));
    const rows = sides.map(({ accuracy, marks }, player) => {
      const cells = [accuracy === null ? "" : `${accuracy.toFixed(1)} %`, ...marks];
      const name = made("th", { scope: "row", textContent: players[player] });
      return made("tr", {}, name, ...cells.map((textContent) => made("td", { textContent })));
    });
    const caption = made("caption", { textContent: `Judged by ${words}${done ? "" : "\u00a0…"}` });
    const table = made("table", { className: "figures" }, caption, made("thead", {}, head), made("tbody", {}, ...rows));
    this.places.sides.replaceChildren(table);
  }

  /** Draws player 0's expected result after each move; a click selects the position. */
  drawGraph(at, players) {
    const { nodes, chances, marks } = this.found;
    if (!chances.length) {
      this.places.graph.replaceChildren();
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
      this.chosen(nodes[Math.max(0, Math.min(nodes.length - 1, Math.round(x / step)))]);
    });
    this.places.graph.replaceChildren(svg);
  }
}
