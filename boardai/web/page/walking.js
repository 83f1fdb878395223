// Where in a game the visitor stands: whose turn it is, and where Undo and Redo lead.

import { PERSON } from "./status.js";

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

/** Whether a room has the positions it had before, and perhaps more: so after a connection was lost for a moment. */
export function continues(before, room) {
  return before.nodes.every(({ parent, move }, n) => room.nodes[n]?.parent === parent && room.nodes[n].move === move);
}

/**
 * The numbers that positions have after lines were promoted or deleted, by their old ones; those deleted have none.
 * @param {object[]} before  the nodes as they were
 * @param {object[]} after  as they are
 */
export function renumbered(before, after) {
  const places = new Map(after.map(({ node, parent, move }) => [`${parent} ${move}`, node]));
  const numbers = new Map([[0, 0]]);
  const waiting = [...before].filter(({ parent }) => parent !== null);
  for (const { node, parent, move } of waiting) {
    if (numbers.has(parent)) {
      const found = places.get(`${numbers.get(parent)} ${move}`);
      if (found !== undefined) numbers.set(node, found);
    }
  }
  return numbers;
}

/** The position to take back to: before the last move, or before a person's last one where a level plays. */
export function back(room, seen) {
  let node = room.nodes[seen.node].parent;
  const isPersons = (number) => {
    const after = room.nodes.find(({ parent }) => parent === number);
    return after && room.seats[after.player] === PERSON;
  };
  while (node !== null && node !== 0 && room.seats.includes(PERSON) && !isPersons(node)) node = room.nodes[node].parent;
  return node;
}

/** The position to go on to: the one in `left` that was left by going back, else the main line's. */
export function forth(room, seen, left) {
  return left.get(seen.node) ?? room.nodes.find(({ parent }) => parent === seen.node)?.node ?? null;
}
