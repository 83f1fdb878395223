"""`python -m boardai.plot`: every page, runs side by side, groups, unfinished and foreign runs, TensorBoard."""

import json
import math
import random
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused

from boardai.arena.games import PlayedGame
from boardai.arena.match import match_result
from boardai.command_line import InputError
from boardai.commands import plot
from boardai.learn.reports.figures import draw_run, special
from boardai.learn.reports.figures.pages import PAGES
from boardai.learn.reports.figures.panels import colour, label_axes, name_entries, new_figure, smoothed
from boardai.learn.reports.figures.runs import Curve, key, load_entries, load_run, share
from boardai.learn.reports.figures.special import weight_tables, worth
from boardai.search.evaluations.linear import LinearEvaluation
from boardai.search.evaluations.naming import RUN_FILE, load_evaluation

NETWORK_PAGES = [page for page in PAGES if page not in ("evaluation", "weights")]
PAGES_WITHOUT_TRUTH = [page for page in NETWORK_PAGES if page != "truth"]


def table(first: str, second: str, score: float, rng: random.Random, games: int = 20) -> dict[str, Any]:
    """A match whose games are won with that chance."""
    played = []
    for number in range(games):
        wins = 1 if rng.random() < score else -1
        played.append(PlayedGame(number, outcome=wins * (-1 if number & 1 else 1)))
    return match_result(first, second, played).to_table()


