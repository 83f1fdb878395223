"""UCI as programs see it: every command, option and form of `go`, half lines and rubbish."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from conversation import Conversation, conversation
from refusals import refused

import boardai
from boardai.basics.setting import Setting
from boardai.command_line import InputError
from boardai.engine.player import EnginePlayer
from boardai.games.chess.serving import strength
from boardai.protocols.uci_options import read_option
from boardai.search import Limits

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
WORDS = [
    *("isready", "setoption", "name", "value", "ucinewgame", "position", "startpos", "fen", "moves", "go", "stop"),
    *("ponderhit", "debug", "infinite", "ponder", "searchmoves", "mate", "perft", "depth", "nodes", "movetime"),
    *("wtime", "btime", "winc", "-1", "0", "1", "2", "999999999999", "e2e4", "e7e5", "e1g1", "0000", "(none)"),
    *("Hash", "MultiPV", "8/8/8/8/8/8/8/8", "w", "-", "<empty>", "1e9", "nan", "½", "\x00"),
]
MOVE = r"[a-h][1-8][a-h][1-8][nbrq]?"


def fields(line: str) -> dict[str, str]:
    """The fields of an `info` line by name; `score` and `pv` with all their words."""
    words = r"depth|seldepth|multipv|score|nodes|nps|hashfull|time|pv"
    return dict(re.findall(rf"\b({words}) (.*?)(?= (?:{words}) |$)", line))


def options(lines: list[str]) -> dict[str, Setting]:
    found = [read_option(line.split()[2:]) for line in lines if line.startswith("option name ")]
    return {option.name: option for option in found}


def test_it_says_who_it_is_and_what_can_be_set(chess: Conversation) -> None:
    lines = chess.ask("uci", until="uciok")
    assert lines[0].startswith("id name boardai pvs") and lines[1].startswith("id author")
    offered = options(lines)
    assert offered["Hash"] == Setting(16, low=0, high=1_048_576, name="Hash", kinds=(int,))
    assert (offered["Threads"].low, offered["MultiPV"].default) == (1, 1)
    assert offered["null_move"] == Setting(True, name="null_move", kinds=(bool,))
    assert offered["parallel"].words == ("lazy", "root", "aspiration")
    assert {"Ponder", "Move Overhead", "UCI_Chess960", "Book", "SyzygyPath", "evaluator"} <= offered.keys()
    assert not {"depth", "nodes", "seconds"} & offered.keys()  # limits come with each move
    assert len({line for line in lines if line.startswith("option")}) == len(offered)


def test_a_search_sends_its_results(chess: Conversation) -> None:
    lines = chess.ask("position startpos moves e2e4 e7e5", "go depth 7", until="bestmove")
    printed = fields(lines[-2])
    assert printed.keys() == {"depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"}
    assert (printed["depth"], printed["multipv"]) == ("7", "1") and int(printed["seldepth"]) >= 7
    assert re.fullmatch(r"cp -?\d+", printed["score"])
    line = printed["pv"].split()
    assert lines[-1] == f"bestmove {line[0]} ponder {line[1]}"
    state = boardai.load("chess").initial_state()
    for move in ("e2e4", "e7e5", *line):
        state.apply(state.action_from_string(move))


def test_mates_are_sent_in_moves(chess: Conversation) -> None:
    for fen, score in (
        (BACK_RANK, "mate 1"),
        ("k7/7R/1K6/8/8/8/8/8 b - - 0 1", "mate -1"),
        ("k7/8/2K5/8/8/8/8/7R w - - 0 1", "mate 2"),
    ):
        lines = chess.ask(f"position fen {fen}", "go depth 6", until="bestmove")
        assert fields(lines[-2])["score"] == score
    lines = chess.ask("position fen k7/8/2K5/8/8/8/8/7R w - - 0 1", "go mate 2", until="bestmove")
    assert fields(lines[-2])["score"] == "mate 2"


def test_win_draw_and_loss_are_sent_where_they_are_known(chess: Conversation) -> None:
    for fen, printed in (
        (BACK_RANK, "1000 0 0"),
        ("k7/7R/1K6/8/8/8/8/8 b - - 0 1", "0 0 1000"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
    ):
        silent = chess.ask(
            "setoption name UCI_ShowWDL value false", f"position fen {fen}", "go depth 4", until="bestmove"
        )
        assert "wdl" not in silent[-2]
        lines = chess.ask(
            "setoption name UCI_ShowWDL value true", f"position fen {fen}", "go depth 4", until="bestmove"
        )
        found = re.search(r"score (?:mate|cp) -?\d+ wdl (\d+ \d+ \d+) nodes", lines[-2])
        assert (found and found[1]) == printed
    chess.ask("setoption name UCI_ShowWDL value false", "isready", until="readyok")


@pytest.mark.parametrize(
    "go",
    [
        "go depth 2",
        "go nodes 500",
        "go movetime 20",
        "go wtime 500 btime 500 winc 10 binc 10 movestogo 3",
        "go wtime -20 btime 100",
        "go mate 1",
        "go searchmoves a2a3 h2h4 depth 3",
        "go depth 3 searchmoves a2a3",
        "go",
    ],
)
def test_every_form_of_go_has_one_answer(chess: Conversation, go: str) -> None:
    lines = chess.ask("position startpos", go, until="bestmove")
    move = lines[-1].split()[1]
    assert re.fullmatch(MOVE, move)
    assert "searchmoves" not in go or move in go.split()
    assert not [line for line in lines if "info string" in line]
    assert chess.ask("isready", until="readyok") == ["readyok"]


def test_a_node_limit_is_kept_exactly(chess: Conversation) -> None:
    lines = chess.ask("position startpos", "go nodes 3000", until="bestmove")
    assert fields(lines[-2])["nodes"] == "3000"


def test_an_endless_search_ends_when_it_is_stopped_and_is_ready_meanwhile(chess: Conversation) -> None:
    chess.send("position startpos", "go infinite")
    assert chess.ask("isready", until="readyok")[-1] == "readyok"
    chess.until("info depth")
    assert re.fullmatch(rf"bestmove {MOVE}( ponder {MOVE})?", chess.ask("stop", until="bestmove")[-1])
    # A search that ends before its move may be sent sends it when it is stopped.
    chess.send(f"position fen {BACK_RANK}", "go infinite", "isready")
    assert not [line for line in chess.until("readyok") if "bestmove" in line]
    assert chess.ask("stop", until="bestmove")[-1] == "bestmove a1a8"


def test_lines_behind_a_stop_are_about_the_next_search(chess: Conversation) -> None:
    """As Polyglot sends them when a move was not the one pondered on, without waiting for the answer that is due."""
    for ponder in ("go infinite", "go ponder wtime 1000 btime 1000"):
        chess.send("position startpos moves e2e4 e7e5", ponder)
        chess.until("info depth")
        chess.send("stop", f"position fen {BACK_RANK}", "go depth 2", "isready")
        answers = [line for line in chess.until("readyok") if line.startswith("bestmove")]
        assert len(answers) == 1 or answers[1] == "bestmove a1a8"
        if len(answers) == 1:
            assert chess.until("bestmove")[-1] == "bestmove a1a8"
    # What cannot be done before the answer waits for it.
    chess.send("go infinite", "position startpos", "setoption name Hash value 4", "go depth 1", "stop")
    assert chess.until("bestmove")[-1] == "bestmove a1a8" and chess.until("bestmove")
    assert not [line for line in chess.ask("isready", until="readyok") if "info string" in line]


def test_stop_at_once_still_gives_a_move_that_was_thought_about(chess: Conversation) -> None:
    # White can take a queen, or lose the own.
    fen = "k7/8/8/3q4/8/8/8/K2Q4 w - - 0 1"
    for _ in range(20):
        lines = chess.ask(f"position fen {fen}", "go infinite", "stop", until="bestmove")
        assert lines[-1].startswith("bestmove d1d5")


def test_pondering(chess: Conversation) -> None:
    chess.send("position startpos moves e2e4 e7e5", "go ponder wtime 300 btime 300", "isready")
    assert not [line for line in chess.until("readyok") if "bestmove" in line]
    assert chess.ask("ponderhit", until="bestmove")[-1].startswith("bestmove")
    chess.send("go ponder wtime 100000 btime 100000", "isready")
    chess.until("readyok")
    assert chess.ask("stop", until="bestmove")[-1].startswith("bestmove")
    # A fixed depth is reached while the other one thinks.
    chess.send("go ponder depth 1", "isready")
    chess.until("readyok")
    assert chess.ask("ponderhit", until="bestmove")[-1].startswith("bestmove")


def test_several_lines(chess: Conversation) -> None:
    lines = chess.ask("setoption name multipv value 3", "position startpos", "go depth 5", until="bestmove")
    printed = [fields(line) for line in lines if " multipv " in line][-3:]
    assert [one["multipv"] for one in printed] == ["1", "2", "3"]
    assert len({one["pv"].split()[0] for one in printed}) == 3
    scores = [int(one["score"].split()[1]) for one in printed]
    assert scores == sorted(scores, reverse=True)
    assert printed[0]["pv"].split()[0] == lines[-1].split()[1]


def test_searchmoves_are_valued_as_the_whole_search_would(chess: Conversation) -> None:
    """A mate among them keeps its length, and a queen that hangs its price."""
    lines = chess.ask(f"position fen {BACK_RANK}", "go depth 4 searchmoves a1a8 g1h1", until="bestmove")
    assert fields(lines[-2])["score"] == "mate 1" and lines[-1] == "bestmove a1a8"
    lines = chess.ask("position fen 6k1/5ppp/8/3R4/8/8/5PPP/6K1 w - - 0 1", "go depth 5 searchmoves g1f1", until="best")
    assert int(fields(lines[-2])["score"].split()[1]) > 300 and lines[-1].startswith("bestmove g1f1")


def test_perft(chess: Conversation) -> None:
    lines = chess.ask("position startpos", "go perft 3", until="Nodes searched")
    assert "e2e4: 600" in lines and lines[-1] == "Nodes searched: 8902"


def test_options_are_checked_and_taken(chess: Conversation) -> None:
    for line, reason in (
        ("setoption name Hash value 99999999999", "Hash must be a whole number from 0 to 1048576"),
        ("setoption name Hash value", "Hash must be a whole number"),
        ("setoption name null_move value yes", "null_move must be true or false"),
        ("setoption name parallel value chaos", "parallel must be one of lazy, root, aspiration"),
        ("setoption name Nonsense value 1", "unknown option 'Nonsense'"),
        ("setoption Hash 4", "setoption name NAME value VALUE"),
        ("setoption name evaluator value nothere", "nothere"),
        ("setoption name Hash value 1048576", "needs more memory than there is"),
        ("setoption name Book value /no/such/book.bin", "/no/such/book.bin: No such file"),
        ("setoption name SyzygyPath value /no/such/folder", "/no/such/folder: no such folder"),
    ):
        (answer,) = chess.ask(line, "isready", until="readyok")[:-1]
        assert answer.startswith("info string") and reason in answer
    chess.send(
        "setoption name evaluator value material", "setoption name HASH value 1", "position startpos", "go depth 1"
    )
    chess.until("bestmove")
    name, _, values = chess.server.player.spec.partition(":")
    assert name == "pvs" and set(values.split(",")) == {"multi_pv=1", "table_megabytes=1", "evaluator=material"}
    chess.ask("setoption name evaluator value <empty>", "setoption name Hash value 16", "isready", until="readyok")


def test_an_agent_that_errs_does_so_behind_a_protocol_too(chess: Conversation) -> None:
    """`noise` is an agent's, and no option that a protocol offers."""
    assert not {"noise", "noisy_moves"} & set(options(chess.ask("uci", until="uciok")))
    with conversation("chess", "pvs:depth=1,noise=1e6") as wild, conversation("chess", "pvs:depth=1,noise=0") as quiet:
        for talk, least, most in ((wild, 5, 20), (quiet, 1, 1)):
            asked = ("ucinewgame", f"position fen {BACK_RANK}", "go movetime 5000")
            played = {talk.ask(*asked, until="bestmove")[-1].split()[1] for _ in range(12)}
            assert least <= len(played) <= most


