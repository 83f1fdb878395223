"""A linter of prose: words that a native reader stumbles over, in documents, notebooks, presets, comments, messages.

`FORBIDDEN` has the words, each with what to write instead. Text in backticks, code blocks of documents and what an
f-string inserts are not prose. `python tests/docs/test_prose.py` names each place.
"""

import io
import json
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

FORBIDDEN = {
    r"\b(?:fore)?told\b": "reported, given, predicted",
    r"\bsaid\b": "reported, stated, a comment",
    # Searches that are driven step by step have `ask` and `tell`, and things are told apart.
    r"(?<!ask and )(?<!ask-and-)\btell(?:s|ing)?\b(?!\(|(?: [\w']+){0,3} apart\b)": "report, return, show, determine",
    r"\bforetells?\b": "predict",
    r"\bso many\b(?! \w+ that\b)": "this many, a number",
    r"\bso much\b(?!(?: \w+)? (?:that|as)\b)": "this much, this value, an amount",
    r"\bin turns\b(?!\])": "alternating, one at a time",
    r"\bwhoever\b": "the player who, a user who",
    r"(?:^|(?<=[.:!?] ))(?-i:Who) (?!is\b|are\b|was\b|wins\b|won\b|plays\b)\w+[^?\n]*[.]": "the player who",
    r"\b(?:nobody|somebody)\b": "no player, a user, another user",
    r"(?<![.])\b(?:chess)?men\b": "pieces",
    r"\btwins?\b": "reference implementation",
    r"\b(?:engine|program|agent|search|network)\b[^.]{0,60}\b(?:he|his|him)\b": "it, its",
    r"\brehears\w+": "warm up",
    r"\bmisjudgements?\b": "score noise",
    r"\bheed(?:s|ed)?\b": "use, obey",
    r"\bbrothers?\b": "siblings",
    r"\bglances?\b": "poll",
    r"\ba look\b(?!-)": "a check, a search",
    r"\bthat (?:is|are) there\b": "existing",
    r"\bnone that\b": "no ... that",
    r"\b(?:go(?:es)?|went|gone) on\b(?! (?:the|top|to)\b)": "continue, resume",
    r"\banew\b": "again",
    r"\bbeside\b(?!:)": "next to, compared with, besides",
    r"\bbehind (?:(?:its?|the|an?|every|each|this) )?(?:colon|moves?|actions?|opening|end|last|others?)\b": "after",
    r"\blets? go of\b": "release, free",
}
# Files that may have them, and why.
EXCEPTIONS = {
    "tests/docs/test_prose.py": "the list itself",
    "tools/**": "programs of studies, which are kept as they were run",
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


_PROGRAM_PIECES = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'|`(?:\\.|[^`\\])*`""",
    re.DOTALL,
)
_SETTINGS_PIECES = re.compile(r"""#[^\n]*|\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""", re.DOTALL)


def prose_of_program(text: str) -> str:
    """The comments and strings of several words of a file in C++ or JavaScript, each in its line."""
    return _without(_INLINE, _pieces(_PROGRAM_PIECES, text))


def _pieces(pattern: re.Pattern[str], text: str) -> str:
    """The comments and the strings of several words, each in its line."""
    found, end = [], 0
    for match in pattern.finditer(text):
        piece = match[0].replace("`", " ") if match[0].startswith("`") else match[0]
        if " " not in piece and not piece.startswith(("/", "#")):
            piece = re.sub(r"[^\n]", " ", piece)
        found += [re.sub(r"[^\n]", " ", text[end : match.start()]), piece]
        end = match.end()
    return "".join(found)


def prose_of_markup(text: str) -> str:
    """The texts of a page, roughly: all of it."""
    return text


def prose_of_settings(text: str) -> str:
    """The comments and texts of a preset or a study, each in its line."""
    return _without(_INLINE, _pieces(_SETTINGS_PIECES, text))


def prose_of_notebook(text: str) -> str:
    """The texts of a notebook's cells, one after the other."""
    read = {"markdown": prose_of_document, "code": prose_of_python}
    return "\n".join(read[cell["cell_type"]]("".join(cell["source"])) for cell in json.loads(text)["cells"])


READERS = {
    ".md": prose_of_document,
    ".ipynb": prose_of_notebook,
    ".py": prose_of_python,
    ".pyi": prose_of_python,
    ".hpp": prose_of_program,
    ".cpp": prose_of_program,
    ".js": prose_of_program,
    ".html": prose_of_markup,
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
    return sorted(name for name in known if not any(Path(name).match(one) or _inside(name, one) for one in EXCEPTIONS))


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
        (
            prose_of_program,
            '// It tells all.\nint told = 1;  ///< so many `told`\nf("told", \'"\', "is told");\n',
            ["tells", "so many", "told"],
        ),
        (prose_of_program, "/* Ask and tell, by tell(). They\nare told\napart. */\n", ["told"]),
        (prose_of_settings, 'told = 1  # so many\nabout = "Men of `men`"\n', ["so many", "Men"]),
        (prose_of_settings, 'about = """\nHex, as\nwas told.\n"""\nagent = "told"\n', ["told"]),
        (prose_of_document, "Behind a colon, beside it, behind a router.\n", ["Behind a colon", "beside"]),
        (prose_of_program, "// so many\nsaid(`took ${told}, as told`, '\"', told);\n", ["so many", "told"]),
    ],
)
def test_what_is_prose_and_what_is_forbidden(read, text, words) -> None:
    assert sorted(match[0] for pattern, _ in _PATTERNS for match in pattern.finditer(read(text))) == sorted(words)


def test_no_file_has_forbidden_words() -> None:
    found = [line for name in files() for line in findings(name)]
    assert not found, "\n".join(found)


def test_exceptions_exist() -> None:
    assert all((ROOT / name.removesuffix("/**")).exists() for name in EXCEPTIONS)


if __name__ == "__main__":
    print("\n".join(line for name in files() for line in findings(name)))
