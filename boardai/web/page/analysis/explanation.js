// A position in detail: the results of evaluations, and the tree of a search, while it grows or step by step.

import { made } from "../shared/elements.js";
import { SearchTree } from "./search_tree.js";
import { counted } from "../shared/status.js";

// The meaning of the numbers in a tree, by their names.
const MEANINGS = {
  P: "P: the prior probability of the move",
  Q: "Q: its mean value from −1 to 1, for the player who makes it",
  U: "U: the exploration bonus; a simulation follows the move with the largest Q + U",
  V: "V: the mean outcome from −1 to 1, for the player who makes the move",
  UCB: "UCB: V plus the exploration bonus; a simulation follows the move with the largest UCB",
  window: "window: α and β; for a value outside it a bound is enough",
  proof: "proof: the minimum number of positions that must still be proven won to prove a win",
  disproof: "disproof: the minimum number that must still be proven not won to disprove it",
};

const EXPLAINING = 3; // the number of the messages that ask for an explanation

export class Explanation {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {(what: string, fields: object) => void} say  sends the server a message
   */
  constructor(dialog, say) {
    this.dialog = dialog;
    this.say = say;
    const at = (name) => dialog.querySelector(name);
    this.evaluations = at("#evaluations");
    this.by = at("#tree-by");
    this.size = at("#tree-size");
    this.boards = at("#tree-boards");
    this.walk = at("#tree-steps");
    this.place = at("#tree-step");
    this.text = at("#tree-text");
    this.words = at("#tree-words");
    this.legend = at("#tree-legend");
    this.refused = at(".refused");
    this.tree = new SearchTree(at("#tree"), (paths) => this.askFor(paths));
    const details = this.evaluations.closest("details");
    details.open = (localStorage.getItem("evaluations") ?? (innerWidth > 640 ? "open" : "shut")) === "open";
    // A click comes before the change; the code above that opens it is not the visitor's choice.
    details.querySelector("summary").addEventListener("click", () => {
      localStorage.setItem("evaluations", details.open ? "shut" : "open");
    });
    at("[data-do=close]").addEventListener("click", () => this.close());
    this.boards.checked = localStorage.getItem("tree boards") !== "no";
    this.tree.hasBoards = this.boards.checked;
    dialog.addEventListener("close", () => this.say("close_tree", {}));
    this.by.addEventListener("change", () => this.chosen());
    this.size.addEventListener("change", () => {
      // Once for each number: leaving the field reports it again.
      if (this.size.value !== this.asked && this.size.reportValidity()) this.ask();
    });
    this.size.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // which would close the dialog
      this.size.dispatchEvent(new Event("change"));
    });
    this.boards.addEventListener("change", () => {
      localStorage.setItem("tree boards", this.boards.checked ? "yes" : "no");
      this.tree.setBoards(this.boards.checked);
    });
    this.place.addEventListener("input", () => this.go(Number(this.place.value) - 1));
    this.walk.addEventListener("click", ({ target }) => {
      const step = target.closest("button")?.dataset.step;
      const places = { first: 0, previous: this.step - 1, next: this.step + 1, last: this.steps - 1 };
      if (step) this.go(places[step]);
    });
  }

  /**
   * Opens the dialog.
   * @param {object} seen  the position
   * @param {object} look  appearance of its board
   * @param {boolean} flipped
   * @param {object[]} trees  the searches available
   */
  open({ node, player }, look, flipped, trees) {
    Object.assign(this, { node, look, flipped, trees, player: look.players[player] });
    const group = (label, found) => {
      const element = made("optgroup", { label });
      element.append(...found.map(({ by, title }) => made("option", { value: by, textContent: title })));
      return element;
    };
    const [growing, stepwise] = [trees.filter(({ steps }) => !steps), trees.filter(({ steps }) => steps)];
    this.by.replaceChildren(group("As it grows", growing), group("Step by step", stepwise));
    const kept = localStorage.getItem(`tree ${look.offer}`);
    if (trees.some(({ by }) => by === kept)) this.by.value = kept;
    this.evaluations.replaceChildren();
    this.evaluations.closest("details").hidden = true;
    this.dialog.showModal();
    this.offerSize();
    this.ask();
  }

  close() {
    this.dialog.close();
  }

  chosen() {
    localStorage.setItem(`tree ${this.look.offer}`, this.by.value);
    this.offerSize();
    this.ask();
  }

  kind() {
    return this.trees.find(({ by }) => by === this.by.value);
  }

  offerSize() {
    const { size } = this.kind();
    const label = this.size.closest("label");
    label.hidden = !size;
    if (!size) return;
    label.querySelector("span").textContent = size.name;
    Object.assign(this.size, { min: size.low, max: size.high, value: size.usual });
  }

  ask() {
    const { by, size } = this.kind();
    this.asked = this.size.value;
    this.tree.clear(this.look, this.flipped);
    this.walk.hidden = true;
    this.step = this.steps = 0;
    this.text.textContent = this.legend.textContent = "";
    this.refused.textContent = "";
    this.words.textContent = "please wait …";
    this.say("explain", { node: this.node, by, number: EXPLAINING, ...(size && { size: Number(this.size.value) }) });
  }

  /** Requests the content of the open parts. */
  askFor(paths) {
    this.say("branches", { node: this.node, paths, ...(this.steps && { step: this.step }) });
  }

  /** The server reported an error, which the dialog shows; if the error is about the tree, no more of it will come. */
  unanswered(number) {
    if (number !== EXPLAINING) return;
    this.words.textContent = this.tree.found ? `${this.summary}; it ended early.` : "";
  }

  /** Another step of a reference search. */
  go(step) {
    const bounded = Math.min(Math.max(step, 0), this.steps - 1);
    if (bounded === this.step) return;
    this.step = bounded;
    this.askFor(this.tree.paths());
  }

  /** The results of the evaluations. */
  heard({ node, evaluations }) {
    if (!this.dialog.open || node !== this.node) return;
    const row = ({ name, words }, className = "") =>
      made(
        "tr",
        { className },
        made("th", { scope: "row", textContent: name.replaceAll("_", " ") }),
        made("td", { textContent: words }),
      );
    const rows = evaluations.flatMap((one) => [row(one), ...one.parts.map((part) => row(part, "part"))]);
    const caption = made("caption", { textContent: `Values for ${this.player}, the player to move` });
    this.evaluations.replaceChildren(made("table", {}, caption, made("tbody", {}, ...rows)));
    this.evaluations.closest("details").hidden = !rows.length;
  }

  /** The tree, or more of it. */
  grown(found) {
    if (!this.dialog.open || found.node !== this.node || found.by !== this.by.value) return;
    if (this.steps && found.step !== this.step) return; // of a step that was left since
    if (!this.tree.show(found, this.tree.found?.step !== found.step)) return;
    this.refused.textContent = ""; // it may state that the search waits for memory
    this.steps = found.steps;
    this.walk.hidden = !found.steps;
    this.place.max = found.steps;
    this.place.value = found.step + 1;
    this.place.setAttribute("aria-valuetext", `step ${found.step + 1} of ${found.steps}`);
    this.walk.querySelector("output").textContent = `${found.step + 1} of ${found.steps}`;
    for (const button of this.walk.querySelectorAll("button")) {
      const isBack = ["first", "previous"].includes(button.dataset.step);
      button.disabled = isBack ? found.step === 0 : found.step === found.steps - 1;
    }
    if (this.text.textContent !== found.text) this.text.textContent = found.text;
    const { root, positions, complete, done, early } = found;
    const size = counted(positions, "position");
    const whole = complete ? size : `the ${size} visited most`;
    const known = [root.words, ...root.terms.map((term) => term.join(" "))].filter(Boolean).join(", ");
    this.summary = `Values are for ${this.player}, the player to move${known && `: ${known}`}; ${whole}`;
    const ended = early ? "it ended early, because the server's memory is full." : "finished.";
    this.words.textContent = found.steps ? `${this.summary}.` : `${this.summary}; ${done ? ended : "growing …"}`;
    const names = [root, ...found.branches.flatMap(({ rows }) => rows)].flatMap(({ terms }) => terms.map(([name]) => name));
    this.legend.textContent = Object.keys(MEANINGS).filter((name) => names.includes(name)).map((name) => MEANINGS[name]).join("; ");
  }
}
