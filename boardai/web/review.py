"""A game judged move by move, as judged matches are (`boardai.judging`): what was better, and what each mistake lost.

The judge searches a number of nodes or simulations, and each position from nothing, so that a game gets the same marks
on any machine, however much it has to do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from boardai import native
from boardai.game import Game
from boardai.judging import MoveJudge
from boardai.judging.chances import MARKS, game_accuracy, mark
from boardai.players.spec import AgentSpec
from boardai.web.rooms.tree import Node

# Of each search; simulations by a network take ten times as long, those of games written in Python a hundred times.
NODES, SIMULATIONS, SIMULATIONS_BY_NETWORK, SIMULATIONS_IN_PYTHON = 200_000, 10_000, 1_000, 500
_SIGNS = tuple(sign for _, sign, _ in reversed(MARKS))  # the mildest first


class Review:
    """Judges a line of a game, one move after the other.

    >>> from boardai.web.rooms.tree import GameTree
    >>> from boardai.web.review import Review
    >>> game = boardai.load("hex", size=3)
    >>> tree = GameTree(game, game.initial_state())
    >>> review = Review("mcts", game, tree.line_to(tree.play_all(0, [4, 0]).number))
    >>> review.judge_next(lambda: False)
    >>> review.is_done, review.to_message()["nodes"]
    (False, [0, 1])

    Args:
        spec: of the search that judges, without a limit.
        game: the game.
        line: its positions; at least two.
    """

    def __init__(self, spec: str, game: Game, line: Sequence[Node]) -> None:
        self._spec, self._game, self._line = spec, game, line
        self._judge: MoveJudge | None = None
        self._chances: list[float] = []  # of player 0, from -1 to 1, at the positions that are judged
        self._after = 0.0  # the same behind the last move that is judged
        self._lost: list[float] = []  # of the win chance, by each move
        self._sentences: dict[int, str] = {}  # by node
        self._pairs: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
        self._marks = ([0, 0, 0], [0, 0, 0])

    @property
    def is_done(self) -> bool:
        """Whether all moves are judged."""
        return len(self._lost) == len(self._line) - 1

    def judge_next(self, stopped: Callable[[], bool]) -> None:
        """Judges the next move.

        Args:
            stopped: says that it shall come to an end.
        """
        if self._judge is None:
            self._judge = MoveJudge(_limited(self._spec, self._line[0].state), self._game)
        node, after = self._line[len(self._lost)], self._line[len(self._lost) + 1]
        state, action = node.state.clone(), after.action
        assert action is not None
        player = int(state.current_player())
        found = self._judge.judge(state, [], state, action, stopped)
        best = played = (1 + (self._after if player == 0 else -self._after)) / 2  # where it has no value
        if found is not None:
            best, played = self._judge.chance(found.best_value), self._judge.chance(found.played_value)
        if after.state.is_terminal():
            played = (1 + int(after.state.outcome(player))) / 2
        best = max(best, played)  # two searches of one position may differ a little
        self._chances.append(_of_first(best, player))
        self._after = _of_first(played, player)
        lost = best - played
        self._lost.append(lost)
        if len(state.legal_actions()) > 1:
            self._pairs[player].append((best, played))
            if sign := mark(lost):
                self._marks[player][_SIGNS.index(sign)] += 1
                better = self._game.format_action(state, state.action_from_string(found.best)) if found else ""
                chances = f"{100 * best:.0f} % to win instead of {100 * played:.0f} %"
                self._sentences[after.number] = f"{after.move}{sign} {better} was better: {chances}."

    def to_message(self) -> dict[str, Any]:
        """What is judged so far, as the page takes it."""
        chances = [round(chance, 4) for chance in [*self._chances, self._after]]
        return {
            "say": "review",
            "nodes": [node.number for node in self._line[: len(chances)]],
            "chances": chances,
            "marks": ["", *(mark(lost) for lost in self._lost)],
            "sentences": self._sentences,
            "sides": [
                {"accuracy": round(game_accuracy(pairs), 1) if pairs else None, "marks": marks}
                for pairs, marks in zip(self._pairs, self._marks, strict=True)
            ],
            "by": self._judge.spec if self._judge is not None else "",
            "done": self.is_done,
        }


def _limited(spec: str, state: Any) -> str:
    """The search with a limit that is the same on any machine."""
    parsed = AgentSpec.parse(spec)
    if parsed.name == "pvs":
        return str(parsed.with_(nodes=NODES))
    if not native.is_native(state):
        return str(parsed.with_(simulations=SIMULATIONS_IN_PYTHON))
    return str(parsed.with_(simulations=SIMULATIONS_BY_NETWORK if parsed.value("run") else SIMULATIONS))


def _of_first(chance: float, player: int) -> float:
    """A player's win chance as what player 0 can expect, from -1 to 1."""
    return 2 * chance - 1 if player == 0 else 1 - 2 * chance
