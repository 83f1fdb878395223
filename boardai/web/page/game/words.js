// Comments and glyphs of a game and its moves in readable form, and the fields to change them.

import { joined, split } from "../board/comment_marks.js";
import { made, options } from "../shared/elements.js";

// PGN's numbers for judgements of a move, and other common signs.
const JUDGEMENTS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const JUDGED = { 1: "good", 2: "mistake", 3: "brilliant", 4: "blunder", 5: "interesting", 6: "doubtful" };
const SIGNS = { 7: "□", 10: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 146: "N" };
// Commands that programs write into comments: a clock and a value are shown, others are kept but not shown.
const COMMAND = /\[%(\w+)\s([^[\]]*)\]/g;
// Properties of SGF: a player's remaining seconds and moves.
const TIME_LEFT = /^([BW]L|O[BW]) (\d+(?:\.\d+)?)$/;
// Labels for a file's headers, such as the event.
const HEADERS = {
  ...{ EV: "Event", RO: "Round", TM: "Time control", PC: "Place", GN: "Title", AN: "Annotator", SO: "Source" },
  ...{ BR: "Black's rank", WR: "White's rank", US: "Entered by", RE: "Result", GC: "About", CP: "Copyright" },
};

/** The signs of glyphs: `!`, `±`; `$n` for those without a sign. */
export function signs(glyphs = []) {
  return glyphs.map((glyph) => JUDGEMENTS[glyph] ?? SIGNS[glyph] ?? ` $${glyph}`).join("");
}

/** Whether one of them is a judgement of the move. */
export function isJudged(glyphs = []) {
  return glyphs.some((glyph) => glyph in JUDGEMENTS);
}

/** A comment without its commands; and the clock, value and remaining time in these. */
export function readable(comment) {
  const given = {};
  const left = [];
  const text = comment.replace(COMMAND, (_, name, value) => {
    given[name] = value.trim();
    const [, of, number] = (name === "sgf" && TIME_LEFT.exec(value)) || [];
    if (of) left.push(`${of.includes("W") ? "White" : "Black"}: ${number} ${of.startsWith("O") ? "moves" : "s"} left`);
    return "";
  });
  const { clk, eval: value } = given;
  return { text: text.replace(/[ \t]+/g, " ").trim(), clock: clk ?? "", value: value?.split(",")[0] ?? "", left };
}

/** A comment for the list of moves; null if there is nothing to show. */
export function commentElement(comment) {
  const { text, clock, value, left } = readable(comment);
  if (!text && !clock && !value && !left.length) return null;
  const parts = left.map((textContent) => made("span", { className: "file-clock", title: "time in the file", textContent }));
  if (value) parts.push(made("span", { className: "file-value", title: "value in the file", textContent: value }));
  if (clock) parts.push(made("span", { className: "file-clock", title: "clock in the file", textContent: clock }));
  if (text) parts.push(made("span", { textContent: text }));
  return made("span", { className: "comment" }, ...parts.flatMap((part) => [" ", part]), " ");
}

function label(name) {
  return HEADERS[name] ?? name.replace(/([a-z])([A-Z])/g, "$1 $2");
}

/**
 * The fields for a comment and a judgement next to the list of moves. Nothing that is typed is lost: it is sent again
 * after a lost connection, it is kept next to changes by other pages, and if its position was deleted, a notice shows it.
 */
export class Annotator {
  /**
   * @param {HTMLElement} place
   * @param {{say: (what: string, fields: object) => void, notice: (words: string, stays: boolean) => void}} does  a
   *     message to the server, and a notice to people
   */
  constructor(place, does) {
    this.place = place;
    this.judgement = made("select");
    this.judgement.append(...options([["no mark", ""], ...Object.entries(JUDGEMENTS).map(([n, sign]) => [`${sign} ${JUDGED[n]}`, n])]));
    this.comment = made("textarea", { rows: 2, placeholder: "your comment on this position" });
    this.judgement.setAttribute("aria-label", "mark of the last move");
    this.comment.setAttribute("aria-label", "comment on this position");
    this.does = does;
    this.said = new Map(); // changes sent to the server and not yet confirmed, by node
    for (const field of [this.judgement, this.comment]) field.addEventListener("change", () => this.keep());
    place.replaceChildren(this.judgement, this.comment);
  }

  /** The comment of a node: as it was last sent, or else as the server reports it. */
  commentOf({ node, comment = "" }) {
    return this.said.get(node)?.comment ?? comment;
  }

