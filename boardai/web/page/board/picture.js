// A board as a picture: it is looked at and not played on.

import { BoardView } from "./board.js";

/** A board in a place, without anything that is pressed or read out; `show` gives it a position. */
export function pictureIn(place, look, flipped = false) {
  place.inert = true;
  const board = new BoardView(place, () => {});
  board.flipped = flipped;
  board.setLook(look);
  for (const cell of board.cells.values()) for (const name of ["role", "tabindex", "data-cell"]) cell.removeAttribute(name);
  return board;
}
