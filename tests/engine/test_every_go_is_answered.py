"""Whatever lines come, in whatever order: one answer for each question, in their order, and an end.

The lines come all at once, as from a program that does not wait.
"""

from __future__ import annotations

from typing import Any

import pytest
from conversation import Conversation
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import boardai
from boardai.engine.player import EnginePlayer

# A failure is not shrunk: where a server does not end that takes minutes, and the lines are few.
SETTINGS = settings(max_examples=25, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target])

UCI = st.sampled_from(
    [
        "go infinite", "go infinite", "go depth 2", "go movetime 1", "go nodes 50", "go ponder wtime 50 btime 50",
        "go wtime 20 btime 20", "stop", "stop", "stop", "ponderhit", "isready", "position startpos", "ucinewgame",
        "uci", "position startpos moves a1", "position fen nonsense", "setoption name Clear Hash", "go go stop",
        "nonsense", "",
    ]
)  # fmt: skip
GTP = st.sampled_from(
    ["genmove b", "genmove w", "7 genmove b", "reg_genmove w", "clear_board", "undo", "play b a1", "name",
     "boardai-value", "nonsense", "# nothing", "time_settings 1 0 0"]
)  # fmt: skip
NBOARD = st.sampled_from(
    ["go", "go", "hint 1", "ping {}", "set depth 1", "set depth 60", "move F5", "move PA", "nonsense"]
)


def output(game: str, agent: str, protocol: str, lines: list[str]) -> list[str]:
    """What a server writes to these lines, until it ends by itself."""
    talk = Conversation(EnginePlayer(agent, boardai.load(game)), protocol)
    try:
        talk.send(*lines)
        if lines and lines[-1] == "quit":
            talk._thread.join(300)
            assert not talk._thread.is_alive(), "the server did not end"
    finally:
        printed = talk.close()
    if talk.failure is not None:
        raise talk.failure
    return printed


def answers(printed: list[str], word: str) -> int:
    return sum(line.split()[:1] == [word] for line in printed)


@SETTINGS
@given(lines=st.lists(UCI, max_size=30), end=st.sampled_from([["quit"], [], ["quit", "go infinite", "isready"]]))
@pytest.mark.parametrize("agent", ["pvs", "mcts"])
def test_every_go_of_uci_has_one_bestmove(agent: str, lines: list[str], end: list[str]) -> None:
    printed = output("hex:size=3", agent, "uci", [*lines, *end])
    assert answers(printed, "bestmove") == sum(line.startswith("go") for line in lines)
    assert answers(printed, "readyok") == lines.count("isready") and answers(printed, "uciok") == lines.count("uci")


def test_a_queue_of_two_thousand_is_answered_before_quit() -> None:
    lines = ["position startpos", *["go infinite", "stop"] * 2000, "quit"]
    assert answers(output("hex:size=3", "pvs", "uci", lines), "bestmove") == 2000


@pytest.mark.parametrize("stopped", [True, False])
@pytest.mark.parametrize("agent", ["pvs", "mcts", "random"])
def test_the_answers_come_in_the_order_of_the_questions(stopped: bool, agent: str) -> None:
    """Each position leaves one move, so an answer shows which question it is for."""
    state, lines, expected = boardai.load("hex:size=3").initial_state(), list[str](), list[str]()
    for action in state.legal_actions() * 5:
        move = state.action_to_string(action)
        lines += ["position startpos", f"go infinite searchmoves {move}", *["stop"] * stopped]
        expected.append(f"bestmove {move}")
    printed = output("hex:size=3", agent, "uci", [*lines, "quit"])
    moves = [" ".join(line.split()[:2]) for line in printed if line.startswith("bestmove")]
    assert moves == expected if agent != "random" else len(moves) == len(expected)


@pytest.mark.parametrize(
    "go", ["go infinite", "go movetime 1000000", "go ponder wtime 1000000 btime 1000000", "go depth 60"]
)
@pytest.mark.parametrize("game", ["hex:size=9", "reversi", "chess"])
def test_quit_alone_ends_what_goes_on(game: str, go: str) -> None:
    assert answers(output(game, "pvs", "uci", ["position startpos", go, "quit"]), "bestmove") == 1


def test_an_agent_that_does_not_leave_off_is_left_behind(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardai.engine.server._TIMEOUT", 0.2)
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\nclass Agent:\n    asked = 0\n    def choose(self, state):\n        self.asked += 1\n"
        "        time.sleep(5 if self.asked > 2 else 0)\n        return state.legal_actions()[0]\n"
    )
    printed = output("hex:size=3", f"{path}:Agent", "uci", ["position startpos", *["go infinite"] * 9, "quit"])
    assert answers(printed, "bestmove") < 9


@SETTINGS
@given(lines=st.lists(GTP, max_size=20), quit=st.booleans())
@pytest.mark.parametrize(("game", "protocol"), [("hex:size=3", "htp"), ("reversi:board=4x4", "gtp")])
def test_every_command_of_gtp_has_one_answer(game: str, protocol: str, lines: list[str], quit: bool) -> None:
    numbered = [line if line[0] in "#7" else f"{number} {line}" for number, line in enumerate(lines)]
    printed = output(game, "pvs:depth=1", protocol, [*numbered, *["quit"] * quit])
    given = [line[1:].partition(" ")[0] for line in printed if line[:1] in ("=", "?")]
    assert given == [line.partition(" ")[0] for line in numbered if line[0] != "#"] + [""] * quit


@SETTINGS
@given(lines=st.lists(NBOARD, max_size=20), quit=st.booleans())
def test_every_go_of_nboard_has_one_answer_or_is_forgotten_by_a_ping(lines: list[str], quit: bool) -> None:
    numbered = [line.format(number) for number, line in enumerate(lines)]
    printed = output("reversi:board=4x4", "pvs", "nboard", [*numbered, *["quit"] * quit])
    pings = [line.split()[1] for line in numbered if line.startswith("ping")]
    assert [line.split()[1] for line in printed if line.startswith("pong")] == pings
    # After the last ping every requested move is sent.
    last = max((number for number, line in enumerate(numbered) if line.startswith("ping")), default=-1)
    behind = numbered[last + 1 :]
    after = printed[max((number for number, line in enumerate(printed) if line.startswith("pong")), default=-1) + 1 :]
    over = sum(line == "status the game is over" for line in after)
    asked = behind.count("go") + sum(line.startswith("hint") for line in behind)
    assert behind.count("go") - over <= answers(after, "===") <= behind.count("go") and over <= asked
