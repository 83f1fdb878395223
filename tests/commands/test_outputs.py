"""Where commands write: checked before the work begins, nothing replaced unasked."""

import os
from pathlib import Path
from types import ModuleType

import pytest
from refusals import refused

from boardai.bench import __main__ as bench
from boardai.command_line import InputError, check_files
from boardai.commands import analyze, match, plot, tournament
from boardai.games.reversi import analysis
from boardai.learn.reports import studies
from boardai.learn.runs.folder import check_new

# A command, the name in it of what does the work, its arguments, the option, and an ending it cannot write.
WRITERS = [
    (analyze, "search", ["hex:size=3", "--search", "mcts:simulations=9"], "--tree", "t.svg", "t.gif"),
    (match, "watch", ["hex:size=3", "random", "greedy", "--games", "2"], "--json", "m.json", None),
    (tournament, "watch", ["hex:size=3", "random", "greedy", "--games", "2"], "--json", "t.json", None),
    (tournament, "watch", ["hex:size=3", "random", "greedy", "--games", "2"], "--picture", "t.svg", "t.gif"),
    (bench, "measure", ["--quick", "--only", "hex/random"], "--json", "b.json", None),
    (analysis, "analysis_svg", ["octagon"], "--svg", "o.svg", "o.png"),
]


pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.mark.parametrize(
    ("command", "work", "arguments", "option", "name", "other"), WRITERS, ids=lambda one: getattr(one, "__name__", "")
)
def test_refused_before_the_work(
    command: ModuleType,
    work: str,
    arguments: list[str],
    option: str,
    name: str,
    other: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr(command, work, forbidden)
    Path(name).write_text("mine")
    Path("folder.svg").mkdir()
    with refused(option, name, "--overwrite", error=InputError):
        command.main([*arguments, option, name])
    with refused(option, "folder.svg", error=InputError):
        command.main([*arguments, option, "folder.svg"])
    with refused(option, f"{name}/in/it.svg", error=InputError):
        command.main([*arguments, option, f"{name}/in/it.svg"])
    if other is not None:
        with refused(option, other, error=InputError):
            command.main([*arguments, option, other])
    assert Path(name).read_text() == "mine" and set(os.listdir()) == {"folder.svg", name}
    with pytest.raises(AssertionError, match="has begun"):
        command.main([*arguments, option, name, "--overwrite"])


def test_what_is_asked_for_is_replaced_and_folders_are_made(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.txt").write_text("mine")
    arguments = ["hex:size=3", "--search", "mcts:simulations=9", "--tree"]
    analyze.main([*arguments, "t.txt", "--overwrite"])
    analyze.main([*arguments, "new/folder/t.txt"])
    assert Path("t.txt").read_text() == Path("new/folder/t.txt").read_text() != "mine"


def test_files_that_are_checked_together() -> None:
    with refused("--picture", "t.svg", "--json", error=InputError):
        check_files({"--json": "t.svg", "--picture": "./t.svg"}, overwrite=True)
    check_files({"--json": "/dev/stdout", "--picture": None}, overwrite=False)  # there, and nothing is lost
    with refused("--json", error=InputError):
        check_files({"--json": "x" * 300}, overwrite=False)
    Path("nowhere").symlink_to("missing/target")
    with refused("nowhere", error=InputError):
        check_files({"--json": "nowhere"}, overwrite=False)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_not_ours_to_write() -> None:
    Path("locked").mkdir(mode=0o500)
    with refused("--json", "permission", error=InputError):
        check_files({"--json": "locked/m.json"}, overwrite=False)
    with refused("locked/run", "permission"):
        check_new(Path("locked/run"))


def test_figures_replace_only_those_in_a_run_s_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Path] = []
    monkeypatch.setattr(plot, "load_entries", lambda runs, group: runs)
    monkeypatch.setattr(plot, "draw_pages", lambda entries, folder, kinds, names: drawn.append(folder) or [folder])
    for folder in ("run/figures", "there"):
        Path(folder).mkdir(parents=True)
        Path(folder, "speed.svg").write_text("mine")
    plot.main(["run"])
    with refused("figure speed.svg", "there/speed.svg", "--overwrite", error=InputError):
        plot.main(["run", "--output", "there"])
    plot.main(["run", "--output", "there", "--overwrite"])
    plot.main(["run", "--output", "there", "--only", "value"])
    assert drawn == [Path("run/figures"), Path("there"), Path("there")]


def test_a_study_keeps_to_its_own_folder() -> None:
    variant = studies.Variant("base", "", {})
    study = studies.Study("hex", "demo", {}, (variant,), 1, 1.0, "", 0)
    runs = studies.plan(study, Path("mine"))
    Path("mine").mkdir()
    Path("mine/letter.txt").write_text("dear")
    with refused("mine"):
        studies.check_folder(runs, Path("mine"))
    Path("mine/base.toml").write_text("a = 1\n")
    studies.check_folder(runs, Path("mine"))
    with refused("base.toml"):
        studies.write_preset(study, variant, Path("mine"))
    assert Path("mine/base.toml").read_text() == "a = 1\n"


def test_a_run_s_folder_is_checked_without_making_it() -> None:
    Path("file").write_text("")
    with refused("file/run", "--run"):
        check_new(Path("file/run"))
    check_new(Path("new/run"))
    assert os.listdir() == ["file"]
