// Files: opening games from them, and saving games to them.

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
   * @param {HTMLElement} list  the place of the list of a file's games
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

  /**
   * Opens files that are picked in these fields, or dropped or pasted on the page.
   * @param {HTMLInputElement[]} fields
   * @param {() => object[]} games  the games offered
   * @param {(name: string) => void} go  opens a room of this server
   */
  listen(fields, games, go) {
    Object.assign(this, { games, go });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => this.take(event, event.dataTransfer));
    document.addEventListener("paste", (event) => {
      const isTyping = event.target.closest?.("input, textarea, select, dialog");
      if (!isTyping) this.take(event, event.clipboardData);
    });
    for (const field of fields) {
      field.addEventListener("change", () => {
        const [picked] = field.files;
        if (picked) this.open(picked, games());
        field.value = "";
      });
    }
  }

  /** Something was dropped or pasted: a file, or a text. */
  take(event, { files }) {
    event.preventDefault();
    if (document.querySelector("dialog[open]")) return;
    const text = (event.dataTransfer ?? event.clipboardData).getData("text/plain");
    if (files?.length) this.open(files[0], this.games());
    else if (text.trim()) this.recognise(text);
  }

  /** Follows a link to a room of this server; the server interprets any other text. */
  recognise(text) {
    const link = /^(https?:\/\/\S+?)\/?(?:\?\S*)?#([\w-]+(?:\/[\w-]+)*)$/.exec(text.trim());
    if (link && link[1] === location.origin) this.go(link[2]);
    else if (text.length > LONGEST) this.tooLong("This text", text);
    else this.page.say("recognise", { text });
  }

  recognised({ game, format, text }) {
    const found = this.games().find((one) => one.game === game);
    if (format) this.put({ text, format }, (one) => one.game === game, "This", this.games());
    else this.unlessChanged(() => this.page.say("new", { game: found.game, position: text, seats: ["person", "person"] }));
  }

  tooLong(name, text) {
    const [found, most] = [text.length, LONGEST].map((number) => number.toLocaleString("en"));
    this.page.notice(`${name}: ${found} characters are too many (maximum ${most}); load a part of it`);
  }

  /** The formats in which a room's game can be saved; called whenever the whole room was received. */
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
   * @param {object[]} games  the games offered
   */
  async open(picked, games) {
    const text = await textOf(picked);
    if (text.length > LONGEST) {
      this.tooLong(picked.name, text);
      return;
    }
    const format = picked.name.slice(picked.name.lastIndexOf(".")).toLowerCase();
    this.put({ text, format }, (game) => game.reads.includes(format), picked.name, games);
  }

  /**
   * Opens a game from a text on this board, or on another one.
   * @param {{text: string, format: string}} file
   * @param {(game: object) => boolean} reads  whether a game reads such files
   * @param {string} name  name of the file
   * @param {object[]} games  the games offered
   */
  put(file, reads, name, games) {
    const here = document.querySelector("main").hidden ? undefined : games.find(({ game }) => game === this.offer);
    const other = games.find(reads);
    if (here && (reads(here) || !other)) this.unlessChanged(() => this.load(file));
    else if (!other) this.page.notice(`${name}: no game here has files with the extension ${file.format}`);
    else if (!here) this.begin(other, file);
    else {
      const words = `${name} is a game of ${other.title}, but this board is for ${here.title}`;
      this.page.pick(words, [{ label: `Open it as ${other.title}`, value: other.game }], () => this.begin(other, file), "Cancel");
    }
  }

  /** A new room for a file; for SGF, whose board may have any size, with a board of that size. */
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

  /** The file had several games, some unreadable ones, or a game with contradictions. */
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

  /** Replaces the game on the board; asks first if it has unsaved changes. */
  unlessChanged(then) {
    if (!this.changed) then();
    else this.page.pick("Your changes are not saved", [{ label: "Load anyway", value: "1" }], then, "Cancel");
  }
}
