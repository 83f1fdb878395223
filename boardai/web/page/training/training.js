// Training, only for the owner of the server: starts, stops and resumes runs, and shows their output.

import { made, options } from "../shared/elements.js";
import { capital } from "../shared/status.js";
import { address, owner } from "../shared/token.js";

const [SOON, AGAIN] = [2_000, 20_000]; // milliseconds between two looks, while something runs and else

export class Training {
  /**
   * @param {HTMLElement} place
   * @param {{notice: (words: string, of: string) => void, run: () => object | undefined}} page  the run that is selected there
   */
  constructor(place, page) {
    this.place = place;
    this.page = page;
    this.form = place.querySelector("form");
    this.list = place.querySelector("#trainings");
    this.isNew = async () => {};
    this.known = new Map();
    this.rows = new Map(); // by the training's number
    this.waits = false; // for the answer to an order
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
  }

  /** Sends the server an order, or asks it for the state. */
  async ask(order) {
    const headers = { "x-boardai-owner": owner() };
    const how = order ? { method: "POST", headers, body: JSON.stringify(order) } : { headers };
    const answer = await fetch(address("/training.json"), how);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }

  async load() {
    clearTimeout(this.due);
    let running = false;
    try {
      running = await this.take(await this.ask());
      this.page.notice("", "look");
    } catch (error) {
      if (this.place.hidden) return; // this server does not train, or has been started again
      this.page.notice(error.message, "look");
    }
    clearTimeout(this.due);
    this.due = setTimeout(() => this.load(), running ? SOON : AGAIN);
  }

  /** Sends orders one after the other; waiting buttons keep the focus. */
  async order(order) {
    if (this.waits) return;
    this.wait(true);
    try {
      await this.take(await this.ask(order));
      this.page.notice("", "order");
    } catch (error) {
      this.page.notice(error.message, "order");
    }
    this.wait(false);
    clearTimeout(this.due);
    this.due = setTimeout(() => this.load(), SOON);
  }

  wait(on) {
    this.waits = on;
    for (const button of this.place.querySelectorAll("button")) button.setAttribute("aria-disabled", on);
  }

  /** Shows the answer; returns whether something runs. */
  async take({ games, trainings, most_minutes: most }) {
    if (!this.games) this.build(games, most);
    this.place.hidden = false;
    this.draw(trainings);
    for (const { training, run } of trainings) {
      const isNew = run !== null && this.known.get(training) === null;
      this.known.set(training, run);
      if (isNew) await this.isNew(run);
    }
    return trainings.some(({ state }) => ["running", "stopping"].includes(state));
  }

  /** Each training has a row, which is changed in place, so that focus, selection and scroll position stay. */
  draw(trainings) {
    for (const [training, { place }] of this.rows) {
      if (trainings.some((one) => one.training === training)) continue;
      place.remove();
      this.rows.delete(training);
    }
    trainings.forEach((one, rank) => {
      if (!this.rows.has(one.training)) this.rows.set(one.training, this.row(one));
      const row = this.rows.get(one.training);
      if (this.list.children[rank] !== row.place) this.list.insertBefore(row.place, this.list.children[rank] ?? null);
      this.update(row, one);
    });
  }

  row({ name }) {
    const [state, button] = [made("span"), made("button", { type: "button" })];
    const lines = made("pre", { tabIndex: 0 });
    const row = { state, button, lines };
    button.addEventListener("click", ({ detail }) => {
      if (detail < 2) this.order(row.order); // a double click is one order
    });
    const head = made("p", {}, made("strong", { textContent: name }), " ", state, " ", button);
    row.place = made("div", { className: "training" }, head, lines);
    return row;
  }

