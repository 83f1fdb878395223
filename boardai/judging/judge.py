"""An agent that judges moves: it gives values of the best and of the played move, with one setting.

The judge searches the root. If its best move differs from the played one, it searches the root again with only the
played move (UCI's `searchmoves`), with the same limit and a cleared table, so that both values have the same depth and
side. A judge that cannot restrict root moves searches the position after the move instead, with the same
limit, and the value is converted to the mover's side.

Each position is judged with a cleared table: a judgement depends on no other position and no order. A limit in nodes,
simulations or plies makes it repeatable; a limit in seconds does not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import boardai
from boardai.basics.quoting import LONGEST_SPEC, quoted
from boardai.game import Game
from boardai.judging.chances import CENTIPAWNS, chance_of, score_scale
from boardai.players import Thought, load_agent
from boardai.players.player import NO_LIMITS, Stop
from boardai.players.program import ProgramPlayer
from boardai.players.reports import move_report
from boardai.players.search import SearchPlayer
from boardai.players.searches import for_one_game, without_memory
from boardai.players.spec import AgentSpec
from boardai.records.move_reports import MoveReport
from boardai.search.kind import SEARCHES
from boardai.search.limits import Limits

POINTS, CHANCES = "points", "win chance"


@dataclass(frozen=True)
class JudgedMove:
    """A judge's judgement of a move that was played.

    >>> from boardai.judging import MoveJudge
    >>> game = boardai.load("reversi", board="6x6")
    >>> judge, start = MoveJudge("pvs:depth=4,points=true", game), game.initial_state()
    >>> judged = judge.judge(start, [], start, start.legal_actions()[0])
    >>> judged.ply, judged.played_value.points <= judged.best_value.points
    (0, True)
    >>> judge.close()

    Attributes:
        ply: the number of actions before it, including the opening.
        best: the text of the judge's best move.
        best_value: the value of this move for the mover.
        played_value: the value of the played move for the mover.
    """

    ply: int
    best: str
    best_value: MoveReport
    played_value: MoveReport


class MoveJudge:
    """Judges the moves of one game with an agent.

    >>> from boardai.judging import MoveJudge
    >>> game = boardai.load("hex", size=3)
    >>> judge = MoveJudge("pvs:depth=9", game)
    >>> start = game.initial_state()
    >>> judged = judge.judge(start, [], start, start.action_from_string("a1"))
    >>> judged.best, judged.best_value.win_in, judged.played_value.win_in
    ('b2', 5, -6)
    >>> judge.close()

    Args:
        spec: the spec of any agent that reports values: `uci:stockfish,depth=12`, `pvs:depth=6`,
            `mcts:simulations=2000`, `dfpn`.
        game: game of the moves.

    Attributes:
        spec: the spec of the agent that judges.
        name: the name and version that an engine reports; for boardai's own agents, the version of boardai.
        unit: of losses: `centipawns`, `points` or `win chance`.
        method: how the played move's value is found, as text.
        scales: the scales of the conversion to win chances: the score, and the points, with odds of 10 to 1.

    Raises:
        ValueError: no such agent, or the agent reports no values.
    """

    def __init__(self, spec: str, game: Game) -> None:
        parsed = for_one_game(without_memory(spec))
        self.spec, self._game = str(AgentSpec.parse(spec)), game
        self._player = load_agent(parsed, game)
        player = self._player
        if not player.judges:
            player.close()
            raise ValueError(
                f"{quoted(spec, LONGEST_SPEC)} has no value for a position; judge by an engine or a search"
            )
        self.name = f"boardai {boardai.__version__}"
        is_program = isinstance(player, ProgramPlayer)
        if isinstance(player, ProgramPlayer):
            self.name = player.engine.name
        scoring = is_program or (parsed.name in SEARCHES and SEARCHES[parsed.name].scoring)
        evaluator = str(player.arguments.get("evaluator", ""))
        has_points = scoring and not is_program and bool(self._has_points())
        self.unit = (
            CENTIPAWNS if scoring and game.score_unit == CENTIPAWNS else POINTS if has_points else CHANCES
        )  # fmt: skip
        self.scales = (1.0, 1.0)
        if scoring and self.unit != CENTIPAWNS:
            by_points = score_scale(game, evaluator, points=True) if has_points else 1.0
            self.scales = (1.0 if has_points else score_scale(game, evaluator), by_points)
        self._limits_root = is_program or (
            isinstance(player, SearchPlayer) and parsed.name in SEARCHES and not SEARCHES[parsed.name].solver
        )
        self.method = (
            "the root, and the root with the played move alone, at the same limit"
            if self._limits_root
            else "the root, and the position after the played move, at the same limit"
        )

    def judge(
        self, start: Any, actions: list[int], state: Any, action: int, stop: Stop | None = None
    ) -> JudgedMove | None:
        """Judges a move; None: the judge has no value for the position or for the move.

        Args:
            start: the start of the game.
            actions: actions played since then.
            state: the state after them; not terminal.
            action: the action played there.
            stop: as in `Player.think`; a stopped judgement used less than the limit.

        Raises:
            EngineError: an engine failed.
        """
        found = self._thought(start, actions, state, stop=stop)
        best = self._value(found)
        if best is None:
            return None
        text = str(state.action_to_string(found.action))
        if found.action == action:
            return JudgedMove(len(actions), text, best, best)
        played = self._played(start, actions, state, action, stop)
        return None if played is None else JudgedMove(len(actions), text, best, played)

    def chance(self, value: MoveReport) -> float:
        """The win chance, 0 to 1, of one of its values."""
        found = chance_of(value, self._game.score_unit, *self.scales)
        assert found is not None  # `judge` returns no others
        return found

    def close(self) -> None:
        """Ends the agent."""
        self._player.close()

    def _played(self, start: Any, actions: list[int], state: Any, action: int, stop: Stop | None) -> MoveReport | None:
        if self._limits_root:
            return self._value(self._thought(start, actions, state, Limits(root_actions=(action,)), stop))
        behind = state.child(action)
        mover = int(state.current_player())
        if behind.is_terminal():
            return MoveReport(outcome=float(behind.outcome(mover)))
        value = self._value(self._thought(start, [*actions, action], behind, stop=stop))
        return value if value is None or int(behind.current_player()) == mover else _turned(value)

    def _thought(
        self, start: Any, actions: list[int], state: Any, limits: Limits = NO_LIMITS, stop: Stop | None = None
    ) -> Thought:
        self._player.new_game(start, actions, 0)
        return self._player.think(state, limits, stop=stop)

    def _value(self, thought: Thought) -> MoveReport | None:
        report = move_report(thought.result, 0.0)
        value = replace(report, nodes=0, simulations=0, seconds=0.0)
        return value if chance_of(value, self._game.score_unit, 1.0, 1.0) is not None else None

    def _has_points(self) -> float:
        """The size of a point in its values; 0: they are not in points."""
        start = self._game.initial_state()
        result = None if start.is_terminal() else self._thought(start, [], start).result
        return 0.0 if result is None else result.point


def _turned(value: MoveReport) -> MoveReport:
    """The value for the other player."""

    def minus(number: Any) -> Any:
        return None if number is None else -number

    return replace(
        value,
        score=minus(value.score),
        points=minus(value.points),
        outcome=minus(value.outcome),
        win_in=minus(value.win_in),
    )
