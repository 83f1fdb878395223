// The page: what the server says goes to the parts of the page, what people do goes to the server.

import { Analysts, drawGraph, showExplanation } from "./analysis.js";
import { BoardView } from "./board.js";
import { Connection } from "./connection.js";
import { Editor } from "./editor.js";
import { Files } from "./files.js";
import { MoveList } from "./moves.js";
import { Seats } from "./seats.js";
import { Setup } from "./setup.js";
import { address, keepToken } from "./token.js";
import { About, Annotator } from "./words.js";

const PERSON = "person";
const asking = [false, false]; // of each slot, whether somebody was asked
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]; // names of the computer that the page is on
const TAKING_UP = 1; // the number of the message that takes an invitation up
const NOTICE = 8000; // milliseconds that a notice stays
const at = (id) => document.getElementById(id);

let games = [];
let guest = false; // whether the visitor was invited, and begins no games
let room = null; // what the server last said of the game
let seen = null; // the position that is shown
let left = new Map(); // the position that was last shown after each one
let review = { nodes: [], chances: [], marks: [] };
let noticeGone = 0;
let edits = false; // whether the answer to an edit is waited for
let form = {}; // what the server says of forms: clocks, and the longest texts
let drawn = null; // the fields of the new game that a board is drawn for; null where a position is edited

const board = new BoardView(at("board"), choose);
const seats = new Seats(at("seat-above"), at("seat-below"), sit);
const moves = new MoveList(at("moves"), go);
const annotator = new Annotator(at("words"), (node, comment, glyphs) => connection.say("annotate", { node, comment, glyphs }));
const about = new About(at("about"), at("description"), (fields) => connection.say("describe", fields));
const files = new Files(at("saves"), at("games"), { say: (...words) => connection.say(...words), notice, pick });
const analysts = new Analysts(at("analysts"), ask);
const setup = new Setup(at("setup"), (fields) => connection.say("new", fields), drawBoard);
const editor = new Editor(at("editor"), edited);
const connection = new Connection(heard, (up) => document.body.classList.toggle("cut-off", !up));

// --- what the server says ---

function heard(message) {
  const done = {
    welcome,
    room: entered,
    change: changed,
    position: ({ position }) => show(position),
    analysis: analysed,
    review: reviewed,
    explanation: explained,
    hint: hinted,
    invitation: invited,
    words: reworded,
    about: described,
    file: (message) => files.saved(message),
    loaded: (message) => files.loaded(message),
    error: ({ message: words, number }) => {
      edits = false;
      const [name] = location.hash.slice(1).split("/");
      // Whoever comes back by an invitation that he took up himself has the key to the seat.
      if (number === TAKING_UP && keyOf(name)) connection.say("open", { room: name, key: keyOf(name) });
      else notice(words);
    },
    refused: ({ message: words }) => notice(words, true),
  };
  done[message.say]?.(message);
}

function welcome(message) {
  ({ games, guest, form } = message);
  if (!guest) keepToken();
  setup.offer(games, message.form, message.name);
  at("new-game").disabled = guest;
  at("runs").hidden = !message.runs;
  at("runs").href = address("/runs.html");
  if (location.hash.slice(1)) openHere();
  else if (guest) notice("You were invited to a game: open the link that you were given.", true);
  else if (!at("setup").open) setup.open(); // it may be open still when the connection comes back
}

/** Opens what the address names: a room, perhaps with an invitation, or a game that was played before. */
function openHere() {
  const [name, ...rest] = location.hash.slice(1).split("/");
  if (name === "replay") {
    const [run, batch, game] = rest.map(Number);
    connection.say("replay", { run, batch, game });
  } else if (rest.length) {
    const called = localStorage.getItem("name");
    const fields = { room: name, invitation: rest[0], ...(called && { name: called }) };
    connection.say("open", { ...fields, number: TAKING_UP });
  } else connection.say("open", { room: name, key: keyOf(name) });
}

function keyOf(name) {
  return localStorage.getItem(`seat ${name}`) ?? "";
}

