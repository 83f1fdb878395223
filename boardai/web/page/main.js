// The page: passes the server's messages to its parts, and the user's actions to the server.

import { Analysis } from "./analysis/analysis.js";
import { Explanation } from "./analysis/explanation.js";
import { Openings } from "./analysis/openings.js";
import { Review } from "./analysis/review.js";
import { BoardView } from "./board/board.js";
import { Drawing } from "./board/drawing.js";
import { Layers } from "./board/layers.js";
import { showControls } from "./game/controls.js";
import { Files } from "./game/files.js";
import { listenToKeys } from "./game/keys.js";
import { Lessons } from "./game/lessons.js";
import { LineMenu } from "./game/lines.js";
import { MoveList } from "./game/moves.js";
import { Opening } from "./game/opening.js";
import { forgetGame, GONE, keepKey, keyOf, noteGame } from "./game/own_games.js";
import { pressesOf } from "./game/presses.js";
import { Setup } from "./game/setup.js";
import { Sounds } from "./game/sounds.js";
import { Tree } from "./game/tree.js";
import { back, forth, isMyTurn, onlySeat, waitingPieces } from "./game/walking.js";
import { About, Annotator } from "./game/words.js";
import { Chat } from "./people/chat.js";
import { invitationWords } from "./people/invitation.js";
import { OpenGames } from "./people/open_games.js";
import { Seats } from "./people/seats.js";
import { Connection } from "./shared/connection.js";
import { notice, pick, pickMove } from "./shared/dialogs.js";
import { at } from "./shared/elements.js";
import { PERSON, capital, seatsShown, seenWords, statusWords } from "./shared/status.js";
import { address, keepToken } from "./shared/token.js";

const [TAKING_UP, OPENING] = [1, 2]; // the numbers of the messages that take an invitation up, and open a game or its lessons

let games = [];
let guest = false; // whether the visitor was invited, and begins no games
let room = null; // the server's last report of the game
let seen = null; // the position that is shown
let left = new Map(); // the position that was last shown after each one
let [shown, named] = [[], []]; // the games that the opening screen has boards of; of whose openings something is known
let lessonsOf = {}; // how many lessons there are of each game
let runs = 0; // folders of training that the server shows
let advised = true; // whether advice may be had: not in a match of two people
let analyses = false; // whether the game that begins is to be analysed
let form = {}; // what the server says of forms: clocks, and the longest texts

const say = (...words) => connection.say(...words);
const playLine = (actions) => say("line", { node: seen.node, actions });
const board = new BoardView(at("board"), choose);
const seats = new Seats(at("seat-above"), at("seat-below"), sit);
const moves = new MoveList(at("moves"), {
  chosen: go,
  menu: (node, opener) => isFree() && lines.open({ ...room }, node, opener),
  removed: (node) => isFree() && node && lines.remove({ ...room }, node),
});
const lines = new LineMenu(at("line-menu"), {
  say,
  comment: (node) => {
    go(node);
    annotator.comment.focus();
  },
});
const annotator = new Annotator(at("words"), { say, notice });
const about = new About(at("about"), at("description"), (fields) => connection.say("describe", fields));
const sounds = new Sounds(at("sounds"));
const chat = new Chat(at("chat"), say);
const openGames = new OpenGames(at("open-games"), say);
const files = new Files(at("saves"), at("games"), { say, notice, pick });
const review = new Review({ graph: at("graph"), verdict: at("verdict"), sides: at("sides") }, go);
const analysis = new Analysis(
  { panels: at("analysts"), bar: at("bar"), settings: at("analysis-settings"), numbers: at("numbers"), verdict: at("disagreement") },
  board,
  { say, play: playLine },
);
const layers = new Layers(at("layers"), board, say);
const explanation = new Explanation(at("explanation"), say);
const openings = new Openings(at("openings"), { say, play: (action) => playLine([action]) });
const opening = new Opening(at("opening"), {
  begin: (fields, isAnalysed) => {
    analyses = isAnalysed;
    connection.say("new", fields);
  },
  more: (game) => setup.open(game),
  open: (name) => (location.hash = name),
});
const lessons = new Lessons(at("lesson"), {
  say,
  analyse: (game, position) => {
    analyses = true;
    connection.say("new", { game, position, seats: [PERSON, PERSON] });
  },
});
const setup = new Setup(at("setup"), (fields) => connection.say("new", fields), (...board) => drawing.begin(...board));
const drawing = new Drawing(at("editor"), say);
const connection = new Connection(heard, (up) => document.body.classList.toggle("cut-off", !up));

// --- messages of the server ---

