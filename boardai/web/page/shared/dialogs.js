// Messages and questions of the page.

import { at, made } from "./elements.js";

const NOTICE = 8000; // milliseconds that a notice stays
let gone = 0;

/** Shows an error where the user looks: in the open form, else above the board. */
export function notice(words, stays = false) {
  const form = document.querySelector("dialog[open] .refused");
  if (form) {
    form.textContent = words;
    return;
  }
  clearTimeout(gone);
  at("notice").textContent = words;
  at("notice").hidden = false;
  if (!stays) gone = setTimeout(() => (at("notice").hidden = true), NOTICE);
}

/** The dialog for questions, created once per page. */
function questionDialog() {
  const known = at("choice");
  if (known) return known;
  const title = made("h2", { id: "choice-title" });
  const offered = made("div", { id: "choice-moves", className: "buttons" });
  const none = made("button", { id: "choice-none", value: "" });
  const dialog = made("dialog", { id: "choice" }, made("form", { method: "dialog" }, title, offered, none));
  dialog.setAttribute("aria-labelledby", title.id);
  document.body.append(dialog);
  return dialog;
}

/** Asks which of several choices is meant: each has a text and a value; `none` is the text of the cancelling button. */
export function pick(title, offered, chosen, none = "Cancel") {
  const dialog = questionDialog();
  at("choice-title").textContent = title;
  at("choice-moves").replaceChildren(...offered.map(({ label, value }) => made("button", { value, textContent: label })));
  at("choice-none").textContent = none;
  dialog.returnValue = "";
  dialog.showModal();
  dialog.onclose = () => {
    if (dialog.returnValue) chosen(dialog.returnValue);
  };
}

/** Passes the chosen action to `play`; if there are several, such as promotions, the user is asked. */
export function pickMove(actions, play) {
  if (actions.length === 1) {
    play(actions[0]);
    return;
  }
  const offered = actions.map(({ action, label }) => ({ label, value: action }));
  pick("Which move?", offered, (value) => play(actions.find(({ action }) => String(action) === value)));
}
