// The state of a game in words.

export const PERSON = "person";

export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A count with its noun: `1 visit`, `1,234 visits`. */
export function counted(number, word) {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}

/** The text, without a line break between a number and its sign. */
export function unbroken(words) {
  return words.replaceAll(" %", "\u00a0%");
}

/** The state of the game in the position shown. */
export function statusWords(room, seen, board) {
  const players = room.look.players.map(capital);
  const parts = [];
  if (seen.move) parts.push(`${players[room.nodes.get(seen.node).player]} played ${seen.move}.`);
  if (seen.node !== room.at) return [...parts, "This is an earlier position."].join(" ");
  if (room.over) {
    const won = { 1: `${players[0]} has won`, 0: "The game is drawn", "-1": `${players[1]} has won` }[room.outcome];
    return [...parts, `${won}${room.reason ? ` (${room.reason})` : ""}.`].join(" ");
  }
  const thinks = room.seats[seen.player] !== PERSON;
  if (room.draw_offered_by !== null) parts.push(`${players[room.draw_offered_by]} offers a draw.`);
  if (room.takeback_wanted_by !== null) parts.push(`${players[room.takeback_wanted_by]} asks to take a move back.`);
  if (room.open_seat !== null && !room.match) parts.push("Waiting for an opponent.");
  const alarm = seen.alarms.map((cell) => board.spoken(cell, seen.rows.join("")[cell], false));
  if (alarm.length) parts.push(`${alarm.join("; ")}.`);
  if (room.waiting) parts.push(`${players[seen.player]} is waiting.`);
  else parts.push(thinks ? `${players[seen.player]} thinks …` : `${players[seen.player]} to move.`);
  if (seen.claim) parts.push(`A draw may be claimed: ${seen.claim}.`);
  if (seen.actions.length && seen.actions.every(({ cells }) => !cells.length)) parts.push("There is no other move.");
  return parts.join(" ");
}

/** The result of the search that chose the next move. */
export function seenWords({ seen: { chance, shares }, actions }, players) {
  const label = (number) => actions.find(({ action }) => String(action) === number)?.label;
  const best = Object.entries(shares).sort(([, one], [, other]) => other - one);
  const words = best.slice(0, 3).map(([action, share]) => `${label(action)} ${Math.round(100 * share)} %`);
  const value = `${capital(players[0])} ${Math.round(50 * (1 + chance))} %`;
  return `Search: ${[value, ...words].join(", ")}`;
}

/** The seats, in the form for `Seats.show`. */
export function seatsShown(room, seen, levels, board) {
  return room.look.players.map((name, player) => {
    const seat = room.seats[player];
    const turn = !room.over && seen.player === player && seen.node === room.at;
    const mine = room.match && room.yours.includes(player) ? "you" : "";
    return {
      name: seat === PERSON && room.names[player] ? `${capital(name)}: ${room.names[player]}` : capital(name),
      level: seat,
      title: seat === PERSON ? mine : (levels.find(({ level }) => level === seat)?.title ?? seat),
      icon: seen.pieces[player] ? board.icon(seen.pieces[player][0]) : null,
      score: seen.scores?.[player],
      turn,
      thinking: turn && seat !== PERSON && !room.waiting,
    };
  });
}
