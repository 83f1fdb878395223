"""Files that name code and programs: none of it runs, unless the user has named it too or trusts the file.

Every file here is booby-trapped: what it names leaves a marker behind when it runs. Each is opened twice, without and
with trust; the second time shows that the trap works.
"""

import contextlib
import dataclasses
import io
import json
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.arena.tournament import TournamentFolder
from boardai.arena.workers import WorkerSettings
from boardai.basics.trust import Trust, naming, require, trusted, trusting
from boardai.cluster import open_pool
from boardai.command_line import InputError
from boardai.commands import export, label, match, study, tournament, train
from boardai.commands.train import prepare
from boardai.game import code_in_game
from boardai.learn.data.datasets import Dataset, read_shard
from boardai.learn.evaluation.matches import play_plan
from boardai.learn.learners.config import TrainConfig
from boardai.learn.network.config import NetworkConfig, code_in_architecture
from boardai.learn.network.weights_file import read_weights
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.trained_network import load_trained
from boardai.learn.runs.trained_run import open_run
from boardai.play import __main__ as play
from boardai.players import load_agent
from boardai.players.spec import AgentSpec, for_any_folder
from boardai.records import GameRecord, save_record
from boardai.records.formats import is_same_game
from boardai.search.evaluations.naming import load_evaluation

