"""Screenings: the design, the effects it finds, what a file may say, and the command on the smallest one."""

import doctest
import itertools
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused

import boardai
import boardai.commands.study
import screen
from boardai.basics.checksums import read_sealed, write_sealed
from boardai.cluster import Piece
from boardai.command_line import InputError
from boardai.commands.train import prepare
from boardai.learn.reports.studies import PlannedRun, write_preset
from boardai.learn.reports.study_runs import Made, StudyRuns
from screening import design, effects
from screening.design import hadamard, two_level_design
from screening.effects import holm, main_effects
from screening.factors import Measure, load_screening
from screening.meetings import Meetings
from screening.report import RATING

TOOLS = Path(__file__).resolve().parents[2] / "tools"


def test_examples_in_docstrings_run() -> None:
    for module in (design, effects):
        assert doctest.testmod(module).failed == 0 < doctest.testmod(module).attempted


def test_hadamard_matrices_are_orthogonal() -> None:
    for order in (1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 44, 48):
        matrix = hadamard(order)
        assert (matrix.T @ matrix == order * np.eye(order)).all() and (matrix[:, 0] == 1).all()
        assert set(matrix.flat) <= {-1, 1}
    with refused("28"):
        hadamard(28)


@pytest.mark.parametrize("factors", [1, 7, 11, 16])
def test_a_design_is_balanced_and_folding_keeps_pairs_away_from_effects(factors: int) -> None:
    for fold_over in (False, True):
        design = two_level_design(factors, fold_over)
        runs = len(design)
        assert runs - factors - 1 >= 4 and (design.sum(axis=0) == 0).all()
        assert (design.T @ design == runs * np.eye(factors)).all()
    pairs = [design[:, i] * design[:, j] for i in range(factors) for j in range(i)]
    assert all((design.T @ pair == 0).all() for pair in pairs)
    # The second half of the runs is the first one turned round, in whatever order.
    assert {tuple(row) for row in design} == {tuple(-row) for row in design}


def test_known_effects_are_found_and_intervals_hold_them_about_95_times_in_100() -> None:
    names, truth = [f"f{number}" for number in range(11)], np.array([40.0, -25, 10, 0, 0, 0, 0, 0, 0, 0, 0])
    design = two_level_design(len(names))
    exact = main_effects(names, design, 100 + design @ truth / 2)
    assert [one.value for one in exact] == pytest.approx(list(truth), abs=1e-9)
    assert [one.p < 1e-9 for one in exact] == [True] * 3 + [False] * 8  # what was rounded is no effect
    # With interactions of two the effects stay where they are: only the error grows.
    shifted = main_effects(names, design, design @ truth / 2 + 15 * design[:, 0] * design[:, 3])
    assert [one.value for one in shifted] == pytest.approx(list(truth), abs=1e-9) and shifted[0].error > 1
    rng, held, named, wrong = np.random.default_rng(0), 0, 0, 0
    for _ in range(100):
        found = main_effects(names, design, design @ truth / 2 + rng.normal(0, 10, len(design)))
        held += sum(abs(one.value - value) < one.margin for one, value in zip(found, truth, strict=True))
        named += found[0].holm < 0.05 and found[1].holm < 0.05
        wrong += any(one.holm < 0.05 for one in found[3:])
    assert 0.92 < held / (100 * len(names)) < 0.98
    assert named > 95 and wrong < 12


def test_holm_and_what_cannot_be_judged() -> None:
    assert holm([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.09, 0.09, 0.5])
    assert holm([0.6, 0.9]) == [1.0, 1.0]
    design = two_level_design(3)
    with refused("orthogonal"):
        main_effects("abc", design[1:], np.zeros(7))
    with refused("4 runs", "3 factors"):
        main_effects("abc", hadamard(4)[:, 1:], np.zeros(4))


FACTORS = """
[factors.cache]
about = "positions are remembered"
off.selfplay.cache_mb = 0
on.selfplay.cache_mb = 8
[factors."q share"]
on.learn.loss.q_share = 0.5
"""


