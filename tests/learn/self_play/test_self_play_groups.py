"""Self-play as a run drives it: groups on threads, openings, counters, and a worker in a process of its own."""

import dataclasses
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused

import boardai
from boardai.game import Game, game_folder
from boardai.learn.learners.config import TrainConfig
from boardai.learn.self_play import watched_games
from boardai.learn.self_play.config import SelfPlayConfig, StartsConfig
from boardai.learn.self_play.game_files import read_games
from boardai.learn.self_play.openings import opening_book, read_openings
from boardai.learn.self_play.replay import new_replay
from boardai.learn.self_play.searched_games import GameFiles, SearchedGame, searched_games
from boardai.learn.self_play.self_play import Played, SelfPlayGroups, new_self_play, self_play_options
from boardai.learn.settings import merged
from boardai.search import alphabeta, dfpn


class UniformEvaluator:
    """In place of a network: knows nothing, at once."""

    def __init__(self, game: Game, batch_size: int):
        self.shape, self.policy_size, self.batch_size = game.observation_shape, game.policy_size, batch_size

    def planes(self) -> np.ndarray:
        return np.zeros((self.batch_size, *self.shape), np.float32)

    def computed_rows(self, rows: int) -> int:
        return self.batch_size

    def __call__(self, planes: np.ndarray, rows: int) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros((rows, self.policy_size), np.float32), np.zeros(rows, np.float32)


def play(game: Game, config: SelfPlayConfig, iterations: int = 1, seed: int = 3) -> list[Played]:
    groups = SelfPlayGroups(game, config, seed)
    return [groups.play(UniformEvaluator(game, config.games), number) for number in range(1, iterations + 1)]


def test_one_group_alone_plays_what_it_plays_among_all(hex3: Game) -> None:
    """As it does on one of several hosts."""
    config = SelfPlayConfig(groups=3, games=2, games_per_iteration=7, simulations=4)
    everyone = SelfPlayGroups(hex3, config, 1)
    parts = everyone.play(UniformEvaluator(hex3, config.games), 1).parts
    second, third = (SelfPlayGroups(hex3, config, 1, [number]) for number in (1, 2))
    assert second.play(UniformEvaluator(hex3, config.games), 1).parts == parts[1:2]
    assert second.save() == everyone.save()[1:2]
    third.restore(everyone.save())
    assert third.save() == everyone.save()[2:]


class Slow(UniformEvaluator):
    """Asked for this many batches; then it looks at what a spectator sees."""

    def __init__(self, game: Game, batch_size: int, batches: int, seen: Callable[[], None]):
        super().__init__(game, batch_size)
        self.left, self.seen = batches, seen

    def __call__(self, planes: np.ndarray, rows: int) -> tuple[np.ndarray, np.ndarray]:
        self.left -= 1
        if self.left == 0:
            time.sleep(0.3)  # two looks of the thread that writes
            self.seen()
        return super().__call__(planes, rows)


@pytest.mark.parametrize("board", ["", "size=3"])
def test_games_in_progress_are_written_while_a_page_asks(hex3: Game, tmp_path: Path, monkeypatch, board) -> None:
    monkeypatch.setattr(watched_games, "_EACH", 0.0)
    monkeypatch.setattr(watched_games, "_LOOKS", 0.0)
    config = SelfPlayConfig(groups=1, games=6, games_per_iteration=12, simulations=4)
    files, seen = GameFiles(tmp_path), list[tuple[int, list[SearchedGame]]]()

    def play(batches: int = 0) -> Played:
        groups = SelfPlayGroups(hex3, config, 1)
        groups.watch(tmp_path, board)
        return groups.play(Slow(hex3, config.games, batches, lambda: seen.append(files.open_games(hex3))), 5)

    parts = play().parts
    assert list(tmp_path.iterdir()) == []  # no page asks
    watched_games.watched_path(tmp_path).touch()
    assert play(12).parts == parts  # the same games
    ((iteration, games),) = seen
    assert iteration == 5 and len(games) == watched_games.MOST
    assert {one.number for one in games} <= set(range(18)) and all(one.is_open for one in games)
    for one in games:
        played = one.recorded("us")
        assert one.board == board and played.result is None
        assert not played.check().is_terminal()  # legal moves
    assert max(len(one.moves) for one in games) > 0
    watched_games.open_path(tmp_path).unlink()
    os.utime(watched_games.watched_path(tmp_path), (1, 1))
    play()
    assert not watched_games.open_path(tmp_path).exists()  # no page asks any longer


