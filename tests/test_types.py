"""The types given to type checkers are right, and reject what they should."""

import ast
import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boardai
from boardai.contract import NativeState, State

ROOT = Path(__file__).resolve().parent.parent
STUBS = {"chess": "State", "hex": "HexState", "reversi": "State"}
# What only the library's own Python needs: constants, and what makes states.
INTERNAL = {"action_groups", "capture_groups", "correction_features", "grid_words", "ownership_planes"}
INTERNAL |= {"ownership_plies", "start", "unpack"}


def stub_of(game: str) -> dict[str, list[str]]:
    """Methods of a game's state stub, each with its parameters after `self`."""
    tree = ast.parse((ROOT / "games" / game / "__init__.pyi").read_text())
    (found,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == STUBS[game]]
    return {
        node.name: [argument.arg for argument in node.args.args[1:]]
        for node in found.body
        if isinstance(node, ast.FunctionDef)
    }


def contract() -> dict[str, Any]:
    return {
        name: value
        for protocol in (State, NativeState)
        for name, value in vars(protocol).items()
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, property))
    }


def bound(game: str) -> dict[str, Any]:
    """Public members of the bound class that can be reached from Python."""
    state = boardai.load(game).initial_state()
    return {name: getattr(type(state), name) for name in dir(state) if not name.startswith("_")}


def parameters(member: Any) -> list[str]:
    """Names of a bound method's parameters, `self` apart."""
    if inspect.isfunction(member):
        return list(inspect.signature(member).parameters)[1:]
    (line,) = member.__doc__.splitlines()
    inside = line[line.index("(") + 1 : line.rindex(")")]
    return [re.split(r"[ &*]", part.partition("=")[0].strip())[-1] for part in inside.split(",") if part.strip()]


@pytest.mark.parametrize("game", STUBS)
def test_a_stub_says_what_the_bound_class_has(game: str) -> None:
    stub, members = stub_of(game), bound(game)
    assert sorted({*stub, *contract()}) == sorted(members.keys() - INTERNAL)
    for name, names in stub.items():
        assert parameters(members[name]) == names, name


@pytest.mark.parametrize("game", STUBS)
def test_the_contract_s_signatures_are_those_of_the_bound_class(game: str) -> None:
    members = bound(game)
    for name, message in contract().items():
        if isinstance(message, property):
            assert not callable(members[name]), name
        elif inspect.isfunction(members[name]):
            there, here = (inspect.signature(function).parameters for function in (message, members[name]))
            assert [(p.name, p.default) for p in there.values()] == [(p.name, p.default) for p in here.values()], name
        else:
            assert parameters(members[name]) == list(inspect.signature(message).parameters)[1:], name


GOOD = """
import boardai
chess = boardai.load("chess", history=0)
state = chess.initial_state()
state.apply(state.action_from_string("e2e4"))
san: str = state.san(3)
picture: str = state.svg(shares={1: 0.5})
boardai.load("hex", size=5).initial_state().stone_at(0, 0)
boardai.load("hex:size=5").initial_state().observation()
difference: int = boardai.load("reversi").from_string("").score(0)
for one in boardai.read_games("a.pgn"):
    for after in one.states():
        print(after.to_string())
def legal(game: boardai.Game) -> list[int]:
    return game.initial_state().legal_actions()
legal(chess)
found: boardai.search.SearchResult = boardai.search.pvs(state, depth=2, multi_pv=2)
best: int = found.action
notes: str = found.to_text(chess)
batch = boardai.Batch(chess, n=2, seed=1)
mask = batch.legal_mask()
class First:
    def choose(self, state: boardai.State) -> int:
        return state.legal_actions()[0]
score: float = boardai.play_match(chess, "random", First(), games=2).score
agent = boardai.players.load_agent("pvs:depth=2", chess)
move: int = agent.choose(state)
"""

BAD = """
import boardai
state = boardai.load("chess").initial_state()
state.apply("e2e4")
state.legal_moves()
boardai.load("hex").initial_state().san(3)
boardai.load("chess").from_string("").stone_at(0, 0)
other = boardai.load("hex:size=5").initial_state()
other.apply("a1")
other.legal_moves()
def wrong(game: boardai.Game) -> None:
    game.initial_state().legal_moves()
boardai.load("reversi").svg()
"""


@pytest.mark.thorough
def test_a_strict_type_checker_refuses_what_is_wrong_and_nothing_else(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    # As installed: the games are inside the package.
    unneeded = ("__pycache__", "*.cpp", "*.hpp", "weights", "golden")
    leave = shutil.ignore_patterns(*unneeded)
    shutil.copytree(ROOT / "boardai", tmp_path / "boardai", ignore=shutil.ignore_patterns(*unneeded, "games", "lib"))
    shutil.copytree(ROOT / "games", tmp_path / "boardai" / "games", ignore=leave)
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports=silent", "--ignore-missing-imports", "--strict",
         "--cache-dir", str(tmp_path / "cache"), "good.py", "bad.py"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    reported = [
        (line.split(":")[0], int(line.split(":")[1])) for line in done.stdout.splitlines() if ": error: " in line
    ]
    wrong = [number for number, line in enumerate(BAD.splitlines(), 1) if not re.match("import|def|$|.* = ", line)]
    assert reported == [("bad.py", number) for number in wrong], done.stdout + done.stderr


def test_dir_lists_the_whole_api_before_its_first_use() -> None:
    program = "import boardai; print(*dir(boardai)); print(*boardai.__all__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    listed, api = (line.split() for line in done.stdout.splitlines())
    assert {"Batch", "read_games", "search", "load"} <= set(api) <= set(listed)
