// The players and their remaining time: the server keeps the time, and the page counts on between two messages.

import { made, options } from "../shared/elements.js";

const SOON = 20; // seconds that are shown in red, and with tenths

function words(seconds) {
  if (seconds < SOON) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export class Seats {
  /**
   * @param {HTMLElement} above  the place above the board
   * @param {HTMLElement} below  the place below it
   * @param {(player: number, level: string) => void} changed  called to give the seat to another player
   */
  constructor(above, below, changed) {
    this.places = [above, below];
    this.rows = [0, 1].map((player) => {
      const row = { icon: made("span"), name: made("bdi", { className: "who" }) };
      row.time = made("span", { className: "time" });
      row.level = made("select", { className: "level" });
      row.level.addEventListener("change", () => changed(player, row.level.value));
      row.title = made("span", { className: "quiet" });
      row.score = made("span", { className: "score" });
      return row;
    });
    setInterval(() => this.tick(), 100);
  }

  /** The available players: pairs of text and level. */
  offer(levels) {
    for (const { level } of this.rows) {
      level.replaceChildren(...options(levels));
    }
  }

  /**
   * of player 0 and player 1
   *     thinking: boolean}[]} seats  player 0's and player 1's
   * @param {object?} clock  as sent by the server
   * @param {boolean} flipped  whether player 0 is above
   * @param {boolean} open  whether others may take a seat
   */
  show(seats, clock, flipped, open) {
    this.clock = clock;
    this.since = performance.now();
    for (const [player, row] of this.rows.entries()) {
      const seat = seats[player];
      row.icon.replaceChildren(seat.icon ?? "");
      row.name.textContent = seat.name;
      row.level.value = seat.level;
      row.level.hidden = !open;
      row.level.setAttribute("aria-label", `player of ${seat.name}`);
      row.title.textContent = open ? "" : seat.title;
      row.score.textContent = seat.score ?? "";
      const place = this.places[flipped ? player : 1 - player];
      const parts = [row.icon, row.name, row.level, row.title, row.score, row.time];
      // Only if they have swapped places: an open list stays open.
      if (place.firstChild !== row.icon) place.replaceChildren(...parts);
      place.classList.toggle("turn", seat.turn);
      place.classList.toggle("thinking", seat.thinking);
    }
    this.tick();
  }

  tick() {
    for (const [player, { time }] of this.rows.entries()) {
      if (!this.clock) {
        time.textContent = "";
        continue;
      }
      const left = { ...this.clock.times[player] };
      if (this.clock.running === player) {
        left.seconds -= (performance.now() - this.since) / 1000;
        // Into byo-yomi, and from one period to the next.
        while (left.seconds < 0 && left.periods - (left.in_byo_yomi ? 1 : 0) > 0) {
          if (left.in_byo_yomi) left.periods -= 1;
          left.in_byo_yomi = true;
          left.seconds += this.clock.period;
        }
      }
      const seconds = Math.max(left.seconds, 0);
      time.textContent = words(seconds) + (left.periods ? ` (${left.periods})` : "");
      time.classList.toggle("soon", seconds < SOON);
    }
  }
}
