"""One network for several boards, trained in one run: shares, batches, resuming, playing, and what is refused."""

import dataclasses
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from refusals import refused
from run_helpers import Silent, iterate_to, results, undocumented

import boardai
from boardai import learn
from boardai.game import Game
from boardai.learn.learners.config import TrainConfig
from boardai.learn.learners.several_boards import AlphaZeroOnBoards
from boardai.learn.network.canvas import canvas_layout
from boardai.learn.network.config import NetworkConfig
from boardai.learn.network.network import Network
from boardai.learn.reports.export import write_npz
from boardai.learn.reports.figures import draw_pages
from boardai.learn.reports.figures.runs import load_entries
from boardai.learn.runs.folder import RunFolder
from boardai.learn.runs.run import Run
from boardai.learn.runs.trained_network import game_of_run, load_evaluator, load_trained
from boardai.learn.self_play.boards import Board, BoardBuffers, boards_of
from boardai.learn.self_play.config import SelfPlayConfig
from boardai.learn.self_play.curriculum import allotted, on_board, parsed, rows_by_board, shares
from boardai.learn.self_play.game_files import Contents, read_contents, read_game_file
from boardai.learn.self_play.replay import ReplayBuffer, ReplayConfig
from boardai.learn.self_play.searched_games import GameFiles
from boardai.learn.settings import merged
from boardai.learn.training.batch import TrainingBatch
from boardai.players import load_agent

BOARDS = ("size=3: 2 1", "size=4: 0 2")
NETWORK = NetworkConfig(
    blocks=1, channels=8, value_channels=2, value_hidden=8, policy_head="conv", value_features="pooled", board_plane=2
)


@pytest.fixture(scope="module")
def hex4() -> Game:
    return boardai.load("hex", size=4)


@pytest.fixture(scope="module")
def config(tiny: TrainConfig) -> TrainConfig:
    """Settings of a run of a few seconds on Hex 3x3 and 4x4."""
    return dataclasses.replace(
        tiny,
        inference_rate_seconds=0,
        network=NETWORK,
        selfplay=dataclasses.replace(tiny.selfplay, boards=BOARDS),
        arena=dataclasses.replace(tiny.arena, truth="", every=0, final_games=2, opponents=("random",)),
    )


@pytest.fixture(scope="module")
def reference_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("boards") / "run"


@pytest.fixture(scope="module")
def reference(reference_folder: Path, hex4: Game, config: TrainConfig) -> Any:
    """A run of four iterations and its final matches, that nothing happened to."""
    return iterate_to(None, reference_folder, hex4, config)


def same_weights(first: Any, second: Any) -> bool:
    pairs = zip(first.method.learner.parameters, second.method.learner.parameters, strict=True)
    return all(np.array_equal(a, b) for a, b in pairs)


def test_shares_move_from_board_to_board() -> None:
    boards = parsed(["size=5: 3 1", "size=7: 1", "size=9: 0 0 2"])
    assert shares(boards, 0.0) == [0.75, 0.25, 0.0]
    assert shares(boards, 0.5) == [2 / 3, 1 / 3, 0.0]
    assert shares(boards, 1.0) == [0.25, 0.25, 0.5]


def test_the_games_of_a_run_keep_the_shares() -> None:
    """Whatever iterations play too much, is taken from later ones: no board is ever far from its share."""
    rng, boards = np.random.default_rng(0), parsed(["a=1: 5 1", "a=2: 1 2 1", "a=3: 0 3"])
    owed, wanted, played = np.zeros(3), np.zeros(3), np.zeros(3)
    for iteration in range(200):
        now = shares(boards, iteration / 200)
        counts = allotted(owed.tolist(), now, 17)
        assert sum(counts) == 17
        finished = np.array(counts) + rng.integers(0, 3, 3) * (np.array(counts) > 0)
        owed += np.array(now) * finished.sum() - finished
        wanted += np.array(now) * finished.sum()
        played += finished
        assert np.abs(wanted - played).max() < 4
    assert played.sum() > 17 * 200


