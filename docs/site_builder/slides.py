"""A week's slides, from the notebook: one page without anything from a network.

A slide has a heading, what is best seen (formulas, tables, lists, questions, outputs), and the first sentence of each
paragraph. The whole text is in the notes, which the key N shows.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from site_builder.notebook_html import output_html, text_html
from site_builder.notebooks import source

_FORMATTER = HtmlFormatter(style="friendly")
_MOST_LINES = 16  # of a program that is shown open
_STYLE = """
body { margin: 0; font: 22px/1.4 sans-serif; color: #1f2937; background: #fff }
section { display: none; box-sizing: border-box; min-height: 100vh; padding: 2.5rem 4rem 4rem; max-width: 62rem }
section { margin: auto }
section.now { display: block }
h1 { font-size: 2em; margin: 0 0 .6em } h2 { font-size: 1.5em; margin: 0 0 .6em }
pre { font-size: 16px; line-height: 1.35; overflow: auto; background: #f3f4f6; padding: .7em 1em; border-radius: 6px }
pre.output { background: #fff; border-left: 4px solid #2563eb; border-radius: 0 }
img { max-width: 100%; height: auto; max-height: 62vh; object-fit: contain }
table { border-collapse: collapse } td, th { border-bottom: 1px solid #d1d5db; padding: .2em .8em; text-align: left }
.notes { display: none; font-size: 17px; color: #4b5563; border-top: 1px solid #d1d5db; margin-top: 2em }
body.with-notes .notes { display: block }
nav { position: fixed; bottom: .8rem; right: 1.2rem; font-size: 15px; color: #6b7280 } nav button { font: inherit }
@media print { section { display: block; page-break-after: always; min-height: 0 } nav { display: none } }
"""
_SCRIPT = """
const slides = [...document.querySelectorAll("section")], count = document.querySelector("output");
let now = 0;
const show = to => {
  now = Math.max(0, Math.min(slides.length - 1, to));
  slides.forEach((slide, number) => slide.classList.toggle("now", number === now));
  count.textContent = `${now + 1} / ${slides.length}`;
  history.replaceState(null, "", `#${now + 1}`); scrollTo(0, 0);
};
addEventListener("keydown", event => {
  const by = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1 }[event.key];
  if (event.target.closest("button, summary")) return;
  if (by) { show(now + by); event.preventDefault(); }
  if (event.key === "Home") show(0);
  if (event.key === "End") show(slides.length - 1);
  if (event.key === "n") document.body.classList.toggle("with-notes");
});
document.querySelector("#back").onclick = () => show(now - 1);
document.querySelector("#on").onclick = () => show(now + 1);
document.querySelector("#notes").onclick = () => document.body.classList.toggle("with-notes");
show((Number(location.hash.slice(1)) || 1) - 1);
"""


def deck(notebook: dict[str, Any]) -> str:
    """The page of a notebook's slides.

    Args:
        notebook: with its outputs, and the cells' `slideshow` metadata.
    """
    sections = "\n".join(f"<section>{slide}</section>" for slide in _slides(notebook["cells"]))
    title = html.escape(source(notebook["cells"][0]).splitlines()[0].lstrip("# "))
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<style>{_FORMATTER.get_style_defs()}{_STYLE}</style>\n<body>\n{sections}\n"
        '<nav><button id="notes" title="the whole text (N)">notes</button> <button id="back">◀</button> '
        f'<output></output> <button id="on">▶</button></nav>\n<script>{_SCRIPT}</script>\n</body>\n</html>\n'
    )


def _slides(cells: list[dict[str, Any]]) -> Iterator[str]:
    """The slides: a text with the programs and outputs after it; a further heading within a text begins another one."""
    shown: list[str] = []
    notes: list[str] = []
    heading = ""
    for cell in cells:
        kind = cell["metadata"]["slideshow"]["slide_type"]
        if kind == "skip":
            continue
        if cell["cell_type"] == "markdown":
            for part in re.split(r"(?m)^(?=##? )", source(cell)):
                if not part.strip():
                    continue
                if shown:
                    yield _slide(shown, notes)
                title = re.match(r"##? .*\n?", part)
                heading = title[0] if title else heading
                body = part[title.end() :] if title else part
                shown, notes = [text_html(heading + "\n" + condensed(body))], [text_html(body)]
        else:
            shown += [_program(source(cell)), *map(output_html, cell["outputs"])]
    if shown:
        yield _slide(shown, notes)


def _slide(shown: list[str], notes: list[str]) -> str:
    return "".join(shown) + f'<div class="notes">{"".join(notes)}</div>'


def _program(text: str) -> str:
    code = highlight(text, PythonLexer(), _FORMATTER)
    lines = text.count("\n") + 1
    return code if lines <= _MOST_LINES else f"<details><summary>the program, {lines} lines</summary>{code}</details>"


def condensed(text: str) -> str:
    """A text for a slide: paragraphs by their first sentence; formulas, lists, tables and what begins in bold whole."""
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip()):
        whole = re.match(r"\s*(\$\$|[-*|] |\||\d+\. |    |\*\*)", block)
        blocks.append(block if whole else _first_sentence(block))
    return "\n\n".join(blocks)


def _first_sentence(paragraph: str) -> str:
    """Up to the first full stop, question mark or colon that ends a sentence, outside formulas, code and links."""
    words = " ".join(paragraph.split())
    for match in re.finditer(r"[.?!:][\"*)]*(?= [A-Z*`\[$]|$)", words):
        before = words[: match.end()]
        if before.count("$") % 2 == 0 and before.count("`") % 2 == 0 and before.count("[") == before.count("]"):
            return before
    return words
