// Analysis: which analyst is asked about the position shown, the results for earlier positions, and where two
// analysts disagree.

import { source } from "../board/advice.js";
import { Bar, figure, playerColours } from "../board/bar.js";
import { made, options } from "../shared/elements.js";
import { Panels } from "./panels.js";
import { capital } from "../shared/status.js";

const KEPT = 400; // positions of which is known what was found
const UNITS = [[" disc", ", in discs"], [" point", ", in points"], [" %", ", in per cent"]]; // by a part of the words of a value
const SIZES = [16, 64, 256, 1024, 4096]; // of a table, in MiB

/** Whether a search is more advanced than another search of the same position. */
function isDeeper(found, known) {
  if (found.chosen) return true; // the move that an agent plays, whatever it thought of on its way
  if (Object.keys(found.shares).length || found.depth === known.depth) return found.nodes >= known.nodes;
  return found.depth > known.depth;
}

/** A number that fits into a cell: without tenths if it has more than one digit before them. */
function inCell(words) {
  return /\d\d\.\d/.test(words) ? words.replace(/\d+\.\d+/, (number) => String(Math.round(number))) : words;
}

/** An adviser's value of a move, in a form that fits into a cell. */
function cellWords(words) {
  return /^[+\u2212]?[\d.]+$/.test(words) ? words : inCell(figure(words));
}

export class Analysis {
  /**
   * @param {{panels: HTMLElement, bar: HTMLElement, settings: HTMLElement, numbers: HTMLElement, verdict: HTMLElement}} places
   * @param {import("../board/board.js").BoardView} board
   * @param {{say: Function, play: (actions: number[]) => void}} does  requests: a message to the server, and
   * a line to be played from the position shown
   */
  constructor(places, board, does) {
    this.places = places;
    this.board = board;
    this.say = does.say;
    this.panels = new Panels(places.panels, { changed: (slot) => this.ask(slot, true), played: does.play });
    this.bar = new Bar(places.bar);
    this.running = [false, false]; // of each slot, whether the server was asked
    this.shown = [null, null]; // what each has found of the position that is shown
    this.known = new Map(); // what was found, by analyst, number of lines and position; the last used last
    this.room = this.seen = null;
  }

  /** The settings that the server allows. */
  allow({ lines, threads, megabytes }) {
    const number = (name, value, max) => {
      const field = made("input", { type: "number", min: 1, max, value: Math.min(localStorage.getItem(name) ?? value, max) });
      return this.setting(name, field);
    };
    const sizes = SIZES.filter((size) => size <= megabytes);
    if (!sizes.length) sizes.push(megabytes);
    const table = made("select");
    table.append(...options(sizes.map((size) => [`${size} MiB`, size])));
    const kept = Number(localStorage.getItem("memory"));
    table.value = sizes.includes(kept) ? kept : sizes[0];
    this.fields = { lines: number("lines", lines.usual, lines.most), threads: number("threads", 1, threads) };
    this.fields.megabytes = this.setting("memory", table);
    this.fields.threads.closest("label").hidden = threads === 1;
    this.fields.megabytes.closest("label").hidden = sizes.length < 2;
  }

  setting(name, field) {
    field.addEventListener("change", () => {
      if (!field.checkValidity()) {
        field.value = Math.min(Math.max(Math.round(field.value) || 1, field.min), field.max);
      }
      localStorage.setItem(name, field.value);
      for (const slot of this.running.keys()) this.ask(slot, true);
    });
    this.places.settings.append(made("label", {}, `${capital(name)} `, field));
    return field;
  }

  /** Another game: offers its analysts. */
  enter({ analysts = [], advisers = [], levels = [] } = {}, isStarted = false) {
    const others = [...analysts, ...advisers];
    const found = levels.map(({ level, title }) => ({ by: level, title }));
    this.known.clear();
    this.panels.offer(analysts, advisers, found.filter(({ by }) => !others.some((one) => one.by === by)));
    if (isStarted) this.panels.start();
  }

  /**
   * Another position is shown.
   * @param {object} room
   * @param {object} seen
   * @param {string[]} players
   * @param {boolean} playable  whether lines can be played
   */
  show(room, seen, players, playable) {
    Object.assign(this, { room, seen, players, playable });
    for (const slot of this.running.keys()) {
      this.shown[slot] = null;
      this.panels.clear(slot);
      this.ask(slot);
    }
    this.draw();
  }

  key(slot) {
    return `${this.panels.asked()[slot]} ${this.fields.lines.value} ${this.seen.text}`;
  }

