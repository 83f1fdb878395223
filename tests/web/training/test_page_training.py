"""Training from the page: the server's owner alone starts, stops and resumes runs, and everybody may watch them."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import folders
import numpy as np
import pytest
from pages import ADDRESS
from refusals import refused
from starlette.testclient import TestClient

import boardai
from boardai.command_line import InputError
from boardai.commands.train import named_by_user
from boardai.game import code_in_game
from boardai.learn.data.datasets import Label
from boardai.learn.data.game_records import game_record
from boardai.learn.learners.config import TrainConfig
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.trained_run import TrainedRun
from boardai.learn.runs.training_process import training_process
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.game_files import Contents, write_games
from boardai.learn.self_play.self_play import new_self_play
from boardai.learn.self_play.watched_games import is_recent, open_path, watched_path
from boardai.players.spec import AgentSpec
from boardai.web import __main__ as web
from boardai.web.app import MOST_UNDER_WAY, OWNER_HEADER, make_app
from boardai.web.lobby import Lobby
from boardai.web.offers import Offers
from boardai.web.runs import Shown, Trainings, curves, training
from boardai.web.runs.opinions import Opinions
from boardai.web.serving.tokens import guest_token
from boardai.web.thinking import Memory

pytestmark = pytest.mark.timeout(600)
TOKEN, OWNER = "visitors-secret", "owners-secret"
NEW = {"do": "start", "game": "hex", "preset": "demo", "name": "mine", "parameters": {"size": 3}, "minutes": 5}
# In the place of a trainer: it says what it was asked for, and stops at Ctrl-C as one does.
STUB = """
import pathlib, signal, sys, time
print(" ".join(sys.argv[1:]), flush=True)
if "--run" in sys.argv:
    folder = pathlib.Path(sys.argv[sys.argv.index("--run") + 1])
    folder.mkdir()
    (folder / "run.json").write_text('{"game": "hex:size=3"}')
try:
    time.sleep(60)
except KeyboardInterrupt:
    sys.exit(130)
"""


class Owner:
    """Who has the owner's token."""

    def __init__(self, client: TestClient, trainings: Trainings, folder: Path) -> None:
        self.client, self.trainings, self.folder = client, trainings, folder

    def ask(self, order: Any = None, token: str = TOKEN, **headers: str) -> Any:
        headers = {OWNER_HEADER: OWNER, **headers}
        path = f"/training.json?token={token}"
        if order is None:
            return self.client.get(path, headers=headers)
        return self.client.post(path, content=json.dumps(order), headers=headers)

    def found(self, state: str, printed: str = "") -> dict[str, Any]:
        """The newest training, once it is in that state and has printed this last."""
        for _ in range(600):
            newest = self.ask().json()["trainings"][0]
            if newest["state"] == state and printed in "".join(newest["lines"][-1:]):
                return dict(newest)
            time.sleep(0.1)
        raise AssertionError(newest)


@pytest.fixture(scope="module")
def offers() -> Offers:
    return Offers(["hex", "chess"])


@pytest.fixture
def owner(offers: Offers, tmp_path: Path) -> Iterator[Owner]:
    shown = Shown([folders.run(tmp_path / "older")])
    trainings = Trainings(tmp_path / "runs", offers, shown)
    app = make_app(Lobby(offers, shown=shown), TOKEN, True, trainings, OWNER)
    with TestClient(app, base_url=ADDRESS) as client:
        yield Owner(client, trainings, tmp_path / "runs")


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "TRAIN", (sys.executable, "-c", STUB))


