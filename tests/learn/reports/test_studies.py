"""Studies: files, plans, presets, and what the table says; the command on the smallest study."""

import json
import math
import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from refusals import refused

import boardai.commands.study
from boardai.basics.threads import cores
from boardai.basics.worker_processes import Halted
from boardai.cluster import Piece
from boardai.command_line import InputError
from boardai.commands.train import prepare
from boardai.game import game_folder
from boardai.learn.reports import study_runs
from boardai.learn.reports.figures.effects import effects_figure
from boardai.learn.reports.studies import (
    PlannedRun,
    Row,
    Score,
    Study,
    Variant,
    load_study,
    plan,
    results,
    spread,
    study_path,
    write_preset,
)
from boardai.learn.reports.study_runs import Made, RunToMake, StudyRuns
from boardai.learn.runs.presets import load_preset


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_a_variant_is_the_base_with_its_changes(smallest_study: str, tmp_path: Path) -> None:
    study = load_study("hex", write(tmp_path / "s.toml", smallest_study))
    assert [variant.name for variant in study.variants] == ["base", "no cache"]
    for variant, cache in zip(study.variants, (32, 0), strict=True):
        preset = load_preset("hex", str(write_preset(study, variant, tmp_path)))
        assert preset.game == {"size": 3}
        command, game, _ = prepare(["hex", "--preset", preset.source])
        assert game.spec == "hex:size=3"
        assert command.settings.selfplay.cache_mb == cache
        assert command.settings.selfplay.simulations == 2 and command.settings.network.channels == 4
        assert (command.settings.iterations, command.settings.minutes) == (0, 0.02)
        assert command.settings.arena.opponents == ("random",) and not command.settings.arena.final_initial


def test_a_variant_may_have_another_learner_and_a_number_of_games(tmp_path: Path) -> None:
    text = """
preset = ""
iterations = 3
[base]
features = "larion:stages=4"
learner = "mouse"
[base.play]
games_per_update = 10
[base.mouse]
alpha = 0.1
[variants."TD(0)"]
learner = "td"
[variants."TD(0)".returns]
trace = 0.0
"""
    study = load_study("reversi", write(tmp_path / "s.toml", text.replace('"TD(0)"', "TD0")))
    for variant, (learner, trace) in zip(study.variants, (("mouse", 1.0), ("td", 0.0)), strict=True):
        command, _, preset = prepare(["reversi", "--preset", str(write_preset(study, variant, tmp_path))])
        assert preset.learner == command.learner == learner and command.settings.returns.trace == trace
        assert command.settings.iterations == 3 and command.settings.features == "larion:stages=4"
        assert learner == "td" or command.settings.mouse.alpha == 0.1
    with refused("TD(0)"):
        load_study("reversi", write(tmp_path / "t.toml", text))


def test_runs_go_seed_by_seed(tmp_path: Path) -> None:
    study = Study("hex", "demo", {}, (Variant("base"), Variant("no cache")), 2, 1.0)
    names = [(run.variant.name, run.seed, run.path.name) for run in plan(study, tmp_path)]
    assert names == [
        ("base", 0, "base-0"), ("no cache", 0, "no-cache-0"), ("base", 1, "base-1"), ("no cache", 1, "no-cache-1"),
    ]  # fmt: skip


SHIPPED = [
    (game, path.stem) for game in ("chess", "hex", "reversi") for path in (game_folder(game) / "studies").glob("*.toml")
]


@pytest.mark.parametrize(("game", "name"), sorted(SHIPPED))
def test_the_studies_that_ship_are_valid(game: str, name: str, tmp_path: Path) -> None:
    study = load_study(game, study_path(game, name))
    settings = []
    for variant in study.variants:
        command, loaded, _ = prepare([game, "--preset", str(write_preset(study, variant, tmp_path))])
        settings.append((command.settings, loaded.spec))
        assert variant.about
    assert all(settings.count(one) == 1 for one in settings)  # every variant changes something


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("variant = 1", "s.toml: variant"),
        ("seeds = 0", "got 0, 2 and 0"),
        ("iterations = 0", "iterations"),
        ("iterations = 9\nminutes = 1", "minutes or iterations"),
        ("seeds = true", "seeds: "),
        ("minutes = -1", "-1"),
        ('variants = "all"', "variants: "),
        ("[variants]\nx = 1", "variants.x"),
        ("[variants.base]\niterations = 1", "'base'"),
        ('[variants."../x"]\niterations = 1', "'../x'"),
        ('[variants."a b"]\n[variants.a-b]', "spaces"),
        ("[variants.x]\nminutes = 1", "variants.x: minutes"),
        ("[base]\niterations = 1", "base: iterations"),
        ("seeds =", "s.toml"),
    ],
)
def test_what_cannot_be_a_study_is_refused(text: str, words: str, tmp_path: Path) -> None:
    with refused(words):
        load_study("hex", write(tmp_path / "s.toml", text))