@pytest.mark.parametrize("agent", ["pvs", "pvs:nodes=1,noise=0", "alphabeta", "pvs:nodes=1"])
@pytest.mark.parametrize("among", [(), ("g1h1", "a1a2")])
def test_no_search_goes_beyond_its_limits_and_one_without_a_depth_says_so(agent: str, among: tuple[str, ...]) -> None:
    player = EnginePlayer(agent, boardai.load("chess"))
    state = player.game.from_string(BACK_RANK)
    actions = tuple(state.action_from_string(text) for text in among)
    thought = player.think(state, Limits(nodes=1, root_actions=actions or None), None, lambda: True)
    assert thought.action in (actions or state.legal_actions())
    result = thought.result
    if result is not None:  # none for an agent with errors, which cannot be restricted to some moves
        assert result.is_unsearched and result.value is None and not result.action_values and result.depth == 0
        assert result.nodes <= 2 and "not searched" in str(result)


def test_an_elo_is_a_number_of_nodes(chess: Conversation) -> None:
    """Of chess's own player; whatever else is asked for, a move takes no more than its Elo is worth."""
    offered = options(chess.ask("uci", until="uciok"))
    least, most = offered["UCI_Elo"].low, offered["UCI_Elo"].high
    assert (least, most) == (strength.WEAKEST, strength.STRONGEST) and offered["UCI_LimitStrength"].default is False
    for (nodes, elo), go in zip(strength.RUNGS, ("", "depth 60", "movetime 60000", "nodes 99999999"), strict=False):
        chess.send(
            "setoption name UCI_LimitStrength value true", f"setoption name UCI_Elo value {elo}", "position startpos"
        )
        found = fields(chess.ask(f"go {go}", until="bestmove")[-2])
        assert int(found["nodes"]) == strength.nodes_of(elo) == nodes
    (answer,) = chess.ask("setoption name UCI_Elo value 1", "isready", until="readyok")[:-1]
    assert f" {least} to {most}" in answer
    chess.send("setoption name UCI_LimitStrength value false")
    assert int(fields(chess.ask("go nodes 3456", until="bestmove")[-2])["nodes"]) == 3456


