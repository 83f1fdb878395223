"""A notebook's texts and outputs as HTML, with nothing from a network: formulas are MathML."""

from __future__ import annotations

import html
import re
from typing import Any

from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

_MARKDOWN = MarkdownIt("commonmark").enable("table")


def _formula(content: str, options: dict[str, Any]) -> str:
    return str(convert(content, display="block" if options["display_mode"] else "inline"))


dollarmath_plugin(_MARKDOWN, renderer=_formula, double_inline=True)


def text_html(text: str) -> str:
    """Markdown with formulas in dollars as HTML; of a link to a file of the repository the text is left."""
    return re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", _MARKDOWN.render(text), flags=re.DOTALL)


def output_html(output: dict[str, Any]) -> str:
    """One output: its picture, else its text."""
    if output["output_type"] == "stream":
        return f'<pre class="output">{html.escape("".join(output["text"]))}</pre>'
    data = output["data"]
    if "image/png" in data:
        size = output["metadata"].get("image/png", {})
        sides = "".join(f' {side}="{pixels}"' for side, pixels in size.items())
        alternative = html.escape("".join(data["text/plain"]))
        return f'<p><img alt="{alternative}"{sides} src="data:image/png;base64,{data["image/png"].strip()}"></p>'
    return f'<pre class="output">{html.escape("".join(data["text/plain"]))}</pre>'