@pytest.mark.parametrize(
    ("boards", "words"),
    [
        (["size=3"], "expected PARAMETERS: WEIGHT"),
        (["size=3: a", "size=4: 1"], "expected PARAMETERS: WEIGHT"),
        (["size=3: nan", "size=4: 1"], "expected PARAMETERS: WEIGHT"),
        (["size=3: 1"], "one board"),
        (["size=3: 1", "size=3: 2"], "a board twice"),
        (["size=3: 1 0 1", "size=4: 1"], "stays in play"),
        (["size=3: 1 0", "size=4: 1"], "stays in play"),
        (["size=3: 0", "size=4: 1"], "all 0"),
        (["size=3: 1e7", "size=4: 1"], "from 0.000001 to 1000000"),
        (["size=3: 0 5e-324", "size=4: 1"], "from 0.000001 to 1000000"),
        (["size=3: -1", "size=4: 1"], "below 0"),
        (["size=3: 0 1", "size=4: 0 1"], "no board is played at the beginning"),
    ],
)
def test_what_is_no_curriculum_is_refused(boards: list[str], words: str) -> None:
    with refused("selfplay.boards", words):
        SelfPlayConfig(boards=tuple(boards))


def test_rows_of_a_batch_are_shared_as_the_boards_are() -> None:
    counts = np.zeros(3)
    for seed in range(400):
        rows = rows_by_board([0.5, 0.01, 0.49], 32, np.random.default_rng(seed))
        assert sorted(np.concatenate(rows).tolist()) == list(range(32))
        assert abs(len(rows[0]) - 16) <= 1 and len(rows[1]) <= 1
        counts += [len(one) for one in rows]
    np.testing.assert_allclose(counts / counts.sum(), [0.5, 0.01, 0.49], atol=0.004)
    assert [len(one) for one in rows_by_board([0.0, 1.0], 8, np.random.default_rng(0))] == [0, 8]


def test_a_board_without_a_share_has_no_row() -> None:
    """Its buffer may be empty. Shares may add up to a little less than 1, and chance may round down."""

    class Lowest:
        permutation = staticmethod(np.arange)

        def random(self) -> float:
            return 0.0

    uneven = [*[0.1] * 10, 0.0]
    assert np.cumsum(uneven)[-1] < 1
    rows: Any = Lowest()
    assert len(rows_by_board(uneven, 256, rows)[10]) == 0


@pytest.mark.thorough
def test_a_run_learns_on_all_its_boards(reference: Any, reference_folder: Path) -> None:
    lines, wanted, played = results(reference_folder), np.zeros(2), np.zeros(2)
    for number, line in enumerate(lines):
        by_board = line["games_by_board"]
        assert sum(by_board.values()) == line["games"] >= 17
        assert sum(line["positions_by_board"].values()) == line["positions"]
        wanted += np.array(shares(parsed(BOARDS), number / 4)) * line["games"]
        played += [by_board["size=3"], by_board["size=4"]]
    assert np.abs(wanted - played).max() < 8  # what the games of a group end with at once
    assert lines[0]["games_by_board"]["size=4"] == 0 < lines[3]["games_by_board"]["size=3"]
    assert set(lines[0]["policy_loss_by_board"]) == {"size=3"}
    for name in ("policy_loss_by_board", "value_loss_by_board"):
        assert set(lines[3][name]) == {"size=3", "size=4"} and all(value > 0 for value in lines[3][name].values())
    assert lines[-1]["steps"] == int(sum(line["positions"] for line in lines) * 4 / 16)
    assert undocumented(reference_folder) == set()
    # The last matches are on every board.
    report = json.loads((reference_folder / "report.json").read_text())
    assert {"search vs random", "search vs random on hex:size=3"} <= set(report["matches"])


@pytest.mark.thorough
def test_resuming_on_several_boards_equals_going_on(
    reference: Any, reference_folder: Path, hex4: Game, config: TrainConfig, tmp_path: Path
) -> None:
    iterate_to(2, tmp_path / "run", hex4, config)
    resumed = iterate_to(4, tmp_path / "run", hex4, config)
    assert same_weights(reference, resumed)
    assert results(tmp_path / "run") == results(reference_folder)
    for file in (reference_folder / "games").iterdir():
        assert file.read_bytes() == (tmp_path / "run" / "games" / file.name).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes",
    [{"overlap": "on"}, {"keep_games": False, "keep_checkpoints": 1}, {"selfplay": {"packed": True}}],
    ids=str,
)
def test_other_settings_are_resumed_as_well(
    changes: Mapping[str, Any], hex4: Game, config: TrainConfig, tmp_path: Path
) -> None:
    changed = merged(config, dict(changes), "test")
    whole = iterate_to(4, tmp_path / "whole", hex4, changed)
    for iterations in (1, 3, 4):
        resumed = iterate_to(iterations, tmp_path / "run", hex4, changed)
    assert same_weights(whole, resumed) and results(tmp_path / "run") == results(tmp_path / "whole")
    if not changed.keep_games:  # the small board's buffer overflows, the other one needs all of its games
        there = [int(file.stem) for file in sorted((tmp_path / "run" / "games").iterdir())]
        assert there == [2, 3, 4] or there == [1, 2, 3, 4]