MARKER = "it ran"
PYTHON = f"open({MARKER!r}, 'w').close()\nraise ValueError('sprung')\n"
CPP = f'#include <fstream>\nstatic const bool ran = (std::ofstream("{MARKER}"), true);\n'
SCRIPT = f"#!/bin/sh\n> '{MARKER}'\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, connect_four: str) -> Path:
    """A folder full of traps, where the user is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    # A module is imported once in a process: each test has its own.
    (tmp_path / f"trap_{tmp_path.name}.py").write_text(PYTHON)
    (tmp_path / "trap.py").write_text(PYTHON)
    (tmp_path / "trap.hpp").write_text(CPP + Path(connect_four).read_text() + f"// {tmp_path.name}\n")
    (tmp_path / "trap.sh").write_text(SCRIPT)
    (tmp_path / "trap.sh").chmod(0o755)
    return tmp_path


def springs(open_it: Callable[[bool], object], named: str) -> None:
    """Opens something without trust, which is refused and runs nothing, then with trust, which springs the trap."""
    with refused("trust", error=(ValueError, InputError)) as refusal:
        open_it(False)
    printed = str(refusal.value)
    assert named in printed and "\n" not in printed and "--trust" in printed and "boardai.trusting()" in printed
    assert not Path(MARKER).exists()
    with contextlib.suppress(ValueError, InputError, RuntimeError, SystemExit):
        open_it(True)
    assert Path(MARKER).exists()


def api(open_it: Callable[[], object]) -> Callable[[bool], object]:
    """What a program opens, within `trusting()` or without."""

    def opened(trust: bool) -> object:
        with trusting(Trust(everything=trust)):
            return open_it()

    return opened


def words(*arguments: str) -> Callable[[bool], list[str]]:
    return lambda trust: [*arguments, *(["--trust"] if trust else [])]


# --- records and datasets --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["./trap.py", "trap.py", "./trap.py:size=3", "./trap.hpp"])
def test_a_saved_game_does_not_run_its_game(here: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    save_record(GameRecord(name), "rec.json")
    arguments = words("--load", "rec.json")
    springs(lambda trust: play.main(arguments(trust)), name.partition(":")[0])
    os.remove(MARKER)
    with open(here / "trap.hpp", "a") as file:  # the same text would not be compiled again
        file.write("// another\n")
    springs(api(lambda: GameRecord(name).states()), name.partition(":")[0])


def test_a_game_that_the_user_names_runs(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_record(GameRecord("./trap.py"), "rec.json")
    with pytest.raises(InputError, match="sprung"):
        play.main(["./trap.py", "--load", "rec.json"])
    assert Path(MARKER).exists()


def test_a_dataset_does_not_run_its_game(here: Path) -> None:
    Dataset.create(here / "data", {"game": "./trap.py"})
    springs(api(lambda: Dataset.open("data").game()), "./trap.py")
    with refused("data/dataset.json", "trap.py"):
        list(Dataset.open("data").games())


def test_a_file_called_like_a_game_is_not_that_game(here: Path) -> None:
    (here / "trap.hpp").rename("chess")
    chess = boardai.load("chess")
    assert not is_same_game("./chess", chess) and not Path(MARKER).exists()
    assert is_same_game("chess:claim_draws=true", chess)


# --- matches and tournaments -----------------------------------------------------------------------------------

AGENTS = ["uci:./trap.sh", "uci:./trap.sh,Hash=1", "and_or:nodes=10,fallback=uci:./trap.sh", "./trap.py:Agent"]


def settings(game: str, agents: list[str]) -> dict[str, object]:
    return {
        "game": game,
        "agents": agents,
        "seed": 0,
        "max_plies": 4,
        "opening_plies": 0,
        "openings": None,
    }


@pytest.mark.parametrize("key", ["balance", "against"])
@pytest.mark.parametrize("kind", ["match", "tournament"])
def test_the_judge_of_openings_and_an_opponent_are_named_too(here: Path, kind: str, key: str) -> None:
    """A search may name an evaluation in C++: compiled, it runs."""
    table = {"format": f"boardai {kind} 1", **settings("hex:size=4", ["random", "greedy"]), "against": None}
    Path("t").mkdir()
    Path("t", f"{kind}.json").write_text(
        json.dumps({**table, "opening_plies": 2, "balance": "none", key: "pvs:nodes=99,evaluator=./trap.hpp"})
    )
    main = match.main if kind == "match" else tournament.main
    with refused("trap.hpp", error=InputError):
        main(["--resume", "t", "--games", "2"])
    assert not Path(MARKER).exists()


@pytest.mark.parametrize(
    ("key", "value"),
    [("seed", "1"), ("seed", None), ("max_plies", [1]), ("opening_plies", 0.5), ("balance", 7), ("openings", "e4"),
     ("openings", [["", ["a1"]]]), ("openings", []), ("openings", [7]), ("clock", 3), ("against", {})],
)  # fmt: skip
def test_settings_of_another_kind_are_named(here: Path, key: str, value: object) -> None:
    table = {"format": "boardai match 1", **settings("hex:size=4", ["random", "greedy"]), key: value}
    Path("m").mkdir()
    Path("m", "match.json").write_text(json.dumps(table))
    with refused("match.json", key, error=InputError):
        match.main(["--resume", "m", "--games", "2"])


@pytest.mark.parametrize(("game", "agent"), [*(("chess", agent) for agent in AGENTS), ("./trap.py", "random")])
def test_a_match_folder_starts_nothing(here: Path, game: str, agent: str) -> None:
    folder = here / "match"
    folder.mkdir()
    (folder / "match.json").write_text(json.dumps({"format": "boardai match 1", **settings(game, [agent, "random"])}))
    arguments = words("--resume", "match", "--games", "2")
    springs(lambda trust: match.main(arguments(trust)), "./trap")


@pytest.mark.parametrize(("game", "agent"), [*(("chess", agent) for agent in AGENTS), ("./trap.py", "greedy")])
def test_a_tournament_folder_starts_nothing(here: Path, game: str, agent: str) -> None:
    folder = here / "t"
    folder.mkdir()
    table = {"format": "boardai tournament 1", **settings(game, [agent, "random"]), "against": None}
    (folder / "tournament.json").write_text(json.dumps(table))
    arguments = words("--resume", "t", "--games", "2")
    springs(lambda trust: tournament.main(arguments(trust)), "./trap")


@pytest.mark.parametrize(
    "agent", ["dfpn:nodes=5,fallback=./trap.py :", "dfpn:nodes=5,fallback=./trap.py\u00a0:", " ./trap.py :Agent"]
)
def test_blanks_around_a_name_hide_nothing(here: Path, agent: str) -> None:
    assert AgentSpec.parse(agent).trusted() == AgentSpec.parse(for_any_folder(agent)).trusted() != []
    folder = here / "t"
    folder.mkdir()
    table = {"format": "boardai tournament 1", **settings("hex:size=3", [agent, "random"]), "against": None}
    (folder / "tournament.json").write_text(json.dumps(table))
    with refused("t/tournament.json", "trap.py", error=InputError):
        tournament.main(["--resume", "t", "--games", "2"])
    assert not Path(MARKER).exists()


@pytest.mark.parametrize(
    "agent",
    [
        "dfpn:fallback=sandbox:./named.py,evaluator=./trap.hpp",  # the solver's own
        "dfpn:fallback=[pvs:depth=2,evaluator=./trap.hpp]",
        "dfpn:fallback=[solved:file=x,fallback=[pvs:depth=2,evaluator=./trap.hpp]]",
    ],
)
def test_a_parameter_is_asked_about_wherever_its_agent_stands(here: Path, agent: str) -> None:
    (here / "named.py").write_text("")
    folder = here / "t"
    folder.mkdir()
    table = {"format": "boardai tournament 1", **settings("hex:size=3", [agent, "random"]), "against": None}
    (folder / "tournament.json").write_text(json.dumps(table))
    with refused("trap.hpp", error=InputError):
        tournament.main(["hex:size=3", "sandbox:./named.py", "random", "--record", "t"])
    assert not Path(MARKER).exists()


def test_a_parameter_of_a_box_does_not_become_another_agents(here: Path) -> None:
    """Written again, what followed the sandbox's file once belonged to the agent around it."""
    agent = "dfpn:fallback=sandbox:./named.py:evaluator=./trap.hpp"
    again = AgentSpec.parse(for_any_folder(agent))
    assert "evaluator" not in again and "evaluator" in AgentSpec.parse(again.value("fallback") or "")
    assert [code.key[1] for code in again.trusted()] == [str(here / "named.py")]


