// Knowledge of a game about a position, as layers on the board that a visitor can switch on.

import { drawn, made } from "../shared/elements.js";

/**
 * The elements of layers: tints below the pieces, and texts above them.
 * @param {import("./board.js").BoardView} board
 * @param {{kind: string, cells: number[], text: string}[]} marks
 */
export function layersOn(board, marks) {
  const [tints, texts] = [[], []];
  for (const { kind, cells, text } of marks) {
    for (const cell of cells) {
      tints.push(drawn("polygon", { points: board.points(cell), class: `layer ${kind}` }));
      const [x, y] = board.middle(cell);
      if (text) texts.push(drawn("text", { x: x + (text.length > 2 ? 0.2 : 0), y: y + 0.3, class: "layer-text" }, text));
    }
  }
  return [tints, texts];
}

export class Layers {
  /**
   * @param {HTMLElement} place
   * @param {import("./board.js").BoardView} board
   * @param {(what: string, fields: object) => void} say  sends the server a message
   */
  constructor(place, board, say) {
    this.place = place;
    this.board = board;
    this.say = say;
    this.fields = new Map();
    this.words = made("ul", { className: "layer-words" });
    this.words.setAttribute("aria-live", "polite");
    this.seen = null;
  }

  /** Another game: offers its layers; those that were on when it was last shown are on again. */
  enter(game, layers = []) {
    const kept = (localStorage.getItem(`layers ${game}`) ?? "").split(" ");
    this.fields.clear();
    const labels = layers.map(({ layer, title }) => {
      const field = made("input", { type: "checkbox", checked: kept.includes(layer) });
      field.addEventListener("change", () => {
        localStorage.setItem(`layers ${game}`, this.chosen().join(" "));
        this.ask();
      });
      this.fields.set(layer, field);
      return made("label", {}, field, ` ${title}`);
    });
    this.place.replaceChildren(...labels, this.words);
    this.place.closest("details").hidden = !layers.length;
  }

  chosen() {
    return [...this.fields].filter(([, field]) => field.checked).map(([layer]) => layer);
  }

  /** Another position is shown. */
  show(position, isAdvised) {
    this.seen = isAdvised ? position : null;
    this.words.replaceChildren();
    this.ask();
  }

  ask() {
    const layers = this.chosen();
    if (this.seen && layers.length) this.say("layers", { node: this.seen.node, layers });
    else this.heard({ node: this.seen?.node, layers: [] });
  }

  /** @param {{node: number, layers: {layer: string, words: string, marks: object[]}[]}} found */
  heard({ node, layers }) {
    if (node !== this.seen?.node) return;
    const wanted = this.chosen();
    const shown = layers.filter(({ layer }) => wanted.includes(layer));
    this.board.setLayers(shown.flatMap(({ marks }) => marks));
    this.words.replaceChildren(...shown.map(({ words }) => made("li", { textContent: words })));
  }
}
