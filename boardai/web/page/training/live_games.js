// Games of a run on animated boards: those in progress up to their present move, or those of its newest iteration.

import { made } from "../shared/elements.js";
import { pictureIn } from "../board/picture.js";
import { capital, unbroken } from "../shared/status.js";

const STEP = 800; // milliseconds between two moves
const REST = 5; // steps that the last position stays
const BACK = 3; // positions that a game in progress is shown from the newest one on

// Pixels that a card has in addition to its board, and the page in addition to the cards.
const [BESIDE, BELOW, ABOVE] = [36, 100, 150];

/** The number of columns of boards that fills the window best, and the width of a card in pixels. */
function columnsFor(games, shape) {
  const ways = [1, 2, 4].map((columns) => {
    const wide = (innerWidth - BESIDE) / columns - BESIDE;
    const high = (innerHeight - ABOVE) / Math.ceil(games / columns) - BELOW;
    return { columns, width: Math.min(wide, high * shape) };
  });
  // A narrow window scrolls.
  if (innerWidth < 576) return { columns: 1, width: innerWidth };
  return ways.reduce((best, way) => (way.width > best.width ? way : best));
}

/** The games shown, and when they are replaced. */
function heading(batch, open, seconds) {
  if (open) return `Self-play of iteration ${batch}, as it is played.`;
  const words = `Self-play of iteration ${batch}, the newest one. `;
  if (seconds === null) return `${words}Games of the next one are shown when they are played, or when it ends.`;
  const time = seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
  return `${words}An iteration takes about ${time}; games of the next one are shown when they are played, or when it ends.`;
}

/** The board of a game in progress that was shown before, with its newer moves; undefined if it was not shown. */
function continued(boards, { title, ending, positions }) {
  const found = boards.find((one) => one.open && one.title === title && one.positions.length <= positions.length);
  return found && Object.assign(found, { ending, positions });
}

export class LiveGames {
  /** @param {(run: string, batch: number, game: number) => string} link  the address at which a game can be opened */
  constructor(link) {
    this.link = link;
    this.moving = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.boards = [];
    this.step = 0;
    setInterval(() => this.tick(), STEP);
    addEventListener("resize", () => this.fill());
  }

  /** The elements of an iteration's games, which start from the beginning; games in progress continue. */
  show(run, { batch, open, seconds, games }) {
    if (!games.length) {
      this.boards = [];
      return [made("p", { textContent: "No games have been played yet." })];
    }
    const before = open && run === this.run ? this.boards : [];
    Object.assign(this, { run: open ? run : null, step: 0 });
    this.boards = games.map((game) => continued(before, game) ?? this.card(run, batch, open, game));
    const pause = made("button", { type: "button" });
    const say = () => (pause.textContent = this.moving ? "Pause the boards" : "Resume the boards");
    pause.addEventListener("click", () => {
      this.moving = !this.moving;
      say();
    });
    say();
    this.draw();
    const title = made("p", { textContent: heading(batch, open, seconds) });
    this.cards = made("div", { className: "live" }, ...this.boards.map(({ card }) => card));
    this.fill();
    return [title, this.cards, made("div", { className: "buttons" }, pause)];
  }

  /** Makes the boards as large as the window allows. */
  fill() {
    if (!this.boards.length) return;
    const shape = Number(this.boards[0].board.place.style.getPropertyValue("--shape")) || 1;
    const { columns, width } = columnsFor(this.boards.length, shape);
    this.cards.style.gridTemplateColumns = `repeat(${columns}, minmax(0, ${Math.round(width + BESIDE)}px))`;
  }

  card(run, batch, open, { game, title, ending, look, positions }) {
    const [place, words] = [made("div", { className: "shown-board" }), made("p", { className: "quiet" })];
    // A game in progress is not yet in a file from which a board could be opened.
    const name = open ? capital(title) : made("a", { href: this.link(run, batch, game), textContent: capital(title) });
    const card = made("article", { className: "card" }, place, made("h2", {}, name), words);
    const at = open ? Math.max(0, positions.length - 1 - BACK) : 0;
    return { card, words, title, open, at, ending, positions, look, board: pictureIn(place, look) };
  }

  tick() {
    if (document.hidden || !this.moving || !this.boards[0]?.card.isConnected) return;
    this.step += 1;
    for (const one of this.boards) {
      const last = one.positions.length - 1;
      one.at = one.open ? Math.min(one.at + 1, last) : Math.min(this.step % (last + 1 + REST), last);
    }
    this.draw();
  }

  draw() {
    for (const { board, words, open, at: number, ending, positions, look } of this.boards) {
      const { chance, ...position } = positions[number];
      board.show({ ...position, actions: [] }, false);
      const isLast = number === positions.length - 1;
      if (open && isLast) {
        words.textContent = number ? `Move ${number}, the newest` : "Before the first move";
        continue;
      }
      const value = chance === null ? "not searched" : unbroken(`${capital(look.players[0])} ${Math.round(50 * (1 + chance))} %`);
      words.textContent = isLast ? capital(ending) : `Move ${number + 1} of ${positions.length - 1}: ${value}`;
    }
  }
}
