"""A game judged move by move, like judged matches (`boardai.judging`): better moves, and the cost of each mistake.

The judge searches a fixed number of nodes or simulations, and each position from an empty table, so that a game gets
the same marks on any machine, whatever its load.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from boardai import native
from boardai.game import Game
from boardai.judging import MoveJudge
from boardai.judging.chances import MARKS, game_accuracy, mark
from boardai.players.spec import AgentSpec
from boardai.web.rooms.tree import Node

# Per search; a tenth of the simulations with a network, a hundredth for games written in Python.
NODES, SIMULATIONS, SIMULATIONS_BY_NETWORK, SIMULATIONS_IN_PYTHON = 200_000, 10_000, 1_000, 500
_SIGNS = tuple(sign for _, sign, _ in reversed(MARKS))  # from the mildest on


@dataclass(frozen=True)
class Judged:
    """The judgement of a move.

    Attributes:
        player: the player who made it.
        best: that player's win chance before the move, from 0 to 1.
        played: that player's win chance after it.
        counts: whether there was a choice.
        sentence: the better move, if much was lost; else "".
    """

    player: int
    best: float
    played: float
    counts: bool
    sentence: str

    @property
    def mark(self) -> str:
        """A mark such as "??"; "" if little was lost."""
        return mark(self.best - self.played)


class Review:
    """Judges the moves of a line in order.

    >>> from boardai.web.rooms.tree import GameTree
    >>> from boardai.web.review import Review
    >>> game = boardai.load("hex", size=3)
    >>> tree = GameTree(game, game.initial_state())
    >>> review = Review("mcts", game, tree.line_to(tree.play_all(0, [4, 0]).number))
    >>> review.add(review.judge_next(lambda: False))
    >>> review.is_done, review.to_message()["nodes"]
    (False, [0, 1])

    Args:
        spec: search of the judge, without a limit.
        game: the game.
        line: the positions; at least two.
        title: name of the search for people; "": its spec.
    """

    def __init__(self, spec: str, game: Game, line: Sequence[Node], title: str = "") -> None:
        self._spec, self._game, self._line, self._title = spec, game, list(line), title or spec
        self._judge: MoveJudge | None = None
        self._judged: list[Judged] = []

    @property
    def is_done(self) -> bool:
        """Whether all moves are judged."""
        return len(self._judged) >= len(self._line) - 1

    def judge_next(self, stopped: Callable[[], bool]) -> Judged:
        """Judges the next move; does not change the review, so it may run on any thread.

        Args:
            stopped: returns whether to stop.
        """
        if self._judge is None:
            self._judge = MoveJudge(_limited(self._spec, self._line[0].state), self._game)
        number = len(self._judged)
        node, after = self._line[number], self._line[number + 1]
        state, action = node.state.clone(), after.action
        assert action is not None
        player = int(state.current_player())
        found = self._judge.judge(state, [], state, action, stopped)
        known = _of_first(self._judged[-1].played, self._judged[-1].player) if self._judged else 0.0
        best = played = (1 + (known if player == 0 else -known)) / 2  # if it has no value
        if found is not None:
            best, played = self._judge.chance(found.best_value), self._judge.chance(found.played_value)
        if after.state.is_terminal():
            played = (1 + int(after.state.outcome(player))) / 2
        best = max(best, played)  # two searches of a position may differ a little
        counts, sentence = len(state.legal_actions()) > 1, ""
        if counts and (sign := mark(best - played)):
            better = self._game.format_action(state, state.action_from_string(found.best)) if found else ""
            chances = f"{100 * best:.0f} % to win instead of {100 * played:.0f} %"
            sentence = f"{after.move}{sign} {better} was better: {chances}."
        return Judged(player, best, played, counts, sentence)

    def add(self, judged: Judged) -> None:
        """Adds the judgement of the next move."""
        self._judged.append(judged)

    def cut(self, gone: Collection[int]) -> bool:
        """Removes the judgements from deleted positions on; returns whether there were any."""
        kept = next((number for number, node in enumerate(self._line) if node.number in gone), None)
        if kept is None:
            return False
        del self._line[kept:], self._judged[max(kept - 1, 0) :]
        return True

    def to_message(self) -> dict[str, Any]:
        """The judgements so far, as a message to the page."""
        chances = [_of_first(one.best, one.player) for one in self._judged]
        chances.append(_of_first(self._judged[-1].played, self._judged[-1].player) if self._judged else 0.0)
        nodes = [node.number for node in self._line[: len(chances)]]
        return {
            "say": "review",
            "nodes": nodes,
            "chances": [round(chance, 4) for chance in chances],
            "marks": ["", *(one.mark for one in self._judged)],
            "sentences": {
                node: one.sentence for node, one in zip(nodes[1:], self._judged, strict=True) if one.sentence
            },
            "sides": [self._side(player) for player in (0, 1)],
            "by": self._judge.spec if self._judge is not None else "",
            "words": self._words(),
            "done": self.is_done,
        }

    def _words(self) -> str:
        """The judge, in words for people."""
        parsed = AgentSpec.parse(_limited(self._spec, self._line[0].state))
        for name in ("nodes", "simulations"):
            if count := parsed.value(name):
                return f"{self._title}, {int(count):,} {name} per move"
        return self._title

    def _side(self, player: int) -> dict[str, Any]:
        """A player's accuracy and number of marks of each kind."""
        own = [one for one in self._judged if one.player == player and one.counts]
        return {
            "accuracy": round(game_accuracy([(one.best, one.played) for one in own]), 1) if own else None,
            "marks": [sum(one.mark == sign for one in own) for sign in _SIGNS],
        }


def _limited(spec: str, state: Any) -> str:
    """The search with a limit that gives the same result on any machine."""
    parsed = AgentSpec.parse(spec)
    if parsed.name == "pvs":
        return str(parsed.with_(nodes=NODES))
    if not native.is_native(state):
        return str(parsed.with_(simulations=SIMULATIONS_IN_PYTHON))
    return str(parsed.with_(simulations=SIMULATIONS_BY_NETWORK if parsed.value("run") else SIMULATIONS))


def _of_first(chance: float, player: int) -> float:
    """A player's win chance as the expected outcome for player 0, from -1 to 1."""
    return 2 * chance - 1 if player == 0 else 1 - 2 * chance
