"""Pictures with buttons, in a notebook or on a page: one is seen at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

_SCRIPT = """
(() => {
  const box = document.getElementById("NAME"), pictures = [...box.querySelectorAll("[data-step]")];
  const slider = box.querySelector("input"), count = box.querySelector("output");
  let now = 0;
  const show = step => {
    now = Math.max(0, Math.min(pictures.length - 1, step));
    pictures.forEach((picture, number) => { picture.hidden = number !== now; });
    slider.value = now; count.textContent = `${now + 1} / ${pictures.length}`;
  };
  const by = { first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => pictures.length - 1 };
  for (const button of box.querySelectorAll("button")) button.onclick = () => show(by[button.dataset.go]());
  slider.oninput = () => show(Number(slider.value));
  box.onkeydown = event => {
    const go = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (go && event.target !== slider) { show(by[go]()); event.preventDefault(); }
  };
  show(0);
})();
"""
_BUTTONS = (
    ("first", "⏮", "first step"),
    ("back", "◀", "step back"),
    ("forward", "▶", "step forward"),
    ("last", "⏭", "last step"),
)


def pictures_with_buttons(pictures: Sequence[str]) -> str:
    """HTML that shows one picture at a time. Without scripts (a notebook nobody trusts yet) all are seen.

    Args:
        pictures: as SVG.
    """
    name = "steps-" + hashlib.sha256("".join(pictures).encode()).hexdigest()[:12]
    buttons = "".join(
        f'<button type="button" data-go="{go}" title="{about}" aria-label="{about}">{sign}</button>'
        for go, sign, about in _BUTTONS
    )
    most = len(pictures) - 1
    steps = "".join(f'<div data-step="{number}">{picture}</div>' for number, picture in enumerate(pictures))
    return (
        f'<div id="{name}" tabindex="0" style="outline-offset:4px">'
        '<div style="display:flex;gap:0.4em;align-items:center">'
        f'{buttons}<input type="range" min="0" max="{most}" value="0" aria-label="step"><output></output></div>'
        f'<div style="overflow:auto">{steps}</div></div>'
        f"<script>{_SCRIPT.replace('NAME', name)}</script>"
    )
