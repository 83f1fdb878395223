// The moves of a game with its variations, as one reads them in a book: the main line, others in brackets, comments.

import { commentElement, isJudged, signs } from "./words.js";

export class MoveList {
  /**
   * @param {HTMLElement} place
   * @param {(node: number) => void} chosen  called with the position that somebody wants to see
   */
  constructor(place, chosen) {
    this.place = place;
    place.addEventListener("click", (event) => {
      if (event.target.dataset.node) chosen(Number(event.target.dataset.node));
    });
  }

  /** @param {Map<number, string>} marks  such as "??", by node */
  show(nodes, at, marks) {
    this.nodes = nodes;
    this.marks = marks;
    this.at = at;
    this.children = nodes.map(() => []);
    for (const node of nodes) if (node.parent !== null) this.children[node.parent].push(node.node);
    const list = document.createElement("p");
    list.className = "line";
    list.append(this.button(0, "Start"));
    this.say(list, nodes[0].comment);
    this.write(list, 0, 1, true);
    const focused = this.place.contains(document.activeElement) ? document.activeElement.dataset.node : undefined;
    this.place.replaceChildren(list);
    if (focused !== undefined) list.querySelector(`[data-node="${focused}"]`)?.focus({ preventScroll: true });
    // Within the list alone: the page itself stays where it is.
    const here = list.querySelector("[aria-current]");
    if (here) this.place.scrollTop = here.offsetTop - this.place.clientHeight / 2;
  }

  /** Writes what follows a position. Lines are followed by a loop, so that long games do not pile up calls. */
  write(list, node, ply, numbered) {
    while (this.children[node].length) {
      const [main, ...others] = this.children[node];
      this.say(list, this.nodes[main].opening);
      list.append(this.number(main, ply, numbered), this.button(main, this.nodes[main].move));
      numbered = this.say(list, this.nodes[main].comment);
      for (const other of others) {
        const variation = document.createElement("span");
        variation.className = "variation";
        variation.append("(", signs(this.nodes[other].opening_glyphs));
        this.say(variation, this.nodes[other].opening);
        variation.append(this.number(other, ply, true), this.button(other, this.nodes[other].move));
        this.write(variation, other, ply + 1, this.say(variation, this.nodes[other].comment));
        variation.append(") ");
        list.append(variation);
        numbered = true;
      }
      node = main;
      ply += 1;
    }
  }

  /** Writes a comment; says whether there was something to write. */
  say(list, comment) {
    const said = comment ? commentElement(comment) : null;
    if (said) list.append(said);
    return said !== null;
  }

  number(node, ply, always) {
    const first = this.nodes[node].player === 0;
    if (!first && !always) return " ";
    return ` ${Math.ceil(ply / 2)}.${first ? "" : ".."} `;
  }

  button(node, words) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.node = node;
    const { glyphs } = this.nodes[node];
    const mark = isJudged(glyphs) ? "" : (this.marks.get(node) ?? ""); // a file's own judgement goes first
    button.textContent = words + signs(glyphs) + mark;
    if (mark) button.classList.add(mark === "??" ? "blunder" : "mistake");
    if (node === this.at) button.setAttribute("aria-current", "true");
    return button;
  }
}