def test_every_elo_of_the_scale_is_worth_more_nodes() -> None:
    elos = [elo for _, elo in strength.RUNGS]
    nodes = [strength.nodes_of(elo) for elo in range(elos[0], elos[-1] + 1)]
    assert nodes == sorted(nodes) and (nodes[0], nodes[-1]) == (strength.RUNGS[0][0], strength.RUNGS[-1][0])
    for beyond in (elos[0] - 1, elos[-1] + 1):
        with refused("UCI_Elo"):
            strength.nodes_of(beyond)


def test_no_elo_is_offered_for_unmeasured_agents() -> None:
    with conversation("chess", "pvs:evaluator=material") as talk:
        assert not {"UCI_Elo", "UCI_LimitStrength"} & options(talk.ask("uci", until="uciok")).keys()


def test_chess960_castles_by_taking_its_own_rook(chess: Conversation) -> None:
    position = "position fen nrk2bbr/pppppppp/8/8/8/8/PPPPPPPP/NRK2BBR w KQkq - 0 1 moves c1b1"
    assert (
        "other castling is Chess960"
        in chess.ask("setoption name UCI_Chess960 value false", position, until="info string")[-1]
    )
    chess.send("setoption name UCI_Chess960 value true", position)
    lines = chess.ask("go depth 1 searchmoves c8b8", until="bestmove")
    assert lines[-1] == "bestmove c8b8" or lines[-1].startswith("bestmove c8b8 ponder")
    assert not [line for line in lines if "info string" in line]
    chess.ask("setoption name UCI_Chess960 value false", "isready", until="readyok")


