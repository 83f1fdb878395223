"""A linter of prose: words that a native reader stumbles over, in documents, notebooks, presets, comments, messages.

`FORBIDDEN` has the words, each with what to write instead. Text in backticks, code blocks of documents and what an
f-string inserts are no prose. `prose_debt.toml` lists the files that still have some, with their number; the list only
shrinks. `python tests/docs/test_prose.py` names each place, `--shrink` writes the list anew, with smaller numbers only.
"""

import io
import json
import re
import subprocess
import sys
import tokenize
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEBT = Path(__file__).with_name("prose_debt.toml")

FORBIDDEN = {
    r"\b(?:fore)?told\b": "reported, given, predicted",
    r"\bso many\b": "this many, a number",
    r"\bwhoever\b": "the player who, a user who",
    r"(?:^|(?<=[.:!?] ))(?-i:Who) (?!is\b|are\b|was\b|wins\b|won\b|plays\b)\w+[^?\n]*[.]": "the player who",
    r"\bsomebody\b": "a user, another user, a player",
    r"\bmen\b": "pieces",
    r"\bforetells?\b": "predict",
    r"\btwins?\b": "reference implementation",
    r"\b(?:engine|program|agent|search|network)\b[^.]{0,60}\b(?:he|his|him)\b": "it, its",
    r"\bchessmen\b": "pieces",
    r"\brehears\w+": "warm up",
    r"\bmisjudgements?\b": "score noise",
}
# Files that may have them, and why.
EXCEPTIONS = {
    "tests/docs/test_prose.py": "the list itself",
    "tools/**": "programs of studies, which are kept as they were run",
    "docs/decisions/**": "a record of what was decided, in the words of its time",
    "CHANGELOG.md": "quotes what was renamed",
}
_PATTERNS = [(re.compile(pattern, re.IGNORECASE | re.MULTILINE), better) for pattern, better in FORBIDDEN.items()]
_CODE_BLOCK = re.compile(r"^(```|~~~).*?^\1|^(?: {4,}|\t).*?$", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"`[^`\n]*`|\{[^{}\n]*\}|\]\([^)\n]*\)")


def _without(pattern: re.Pattern[str], text: str) -> str:
    """The text with its matches blanked out; lines keep their numbers."""
    return pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def prose_of_document(text: str) -> str:
    """A document's text without code and addresses."""
    return _without(_INLINE, _without(_CODE_BLOCK, text))


def prose_of_python(text: str) -> str:
    """A program's comments and strings of several words, each in its line."""
    lines = [""] * (text.count("\n") + 2)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING) and " " in token.string:
            for number, line in enumerate(token.string.split("\n"), token.start[0] - 1):
                lines[number] += " " + line
    return _without(_INLINE, "\n".join(lines))


def prose_of_page(text: str) -> str:
    """The comments and texts of the page's files, roughly: all of them but the text a template inserts."""
    return _without(re.compile(r"\$\{[^{}]*\}"), text)


def prose_of_settings(text: str) -> str:
    """The comments and texts of a preset or a study."""
    return _without(_INLINE, _without(re.compile(r"^[^#\"\n]*", re.MULTILINE), text))


def prose_of_notebook(text: str) -> str:
    """The texts of a notebook's cells, one after the other."""
    read = {"markdown": prose_of_document, "code": prose_of_python}
    return "\n".join(read[cell["cell_type"]]("".join(cell["source"])) for cell in json.loads(text)["cells"])


READERS = {
    ".md": prose_of_document,
    ".ipynb": prose_of_notebook,
    ".py": prose_of_python,
    ".js": prose_of_page,
    ".html": prose_of_page,
    ".toml": prose_of_settings,
}


def files() -> list[str]:
    """The files that are read, from the repository's root."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
            "\n"
        )
    else:
        listed = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*")]
    known = [name for name in listed if Path(name).suffix in READERS and (ROOT / name).is_file()]
    return sorted(
        name
        for name in known
        if not name.startswith("tests/") and not any(Path(name).match(one) or _inside(name, one) for one in EXCEPTIONS)
    )


def _inside(name: str, pattern: str) -> bool:
    return pattern.endswith("/**") and name.startswith(pattern[:-2])


def findings(name: str) -> list[str]:
    """What stands where in a file: `README.md:12: 'told' (reported, given, predicted)`."""
    path = ROOT / name
    text = path.read_text(encoding="utf-8")
    if not any(pattern.search(text) for pattern, _ in _PATTERNS):
        return []  # most files: to find their prose takes longer
    prose, found = READERS[path.suffix](text), []
    for pattern, better in _PATTERNS:
        for match in pattern.finditer(prose):
            line = prose.count("\n", 0, match.start()) + 1
            found.append((line, f"{name}:{line}: {' '.join(match[0].split())[:60]!r} ({better})"))
    return [text for _, text in sorted(found)]


def allowed() -> dict[str, int]:
    """How many a file may still have."""
    return tomllib.loads(DEBT.read_text(encoding="utf-8"))["files"]


@pytest.mark.parametrize(
    ("read", "text", "words"),
    [
        (prose_of_document, "It is told so.\n", ["told"]),
        (prose_of_document, "    told = 1\n\n`told` and [a](told.md)\n\n```\ntold\n```\n", []),
        (prose_of_document, "Who joins the edges first wins.\n\nWho wins?\n", ["Who joins the edges first wins."]),
        (prose_of_python, "told = f'has {told} of them'  # whoever asks\n", ["whoever"]),
        (prose_of_python, '"""The men.\n\nAn engine plays his move.\n"""\n', ["men", "engine plays his"]),
        (
            prose_of_notebook,
            '{"cells": [{"cell_type": "markdown", "source": ["Men\\n", "`told`"]},'
            ' {"cell_type": "code", "source": ["told = 1  # so many"]}]}',
            ["Men", "so many"],
        ),
        (prose_of_settings, 'told = 1  # so many\nabout = "Men of `men`"\n', ["so many", "Men"]),
        (prose_of_page, "// so many\nsay(`took ${told}`);\n", ["so many"]),
    ],
)
def test_what_is_prose_and_what_is_forbidden(read, text, words) -> None:
    assert sorted(match[0] for pattern, _ in _PATTERNS for match in pattern.finditer(read(text))) == sorted(words)


def test_no_file_has_more_forbidden_words_than_the_list_says() -> None:
    debt = allowed()
    worse = [found for name in files() if len(found := findings(name)) > debt.get(name, 0)]
    assert not worse, "\n".join(line for found in worse for line in found)


def test_the_list_names_files_that_are_read() -> None:
    read = set(files())
    unknown = [name for name in allowed() if (ROOT / name).exists() and name not in read]
    assert not unknown and all((ROOT / name.removesuffix("/**")).exists() for name in EXCEPTIONS)


def main() -> None:
    """Names each place, or with `--shrink` lowers the list's numbers to what there is."""
    counts = {name: len(found) for name in files() if (found := findings(name))}
    if "--shrink" not in sys.argv[1:]:
        print("\n".join(line for name in counts for line in findings(name)))
        return
    debt = allowed() if DEBT.exists() else counts
    left = {name: min(count, debt[name]) for name, count in counts.items() if name in debt}
    head = DEBT.read_text(encoding="utf-8").partition("[files]")[0] if DEBT.exists() else ""
    DEBT.write_text(
        f"{head}[files]\n" + "".join(f'"{name}" = {count}\n' for name, count in left.items()), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