def test_unknown_studies_name_the_known_ones() -> None:
    with refused("mine", "ablations", "knowledge", "learners", ".toml"):
        study_path("hex", "mine")


def test_intervals_are_students() -> None:
    rows = [
        Row(Variant(name), 10, {"m": Score(scores, 30)})
        for name, scores in (("base", (0.5, 0.6, 0.7)), ("a", (0.3, 0.4, 0.5)), ("b", (0.2,)))
    ]
    # Both deviations are 0.1, four degrees of freedom: t = 2.7764.
    found = spread(rows, "m")
    assert found.freedom == 4 and found.deviation == pytest.approx(0.1)
    assert found.margin(3) == pytest.approx(2.7764 * 0.1 / math.sqrt(3), rel=1e-4)
    assert found.margin(3, 1) == pytest.approx(2.7764 * 0.1 * math.sqrt(4 / 3), rel=1e-4)
    assert spread(rows[2:], "m").margin(1) == math.inf


def test_intervals_hold_the_truth_about_95_times_in_100() -> None:
    rng, hits = np.random.default_rng(0), 0
    for _ in range(400):
        rows = [Row(Variant(str(n)), 1, {"m": Score(tuple(rng.normal(n, 0.1, 3)), 1)}) for n in range(5)]
        first, second = rows[1].scores["m"], rows[0].scores["m"]
        hits += abs(first.mean - second.mean - 1) < spread(rows, "m").margin(3, 3)
    assert 365 <= hits <= 394


def run_folder(path: Path, score: float, games: int) -> None:
    path.mkdir()
    table = {"score": score, "games": 40}
    (path / "report.json").write_text(json.dumps({"matches": {"search vs random": {"trained": table}}}))
    lines = [json.dumps({"iteration": number, "games": games}) for number in (1, 2)]
    (path / "metrics.jsonl").write_text("\n".join(lines) + "\n")


def test_runs_that_play_no_games_have_their_row(tmp_path: Path) -> None:
    run_folder(tmp_path / "base-0", 0.5, 1)
    (tmp_path / "base-0" / "metrics.jsonl").write_text(json.dumps({"iteration": 1, "steps": 5}) + "\n")
    (row,) = results(Study("hex", "demo", {}, (Variant("base"),), 1, 1.0), tmp_path)
    assert row.games == 0 and row.scores["search vs random"].mean == 0.5


def test_shares_of_exact_values_are_scores_too(tmp_path: Path) -> None:
    for seed, share in enumerate((0.5, 0.7)):
        path = tmp_path / f"base-{seed}"
        run_folder(path, 0.5, 1)
        report = json.loads((path / "report.json").read_text())
        kinds = {"policy": {"best_move": share, "result_kept": 0.9, "value_correlation": None}}
        report["truth"] = {"trained": {"positions": 200, **kinds}, "initial": {}}
        (path / "report.json").write_text(json.dumps(report))
    (row,) = results(Study("hex", "demo", {}, (Variant("base"),), 2, 1.0), tmp_path)
    assert list(row.scores) == ["search vs random", "policy: best move", "policy: result kept"]
    assert row.scores["policy: best move"] == Score((0.5, 0.7), 400)
    assert "| 60.0 % ±" in boardai.commands.study.table_text([row])


def test_the_table(tmp_path: Path) -> None:
    study = Study("hex", "demo", {}, (Variant("base"), Variant("no cache"), Variant("unfinished")), 2, 1.0)
    for name, scores, games in (("base", (0.5, 0.7), 100), ("no-cache", (0.4, 0.4), 50)):
        for seed, score in enumerate(scores):
            run_folder(tmp_path / f"{name}-{seed}", score, games)
    rows = results(study, tmp_path)
    assert [(row.variant.name, row.games) for row in rows] == [("base", 200), ("no cache", 100)]
    figure = effects_figure(rows)
    assert figure is not None
    (axes,) = figure.axes
    assert axes.get_title(loc="left") == "search vs random (base 60.0 %)"
    assert [label.get_text() for label in axes.get_yticklabels()] == ["no cache"]
    assert axes.lines[-2].get_xdata()[0] == pytest.approx(-20)
    assert effects_figure(rows[:1]) is None
    text = boardai.commands.study.table_text(rows)
    assert text.splitlines()[0] == "| variant | runs | games per run | search vs random | to base |"
    assert "| base | 2 | 200 | 60.0 % ±30.4 |  |" in text
    assert "| no cache | 2 | 100 | 40.0 % ±30.4 | -20.0 ±43.0 |" in text