def test_unclaimed_draws_are_played_on(chess: Conversation) -> None:
    """The third occurrence, and moves after it; the fourth is still no end, the fifth is."""
    back_and_forth = "g1f3 g8f6 f3g1 f6g8 "
    for times in (2, 3):
        lines = chess.ask(f"position startpos moves {back_and_forth * times}", "go depth 3", until="bestmove")
        assert re.match(rf"bestmove {MOVE}", lines[-1])
    lines = chess.ask(f"position startpos moves {back_and_forth * 4}", "go depth 3", until="bestmove")
    assert lines == ["info string the game is over", "info depth 0 score cp 0", "bestmove (none)"]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("position startpos moves e2e4 e2e4", "move 2: move 'e2e4' is not legal"),
        ("position fen 8/8/8/8", "FEN"),
        ("position fen", "FEN"),
        ("position", "expected startpos or fen"),
        ("position middle", "expected startpos or fen, not 'middle'"),
    ],
)
def test_a_wrong_position_is_reported_and_not_replaced_by_another(
    chess: Conversation, position: str, reason: str
) -> None:
    printed, none, answer = chess.ask(position, "go depth 1", until="bestmove")
    assert printed.startswith("info string position: ") and reason in printed
    assert (none, answer) == ("info string no position to think about", "bestmove (none)")


def test_finished_games_have_no_move(chess: Conversation) -> None:
    chess.send("position nowhere", "setoption name Clear Hash")
    for fen in ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "k7/8/8/8/8/8/8/K7 w - - 0 1"):
        assert chess.ask(f"position fen {fen}", "go depth 1", until="bestmove")[-1] == "bestmove (none)"


