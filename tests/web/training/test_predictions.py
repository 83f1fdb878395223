"""Who wins, asked over HTTP and by the command."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import boardai
from boardai.command_line import InputError
from boardai.commands import predict
from boardai.games.hex.cells import numbers_of_state
from boardai.learn.runs.trained_run import TrainedRun, open_run
from boardai.web.predictions import MOST_POSITIONS, make_prediction_app

pytestmark = pytest.mark.timeout(300)
ADDRESS = "http://localhost:8018"
# Nothing here depends on how well the network plays.
SMALL: dict[str, Any] = {
    "network.blocks": 1, "network.channels": 8, "inference_rate_seconds": 0.0, "arena.final_games": 2,
    "arena.opponents": ("random",),
}  # fmt: skip


@pytest.fixture(scope="module")
def run(small_run: TrainedRun) -> TrainedRun:
    return small_run


@pytest.fixture(scope="module")
def client(run: TrainedRun) -> Iterator[TestClient]:
    with TestClient(make_prediction_app(run), base_url=ADDRESS) as made:
        yield made


def states(run: TrainedRun, count: int) -> list[Any]:
    found, rng = [], random.Random(1)
    while len(found) < count:
        state = run.game.initial_state()
        while not state.is_terminal():
            state.apply(rng.choice(state.legal_actions()))
            found.append(state.clone())
    return found[:count]


def test_many_positions_in_one_question(client: TestClient, run: TrainedRun) -> None:
    """By text and by numbers, finished games among them; the answer equals the run's in Python."""
    asked = states(run, 700)
    expected = run.predict(asked)
    assert {0.0, 1.0} & set(expected.tolist()) and len(set(expected.tolist())) > 50
    by_text = client.post("/predict", json={"positions": [state.to_string() for state in asked]})
    numbers = [[*numbers_of_state(state), row % 3][: 9 + row % 2] for row, state in enumerate(asked)]
    by_number = client.post("/predict", json={"states": numbers})
    for answer in (by_text, by_number):
        assert answer.status_code == 200
        assert answer.json()["first_player_wins"] == pytest.approx(expected.tolist())
        assert (answer.json()["game"], answer.json()["checkpoint"]) == ("hex:size=3", 1)
    assert client.post("/predict", json={"positions": []}).json()["first_player_wins"] == []
    assert client.get("/").json()["game"] == "hex:size=3"


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        (b"", "question"),
        (b"[1, 2", "question"),
        (b"[]", "question: expected"),
        (b'{"positions": [], "states": []}', "question: expected"),
        (b'{"moves": []}', "question: object contains unknown field"),
        (b'{"positions": "3/3/3 b no-swap"}', "question: positions: expected a list"),
        (b'{"positions": ["3/3/3 b no-swap", "3/3 b no-swap"]}', "positions[1]: "),
        (b'{"positions": [7]}', "question: positions[0]: expected text"),
        (b'{"states": [[0, 0]]}', "states[0]: expected 9 numbers of cells"),
        (b'{"states": [7]}', "question: states[0]: expected a list"),
        (json.dumps({"states": [[]] * (MOST_POSITIONS + 1)}).encode(), "question: states: expected a list of length"),
    ],
)
def test_bad_questions_get_a_reason(client: TestClient, question: bytes, reason: str) -> None:
    answer = client.post("/predict", content=question, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and reason in answer.json()["error"]


def test_who_may_ask(client: TestClient, run: TrainedRun, monkeypatch: pytest.MonkeyPatch) -> None:
    good = json.dumps({"positions": []})
    kind = {"content-type": "application/json"}
    assert client.post("/predict", content=good, headers={**kind, "host": "evil.example"}).status_code == 403
    assert client.get("/", headers={"host": "evil.example"}).status_code == 403
    with TestClient(make_prediction_app(run, token="a secret"), base_url=ADDRESS) as guarded:
        for query, status in (("", 403), ("?token=a+guess", 403), ("?token=a+secret", 200)):
            assert guarded.post(f"/predict{query}", content=good, headers=kind).status_code == status
            assert guarded.get(f"/{query}").status_code == status
    # A page from elsewhere can send plain text without asking first.
    assert client.post("/predict", content=good, headers={"content-type": "text/plain"}).status_code == 415
    assert client.get("/predict").status_code == 405
    monkeypatch.setattr("boardai.web.predictions.MOST_BYTES", 10)
    assert client.post("/predict", content=good, headers=kind).status_code == 413


@pytest.mark.thorough
def test_games_that_read_no_numbers_say_so(tmp_path: Path) -> None:
    games: dict[str, Any] = {"selfplay.games_per_iteration": 4, "replay.minimum": 8, "learn.batch_size": 8}
    boardai.learn.train("reversi:board=4x4", iterations=1, run=tmp_path / "r", verbose=False, **games, **SMALL)
    with TestClient(make_prediction_app(open_run(tmp_path / "r")), base_url=ADDRESS) as client:
        answer = client.post("/predict", json={"states": [[]]})
        assert answer.status_code == 400 and "reversi" in answer.json()["error"]


def test_the_command_predicts_positions_and_files(
    run: TrainedRun, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    middle = run.game.from_string("3/1b1/3 w no-swap")
    predict.main([str(run.path), "--moves", "b2"])
    assert capsys.readouterr().out == f"{run.predict([middle])[0]:.4f}  3/1b1/3 w no-swap\n"
    file = tmp_path / "some.positions"
    file.write_text("3/1b1/3 w no-swap\n3/3/3 b no-swap\n")
    predict.main([str(run.path), "--file", str(file), "--checkpoint", "0"])
    lines = capsys.readouterr().out.splitlines()
    assert [line[8:] for line in lines] == file.read_text().splitlines()
    assert float(lines[0][:6]) == pytest.approx(run.predict([middle], 0)[0], abs=1e-4)
    file.write_text("\n")
    for words, reason in (
        (["--checkpoint", "7"], r"has no checkpoint 7; there are \[0, 1\]"),
        (["--position", "3/3"], "position"),
        (["--file", str(file)], "no positions"),
    ):
        with pytest.raises(InputError, match=reason):
            predict.main([str(run.path), *words])
    with pytest.raises(SystemExit):
        predict.main([str(run.path), "--serve", "--moves", "b2"])


@pytest.mark.thorough
def test_the_command_serves_until_it_is_stopped(run: TrainedRun) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "boardai.predict", str(run.path), "--serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().split()[1]
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(url.partition("?")[0].removesuffix("predict"), timeout=60)
            question = urllib.request.Request(
                url, b'{"positions": ["3/1b1/3 w no-swap"]}', {"content-type": "application/json"}
            )
            with urllib.request.urlopen(question, timeout=60) as answer:
                (found,) = json.load(answer)["first_player_wins"]
            assert found == pytest.approx(run.predict([run.game.from_string("3/1b1/3 w no-swap")])[0], abs=1e-6)
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(30) in (0, 130)
