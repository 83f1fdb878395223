"""The UCI client: on a fake engine always, on Stockfish where it is installed."""

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from refusals import refused

import boardai
from boardai.game import Game
from boardai.games.chess.uci import Engine
from boardai.players import load_agent
from boardai.protocols.process import EngineError

FAKE = f"{sys.executable} {Path(__file__).parent / 'fake_engine.py'} uci"
needs_stockfish = pytest.mark.skipif(
    shutil.which("stockfish") is None, reason="stockfish is not installed (apt install stockfish; /usr/games on PATH)"
)


@pytest.fixture(scope="module")
def chess() -> Game:
    return boardai.load("chess")


@pytest.fixture
def engine(chess: Game):
    made: list[Engine] = []

    def make(mode: str, game: Game = chess, **settings: Any) -> Engine:
        made.append(Engine(f"{FAKE} {mode}", game, **{"depth": 1, **settings}))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_answers_and_what_it_says(engine, chess: Game) -> None:
    fake = engine("good")
    assert fake.name == "Fake 1.0"
    state = chess.initial_state()
    answer = fake.analyse(state, [])
    assert state.is_legal(answer.action)
    # The second variation, the bound and the text are no part of it.
    assert (answer.score, answer.mate, answer.depth, answer.nodes, answer.pv) == (-12, None, 3, 77, ["e2e4", "e7e5"])
    assert answer.info["nps"] == "1000"


def test_mates_are_read(chess: Game) -> None:
    from boardai.games.chess.uci import _read_info
    from boardai.protocols.engine import Analysis

    answer = Analysis(0)
    _read_info(["depth", "5", "score", "mate", "-3", "nodes", "9", "pv", "e1e2"], answer)
    assert (answer.score, answer.mate) == (None, -3)
    _read_info(["depth", "6", "score"], answer)
    _read_info(["multipv"], answer)
    assert answer.depth == 6 and answer.mate == -3


def test_options_as_it_offers_them(engine) -> None:
    offered = engine("good").options
    assert offered["Style of Play"].words == ("Very Solid", "Normal")
    assert (offered["Hash"].kind, offered["Hash"].low, offered["Hash"].high) == (int, 1, 1024)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"Hsh": "16"}, "'Hsh'.*Hash"),
        ({"Hash": "0"}, "Hash .*0$"),
        ({"Hash": "many"}, "Hash .*'many'"),
        ({"UCI_LimitStrength": "yes"}, "UCI_LimitStrength .*'yes'"),
        ({"Style of Play": "Wild"}, "Style of Play .*'Wild'"),
        ({"UCI_Chess960": "true"}, "UCI_Chess960"),
    ],
)
def test_bad_options_are_refused(engine, options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        engine("good", options=options)


def test_what_is_sent(engine, chess: Game, tmp_path: Path) -> None:
    log = tmp_path / "log"
    fake = engine(f"good 0 {log}", depth=None, seconds=0.05, nodes=99, options={"uci_elo": "1500", "hash": "32"})
    state = chess.initial_state()
    moves = [state.action_from_string("e2e4")]
    fake.best_action(state, moves)
    moves += [state.child(moves[0]).action_from_string("e7e5")]
    fake.best_action(state, moves)
    fake.best_action(state, [])
    start = state.to_string()
    assert log.read_text().splitlines() == [
        "uci",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1500",
        "setoption name Hash value 32",
        "isready",
        "ucinewgame",
        "isready",
        f"position fen {start} moves e2e4",
        "go movetime 50 nodes 99",
        f"position fen {start} moves e2e4 e7e5",
        "go movetime 50 nodes 99",
        "ucinewgame",
        "isready",
        f"position fen {start}",
        "go movetime 50 nodes 99",
    ]


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        ("crash", "exit status 3.*out of luck"),
        ("nonsense", "'bestmove zz9'"),
        ("illegal", "'bestmove e2e5'"),
    ],
)
def test_failures_are_reported(engine, chess: Game, mode: str, message: str) -> None:
    with pytest.raises(EngineError, match=message):
        engine(mode).best_action(chess.initial_state(), [])


@pytest.mark.parametrize("mode", ["hang", "flood"])
def test_silence_and_floods_end_in_time(engine, chess: Game, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardai.games.chess.uci._SLACK", 0.3)
    fake = engine(mode, depth=None, seconds=0.1)
    with refused("bestmove", "0.4 s", error=EngineError):
        fake.best_action(chess.initial_state(), [])


def test_an_engine_that_knows_no_time_is_stopped(engine, chess: Game) -> None:
    """Old engines pass over `movetime`; who answers `stop` does not forfeit."""
    state = chess.initial_state()
    fake = engine("chatty", depth=None, seconds=0.05)
    for _ in range(2):
        assert state.is_legal(fake.best_action(state, []))


@pytest.mark.thorough
def test_an_engine_that_never_speaks_is_given_up(chess: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardai.games.chess.uci._START_SECONDS", 0.2)
    with refused("uciok", "0.2 s", error=EngineError):
        Engine(f"{FAKE} mute", chess, depth=1)
    with refused("uci:", "uciok"):
        load_agent(f"uci:{FAKE} mute,depth=1", chess)


def test_noise_around_answers_is_passed_over(engine, chess: Game) -> None:
    state = chess.initial_state()
    assert state.is_legal(engine("noise").best_action(state, []))


@pytest.mark.parametrize("limits", [{"depth": None}, {"depth": 0}, {"depth": None, "seconds": -1}])
def test_limits_are_checked(engine, limits: dict) -> None:
    with pytest.raises(ValueError, match=r"needs a limit|must be above 0"):
        engine("good", **limits)


def test_an_agent_plays_whole_games(chess: Game) -> None:
    """Two games one after the other, and states of several games mixed."""
    agent = load_agent(f"uci:{FAKE} good,depth=1", chess)
    other = load_agent("random", chess, 3)
    try:
        for _ in range(2):
            state = chess.initial_state()
            for _ in range(12):
                for player in (agent, other):
                    if not state.is_terminal():
                        state.apply(player.choose(state))
        states = [chess.initial_state(), state, chess.initial_state().child(1804)]
        actions = agent.choose_many([one for one in states if not one.is_terminal()])
        assert all(one.is_legal(action) for one, action in zip(states, actions, strict=False))
    finally:
        agent.close()  # type: ignore[attr-defined]


@needs_stockfish
def test_stockfish_finds_a_mate(chess: Game) -> None:
    engine = Engine("stockfish", chess, depth=8, options={"Hash": "1", "Threads": "1"})
    try:
        state = chess.from_string("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
        answer = engine.analyse(state, [])
        assert state.action_to_string(answer.action) == "d1d8" and answer.mate == 1
        assert "Stockfish" in engine.name
    finally:
        engine.close()


@needs_stockfish
@pytest.mark.parametrize("number", [0, 518, 700])
def test_stockfish_plays_chess960(number: int) -> None:
    game = boardai.load("chess", chess960=True, position=number)
    agent = load_agent("uci:stockfish,nodes=2000,UCI_Elo=1400,Hash=1", game)
    state = game.initial_state()
    try:
        for _ in range(60):
            if state.is_terminal():
                break
            state.apply(agent.choose(state))
    finally:
        agent.close()  # type: ignore[attr-defined]