def test_agents_that_only_the_tournaments_folder_names_do_not_join(here: Path) -> None:
    rest = settings("chess", [])
    TournamentFolder("t", {**rest, "agents": ["uci:./trap.sh", "random"]})
    with refused("trap.sh"):
        TournamentFolder("t", {**rest, "agents": ["random", "greedy"]})
    again = TournamentFolder("t", {**rest, "agents": ["uci:./trap.sh", "greedy"]})
    assert again.settings["agents"] == [f"uci:{here}/trap.sh", "random", "greedy"]
    with trusting():
        assert TournamentFolder("t", {**rest, "agents": ["greedy"]}).settings == again.settings


# --- runs ------------------------------------------------------------------------------------------------------


def run_of(game: str = "hex:size=3", architecture: str = "residual", **arena: tuple[str, ...]) -> None:
    config = TrainConfig(network=NetworkConfig(architecture=architecture), iterations=1)
    config = dataclasses.replace(config, arena=dataclasses.replace(config.arena, **arena))
    RunFolder.create(Path("run"), game, config, "cpu").begin().close()


@pytest.mark.parametrize("kind", ["opponents", "final_opponents", "policy_opponents"])
def test_a_run_does_not_start_its_opponents(here: Path, kind: str) -> None:
    run_of("chess", **{kind: AGENTS[:1]})
    arguments = words("--resume", "run")
    springs(lambda trust: train.main(arguments(trust)), f"{here}/trap.sh")
    os.remove(MARKER)
    springs(api(lambda: boardai.learn.resume("run", verbose=False)), f"{here}/trap.sh")


