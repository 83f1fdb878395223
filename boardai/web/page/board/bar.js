// The evaluation bar next to the board: the evaluation for the first player, in one unit.

const PLAIN = ["#f4f1ea", "#3a3733"]; // of players whose pieces have no colour of their own, such as those of chess

/** The colours of the two players: those of their pieces in a position. */
export function playerColours({ pieces: known }, { pieces }) {
  return pieces.map(([piece], player) => known[piece]?.colour || PLAIN[player]);
}

/** The evaluation in words such as "+0.4 pawns" or "win in 12 plies, +8 discs"; the winner if the game is over. */
export function figure(words) {
  const number = /[+−]?\d+(\.\d+)?(?= %)|[+−][\d,]+(\.\d+)?/.exec(words);
  if (number) return number[0].replace(/^(\d+)$/, "$1%");
  return { win: "won", los: "lost", dra: "0" }[words.slice(0, 3)] ?? "=";
}

export class Bar {
  /** @param {HTMLElement} place  contains a track and a text */
  constructor(place) {
    this.place = place;
    this.words = place.querySelector(".bar-words");
    this.clear();
  }

  /** Nothing is known; the bar keeps its place, so that nothing else moves. */
  clear() {
    this.place.classList.remove("known");
    this.place.setAttribute("aria-hidden", "true");
    this.words.textContent = "";
  }

  /**
   * @param {{chance: number?, words: string}} found  of player 0
   * @param {string[]} players
   * @param {string[]} colours  of the players
   * @param {boolean} flipped  whether player 0 is above
   */
  show(found, players, colours, flipped) {
    if (found.chance === null) {
      this.clear();
      return;
    }
    const [first, second] = colours;
    this.place.style.setProperty("--share", `${50 * (1 + found.chance)}%`);
    this.place.style.setProperty("--first", first);
    this.place.style.setProperty("--second", second);
    this.place.classList.add("known");
    this.place.classList.toggle("flipped", flipped);
    this.place.removeAttribute("aria-hidden");
    const percent = Math.round(50 * (1 + found.chance));
    this.place.setAttribute("aria-valuenow", percent);
    this.place.setAttribute("aria-valuetext", `${players[0]} ${found.words}, ${percent} %`);
    this.place.title = `${players[0]} ${found.words}`;
    this.words.textContent = figure(found.words);
  }
}