function entered(message) {
  const isNew = room?.room !== message.room;
  room = message;
  seen = null; // whatever was analysed before was of another tree, or of another connection
  if (message.key) localStorage.setItem(`seat ${message.room}`, message.key);
  if (location.hash.slice(1) !== message.room) history.replaceState(null, "", `#${message.room}`);
  at("title").textContent = message.look.title;
  document.title = `${message.look.title} · boardai`;
  document.querySelector("main").hidden = false;
  // Not where the connection was lost for a moment: somebody may be drawing a board.
  if (isNew || edits) for (const dialog of ["setup", "editor"]) at(dialog).close();
  edits = false;
  review = { nodes: [], chances: [], marks: [] };
  left = new Map();
  board.setLook(message.look);
  if (isNew) {
    board.flip(onlySeat() === 1);
    analysts.offer(offered()?.analysts ?? []);
    seats.offer([["Person", PERSON], ...(offered()?.levels ?? []).map(({ title, level }) => [title, level])]);
  }
  files.enter(message.look, isNew);
  annotator.forget();
  about.show(message.about);
  show(message.position);
}

function changed(message) {
  if (!room || message.room !== room.room) return;
  const { nodes, ...news } = message;
  files.changed ||= nodes.length > 0;
  room.nodes.push(...nodes);
  Object.assign(room, news);
  show(message.position);
}

function analysed(message) {
  if (!seen || message.node !== seen.node) return;
  analysts.show(message.slot, message, room.look.players.map(capital), seen.player);
  if (Object.keys(message.shares).length) board.setHeat(message.shares);
}

function reviewed(message) {
  review = message;
  drawMoves();
}

function explained(message) {
  if (message.node !== seen?.node) return;
  showExplanation(at("evaluations"), at("tree"), message, room.look.players[seen.player]);
  at("explanation").showModal();
}

function hinted(message) {
  if (message.node !== seen?.node) return;
  board.setHint(message.action);
  at("advice").textContent = `Hint: ${message.move} (${message.why})`;
}

/** The link has a token for guests, which is not the one that this page was opened with. */
function invited({ room: name, invitation, token }) {
  const link = new URL(location.pathname, location.href);
  if (token) link.searchParams.set("token", token);
  link.hash = `${name}/${invitation}`;
  navigator.clipboard?.writeText(link.href).catch(() => {});
  const here = LOOPBACK.includes(link.hostname) ? ", on this computer only" : "";
  at("advice").textContent = `Link for the other player, which works once${here}: ${link.href}`;
}

/** Something else is said of a position and its move. */
function reworded({ node, ...words }) {
  const { parent, move, player } = room.nodes[node];
  room.nodes[node] = { node, parent, move, player, ...words };
  files.changed = true;
  drawMoves();
}

function described({ names, about: said }) {
  Object.assign(room, { names, about: said });
  files.changed = true;
  about.show(said);
  drawSeats();
}

// --- what is shown ---

function offered() {
  return games.find(({ game }) => game === room.look.offer);
}

/** The player whose side the visitor is on; null with both seats or none, or where no level plays. */
function onlySeat() {
  const mine = room.yours.filter((player) => room.seats[player] === PERSON);
  return mine.length === 1 ? mine[0] : null;
}

function isMyTurn(position) {
  const { player } = position;
  const here = position.node === room.at;
  return here && !room.over && room.yours.includes(player) && room.seats[player] === PERSON;
}

function show(position) {
  const moved = seen?.node !== position.node;
  seen = position;
  const { parent } = room.nodes[position.node];
  if (parent !== null) left.set(parent, position.node);
  board.show(position, isMyTurn(position));
  if (moved) {
    at("advice").textContent = "";
    analysts.clear();
    for (const slot of asking.keys()) ask(slot);
    if (position.seen) showSeen(position);
  }
  drawSeats();
  drawMoves();
  drawButtons();
  const words = status();
  if (at("status").textContent !== words) at("status").textContent = words;
}

/** What the search that chose the next move saw: as heat, and in words. */
function showSeen({ seen: { chance, shares }, actions }) {
  board.setHeat(shares);
  const players = room.look.players.map(capital);
  const label = (number) => actions.find(({ action }) => String(action) === number)?.label;
  const best = Object.entries(shares).sort(([, one], [, other]) => other - one);
  const words = best.slice(0, 3).map(([action, share]) => `${label(action)} ${Math.round(100 * share)} %`);
  const value = `${players[0]} ${Math.round(50 * (1 + chance))} %`;
  at("advice").textContent = `The search saw: ${[value, ...words].join(", ")}`;
}