  /** Sends the contents of the fields to the server; the marks on the board stay. */
  keep() {
    const { node, glyphs = [] } = this.node;
    const now = this.commentOf(this.node);
    const { text, commands } = split(now);
    // If another page has changed the text meanwhile, the server keeps both.
    const known = text === this.known.trim() ? now : this.known.trim();
    const others = glyphs.filter((glyph) => !(glyph in JUDGEMENTS));
    const chosen = this.judgement.value ? [Number(this.judgement.value), ...others] : others;
    this.known = this.comment.value;
    this.send({ node, comment: joined(this.comment.value.trim(), commands), known, glyphs: chosen });
  }

  /** Sends a comment with other marks on the board to the server, if it is not too long. */
  mark(node, comment, longest) {
    if (comment.length > longest) this.does.notice("The comment on this position has no room for another mark.");
    else this.send({ node: node.node, comment, known: this.commentOf(node), glyphs: node.glyphs ?? [] });
  }

  send(fields) {
    this.said.set(fields.node, { ...fields, count: (this.said.get(fields.node)?.count ?? 0) + 1 });
    this.does.say("annotate", fields);
  }

  /** The server reports the present comment and glyphs of a node. */
  heard(node) {
    const last = this.said.get(node);
    if (last && last.count > 1) last.count -= 1; // changes that were sent later are still to come
    else this.said.delete(node);
  }

  /** After a lost connection: sends unconfirmed changes again. */
  sayAgain() {
    for (const fields of this.said.values()) {
      fields.count = 1;
      const { count, ...others } = fields;
      this.does.say("annotate", others);
    }
  }

  /** Positions were deleted. */
  forgetGone(tree) {
    if (this.node && !tree.has(this.node.node)) this.forget();
  }

  /** Another game is on the board: the text typed belongs to none of its positions, and can be copied from the notice. */
  forget() {
    if (this.node && this.comment.value !== this.known) {
      this.does.notice(`Your comment was for a position that was deleted: ${this.comment.value.trim()}`, true);
    }
    this.node = undefined;
    this.said.clear();
  }

  /** Shows a node's comment and glyphs; `open`: they can be changed; `longest`: maximum length of a comment. */
  show(node, open, longest) {
    this.place.hidden = !open;
    const isOther = this.node?.node !== node.node;
    const isTyped = this.node !== undefined && this.comment.value !== this.known;
    if (isOther && isTyped) this.keep(); // what was typed belongs to the position where it was begun
    this.node = node;
    this.comment.maxLength = longest;
    this.comment.readOnly = (node.comment ?? "").length > longest;
    const waits = this.said.has(node.node); // the server will confirm it
    if (isOther || !(isTyped || waits)) this.comment.value = this.known = split(this.commentOf(node)).text;
    this.judgement.value = (node.glyphs ?? []).find((glyph) => glyph in JUDGEMENTS) ?? "";
    this.judgement.disabled = node.parent === null;
  }
}

/** A file's information about the whole game, and the form to change it. */
export class About {
  /**
   * @param {HTMLElement} list
   * @param {HTMLDialogElement} dialog
   * @param {(fields: object) => void} changed  called with the fields of a message `describe`
   */
  constructor(list, dialog, changed) {
    this.list = list;
    this.dialog = dialog;
    dialog.querySelector("form").addEventListener("submit", (event) => {
      if (event.submitter.value !== "save") return;
      const headers = Object.fromEntries(this.headers.map(([name, field]) => [name, field.value.trim()]));
      changed({ names: this.names.map((field) => field.value.trim()), date: this.date.value.trim(), headers });
    });
  }

  /** @param {{date: string, headers: {name: string, text: string}[]}} about */
  show(about) {
    const said = about.headers.filter(({ text }) => text).map(({ name, text }) => [label(name), text]);
    if (about.date) said.push(["Date", about.date]);
    this.list.replaceChildren(
      ...said.flatMap(([name, textContent]) => [
        made("dt", { textContent: name }),
        made("dd", {}, made("bdi", { textContent })),
      ]),
    );
    this.about = about;
  }

  /** Opens the form. */
  open(players, names, longest) {
    const field = (words, value) => {
      const input = made("input", { value, maxLength: longest, spellcheck: false });
      const row = made("label", { className: "field" }, made("span", { textContent: words }), input);
      return [input, row];
    };
    const named = players.map((player, number) => field(player, names[number]));
    const dated = field("date", this.about.date);
    const own = this.about.headers.filter(({ is_own: isOwn }) => isOwn);
    const rows = own.map(({ name, text }) => [name, ...field(label(name), text)]);
    this.names = named.map(([input]) => input);
    [this.date] = dated;
    this.headers = rows.map(([name, input]) => [name, input]);
    const place = this.dialog.querySelector(".fields");
    place.replaceChildren(...named.map(([, row]) => row), dated[1], ...rows.map(([, , row]) => row));
    this.dialog.showModal();
  }
}