def test_unknown_words_are_reported_and_skipped(chess: Conversation) -> None:
    assert "unknown command" in chess.ask("hello there", until="info string")[-1]
    assert chess.ask("joho isready", until="readyok") == ["readyok"]  # as the protocol wants it
    lines = chess.ask("position startpos", "go depth 2 sideways movetime soon searchmoves e2e5", until="bestmove")
    assert [line.partition("go")[2] for line in lines[:3]] == [
        ": unknown word 'sideways'",
        " movetime: expected a whole number, got 'soon'",
        " searchmoves: move 'e2e5' is not legal in position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ]


def test_rubbish_and_half_lines_end_nothing() -> None:
    """Random words of the protocol, random bytes, lines torn apart and much too long: it still answers."""
    rng = random.Random(7)
    with conversation("chess") as talk:
        for number in range(150):
            line = " ".join(rng.choices(WORDS, k=rng.randrange(1, 7))).replace("perft", rng.choice(["perft", "go"]))
            data = line.encode() + b"\n" if number % 5 else rng.randbytes(rng.randrange(200)) + b"\n"
            cut = rng.randrange(len(data) + 1)
            talk.send_bytes(data[:cut])
            talk.send_bytes(data[cut:])
        talk.send_bytes(b"position startpos moves " + b"e2e4 " * 300_000 + b"\n")
        talk.send("stop")
        talk.until("a line of more than 1,048,576 bytes")
        assert talk.ask("stop", "stop", "position startpos", "go depth 1", until="^bestmove [a-h]")
        talk.send_bytes(b"go dep")  # and the line ends with the input
    assert talk.failure is None


@pytest.mark.parametrize("agent", ["greedy", "random", "mcts:simulations=50", "puct:simulations=20", "minimax:depth=1"])
def test_any_agent_stands_behind_it(agent: str) -> None:
    with conversation("chess", agent) as talk:
        offered = options(talk.ask("uci", until="uciok"))
        lines = talk.ask("isready", "position startpos", "go wtime 1000 btime 1000", until="bestmove")
        assert re.match(rf"bestmove {MOVE}", lines[-1])
        printed = [fields(line) for line in lines if line.startswith("info depth")]
        if agent.startswith("mcts"):
            assert offered["rave"].kind is bool and offered["Hash"].default == 256
            assert printed[-1]["nodes"] == "50" and printed[-1]["score"].startswith("cp ")
        assert bool(printed) == (agent != "random")
        restricted = talk.ask("go nodes 20 searchmoves a2a3 b2b3", until="bestmove")
        assert restricted[-1].split()[1] in ("a2a3", "b2b3")


def test_an_agent_of_ones_own_that_fails_ends_it_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "class Mine:\n"
        "    def __init__(self, fails: bool = False, rank: int = 1):\n"
        "        self.fails, self.rank = fails, rank\n"
        "    def choose(self, state):\n"
        "        return state.legal_actions()[-1] if not self.fails else 1 // 0\n"
    )
    with conversation("chess", f"{file}:Mine,rank=2") as talk:
        offered = options(talk.ask("uci", until="uciok"))
        assert offered["fails"] == Setting(False, name="fails", kinds=(bool,))
        assert talk.ask("position startpos", "go movetime 10", until="bestmove")[-1] == "bestmove h2h4"
        lines = talk.ask("setoption name fails value true", "go movetime 10", until="info string")
        assert "ZeroDivisionError" in lines[-1]
        talk.close()
    assert isinstance(talk.failure, InputError) and "mine.py" in str(talk.failure)


@pytest.mark.parametrize(
    "go", ["depth 3000000000 nodes 50", "mate 600000000 nodes 50", "wtime 999999999999999 nodes 9"]
)
def test_numbers_beyond_all_measure_are_answered(go: str) -> None:
    with conversation("chess", "pvs") as talk:
        talk.send("position startpos", f"go {go}")
        assert re.match(rf"bestmove {MOVE}", talk.until("bestmove")[-1])
        talk.send("go movetime 9999999999999", "stop")
        assert re.match(rf"bestmove {MOVE}", talk.until("bestmove")[-1])


def test_other_games_are_spoken_to_in_their_own_texts(tic_tac_toe: str) -> None:
    with conversation(tic_tac_toe, protocol="uci") as talk:
        assert talk.ask("position startpos moves a1 a2 b1 b2", "go nodes 200", until="bestmove")[-1].startswith(
            "bestmove c1"
        )
        assert talk.ask("position fen xx.oo....", "go nodes 200", until="bestmove")[-1].startswith("bestmove c1")
    with refused("chess", "gtp", "uci"):
        Conversation(EnginePlayer("greedy", boardai.load("chess")), "gtp")


def test_the_log_has_both_sides(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text("what was there\n")
    with conversation("chess", "greedy", log=log) as talk:
        talk.ask("isready", until="readyok")
    lines = log.read_text().splitlines()
    assert lines[0] == "what was there"
    assert [line.split(" ", 1)[1] for line in lines[1:]] == ["< isready", "> readyok"]
