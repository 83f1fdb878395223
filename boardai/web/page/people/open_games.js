// The games of other people on this server that wait for an opponent.

import { made } from "../shared/elements.js";
import { capital, counted } from "../shared/status.js";

const AGAIN = 4000; // milliseconds until the server is asked again

export class OpenGames {
  /**
   * @param {HTMLElement} place
   * @param {Function} say  sends the server a message
   */
  constructor(place, say) {
    Object.assign(this, { place, say });
    setInterval(() => this.ask(), AGAIN);
  }

  /** The opening screen was opened. */
  enter() {
    this.heard({ games: [] });
    this.ask();
  }

  ask() {
    if (!this.place.parentElement.hidden && !document.hidden) this.say("open_games");
  }

  heard({ games }) {
    const shown = JSON.stringify(games);
    if (shown === this.shown) return; // so that a click finds its button
    this.shown = shown;
    this.place.hidden = !games.length;
    this.place.querySelector("ul").replaceChildren(
      ...games.map(({ room, title, player, name, clock, moves, invitation }) => {
        const parts = [capital(title), `you play ${player}`, clock || "no clocks", ...(moves ? [counted(moves, "move")] : [])];
        const words = `${name || "A visitor"}: ${parts.join(", ")}`;
        const join = made("button", { type: "button", textContent: "Join" });
        join.setAttribute("aria-label", `Join ${words}`);
        join.addEventListener("click", () => (location.hash = `${room}/${invitation}`));
        return made("li", {}, join, " ", made("bdi", { textContent: words }));
      }),
    );
  }
}