def test_the_name_of_a_run_s_folder_is_not_taken_for_an_agent(here: Path) -> None:
    run_of("chess", opponents=AGENTS[:1])
    folder = f"x:fallback=uci:{here}/trap.sh"
    Path(folder).parent.mkdir(parents=True)
    os.rename("run", folder)
    springs(lambda trust: train.main(words("--resume", folder)(trust)), f"{here}/trap.sh")
    os.remove(MARKER)
    springs(lambda trust: train.main(words(f"--resume={folder}")(trust)), f"{here}/trap.sh")
    agents = AgentSpec.parse(AGENTS[0]).trusted()
    for named, expected in ((["--arena.opponents", AGENTS[0]], True), ([f"hex:fallback={AGENTS[0]}"], False)):
        assert (agents[0] in train.named_by_user(named, False).named) is expected


def test_a_run_does_not_run_its_game(here: Path) -> None:
    run_of("./trap.py")
    for open_it in (
        lambda trust: train.main(words("--resume", "run")(trust)),
        api(lambda: open_run("run")),
        api(lambda: load_trained("run", 0)),
        lambda trust: export.main(words("run", "--checkpoint", "0", "--overwrite")(trust)),
    ):
        with contextlib.suppress(FileNotFoundError):
            os.remove(MARKER)
        springs(open_it, "./trap.py")
    os.remove(MARKER)
    run = open_run("run", game=boardai.load("hex", size=3))  # the folder's own name of a game is not followed
    assert run.learner == "alphazero" and len(run.metrics) == 0
    assert not Path(MARKER).exists()


@pytest.mark.parametrize("by", ["file", "module"])
def test_a_run_does_not_run_its_network(here: Path, by: str) -> None:
    run_of(architecture="trap.py:Class" if by == "file" else f"trap_{here.name}:Class")
    game = boardai.load("hex", size=3)
    arguments = [
        lambda trust: train.main(words("--resume", "run")(trust)),
        api(lambda: boardai.learn.resume("run", verbose=False)),
        api(lambda: load_trained("run", 0)),
        api(lambda: open_run("run", game=game).flax(0)),
        lambda trust: export.main(words("run", "--checkpoint", "0", "--overwrite")(trust)),
        *(
            api(lambda name=name: load_agent(f"{name}:run=run,checkpoint=0", game))
            for name in ("policy", "value", "hybrid", "mcts", "puct", "gumbel")
        ),
        lambda trust: match.main(
            words("hex:size=3", "puct:run=run,checkpoint=0", "random", "--games", "2", "--opening-plies", "0")(trust)
        ),
        lambda trust: label.main(
            words("hex:size=3", "--by", "puct:run=run,checkpoint=0", "--play", "random", "--games", "1")(trust)
        ),
    ]
    for open_it in arguments if by == "file" else arguments[:6]:
        with contextlib.suppress(FileNotFoundError):
            os.remove(MARKER)
        springs(open_it, "trap")


def test_an_opponents_run_does_not_run_its_network(here: Path) -> None:
    run_of(architecture="trap.py:Class")
    arguments = words("hex:size=3", "--arena.opponents", "policy:run=run,checkpoint=0", "--run", "new")
    springs(lambda trust: train.main(arguments(trust)), "trap.py")


def test_a_run_goes_on_where_the_user_names_what_it_names(here: Path) -> None:
    run_of("./trap.py")
    with pytest.raises(InputError, match="sprung"):
        train.main(["./trap.py", "--resume", "run"])
    assert Path(MARKER).exists()


def test_a_network_file_stays_the_one_it_was(here: Path) -> None:
    config = NetworkConfig(architecture="trap.py:Class")
    assert config.architecture == f"{here / 'trap.py'}:Class"  # and not one of that name where the run is resumed


