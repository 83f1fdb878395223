"""Small runs of every learner, made once and shared by the tests of what runs refuse and how they go on."""

import random
import shutil
from pathlib import Path

import pytest
from run_helpers import ALPHAZERO, DATA, SMALL, TABLES

import boardai
from boardai import learn


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    rng, game, text = random.Random(1), boardai.load("hex", size=3), ""
    for _ in range(60):
        state, moves = game.initial_state(), ""
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            moves += f";{'BW'[state.current_player()]}[{state.action_to_string(action)}]"
            state.apply(action)
        text += f"(;FF[4]GM[11]SZ[3]{moves})\n"
    (folder / "games.sgf").write_text(text)
    return folder / "games.sgf"


@pytest.fixture(scope="session")
def run_of(tmp_path_factory: pytest.TempPathFactory, games: Path):  # type: ignore[no-untyped-def]
    """The folder of a small run of a learner, made once."""
    folders: dict[str, Path] = {}

    def made(learner: str) -> Path:
        if learner not in folders:
            settings = {"alphazero": ALPHAZERO, "td": TABLES, "td-leaf": TABLES, "mouse": TABLES}.get(learner, SMALL)
            if learner in ("supervised", "classifier"):
                settings = {**DATA, "data": (str(games),)}
            folders[learner] = tmp_path_factory.mktemp("runs") / learner
            learn.train(
                "hex:size=3",
                learner=learner,
                preset="demo",
                run=folders[learner],
                iterations=1,
                verbose=False,
                **settings,
            )
        return folders[learner]

    return made


@pytest.fixture(scope="session")
def run_of_three(run_of, tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    """The folder of such a run after three iterations, which nobody changes: tests damage copies."""
    folders: dict[str, Path] = {}

    def made(learner: str) -> Path:
        if learner not in folders:
            path = tmp_path_factory.mktemp("three") / learner
            shutil.copytree(run_of(learner), path)
            learn.resume(path, iterations=3, verbose=False)
            folders[learner] = path
        return folders[learner]

    return made