  /** Starts or stops an analyst; a position that was already searched to the end is not searched again. */
  ask(slot, again = false) {
    if (!this.seen) return;
    const by = this.panels.asked()[slot];
    const known = by ? this.known.get(this.key(slot)) : undefined;
    const isMatch = this.room?.match && !this.room.over; // there is no advice in a match, not even earlier results
    const asks = by && !isMatch && this.seen.actions.length > 0 && (!known?.done || again);
    if (asks) {
      const { lines, threads, megabytes } = this.fields;
      const values = { lines: lines.value, threads: threads.value, megabytes: megabytes.value };
      const numbers = Object.entries(values).map(([name, value]) => [name, Number(value)]);
      this.say("analyse", { node: this.seen.node, slot, by, ...Object.fromEntries(numbers) });
    } else if (this.running[slot]) this.say("stop", { slot });
    this.running[slot] = Boolean(asks);
    this.shown[slot] = isMatch ? null : (known ?? null);
    if (this.shown[slot]) this.tell(slot, null);
    else if (asks) this.panels.wait(slot);
    else this.panels.clear(slot);
    if (again) this.draw();
  }

  /** @param {object} found  as sent by the server */
  heard(found) {
    const { slot } = found;
    if (found.node !== this.seen?.node || this.panels.asked()[slot] !== found.by) return;
    if (found.lines !== Number(this.fields.lines.value)) return; // of the question before
    const known = this.known.get(this.key(slot));
    const isShallower = known && !isDeeper(found, known);
    const best = isShallower ? { ...known, done: found.done && !found.early } : { ...found, done: found.done && !found.early };
    this.known.delete(this.key(slot));
    this.known.set(this.key(slot), best);
    if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value);
    this.shown[slot] = best;
    this.tell(slot, isShallower && !found.done ? found.depth : null);
    this.draw();
  }

  /** Shows the meaning of the numbers on the cells. */
  explain(values, shares, valued) {
    const isPut = this.seen.actions.some((action) => action.cells.length && source(action) === null);
    const of = (field) => this.panels.title(this.shown.findIndex((found) => Object.keys(found?.[field] ?? {}).length));
    const unit = UNITS.find(([sign]) => valued[0]?.words.includes(sign) || Object.values(values ?? {})[0]?.[0].includes(sign))?.[1] ?? "";
    const areVisits = this.shown.some((found) => found?.rows[0]?.visits);
    const { player } = this.seen;
    let words = "";
    if (!isPut) words = shares ? `Arrows: the moves that ${of("shares")} prefers.` : "";
    else if (values) words = `Numbers on the board${unit}, for ${this.players[player]}: ${of("values")}.`;
    else if (shares) words = `Numbers on the board, in per cent: each move's ${areVisits ? "share of the visits" : "probability"} (${of("shares")}).`;
    else if (valued.length) words = `Numbers on the board${unit}, for ${this.players[player]}: the value of each move.`;
    if (this.places.numbers.textContent !== words) this.places.numbers.textContent = words;
  }

  tell(slot, searched) {
    this.panels.show(slot, this.shown[slot], this.players, this.seen.player, this.playable, searched);
  }

  /** Updates the bar, the marks on the board, and whether the two disagree. */
  draw() {
    if (!this.seen) return;
    const [one, other] = this.shown;
    const shown = one ?? other;
    if (shown) this.bar.show(shown, this.players, playerColours(this.room.look, this.seen), this.board.flipped);
    else this.bar.clear();
    const best = this.shown.map((found) => found?.rows[0]?.action ?? null);
    const of = (field) => this.shown.map((found) => found?.[field] ?? {}).find((found) => Object.keys(found).length);
    const [values, shares] = [of("values"), of("shares")]; // what is known of each move comes before shares of a search
    const valued = shares ? [] : (shown?.rows ?? []).filter(({ words }) => words);
    const figures = valued.map(({ action, words }) => [action, inCell(figure(words))]);
    const ofEach = Object.entries(values ?? {}).map(([action, [words]]) => [Number(action), cellWords(words)]);
    this.explain(values, shares, valued);
    this.board.setBest(best, new Map(values ? ofEach : figures));
    const weights = Object.fromEntries(Object.entries(values ?? {}).map(([action, [, weight]]) => [action, weight]));
    if (values || shares || this.panels.asked().some(Boolean)) this.board.setHeat(values ? weights : (shares ?? {}));
    const differ = one && other && best[0] !== best[1] && !best.includes(null);
    const move = (found) => found.rows[0].moves[0];
    const words = differ
      ? `They disagree: ${this.panels.title(0)} plays ${move(one)}, ${this.panels.title(1)} ${move(other)}.`
      : "";
    if (this.places.verdict.textContent !== words) this.places.verdict.textContent = words;
  }
}