def test_nobody_but_the_owner_trains(owner: Owner, offers: Offers) -> None:
    for given in ("", "wrong", TOKEN, guest_token(TOKEN), OWNER[:-1], f"{OWNER} ", "\xfc" * 8):
        for order in (None, NEW, {"do": "stop", "training": 0}):
            assert owner.ask(order, **{OWNER_HEADER: given.encode("latin-1")}).status_code == 403  # type: ignore[arg-type]
    for token in ("", "wrong", guest_token(TOKEN), OWNER):  # nor is the owner a visitor
        assert owner.ask(NEW, token=token).status_code == 403
    assert owner.ask(NEW, origin="http://elsewhere.example").status_code == 403
    assert owner.ask(NEW, host="elsewhere.example").status_code == 403
    assert owner.client.post(f"/training.json?token={TOKEN}&owner={OWNER}", content=json.dumps(NEW)).status_code == 403
    assert not owner.folder.exists() and owner.ask().json()["trainings"] == []
    with TestClient(make_app(Lobby(offers), TOKEN), base_url=ADDRESS) as client:  # a server without --train
        answer = client.get(f"/training.json?token={TOKEN}", headers={OWNER_HEADER: ""})
        assert answer.status_code == 404
    with refused("owner_token"):
        make_app(Lobby(offers), TOKEN, True, owner.trainings, "short")


@pytest.mark.parametrize("options", [["--host", "0.0.0.0"], ["--behind-proxy", "10.0.0.1"]])
def test_a_server_for_other_computers_does_not_train(options: list[str], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--train"):
        web.main(["hex", "--train", str(tmp_path), "--token", "long-enough", *options])


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"game": "./mygame.py"}, "no game './mygame.py'"),
        ({"game": "hex:size=5"}, "no game"),
        ({"parameters": {"size": 99}}, "size"),
        ({"parameters": {"rows": 3}}, "rows"),
        ({"preset": "/tmp/own.toml"}, "no preset"),
        ({"preset": "../hex/presets/demo"}, "no preset"),
        ({"name": "../outside"}, "name"),
        ({"name": "a/b"}, "name"),
        ({"name": "-x"}, "name"),
        ({"name": ""}, "name"),
        ({"name": "x\n"}, "name"),
        ({"minutes": 0}, "minutes"),
        ({"minutes": 1e9}, "minutes"),
        ({"trust": True}, "trust"),
        ({"do": "run"}, "run"),
        ({"do": "resume"}, "game"),
    ],
)
def test_what_is_not_offered_is_not_trained(owner: Owner, changed: dict[str, Any], reason: str) -> None:
    answer = owner.ask({**NEW, **changed})
    assert answer.status_code == 400 and reason in answer.text
    assert not owner.folder.exists()


def test_orders_that_cannot_be_done(owner: Owner, stub: None) -> None:
    for order, reason in (
        ({"do": "stop", "training": 0}, "no training run 0"),
        ({"do": "resume", "run": 7}, "there is no run 7"),
        ([], "training"),
        ("x" * 20_000, "bytes"),
    ):
        answer = owner.ask(order)
        assert answer.status_code == 400 and reason in answer.text
    owner.folder.mkdir()
    (owner.folder / "mine").symlink_to(owner.folder.parent / "elsewhere")
    assert "already" in owner.ask(NEW).text
    (owner.folder / "other.log").symlink_to(owner.folder.parent / "elsewhere")
    assert "is a link" in owner.ask({**NEW, "name": "other"}).text
    (owner.folder / "new.log").write_text("of a run that was removed\n")
    assert owner.ask({**NEW, "name": "new"}).status_code == 200
    assert "is being trained" in owner.ask({**NEW, "name": "new"}).text, "before its folder is there, too"
    assert "removed" not in (owner.folder / "new.log").read_text()
    for number in range(1, training.MOST_AT_ONCE):
        assert owner.ask({**NEW, "name": f"run{number}"}).status_code == 200
    assert "stop one first" in owner.ask({**NEW, "name": "more"}).text


