// Tables of figures.

import { made } from "../shared/elements.js";

/** A table that can be scrolled if it is wider than the screen; cells are texts or elements. */
export function tableOf(caption, head, rows, kind = "figures") {
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
