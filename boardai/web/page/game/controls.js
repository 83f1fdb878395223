// The buttons next to the board: which exist, and which are enabled.

import { at } from "../shared/elements.js";
import { PERSON } from "../shared/status.js";

/**
 * Shows the buttons of the board and enables the usable ones.
 * @param {object} room  as sent by the server
 * @param {object} seen  the position shown
 * @param {{free: boolean, mine: boolean, edits: boolean, back: number?, forth: number?}} can  whether the visitor may play
 * both sides, and is to move; whether pieces can be placed; the targets of Undo and Redo
 * @param {(action: object) => void} chosen  called with a move that is not a cell
 */
export function showControls(room, seen, { free, mine, edits, back, forth }, chosen) {
  const people = room.seats.every((seat) => seat === PERSON);
  const cellless = mine ? seen.actions.filter(({ cells }) => !cells.length) : [];
  const of = JSON.stringify([room.room, room.tree, seen.node, cellless.map(({ action, label }) => [action, label])]);
  if (at("cellless").dataset.of !== of) {
    at("cellless").dataset.of = of; // drawn once for a position, so that a click finds its button
    at("cellless").replaceChildren(
      ...cellless.map((action) => {
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: action.label });
        button.className = "main";
        button.addEventListener("click", () => chosen(action));
        return button;
      }),
    );
  }
  at("typed").hidden = !mine;
  at("undo").disabled = back === null;
  at("redo").disabled = forth === null;
  at("first").disabled = at("previous").disabled = seen.node === 0;
  at("next").disabled = at("last").disabled = forth === null;
  at("line-more").hidden = !free;
  at("resume").hidden = !(room.waiting && free);
  at("hint").disabled = (room.match && !room.over) || !seen.actions.length;
  at("draw").hidden = !people || !room.yours.length;
  at("draw").disabled = room.over || (room.match && room.yours.includes(room.draw_offered_by));
  at("draw").textContent = room.draw_offered_by !== null ? "Accept draw" : room.match ? "Offer draw" : "Agree to a draw";
  at("claim").hidden = !seen.claim || !mine;
  at("take-back").hidden = !room.match || !room.yours.length;
  at("take-back").disabled = room.over || room.nodes.size < 2 || room.yours.includes(room.takeback_wanted_by);
  at("take-back").textContent = room.takeback_wanted_by === null ? "Take back" : "Allow taking back";
  at("offer-seat").hidden = !free || !people || room.open_seat !== null;
  at("resign").hidden = !room.yours.length;
  at("resign").disabled = room.over;
  at("rematch").hidden = !room.over || !room.yours.length;
  at("invite").hidden = !free || !people;
  at("describe").hidden = !free;
  at("edit").hidden = !free || !edits;
  at("explain").disabled = at("hint").disabled;
  at("review").disabled = (room.match && !room.over) || room.nodes.size < 2;
}
