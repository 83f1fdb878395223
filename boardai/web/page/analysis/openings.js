// Openings: the name of the one on the board, and how often and how well each move was played before.

import { playerColours } from "../board/bar.js";
import { made } from "../shared/elements.js";
import { counted } from "../shared/status.js";

export class Openings {
  /**
   * @param {HTMLElement} place  can be opened and closed
   * @param {{say: Function, play: (action: number) => void}} does  sends the server a message; plays a move from the
   * position shown
   */
  constructor(place, does) {
    this.place = place;
    this.say = does.say;
    this.name = place.querySelector("#opening-name");
    this.games = place.querySelector("#opening-games");
    this.seen = null;
    place.addEventListener("toggle", () => place.open && this.ask());
    this.games.addEventListener("click", ({ target }) => target.dataset.action && does.play(Number(target.dataset.action)));
  }

  /** Another game, for which openings may be known. */
  enter(isKnown) {
    this.place.hidden = !isKnown;
  }

  /**
   * Another position is shown.
   * @param {object} room
   * @param {object} seen
   * @param {string[]} players
   * @param {boolean} playable  whether a move can be played from it
   */
  show(room, seen, players, playable) {
    const isAdvised = !room.match || room.over;
    Object.assign(this, { room, players, playable, seen: isAdvised && !this.place.hidden ? seen : null });
    if (!this.seen) this.clear();
    else this.ask();
  }

  clear() {
    this.name.textContent = "";
    this.games.replaceChildren();
  }

  ask() {
    if (this.seen) this.say("openings", { node: this.seen.node, games: this.place.open });
  }

  /** @param {object} found  as sent by the server */
  heard({ node, code, name, databases }) {
    if (node !== this.seen?.node) return;
    this.name.textContent = [code, name].filter(Boolean).join(" ");
    if (!this.place.open) return;
    const none = "The server shows no games of this board: start it with --database FILE.";
    const tables = databases.map((one) => this.table(one));
    this.games.replaceChildren(...(tables.length ? tables : [made("p", { className: "quiet", textContent: none })]));
  }

  table({ title, results, moves }) {
    const words = `${counted(results.games, "game")} of ${title} reached this position`;
    const rows = moves.map(({ action, move, results: one }) => {
      const name = this.playable
        ? made("button", { type: "button", className: "step", textContent: move })
        : made("span", { textContent: move });
      if (this.playable) name.dataset.action = action;
      const cells = [made("td", { textContent: one.games.toLocaleString("en") }), made("td", {}, this.bar(one))];
      return made("tr", {}, made("th", { scope: "row" }, name), ...cells);
    });
    const heads = ["move", "games", "results"].map((textContent) => made("th", { scope: "col", textContent }));
    const head = made("thead", {}, made("tr", {}, ...heads));
    return made(
      "table",
      { className: "played" },
      made("caption", { textContent: `${words}.` }),
      ...(rows.length ? [head, made("tbody", {}, ...rows)] : []),
    );
  }

  /** The results of the games: the first player's wins, draws, the second player's wins. */
  bar({ wins, draws, losses, unknown }) {
    const known = wins + draws + losses;
    if (!known) return made("span", { className: "quiet", textContent: "results unknown" });
    const colours = playerColours(this.room.look, this.seen);
    const parts = [[wins, colours[0], "first"], [draws, "", "drawn"], [losses, colours[1], "second"]];
    const bar = made("span", { className: "results" });
    for (const [count, colour, kind] of parts) {
      if (!count) continue;
      const share = Math.round((100 * count) / known);
      const part = made("span", { className: kind, textContent: share >= 15 ? `${share} %` : "" });
      part.style.flexGrow = count;
      if (colour) part.style.background = colour;
      bar.append(part);
    }
    const [first, second] = this.players;
    const percent = (count) => `${Math.round((100 * count) / known)} %`;
    const words = `${first} won ${percent(wins)}, drawn ${percent(draws)}, ${second} won ${percent(losses)}`;
    bar.setAttribute("role", "img");
    bar.setAttribute("aria-label", unknown ? `${words}; ${unknown} unknown` : words);
    bar.title = bar.getAttribute("aria-label");
    return bar;
  }
}
