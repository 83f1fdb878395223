// A board as a picture, on which no one can play.

import { BoardView } from "./board.js";

/** A board without controls and texts for screen readers; `show` sets its position. */
export function pictureIn(place, look, flipped = false) {
  place.inert = true;
  const board = new BoardView(place, () => {});
  board.flipped = flipped;
  board.setLook(look);
  for (const cell of board.cells.values()) for (const name of ["role", "tabindex", "data-cell"]) cell.removeAttribute(name);
  return board;
}