@pytest.mark.thorough
def test_the_command(smallest_study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, output = write(tmp_path / "s.toml", smallest_study), tmp_path / "runs"
    arguments = ["hex", str(file), "--output", str(output)]
    boardai.commands.study.main(arguments)
    message = capsys.readouterr().out
    assert "1/2: base, seed 0" in message and "2/2: no cache, seed 0" in message and "| no cache | 1 |" in message
    results = json.loads((output / "results.json").read_text())
    assert set(results["variants"]) == {"base", "no cache"}
    assert (output / "results.md").read_text() in message
    assert all((output / "figures" / f"{page}.svg").exists() for page in ("effects", "overview"))
    # Again: everything is there.
    boardai.commands.study.main(arguments)
    assert "seed 0" not in capsys.readouterr().out
    boardai.commands.study.main([*arguments, "--table", "--only", "no cache"])
    assert "| no cache |" in capsys.readouterr().out
    for more, words in (
        (["--minutes", "1"], r"base\.toml.*--output"),
        (["--only", "cache"], "'cache'.*base, no cache"),
    ):
        with pytest.raises(InputError, match=words):
            boardai.commands.study.main([*arguments, *more])


def test_a_bad_setting_is_reported_before_the_first_run(tmp_path: Path) -> None:
    file = write(tmp_path / "s.toml", "[variants.x.selfplay]\nsimulation = 3")
    with refused("variant x", "selfplay.simulation", error=InputError):
        boardai.commands.study.main(["hex", str(file), "--output", str(tmp_path / "runs")])
    assert not list((tmp_path / "runs").glob("*/"))
    # Once it is mended, the command continues: no run was made with the old settings.
    file.write_text("[variants.x.selfplay]\nsimulations = 3")
    study = load_study("hex", file)
    preset = boardai.commands.study._preset(study, study.variants[1], tmp_path / "runs")
    assert load_preset("hex", str(preset)).table["selfplay"]["simulations"] == 3


@pytest.mark.slow
@pytest.mark.skipif(cores() < 2, reason="needs two processors")
def test_runs_at_the_same_time_make_the_same_study(
    smallest_study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """That each worker has processors of its own is shown by tests of pools."""
    file = write(tmp_path / "s.toml", smallest_study)
    with refused("workers", "999", error=InputError):
        boardai.commands.study.main(["hex", str(file), "--output", str(tmp_path / "runs"), "--workers", "999"])
    boardai.commands.study.main(["hex", str(file), "--output", str(tmp_path / "runs"), "--workers", "2"])
    assert "| no cache | 1 |" in capsys.readouterr().out


STUBBORN = """
import pathlib, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
pathlib.Path("begun").touch()
try:
    time.sleep(60)
except BaseException:
    pathlib.Path("left").touch()
    raise
"""


def test_a_study_that_is_stopped_stops_its_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    began = time.monotonic()

    def stop() -> None:
        if Path("begun").exists():
            raise Halted

    with pytest.raises(Halted):
        study_runs._run([sys.executable, "-c", STUBBORN], tmp_path / "run.log", stop)
    assert Path("left").exists() and time.monotonic() - began < 30


def test_a_run_whose_settings_are_not_there_is_not_made(tmp_path: Path) -> None:
    """As on a machine of a cluster that does not share the folder."""
    preset = write(tmp_path / "base.toml", "")
    wanted = RunToMake.of(PlannedRun(Variant("base"), 0, tmp_path / "base-0"), preset)
    for change in (lambda: preset.write_text("seed = 1"), preset.unlink):
        change()
        made = StudyRuns("hex").work(Piece(0, wanted), lambda: None)
        assert "share" in made.failure and str(preset) in made.failure and not (tmp_path / "base-0.log").exists()


class OneFails:
    """A pool of two workers: the first run fails while the second is made."""

    def __enter__(self) -> "OneFails":
        return self

    def __exit__(self, *error: object) -> None: ...

    def map(self, pieces: Iterator[Piece]) -> Iterator[tuple[int, Made]]:
        first, second = next(pieces), next(pieces)
        yield first.number, Made("out of memory")
        assert next(pieces, None) is None
        yield second.number, Made()


def test_where_a_run_fails_no_other_begins_and_those_under_way_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boardai.commands.study, "workplace", lambda *given, **how: lambda settings: OneFails())
    study = Study("hex", "demo", {}, (Variant("base"),), 3, 1.0)
    message: list[str] = []
    given = Namespace(table=False, workers=2, cluster="")
    with refused("out of memory", error=InputError):
        boardai.commands.study.make_runs(
            study, plan(study, tmp_path), {"base": write(tmp_path / "base.toml", "")}, given, message.append
        )
    assert [line[:18] for line in message] == ["1/3: base, seed 0", "2/3: base, seed 1", "  base, seed 1: do"]


@pytest.mark.thorough
def test_a_run_that_fails_is_shown(smallest_study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, output = write(tmp_path / "s.toml", smallest_study), tmp_path / "runs"
    output.mkdir()
    run_folder(output / "base-0", 0.5, 10)
    (output / "no-cache-0").write_text("no folder")
    with refused("no-cache-0", "2", error=InputError):
        boardai.commands.study.main(["hex", str(file), "--output", str(output)])
    assert "| base | 1 | 20 | 50.0 % |" in capsys.readouterr().out  # what is known is reported nevertheless
