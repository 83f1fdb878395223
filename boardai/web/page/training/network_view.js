// The newest network's evaluation of a position, which is set by moves on a board or as text.

import { BoardView } from "../board/board.js";
import { pickMove } from "../shared/dialogs.js";
import { made } from "../shared/elements.js";
import { capital, unbroken } from "../shared/status.js";

export class NetworkView {
  /**
   * @param {(run: string, fields: string[][]) => Promise<object>} ask  returns the server's answer
   * @param {(words: string) => void} notice
   */
  constructor(ask, notice) {
    this.ask = ask;
    this.notice = notice;
    const button = (textContent, does) => {
      const pressed = made("button", { type: "button", textContent });
      pressed.addEventListener("click", does);
      return pressed;
    };
    this.words = made("p", { role: "status" });
    this.cellless = made("span", { className: "buttons" });
    this.field = made("input", { type: "text", size: 40, spellcheck: false, autocomplete: "off" });
    this.back = button("Back", () => this.goBack());
    const start = button("Start position", () => this.set(undefined));
    const form = made("form", { className: "buttons" }, made("label", {}, "Position ", this.field), made("button", { textContent: "Set" }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.set(this.field.value.trim() || undefined);
    });
    const board = made("div", { className: "network-board" });
    const side = made("div", {}, this.words, made("div", { className: "buttons" }, this.back, start, this.cellless), form);
    this.place = made("div", { className: "network" }, board, side);
    this.board = new BoardView(board, (actions) => this.choose(actions));
    this.run = null;
    this.waits = false; // for an answer
  }

  /** The request to repeat: the position shown, for a newer network. */
  asked(run) {
    if (run === this.run) return this.text === undefined ? [] : [["position", this.text]];
    Object.assign(this, { run, text: undefined, before: [], look: null, waits: false });
    return [];
  }

  /** Shows its answer, unless the visitor has gone to another position since. */
  again(run, found) {
    if (run !== this.run || this.waits || (this.look && found.text !== this.text)) return;
    this.found = found;
    this.wait(false);
    this.show(found);
  }

  show(found) {
    const { look, position, chance, shares, moves, checkpoint, over, text } = found;
    const isOther = this.text !== text || !this.look;
    this.text = text;
    if (JSON.stringify(this.look) !== JSON.stringify(look)) {
      this.look = look;
      this.board.setLook(look);
    }
    if (isOther) this.field.value = text;
    this.board.show(position, !over);
    this.board.setHeat(shares);
    const buttons = position.actions.filter(({ cells }) => !cells.length && !over).map((action) => {
      const button = made("button", { type: "button", textContent: action.label });
      button.addEventListener("click", () => this.choose([action]));
      return button;
    });
    const hadFocus = this.cellless.contains(document.activeElement);
    this.cellless.replaceChildren(...buttons);
    if (hadFocus) (buttons[0] ?? this.back).focus();
    this.back.setAttribute("aria-disabled", !this.before.length);
    const players = look.players.map(capital);
    const value = `${players[0]} ${Math.round(50 * (1 + chance))} %`;
    const best = moves.map(([move, share]) => `${move} ${Math.round(100 * share)} %`);
    const says = over ? "The game is over." : `${players[position.player]} to move. ${[value, ...best].join(", ")}.`;
    const words = unbroken(`Network of iteration ${checkpoint}: ${says}`);
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  choose(actions) {
    pickMove(actions, ({ action }) => this.go(this.text, [["action", action]], this.text));
  }

  /** Goes back one position; if it is not available, Back keeps its target. */
  async goBack() {
    const { before } = this;
    if (!before.length || !(await this.go(before.at(-1)))) return;
    before.pop();
    this.back.setAttribute("aria-disabled", !before.length);
  }

  set(text) {
    this.go(text, [], this.text);
  }

  /** Shows positions one after the other; `from` is the target of Back. Returns whether it is shown. */
  async go(text, fields = [], from = undefined) {
    if (this.waits) return false;
    const run = this.run;
    let isShown = false;
    this.wait(true);
    try {
      const found = await this.ask(run, [...(text === undefined ? [] : [["position", text]]), ...fields]);
      if (run !== this.run) return false;
      if (from !== undefined && from !== found.text) this.before.push(from);
      this.found = found;
      isShown = true;
      this.notice("");
    } catch (error) {
      this.notice(error.message);
    }
    if (run !== this.run) return false;
    this.wait(false);
    this.show(this.found);
    return isShown;
  }

  /** While an answer is pending nothing else is requested; buttons show this and keep the focus. */
  wait(on) {
    this.waits = on;
    this.place.setAttribute("aria-busy", on);
    for (const button of this.place.querySelectorAll("button")) button.setAttribute("aria-disabled", on);
    if (on) this.board.show(this.found.position, false);
  }
}