def test_a_run_is_started_stopped_and_resumed_by_the_command(owner: Owner, stub: None) -> None:
    games = {one["game"]: one for one in owner.ask().json()["games"]}
    assert {"demo", "quick"} <= {one["preset"] for one in games["hex"]["presets"]}
    owner.ask(NEW)
    begun = owner.found("running", "hex")
    path = (owner.folder / "mine").absolute()
    assert begun["lines"] == [f"hex:size=3 --preset demo --run {path} --minutes 5"]
    assert "is being trained" in owner.ask({"do": "resume", "run": begun["run"]}).text
    assert [one["name"] for one in owner.client.get(f"/runs.json?token={TOKEN}").json()] == ["older", "mine"]
    owner.ask({"do": "stop", "training": begun["training"]})
    assert owner.found("stopped")["run"] == 1
    owner.ask({"do": "resume", "run": 1})
    assert owner.found("running", "--resume")["lines"][-1] == f"--resume {path}"
    owner.trainings.close()
    assert owner.found("stopped")["training"] == 1
    assert "the server is shutting down" in owner.ask({"do": "resume", "run": 1}).text
    (owner.folder / "with space").mkdir()
    (owner.folder / "with space" / "run.json").write_text('{"game": "hex:size=3"}')
    shown = Shown([])
    assert shown.number_of(path) is None
    Trainings(owner.folder, Offers(["hex"]), shown).show_runs()  # a server that was started again
    assert shown.number_of(path) == 0 and len(shown) == 1