def write_run(path: Path, iterations: int, seed: int = 0, report: bool = True, **config: Any) -> Path:
    """A run's folder with all that AlphaZero writes."""
    rng = random.Random(seed)
    path.mkdir(parents=True)
    (path / "run.json").write_text(
        json.dumps({"format": "boardai run 1", "game": "hex:size=5", "config": {"seed": seed, **config}})
    )
    lines = []
    for n in range(1, iterations + 1):
        line = {
            "iteration": n, "games": 50, "plies": 1000, "mean_length": 20 - 0.1 * n, "game_length_bin": 2,
            "game_lengths": [0, 1, n % 7, 30, 9], "first_player_wins": 30, "draws": 2, "second_player_wins": 18,
            "ended_by_rules": 40, "capped": 2, "resigned": 5, "adjudicated": 3, "would_resign": 4, "false_resigns": 1,
            "batch_fill": 0.98, "cache_hit_rate": 0.3, "search_agreement": 0.4, "search_entropy": 1.5,
            "value_plies": [3, 0, 5, 9], "value_calibration": [-0.7, None, 0.2, 0.8], "buffer": 100 * n,
            "buffer_window": 2000, "buffer_mib": 1.5, "buffer_oldest": n // 2, "buffer_mean_age": n / 4,
            "replay_ratio": 4.0, "policy_loss": 2 / n + rng.random() / 10, "target_entropy": 1 / n,
            "value_loss": 0.9 / n, "loss": 3 / n, "moves_left_loss": 0.4, "policy_entropy": 1.2, "top1": 0.5,
            "value_sign": 0.7, "gradient_norm": 1.0, "learning_rate": 0.01, "calibration_error": 0.05,
            "calibration_count": [4, 0, 8], "calibration_prediction": [-0.6, None, 0.5],
            "calibration_outcome": [-0.5, None, 0.6], "evaluations_per_second": 900.0, "network_utilisation": 0.9,
            "games_per_second": 3.0, "memory_mb": 500.0,
            "stages": {"network": 1.5, "select": 0.5, "self_play_wait": 1.0, "step": 1.0, "learner_wait": 2.0},
            "seconds": {"self_play": 2.0, "learn": 1.0, "arena": 0.5, "total": 60.0 * n * (1 + seed / 10)},
        }  # fmt: skip
        if n % 4 == 0:
            line["arena"] = {
                "search vs random": table(f"gumbel 16@{n}", "random", 0.9, rng),
                "search vs initial weights": table(f"gumbel 16@{n}", "gumbel 16@0", 0.8, rng),
                "policy vs random": table(f"policy@{n}", "random", 0.7, rng),
            }
        lines.append(line)
    (path / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    if report and iterations:
        trained = table(f"gumbel 16@{iterations}", "random", 0.95, rng)
        matches = {"search vs random": {"trained": trained, "initial": table("gumbel 16@0", "random", 0.6, rng)}}
        final = {"iteration": iterations, "training_seconds": 60.0 * iterations, "matches": matches}
        (path / "report.json").write_text(json.dumps(final))
    return path


def write_table_run(path: Path, iterations: int, seed: int = 0) -> Path:
    """A run that learns a linear evaluation of three groups in two stages."""
    rng = np.random.default_rng(seed)
    path.mkdir(parents=True)
    lines = [
        {
            "iteration": number, "games": 100, "error": 20 / number + 5,
            "error_by_board": {"board=6x6": 18 / number + 5, "board=8x8": 22 / number + 5},
            "error_by_stage": [25 / number + 5, 10 / number + 3], "seconds": {"self_play": 1.0, "total": 60.0 * number},
        }
        for number in range(1, iterations + 1)
    ]  # fmt: skip
    (path / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (path / "run.json").write_text(json.dumps({"game": "reversi", "learner": "mouse", "config": {"seed": seed}}))
    card = {"stages": 2, "groups": [["mobility", [2, 2]], ["corners", [3]], ["side to move", [2]]]}
    LinearEvaluation("larion:stages=2", rng.normal(size=18).astype(np.float32), card=card).save(path / RUN_FILE)
    return path


def test_a_linear_evaluation_has_a_page(tmp_path: Path) -> None:
    run = write_table_run(tmp_path / "one", 5)
    plot.main([str(run)])
    drawn = texts(run / "figures" / "evaluation.svg")
    for words in ("error against the result", "error by board", "board=8x8", "error by stage of the game",
                  "mean size of the weights in use", "side to move"):  # fmt: skip
        assert f"<!-- {words}" in drawn, words
    assert "<!-- error against the result" in texts(run / "figures" / "overview.svg")
    names, sizes = worth(load_evaluation(run))
    assert names == ["mobility", "corners", "side to move"] and sizes.shape == (3, 2)
    weights = load_evaluation(run).weights
    assert sizes[1, 1] == pytest.approx(np.abs(weights[9 + 4 : 9 + 7]).mean(), rel=1e-6)
    # Of two runs side by side there is no map of weights, and boards have dashes.
    other = write_table_run(tmp_path / "two", 5, 1)
    plot.main([str(run), str(other), "--only", "evaluation", "--output", str(tmp_path / "both")])
    both = texts(tmp_path / "both" / "evaluation.svg")
    assert "<!-- board=8x8" in both and "mean size" not in both


def test_weights_are_drawn_table_by_table(tmp_path: Path) -> None:
    run = write_table_run(tmp_path / "one", 2)
    plot.main([str(run), "--only", "weights"])
    drawn = texts(run / "figures" / "weights.svg")
    assert "<!-- mobility" in drawn and "<!-- stage 2 of 2" in drawn and "corners" not in drawn
    evaluation = load_evaluation(run)
    (name, tables), *others = weight_tables(evaluation).items()
    assert (name, [title for title, _ in tables], others) == ("mobility", ["stage 1 of 2", "stage 2 of 2"], [])
    assert (tables[1][1] == evaluation.weights[9:13].reshape(2, 2)).all()
    # A file is drawn as a run is; three dimensions are tables side by side; what was never learned is left out.
    weights = np.concatenate([np.arange(12), np.zeros(4)]).astype(np.float32)
    card = {"stages": 1, "groups": [["piece squares", [3, 2, 2]], ["unused", [2, 2]]]}
    LinearEvaluation("linear", weights, card=card).save(tmp_path / "chess.npz")
    plot.main([str(tmp_path / "chess.npz")])
    drawn = texts(tmp_path / "figures" / "chess-weights.svg")
    assert "<!-- piece" in drawn and "<!-- 3 -->" in drawn and "unused" not in drawn
    ((_, tables),) = weight_tables(load_evaluation(tmp_path / "chess.npz")).items()
    assert (tables[2][1] == [[8, 9], [10, 11]]).all()
    LinearEvaluation("linear", weights, card={"stages": 1, "groups": [["bias", [16]]]}).save(tmp_path / "flat.npz")
    with refused("flat.npz", "tables", error=InputError):
        plot.main([str(tmp_path / "flat.npz")])
    # Files of one name have their folders' names as well: every run's is called evaluation.npz.
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        shutil.copy(tmp_path / "chess.npz", tmp_path / folder / "evaluation.npz")
    both = [str(tmp_path / folder / "evaluation.npz") for folder in ("a", "b")]
    plot.main([*both, "--output", str(tmp_path / "compared")])
    assert {path.name for path in (tmp_path / "compared").iterdir()} == {
        "a-evaluation-weights.svg", "b-evaluation-weights.svg",
    }  # fmt: skip
    with refused("name", "folder", error=InputError):
        plot.main([both[0], str(tmp_path / "b" / ".." / "a" / "evaluation.npz"), "--output", str(tmp_path / "d")])


def texts(path: Path) -> str:
    """An SVG that is whole; matplotlib writes what it draws as comments alongside the letters' shapes."""
    ElementTree.parse(path)
    return path.read_text()


@pytest.mark.thorough
def test_every_page_of_a_run_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = write_run(tmp_path / "run", 9)
    plot.main([str(run)])
    printed = capsys.readouterr().out.split()
    assert [Path(path).name for path in printed] == [f"{page}.svg" for page in PAGES_WITHOUT_TRUTH]
    figures = run / "figures"
    for page, words in {
        "learning": ["policy loss", "held out", "minutes of training", "losses of auxiliary heads"],
        "games": ["how games ended", "adjudicated", "resignation", "draws", "lengths of self-play games"],
        "value": ["value of the search, last fifth of the run", "calibration error"],
        "strength": ["Elo of the search", "Elo of the policy without search", "points above random play"],
        "scores": ["search vs initial weights", "policy vs random"],
        "speed": ["network utilisation", "time of an iteration", "time of learner"],
        "data": ["replay ratio", "memory"],
    }.items():
        text = texts(figures / f"{page}.svg")
        for word in words:
            assert (f"<!-- {word}" in text) == (word != "held out"), (page, word)
    # The same again, byte by byte.
    before = (figures / "policy.svg").read_bytes()
    plot.main([str(run), "--only", "policy", "--png"])
    assert (figures / "policy.svg").read_bytes() == before
    assert (figures / "policy.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.thorough
def test_runs_side_by_side_have_a_legend(tmp_path: Path) -> None:
    runs = [write_run(tmp_path / name, 8, seed) for seed, name in enumerate(("with", "without"))]
    plot.main([*map(str, runs), "--output", str(tmp_path / "both")])
    assert {path.stem for path in (tmp_path / "both").iterdir()} == set(PAGES_WITHOUT_TRUTH)
    for page in PAGES_WITHOUT_TRUTH:
        text = texts(tmp_path / "both" / f"{page}.svg")
        assert all(f"<!-- {name} -->" in text for name in ("with", "without")), page
    with pytest.raises(InputError, match="--output"):
        plot.main([*map(str, runs)])


def test_a_single_iteration_has_one_tick() -> None:
    axes = new_figure(1, 1).subplots()
    axes.plot([1], [2.5], marker="o")
    label_axes(axes, "policy loss", "iteration", "nats")
    left, right = axes.get_xlim()
    assert [tick for tick in axes.get_xticks() if left <= tick <= right] == [1]


def test_long_names_stay_on_the_page() -> None:
    figure = new_figure(1, 1)
    name_entries(figure, [f"a name of some length, number {number}" for number in range(8)])
    (legend,) = figure.legends
    assert legend.get_window_extent().width <= figure.bbox.width
    assert figure.get_figheight() > new_figure(1, 1).get_figheight()  # room for more lines


def test_a_dozen_entries_have_different_colours() -> None:
    assert len({colour(number) for number in range(12)}) == 12


def test_groups_are_means_over_seeds(tmp_path: Path) -> None:
    for seed in (1, 2, 3):
        write_run(tmp_path / f"hex-seed-{seed}", 8, seed, size=4)
    write_run(tmp_path / "other", 8, 1, size=6)
    paths = sorted(path for path in tmp_path.iterdir())
    entries = load_entries(paths, group=True)
    assert [entry.label for entry in entries] == ["hex (3 seeds)", "other"]
    curve = entries[0].points(key("policy_loss"), "iteration")
    singles = np.array([load_run(path).points(key("policy_loss"), "iteration").y for path in paths[:3]])
    assert curve.x.tolist() == list(range(1, 9)) and curve.y == pytest.approx(singles.mean(axis=0))
    assert curve.low == pytest.approx(singles.min(axis=0)) and curve.high == pytest.approx(singles.max(axis=0))
    # By the hour the runs have no points in common: the mean is over what lies between them.
    hours = entries[0].points(key("mean_length"), "hours")
    assert hours.x[0] == pytest.approx(1.3 / 60) and hours.x[-1] == pytest.approx(8 * 1.1 / 60)
    plot.main([*map(str, paths), "--group", "--only", "strength", "--output", str(tmp_path / "figures")])
    assert "<!-- hex (3 seeds) -->" in texts(tmp_path / "figures" / "strength.svg")


@pytest.mark.thorough
def test_a_run_that_has_just_begun_can_be_drawn(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", 1, report=False)
    plot.main([str(run), "--only", "learning", "games", "speed", "scores", "strength"])
    pictures = {path.stem: path for path in (run / "figures").iterdir()}
    assert set(pictures) == {"learning", "games", "speed"}
    # The end of a run draws its overview, and again what would be out of date.
    pictures["games"].write_text("old")
    assert draw_run(run) == run / "figures" / "overview.svg"
    assert {path.stem for path in (run / "figures").iterdir()} == {"overview", *pictures}
    assert "svg" in pictures["games"].read_text()
    empty = write_run(tmp_path / "empty", 0)
    with refused("iteration", error=InputError):
        plot.main([str(empty)])
    # A line that a kill cut short is left out.
    with open(run / "metrics.jsonl", "a") as file:
        file.write('{"iteration": 2, "gam')
    assert len(load_run(run).lines) == 1


def test_lines_of_other_learners_and_older_runs(tmp_path: Path) -> None:
    """Keys come and go, players have no iterations in their names, numbers are missing."""
    rng = random.Random(1)
    run = tmp_path / "old"
    run.mkdir()
    lines: list[dict[str, Any]] = [
        {"iteration": 1, "games": 3, "validation_value_loss": 0.5, "validation_top1": 0.3, "network_utilisation": None},
        {"iteration": 2, "policy_loss": math.nan, "value_loss": 0.4, "seconds": {"learn": 1.0, "total": 2.0}},
        {"iteration": 4, "value_loss": 0.3, "arena": {"search vs random": table("puct 16", "random", 0.8, rng)}},
        {"iteration": 5, "arena": {"search vs initial weights": table("puct 16", "puct 16 initial", 0.8, rng)}},
    ]
    (run / "metrics.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    plot.main([str(run), "--only", "policy", "scores", "speed", "strength", "data"])
    names = {path.stem for path in (run / "figures").iterdir()}
    assert names == {"policy", "scores", "speed", "strength"}
    data = load_run(run)
    assert data.points(key("value_loss"), "iteration").x.tolist() == [2, 4]
    assert len(data.points(key("policy_loss"), "iteration")) == 0
    assert data.points(key("value_loss"), "hours").x.tolist() == [2 / 3600]
    ratings = data.ratings
    # Iteration 5 is linked to random play only through the first weights, and iteration 4 is linked itself.
    assert ratings is not None and set(ratings.players) == {"random", "puct 16@4"}
    assert share("games", "nothing")(lines[0]) is None and key("seconds.learn")(lines[1]) == 1.0


def test_many_iterations_are_smoothed(tmp_path: Path) -> None:
    values = np.arange(400.0)
    assert smoothed(values)[20:380] == pytest.approx(values[20:380])
    assert smoothed(np.ones(7)).tolist() == [1.0] * 7
    assert np.std(smoothed(np.random.default_rng(1).normal(size=4000))) < 0.15
    write_run(tmp_path / "long", 150)
    plot.main([str(tmp_path / "long"), "--only", "policy"])


def test_long_runs_take_no_more_room_than_a_panel_can_show() -> None:
    x = np.arange(4000.0)
    binned = Curve(x, np.sin(x / 500), x - 1, x + 1).binned()
    assert len(binned) == 500 and binned.x[:2].tolist() == [3.5, 11.5] and binned.high is not None
    assert binned.high == pytest.approx(binned.x + 1) and binned.y == pytest.approx(np.sin(binned.x / 500), abs=1e-4)
    assert Curve(x[:7], x[:7]).binned().y.tolist() == x[:7].tolist()


@pytest.mark.slow
def test_the_pictures_of_a_long_run_stay_small(tmp_path: Path) -> None:
    write_run(tmp_path / "long", 3000)
    plot.main([str(tmp_path / "long"), "--only", "games"])
    (picture,) = (tmp_path / "long").rglob("games.svg")
    assert picture.stat().st_size < 600_000


def test_elo_follows_the_matches(tmp_path: Path) -> None:
    data = load_run(write_run(tmp_path / "run", 8))
    curve = data.elo("search", "iteration")
    assert curve.x.tolist() == [0, 4, 8] and curve.low is not None and curve.high is not None
    assert (curve.low < curve.y).all() and (curve.y < curve.high).all()
    assert data.elo("policy", "hours").x.tolist() == pytest.approx([4 / 60, 8 / 60])
    scores = data.scores("search vs random", "iteration")
    assert scores.x.tolist() == [4, 8, 8]  # on the way, and at the end


def test_who_lost_all_games_has_no_line_among_the_ratings(tmp_path: Path) -> None:
    """Nothing says how far below the run it is."""
    run = write_run(tmp_path / "run", 8)
    report = json.loads((run / "report.json").read_text())
    beaten = table("gumbel 16@8", "beaten", 2.0, random.Random(1))
    report["matches"]["search vs beaten"] = {"trained": beaten, "initial": None}
    (run / "report.json").write_text(json.dumps(report))
    entries = load_entries([run])
    assert entries[0].runs[0].ratings.players["beaten"].bound in ("at most", "unknown")
    axes = new_figure(4, 3).add_subplot()
    assert special.elo("search", "iteration")(axes, entries)
    assert [text.get_text() for text in axes.texts] == ["random"]


def test_a_benchmarks_file_is_drawn(tmp_path: Path) -> None:
    def row(name: str, ours: float, theirs: float | None = None) -> dict[str, Any]:
        spread = {"median": ours, "min": 0.9 * ours, "max": 1.1 * ours}
        one: dict[str, Any] = {"name": name, "unit": "positions/s", "peer": "one caller", "ours": spread}
        if theirs is None:
            return one
        ratio = {"median": 2.5, "min": 2.0, "max": 3.0}  # of neighbours: not that of the medians
        return {**one, "theirs": {key: theirs for key in ("median", "min", "max")}, "ratio": ratio}

    rows = [row(f"hex/network-{size}", 100.0 * size, 60.0 * size) for size in (1, 8, 64)]
    rows += [row("hex/network-256", 9e4), row("hex/self-play-threads", 20, 11)]
    rows += [{"name": "hex/perft", "missing": "not installed"}]
    file = tmp_path / "table.json"
    file.write_text(json.dumps({"format": "boardai bench 1", "rows": rows}))
    plot.main([str(file), "--output", str(tmp_path / "figures")])
    assert "<!-- batch size -->" in texts(tmp_path / "figures" / "scaling.svg")
    assert "<!-- 2.5x -->" in texts(tmp_path / "figures" / "rates.svg")
    file.write_text(json.dumps({"format": "boardai match 1"}))
    with refused(file, error=InputError):
        plot.main([str(file), "--overwrite"])


def test_tensorboard_gets_every_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tensorboardX")
    from tensorboardX.proto.event_pb2 import Event
    from tensorboardX.record_writer import RecordWriter  # noqa: F401  (the format that is read below)

    run = write_run(tmp_path / "run", 4)
    for _ in range(2):  # written again, not twice
        plot.main([str(run), "--tensorboard"])
    assert "tensorboard --logdir" in capsys.readouterr().out
    (events,) = (run / "tensorboard").iterdir()
    found: dict[tuple[str, int], float] = {}
    data, place = events.read_bytes(), 0
    while place < len(data):
        length = int.from_bytes(data[place : place + 8], "little")
        event = Event.FromString(data[place + 12 : place + 12 + length])
        place += 16 + length
        for value in event.summary.value:
            found[value.tag, event.step] = value.simple_value
    line = load_run(run).lines[3]
    assert found["policy_loss", 4] == pytest.approx(line["policy_loss"])
    assert found["seconds/learn", 4] == 1.0
    assert found["arena/search_vs_random/score", 4] == pytest.approx(line["arena"]["search vs random"]["score"])
    assert ("games/lengths", 2) in found and {step for _, step in found} >= {1, 2, 3, 4}


def test_without_tensorboard_the_error_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    run = write_run(tmp_path / "run", 2)
    with refused("boardai[tensorboard]", error=InputError):
        plot.main([str(run), "--tensorboard"])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("no-such-run", "no-such-run.*metrics"),
        ("no-such.json", "no-such.json"),
        ("no-such.npz", "no-such.npz"),
    ],
)
def test_bad_input_is_refused_and_leaves_nothing(
    given: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=words):
        plot.main([given])
    assert not list(tmp_path.iterdir())


def test_bad_options_end_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["x", "--only", "nonsense"]):
        with pytest.raises(SystemExit) as ended:
            plot.main(arguments)
        assert ended.value.code == 2
