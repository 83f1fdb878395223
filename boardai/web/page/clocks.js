// Who sits where, and what time is left: it is the server that keeps it, the page counts on between two messages.

const SOON = 20; // seconds that are shown in red, and with tenths

function words(seconds) {
  if (seconds < SOON) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export class Seats {
  constructor(above, below) {
    this.places = [above, below];
    setInterval(() => this.tick(), 100);
  }

  /** @param {{name: string, title: string, icon: Element?, turn: boolean, thinking: boolean}[]} seats  player 0's and player 1's */
  show(seats, clock, flipped) {
    this.clock = clock;
    this.since = performance.now();
    this.shown = [];
    for (const player of [0, 1]) {
      const place = this.places[player === (flipped ? 1 : 0) ? 1 : 0];
      const seat = seats[player];
      const name = document.createElement("span");
      name.className = "who";
      name.textContent = seat.title ? `${seat.name} · ${seat.title}` : seat.name;
      const time = document.createElement("span");
      time.className = "time";
      place.replaceChildren(seat.icon ?? "", name, time);
      place.classList.toggle("turn", seat.turn);
      place.classList.toggle("thinking", seat.thinking);
      this.shown[player] = time;
    }
    this.tick();
  }

  tick() {
    if (!this.clock) return;
    for (const player of [0, 1]) {
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
      const place = this.shown[player];
      place.textContent = words(seconds) + (left.periods ? ` (${left.periods})` : "");
      place.classList.toggle("soon", seconds < SOON);
    }
  }
}
