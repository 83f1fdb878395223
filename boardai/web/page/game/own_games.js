// The games of this browser: those for whose seats it has a key, the last one first.

// The server's reply about a game that no longer exists (boardai/web/lobby/kept.py).
export const GONE = "this game no longer exists";
const [KEY, LIST] = ["seat ", "games"];
const MOST = 50; // that are listed

/** The key to a seat of a room; "" if this browser has none. */
export function keyOf(room) {
  return localStorage.getItem(`${KEY}${room}`) ?? "";
}

export function keepKey(room, key) {
  localStorage.setItem(`${KEY}${room}`, key);
}

/** The list: each game with `room`, `title`, `players`, `moves`, `over` and the time when it was last looked at. */
export function ownGames() {
  try {
    const found = JSON.parse(localStorage.getItem(LIST) ?? "[]");
    return Array.isArray(found) ? found.filter(({ room }) => typeof room === "string" && keyOf(room)) : [];
  } catch {
    return []; // something else has written there
  }
}

/**
 * Records the state of a game in which this browser has a seat, once a move has been played.
 * @param {object} room
 * @param {(player: number) => string} levelTitle  the level that plays a side; "" for a person
 */
export function noteGame({ room, look, names, nodes, over }, levelTitle) {
  const moves = nodes.size - 1;
  if (!keyOf(room) || !moves) return;
  const players = look.players.map((name, player) => names[player] || levelTitle(player) || name).join(" against ");
  const others = ownGames().filter((one) => one.room !== room);
  const game = { room, title: look.title, players, moves, over, time: Date.now() };
  localStorage.setItem(LIST, JSON.stringify([game, ...others].slice(0, MOST)));
}

/** A game no longer exists. */
export function forgetGame(name) {
  localStorage.setItem(LIST, JSON.stringify(ownGames().filter(({ room }) => room !== name)));
  localStorage.removeItem(`${KEY}${name}`);
}