function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function status() {
  const players = room.look.players.map(capital);
  const parts = [];
  if (seen.move) parts.push(`${players[room.nodes[seen.node].player]} played ${seen.move}.`);
  if (seen.node !== room.at) return [...parts, "This is an earlier position."].join(" ");
  if (room.over) {
    const won = { 1: `${players[0]} has won`, 0: "The game is drawn", "-1": `${players[1]} has won` }[room.outcome];
    return [...parts, `${won}${room.reason ? ` (${room.reason})` : ""}.`].join(" ");
  }
  const thinks = room.seats[seen.player] !== PERSON;
  if (room.draw_offered_by !== null) parts.push(`${players[room.draw_offered_by]} offers a draw.`);
  const alarm = seen.alarms.map((cell) => board.spoken(cell, seen.rows.join("")[cell], false));
  if (alarm.length) parts.push(`${alarm.join("; ")}.`);
  if (room.waiting) parts.push(`${players[seen.player]} waits.`);
  else parts.push(thinks ? `${players[seen.player]} thinks …` : `${players[seen.player]} to move.`);
  if (seen.claim) parts.push(`A draw may be claimed: ${seen.claim}.`);
  if (seen.actions.length && seen.actions.every(({ cells }) => !cells.length)) parts.push("There is no other move.");
  return parts.join(" ");
}

function drawSeats() {
  const levels = offered()?.levels ?? [];
  const described = room.look.players.map((name, player) => {
    const seat = room.seats[player];
    const level = levels.find(({ level }) => level === seat)?.title ?? seat;
    const turn = !room.over && seen.player === player && seen.node === room.at;
    const mine = room.match && room.yours.includes(player) ? "you" : "";
    return {
      name: seat === PERSON && room.names[player] ? `${capital(name)}: ${room.names[player]}` : capital(name),
      level: seat,
      title: seat === PERSON ? mine : level,
      icon: seen.pieces[player] ? board.icon(seen.pieces[player][0]) : null,
      score: seen.scores?.[player],
      turn,
      thinking: turn && seat !== PERSON && !room.waiting,
    };
  });
  seats.show(described, room.clock, board.flipped, isFree());
}

function drawMoves() {
  const marks = new Map(review.nodes.map((node, number) => [node, review.marks[number] ?? ""]));
  moves.show(room.nodes, seen.node, marks);
  annotator.show(room.nodes[seen.node], isFree(), form.longest_comment);
  drawGraph(at("graph"), review, seen.node, room.look.players, go);
}

/** Whether the visitor holds both seats, and may do what he likes. */
function isFree() {
  return room.yours.length === 2 && !room.match;
}

function drawButtons() {
  const free = isFree();
  const people = room.seats.every((seat) => seat === PERSON);
  const cellless = isMyTurn(seen) ? seen.actions.filter(({ cells }) => !cells.length) : [];
  at("cellless").replaceChildren(
    ...cellless.map((action) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: action.label });
      button.className = "main";
      button.addEventListener("click", () => choose([action]));
      return button;
    }),
  );
  at("typed").hidden = !isMyTurn(seen);
  at("undo").disabled = back() === null;
  at("redo").disabled = forth() === null;
  at("resume").hidden = !(room.waiting && free);
  at("hint").disabled = (room.match && !room.over) || !seen.actions.length;
  at("draw").hidden = !people || !room.yours.length;
  at("draw").disabled = room.over || (room.match && room.yours.includes(room.draw_offered_by));
  at("draw").textContent = room.draw_offered_by !== null ? "Accept draw" : room.match ? "Offer draw" : "Draw agreed";
  at("claim").hidden = !seen.claim || !isMyTurn(seen);
  at("resign").hidden = !room.yours.length;
  at("resign").disabled = room.over;
  at("rematch").hidden = !room.over || !room.yours.length;
  at("invite").hidden = !free || !people;
  at("describe").hidden = !free;
  at("edit").hidden = !free || !offered()?.takes_cells;
  at("explain").disabled = at("hint").disabled;
  at("review").disabled = (room.match && !room.over) || room.nodes.length < 2;
}

/** Says what went wrong, where people look: in the form that is open, else above the board. */
function notice(words, stays = false) {
  const form = document.querySelector("dialog[open] .refused");
  if (form) {
    form.textContent = words;
    return;
  }
  clearTimeout(noticeGone);
  at("notice").textContent = words;
  at("notice").hidden = false;
  if (!stays) noticeGone = setTimeout(() => (at("notice").hidden = true), NOTICE);
}

// --- what people do ---

/** Plays one of these actions; where they are several, such as promotions, people are asked. */
function choose(actions) {
  if (actions.length === 1) {
    connection.say("move", { node: seen.node, action: actions[0].action });
    return;
  }
  const offered = actions.map(({ action, label }) => ({ label, value: action }));
  pick("Which move?", offered, (value) => choose([actions.find(({ action }) => String(action) === value)]));
}

