// Messages between two players; off until both have switched the chat on. None are stored.

import { made } from "../shared/elements.js";
import { capital } from "../shared/status.js";

const SHOWN = 100; // lines

export class Chat {
  /**
   * @param {HTMLElement} place
   * @param {Function} say  sends the server a message
   */
  constructor(place, say) {
    this.place = place;
    [this.on, this.state, this.lines, this.form] = ["input[type=checkbox]", "p", "ol", "form"].map((one) => place.querySelector(one));
    this.on.addEventListener("change", () => say("chat", { wanted: this.on.checked }));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = this.form.querySelector("input");
      const text = field.value.trim();
      if (text) say("chat", { text });
      field.value = "";
    });
  }

  /**
   * The state of the game; spectators and visitors with both seats see no chat.
   * @param {object} room
   * @param {number} longest  maximum length of a message in characters
   */
  show(room, longest) {
    this.form.querySelector("input").maxLength = longest;
    const isMine = room.match && room.yours.length === 1;
    this.place.hidden = !isMine;
    if (this.room !== room.room) this.lines.replaceChildren();
    Object.assign(this, { room: room.room, look: room.look, names: room.names });
    if (!isMine) return;
    const [me] = room.yours;
    const both = room.chat_wanted.every(Boolean);
    this.on.checked = room.chat_wanted[me];
    this.form.hidden = !both;
    const other = room.names[1 - me] || capital(room.look.players[1 - me]);
    const words = room.chat_wanted[1 - me] ? `${other} would like to chat.` : `${other} has not switched the chat on.`;
    this.state.textContent = both || (!room.chat_wanted[me] && !room.chat_wanted[1 - me]) ? "" : words;
  }

  heard({ player, text }) {
    const who = this.names[player] || capital(this.look.players[player]);
    this.lines.append(made("li", {}, made("strong", {}, made("bdi", { textContent: who })), ": ", made("bdi", { textContent: text })));
    if (this.lines.children.length > SHOWN) this.lines.firstChild.remove();
    this.lines.scrollTop = this.lines.scrollHeight;
  }
}
