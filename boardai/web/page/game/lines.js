// Actions for a move of the list and the line that continues from there: a menu for mouse, touch and
// keyboard.

import { made } from "../shared/elements.js";
import { pick } from "../shared/dialogs.js";

export class LineMenu {
  /**
   * @param {HTMLElement} place  the menu itself
   * @param {{say: (what: string, fields: object) => void, comment: (node: number) => void}} does  requests: a message to the
   * server, and the fields of a comment
   */
  constructor(place, does) {
    this.place = place;
    this.does = does;
    place.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Opens at an element, for the move that led to a position.
   * @param {{tree: number, nodes: import("./tree.js").Tree}} room  requests refer to this tree, and are
   * refused if the room has another one by then
   */
  open(room, node, opener) {
    const depth = room.nodes.depth(node);
    const entries = [["Comment and mark", () => this.does.comment(node)]];
    if (depth > 1) entries.push(["Move the variation up", () => this.promote(room, node, false)]);
    if (depth) entries.push(["Make it the main line", () => this.promote(room, node, true)]);
    if (node) entries.push(["Delete from here", () => this.remove(room, node)]);
    const items = entries.map(([textContent, act]) => {
      const item = made("button", { type: "button", role: "menuitem", tabIndex: -1, textContent });
      item.addEventListener("click", () => {
        this.place.hidePopover();
        act();
      });
      return item;
    });
    this.place.replaceChildren(...items);
    this.place.showPopover();
    const from = opener.getBoundingClientRect();
    const { width, height } = this.place.getBoundingClientRect();
    this.place.style.left = `${Math.max(0, Math.min(from.left, innerWidth - width))}px`;
    this.place.style.top = `${from.bottom + height > innerHeight ? Math.max(0, from.top - height) : from.bottom}px`;
    items[0].focus();
  }

  key(event) {
    const items = [...this.place.children];
    const here = items.indexOf(document.activeElement);
    const last = items.length - 1;
    const next = { ArrowDown: here < last ? here + 1 : 0, ArrowUp: here > 0 ? here - 1 : last, Home: 0, End: last };
    if (event.key in next) items[next[event.key]].focus();
    else if (event.key === "Tab") this.place.hidePopover();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  promote({ tree }, node, toMain) {
    this.does.say("promote", { tree, node, to_main: toMain });
  }

  /** Deletes a move and all moves after it; asks first, since this cannot be undone. */
  remove({ tree, nodes }, node) {
    if (!nodes.has(node)) return; // deleted meanwhile on another page
    const { move } = nodes.get(node);
    const others = nodes.moves(node) - 1;
    const after = others ? ` and ${others} ${others === 1 ? "move" : "moves"} after it` : "";
    pick(`Delete ${move}${after}?`, [{ label: "Delete", value: "1" }], () => this.does.say("delete", { tree, node }), "Keep");
  }
}
