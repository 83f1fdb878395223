// Files: games out of them, and games into them.

import { made, options } from "../shared/elements.js";

const LONGEST = 999_000; // characters; a message has at most a million, this one's other fields included
const KEPT = 8000; // milliseconds that a saved file can be taken
const SIZE = /\bSZ\s*\[\s*(\d+)\s*\]/; // of the board, in SGF

/** The text of a file: UTF-8, with or without a byte order mark, else Latin-1, as everywhere in boardai. */
async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("iso-8859-1").decode(bytes);
  }
}

export class Files {
  /**
   * @param {HTMLElement} saves  the place of the buttons that save
   * @param {HTMLElement} list  that of the games of a file
   * @param {{say: Function, notice: Function, pick: Function}} page  its functions: a message to the server, a
   *     notice to people, and a question to them
   */
  constructor(saves, list, page) {
    this.saves = saves;
    this.list = list;
    this.page = page;
    this.file = null; // what was loaded last
    this.changed = false; // whether the game has something that is in no file
    this.next = null; // a file that waits for a room of its game
  }

  /** Opens what is picked in these fields; `games` gives those offered. */
  listen(fields, games) {
    for (const field of fields) {
      field.addEventListener("change", () => {
        const [picked] = field.files;
        if (picked) this.open(picked, games());
        field.value = "";
      });
    }
  }

  /** The files that a room's game can be written to; called whenever the whole room was received. */
  enter(look, isNew) {
    this.changed = false;
    this.endings = look.files;
    this.offer = look.offer;
    if (isNew) this.list.replaceChildren();
    const buttons = look.files.map((ending) => {
      const save = made("button", { type: "button", textContent: `Save ${ending}` });
      save.addEventListener("click", () => this.page.say("save", { format: ending }));
      return save;
    });
    this.saves.replaceChildren(...buttons);
    if (isNew && this.next) this.load(this.next);
    this.next = null;
  }

  /** The server has written the game. */
  saved({ name, text, left_out: leftOut }) {
    if (leftOut) this.page.notice(leftOut);
    else this.changed = false;
    const link = made("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
  }

  /**
   * Opens the chosen file; if it is of another game, on a board of that game.
   * @param {File} picked
   * @param {object[]} games  those offered
   */
  async open(picked, games) {
    const text = await textOf(picked);
    if (text.length > LONGEST) {
      const [found, most] = [text.length, LONGEST].map((number) => number.toLocaleString("en"));
      this.page.notice(`${picked.name}: ${found} characters are too many (maximum ${most}); load a part of the file`);
      return;
    }
    const format = picked.name.slice(picked.name.lastIndexOf(".")).toLowerCase();
    const file = { text, format };
    const reads = (game) => game.reads.includes(format);
    const here = document.querySelector("main").hidden ? undefined : games.find(({ game }) => game === this.offer);
    const other = games.find(reads);
    if (here && (reads(here) || !other)) this.unlessChanged(() => this.load(file));
    else if (!other) this.page.notice(`${picked.name}: no game here has files with the extension ${format}`);
    else if (!here) this.begin(other, file);
    else {
      const words = `${picked.name} is a game of ${other.title}, but this board is for ${here.title}`;
      this.page.pick(words, [{ label: `Open it as ${other.title}`, value: other.game }], () => this.begin(other, file), "Cancel");
    }
  }

  /** A new room for a file; of SGF, whose board may have any size, one of that size. */
  begin(game, file) {
    this.next = file;
    const size = Number(SIZE.exec(file.text)?.[1]);
    const parameters = game.choices.size?.includes(size) ? { size } : {};
    this.page.say("new", { game: game.game, parameters, seats: ["person", "person"] });
  }

  load(file) {
    this.file = file;
    this.list.replaceChildren();
    this.page.say("load", file);
  }

  /** A file had several games, some that cannot be read, or a game with contradictions. */
  loaded({ game, games: count, titles, left_out: leftOut, reason, problems }) {
    const words = [];
    if (leftOut) words.push(`${leftOut} of the games in this file cannot be read: ${reason}`);
    words.push(...problems);
    if (words.length) this.page.notice(words.join(" "));
    if (count < 2) return;
    const choice = made("select");
    choice.append(...options(titles.map((title, number) => [`${number + 1}. ${title}`, number + 1])));
    choice.value = game;
    const step = (words, number) => {
      const button = made("button", { type: "button", textContent: words, disabled: number < 1 || number > count });
      button.addEventListener("click", () => this.choose(number, choice, game));
      return button;
    };
    choice.addEventListener("change", () => this.choose(Number(choice.value), choice, game));
    const more = count > titles.length ? `, the first ${titles.length} of which are listed` : "";
    this.list.replaceChildren(
      made("label", {}, `Game ${game} of ${count} in this file${more} `, choice),
      step("Previous game", game - 1),
      step("Next game", game + 1),
    );
  }

  /** Another game of the file that was loaded. */
  choose(number, choice, before) {
    choice.value = before;
    this.unlessChanged(() => this.page.say("load", { ...this.file, game: number }));
  }

  /** Does what takes the game from the board; asks before, where it has something that is in no file. */
  unlessChanged(then) {
    if (!this.changed) then();
    else this.page.pick("Your changes are not saved", [{ label: "Load anyway", value: "1" }], then, "Cancel");
  }
}
