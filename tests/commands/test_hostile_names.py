r"""Names, comments and answers of others, in every command: nothing printed steers the terminal.

What is printed is read as a terminal that has no colours gets it, so every control character in it is one too many.
"""

from __future__ import annotations

import io
import json
import runpy
import stat
import sys
import warnings
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

import boardai
from boardai.__main__ import commands
from boardai.arena.pictures import draw_ratings
from boardai.arena.ratings import Rating, Ratings
from boardai.basics.quoting import printable
from boardai.drawing import page
from boardai.learn.reports.figures.panels import draw_curve, label_axes, name_entries, new_figure, save
from boardai.learn.reports.figures.runs import Curve

STEER = "\x1b]0;owned\x07\x1b[2J\x9b1A\r\u202eevil\u2028"
EVIL = f"a{STEER}b"
AGENT = "class Agent:\n    def choose(self, state):\n        return state.legal_actions()[0]\n"


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):  # type: ignore[no-untyped-def]
    """Runs a command as a shell does, in an empty folder; gives all that it printed."""
    monkeypatch.chdir(tmp_path)

    def run(command: str, *words: str, typed: str = "") -> str:
        held = io.BytesIO()
        for name in ("stdout", "stderr"):
            monkeypatch.setattr(sys, name, io.TextIOWrapper(held, encoding="utf-8", write_through=True))
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        monkeypatch.setattr(sys, "argv", [command, *words])
        with pytest.raises(SystemExit), warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # it is imported already
            runpy.run_module(f"boardai.{command}", run_name="__main__")
        text = held.getvalue().decode("utf-8", "surrogateescape")
        assert printable(text) == text and "Traceback" not in text
        return text

    return run


@pytest.mark.parametrize("command", sorted({*commands()} - {"bench", "course"}))
def test_names_that_do_not_exist(command: str, reported) -> None:  # type: ignore[no-untyped-def]
    text = reported(command, f"./{EVIL}.py", EVIL)
    assert text
    reported(command, "hex:size=3", f"--{EVIL}", EVIL)


@pytest.mark.thorough
def test_agents_of_that_name_play(reported, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / f"{EVIL}.py").write_text(AGENT)
    agent = f"./{EVIL}.py:Agent"
    assert "owned" in reported("match", "hex:size=4", agent, "random", "--games", "2", "--record", f"{EVIL}1")
    assert "owned" in reported("match", "--resume", f"{EVIL}1")
    assert "owned" in reported("tournament", "hex:size=4", agent, "random", "--games", "2", "--picture", "a.svg")
    ElementTree.parse(tmp_path / "a.svg")
    assert "owned" in reported("play", "hex:size=3", "--opponent", agent, typed="resign\n")
    (tmp_path / f"{EVIL}.py").write_text(AGENT.replace("state.legal_actions()[0]", f"int({EVIL!r})"))
    assert "owned" in reported("match", "hex:size=4", agent, "random", "--games", "2")


