"""Small runs of every learner, made once and shared by the tests of what runs refuse and how they continue."""

import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from run_helpers import ALPHAZERO, DATA, SMALL, TABLES, contents

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


class SharedRuns:
    """Folders of small runs, each made once."""

    def __init__(self, make: Callable[[str, Path], object], root: Path) -> None:
        self._make, self._root = make, root
        self._made: dict[str, dict[str, bytes | None]] = {}

    def __call__(self, learner: str) -> Path:
        path = self._root / learner
        if learner not in self._made:
            self._make(learner, path)
            self._made[learner] = contents(path)
        return path

    def check_unchanged(self) -> None:
        """A test that changes a shared folder fails, not whichever uses it next."""
        for learner, before in self._made.items():
            assert contents(self._root / learner) == before, f"the shared run of {learner} was changed: copy it"


@pytest.fixture(scope="session")
def runs_of_one(tmp_path_factory: pytest.TempPathFactory, games: Path) -> SharedRuns:
    def make(learner: str, path: Path) -> None:
        settings = {"alphazero": ALPHAZERO, "td": TABLES, "td-leaf": TABLES, "mouse": TABLES}.get(learner, SMALL)
        if learner in ("supervised", "classifier"):
            settings = {**DATA, "data": (str(games),)}
        learn.train("hex:size=3", learner=learner, preset="demo", run=path, iterations=1, verbose=False, **settings)

    return SharedRuns(make, tmp_path_factory.mktemp("one"))


@pytest.fixture(scope="session")
def runs_of_three(runs_of_one: SharedRuns, tmp_path_factory: pytest.TempPathFactory) -> SharedRuns:
    def make(learner: str, path: Path) -> None:
        shutil.copytree(runs_of_one(learner), path)
        learn.resume(path, iterations=3, verbose=False)

    return SharedRuns(make, tmp_path_factory.mktemp("three"))


@pytest.fixture
def run_of(runs_of_one: SharedRuns) -> Iterator[SharedRuns]:
    """The folder of a small run of a learner, made once; tests change copies."""
    yield runs_of_one
    runs_of_one.check_unchanged()


@pytest.fixture
def run_of_three(runs_of_three: SharedRuns) -> Iterator[SharedRuns]:
    """The folder of such a run after three iterations; tests damage copies."""
    yield runs_of_three
    runs_of_three.check_unchanged()