function heard(message) {
  const done = {
    welcome,
    room: entered,
    change: changed,
    position: ({ position }) => show(position),
    analysis: (message) => seen && analysis.heard(message),
    review: (message) => {
      review.hear(message);
      drawMoves();
    },
    explanation: (message) => explanation.heard(message),
    tree: (message) => explanation.grown(message),
    hint: hinted,
    invitation: invited,
    words: reworded,
    layers: (message) => layers.heard(message),
    openings: (message) => openings.heard(message),
    ...Object.fromEntries(["lessons", "lesson", "answer"].map((kind) => [kind, (message) => lessons.heard(message)])),
    about: described,
    chat: (message) => chat.heard(message),
    open_games: (message) => openGames.heard(message),
    recognised: (message) => files.recognised(message),
    file: (message) => files.saved(message),
    loaded: (message) => files.loaded(message),
    error: ({ message: words, number }) => {
      drawing.waits = false;
      for (const one of [lessons, explanation]) one.unanswered(number);
      files.next = undefined; // a file that was to be opened on a board which is refused
      const [name] = location.hash.slice(1).split("/");
      // A player who returns by an invitation that was accepted in this browser has the key to the seat.
      if (number === TAKING_UP && keyOf(name)) connection.say("open", { room: name, key: keyOf(name) });
      else {
        notice(words);
        if (number === OPENING && !guest) {
          if (words === GONE) forgetGame(name); // what is refused for a while is opened later
          goHome();
        }
      }
    },
    refused: ({ message: words }) => notice(words, true),
  };
  done[message.say]?.(message);
}

function welcome(message) {
  ({ games, guest, form, runs, shown, lessons: lessonsOf, openings: named } = message);
  if (!guest) keepToken();
  setup.offer(games, message.form, message.name);
  if (!analysis.fields) analysis.allow(form.analysis); // not again after a break
  at("new-game").disabled = guest;
  at("runs").hidden = !runs;
  at("runs").href = at("training").href = address("/runs.html");
  if (location.hash.slice(1)) openHere();
  else if (guest) notice("You were invited to a game: open the link you received.", true);
  else goHome();
}

/** Opens the target of the address: a room, perhaps with an invitation, or a game played earlier. */
function openHere() {
  const [name, ...rest] = location.hash.slice(1).split("/");
  if (name === "replay") {
    const [run, batch, game] = rest.map(Number);
    connection.say("replay", { run, batch, game });
  } else if (name === "learn") {
    if (lessons.goesOn(rest[0])) return;
    goHome();
    opening.hide();
    history.replaceState(null, "", `#learn/${rest[0]}`);
    const title = games.find(({ game }) => game === rest[0])?.title ?? "";
    at("title").textContent = document.title = `${title} lessons`;
    lessons.open(rest[0], OPENING);
  } else if (rest.length) {
    const called = localStorage.getItem("name");
    const fields = { room: name, invitation: rest[0], ...(called && { name: called }) };
    connection.say("open", { ...fields, number: TAKING_UP });
  } else connection.say("open", { room: name, key: keyOf(name), number: OPENING });
}

/** The opening screen. */
function goHome() {
  if (room) connection.say("leave");
  room = seen = null;
  history.replaceState(null, "", `${location.pathname}${location.search}`);
  at("title").textContent = "";
  document.title = "boardai";
  document.querySelector("main").hidden = true;
  for (const one of [lessons, explanation]) one.close();
  opening.show(games, runs, shown, lessonsOf);
  openGames.enter();
}

function entered(message) {
  const isNew = room?.room !== message.room;
  const isOther = JSON.stringify(room?.offered) !== JSON.stringify(message.offered); // a file of another board was loaded
  const nodes = new Tree(message.nodes);
  const goesOn = !isNew && room.nodes.isWithin(nodes);
  room = { ...message, nodes };
  connection.tree = message.tree;
  seen = null; // whatever was analysed before was of another tree, or of another connection
  if (message.key) keepKey(message.room, message.key);
  opening.hide();
  for (const one of [lessons, explanation]) one.close();
  if (location.hash.slice(1) !== message.room) history.replaceState(null, "", `#${message.room}`);
  at("title").textContent = message.look.title;
  document.title = `${message.look.title} · boardai`;
  document.querySelector("main").hidden = false;
  // Not after a brief loss of the connection: the user may be drawing a board.
  if (isNew || drawing.waits) for (const dialog of ["setup", "editor"]) at(dialog).close();
  drawing.waits = false;
  review.clear();
  left = new Map();
  board.setLook(message.look);
  if (isNew) {
    if (board.byHand.isOn) presses.marks(); // a new game begins with moves
    board.flip(onlySeat(room) === 1);
    openings.enter(named.includes(room.look.offer));
  }
  if (isNew || isOther) {
    analysis.enter(offered(), analyses);
    layers.enter(room.look.offer, offered().layers);
    seats.offer([["Person", PERSON], ...offered().levels.map(({ title, level }) => [title, level])]);
    analyses = false;
  }
  files.enter(message.look, isNew);
  if (goesOn) annotator.sayAgain();
  else annotator.forget();
  about.show(message.about);
  show(message.position);
}

