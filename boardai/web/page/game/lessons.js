// Lessons: a puzzle, the visitor's answer, and the solver's reply; this browser remembers which are solved.

import { BoardView } from "../board/board.js";
import { pickMove } from "../shared/dialogs.js";
import { made, options } from "../shared/elements.js";

const STEP = 600; // milliseconds between a move and the reply
const ALL = "0"; // of the choice of grades

export class Lessons {
  /**
   * @param {HTMLElement} place
   * @param {{say: Function, analyse: (game: string, text: string) => void}} does  requests: a message to the
   * server, and a board on which to analyse a position
   */
  constructor(place, does) {
    this.place = place;
    this.does = does;
    this.board = new BoardView(this.part("board"), (actions) => this.choose(actions));
    this.grade = this.part("grade");
    this.grade.append(...options([["all grades", ALL], ...[1, 2, 3, 4, 5].map((grade) => [`grade ${grade}`, grade])]));
    this.grade.addEventListener("change", () => this.next());
    this.part("next").addEventListener("click", () => this.next());
    this.part("again").addEventListener("click", () => this.begin());
    this.part("analyse").addEventListener("click", () => this.does.analyse(this.game, this.shown.text));
    this.game = null;
  }

  part(name) {
    return this.place.querySelector(`#lesson-${name}`);
  }

  /** Opens the lessons of a game; requests their list from the server, by a message of that number. */
  open(game, number) {
    this.game = game;
    this.shown = this.right = null; // numbers of lessons are those of one game
    this.does.say("lessons", { game, number });
  }

  /** Whether a game's lessons are already open, as after a lost connection, which may have lost an answer. */
  goesOn(game) {
    if (this.game !== game || !this.shown) return false;
    this.unanswered();
    return true;
  }

  /** The answer will not come: the move can be played again. */
  unanswered() {
    if (this.waits) this.begin();
  }

  close() {
    this.game = null;
    this.waits = false;
    this.place.hidden = true;
  }

  /** @param {object} message  from the server: the lessons of a game, one of them, or the judgement of an answer */
  heard(message) {
    if (message.game !== this.game) return;
    if (message.say === "lessons") {
      this.lessons = message;
      this.place.hidden = false;
      this.next();
    } else if (message.say === "lesson") {
      this.shown = message;
      this.board.setLook(message.look);
      this.board.flip(message.position.player === 1);
      this.part("task").textContent = `${message.task} Grade ${this.lessons.grades[message.lesson]}.`;
      this.begin();
    } else if (message.lesson === this.shown?.lesson && this.waits) this.answered(message);
  }

  // --- which lesson ---

  solved() {
    try {
      const kept = JSON.parse(localStorage.getItem(`solved ${this.game}`));
      return new Set(Array.isArray(kept) ? kept : []);
    } catch {
      return new Set();
    }
  }

  /** The next unsolved lesson of the selected grade; after the last one, the first again. */
  next() {
    const solved = this.solved();
    const { ids, grades } = this.lessons;
    const fits = (number) => this.grade.value === ALL || grades[number] === Number(this.grade.value);
    const after = (this.shown?.lesson ?? -1) + 1;
    const order = ids.map((_, number) => (after + number) % ids.length).filter(fits);
    const lesson = order.find((number) => !solved.has(ids[number])) ?? order[0];
    this.count();
    if (lesson === undefined) this.say("There are no lessons of this grade.");
    else this.does.say("lesson", { game: this.game, lesson });
  }

  count() {
    const solved = this.solved();
    const found = this.lessons.ids.filter((id) => solved.has(id)).length;
    this.part("count").textContent = `${found} of ${this.lessons.ids.length} solved in this browser`;
  }

  // --- one lesson ---

  /** From the beginning, or from the last correct position. */
  begin() {
    if (!this.right || this.right.lesson !== this.shown.lesson) {
      this.right = { lesson: this.shown.lesson, actions: [], position: this.shown.position };
    }
    this.waits = false;
    this.part("again").hidden = true;
    this.show(this.right.position, true);
    if (!this.right.actions.length) this.say("Find the move.");
    else this.say("Continue.");
  }

  show(position, live) {
    this.board.show(position, live);
    const moves = live ? position.actions.filter(({ cells }) => !cells.length) : [];
    const buttons = moves.map((action) => {
      const button = made("button", { type: "button", textContent: action.label });
      button.addEventListener("click", () => this.choose([action]));
      return button;
    });
    this.part("cellless").replaceChildren(...buttons);
  }

  say(words, kind = "") {
    this.part("words").textContent = words;
    this.part("words").className = kind;
  }

  /** The visitor makes one of these moves. */
  choose(actions) {
    pickMove(actions, ({ action }) => this.play(action));
  }

  play(action) {
    this.waits = true;
    this.board.show(this.right.position, false);
    this.say("…");
    const { lesson, actions: before } = this.right;
    this.does.say("answer", { game: this.game, lesson, actions: [...before, action] });
  }

  answered({ right, done, words, actions, moves, positions }) {
    this.waits = false;
    this.show(positions[0], false);
    const [move, reply] = moves;
    if (right) this.right = { lesson: this.right.lesson, actions, position: positions.at(-1) };
    if (done) this.keep();
    else if (!right) this.part("again").hidden = false;
    const answer = reply ? `The best reply is ${reply}.` : "";
    const parts = right ? [`${move} is right.`, answer, done ? "Solved." : "Continue."] : [`${move} is wrong.`, words, answer];
    const sentence = parts.filter(Boolean).join(" ");
    this.say(sentence, right ? "right" : "wrong");
    if (done) this.part("next").focus();
    const { lesson } = this.shown;
    setTimeout(() => {
      // Not if another lesson, or the same one again, has been shown since.
      const isStill = this.shown?.lesson === lesson && this.part("words").textContent === sentence;
      if (isStill && positions.length > 1) this.show(positions[1], right && !done);
    }, STEP);
  }

  keep() {
    const solved = this.solved().add(this.lessons.ids[this.shown.lesson]);
    localStorage.setItem(`solved ${this.game}`, JSON.stringify([...solved]));
    this.right = null; // so that it can be tried from its beginning
    this.count();
  }
}
