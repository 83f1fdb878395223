// The visitor's place in a game: whose turn it is, and the targets of Undo and Redo.

import { source } from "../board/advice.js";
import { PERSON } from "../shared/status.js";

/** The player whose side the visitor is on; null with both seats or none, or if no level plays. */
export function onlySeat(room) {
  const mine = room.yours.filter((player) => room.seats[player] === PERSON);
  return mine.length === 1 ? mine[0] : null;
}

/** Whether it is the visitor's turn in a position. */
export function isMyTurn(room, position) {
  const { player } = position;
  const here = position.node === room.at;
  return here && !room.over && room.yours.includes(player) && room.seats[player] === PERSON;
}

/**
 * The pieces of a visitor who waits for the opponent's move, and whether pieces move in this game; otherwise null.
 */
export function waitingPieces(room, position) {
  const me = onlySeat(room);
  if (me === null || room.over || room.waiting || position.node !== room.at || position.player === me) return null;
  const moves = position.actions.some((action) => source(action) !== null);
  return { pieces: position.pieces[me] ?? "", moves };
}

/** The target of a takeback: the position before the last move, or before a person's last move if a level plays. */
export function back(room, seen) {
  let node = room.nodes.get(seen.node).parent;
  const isPersons = (number) => {
    const [after] = room.nodes.children(number);
    return after !== undefined && room.seats[room.nodes.get(after).player] === PERSON;
  };
  while (node && room.seats.includes(PERSON) && !isPersons(node)) node = room.nodes.get(node).parent;
  return node;
}

/** The position to continue to: the one in `left`, from which the visitor went back, else the main line's. */
export function forth(room, seen, left) {
  const before = left.get(seen.node);
  return room.nodes.has(before) ? before : (room.nodes.children(seen.node)[0] ?? null);
}
