// Messages and questions of the page.

const NOTICE = 8000; // milliseconds that a notice stays
const at = (id) => document.getElementById(id);
let gone = 0;

/** Says what went wrong, where people look: in the form that is open, else above the board. */
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

/** Asks which of several things is meant: each has words and a value; `none` are the words of doing nothing. */
export function pick(title, offered, chosen, none = "Cancel") {
  const dialog = at("choice");
  at("choice-title").textContent = title;
  at("choice-moves").replaceChildren(
    ...offered.map(({ label, value }) =>
      Object.assign(document.createElement("button"), { value, textContent: label }),
    ),
  );
  at("choice-none").textContent = none;
  dialog.returnValue = "";
  dialog.showModal();
  dialog.onclose = () => {
    if (dialog.returnValue) chosen(dialog.returnValue);
  };
}