def test_game_files_say_which_board_was_played(reference: Any, reference_folder: Path, hex4: Game) -> None:
    file = read_game_file(reference_folder / "games" / "000003.games")
    assert file.boards == ("size=3", "size=3", "size=4", "size=4")
    path, line = reference_folder / "games" / "000003.games", results(reference_folder)[2]
    for board in ("size=3", "size=4"):
        contents = read_contents(path, board)
        assert contents == Contents(line["games_by_board"][board], line["positions_by_board"][board])
    with refused("000003.games", "no board 'size=5'"):
        read_contents(path, "size=5")
    games = GameFiles(reference_folder).games(3, hex4)
    for board, size in (("size=3", 3), ("size=4", 4)):
        its = [one for one in games if one.board == board]
        assert len(its) == line["games_by_board"][board] > 0
        for one in its:
            assert one.game.params["size"] == size and one.name == f"game {one.number} on {board}"
            assert one.recorded("run").final_state().is_terminal()


def test_positions_of_a_run_are_of_the_board_that_is_asked_for(
    reference: Any, reference_folder: Path, hex4: Game
) -> None:
    lines = results(reference_folder)
    for size in (3, 4):
        positions = learn.run_games(reference_folder, f"hex:size={size}")
        assert len(positions) == sum(line["positions_by_board"][f"size={size}"] for line in lines)
        assert positions.observations.shape[1:] == (size, size, 3)
    with pytest.raises(ValueError, match="no games on hex:size=4"):
        learn.run_games(reference_folder, hex4, [1])
    with pytest.raises(ValueError, match="no games on hex:size=5"):
        learn.run_games(reference_folder, "hex:size=5")


def test_games_of_one_board_are_not_asked_for_several(hex4: Game) -> None:
    def network(planes: np.ndarray) -> Any:
        return np.zeros((len(planes), 16)), np.zeros(len(planes))

    with refused("selfplay.boards", "of one board"):
        learn.self_play_games(hex4, boardai.search.Network(network), games=2, simulations=2, boards=BOARDS)


def test_boards_in_files_are_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a run's own game, whose file has an absolute path when the run is resumed."""
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text("name: mine\n\n----\n-OX-\n-XO-\n----\n")
    game = boardai.load("reversi:board=mine.txt")
    config = SelfPlayConfig(boards=("board=mine.txt: 1", "board=6x6: 1"))
    boards = boards_of(game, config)
    assert boards[0].game is game
    monkeypatch.chdir("/")
    resumed = boards_of(boardai.load(f"reversi:board={tmp_path / 'mine.txt'}"), config)
    assert [board.name for board in resumed] == [board.name for board in boards]
    assert [board.side for board in resumed] == [4, 6]


def test_damage_to_one_boards_games_is_seen(
    reference: Any, reference_folder: Path, hex4: Game, config: TrainConfig, tmp_path: Path
) -> None:
    shutil.copytree(reference_folder, tmp_path / "run")
    path = tmp_path / "run" / "games" / "000004.games"
    header, _, rest = path.read_bytes().partition(b"\n")
    table = json.loads(header)
    table["boards"][1]["board"] = "size=9"
    path.write_bytes(json.dumps(table).encode() + b"\n" + rest)
    with refused("000004.games", "no board 'size=4'"):
        iterate_to(5, tmp_path / "run", hex4, config)


@pytest.mark.thorough
def test_one_folder_plays_every_size(reference: Any, reference_folder: Path, tmp_path: Path) -> None:
    exported = tmp_path / "net.npz"
    write_npz(load_trained(reference_folder), exported)
    for size in (3, 4, 5, 19):
        game = boardai.load("hex", size=size)
        state = game.initial_state()
        for source in (reference_folder, exported):
            assert state.is_legal(load_agent(f"puct:run={source},simulations=4", game).choose(state))
            logits, _ = load_evaluator(source, game, rows=1)(state.observation()[None])
            assert logits.shape == (1, size * size) and np.isfinite(logits).all()