function changed(message) {
  if (!room || message.room !== room.room) return;
  const { nodes, orders, gone, ...news } = message;
  files.changed ||= nodes.length + orders.length + gone.length > 0;
  room.nodes.add(nodes);
  room.nodes.order(orders);
  room.nodes.remove(gone);
  if (gone.length) {
    review.cut(room.nodes);
    annotator.forgetGone(room.nodes);
  }
  Object.assign(room, news);
  show(message.position);
}

function hinted(message) {
  if (message.node !== seen?.node) return;
  board.setHint(message.action);
  at("advice").textContent = `Hint: ${message.move} (${message.why})`;
}

function invited(message) {
  at("advice").textContent = invitationWords(message);
}

/** The comment or glyphs of a position and its move have changed. */
function reworded({ node, ...words }) {
  if (!room.nodes.has(node)) return;
  room.nodes.reword(node, words);
  annotator.heard(node);
  if (node === seen.node) drawMarks();
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

/** The features of the game and of its board. */
function offered() {
  return { ...games.find(({ game }) => game === room.look.offer), ...room.offered };
}

/** The level that plays a side; "" for a person. */
function levelTitle(player) {
  return offered().levels.find(({ level }) => level === room.seats[player])?.title ?? "";
}

function show(position) {
  const isNow = !room.match || room.over;
  const before = seen?.node;
  const isOther = before !== position.node || advised !== isNow; // so is a match that begins or ends without a move
  [seen, advised] = [position, isNow];
  const { parent } = room.nodes.get(position.node);
  if (parent !== null) left.set(parent, position.node);
  at("analysis").hidden = !advised;
  const [live, follows] = [isMyTurn(room, position), parent !== null && parent === before];
  board.show(position, live, follows);
  drawMarks();
  if (follows) sounds.moved(position, room.over);
  chat.show(room, form.longest_chat);
  if (isOther) {
    at("advice").textContent = "";
    for (const one of [analysis, openings]) one.show(room, position, room.look.players.map(capital), isFree());
    layers.show(position, advised);
    if (!advised) explanation.close();
    if (position.seen) {
      board.setHeat(position.seen.shares);
      at("advice").textContent = seenWords(position, room.look.players);
    }
  }
  drawSeats();
  drawMoves();
  drawButtons();
  noteGame(room, levelTitle);
  const words = statusWords(room, seen, board);
  if (at("status").textContent !== words) at("status").textContent = words;
  if (live) {
    const meant = board.premove.take(position.actions);
    if (meant.length) choose(meant);
  }
  board.premove.allow(live ? null : waitingPieces(room, position));
}

function drawSeats() {
  const described = seatsShown(room, seen, offered().levels, board);
  seats.show(described, room.clock, board.flipped, isFree());
}

function drawMoves() {
  moves.show(room.nodes, seen.node, review.marks());
  annotator.show(room.nodes.get(seen.node), isFree(), form.longest_comment);
  review.draw(seen.node, room.look.players.map(capital));
}

/** The marks of the position's comment, which drawing changes. */
function drawMarks() {
  const node = room.nodes.get(seen.node);
  board.byHand.show(annotator.commentOf(node), isFree() ? (comment) => annotator.mark(node, comment, form.longest_comment) : null);
}

/** Whether the visitor has both seats, and may play both sides. */
function isFree() {
  return room.yours.length === 2 && !room.match;
}

function drawButtons() {
  const ways = { back: back(room, seen), forth: forth(room, seen, left) };
  const can = { free: isFree(), mine: isMyTurn(room, seen), edits: offered().takes_cells, ...ways };
  showControls(room, seen, can, (action) => choose([action]));
}

// --- actions of the user ---

/** Plays one of these actions. */
function choose(actions, { node, tree } = { node: seen.node, tree: room.tree }) {
  pickMove(actions, ({ action }) => connection.say("move", { tree, node, action }));
}

/** Shows a position; for the owner of both seats it becomes the current one. */
function go(node) {
  if (!room || node === null || node === seen.node) return;
  connection.say(isFree() ? "go" : "look", { node });
}

/** Gives a side to another player. */
function sit(player, level) {
  connection.say("seats", { seats: room.seats.map((seat, number) => (number === player ? level : seat)) });
}

const presses = pressesOf({ standing: () => ({ room, seen, left, form }), go, offered, say, pick }, {
  about,
  analysis,
  board,
  drawing,
  explanation,
  lines,
  setup,
  turned: drawSeats,
});
for (const [id, press] of Object.entries(presses)) at(id).addEventListener("click", press);

at("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = at("typed-move").value.trim();
  if (text) connection.say("move", { node: seen.node, text });
  at("typed-move").value = "";
});

files.listen([at("load"), at("open-file")], () => games, (name) => (location.hash = name));

at("home").addEventListener("click", (event) => {
  event.preventDefault();
  if (!guest) goHome();
});

listenToKeys(() => room !== null, presses);

window.addEventListener("hashchange", () => {
  const [name] = location.hash.slice(1).split("/");
  if (!name && !guest) goHome();
  else if (name && name !== room?.room) openHere();
});
