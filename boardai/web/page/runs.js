// Runs, matches and tournaments: the chosen page of the chosen folder, asked for again while it grows.

import { made, options } from "./elements.js";
import { address } from "./token.js";

const AGAIN = 20_000; // milliseconds between two looks
const [TABLES, GAMES] = ["tables", "replay"]; // the pages that are no curves

const at = (id) => document.getElementById(id);
let runs = [];
let shown = ""; // what the page was made of
let batch = null; // the list of games that was chosen

function notice(words) {
  at("notice").textContent = words;
  at("notice").hidden = !words;
}

async function ask(path) {
  const answer = await fetch(address(path));
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

async function show() {
  const [run, page] = [at("run").value, at("page").value];
  try {
    const found = await fetched(run, page);
    notice("");
    if ([run, page].join() !== [at("run").value, at("page").value].join()) return; // another one was chosen meanwhile
    const text = JSON.stringify([run, page, found]);
    if (text === shown) return;
    shown = text;
    if (page === TABLES) at("shown").replaceChildren(...tables(found));
    else if (page === GAMES) at("shown").replaceChildren(...games(run, found));
    else at("shown").replaceChildren(curves(found, `${page} of ${at("run").selectedOptions[0].textContent}`));
  } catch (error) {
    notice(error.message);
  }
}

async function fetched(run, page) {
  if (page === TABLES) return (await ask(`/runs/${run}/tables.json`)).json();
  if (page !== GAMES) return (await ask(`/runs/${run}/${page}`)).text();
  const batches = await (await ask(`/runs/${run}/batches.json`)).json();
  if (!batches.some((one) => one.batch === batch)) batch = batches[0]?.batch ?? null;
  const list = batch === null ? [] : await (await ask(`/runs/${run}/games/${batch}.json`)).json();
  return { batches, batch, list };
}

function curves(picture, words) {
  if (!picture) return made("p", { textContent: "This page has no data yet." });
  const image = made("img", { alt: words, src: `data:image/svg+xml,${encodeURIComponent(picture)}` });
  return made("figure", {}, image);
}

function tables(found) {
  if (!found.length) return [made("p", { textContent: "No matches have been played yet." })];
  return found.map(({ caption, head, rows }) => tableOf(caption, head, rows));
}

/** A table that scrolls by itself where it is wider than the screen; cells are text or elements. */
function tableOf(caption, head, rows, kind = "figures") {
  const heads = head.map((words) => made("th", { scope: "col", textContent: words }));
  const body = rows.map(([first, ...cells]) =>
    made("tr", {}, made("th", { scope: "row" }, first), ...cells.map((cell) => made("td", {}, cell))),
  );
  const table = made(
    "table",
    { className: kind },
    made("caption", { textContent: caption }),
    made("thead", {}, made("tr", {}, ...heads)),
    made("tbody", {}, ...body),
  );
  const frame = made("div", { className: "scrolling", tabIndex: 0, role: "region" }, table);
  frame.setAttribute("aria-label", caption);
  return frame;
}

function games(run, { batches, batch: chosen, list }) {
  if (!batches.length) return [made("p", { textContent: "No games are stored here." })];
  const select = made("select", {}, ...options(batches.map(({ batch: number, title }) => [title, number])));
  select.value = chosen;
  select.addEventListener("change", () => {
    batch = Number(select.value);
    show();
  });
  const rows = list.map(({ game, title, moves, ending }) => {
    const link = made("a", { textContent: title, href: `${address("/")}#replay/${run}/${chosen}/${game}` });
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
}

async function begin() {
  at("boards").href = address("/");
  try {
    runs = await (await ask("/runs.json")).json();
    if (!runs.length) throw new Error("No runs to show; start the server with python -m boardai.web --run FOLDER");
    at("run").replaceChildren(...options(runs.map(({ run, name, game }) => [game ? `${name} (${game})` : name, run])));
    chooseRun();
  } catch (error) {
    notice(error.message);
    return;
  }
  at("run").addEventListener("change", () => {
    chooseRun();
    show();
  });
  at("page").addEventListener("change", show);
  await show();
  setInterval(show, AGAIN);
}

begin();
