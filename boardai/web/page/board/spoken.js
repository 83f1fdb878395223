// The text of a cell for screen readers.

/**
 * @param {import("./board.js").BoardView} board
 * @param {number} cell
 * @param {string} piece  the letter on it
 * @param {boolean} isTarget  whether a click on it plays a move
 */
export function spoken(board, cell, piece, isTarget) {
  const words = [board.byNumber.get(cell).name];
  words.push(piece === "." ? "empty" : piece === " " ? "no cell" : (board.look.pieces[piece]?.name ?? piece));
  if (board.position.last.includes(cell)) words.push("last move");
  if (board.position.alarms.includes(cell)) words.push("in danger");
  if (cell === board.selected) words.push("selected");
  if (isTarget) words.push("can be played");
  return [...words, ...board.byHand.wordsOn(cell)].join(", ");
}
