// The games of this browser: those whose seat it has the key to, the last one first.

// What the server says of a game that is no more (boardai/web/lobby/kept.py).
export const GONE = "this game no longer exists";
const [KEY, LIST] = ["seat ", "games"];
const MOST = 50; // that are listed

/** The key to a seat of a room; "" where this browser has none. */
export function keyOf(room) {
  return localStorage.getItem(`${KEY}${room}`) ?? "";
}

export function keepKey(room, key) {
  localStorage.setItem(`${KEY}${room}`, key);
}

/** The list: each game with `room`, `title`, `players`, `moves`, `over` and when it was last looked at. */
export function ownGames() {
  try {
    const found = JSON.parse(localStorage.getItem(LIST) ?? "[]");
    return Array.isArray(found) ? found.filter(({ room }) => typeof room === "string" && keyOf(room)) : [];
  } catch {
    return []; // something else has written there
  }
}

/** Notes how a game stands. */
export function noteGame(game) {
  const others = ownGames().filter(({ room }) => room !== game.room);
  localStorage.setItem(LIST, JSON.stringify([{ ...game, time: Date.now() }, ...others].slice(0, MOST)));
}

/** A game is not there any more. */
export function forgetGame(name) {
  localStorage.setItem(LIST, JSON.stringify(ownGames().filter(({ room }) => room !== name)));
  localStorage.removeItem(`${KEY}${name}`);
}
