"""What documents claim about the project's parts holds: marks of slow tests, numbered steps, replaced decisions."""

import ast
import functools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SLOW = "pytest.mark.slow"
REST_IS_SLOW = "rest='slow'"  # of `sampled`


@functools.cache
def slow_tests(file: str) -> dict[str, str]:
    """By name of a test in that file: `slow`, `partly` where some of its cases are, else ''."""
    tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
    with_slow = {
        (node.name if isinstance(node, ast.FunctionDef) else ast.unparse(node.targets[0]))
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.Assign) and SLOW in ast.unparse(node)
    }
    for node in tree.body:  # marks of a whole room, imported from its helpers
        if isinstance(node, ast.ImportFrom):
            here, name = (ROOT / "tests" / file).parent, f"{(node.module or '').split('.')[-1]}.py"
            for helper in filter(Path.is_file, (here / name, here.parent / name)):
                theirs = ast.parse(helper.read_text(encoding="utf-8"))
                assigned = [one for one in theirs.body if isinstance(one, ast.Assign) and SLOW in ast.unparse(one)]
                with_slow |= {ast.unparse(one.targets[0]) for one in assigned}

    def mentions(text: str) -> bool:
        return (
            SLOW in text
            or REST_IS_SLOW in text
            or any(re.search(rf"\b{name}\b", text) for name in with_slow if "test_" not in name)
        )

    whole = any(
        isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark" and mentions(ast.unparse(node))
        for node in tree.body
    )
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            decorators = [ast.unparse(one) for one in node.decorator_list]
            slow = whole or any(one.startswith(SLOW) for one in decorators)
            found[node.name] = "slow" if slow else "partly" if any(map(mentions, decorators)) else ""
    return found


def test_features_marked_slow_are_those_with_slow_tests() -> None:
    wrong = []
    for line in (ROOT / "docs" / "features.md").read_text(encoding="utf-8").splitlines():
        tests = re.findall(r"`([\w/]+\.py)::(\w+)`", line)
        if not line.startswith("| ✓ |") or not tests:
            continue
        marked = bool(re.search(r"\*\((?:[\w ]+ )?slow\)\*", line))
        slow = [f"{file}::{name}" for file, name in tests if slow_tests(file)[name]]
        if marked != bool(slow):
            wrong.append(f"{line.split(' | ')[1][:80]}: marked {marked}, slow: {slow}")
    assert not wrong, "\n".join(wrong)


# Steps that the reference implementation of a page leaves out, which the page says in these words.
NOT_IN_REFERENCE = {
    "dfpn": ({2}, "the reference\n   implementation does not do this"),
    "pvs": ({2, 5, 6, 10}, "has steps 1, 3, 4, 7, 8 and 9"),
}


def steps_of_page(text: str) -> set[str]:
    """The numbers of the list below *Steps*, and of their parts: 1, 2, 2a, ..."""
    steps = text.partition("\n## Steps\n")[2].partition("\n## ")[0]
    parts = re.findall(r"\b(\d+[a-z])\b", steps) + re.findall(r"\(step (\d+[a-z])\)", text)
    return {*re.findall(r"^(\d+)\. ", steps, re.MULTILINE), *parts}


def steps_of_code(text: str) -> set[str]:
    """The numbers of steps in comments: `// 7a. Near the horizon`, `# 2. OR: ... 3. AND: ...`, `/// Step 2: ...`."""
    comments = re.findall(r"^\s*(?://+|#) +(\d+[a-z]?\. .*)$", text, re.MULTILINE)
    parts = (re.findall(r"(?:^|[.:;] )(\d+[a-z]?)\. (?=\w)", comment) for comment in comments)
    return {*(number for found in parts for number in found), *re.findall(r"[Ss]tep (\d+[a-z]?)\b", text)}


PAGES = [page for page in (ROOT / "docs" / "search").glob("*.md") if "The numbers are those in" in page.read_text()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_steps_have_the_same_numbers_in_page_header_and_reference(page) -> None:
    text = page.read_text(encoding="utf-8")
    sentence = text.partition("The numbers are those in")[2].partition("\n\n")[0]
    files = [(page.parent / path).resolve() for path in re.findall(r"\]\((\.\./[\w/.-]+)\)", sentence)]
    (reference,) = (path for path in files if path.suffix == ".py")
    steps = steps_of_page(text)
    assert len(steps) >= 3
    for path in files:
        strange = steps_of_code(path.read_text(encoding="utf-8")) - steps
        assert not strange, f"{path.name} has steps {sorted(strange)}, the page has not"
    there = {int(re.sub(r"\D", "", step)) for step in steps_of_code(reference.read_text(encoding="utf-8"))}
    left_out, words = NOT_IN_REFERENCE.get(page.stem, (set(), ""))
    assert there | left_out == {int(re.sub(r"\D", "", step)) for step in steps} and not there & left_out
    assert words in text


def test_a_step_s_number_is_found_in_page_and_code() -> None:
    assert steps_of_page("\n## Steps\n\n1. **A.**\n2. B, 2a, then 2b.\n\n## Next\n\n3. C (step 1c)\n") == {
        "1", "2", "2a", "2b", "1c",
    }  # fmt: skip
    assert steps_of_code("  // 1. One. 2. Two: 3.\n# 7c. First; 8. then\n/// Step 4: x\n  // 0.5 of it\n") == {
        "1", "2", "7c", "8", "4",
    }  # fmt: skip


def test_replaced_decisions_name_their_successor() -> None:
    texts = {page.stem: page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "decisions").glob("*.md")}
    numbers = {number for text in texts.values() for number in re.findall(r"^## (\d+)\. ", text, re.MULTILINE)}
    named = [
        (number, one)
        for text in texts.values()
        for number, body in re.findall(r"^## (\d+)\. (.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        for words in re.findall(r"[Ss]uperseded(?: in part)? by (\d+(?:(?:, | and )\d+)*)", body)
        for one in re.findall(r"\d+", words)
    ]
    assert len(named) > 3
    assert not [(number, one) for number, one in named if one not in numbers or int(one) <= int(number)]
    unnamed = [
        f"{page}: {line}"
        for page, text in texts.items()
        for line in text.splitlines()
        if re.search(r"\b[Ss]uperseded\b(?!(?: in part)? by \d)", line)
    ]
    assert not unnamed
