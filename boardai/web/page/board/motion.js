// Animates a move: the piece slides to its cell, a new piece grows on it.

const TIME = 160; // milliseconds

/**
 * Moves the piece of the last move to its cell.
 * @param {import("./board.js").BoardView} board  with the position drawn
 * @param {number?} dropped  the cell on which the user has dropped a piece, which is not animated
 */
export function showMove(board, dropped) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const text = board.position.rows.join("");
  const { last } = board.position;
  const to = last.findLast((cell) => text[cell] !== ".");
  const from = last.find((cell) => text[cell] === ".");
  const man = board.pieceLayer.querySelector(`[data-man="${to}"]`);
  if (!man || to === dropped) return;
  const place = (cell, more) => ({ transform: `translate(${board.middle(cell).map((one) => `${one}px`).join(", ")}) ${more}` });
  const begin = from === undefined ? place(to, "scale(0.6)") : place(from, "scale(1)");
  board.pieceLayer.append(man); // above those that it passes
  man.animate([begin, place(to, "scale(1)")], { duration: TIME, easing: "ease-out" });
}