# --- presets and studies ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "table"),
    [
        ("hex:size=3", '[network]\narchitecture = "trap.py:Class"\n'),
        ("chess", '[arena]\nopponents = ["uci:./trap.sh"]\n'),
    ],
)
def test_presets_and_studies_run_nothing(here: Path, game: str, table: str) -> None:
    (here / "preset.toml").write_text(table)
    arguments = words(game, "--preset", "preset.toml", "--run", "new")
    springs(lambda trust: train.main(arguments(trust)), "trap")
    os.remove(MARKER)
    (here / "study.toml").write_text('preset = "preset.toml"\nseeds = 1\niterations = 1\n')
    arguments = words(game, "study.toml", "--output", "study")
    springs(lambda trust: study.main(arguments(trust)), "trap")


def test_what_the_command_line_names_besides_the_preset_runs(here: Path) -> None:
    (here / "preset.toml").write_text('[arena]\nopponents = ["uci:./trap.sh"]\n')
    arguments = ["chess", "--preset", "preset.toml", "--run", "new", "--arena.opponents", "uci:./trap.sh"]
    with refused("arena.opponents", error=InputError):  # it is no engine
        train.main(arguments)
    assert Path(MARKER).exists()


# --- files without names ---------------------------------------------------------------------------------------


class Armed:
    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, (MARKER, "w")


@pytest.mark.parametrize("read", [load_evaluation, read_weights, lambda path: list(read_shard(path, None))])
def test_pickles_in_files_of_arrays_are_refused(here: Path, read: Callable[[Path], object]) -> None:
    armed = np.array([Armed()], object)
    names = ("weights", "card", "metadata", "action_end", "policy_end", "start", "number", "results")
    np.savez("file.npz", **dict.fromkeys(names, armed))
    with refused("file.npz"):
        read(here / "file.npz")
    assert not Path(MARKER).exists()
    np.load("file.npz", allow_pickle=True)["card"]
    assert Path(MARKER).exists()  # the pickle would have run


# --- where trust holds -----------------------------------------------------------------------------------------


def test_trust_ends_with_its_block_and_with_its_command(here: Path) -> None:
    assert trusted() == Trust()
    with trusting():
        with trusting(Trust()):
            assert not trusted().everything
        assert trusted().everything
        with naming(code_in_game("trap.py")):
            assert trusted().everything and trusted().named
        assert not trusted().named
    assert trusted() == Trust()
    save_record(GameRecord("./trap.py"), "rec.json")
    for _ in range(2):
        with contextlib.suppress(InputError, SystemExit):
            play.main(["--load", "rec.json", "--trust"])
        assert Path(MARKER).exists() and trusted() == Trust()
        os.remove(MARKER)
        (here / "trap.py").write_text(PYTHON + "\n")


def test_threads_and_processes_begin_without_trust() -> None:
    with trusting(), ThreadPoolExecutor(1) as threads:
        assert threads.submit(trusted).result() == Trust()
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
            assert processes.submit(trusted).result() == Trust()
        # Those of a pool have what may run where the pool was opened.
        with open_pool(WorkerSettings("hex", ("random", "random"), 0), apart=True) as pool:
            assert pool._trust.everything


def test_trust_that_is_passed_along_holds_in_other_threads(here: Path) -> None:
    """A run that was opened with trust, and matches of training, which are played in threads."""
    run_of(architecture="trap.py:Class")
    with trusting():
        run = open_run("run")
        seen = play_plan([1, 2], lambda one, seconds: trusted().everything, lambda finished, planned: None, None)
    assert run.trust.everything and seen == [True, True] and not open_run("run").trust.everything
    with ThreadPoolExecutor(1) as threads, contextlib.suppress(ValueError):
        threads.submit(run.evaluator, 0).result()
    assert Path(MARKER).exists()


def test_games_are_read_by_the_trust_of_the_caller(here: Path) -> None:
    save_record(GameRecord("./trap.py"), "rec.json")
    asked = boardai.read_games("rec.json")
    with trusting(), refused("rec.json", "trap.py"):
        next(asked)
    with trusting():
        asked = boardai.read_games("rec.json")
    with contextlib.suppress(ValueError):
        next(asked)
    assert Path(MARKER).exists()