@pytest.mark.thorough
def test_engines_that_answer_so(reported, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    engine = tmp_path / "engine"
    for answer in (f"info string {EVIL}\\nbestmove {EVIL}", "bestmove a1a1 \udc9b"):
        lines = f"id name {EVIL}\\noption name {EVIL} type string\\nuciok"
        engine.write_bytes(
            f"#!{sys.executable}\nimport sys\nsys.stdout.reconfigure(encoding='utf-8', errors='surrogateescape')\n"
            "for line in sys.stdin:\n"
            f"    print({{'uci': '''{lines}''', 'isready': 'readyok'}}.get(line.strip(), ''), flush=True)\n"
            f"    if line.startswith('go'):\n        print('''{answer}''', flush=True); break\n".replace(
                "\r", "\\r"
            ).encode("utf-8", "surrogateescape")
        )
        engine.chmod(engine.stat().st_mode | stat.S_IXUSR)
        assert "engine" in reported("match", "chess", "uci:./engine", "random", "--games", "2")


def test_files_that_say_so(reported, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    names = f"{EVIL}1", f"{EVIL}2"
    one = boardai.RecordedGame.from_moves(
        "hex:size=3", ["b2", "a1"], result=1, players=names, comments={1: EVIL}, headers={"EV": EVIL}, date=EVIL
    )
    boardai.write_games(tmp_path / f"{EVIL}.jsonl", [one])
    (tmp_path / "bad.jsonl").write_text(json.dumps({"format": EVIL}) + "\n")
    (tmp_path / "bad.sgf").write_text(f"(;GM[11]SZ[3]PB[{EVIL}]C[{EVIL}];B[{EVIL}])")
    (tmp_path / "bad.pgn").write_bytes(b'[Event "\x1b[2J\xe9"]\n[White "\x9b"]\n\n1. e4 \x1b[2J e5 *\n')
    assert "1 game" in reported("records", "hex:size=3", "import", f"{EVIL}.db", f"{EVIL}.jsonl")
    assert "owned" in reported("records", "hex:size=3", "query", f"{EVIL}.db", "--games", "3")
    assert "owned" in reported("records", "hex:size=3", "export", f"{EVIL}.db", "--output", f"{EVIL}.sgf")
    reported("records", "hex:size=3", "import", "a.db", f"{EVIL}.sgf", "--skip")
    for name in ("bad.jsonl", "bad.sgf", "bad.pgn"):
        reported("records", "hex:size=3" if "pgn" not in name else "chess", "import", "b.db", name)
        reported("records", "hex:size=3" if "pgn" not in name else "chess", "import", "b.db", name, "--skip")
        reported("label", "hex:size=3", "--games-from", name, "--by", "mcts", "--output", "out")
    reported("play", "hex:size=3", "--load", f"{EVIL}.jsonl", typed="board\n")
    reported("play", "hex:size=3", "--opponent", "human", typed=f"{EVIL}\nload {EVIL}\nsave {EVIL}\n")
    for command in ("analyze", "perft", "play"):
        reported(command, "chess", "--position", EVIL)
        reported(command, "hex:size=3", "--position", f"3/3/3 {EVIL}")


def test_folders_that_say_so(reported, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for name, facts in (
        ("run.json", {"format": "boardai run 1", "game": EVIL, "config": {"seed": 0}}),
        ("run.json", {"format": EVIL}),
        ("match.json", {"format": "boardai match 1", "game": EVIL, "agents": [EVIL, EVIL]}),
        ("tournament.json", {"format": EVIL, "game": EVIL}),
    ):
        folder = tmp_path / f"{EVIL}{name}"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(json.dumps(facts))
        (folder / "metrics.jsonl").write_text(json.dumps({"iteration": 1, EVIL: EVIL}) + "\n")
        for words in (
            ("train", "--resume", str(folder)), ("match", "--resume", str(folder)), ("plot", str(folder)),
            ("tournament", "--resume", str(folder)), ("export", str(folder), "--output", "a.npz"),
            ("records", "hex:size=3", "export", str(folder), "--output", "a.sgf"),
            ("match", "hex:size=3", f"puct:run={folder}", "random"),
        ):  # fmt: skip
            reported(*words)
    (tmp_path / "study.toml").write_text(f"[{json.dumps(EVIL)}]\na = 1\n")
    reported("study", "study.toml")
    reported("train", "hex:size=3", "--preset", "study.toml")


def test_pictures_and_pages_are_what_their_formats_allow(tmp_path: Path) -> None:
    name = f"<b>&\"'{EVIL}\ufffe $\\frac$ \ud800"
    cell = ElementTree.fromstring(page.table([name], [[name]]))
    assert "owned" in "".join(cell.itertext()) and cell.find(".//b") is None
    ElementTree.fromstring(page.text(name))
    figure = new_figure(1, 1)
    axes = figure.subplots()
    draw_curve(axes, Curve(np.arange(2), np.arange(2)), "red", "-", name)
    label_axes(axes, name, "x", "y")
    name_entries(figure, [name, "other"])
    save(figure, tmp_path, "curve", ["svg"])
    ElementTree.parse(tmp_path / "curve.svg")
    one, names = Rating(0.0, -1.0, 1.0, 1.0, 2), (name, "b")
    draw_ratings(Ratings(names, "b", dict.fromkeys(names, one), names, np.eye(2)), name, tmp_path / "ratings.svg")
    ElementTree.parse(tmp_path / "ratings.svg")
