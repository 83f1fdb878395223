// A position in detail.

import { made } from "./elements.js";

/** Shows a position in detail: what evaluations say of it, and the tree of a search. */
export function showExplanation(place, figure, { evaluations, tree, by }, player) {
  const rows = evaluations.flatMap(({ name, words, parts }) => [
    made("tr", {}, made("th", { scope: "row", textContent: name }), made("td", { textContent: words })),
    ...parts.map((part) =>
      made(
        "tr",
        { className: "part" },
        made("th", { scope: "row", textContent: part.name.replaceAll("_", " ") }),
        made("td", { textContent: part.words }),
      ),
    ),
  ]);
  const caption = made("caption", { textContent: `Values of the evaluations, for ${player}` });
  place.replaceChildren(...(rows.length ? [made("table", {}, caption, made("tbody", {}, ...rows))] : []));
  const words = `The tree of a one-second search (${by})`;
  // As a picture, so that what it brings along of styles stays its own.
  const picture = made("img", { alt: words, src: `data:image/svg+xml,${encodeURIComponent(tree)}` });
  figure.replaceChildren(...(tree ? [made("figcaption", { textContent: words }), picture] : []));
}
