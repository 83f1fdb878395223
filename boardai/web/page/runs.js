// Learning curves: the chosen page of the chosen run, drawn anew by the server while the run goes on.

const AGAIN = 20_000; // milliseconds between two looks

const at = (id) => document.getElementById(id);
const token = new URLSearchParams(location.search).get("token");
const address = (path) => (token ? `${path}?${new URLSearchParams({ token })}` : path);
let shown = ""; // the picture's text

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
    const picture = await (await ask(`/runs/${run}/${page}`)).text();
    notice("");
    if ([run, page].join() !== [at("run").value, at("page").value].join()) return; // another one was chosen meanwhile
    if (picture === shown) return;
    shown = picture;
    const words = `${page} of ${at("run").selectedOptions[0].textContent}`;
    if (picture) {
      const image = Object.assign(document.createElement("img"), { alt: words });
      image.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
      at("curves").replaceChildren(image);
    } else at("curves").textContent = "There is nothing to draw on this page yet.";
  } catch (error) {
    notice(error.message);
  }
}

function options(pairs) {
  return pairs.map(([words, value]) => Object.assign(document.createElement("option"), { textContent: words, value }));
}

async function begin() {
  at("boards").href = address("/");
  try {
    const runs = await (await ask("/runs.json")).json();
    if (!runs.length) throw new Error("No runs are shown here: python -m boardai.web --run FOLDER");
    at("run").replaceChildren(...options(runs.map(({ run, name, game }) => [game ? `${name} (${game})` : name, run])));
    at("page").replaceChildren(...options(runs[0].pages.map((page) => [page, page])));
  } catch (error) {
    notice(error.message);
    return;
  }
  for (const id of ["run", "page"]) at(id).addEventListener("change", show);
  await show();
  setInterval(show, AGAIN);
}

begin();