def test_a_network_of_other_planes_plays_every_size(tmp_path: Path, config: TrainConfig) -> None:
    """The view of the run's game, which planes it has, goes with its network to every board."""
    path = tmp_path / "edges"
    game = boardai.load("hex", size=4, edges=True)
    with RunFolder.create(path, game.spec, config, "test") as folder:
        run = Run(game, config, Silent())
        run.start(folder)
    assert [board.game.spec for board in run.method.boards] == ["hex:size=3,edges=true", "hex:size=4,edges=true"]
    larger = boardai.load("hex", size=5)
    assert game_of_run(path, larger).spec == "hex:size=5,edges=true"
    state = larger.initial_state()
    assert state.is_legal(load_agent(f"policy:run={path}", larger).choose(state))


def test_a_batch_has_each_board_in_its_corner_of_the_canvas(reference: Any) -> None:
    """Rows of the smaller board are those of its buffer, where a canvas has its cells and moves; the rest is empty."""
    buffers = reference.method.replay
    batch = TrainingBatch((4, 4, 3), 16, 24, {"reply": (16,), "ownership": (4, 4, 1)})
    for array in batch.arrays().values():
        array.fill(7)  # of the batch before
    buffers.sample_into(batch, 5)
    board = batch.planes[..., 2]
    small = board[:, 3, 3] == 0
    assert 0 < small.sum() < 24 and (board[~small] == 1).all()
    assert (board[small][:, :3, :3] == 1).all() and board[small].sum() == 9 * small.sum()
    np.testing.assert_allclose(batch.policy.sum(1), 1, atol=1e-5)
    off = np.ones((4, 4), bool)
    off[:3, :3] = False
    for name in ("policy", "legal", "reply"):
        assert (getattr(batch, name)[small][:, off.ravel()] == 0).all()
    assert np.isnan(batch.ownership[small][:, off]).all() and not np.isnan(batch.ownership[~small]).any()
    assert not np.isnan(batch.ownership[small][:, ~off]).any()
    # A stone never lies where a move is legal.
    empty = (batch.planes[..., :2].sum(-1) == 0).reshape(24, 16)
    assert not (batch.legal.astype(bool) & ~empty).any()


def test_the_canvas_says_what_each_board_says(hex4: Game) -> None:
    """On the canvas that training uses a small board's position has the policy and the value of its own network."""
    three = boardai.load("hex", size=3)
    own = Network(three.observation_shape, three.policy_size, NETWORK, 3)
    places = canvas_layout(three.observation_shape, 9, dataclasses.replace(NETWORK, canvas=4), None)[1]
    canvas = Network(hex4.observation_shape, hex4.policy_size, NETWORK, 3)
    rng = np.random.default_rng(0)
    weights = tuple(rng.normal(0, 0.3, leaf.shape).astype(np.float32) for leaf in own.parameters)
    state = three.initial_state().child(4)
    planes = state.observation()[None]
    logits, value = own.jitted_apply(weights, own.statistics, planes)
    padded = np.pad(planes, ((0, 0), (0, 1), (0, 1), (0, 0)))
    on_canvas, its_value = canvas.jitted_apply(weights, own.statistics, padded)
    np.testing.assert_allclose(np.asarray(on_canvas)[:, places], logits, atol=1e-4)
    np.testing.assert_allclose(value, its_value, atol=1e-5)
    others = np.delete(np.asarray(on_canvas)[0], places)
    assert len(others) == 7 and (others < -1e20).all()  # no probability off the board, whatever is legal


def test_buffers_together_count_what_each_holds(hex4: Game, reference: Any) -> None:
    buffers = reference.method.replay
    assert buffers.size == sum(one.size for one in buffers.buffers) and len(buffers.buffers) == 2
    assert all(isinstance(one, ReplayBuffer) for one in buffers.buffers)
    held = np.array([one.positions for one in buffers.added])
    np.testing.assert_allclose(buffers.shares, held / held.sum())
    weights = parsed(BOARDS)
    boards = [Board(one.name, on_board(hex4, one.name), one) for one in weights]
    empty = BoardBuffers(boards, ReplayConfig(capacity=50, minimum=10), NETWORK)
    memory = sum(one.memory_bytes for one in empty.buffers) / 2**20
    assert empty.describe() == f"replay buffers of 2 boards: up to 50 positions of each, in {memory:.0f} MiB together"
    assert empty.side == 3 and empty.shares == [0, 0] and empty.statistics(1)["buffer"] == 0