def test_a_disk_that_takes_no_games_in_progress_does_not_end_a_run(hex3: Game, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(watched_games, "_LOOKS", 0.0)
    watched_games.watched_path(tmp_path).touch()
    tried = []

    def full(*given: Any, **named: Any) -> None:
        tried.append(given)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(watched_games, "write_games", full)
    config = SelfPlayConfig(groups=1, games=2, games_per_iteration=2, simulations=4)
    groups = SelfPlayGroups(hex3, config, 1)
    groups.watch(tmp_path)
    slow = Slow(hex3, config.games, 5, lambda: None)
    assert groups.play(slow, 1).counts["games"] >= 2 and len(tried) == 1


# --- openings --------------------------------------------------------------------------------------------------------


def test_the_openings_that_ship_are_legal_and_well_formed() -> None:
    game = boardai.load("chess")
    # Plays every line; refuses the same moves twice.
    openings = read_openings(game, game_folder(game.spec) / "openings.tsv")
    assert len(openings) >= 300
    assert all(re.fullmatch(r"[A-E]\d\d", opening.code) for opening in openings)
    assert {opening.code[0] for opening in openings} == set("ABCDE")
    names = Counter(opening.name for opening in openings)
    assert max(names.values()) == 1 and all(names)
    assert all(5 <= len(opening.actions) <= 20 for opening in openings)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("C20\tx\te4 e5\nC20\ty\te4 Ke7\n", r"lines\.tsv:2: move 2: .*Ke7"),
        ("# note\n\nC20\tx\te4 e5\nC44\ty\te2e4 1...e5\n", r"lines\.tsv:4: .*line 3"),
        ("C20\te4 e5\n", r"lines\.tsv:1: .*2 columns"),
        ("C20\tx\t\n", r"lines\.tsv:1: .*moves$"),
        ("A00\tx\tf3 e5 g4 Qh4\n", r"lines\.tsv:1: .*over"),
        ("# nothing\n", r"lines\.tsv: "),
    ],
)
def test_bad_openings_are_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "lines.tsv"
    path.write_text(text)
    with pytest.raises(ValueError, match=words):
        read_openings(boardai.load("chess"), path)


def test_openings_of_any_game(tmp_path: Path, hex3: Game) -> None:
    path = tmp_path / "lines.tsv"
    path.write_text("\tcorner\t1. a1 b2\n\tedge\tb1\n")
    assert [len(opening.actions) for opening in read_openings(hex3, path)] == [2, 1]
    config = SelfPlayConfig(games=4, simulations=4, starts=StartsConfig(openings=str(path), openings_share=1.0))
    played = play(hex3, config)[0]
    assert played.counts["book_games"] == played.counts["games"] >= 128
    assert len(opening_book(hex3, str(path)).splitlines()) == 2
    with refused("selfplay.starts.openings", "hex"):
        new_self_play(hex3, SelfPlayConfig(starts=StartsConfig(openings="own")), 0, 0)
    with refused("selfplay.starts.openings", "file"):
        new_self_play(hex3, SelfPlayConfig(starts=StartsConfig(openings="nowhere.tsv")), 0, 0)


def test_chess_games_start_from_the_book_and_mirrored() -> None:
    game = boardai.load("chess", history=0)
    starts = StartsConfig(openings="own", openings_share=0.75, random_plies=4, mirrored_share=0.5)
    config = SelfPlayConfig(games=8, games_per_iteration=60, simulations=2, max_plies=24, starts=starts)
    played = play(game, config)[0]
    games = played.counts["games"]
    assert 0.5 < played.counts["book_games"] / games < 0.95
    assert 0.25 < played.counts["mirrored_games"] / games < 0.75
    replay = new_replay(game, 5000, 1 << 24)
    assert sum(replay.add_games(part) for part in played.parts) == games
    with refused("mirrored_share"):
        new_self_play(boardai.load("hex", size=3), SelfPlayConfig(starts=StartsConfig(mirrored_share=0.5)), 0, 0)