def test_a_game_in_a_file_is_resumed_as_one_that_the_operator_named(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = str(root / "examples" / "01_game_in_python.py")
    begun: list[list[str]] = []

    def begin(command: Any, log: Path, own_session: bool) -> Any:
        begun.append(list(command)[3:])
        return subprocess.Popen([sys.executable, "-c", ""])

    monkeypatch.setattr(training, "training_process", begin)
    folder = folders.run(tmp_path / "own")
    (folder / "run.json").write_text(json.dumps({"game": own}))
    for games, expected in (([own], [own, "--resume", str(folder)]), (["hex"], ["--resume", str(folder)])):
        Trainings(tmp_path / "runs", Offers(games), Shown([folder])).do({"do": "resume", "run": 0})
        assert begun.pop() == expected
        assert not list(folder.parent.glob("*.log")), "what is printed is in the trainings' folder"
    # What the folder says of the game's parameters is no word of the command.
    (folder / "run.json").write_text(json.dumps({"game": f"{own}:opponent=program:file=/tmp/own"}))
    Trainings(tmp_path / "runs", Offers([own]), Shown([folder])).do({"do": "resume", "run": 0})
    assert begun.pop() == [own, "--resume", str(folder)]
    (folder / "run.json").write_text(json.dumps({"game": "--trust"}))
    Trainings(tmp_path / "runs", Offers([own]), Shown([folder])).do({"do": "resume", "run": 0})
    assert begun.pop() == ["--resume", str(folder)]
    monkeypatch.chdir(folder)
    Trainings(tmp_path / "runs", Offers(["hex"]), Shown([Path(".")])).do({"do": "resume", "run": 0})
    assert begun.pop() == ["--resume", str(folder)]
    folder = folder.rename(tmp_path / "program:file=x")
    with refused("program:file=x"):
        Trainings(tmp_path / "runs", Offers(["hex"]), Shown([folder])).do({"do": "resume", "run": 0})
    assert not begun


def test_a_stop_can_be_repeated(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    """A first signal may come before the trainer hears signals."""
    deaf = (
        "import signal, time\n"
        "def heard(*_):\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "    print('once', flush=True)\n"
        "signal.signal(signal.SIGINT, heard)\n"
        "print('begun', flush=True)\n"
        "time.sleep(60)"
    )
    monkeypatch.setattr(training, "TRAIN", (sys.executable, "-c", deaf))
    for name in ("mine", "other"):
        owner.ask({**NEW, "name": name})
        number = owner.found("running", "begun")["training"]
        owner.ask({"do": "stop", "training": number})
        assert owner.found("stopping", "once")["training"] == number
        if name == "mine":
            owner.ask({"do": "stop", "training": number})
        else:
            owner.trainings.close()
        assert owner.found("stopped")["training"] == number


def test_the_end_of_a_server_waits_for_all_trainings_together(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "_SECONDS_TO_STOP", 1.0)
    deaf = (
        "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); print('begun', flush=True); time.sleep(60)"
    )
    monkeypatch.setattr(training, "TRAIN", (sys.executable, "-c", deaf))
    for number in range(4):
        owner.ask({**NEW, "name": f"run{number}"})
        owner.found("running", "begun")
    begun = time.monotonic()
    owner.trainings.close()
    assert 0.9 < time.monotonic() - begun < 3
    for one in owner.trainings._all:
        one.process.kill()
        one.process.wait()


@pytest.mark.thorough
def test_the_trainer_refuses_opponents_that_only_the_folder_names(tmp_path: Path, root: Path) -> None:
    """The real command, as the page begins it, of a run whose files are booby-trapped."""
    marker, trap = tmp_path / "it ran", tmp_path / "trap.sh"
    trap.write_text(f"#!/bin/sh\n> '{marker}'\n")
    trap.chmod(0o755)
    own, agent = str(root / "examples" / "01_game_in_python.py"), f"uci:{trap}"
    config = TrainConfig(iterations=1)
    config = dataclasses.replace(config, arena=dataclasses.replace(config.arena, opponents=(agent,)))
    path = tmp_path / "mine"
    RunFolder.create(path, f"{own}:fallback={agent}", config, "cpu").begin().close()
    trainings = Trainings(tmp_path / "runs", Offers([own]), Shown([path]))
    trainings.do({"do": "resume", "run": 0})
    (one,) = trainings._all
    arguments = [str(word) for word in one.process.args][3:]  # type: ignore[union-attr]
    assert arguments == [own, "--resume", str(path)]
    named = named_by_user(arguments, False).named
    assert not set(AgentSpec.parse(agent).trusted()) & set(named) and set(code_in_game(own)) <= set(named)
    assert one.process.wait(120)
    printed = one.log.read_text()
    assert "--trust" in printed and str(trap) in printed and not marker.exists()


@pytest.mark.slow
def test_a_trainer_ends_with_a_server_that_was_killed(tmp_path: Path) -> None:
    """It learns that from its parent: here, a process that starts one and is killed at once."""
    code = (
        "import sys, time, pathlib; from boardai.learn.runs.training_process import TRAIN, training_process\n"
        f"one = training_process([*TRAIN, 'hex:size=3', '--run', {str(tmp_path / 'run')!r}, '--minutes', '30', "
        f"'--selfplay.games-per-iteration', '16'], pathlib.Path({str(tmp_path / 'log')!r}), True)\n"
        "print(one.pid, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        pid = int(server.stdout.readline())
        until = time.monotonic() + 240
        while not list((tmp_path / "run" / "games").glob("*.games")):
            assert time.monotonic() < until, (tmp_path / "log").read_text()
            time.sleep(0.2)
        server.send_signal(signal.SIGKILL)
    while Path(f"/proc/{pid}").exists() and "State:\tZ" not in Path(f"/proc/{pid}/status").read_text():
        assert time.monotonic() < until
        time.sleep(0.2)
    assert boardai.learn.open_run(tmp_path / "run").checkpoints
    assert "resume" in (tmp_path / "log").read_text()


@pytest.mark.thorough
def test_the_newest_network_is_asked_of_any_position(small_run: TrainedRun, offers: Offers) -> None:
    run = small_run
    with TestClient(make_app(Lobby(offers, shown=Shown([run.path]))), base_url=ADDRESS) as client:

        def ask(**fields: Any) -> Any:
            return client.get("/runs/0/network.json", params=fields)

        start = ask().json()
        policies, values = run.evaluate([run.game.initial_state()])
        assert start["checkpoint"] == run.checkpoints[-1] and start["chance"] == pytest.approx(values[0], abs=1e-3)
        assert policies is not None and start["shares"]["4"] == pytest.approx(policies[0][4], abs=1e-3)
        assert start["moves"][0][1] == pytest.approx(policies.max(), abs=1e-3)
        played = ask(action=4).json()
        state = run.game.initial_state().child(4)
        assert played["text"] == state.to_string() and played["position"]["last"] == [4]
        # Values are for the player to move, and are sent for player 0.
        assert played["chance"] == pytest.approx(-run.evaluate([state]).values[0], abs=1e-3)
        assert ask(position=played["text"]).json()["shares"] == played["shares"]
        over = ask(position="1b1/1bw/wb1 w no-swap").json()
        assert over["over"] and over["chance"] == 1 and over["shares"] == {}
        for fields in ({"position": "x"}, {"action": 99}, {"action": "-1"}, {"position": "b" * 20_000}):
            answer = ask(**fields)
            assert answer.status_code == 404 and answer.text, fields
        assert client.get("/runs/7/network.json").status_code == 404


@pytest.mark.thorough
def test_a_checkpoint_that_is_removed_while_it_is_read(small_run: TrainedRun, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate, tries = TrainedRun.evaluate, [0]

    def removed(self: TrainedRun, *given: Any, **named: Any) -> Any:
        tries[0] -= 1
        if tries[0] >= 0:
            raise FileNotFoundError(2, "No such file or directory", "state.json")
        return evaluate(self, *given, **named)

    monkeypatch.setattr(TrainedRun, "evaluate", removed)
    shown = Shown([small_run.path])
    Lobby(Offers(["hex"]), shown=shown).close()
    tries[0] = 2
    assert shown.opinion(0, None, None)["checkpoint"] == 1 and tries == [-1]
    assert shown.memory is not None and [one.give_up() for one in shown.memory._holders] == [True]
    assert shown.opinion(0, None, None)["checkpoint"] == 1, "it is loaded again"
    tries[0] = 99
    with refused("try again"):
        shown.opinion(0, None, None)


@pytest.mark.thorough
def test_games_of_the_newest_iteration_move_by_move(small_run: TrainedRun, tmp_path: Path) -> None:
    shown = Shown([small_run.path])
    written = shown.live(0)
    assert shown.live(0) is written, "it is worked out once"
    found = json.loads(written)
    assert found["batch"] == 1 and len(found["games"]) == 4
    listed = {one["game"]: one for one in shown.games(0, 1)}
    for one in found["games"]:
        assert one["title"] == listed[one["game"]]["title"] and one["ending"] == listed[one["game"]]["ending"]
        assert len(one["positions"]) == listed[one["game"]]["moves"] + 1
        assert abs(one["positions"][-1]["chance"]) == 1 and one["positions"][0]["last"] == []
    with refused("is a match"):
        Shown([folders.matches(tmp_path) / "match"]).live(0)


def test_games_in_progress_are_shown_once_the_run_writes_them(tmp_path: Path) -> None:
    path = folders.run(tmp_path / "run")
    shown = Shown([path])
    found = json.loads(shown.live(0))
    assert (found["batch"], found["open"], found["seconds"]) == (3, False, None)
    assert is_recent(watched_path(path))  # the run may write from now on
    game = boardai.load("hex:size=5")
    group = new_self_play(game, SelfPlayConfig(groups=1, games=2, simulations=2), 1, 0)
    group.begin_iteration(1)
    planes = np.zeros((2, *game.observation_shape), np.float32)
    for _ in range(12):
        rows = group.select(planes, planes.size)
        logits, values = np.zeros((rows, game.policy_size), np.float32), np.zeros(rows, np.float32)
        group.backup(logits, logits.size, values, values.size)
    parts = [bytes(group.open_games(1))]
    write_games(open_path(path), 4, parts)
    found = json.loads(shown.live(0))
    assert (found["batch"], found["open"]) == (4, True)
    (one,) = found["games"]
    assert one["ending"] == "unfinished, still open" and len(one["positions"]) > 1
    assert one["positions"][-1]["chance"] is None and one["positions"][0]["chance"] is not None
    write_games(open_path(path), 3, parts)  # of an iteration that has ended
    assert json.loads(shown.live(0))["batch"] == 3
    write_games(open_path(path), 4, parts)
    os.utime(open_path(path), (1, 1))  # the run was stopped
    assert json.loads(shown.live(0))["batch"] == 3
    open_path(path).write_bytes(b"not a file of games")
    assert json.loads(shown.live(0))["batch"] == 3


def test_what_was_read_of_a_removed_run_is_not_shown_of_the_next_one(tmp_path: Path) -> None:
    path = folders.run(tmp_path / "run")
    shown = Shown([path])
    assert json.loads(shown.live(0))["games"][0]["positions"][0]["chance"] == 0.25
    first, picture = shown.games(0, 3), shown.picture([0], "learning")
    shutil.rmtree(path)
    assert shown.folders() == [] and json.loads(shown.live(0))["games"] == []
    game = boardai.load("hex:size=3")
    played = boardai.RecordedGame.from_moves(game, ["a1", "b2"], result=-1)
    (path / "games").mkdir(parents=True)
    write_games(path / "games" / "000003.games", 3, [game_record(played, {0: Label(0, -0.5)}, 1)[0]], Contents(1, 1))
    (path / "run.json").write_text('{"game": "hex:size=3"}')
    (path / "metrics.jsonl").write_text('{"iteration": 3, "loss": 0.25}\n')
    assert json.loads(shown.live(0))["games"][0]["positions"][0]["chance"] == -0.5
    assert len(shown.games(0, 3)) == 1 < len(first) and shown.picture([0], "learning") != picture
    assert shown.folders()[0]["game"] == "hex:size=3"


def test_pictures_are_kept_by_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[list[str]] = []
    monkeypatch.setattr(
        curves, "_drawn", lambda folders, page, most: drawn.append([one.name for one in folders]) or bytes(1000)
    )
    kept = curves.Curves([folders.run(tmp_path / name) for name in "abcd"])
    for numbers in ([1, 0, 2], [1, 2, 0], [1, 0, 2]):
        assert kept.picture(numbers, "learning") == bytes(1000)
    assert drawn == [["b", "a", "c"]]
    monkeypatch.setattr(curves, "_LEAST_COUNTED", 1000)
    monkeypatch.setattr(curves, "_MOST_KEPT", 2000)
    kept.picture([0], "learning")
    kept.picture([2], "learning")
    kept.picture([0], "learning")
    assert len(drawn) == 3
    kept.picture([1, 0, 2], "learning")
    assert len(drawn) == 4 and kept._bytes() == 2000, "the one that was asked for longest ago has gone"


def test_networks_of_few_runs_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Opinions, "of", lambda self, position, action: {"run": self._folder.name})
    shown = Shown([folders.run(tmp_path / str(number)) for number in range(5)])
    shown.memory = Memory(100, in_use=lambda: 99)
    for number in (0, 1, 2, 3, 1, 4):
        assert shown.opinion(number, None, None) == {"run": str(number)}
    assert list(shown._opinions) == [3, 1, 4] and len(shown.memory._holders) == 3
    shown.memory.tidy()
    assert len(shown.memory._holders) == 2, "where the memory is spent, networks go"


def test_a_damaged_run_is_left_out_and_the_others_stay(owner: Owner, stub: None) -> None:
    owner.ask(NEW)
    training_number = owner.found("running", "hex")["training"]
    (owner.folder / "mine" / "run.json").write_text("{")
    assert [one["name"] for one in owner.client.get(f"/runs.json?token={TOKEN}").json()] == ["older"]
    assert owner.client.get(f"/runs/0/tables.json?token={TOKEN}").status_code == 200
    assert owner.ask({**NEW, "name": "other"}).status_code == 200
    (owner.folder / "other").mkdir(exist_ok=True)
    (owner.folder / "other" / "run.json").write_text("{")
    assert owner.ask({"do": "stop", "training": training_number}).status_code == 200


def test_runs_are_drawn_beside_each_other(tmp_path: Path, offers: Offers) -> None:
    shown = Shown(
        [folders.run(tmp_path / "newer"), folders.matches(tmp_path) / "match", folders.run(tmp_path / "older")]
    )
    with TestClient(make_app(Lobby(offers, shown=shown)), base_url=ADDRESS) as client:
        alone = client.get("/runs/0/learning").text
        both = client.get("/runs/0/learning", params={"with": [2]}).text
        assert "older" not in alone and "older" in both and "newer" in both
        assert client.get("/runs/0/learning", params={"with": [2]}).text == both, "and is kept"
        for others in ([1], [7], ["x"], [2, 0, 2, 0, 2, 0, 2]):
            assert client.get("/runs/0/learning", params={"with": others}).status_code == 404


def test_narrow_windows_have_fewer_panels_next_to_each_other(tmp_path: Path, offers: Offers) -> None:
    path = folders.run(tmp_path / "run")
    line = {"iteration": 3, "policy_loss": 1.0, "value_loss": 0.5, "q_loss": 0.25, "top1": 0.5}
    (path / "metrics.jsonl").write_text(json.dumps(line) + "\n")
    with TestClient(make_app(Lobby(offers, shown=Shown([path]))), base_url=ADDRESS) as client:
        sizes = []
        for columns in ("1", "2", "3", None):
            found = client.get("/runs/0/overview", params={"columns": columns} if columns else {}).text
            width, height = re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', found)[0]
            sizes.append((float(width), float(height)))
        (one, high), (two, half), three, usual = sizes
        assert two == pytest.approx(2 * one) and one < 300 and high > half  # points, as many as a phone has pixels
        assert three == usual and three[0] > two
        for columns in ("0", "4", "x"):
            assert client.get("/runs/0/overview", params={"columns": columns}).status_code == 404


@pytest.mark.thorough
def test_requests_that_nobody_waits_for_are_not_worked_at(
    tmp_path: Path, offers: Offers, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Shown([folders.run(tmp_path / "run")])
    lobby, drawn, go = Lobby(offers, shown=shown), list[str](), threading.Event()
    app = make_app(lobby)

    def draw(numbers: Any, page: str) -> bytes:
        drawn.append(page)
        assert go.wait(60)
        return b"drawn"

    monkeypatch.setattr(shown, "picture", draw)

    async def status(address: str, gone: asyncio.Event) -> int:
        found: list[int] = []
        path = "/runs/0/learning"
        scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
        scope |= {"headers": [(b"host", b"localhost")], "client": (address, 1), "app": app}

        async def receive() -> dict[str, Any]:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                found.append(message["status"])

        await app(scope, receive, send)
        return found[0]

    async def ask() -> None:
        gone, stays = asyncio.Event(), asyncio.Event()
        asked = [asyncio.create_task(status("192.0.2.1", gone)) for _ in range(MOST_UNDER_WAY + 4)]
        refused_now, held = await asyncio.wait(asked, timeout=1)
        assert [one.result() for one in refused_now] == [503] * 4 and len(held) == MOST_UNDER_WAY
        other = asyncio.create_task(status("192.0.2.2", stays))
        gone.set()
        _, held = await asyncio.wait(held, timeout=3)
        assert len(held) == 1 and drawn == ["learning"], "the one that has begun continues, and counts"
        again = asyncio.create_task(status("192.0.2.1", stays))
        await asyncio.sleep(0.1)
        go.set()
        assert [await other, await again] == [200, 200] and len(drawn) == 3

    asyncio.run(ask())
    lobby.close()


def test_the_owner_s_orders_do_not_wait_for_visitors(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    go, waiting = threading.Event(), []
    monkeypatch.setattr(Shown, "folders", lambda self: waiting.append(1) or go.wait(60) or [])
    with ThreadPoolExecutor(60) as pool:
        try:
            asked = [pool.submit(owner.client.get, f"/runs.json?token={TOKEN}") for _ in range(60)]
            until = time.monotonic() + 60
            while len(waiting) < 40:  # as many threads as visitors have
                assert time.monotonic() < until
                time.sleep(0.01)
            assert owner.ask().status_code == 200 and not asked[0].done()
        finally:
            go.set()


def test_a_training_process_has_its_own_session_and_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    code = "import os, sys; print(os.getsid(0) == os.getpid(), os.environ['BOARDAI_PARENT'], sys.stdin.read() == '')"
    assert training_process([sys.executable, "-c", code], log, own_session=True).wait(60) == 0

    assert log.read_text().split() == ["True", str(os.getpid()), "True"]
