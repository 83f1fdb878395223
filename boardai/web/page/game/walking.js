// Where in a game the visitor stands: whose turn it is, and where Undo and Redo lead.

import { source } from "../board/advice.js";
import { PERSON } from "../shared/status.js";

/** The player whose side the visitor is on; null with both seats or none, or where no level plays. */
export function onlySeat(room) {
  const mine = room.yours.filter((player) => room.seats[player] === PERSON);
  return mine.length === 1 ? mine[0] : null;
}

/** Whether the visitor is to move in a position. */
export function isMyTurn(room, position) {
  const { player } = position;
  const here = position.node === room.at;
  return here && !room.over && room.yours.includes(player) && room.seats[player] === PERSON;
}

/**
 * The pieces of a visitor who waits for the opponent's move, and whether pieces move in this game; null for all others.
 */
export function waitingPieces(room, position) {
  const me = onlySeat(room);
  if (me === null || room.over || room.waiting || position.node !== room.at || position.player === me) return null;
  const moves = position.actions.some((action) => source(action) !== null);
  return { pieces: position.pieces[me] ?? "", moves };
}

/** The position to take back to: before the last move, or before a person's last one where a level plays. */
export function back(room, seen) {
  let node = room.nodes.get(seen.node).parent;
  const isPersons = (number) => {
    const [after] = room.nodes.children(number);
    return after !== undefined && room.seats[room.nodes.get(after).player] === PERSON;
  };
  while (node && room.seats.includes(PERSON) && !isPersons(node)) node = room.nodes.get(node).parent;
  return node;
}

/** The position to continue to: the one in `left` that was left by going back, else the main line's. */
export function forth(room, seen, left) {
  const before = left.get(seen.node);
  return room.nodes.has(before) ? before : (room.nodes.children(seen.node)[0] ?? null);
}
