// Training, for the owner of the server alone: starts, stops and resumes runs, and shows what they print.

import { made, options } from "./elements.js";
import { address, owner } from "./token.js";

const [SOON, AGAIN] = [2_000, 20_000]; // milliseconds between two looks, while something runs and else

export class Training {
  /**
   * @param {HTMLElement} place
   * @param {{notice: (words: string) => void, run: () => object | undefined}} page  the run that is chosen there
   */
  constructor(place, page) {
    this.place = place;
    this.page = page;
    this.form = place.querySelector("form");
    this.list = place.querySelector("#trainings");
    this.isNew = async () => {};
    this.known = new Map();
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start();
    });
  }

  /** Asks the server, with an order or for how things stand. */
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
    } catch (error) {
      if (this.place.hidden) return; // this server does not train, or has been started again
      this.page.notice(error.message);
    }
    clearTimeout(this.due);
    this.due = setTimeout(() => this.load(), running ? SOON : AGAIN);
  }

  async order(order) {
    try {
      await this.take(await this.ask(order));
      this.page.notice("");
    } catch (error) {
      this.page.notice(error.message);
    }
    clearTimeout(this.due);
    this.due = setTimeout(() => this.load(), SOON);
  }

  /** Shows the answer; says whether something runs. */
  async take({ games, trainings, most_minutes: most }) {
    if (!this.games) this.build(games, most);
    this.place.hidden = false;
    const text = JSON.stringify(trainings);
    if (text !== this.text) {
      this.text = text;
      this.draw(trainings);
    }
    for (const { training, run } of trainings) {
      const isNew = run !== null && this.known.get(training) === null;
      this.known.set(training, run);
      if (isNew) await this.isNew(run);
    }
    return trainings.some(({ state }) => ["running", "stopping"].includes(state));
  }

  draw(trainings) {
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.of : undefined;
    this.list.replaceChildren(
      ...trainings.map(({ training, name, run, state, lines }) => {
        const button = (textContent, order) => {
          const pressed = made("button", { type: "button", textContent });
          pressed.setAttribute("aria-label", `${textContent} ${name}`);
          pressed.dataset.of = training;
          pressed.addEventListener("click", () => this.order(order));
          return pressed;
        };
        const buttons = [];
        if (state === "running") buttons.push(button("Stop", { do: "stop", training }));
        else if (run !== null && ["stopped", "failed"].includes(state)) buttons.push(button("Resume", { do: "resume", run }));
        const head = made("p", {}, made("strong", { textContent: name }), ` ${state} `, ...buttons);
        return made("div", { className: "training" }, head, made("pre", { tabIndex: 0, textContent: lines.join("\n") }));
      }),
    );
    for (const lines of this.list.querySelectorAll("pre")) lines.scrollTop = lines.scrollHeight; // the newest ones
    if (focused !== undefined) (this.list.querySelector(`[data-of="${focused}"]`) ?? this.button).focus();
  }

  /** The form of a new run. */
  build(games, most) {
    this.games = games;
    this.game = made("select", {}, ...options(games.map(({ title, game }) => [title, game])));
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
      const select = made("select", {}, ...options([["as the preset has it", ""], ...known]));
      select.dataset.name = name;
      return select;
    });
    const labels = this.selects.map((select) => made("label", {}, `${select.dataset.name.replaceAll("_", " ")} `, select));
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
    if (found?.kind !== "run") this.page.notice("choose a run below first");
    else this.order({ do: "resume", run: found.run, ...this.limit() });
  }
}