# --- what is the same ------------------------------------------------------------------------------------------


def test_a_program_is_named_with_its_options_in_plain_words() -> None:
    with pytest.raises(ValueError, match="only this file names") as refusal, trusting(Trust()):
        require(AgentSpec.parse("uci:fairy-stockfish,seconds=0.2").trusted(), "match.json: players")
    assert "the program 'fairy-stockfish' with the options seconds=0.2, which only" in str(refusal.value)
    (plain,) = AgentSpec.parse("uci:fairy-stockfish").trusted()
    assert plain.words == "the program 'fairy-stockfish'"


def test_the_same_thing_under_other_names(here: Path) -> None:
    (here / "below").mkdir()
    (here / "link.py").symlink_to("trap.py")
    (here / "link.sh").symlink_to("trap.sh")
    for path in ("./trap.py", str(here / "trap.py"), "below/../trap.py", "link.py", "./trap.py:size=3"):
        with naming(code_in_game("trap.py")):
            require(code_in_game(path), "file")
    for spec in ("uci:./link.sh", f"uci:{here}/trap.sh", "and_or:fallback=uci:./trap.sh"):
        with naming(AgentSpec.parse("uci:./trap.sh").trusted()):
            require(AgentSpec.parse(spec).trusted(), "file")
    with naming(code_in_architecture("trap.py:A")):
        require(code_in_architecture("link.py:B"), "file")


@pytest.mark.parametrize(
    "other",
    ["uci:./other.sh", "uci:./trap.sh -x", "gtp:./other.sh", "uci:./trap.sh,Debug Log File=x", "uci:'unclosed"],
)
def test_other_programs_are_not_what_was_named(here: Path, other: str) -> None:
    with (
        naming(AgentSpec.parse("uci:./trap.sh").trusted()),
        refused("file"),
    ):
        require(AgentSpec.parse(other).trusted(), "file")


@pytest.mark.parametrize("game", [*boardai.available_games(), "hex:size=5", "reversi:board=boards/mine.txt"])
def test_installed_games_and_searches_are_free(game: str) -> None:
    assert code_in_game(game) == []
    assert AgentSpec.parse("pvs:depth=3").trusted() == AgentSpec.parse("puct:run=runs/x,simulations=3").trusted() == []
    ours = ("residual", "boardai.learn.network.value_network:ValueNetwork")
    assert [code_in_architecture(architecture) for architecture in ours] == [[], []]


def test_an_evaluation_that_the_user_names_too_may_run(tmp_path: Path) -> None:
    file, preset = tmp_path / "mine.hpp", tmp_path / "own.toml"
    file.write_text("int evaluate(const State&) { return 1; }")
    preset.write_text(f'[selfplay.adjudication]\nevaluator = "{file}"\n')
    arguments = ["hex:size=3", "--preset", str(preset)]
    with refused("mine.hpp"):
        prepare(arguments)
    command, _, _ = prepare([*arguments, "--selfplay.adjudication.evaluator", str(file)])
    assert command.settings.selfplay.adjudication.evaluator == str(file)


@pytest.mark.parametrize("place", ["stages = ['games=9,evaluator={}']", "stages = ['games=9,labels={}']",
                                   "stages = ['games=9']\npositions.labels = '{}'"])  # fmt: skip
def test_code_in_a_preset_s_stages_must_be_named(tmp_path: Path, place: str) -> None:
    file, preset = tmp_path / "mine.hpp", tmp_path / "own.toml"
    preset.write_text(f"learner = 'accumulator'\niterations = 1\npositions.scale = 170\n{place.format(file)}\n")
    arguments = ["chess", "--preset", str(preset)]
    with refused("mine.hpp"):
        prepare(arguments)
    command, _, _ = prepare([*arguments, "--stages", f"games=5,evaluator={file}"])
    assert str(file) in command.settings.stages[0]