  update(row, { training, name, run, state, lines }) {
    const stop = { do: "stop", training };
    const offered = {
      running: ["Stop", `Stop ${name}`, stop],
      stopping: ["Stop at once", `Stop ${name} at once`, stop],
      ...(run === null ? {} : { stopped: ["Resume", `Resume ${name}`, { do: "resume", run }] }),
    };
    const [words, label, order] = offered[state === "failed" ? "stopped" : state] ?? [];
    if (row.state.textContent !== state) row.state.textContent = state;
    if (!words && document.activeElement === row.button) row.lines.focus();
    row.button.hidden = !words;
    row.order = order;
    if (words && row.button.textContent !== words) {
      row.button.textContent = words;
      row.button.setAttribute("aria-label", label);
    }
    this.print(row.lines, lines.join("\n"));
  }

  /** Scrolls to the newest lines, unless the user looks at others or has selected some. */
  print(place, text) {
    const selection = getSelection();
    if (place.textContent === text || (!selection.isCollapsed && place.contains(selection.anchorNode))) return;
    const isAtEnd = place.scrollTop + place.clientHeight >= place.scrollHeight - 2;
    place.textContent = text;
    if (isAtEnd) place.scrollTop = place.scrollHeight;
  }

  /** The form of a new run. */
  build(games, most) {
    this.games = games;
    this.game = made("select", {}, ...options(games.map(({ title, game }) => [capital(title), game])));
    this.preset = made("select");
    this.name = made("input", { type: "text", size: 16, required: true, maxLength: 60, pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]*" });
    this.name.title = "letters, digits, hyphens and underscores";
    this.minutes = made("input", { type: "number", min: 0.1, max: most, step: "any", placeholder: "preset's" });
    this.choices = made("span", { className: "buttons" });
    this.button = made("button", { className: "main", textContent: "Start training" });
    const resume = made("button", { type: "button", textContent: "Resume the run shown" });
    resume.addEventListener("click", () => this.resume());
    const labelled = (words, element) => made("label", {}, `${words} `, element);
    const parts = [labelled("Game", this.game), this.choices, labelled("Preset", this.preset)];
    parts.push(labelled("Name", this.name), labelled("Minutes", this.minutes), this.button, resume);
    this.form.querySelector("div").replaceChildren(...parts);
    this.game.addEventListener("change", () => this.chosen());
    this.preset.addEventListener("change", () => this.tell());
    this.chosen();
  }

  chosen() {
    const { choices, presets } = this.games.find(({ game }) => game === this.game.value);
    this.selects = Object.entries(choices).map(([name, values]) => {
      const words = (value) => ({ true: "yes", false: "no" })[value] ?? String(value);
      const known = values.map((value) => [words(value), JSON.stringify(value)]);
      const select = made("select", {}, ...options([["as in the preset", ""], ...known]));
      select.dataset.name = name;
      return select;
    });
    const labels = this.selects.map((select) => made("label", {}, `${capital(select.dataset.name.replaceAll("_", " "))} `, select));
    this.choices.replaceChildren(...labels);
    this.preset.replaceChildren(...options(presets.map(({ preset }) => [preset, preset])));
    if (presets.some(({ preset }) => preset === "demo")) this.preset.value = "demo";
    this.tell();
  }

  tell() {
    const { presets } = this.games.find(({ game }) => game === this.game.value);
    const { about } = presets.find(({ preset }) => preset === this.preset.value);
    this.place.querySelector("#preset-about").textContent = about.replaceAll(/\s+/g, " ");
  }

  limit() {
    return this.minutes.value === "" ? {} : { minutes: Number(this.minutes.value) };
  }

  start() {
    const changed = this.selects.filter(({ value }) => value);
    const parameters = Object.fromEntries(changed.map(({ dataset, value }) => [dataset.name, JSON.parse(value)]));
    const fields = { game: this.game.value, parameters, preset: this.preset.value, name: this.name.value };
    this.order({ do: "start", ...fields, ...this.limit() });
  }

  resume() {
    const found = this.page.run();
    if (found?.kind !== "run") this.page.notice("choose a run below first", "order");
    else this.order({ do: "resume", run: found.run, ...this.limit() });
  }
}
