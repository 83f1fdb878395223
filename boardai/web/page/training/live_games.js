// Games of a run's newest iteration, on boards that move; those of the next one take their place.

import { made } from "../shared/elements.js";
import { pictureIn } from "../board/picture.js";
import { capital, unbroken } from "../shared/status.js";

const STEP = 800; // milliseconds between two moves
const REST = 5; // steps that the last position stays

// Pixels that a card has in addition to its board, and the page in addition to the cards.
const [BESIDE, BELOW, ABOVE] = [36, 100, 150];

/** How many columns of boards fill the window best, and how wide a card is then, in pixels. */
function columnsFor(games, shape) {
  const ways = [1, 2, 4].map((columns) => {
    const wide = (innerWidth - BESIDE) / columns - BESIDE;
    const high = (innerHeight - ABOVE) / Math.ceil(games / columns) - BELOW;
    return { columns, width: Math.min(wide, high * shape) };
  });
  // A narrow window is scrolled.
  if (innerWidth < 576) return { columns: 1, width: innerWidth };
  return ways.reduce((best, way) => (way.width > best.width ? way : best));
}

export class LiveGames {
  /** @param {(run: string, batch: number, game: number) => string} link  the address of a game that can be looked at */
  constructor(link) {
    this.link = link;
    this.moving = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.boards = [];
    this.step = 0;
    setInterval(() => this.tick(), STEP);
    addEventListener("resize", () => this.fill());
  }

  /** The elements of an iteration's games, which begin again. */
  show(run, { batch, games }) {
    this.step = 0;
    if (!games.length) {
      this.boards = [];
      return [made("p", { textContent: "No games have been played yet." })];
    }
    this.boards = games.map((game) => this.card(run, batch, game));
    const pause = made("button", { type: "button" });
    const say = () => (pause.textContent = this.moving ? "Pause the boards" : "Resume the boards");
    pause.addEventListener("click", () => {
      this.moving = !this.moving;
      say();
    });
    say();
    this.draw();
    const title = made("p", { textContent: `Self-play of iteration ${batch}, the newest one.` });
    this.cards = made("div", { className: "live" }, ...this.boards.map(({ card }) => card));
    this.fill();
    return [title, this.cards, made("div", { className: "buttons" }, pause)];
  }

  /** The boards are as large as the window lets them be. */
  fill() {
    if (!this.boards.length) return;
    const shape = Number(this.boards[0].board.place.style.getPropertyValue("--shape")) || 1;
    const { columns, width } = columnsFor(this.boards.length, shape);
    this.cards.style.gridTemplateColumns = `repeat(${columns}, minmax(0, ${Math.round(width + BESIDE)}px))`;
  }

  card(run, batch, { game, title, ending, look, positions }) {
    const [place, words] = [made("div", { className: "shown-board" }), made("p", { className: "quiet" })];
    const link = made("a", { href: this.link(run, batch, game), textContent: capital(title) });
    const card = made("article", { className: "card" }, place, made("h2", {}, link), words);
    return { card, words, ending, positions, look, board: pictureIn(place, look) };
  }

  tick() {
    if (document.hidden || !this.moving || !this.boards[0]?.card.isConnected) return;
    this.step += 1;
    this.draw();
  }

  draw() {
    for (const { board, words, ending, positions, look } of this.boards) {
      const number = Math.min(this.step % (positions.length + REST), positions.length - 1);
      const { chance, ...position } = positions[number];
      board.show({ ...position, actions: [] }, false);
      const isLast = number === positions.length - 1;
      const value = chance === null ? "not searched" : unbroken(`${capital(look.players[0])} ${Math.round(50 * (1 + chance))} %`);
      words.textContent = isLast ? capital(ending) : `Move ${number + 1} of ${positions.length - 1}: ${value}`;
    }
  }
}