def test_runs_have_the_settings_of_the_design(smallest_study: str, tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text(smallest_study.partition("[variants")[0].replace("seeds = 1", "seeds = 2") + FACTORS)
    study, screening = load_screening("hex", file)
    assert screening.measure == Measure()
    design = screening.design
    assert [variant.name for variant in study.variants[:2]] == ["run 01", "run 02"] and len(study.variants) == 8
    for variant, (cache, q_share) in zip(study.variants, design, strict=True):
        assert variant.table["selfplay"]["cache_mb"] == (8 if cache > 0 else 0)
        assert ("learn" in variant.table) == (q_share > 0) == ("q share" in variant.about)
    runs = screen.plan(study, tmp_path)
    assert [run.seed for run in runs] == list(range(16))
    assert (runs[0].path.name, runs[8].path.name) == ("run-01-0", "run-01-1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[factors.x]\nabout = 'y'", "s.toml: factors.x.on"),
        ("[factors.x]\nonn.seed = 1", "factors.x.onn"),
        ("[factors.x]\non = 1", "factors.x.on"),
        ("[factors]\nx = 1", "factors.x"),
        ("[factors]", "factors: "),
        ("[factors.'a/b'.on]\nseed = 1", "factors: 'a/b'"),
        ("[factors.x.on]\na.b = 1\n[factors.y.on]\na.b = 2", "factors: 'x' and 'y'"),
        ("[factors.x.on]\na = 1\n[variants.y]\nb = 2", "variants: "),
        ("fold_over = true", "factors: "),
        ("factors = 1", "factors: "),
        ("fold_over = 1\n[factors.x.on]\na = 1", "fold_over: "),
        ("[factors.x.on]\na = 1\n[measure]\ngames = 3", "measure: games"),
        ("[factors.x.on]\na = 1\n[measure]\nsearch = 'pvs'", "measure: "),
        ("[factors.x.on]\na = 1\n[measure]\ngame = 4", "'game'"),
    ],
)
def test_what_cannot_be_a_screening_is_refused(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(text)
    with refused(words):
        load_screening("hex", tmp_path / "s.toml")


def test_some_factors_alone(smallest_study: str, tmp_path: Path) -> None:
    """The others are off in all runs, also those whose `off` differs from the base."""
    file = tmp_path / "s.toml"
    text = "[factors.growth]\non.network.blocks = 2\noff.network.blocks = 3\n" + FACTORS
    file.write_text(smallest_study.partition("[variants")[0] + text)
    study, screening = load_screening("hex", file)
    names = [factor.name for factor in screening.factors]
    kept = names[1:2]
    fewer, left = load_screening("hex", file, kept)
    assert [factor.name for factor in left.factors] == kept
    assert (fewer.base["network"]["blocks"], study.base["network"]["blocks"]) == (3, 0)
    assert len(fewer.variants) == len(left.design)
    assert {variant.about for variant in fewer.variants} == {kept[0], "none"}
    assert load_screening("hex", file, names)[0].variants == study.variants


@pytest.mark.parametrize("file", sorted(TOOLS.glob("screening/*.toml")), ids=lambda path: path.stem)
def test_those_that_ship_are_valid(file: Path, tmp_path: Path) -> None:
    study, _ = load_screening(file.stem, file)
    settings = []
    for variant in study.variants:
        command, loaded, _ = prepare([file.stem, "--preset", str(write_preset(study, variant, tmp_path))])
        settings.append((command.settings, loaded.spec))
    assert all(settings.count(one) == 1 for one in settings)  # every run differs from the others


@pytest.mark.slow
def test_the_command(
    smallest_study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, output = tmp_path / "s.toml", tmp_path / "runs"
    measure = "[measure]\ngames = 2\nsearch = 'gumbel:simulations=2'\n"
    file.write_text(smallest_study.partition("[variants")[0] + measure + FACTORS)
    arguments = ["hex", str(file), "--output", str(output)]
    study, screening = load_screening("hex", file)
    runs, design = screen.plan(study, output), screening.design
    for words, more in (
        ("'run 01'.*cache, q share", ["--only", "run 01"]),
        ("0 of 8", ["--table"]),
    ):
        with pytest.raises(InputError, match=words):
            screen.main([*arguments, *more])
    # One run is trained; the others, to save time, are its copies with another score.
    train = StudyRuns.work

    def make(self: StudyRuns, piece: Piece, stop: Any) -> Made:
        planned: PlannedRun = piece.payload.run
        if planned == runs[0]:
            return train(self, piece, stop)
        shutil.copytree(runs[0].path, planned.path)
        report = read_sealed(planned.path / "report.json")[0]
        score = 0.5 + 0.125 * float(design[runs.index(planned), 1])
        report["matches"]["search vs random"]["trained"]["score"] = score
        write_sealed(planned.path / "report.json", report)
        return Made()

    monkeypatch.setattr(StudyRuns, "work", make)
    screen.main(arguments)
    message = capsys.readouterr().out
    assert "8/8: run 08, seed 7" in message and "28 matches between the runs, 2 games each" in message
    results = json.loads((output / "results.json").read_text())
    assert [*results["effects"]] == [RATING, "search vs random, points"]
    assert results["factors"] == {"cache": "positions are remembered", "q share": ""}
    assert (output / "results.md").read_text() in message and (output / "figures" / "effects.svg").exists()
    folders = [run.path for run in runs]
    ratings = Meetings(folders, screening.measure, output / "meetings.json").ratings()
    assert sum(ratings) == pytest.approx(0, abs=1e-6)
    for number, effect in enumerate(results["effects"][RATING]):
        assert effect["value"] == pytest.approx(2 * float(design[:, number] @ ratings) / 8)
    # Of the scores the first run's is its own, the others differ by the second factor alone.
    first = json.loads((runs[0].path / "report.json").read_text())["matches"]["search vs random"]["trained"]["score"]
    scores = 0.5 + 0.125 * design[:, 1] + np.eye(8)[0] * (first - 0.5 - 0.125 * design[0, 1])
    found = results["effects"]["search vs random, points"]
    assert [one["value"] for one in found] == pytest.approx(list(100 * 2 * design.T @ scores / 8))
    # What was stopped in the matches continues, and comes to the same.
    table = read_sealed(output / "meetings.json")[0]
    begun = {**table, "points_of_games": dict([*table["points_of_games"].items()][:26])}
    write_sealed(output / "meetings.json", begun)
    screen.main([*arguments, "--table"])
    assert read_sealed(output / "meetings.json")[0] == table
    assert json.loads((output / "results.json").read_text()) == results
    # If agents with the first factor take all points from those without, its effect is found and named.
    points = {
        f"{one.name} {other.name}": (1 + float(design[i, 0] - design[j, 0]) / 2, 2)
        for (i, one), (j, other) in itertools.combinations(enumerate(folders), 2)
    }
    write_sealed(output / "meetings.json", {**table, "points_of_games": points})
    screen.main([*arguments, "--table"])
    cache, q_share = json.loads((output / "results.json").read_text())["effects"][RATING]
    assert cache["value"] > 200 and cache["holm"] < 0.001
    assert q_share["value"] == pytest.approx(0, abs=1e-6) and q_share["holm"] > 0.9
    with refused("meetings.json", "measure", "'games': 2", "'games': 4"):
        Meetings(folders, Measure("gumbel:simulations=2"), output / "meetings.json")


@pytest.mark.slow
def test_networks_that_are_shown_different_things_meet(tmp_path: Path) -> None:
    folders = [tmp_path / "plain", tmp_path / "edges"]
    small = {
        "selfplay.games_per_iteration": 8, "replay.minimum": 8, "learn.batch_size": 8, "arena.final_games": 2,
        "network.blocks": 1, "network.channels": 8, "inference_rate_seconds": 0.0,
    }  # fmt: skip
    for folder, game in zip(folders, ("hex:size=3", "hex:size=3,edges=true"), strict=True):
        boardai.learn.train(game, iterations=1, run=folder, verbose=False, **small)
    meetings = Meetings(folders, Measure("gumbel:simulations=2", 4, 0), tmp_path / "meetings.json")
    assert list(meetings.play()) == [1] and meetings.complete
    assert sum(meetings.ratings()) == pytest.approx(0)