@pytest.mark.thorough
def test_pictures_have_a_curve_for_each_board(reference: Any, reference_folder: Path, tmp_path: Path) -> None:
    drawn = draw_pages(load_entries([reference_folder]), tmp_path, names=["learning", "games"])
    for path, title in zip(drawn, ("policy loss by board", "games by board"), strict=True):
        text = path.read_text()
        assert f"<!-- {title}" in text and "<!-- size=3" in text and "<!-- size=4" in text


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"network": {"policy_head": "dense"}}, "network.policy_head: .* set it to conv"),
        ({"network": {"value_features": "dense"}}, "network.value_features: .* set it to pooled"),
        ({"network": {"body": "attention"}}, "network.body"),
        ({"network": {"board_plane": -1}}, "network.board_plane: .*Hex 2"),
        ({"network": {"canvas": 9}}, "network.canvas: .* set it to 0"),
        ({"workers": 2}, "workers: .* set it to 0"),
        ({"selfplay": {"device": True, "search": "gumbel", "endings": False}}, "selfplay.boards: games on the device"),
        ({"selfplay": {"starts": {"openings": "own"}}}, "selfplay.boards: lines of openings"),
        ({"arena": {"gate": {"score": 0.55}}}, "arena.gate.score"),
        ({"reanalyse": {"positions_per_new": 1.0}}, "reanalyse.positions_per_new"),
        ({"teacher": {"agent": "greedy"}}, "teacher.agent"),
        ({"growth": {"stages": ["0.5:2x8"]}}, "growth.stages"),
        ({"inference_rate_seconds": 5.0}, "inference_rate_seconds: a rate is of one board: .* set it to 0"),
    ],
    ids=str,
)
def test_what_does_not_go_with_several_boards_is_refused(config: TrainConfig, changes: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        merged(config, changes, "test")


@pytest.mark.parametrize(
    ("spec", "boards", "plane", "words"),
    [
        ("hex:size=5", BOARDS, 2, "the run's own board, hex:size=5, is not among"),
        ("hex:size=4", ("size=4: 1", "size=4,swap=false: 1"), 2, "a board twice"),
        ("hex:size=4", ("size=4: 1", "size=20: 1"), 2, "size=20: .*1 to 19"),
        ("hex:size=4", ("size=4: 1", "size=3,swap=true: 1"), 2, "other planes or moves"),
        ("hex:size=4", BOARDS, 0, "network.board_plane: plane 0"),
        ("reversi:board=6x6", ("board=4x4: 1", "board=6x6: 1"), 0, "network.board_plane: plane 0"),  # own discs
    ],
)
def test_boards_that_cannot_share_a_network_are_refused(
    config: TrainConfig, spec: str, boards: tuple[str, ...], plane: int, words: str
) -> None:
    changed = merged(config, {"selfplay": {"boards": list(boards)}, "network": {"board_plane": plane}}, "test")
    with pytest.raises(ValueError, match=words):
        AlphaZeroOnBoards(boardai.load(spec), changed, Silent(), lambda: None)


@pytest.mark.slow
def test_any_game_with_boards_can(tmp_path: Path) -> None:
    """Reversi, whose boards have a pass, on 4x4 and 6x6, and with holes."""
    run = learn.train(
        "reversi:board=6x6",
        iterations=2,
        run=tmp_path / "run",
        verbose=False,
        **{
            "network": {**dataclasses.asdict(NETWORK), "board_plane": 3},
            "selfplay": {"boards": ["board=4x4: 1", "board=6x6: 1"], "games": 8, "games_per_iteration": 12},
            "selfplay.simulations": 4, "replay.minimum": 50, "learn.batch_size": 16, "learn.shards": 1,
            "arena": {"every": 0, "final_games": 2, "opponents": ["random"]},
            "learn.loss.reply": 0.1, "network.reply": True,
        },
    )  # fmt: skip
    assert set(run.metrics.lines[-1]["policy_loss_by_board"]) == {"board=4x4", "board=6x6"}
    game = boardai.load("reversi")
    state = game.initial_state()
    assert state.is_legal(load_agent(f"puct:run={run.path},simulations=4", game).choose(state))
