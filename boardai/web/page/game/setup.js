// The form of a new game: game and parameters, players, clocks, starting position.

import { made, options } from "../shared/elements.js";
import { PERSON, capital } from "../shared/status.js";

const MANY = 30; // values that are too many for a list; they are typed
// Labels of parameters whose names are not clear enough.
const NAMES = { chess960: "Chess960", position: "start (Chess960)", claim_draws: "draws by claim", swap: "swap rule" };

export class Setup {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {(fields: object) => void} chosen  called with the fields of a message `new`
   * @param {(game: object, fields: object) => void} draw  called if a board is to be drawn first
   */
  constructor(dialog, chosen, draw) {
    this.dialog = dialog;
    this.place = dialog.querySelector("#setup-fields");
    dialog.querySelector("form").addEventListener("submit", (event) => {
      if (event.submitter.value === "draw") draw(this.chosenGame(), this.fields());
      if (event.submitter.value !== "start") return;
      event.preventDefault(); // it stays open until the game is there, should something be refused
      chosen(this.fields());
    });
  }

  /**
   * @param {object[]} games  as in the server's welcome
   * @param {object} form  clocks and maximum lengths of texts, likewise
   * @param {string} name  the name of visitors who have not entered one
   */
  offer(games, form, name) {
    this.games = games;
    this.form = form;
    this.clocks = [["No clocks", null], ...form.clocks];
    this.usualName = name;
  }

  /** Opens the form; `game` is the one selected at first. */
  open(game) {
    this.game = made("select");
    this.game.append(...options(this.games.map(({ title, game: key }) => [capital(title), key])));
    if (game) this.game.value = game;
    this.game.addEventListener("change", () => this.fill());
    this.rest = made("div", { className: "fields" });
    this.place.replaceChildren(this.labelled("Game", this.game), this.rest);
    this.fill();
    this.dialog.querySelector(".refused").textContent = "";
    this.dialog.showModal();
  }

  labelled(words, field) {
    return made("label", { className: "field" }, made("span", { textContent: words }), field);
  }

  chosenGame() {
    return this.games.find(({ game }) => game === this.game.value);
  }

  /** The fields that depend on the game. */
  fill() {
    const game = this.chosenGame();
    this.dialog.querySelector("#draw-board").hidden = !game.look;
    this.parameters = {};
    const rows = Object.entries(game.choices).map(([name, values]) => {
      const field = this.chooser(values);
      this.parameters[name] = field;
      return this.labelled(NAMES[name] ?? name.replaceAll("_", " "), field);
    });
    const players = [["Person", PERSON], ...game.levels.map(({ title, level }) => [title, level])];
    this.seats = game.players.map(() => made("select"));
    for (const [number, seat] of this.seats.entries()) {
      seat.append(...options(players));
      seat.selectedIndex = number ? Math.min(3, players.length - 1) : 0;
    }
    this.clock = made("select");
    this.clock.append(...options(this.clocks.map(([words], number) => [words, number])));
    const typed = this.name?.value;
    this.name = made("input", { maxLength: this.form.longest_name });
    this.name.value = typed ?? localStorage.getItem("name") ?? this.usualName;
    this.position = made("input", {
      placeholder: "usual start",
      spellcheck: false,
      maxLength: this.form.longest_position,
    });
    this.rest.replaceChildren(
      ...rows,
      ...this.seats.map((seat, number) => this.labelled(game.players[number], seat)),
      this.labelled("Your name", this.name),
      this.labelled("Clocks", this.clock),
      this.labelled("Position", this.position),
    );
  }

  /** A field for a parameter's values: a check box, a list, or a number. */
  chooser(values) {
    if (values.every((value) => typeof value === "boolean")) {
      return made("input", { type: "checkbox", checked: values[0] });
    }
    if (values.length <= MANY) {
      const list = made("select");
      const sorted = typeof values[0] === "number" ? [...values].sort((one, other) => one - other) : values;
      list.append(...options(sorted.map((value) => [value, value])));
      list.value = values[0];
      return list;
    }
    const [min, max] = [Math.min(...values), Math.max(...values)];
    return made("input", { type: "number", min, max, value: values[0], required: true });
  }

  fields() {
    const game = this.chosenGame();
    const parameters = {};
    for (const [name, field] of Object.entries(this.parameters)) {
      const usual = game.choices[name][0];
      const value = field.type === "checkbox" ? field.checked : field.value;
      const chosen = typeof usual === "number" ? Number(value) : value;
      if (chosen !== usual) parameters[name] = chosen;
    }
    localStorage.setItem("name", this.name.value.trim());
    return {
      game: game.game,
      parameters,
      seats: this.seats.map((seat) => seat.value),
      clock: this.clocks[Number(this.clock.value)][1],
      position: this.position.value.trim() || null,
      name: this.name.value.trim(),
    };
  }
}
