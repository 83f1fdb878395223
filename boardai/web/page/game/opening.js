// The opening screen: animated boards, a game with one click, the visitor's own games, and links to the other parts.

import { made, options } from "../shared/elements.js";
import { ownGames } from "./own_games.js";
import { pictureIn } from "../board/picture.js";
import { PERSON, capital, unbroken } from "../shared/status.js";
import { address } from "../shared/token.js";

const STEP = 1500; // milliseconds between two moves
const REST = 4; // steps that the last position stays
const SHOWN = 6; // of one's own games

export class Opening {
  /**
   * @param {HTMLElement} place
   * @param {{begin: Function, more: Function, open: Function}} does  requests: begin a game (the fields of a
   * message `new`, and whether it is analysed), the form of a new game, a room by its name
   */
  constructor(place, does) {
    this.place = place;
    this.does = does;
    this.cards = place.querySelector("#cards");
    this.own = place.querySelector("#own");
    this.pause = place.querySelector("#pause");
    this.moving = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.pause.addEventListener("click", () => this.move(!this.moving));
    this.boards = [];
    this.step = 0;
    setInterval(() => this.tick(), STEP);
  }

  /**
   * Shows the screen.
   * @param {object[]} games  the games offered
   * @param {number} runs  number of folders of training that the server shows
   * @param {string[]} shown  the games for which boards are shown
   * @param {Object<string, number>} lessons  number of lessons, by the game's key
   */
  show(games, runs, shown, lessons) {
    this.lessons = lessons;
    this.place.hidden = false;
    this.showOwn();
    this.place.querySelector("#training").hidden = !runs;
    this.place.querySelector("#no-training").hidden = Boolean(runs);
    if (this.games === games) return;
    this.games = games;
    this.shown = shown;
    this.places = new Map();
    this.cards.replaceChildren(...games.map((game) => this.card(game)));
    this.load();
  }

  hide() {
    this.place.hidden = true;
  }

  card(game) {
    // As high from the start as with a board, so that nothing moves when the boards appear.
    const board = made("div", { className: "shown-board", inert: true, hidden: !this.shown.includes(game.game) });
    this.places.set(game.game, { board, by: made("p", { className: "quiet" }) });
    const kept = localStorage.getItem(`level ${game.game}`);
    const level = made("select");
    level.append(...options(game.levels.map(({ title, level }) => [title, level])));
    level.value = game.levels.some((one) => one.level === kept) ? kept : game.usual_level;
    level.setAttribute("aria-label", `level of ${game.title}`);
    const about = made("p", { className: "quiet about-level" });
    const tell = () => (about.textContent = unbroken(capital(game.levels.find((one) => one.level === level.value).about)));
    level.addEventListener("change", tell);
    tell();
    const play = made("button", { type: "button", className: "main", textContent: "Play" });
    play.setAttribute("aria-label", `Play ${game.title}`);
    play.addEventListener("click", () => {
      localStorage.setItem(`level ${game.game}`, level.value);
      this.does.begin({ game: game.game, seats: [PERSON, level.value] }, false);
    });
    const analyse = made("button", { type: "button", textContent: "Analyse", hidden: !game.analysts.length });
    analyse.setAttribute("aria-label", `Analyse ${game.title}`);
    analyse.addEventListener("click", () => this.does.begin({ game: game.game, seats: [PERSON, PERSON] }, true));
    const learn = made("button", { type: "button", textContent: "Learn", hidden: !this.lessons[game.game] });
    learn.setAttribute("aria-label", `Learn ${game.title}`);
    learn.addEventListener("click", () => this.does.open(`learn/${game.game}`));
    const title = made("h2", { textContent: capital(game.title) });
    const against = made("label", {}, "against ", level);
    const more = made("button", { type: "button", className: "plain", textContent: "More choices" });
    more.setAttribute("aria-label", `More choices for ${game.title}`);
    more.addEventListener("click", () => this.does.more(game.game));
    const { by } = this.places.get(game.game);
    const buttons = made("div", { className: "buttons" }, play, against, analyse, learn, more);
    return made("article", { className: "card" }, board, title, by, buttons, about);
  }

  /** The games that the boards show. */
  async load() {
    const answer = await fetch(address("/showcase.json")).catch(() => null);
    if (!answer?.ok) return; // everything else works without them
    for (const { game, players, look, positions } of await answer.json()) {
      const found = this.places.get(game);
      if (!found) continue;
      const board = pictureIn(found.board, look);
      found.by.textContent = `Shown: ${players.join(" against ")}`;
      this.boards.push({ board, positions });
    }
    this.pause.hidden = !this.boards.length;
    this.move(this.moving);
    this.draw();
  }

  /** Starts or stops the boards. */
  move(moving) {
    this.moving = moving;
    this.pause.textContent = moving ? "Pause the boards" : "Resume the boards";
  }

  tick() {
    if (this.place.hidden || document.hidden || !this.moving) return;
    this.step += 1;
    this.draw();
  }

  draw() {
    for (const { board, positions } of this.boards) {
      const number = Math.min(this.step % (positions.length + REST), positions.length - 1);
      board.show({ ...positions[number], actions: [] }, false);
    }
  }

  /** The visitor's own games; the last one has a button. */
  showOwn() {
    const found = ownGames().slice(0, SHOWN);
    this.place.querySelector("#own-games").hidden = !found.length;
    this.own.replaceChildren(
      ...found.map(({ room, title, players, moves, over, time }, number) => {
        const words = number ? "Open" : over ? "View the last game" : "Continue the last game";
        const open = made("button", { type: "button", textContent: words, className: number ? "" : "main" });
        open.addEventListener("click", () => this.does.open(room));
        const state = over ? "over" : "not over";
        const when = new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
        const description = `${capital(title)}: ${players}, ${moves} ${moves === 1 ? "move" : "moves"}, ${state}, ${when}`;
        open.setAttribute("aria-label", `${words}: ${description}`);
        return made("li", {}, open, " ", made("bdi", { textContent: description }));
      }),
    );
  }
}
