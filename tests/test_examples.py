"""The examples run as they stand, and so does the code in the README and the guides."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from warm import WarmPython

from boardai.__main__ import commands as known_commands

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("[0-9][0-9]_*.py"))
# Thorough: those that train networks, compile a game or search for seconds.
HEAVY_EXAMPLES = {
    "02_game_in_cpp", "03_minimax_tic_tac_toe", "05_iterative_deepening_and_time", "09_train_hex_5x5",
    "10_what_the_network_thinks", "11_compare_two_runs", "12_your_own_network", "13_one_position_through_alphazero",
    "15_mouse_step_by_step", "17_does_lambda_matter", "22_quiescence", "23_first_look_at_a_gpu", "27_solving_hex",
    "28_a_network_in_alpha_beta",
    "30_a_thousand_searches", "31_muzero", "32_solving_connect_four", "33_two_more_games",
}  # fmt: skip
# What a test takes in place of minutes.
ARGUMENTS = {
    "28_a_network_in_alpha_beta": ["--games", "200"],
    "32_solving_connect_four": ["xx/x/o/ooxx/x/o/oxoxo"],
}
# What it finds with them.
FOUND = {"32_solving_connect_four": "proven loss"}
# The other solutions are slow: if you change an example or what it uses, run its own.
LIGHT_SOLUTIONS = {
    "07_ucb_worked_example", "14_td_by_hand", "16_your_own_board", "20_proof_numbers", "24_read_the_database",
}  # fmt: skip
# Half a minute of what others train as well.
SLOW_EXAMPLES = {
    "09_train_hex_5x5", "10_what_the_network_thinks", "11_compare_two_runs", "12_your_own_network",
    "13_one_position_through_alphazero", "23_first_look_at_a_gpu", "28_a_network_in_alpha_beta",
    "29_what_a_move_costs", "30_a_thousand_searches", "31_muzero", "33_two_more_games",
}  # fmt: skip
HEAVY_DOCUMENTS = {
    "docs/arena.md", "docs/learning.md", "docs/search/README.md", "docs/search/dfpn.md", "docs/search/forest.md",
    "docs/search/mcts.md", "docs/web.md", "games/chess/networks/README.md", "games/hex/README.md",
    "games/hex/networks/README.md", "games/hex/solver.md",
}  # fmt: skip
# Measurements, which a test only takes once, or for a moment.
SHORTER = {
    "docs/search/mcts.md": ("seconds=0.6", "seconds=0.05"),
    "games/hex/README.md": ("for seed in range(7)", "for seed in range(1)"),
}
# Half a minute of compiling what the tests of its room compile as well.
SLOW_DOCUMENTS = {"docs/device.md", "docs/gpgpu.md"}
BY_NAME = {path.stem: path for path in EXAMPLES}
RECIPES = ROOT / "docs" / "recipes.md"  # each is a program of its own, some for packages that tests need not have
DOCUMENTS = [
    ROOT / "README.md",
    *(path for path in sorted((ROOT / "docs").glob("**/*.md")) if path != RECIPES),
    *sorted((ROOT / "games").glob("**/*.md")),
]


def but(heavy: set[str], paths: dict[str, Path], slow: set[str] = frozenset()) -> list:
    """The paths by name; the heavy ones are thorough, the heaviest slow."""
    assert heavy | slow <= paths.keys()
    marks = {name: [pytest.mark.slow if name in slow else pytest.mark.thorough] for name in heavy | slow}
    return [pytest.param(path, id=name, marks=marks.get(name, [])) for name, path in paths.items()]


# Runs a document's blocks as the program itself, so that what they define can be pickled. A comment after `print(...)`
# that begins with what is printed is compared with it.
_RUN_BLOCKS = """
def run():
    import builtins, io, json, sys
    code, promises = json.load(sys.stdin)
    def plain(text):
        return " ".join("".join(letter for letter in text if letter not in "[]()'\\"").split())
    def show(*values, **options):
        text = io.StringIO()
        builtins.print(*values, **{**options, "file": text})
        promised = promises.get(str(sys._getframe(1).f_lineno))
        if promised is not None:
            printed, place = plain(text.getvalue()), 0
            for part in plain(promised).split("..."):
                found = printed.find(part.strip(" ,"), place)
                assert found >= 0 and (place or found == 0), f"the comment says {promised!r}; printed: {printed!r}"
                place = found + len(part.strip(" ,"))
        builtins.print(*values, **options)
    names = sys.modules["__main__"].__dict__
    names["print"] = show
    exec(compile(code, "document", "exec"), names)
run()
"""
_PRINTED = re.compile(r"^\s*print\(.*\)  # (.*)$")
_LITERAL = re.compile(r"[-+]?\d|['\"(\[{]|(?:True|False|None)\b|[A-Z]\w+\(")


def promised(comment: str) -> str | None:
    """What a comment after `print(...)` says is printed: a literal or a list of words, up to a colon; else None."""
    shown = comment.split(": ")[0].replace(" and ", ", ")
    if _LITERAL.match(shown) or all(re.fullmatch(r"[\w./-]+", word) for word in shown.split(", ")):
        return shown
    return None


def promises(code: str) -> dict[str, str]:
    """By line: what the comments of a program say is printed there."""
    behind = ((number, _PRINTED.match(line)) for number, line in enumerate(code.splitlines(), 1))
    found = {str(number): promised(match[1]) for number, match in behind if match}
    return {line: text for line, text in found.items() if text is not None}


def python_blocks(document: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.thorough
def test_a_forked_program_is_what_python_would_run(tmp_path, warm):
    program = "import os, sys; print(sys.argv, os.getcwd(), sys.stdin.read(), 'jax' in sys.modules); sys.exit(3)"
    done = warm.run(["-c", program, "x"], tmp_path, "given")
    assert (done.returncode, done.stdout, done.stderr) == (3, f"['-c', 'x'] {tmp_path} given False\n", "")
    done = warm.run(["-c", "x = 1 / 0"], tmp_path)
    assert done.returncode == 1 and done.stderr.endswith("\nZeroDivisionError: division by zero\n")
    assert warm.run(["-c", "import sys; sys.exit('why')"], tmp_path).stderr == "why\n"
    with pytest.raises(subprocess.TimeoutExpired):
        warm.run(["-c", "import time; time.sleep(60)"], tmp_path, timeout=0.5)
    assert warm.run(["-m", "boardai", "--version"], tmp_path).stdout.startswith("boardai ")
    assert warm.run(["-c", "print(x)"], tmp_path).returncode == 1  # nothing is left of the programs before


@pytest.mark.parametrize("example", but(HEAVY_EXAMPLES - SLOW_EXAMPLES, BY_NAME, SLOW_EXAMPLES))
def test_example(example, tmp_path, warm):
    result = warm.run([str(example), *ARGUMENTS.get(example.stem, [])], tmp_path)
    assert result.returncode == 0, result.stderr[-3000:]
    assert result.stdout and FOUND.get(example.stem, "") in result.stdout
    # Nothing is left that the next start would stumble over; files that a user wants to keep go into a named folder.
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_connect_four_with_and_without_knowledge():
    """The example itself compares outcomes and the mean numbers of positions."""
    command = [sys.executable, str(BY_NAME["32_solving_connect_four"])]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True).stdout
    rows = re.findall(r"^\S+ +(wins|draws|loses) +[\d,]+ +[\d,]+ +[\d,]+$", printed, re.MULTILINE)
    assert len(rows) == 6, printed  # with knowledge all are solved


@pytest.mark.parametrize("example", but(set(), BY_NAME, BY_NAME.keys() - LIGHT_SOLUTIONS))
def test_solution(example, tmp_path, warm):
    """Each example ends with two exercises, and their solutions run."""
    solution = example.parent / "solutions" / example.name
    ending = example.read_text().rstrip().rpartition("\n\n")[2]
    assert f"# Two exercises (examples/solutions/{example.name}" in ending, "the exercises come last"
    assert re.findall(r"^#   (\d)\. ", ending, re.MULTILINE) == ["1", "2"]
    result = warm.run([str(solution)], tmp_path)
    assert result.returncode == 0, result.stderr[-3000:]
    assert result.stdout and list(tmp_path.iterdir()) == []


def test_an_example_keeps_its_files_in_a_given_folder(tmp_path, warm):
    """Twice: changes in between are taken as they are."""
    example = next(path for path in EXAMPLES if path.stem.startswith("16"))
    for discs in ("---OX---", "---XO---"):
        result = warm.run([str(example), "kept"], tmp_path)
        assert result.returncode == 0, result.stderr[-3000:]
        board = tmp_path / "kept" / "heart.txt"
        assert discs in board.read_text() and (tmp_path / "kept" / "heart.svg").exists()
        board.write_text(board.read_text().replace("---OX---\n---XO---", "---XO---\n---OX---"))


@pytest.mark.parametrize(
    "document", but(HEAVY_DOCUMENTS, {path.relative_to(ROOT).as_posix(): path for path in DOCUMENTS}, SLOW_DOCUMENTS)
)
def test_code_in_documents(document, tmp_path, warm):
    """All Python blocks of a document, in order, as one script."""
    code = "\n".join(python_blocks(document))
    if not code:
        pytest.skip("no Python blocks")
    long, short = SHORTER.get(document.relative_to(ROOT).as_posix(), ("", ""))
    assert long in code
    code = code.replace(long, short) if long else code
    for weights in document.parent.glob(f"{document.stem}.npz"):  # a card is read next to its file
        shutil.copy(weights, tmp_path)
    result = run_blocks(warm, code, tmp_path)
    assert result.returncode == 0, result.stderr[-3000:]


def recipes() -> dict[str, str]:
    """The programs of the page of recipes by their headings."""
    sections = re.findall(r"^## (.+)\n((?:(?!^## ).*\n)+)", RECIPES.read_text(), re.MULTILINE)
    found = {title: re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL) for title, text in sections}
    return {title: code for title, (code,) in found.items()}


LOGGERS = "Loggers: TensorBoard, Weights and Biases"


SLOW_RECIPES = {"REINFORCE on a batch of games", "pgx alongside our batches"}


@pytest.mark.parametrize(
    "recipe",
    [
        pytest.param(title, marks=pytest.mark.slow if title in SLOW_RECIPES else pytest.mark.thorough)
        for title in recipes()
        if title != LOGGERS
    ],
)
def test_recipe(recipe, tmp_path, warm):
    code = recipes()[recipe]
    if "import pgx" in code:
        pytest.importorskip("pgx")
    result = run_blocks(warm, code, tmp_path)
    assert result.returncode == 0, result.stderr[-3000:]
    assert result.stdout


# What the recipe needs of both packages, as they document it; what it logs goes to files.
_LOGGERS = {
    "wandb.py": """
import json
class Run:
    def log(self, data, step): print(json.dumps([step, data]), file=open("wandb.jsonl", "a"))
    def finish(self): open("finished", "w")
def init(*, project, mode): return Run()
""",
    "tensorboardX.py": """
import json
class SummaryWriter:
    def __init__(self, logdir): self.file = open("events.jsonl", "w")
    def add_scalar(self, tag, value, step): print(json.dumps([step, tag, value]), file=self.file)
    def close(self): self.file.close()
""",
}


@pytest.mark.slow
def test_recipe_of_loggers(tmp_path, warm):
    """With modules in the place of both, which tests need not have."""
    for name, text in _LOGGERS.items():
        (tmp_path / name).write_text(text)
    result = run_blocks(warm, recipes()[LOGGERS], tmp_path)
    assert result.returncode == 0, result.stderr[-3000:]
    logged = [json.loads(line) for line in (tmp_path / "wandb.jsonl").read_text().splitlines()]
    assert [step for step, _ in logged] == [1, 2] and (tmp_path / "finished").exists()
    events = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]
    (run,) = (tmp_path / "runs").iterdir()
    measured = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    for line, (_, numbers) in zip(measured, logged, strict=True):
        assert numbers["policy_loss"] == line["policy_loss"] and numbers["seconds.total"] == line["seconds"]["total"]
        assert [line["iteration"], "seconds/total", line["seconds"]["total"]] in events


def run_blocks(warm: WarmPython, code: str, folder: Path) -> subprocess.CompletedProcess:
    return warm.run(["-c", _RUN_BLOCKS], folder, json.dumps([code, promises(code)]))


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("print([1, 'a'])  # [1, 'a']: both", True),
        ("print([1, 'a'])  # [1, 'b']", False),
        ("print('one two')  # one...", True),
        ("print(('x', 'y', 'z'))  # x, y and z: all", True),
        ("print(('x', 'y', 'z'))  # x, z", False),
        ("print(5)  # any explanation", True),
    ],
)
def test_comments_behind_printed_lines_are_compared(line, fits, tmp_path, warm):
    assert (run_blocks(warm, f"import sys\n{line}", tmp_path).returncode == 0) is fits


def test_a_document_shows_what_its_code_prints(capsys):
    """Where each block of code is followed by one of what it prints."""
    text = (ROOT / "docs" / "search" / "networks.md").read_text()
    pairs = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(pairs) == text.count("```python") > 5
    names: dict = {}
    for code, printed in pairs:
        exec(compile(code, "networks.md", "exec"), names)
        assert capsys.readouterr().out == printed


@pytest.mark.slow
def test_the_page_about_one_position_shows_what_its_example_prints(tmp_path):
    """All numbers of its indented blocks but those after training, which depend on the processor."""
    command = [sys.executable, str(BY_NAME["13_one_position_through_alphazero"])]
    printed = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300, check=True).stdout
    number = re.compile(r"[-+]?\d+\.?\d*")
    numbers = number.findall(printed)
    page = (ROOT / "docs" / "alphazero.md").read_text().partition("## 3.")[2].partition("## 7.")[0]
    blocks = [number.findall(block) for block in re.findall(r"(?:^ {4}.*\n)+", page, re.MULTILINE)]
    assert len(blocks) == 4
    for block in blocks:
        assert any(numbers[at : at + len(block)] == block for at in range(len(numbers))), block


@pytest.mark.slow
def test_commands_of_the_page_on_supervised_learning(tmp_path):
    """Its shell block, line by line in an empty folder."""
    (block,) = re.findall(r"^```sh\n(.*?)^```", (ROOT / "docs" / "supervised.md").read_text(), re.MULTILINE | re.DOTALL)
    for line in block.splitlines():
        words = shlex.split(line)
        assert words[:2] == ["python", "-m"]
        command = [sys.executable, *words[1:]]
        result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
        assert result.returncode == 0, f"{line}: {result.stderr[-3000:]}"


def test_the_readme_names_only_commands_that_exist():
    commands = set(re.findall(r"python -m boardai\.(\w+)", (ROOT / "README.md").read_text()))
    assert commands and commands <= set(known_commands())


@pytest.mark.parametrize("document", ["features", "compatibility"])
def test_documents_name_tests_that_exist(document):
    names = re.findall(r"`([\w/]+\.py)::(\w+)`", (ROOT / "docs" / f"{document}.md").read_text())
    assert len(names) > 40
    for file, name in names:
        assert re.search(rf"def {name}\(", (ROOT / "tests" / file).read_text()), f"{file}::{name}"