/** Asks which of several things is meant: each has words and a value; `none` are the words of doing nothing. */
function pick(title, offered, chosen, none = "None of these") {
  const dialog = at("choice");
  at("choice-title").textContent = title;
  at("choice-moves").replaceChildren(
    ...offered.map(({ label, value }) =>
      Object.assign(document.createElement("button"), { value, textContent: label }),
    ),
  );
  at("choice-none").textContent = none;
  dialog.returnValue = "";
  dialog.showModal();
  dialog.onclose = () => {
    if (dialog.returnValue) chosen(dialog.returnValue);
  };
}

/** Shows a position; whoever holds both seats puts it on the board. */
function go(node) {
  if (!room || node === null || node === seen.node) return;
  connection.say(isFree() ? "go" : "look", { node });
}

/** The position to take back to: before the last move, or before a person's last one where a level plays. */
function back() {
  let node = room.nodes[seen.node].parent;
  const isPersons = (number) => {
    const after = room.nodes.find(({ parent }) => parent === number);
    return after && room.seats[after.player] === PERSON;
  };
  while (node !== null && node !== 0 && room.seats.includes(PERSON) && !isPersons(node)) node = room.nodes[node].parent;
  return node;
}

/** The position to go on to: the one that was left by going back, else the main line's. */
function forth() {
  return left.get(seen.node) ?? room.nodes.find(({ parent }) => parent === seen.node)?.node ?? null;
}

function ask(slot) {
  const by = analysts.asked()[slot];
  if (room && by && seen.actions.length) {
    connection.say("analyse", { node: seen.node, slot, by });
    analysts.wait(slot);
  } else if (asking[slot]) {
    connection.say("stop", { slot });
    analysts.clear(slot);
    if (!analysts.asked().some(Boolean)) board.setHeat({});
  }
  asking[slot] = Boolean(by);
}

/** Somebody else plays a side from now on. */
function sit(player, level) {
  connection.say("seats", { seats: room.seats.map((seat, number) => (number === player ? level : seat)) });
}

function drawBoard(game, fields) {
  drawn = fields;
  editor.openBoard(game.look, game.players, game.drawn_side);
}

function editPosition() {
  drawn = null;
  editor.openPosition(room.look, seen);
}

/** The editor was left with a board to play on, or to save. */
function edited(action, { cells, player }) {
  edits = !drawn;
  if (edits) connection.say("edit", { cells, player });
  else if (action === "save") connection.say("board_file", { game: drawn.game, cells, player });
  else connection.say("draw_board", { game: drawn.game, cells, player, seats: drawn.seats, clock: drawn.clock });
}

function playing() {
  const mine = room.yours.filter((player) => room.seats[player] === PERSON);
  return mine.includes(seen.player) ? seen.player : mine[0];
}

const presses = {
  "new-game": () => setup.open(room?.look.offer),
  undo: () => go(back()),
  redo: () => go(forth()),
  hint: () => connection.say("hint", { node: seen.node }),
  flip: () => {
    board.flip();
    drawSeats();
  },
  resume: () => connection.say("resume"),
  draw: () => connection.say("draw"),
  claim: () => connection.say("claim"),
  resign: () => connection.say("resign", { player: playing() }),
  rematch: () => connection.say("rematch"),
  invite: () => connection.say("invite", { player: 1 - seen.player }),
  edit: editPosition,
  describe: () => about.open(room.look.players, room.names, form.longest_name),
  review: () => connection.say("review"),
  explain: () => connection.say("explain", { node: seen.node }),
  copy: () => {
    navigator.clipboard?.writeText(seen.text).catch(() => {});
    at("advice").textContent = seen.text;
  },
};
for (const [id, press] of Object.entries(presses)) at(id).addEventListener("click", press);

at("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = at("typed-move").value.trim();
  if (text) connection.say("move", { node: seen.node, text });
  at("typed-move").value = "";
});

at("load").addEventListener("change", () => {
  const [picked] = at("load").files;
  at("load").value = "";
  if (picked) files.open(picked, games);
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea, dialog");
  if (typing || !room || event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = { ArrowLeft: "undo", ArrowRight: "redo", f: "flip", h: "hint" };
  const id = keys[event.key];
  if (id && !at(id).disabled) {
    event.preventDefault();
    presses[id]();
  }
});

window.addEventListener("hashchange", () => {
  const [name] = location.hash.slice(1).split("/");
  if (name && name !== room?.room) openHere();
});