# --- settings and counters -------------------------------------------------------------------------------------------


def test_every_setting_reaches_the_search() -> None:
    config = merged(
        SelfPlayConfig(),
        {
            "simulations": 100,
            "puct": {"forced_playouts": 2, "dirichlet_alpha": 0.7},
            "adjudication": {"kind": "progressive", "by": "evaluation", "threshold": 300, "iterations": 7},
            "starts": {"openings": "own"},
            "knowledge": "tree",
        },
        "test",
    )
    values = self_play_options(config, "4 0")
    assert (values["puct"]["simulations"], values["puct"]["forced_playouts"]) == (100, 2)
    assert values["puct"]["dirichlet_alpha"] == 0.7 and "gumbel" not in values["puct"]
    assert (values["puct"]["knowledge"], values["puct"]["solver"]) == (8, True)
    root = self_play_options(SelfPlayConfig(knowledge="root"), "")["puct"]
    assert root["knowledge"] == 2**31 - 1 and root["solver"]
    plain = self_play_options(SelfPlayConfig(), "")["puct"]
    assert plain["knowledge"] == 0 and not plain["solver"]
    assert values["adjudication"]["by_evaluation"] and values["adjudication"]["iterations"] == 7
    assert (values["starts"]["book"], values["starts"]["book_share"]) == ("4 0", 0.5)
    few = self_play_options(SelfPlayConfig(simulations=32), "")
    assert (few["puct"]["gumbel"]["rescale_values"], few["puct"]["gumbel"]["value_scale"]) == (True, 0.1)
    plain = merged(SelfPlayConfig(), {"gumbel": {"rescale_values": False, "value_scale": 1.0}}, "test")
    gumbel = self_play_options(plain, "")["puct"]["gumbel"]
    assert (gumbel["rescale_values"], gumbel["value_scale"]) == (False, 1.0)
    assert few["puct"]["gumbel"]["considered"] == 16 and "dirichlet_fraction" not in few["puct"]
    assert few["adjudication"]["threshold"] == 0 and few["starts"]["book_share"] == 0
    assert not SelfPlayConfig(simulations=33).searches_by_gumbel
    assert SelfPlayConfig(simulations=800, search="gumbel").searches_by_gumbel
    assert not SelfPlayConfig(simulations=8, search="puct").searches_by_gumbel


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"playout_cap": {"full_share": 2}}, "playout_cap.full_share must be"),
        ({"playout_cap": {"full_share": 0.5, "quick_simulations": 64}}, "more than selfplay.simulations"),
        ({"resignation": {"moves": 0}}, "resignation.moves must be"),
        ({"adjudication": {"kind": "fixed", "threshold": 300}}, "adjudication.threshold: above 1"),
        ({"adjudication": {"iterations": 1}}, "adjudication.iterations must be"),
        ({"temperature": {"end": -1}}, "temperature.end must be"),
        ({"starts": {"random_plies": 512}}, "starts.random_plies: must be below"),
        ({"gumbel": {"considered": 0}}, "gumbel.considered must be"),
        ({"threads": 0}, "threads must be"),
        ({"knowledge_visits": 0}, "knowledge_visits must be"),
    ],
)
def test_settings_out_of_range(table: dict, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        merged(SelfPlayConfig(), table, "my.toml")


def test_metrics_agree_with_each_other(hex3: Game) -> None:
    config = merged(
        SelfPlayConfig(games=8, games_per_iteration=60, simulations=8, max_plies=9),
        {
            "starts": {"random_plies": 2},
            "resignation": {"threshold": 0.2, "moves": 1, "never_share": 0.5},
            "playout_cap": {"full_share": 0.5, "quick_simulations": 2},
        },
        "test",
    )
    for played in play(hex3, config, iterations=2):
        line = played.metrics(9)
        games = line["games"]
        assert games == len(played.lengths) == sum(line["game_lengths"]) >= 60
        assert line["plies"] == sum(played.lengths)
        assert [played.lengths.count(length) for length in range(1, 10)] == line["game_lengths"]
        assert line["game_length_bin"] == 1
        assert line["first_player_wins"] + line["draws"] + line["second_player_wins"] == games
        assert line["ended_by_rules"] + line["capped"] + line["resigned"] + line["adjudicated"] == games
        assert 0 < line["never_resign_games"] < games
        assert line["false_resigns"] <= line["would_resign"] <= line["never_resign_games"]
        assert 0 < line["full_searches"] < line["moves"]
        assert line["evaluations"] <= played.rows and 0 < line["batch_fill"] <= 1
        assert 0 < line["cache_hit_rate"] < 1
        assert 0 <= line["search_agreement"] <= 1 and 0 < line["search_entropy"] < np.log(9)


@pytest.mark.parametrize(("line", "winner"), [("e4 d5 exd5 Qxd5 Nc3 h6 Nxd5", 0), ("e4 e5 Qh5 a6 Qxh7 Rxh7", 1)])
def test_games_are_adjudicated_by_the_evaluation(tmp_path: Path, line: str, winner: int) -> None:
    """A queen is lost in the opening: the evaluation sees it, values of a network that knows nothing do not."""
    game = boardai.load("chess", history=0)
    (tmp_path / "lines.tsv").write_text(f"\tqueen lost\t{line}\n")
    starts = {"openings": str(tmp_path / "lines.tsv"), "openings_share": 1.0}
    for by, threshold in (("evaluation", 300), ("evaluation", 3000), ("value", 0.5)):
        adjudication = {"kind": "fixed", "by": by, "threshold": threshold, "ply": 1, "plies": 1}
        table = {"starts": starts, "adjudication": adjudication, "resignation": {"never_share": 0.0}}
        config = merged(SelfPlayConfig(games=4, games_per_iteration=8, simulations=2, max_plies=12), table, "test")
        metrics = play(game, config)[0].metrics(12)
        wins = metrics[("first_player_wins", "second_player_wins")[winner]]
        if threshold == 300:
            assert wins == metrics["adjudicated"] == metrics["games"]
        else:
            assert metrics["adjudicated"] == wins == 0


def test_games_are_adjudicated_by_an_evaluation_of_one_s_own(hex3: Game, tmp_path: Path) -> None:
    file = tmp_path / "second.hpp"
    file.write_text("int evaluate(const State& state) { return state.current_player() == 1 ? 500 : -500; }")
    for evaluator in (str(file), boardai.define_evaluator(hex3, file.read_text(), "for_the_second").name):
        adjudication = {"kind": "fixed", "by": "evaluation", "evaluator": evaluator, "threshold": 400, "ply": 1}
        table = {"adjudication": adjudication | {"plies": 1}, "resignation": {"never_share": 0.0}}
        config = merged(SelfPlayConfig(games=4, simulations=2), table, "test")
        metrics = play(hex3, config)[0].metrics(12)
        assert metrics["second_player_wins"] == metrics["adjudicated"] == metrics["games"]
    with refused("third"):
        play(hex3, merged(config, {"adjudication": {"evaluator": "third"}}, "test"))


@pytest.mark.parametrize("search", ["puct", "gumbel"])
@pytest.mark.parametrize(
    ("spec", "knowledge"), [("hex:size=4", "tree"), ("hex:size=4,swap=true", "root"), ("reversi:board=4x4", "none")]
)
def test_games_end_when_a_search_proves_who_wins(spec: str, knowledge: str, search: str) -> None:
    game = boardai.load(spec)
    table = {
        "search": search, "knowledge": knowledge, "knowledge_visits": 2, "adjudication": {"proven": True},
        "resignation": {"never_share": 0.3}, "starts": {"random_plies": 3},
    }  # fmt: skip
    config = merged(SelfPlayConfig(games=8, games_per_iteration=80, simulations=6), table, "test")
    (played,) = play(game, config)
    games = list(searched_games(played.parts, game, "here"))

    def truth(state: boardai.State) -> float:
        solve = dfpn if spec.startswith("hex") else alphabeta
        return float(np.sign(solve(state).value_for(0)))

    endings = Counter(found.ending for found in games)
    assert set(endings) == {"adjudicated", "by the rules"} and endings["adjudicated"] > 40
    assert played.counts["adjudicated"] == endings["adjudicated"]
    for found in games:
        state = found.start.clone()
        for move in found.moves[:-1]:
            state.apply(move.action)
        last = found.moves[-1]
        if found.ending == "adjudicated":
            # The reported result is correct, and so is the move to be learned.
            assert found.outcome == truth(state) == truth(state.child(last.action))
            assert last.value == (found.outcome if state.current_player() == 0 else -found.outcome)
        else:
            assert found.outcome == state.child(last.action).outcome(0)
    with refused("knowledge"):
        play(boardai.load("chess"), SelfPlayConfig(knowledge="root"))


@pytest.mark.thorough
def test_a_run_of_a_game_in_python_that_knows_nothing_leaves_no_folder(tic_tac_toe: str, tmp_path: Path) -> None:
    with refused("knowledge", "this game knows nothing"):
        boardai.learn.train(tic_tac_toe, run=tmp_path / "run", verbose=False, **{"selfplay.knowledge": "root"})
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("search", ["puct", "gumbel"])
def test_who_is_known_to_have_lost_has_few_simulations(search: str) -> None:
    game = boardai.load("hex", size=4)
    simulations = []
    for quickly in (False, True):
        cap = {"quick_simulations": 2, "when_lost": quickly}
        table = {"search": search, "knowledge": "root", "playout_cap": cap, "starts": {"random_plies": 3}}
        config = merged(SelfPlayConfig(games=8, games_per_iteration=40, simulations=12), table, "test")
        (played,) = play(game, config)
        losing, all_losing = 0, 0
        for found in searched_games(played.parts, game, "here"):
            state = found.start.clone()
            for move in found.moves:
                if move.value is not None:
                    truth = dfpn(state).value
                    assert abs(move.value) < 1 or move.value == truth
                    losing += move.value == -1
                    all_losing += truth == -1
                    assert move.policy  # all are learned from
                state.apply(move.action)
        assert losing > 0.9 * all_losing > 100
        simulations.append(played.counts["simulations"] / played.counts["moves"])
    assert simulations[1] < simulations[0] / 2


@pytest.mark.parametrize("reuse", [True, False])
def test_who_is_known_to_have_lost_is_found_whatever_the_cache_holds(reuse: bool) -> None:
    game = boardai.load("hex", size=4)

    def games(cache_mb: int) -> dict[int, Any]:
        cap = {"quick_simulations": 2, "when_lost": True}
        table = {"knowledge": "root", "playout_cap": cap, "reuse_subtree": reuse, "cache_mb": cache_mb}
        config = merged(SelfPlayConfig(groups=1, games=8, games_per_iteration=30, simulations=12), table, "test")
        found = searched_games(play(game, config)[0].parts, game, "here")
        return {one.number: one for one in found}

    without, with_cache = games(0), games(8)
    common = without.keys() & with_cache.keys()
    assert len(common) > 15 and all(without[number] == with_cache[number] for number in common)


def test_a_share_of_the_games_is_played_to_the_end(hex3: Game) -> None:
    """Neither resigned nor adjudicated, whichever of them there is."""
    adjudication = {"kind": "fixed", "threshold": 0.5, "ply": 1, "plies": 1}
    for table in ({"adjudication": adjudication}, {"adjudication": {"proven": True}, "knowledge": "root"}):
        for share in (0.0, 0.5, 1.0):
            config = merged(
                SelfPlayConfig(games=8, games_per_iteration=40, simulations=8),
                table | {"resignation": {"never_share": share}}, "test",
            )  # fmt: skip
            metrics = play(hex3, config)[0].metrics(12)
            assert metrics["adjudicated"] <= metrics["games"] - metrics["never_resign_games"]
            assert (metrics["never_resign_games"] == 0) == (share == 0)
            assert (metrics["adjudicated"] == 0) == (share == 1)


@pytest.mark.parametrize("search", ["puct", "gumbel"])
def test_quick_searches_are_without_noise(hex3: Game, search: str) -> None:
    def games(full_share: float, noise: float) -> list[bytes]:
        table = {
            "search": search, "temperature": {"start": 0.0}, "starts": {"random_plies": 2},
            "playout_cap": {"full_share": full_share, "quick_simulations": 8},
            "puct": {"dirichlet_fraction": noise}, "gumbel": {"scale": noise},
        }  # fmt: skip
        config = merged(SelfPlayConfig(games=4, games_per_iteration=8, simulations=8), table, "test")
        return play(hex3, config)[0].parts

    assert games(0.0, 0.0) == games(0.0, 1.0)
    assert games(1.0, 0.0) != games(1.0, 1.0)


@pytest.mark.parametrize("knowledge", ["none", "tree"])
def test_threads_change_no_game(hex3: Game, knowledge: str) -> None:
    table = {"games": 16, "games_per_iteration": 40, "simulations": 12, "cache_mb": 1, "knowledge": knowledge}
    config = merged(SelfPlayConfig(), table | {"knowledge_visits": 3}, "test")
    alone, together = (play(hex3, dataclasses.replace(config, threads=threads), 2) for threads in (1, 3))
    assert [played.parts for played in alone] == [played.parts for played in together]
    assert [played.metrics(9) for played in alone] == [played.metrics(9) for played in together]


# --- a worker elsewhere ----------------------------------------------------------------------------------------------

WORKER = """
import sys
from pathlib import Path
import boardai
from boardai.learn.runs.checkpoint import checkpoint_path, load_network
from boardai.learn.learners.config import TrainConfig
from boardai.learn.settings import merged
from boardai.learn.self_play.game_files import read_games, write_games
from boardai.learn.network.inference import Evaluator
from boardai.learn.network.network import Network
from boardai.learn.self_play.self_play import SelfPlayGroups
from boardai.basics.files import read_json

run, iteration, games = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
settings = read_json(run / "run.json")
game = boardai.load(settings["game"])
config = merged(TrainConfig(), settings["config"], "run.json")
network = Network(game.observation_shape, game.policy_size, config.network, config.seed)
checkpoint = checkpoint_path(run / "checkpoints", iteration - 1)
evaluator = Evaluator(network, *load_network(checkpoint, network), config.selfplay.games)
groups = SelfPlayGroups(game, config.selfplay, config.seed)
groups.restore(read_games(checkpoint / "open_games"))
write_games(games, iteration, groups.play(evaluator, iteration).parts)
"""


@pytest.mark.thorough
def test_another_process_plays_the_same_games_from_a_checkpoint(tmp_path: Path, tiny: TrainConfig, train_here) -> None:  # type: ignore[no-untyped-def]
    train_here(tmp_path / "run", 3, keep_checkpoints=4)
    done = subprocess.run(
        [sys.executable, "-c", WORKER, str(tmp_path / "run"), "3", str(tmp_path / "played")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert read_games(tmp_path / "played") == read_games(tmp_path / "run" / "games" / "000003.games")


@pytest.mark.parametrize(
    ("name", "value"),
    [("quiet_plies", 65), ("cache_mb", 2_000_000), ("simulations", 2**31), ("knowledge_visits", 2**31)],
)
def test_what_no_search_takes_is_refused_with_the_settings(name: str, value: int) -> None:
    """Not when the first game begins."""
    SelfPlayConfig(**{name: min(value - 1, 1_048_576)}).search_options.to_native()
    with pytest.raises(ValueError, match=rf"selfplay\.{name}"):
        SelfPlayConfig(**{name: value})
