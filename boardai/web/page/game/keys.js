// The keys of the page: each presses a button.

const KEYS = { ArrowLeft: "undo", ArrowRight: "redo", Home: "first", End: "last", f: "flip", h: "hint" };

/**
 * @param {() => boolean} isOpen  whether a game is shown
 * @param {Object<string, () => void>} presses  the actions of the buttons, by their names
 */
export function listenToKeys(isOpen, presses) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea, dialog");
    if (typing || !isOpen() || event.ctrlKey || event.altKey || event.metaKey) return;
    const id = KEYS[event.key];
    if (id && !document.getElementById(id).disabled) {
      event.preventDefault();
      presses[id]();
    }
  });
}
