// Runs, matches and tournaments: the selected page of the selected folder, requested again while it grows.

import { at, made, options } from "./shared/elements.js";
import { address, owner } from "./shared/token.js";
import { LiveGames } from "./training/live_games.js";
import { NetworkView } from "./training/network_view.js";
import { tableOf } from "./training/tables.js";
import { Training } from "./training/training.js";

const [AGAIN, SOON] = [20_000, 4_000]; // milliseconds between two looks; at what changes by the move
const WEIGHTS = "weights"; // a picture that has a column for each table, however many there are
const [LIVE, NETWORK, TABLES, GAMES] = ["live games", "network", "tables", "replay"]; // the pages that are no curves
const MOST_BESIDE = 5;
const COLUMNS = [700, 1240]; // pixels from which on a second and a third panel of curves are next to the first

let runs = [];
let shown = ""; // what the page was made of
let batch = null; // the list of games that was chosen
let due = 0; // the timer of the next look
let noticeOf = ""; // whose words are shown

/** Shows a text, or ""; it replaces the text of the same part of the page. */
function notice(words, of) {
  if (!words && of !== noticeOf) return;
  noticeOf = of;
  at("notice").textContent = words;
  at("notice").hidden = !words;
}

async function ask(path, others) {
  const answer = await fetch(address(path, others));
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

const live = new LiveGames((run, chosen, game) => `${address("/")}#replay/${run}/${chosen}/${game}`);
const network = new NetworkView(
  async (run, others) => (await ask(`/runs/${run}/network.json`, others)).json(),
  (words) => notice(words, "network"),
);

/** The selection as one text. */
const chosen = () => [at("run").value, at("page").value, columns(), ...beside()].join();

/** The number of panels of curves next to each other, so that their labels stay readable. */
function columns() {
  return 1 + COLUMNS.filter((width) => innerWidth >= width).length;
}

/** The runs shown in the same panels. */
function beside() {
  return [...at("compare").querySelectorAll("input:checked")].map(({ value }) => value);
}

async function show() {
  clearTimeout(due);
  const [run, page, what] = [at("run").value, at("page").value, chosen()];
  if (run) {
    const isOther = !shown.startsWith(JSON.stringify([what]).slice(0, -1));
    at("shown").classList.toggle("left", isOther); // what is shown is of another choice until the answer has come
    try {
      const found = await fetched(run, page);
      if (what !== chosen()) return; // another one was chosen meanwhile
      notice("", "shown");
      draw(run, page, found, JSON.stringify([what, found]));
    } catch (error) {
      if (what !== chosen()) return;
      notice(error.message, "shown");
      if (isOther) {
        shown = "";
        at("shown").replaceChildren();
      }
    }
  }
  clearTimeout(due);
  due = setTimeout(show, [LIVE, NETWORK].includes(page) ? SOON : AGAIN);
}

function draw(run, page, found, text) {
  const place = at("shown");
  place.classList.remove("left");
  if (text === shown) return;
  shown = text;
  if (page === LIVE) place.replaceChildren(...live.show(run, found));
  else if (page === NETWORK) {
    network.again(run, found);
    if (place.firstChild !== network.place) place.replaceChildren(network.place);
  } else if (page === TABLES) place.replaceChildren(...tables(found));
  else if (page === GAMES) place.replaceChildren(...games(run, found));
  else {
    const boxes = [...at("compare").querySelectorAll("input:checked")].map((box) => box.parentElement.textContent.trim());
    const names = [at("run").selectedOptions[0].textContent, ...boxes].join(" and ");
    place.replaceChildren(curves(found, page, `${page} of ${names}`));
  }
}

async function fetched(run, page) {
  if (page === TABLES) return (await ask(`/runs/${run}/tables.json`)).json();
  if (page === LIVE) return (await ask(`/runs/${run}/live.json`)).json();
  if (page === NETWORK) return (await ask(`/runs/${run}/network.json`, network.asked(run))).json();
  if (page !== GAMES) {
    const others = beside().map((one) => ["with", one]);
    return (await ask(`/runs/${run}/${page}`, [["columns", columns()], ...others])).text();
  }
  const batches = await (await ask(`/runs/${run}/batches.json`)).json();
  if (!batches.some((one) => one.batch === batch)) batch = batches[0]?.batch ?? null;
  const list = batch === null ? [] : await (await ask(`/runs/${run}/games/${batch}.json`)).json();
  return { batches, batch, list };
}

function curves(picture, page, words) {
  if (!picture) return made("p", { textContent: "This page has no data yet." });
  const image = made("img", { alt: words, src: `data:image/svg+xml,${encodeURIComponent(picture)}` });
  if (page !== WEIGHTS) return made("figure", {}, image);
  const figure = made("figure", { className: "wide", tabIndex: 0, role: "region" }, image); // it scrolls on a phone
  figure.setAttribute("aria-label", words);
  return figure;
}

function tables(found) {
  if (!found.length) return [made("p", { textContent: "No matches have been played yet." })];
  return found.map(({ caption, head, rows }) => tableOf(caption, head, rows));
}

function games(run, { batches, batch: number, list }) {
  if (!batches.length) return [made("p", { textContent: "No games are stored here." })];
  const select = made("select", {}, ...options(batches.map((one) => [one.title, one.batch])));
  select.value = number;
  select.addEventListener("change", () => {
    batch = Number(select.value);
    show();
  });
  const rows = list.map(({ game, title, moves, ending }) => {
    const link = made("a", { textContent: title, href: `${address("/")}#replay/${run}/${number}/${game}` });
    return [link, String(moves), ending];
  });
  return [made("label", {}, "Games of ", select), tableOf("Games", ["game", "moves", "end"], rows, "figures list")];
}

function chooseRun() {
  const { pages } = runs.find(({ run }) => String(run) === at("run").value);
  const before = at("page").value;
  at("page").replaceChildren(...options(pages.map((page) => [page, page])));
  if (pages.includes(before)) at("page").value = before;
  batch = null;
  offerBeside();
}

/** Other runs, on a page of curves. */
function offerBeside() {
  const of = (number) => runs.find(({ run }) => String(run) === number);
  const [kept, page] = [beside(), at("page").value];
  const others = runs.filter(({ run, curves: drawn }) => String(run) !== at("run").value && drawn.includes(page));
  at("compare").hidden = !others.length || !of(at("run").value).curves.includes(page);
  const boxes = others.map(({ run, name, game }) => {
    const box = made("input", { type: "checkbox", value: run, checked: kept.includes(String(run)) });
    return made("label", {}, box, ` ${game ? `${name} (${game})` : name}`);
  });
  at("compare").querySelector("div").replaceChildren(...boxes);
  limitBeside();
}

function limitBeside() {
  const full = beside().length >= MOST_BESIDE;
  for (const box of at("compare").querySelectorAll("input")) box.disabled = full && !box.checked;
}

/** The folders that exist now; the selection stays. */
async function list(wanted) {
  runs = await (await ask("/runs.json")).json();
  const before = at("run").value;
  at("choose").hidden = !runs.length;
  if (!runs.length) return;
  at("run").replaceChildren(...options(runs.map(({ run, name, game }) => [game ? `${name} (${game})` : name, run])));
  if (wanted !== undefined || before) at("run").value = wanted ?? before;
  if (!at("run").value) at("run").selectedIndex = 0; // the chosen one was removed
  chooseRun();
}

async function begin() {
  at("boards").href = address("/");
  if (owner()) {
    const training = new Training(at("training"), { notice, run: () => runs.find(({ run }) => String(run) === at("run").value) });
    training.isNew = async (run) => {
      await list(run);
      await show();
    };
    await training.load();
  }
  at("run").addEventListener("change", () => {
    notice("", noticeOf);
    chooseRun();
    show();
  });
  at("page").addEventListener("change", () => {
    notice("", noticeOf);
    offerBeside();
    show();
  });
  at("compare").addEventListener("change", () => {
    limitBeside();
    show();
  });
  let before = columns();
  addEventListener("resize", () => {
    if (before === columns() || !shown) return;
    before = columns();
    show();
  });
  await look();
}

/** Shows the page, once there is content. */
async function look() {
  try {
    await list();
    if (!runs.length && at("training").hidden) {
      throw new Error("No runs to show; start the server with python -m boardai.web --run FOLDER");
    }
    notice("", "list");
  } catch (error) {
    notice(error.message, "list");
  }
  if (runs.length) await show();
  else setTimeout(look, AGAIN);
}

begin();
