"""Writes docs/search/hooks.md: every optional method of a state and every hook of the searches, from the C++ sources.

    python cmake/write_hooks.py          # after a change of a concept, or of what a search asks for
    python cmake/write_hooks.py --check  # fails if the page is stale

A hook is a concept of the headers below. Its signatures are those of its `requires` expression, its meaning is the
comment above it, and a search uses it if a file that the search includes names it. Methods for drawing are those of
docs/concepts.md. Nothing but Python is needed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "native"
PAGE = ROOT / "docs/search/hooks.md"
INTRODUCTION = """# Hooks of a game in C++

*Written by cmake/write_hooks.py from the headers; change those.*

A game in C++ must have the methods of the contract. All other hooks are optional: a search uses those that the game
has. A hook is only recognised if its signature is right. To check it, write
`static_assert(boardai::QuietOrdered<MyGame>);` in the game's file; the compiler reports what is wrong. The last column
names the searches that use the hook; some do so only with an option. [Your own search](own-search.md) can use all of
them. The last section has the optional methods for drawing a state, which a game in Python may have as well.
"""
DRAWING = """## Drawing a position

From [concepts](../concepts.md#drawing-a-position), for `print(state)`, pictures, notebooks, `play` and the page.

"""
GROUPS = {  # headers of concepts, under their headings
    "The contract, and optional methods of a state": ["boardai/core/game_state.hpp"],
    "For depth-first searches": ["boardai/core/search_hooks.hpp"],
    "For solvers and trees": [
        "boardai/search/solvers/solver.hpp",
        "boardai/search/solvers/proof_table.hpp",
        "boardai/search/trees/puct/puct_tree.hpp",
    ],
    "Boards as numbers, for learned evaluations": ["boardai/core/grid.hpp"],
    "Evaluations": ["boardai/core/evaluation/evaluations.hpp", "boardai/core/evaluation/compiled_evaluation.hpp"],
    "Knowledge and policy: `boardai::Knowledge<S>`, `boardai::Policy<S>`": [
        "boardai/core/knowledge.hpp",
        "boardai/core/policy.hpp",
    ],
    "Rules of UCT and PUCT: a file for `choice`": ["boardai/search/trees/root_rule.hpp"],
    "Rules of UCT: a file for `selection`": ["boardai/search/trees/uct/mcts_rules.hpp"],
    "Rules of PUCT: a file for `selection`": ["boardai/search/trees/puct/puct_rule.hpp"],
}
# Searches without a header of their own name, and what else asks for hooks.
ENTRIES = {"gumbel": "boardai/search/trees/puct/puct-inl.hpp"}
OTHERS = {
    "self-play": "boardai/search/self_play/self_play-inl.hpp",
    "perft": "boardai/core/play/perft-inl.hpp",
    "Batch": "boardai/core/play/batch-inl.hpp",
}
# What a game is asked for by another name.
ALIASES = {"Analyses": "Knowing"}
# Not all that include its header: every tree has PUCT's options, and Gumbel search its code.
USERS = {
    "ScoresPuctActions": ["puct", "self-play"],
    "BacksUpPuctValues": ["puct", "self-play"],
    "ScoresRoot": ["mcts", "puct", "self-play"],
}
_IMPLIED = ("GameState", "HasPrice")
_CONCEPT = re.compile(r"((?:^///.*\n)*)^template <[^>]*class (\w+)[^>]*>\nconcept (\w+) =", re.MULTILINE)


@dataclass(frozen=True)
class Hook:
    """A concept.

    Attributes:
        name: of the concept.
        meaning: the comment above it.
        body: what follows its equals sign.
        subject: the template parameter, which stands for the state.
    """

    name: str
    meaning: str
    body: str
    subject: str

    @property
    def needs(self) -> list[str]:
        """Other concepts that it takes for granted."""
        before = self.body.partition("requires")[0]
        names = [ALIASES.get(name, name) for name in re.findall(r"(\w+)<", before)]
        return [name for name in names if name[0].isupper() and name not in _IMPLIED]

    def signatures(self) -> list[str]:
        """Its methods and constants, as a game declares them."""
        found = re.search(r"requires\s*\((.*?)\)\s*\{(.*)\}", self.body, re.DOTALL)
        if found is None:
            return []
        types = dict(_parameter(part) for part in found[1].split(","))
        return [text for line in found[2].split(";") if (text := self._signature(" ".join(line.split()), types))]

    def _signature(self, line: str, types: dict[str, str]) -> str:
        result = re.fullmatch(r"\{ (.+) \} -> std::(?:same_as|convertible_to)<(.+)>", line)
        expression, kind = (result[1], result[2]) if result else (line, "void")
        call = re.fullmatch(r"(\w+)(\.|::)(\w+)(?:\((.*)\))?", expression)
        if call is None:
            return ""
        owner, dots, name, arguments = call.groups()
        kind = kind.replace(f"typename {self.subject}::", "")
        if arguments is None:
            return f"static constexpr {kind} {name}"
        parameters = ", ".join(_argument(part.strip(), types) for part in arguments.split(",") if part.strip())
        is_static = dots == "::"
        is_const = not is_static and types.get(owner, "").startswith("const ")
        return f"{'static ' * is_static}{kind} {name}({parameters}){' const' * is_const}"


def _parameter(text: str) -> tuple[str, str]:
    """The name and the type of a parameter."""
    kind, _, name = text.strip().rpartition(" ")
    return name, kind.replace("typename ", "").replace("S::", "")


def _argument(text: str, types: dict[str, str]) -> str:
    """The type of an argument of an expression."""
    if text in types:
        return types[text]
    return text.removesuffix("{}") if text.endswith("{}") else "int"


def hooks(header: str) -> list[Hook]:
    """The concepts of a header, but those that are a matter of its own."""
    text = (NATIVE / header).read_text(encoding="utf-8")
    found = []
    for match in _CONCEPT.finditer(text):
        comment, subject, name = match.groups()
        depth, end = 0, match.end()
        while text[end] != ";" or depth > 0:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        lines = [line.removeprefix("///").strip() for line in comment.splitlines()]
        hook = Hook(ALIASES.get(name, name), _meaning(lines), text[match.end() : end], subject)
        if hook.signatures():
            found.append(hook)
    return found


def _meaning(lines: list[str]) -> str:
    """A comment on one line; its list's entries follow each other."""
    text = " ".join(lines).removeprefix("- ")
    return re.sub(r"\s+", " ", text.replace(" - ", " ")).strip().replace("|", "\\|")


def _includes(header: str) -> set[str]:
    """A header and all that it includes of ours."""
    seen: set[str] = set()
    open_ = [header]
    while open_:
        name = open_.pop()
        if name in seen or not (NATIVE / name).exists():
            continue
        seen.add(name)
        open_ += re.findall(r'#include "(boardai/[^"]+)"', (NATIVE / name).read_text(encoding="utf-8"))
    return seen


def _searches() -> Iterator[tuple[str, str]]:
    """Every search and the header of its code, in the order of boardai/search."""
    order = (ROOT / "boardai/search/__init__.py").read_text(encoding="utf-8")
    for room, module, names in re.findall(r"^from boardai\.search\.(\w+)\.(\w+) import (.+)$", order, re.MULTILINE):
        for name in re.findall(r"\b[a-z_]+\b", names):
            for stem in (name, module):
                places = [*(NATIVE / "boardai/search" / room).rglob(f"{stem}-inl.hpp")]
                places += (NATIVE / "boardai/search" / room).rglob(f"{stem}.hpp")
                if name in ENTRIES:
                    yield name, ENTRIES[name]
                    break
                if places:
                    yield name, str(places[0].relative_to(NATIVE))
                    break
    yield from OTHERS.items()


def _uses(all_hooks: list[Hook]) -> dict[str, list[str]]:
    """The searches that ask for each hook."""
    defined = {header for group in GROUPS.values() for header in group}
    found: dict[str, list[str]] = {hook.name: [] for hook in all_hooks}
    for search, header in _searches():
        code = ""
        for name in sorted(_includes(header)):
            text = (NATIVE / name).read_text(encoding="utf-8")
            if name in defined:  # without the definitions themselves
                for hook in all_hooks:
                    text = text.replace(hook.body, "")
            code += re.sub(r"//[^\n]*", "", text)
        for hook in all_hooks:
            if re.search(rf"\b{hook.name}(?:<| S\b| \w+>)", re.sub(rf"concept {hook.name}\b", "", code)):
                found[hook.name].append(search)
    return found | USERS


def _drawing() -> str:
    """The section on drawing: the table of the page on concepts."""
    text = (ROOT / "docs/concepts.md").read_text(encoding="utf-8").partition("\n## Drawing a position\n")[2]
    rows = re.search(r"^\|.*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)
    if rows is None:
        raise SystemExit("docs/concepts.md: no table below 'Drawing a position'")
    return f"{DRAWING}{rows[0]}\n"


def page() -> str:
    """The whole page."""
    groups = {title: [hook for header in headers for hook in hooks(header)] for title, headers in GROUPS.items()}
    uses = _uses([hook for group in groups.values() for hook in group])
    parts = [INTRODUCTION]
    for title, group in groups.items():
        headers = ", ".join(f"[{name.rpartition('/')[2]}](../../native/{name})" for name in GROUPS[title])
        lines = [
            f"## {title}",
            "",
            f"In {headers}.",
            "",
            "| hook | signatures | meaning | used by |",
            "|---|---|---|---|",
        ]
        for hook in group:
            signatures = "<br>".join(f"`{one}`" for one in hook.signatures())
            needs = f" Needs {', '.join(f'`{name}`' for name in hook.needs)}." if hook.needs else ""
            used = ", ".join(f"`{name}`" for name in uses[hook.name]) or "-"
            if hook.name == "GameState":
                used = "all"
            lines.append(f"| `{hook.name}` | {signatures} | {hook.meaning}{needs} | {used} |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join([*parts, _drawing()])


def main(arguments: list[str]) -> int:
    """Writes the page if it is stale, or with --check only says so; 1 if it is."""
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    if "--check" in arguments:
        print(f"stale, run python cmake/write_hooks.py: {PAGE.relative_to(ROOT)}", file=sys.stderr)
        return 1
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
