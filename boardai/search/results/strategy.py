"""A winning (or drawing) strategy: the result of AND/OR search, which can be checked and printed without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardai.search.results.tree import SearchTree
from boardai.search.results.tree_rows import KINDS
from boardai.search.results.wording import outcome_words


@dataclass(frozen=True, eq=False)
class Strategy:
    """One move for every position in which the player is to move, that is, an answer to every move of the opponent.

    >>> state = boardai.load("hex", size=2).initial_state()
    >>> strategy = boardai.search.and_or(state).strategy
    >>> strategy.check(), strategy.depth()
    (3, 3)
    >>> print(strategy)
    2/2 b no-swap  win for player 0, 7 moves
      b1!
        a2
          b2!
        b2
          a2!
        a1
          a2!

    Each row is a move; rows are in depth-first order, so a move's continuations are the following rows with a greater
    ply.

    Attributes:
        state: start state.
        player: the player of the strategy.
        goal: the minimum outcome that it reaches for that player: 1 win, 0 draw.
        plies: ply of each move, 1 from `state`; int32 `[moves]`.
        actions: action of each move; int32 `[moves]`.
    """

    state: Any
    player: int
    goal: int
    plies: np.ndarray
    actions: np.ndarray

    def __len__(self) -> int:
        """Number of moves."""
        return len(self.actions)

    def __repr__(self) -> str:
        return f"<Strategy of player {self.player}: {outcome_words(self.goal)} or better, {len(self)} moves>"

    def __str__(self) -> str:
        return self.to_text()

    def _repr_svg_(self) -> str:
        return self.to_tree().to_svg()

    def depth(self) -> int:
        """Plies of its longest line."""
        return int(self.plies.max())

    def check(self) -> int:
        """Plays the strategy against every possible reply, using only the rules of the game.

        Returns:
            The number of lines, all of which end with the goal reached.

        Raises:
            ValueError: it is not a strategy for its goal; the message names the line.
        """
        line: list[int] = []
        states = [self.state]
        lines = self._check_node(0, line, states)
        for row in range(len(self)):
            ply = int(self.plies[row])
            if not 1 <= ply <= len(line) + 1:
                raise self._wrong(line, f"row {row} has ply {ply}")
            del line[ply - 1 :], states[ply:]
            action = int(self.actions[row])
            # child() checks that the action is legal here.
            states.append(states[-1].child(action))
            line.append(action)
            lines += self._check_node(row + 1, line, states)
        return lines

    def _check_node(self, first: int, line: list[int], states: list[Any]) -> int:
        """Checks the position at the end of `line`, whose moves begin at row `first`; returns the number of lines."""
        state, ply = states[-1], len(line) + 1
        end = first
        # All moves after this position have a greater ply.
        moves: list[int] = []
        while end < len(self) and self.plies[end] >= ply:
            if self.plies[end] == ply:
                moves.append(int(self.actions[end]))
            end = int(self._next[end])
        if state.is_terminal():
            if moves:
                raise self._wrong(line, "the game is over, but the strategy continues")
            if state.outcome(self.player) < self.goal:
                raise self._wrong(line, f"ends with {outcome_words(state.outcome(self.player))}")
            return 1
        if state.current_player() == self.player:
            if len(moves) != 1:
                raise self._wrong(line, f"has {len(moves)} moves of its own instead of one")
        elif sorted(moves) != sorted(state.legal_actions()):
            raise self._wrong(line, f"answers {len(set(moves))} of {len(state.legal_actions())} moves of the opponent")
        return 0

    def _wrong(self, line: Sequence[int], reason: str) -> ValueError:
        return ValueError(f"no strategy: after {self._words(line) or 'no move'}: {reason}")

    def _words(self, line: Sequence[int]) -> str:
        state, words = self.state.clone(), []
        for action in line:
            words.append(state.action_to_string(action))
            state.apply(action)
        return " ".join(words)

    @property
    def _next(self) -> np.ndarray:
        """For each row, the first later row that is not one of its continuations; computed once."""
        if "_after" not in self.__dict__:
            after = np.full(len(self), len(self), np.int64)
            waiting: list[int] = []
            for row, ply in enumerate(self.plies.tolist()):
                while waiting and self.plies[waiting[-1]] >= ply:
                    after[waiting.pop()] = row
                waiting.append(row)
            object.__setattr__(self, "_after", after)
        return self.__dict__["_after"]

    def reply(self, line: Sequence[int]) -> int:
        """The strategy's move after these moves from `state`.

        Raises:
            ValueError: the line leaves the strategy, ends the game, or it is the opponent's turn.
        """
        state, first = self.state, 0
        for ply, action in enumerate(line, 1):
            row = first
            while row < len(self) and self.plies[row] == ply and self.actions[row] != action:
                row = int(self._next[row])
            if row == len(self) or self.plies[row] != ply:
                raise self._wrong(line[: ply - 1], f"move {ply} is not in it")
            state, first = state.child(action), row + 1
        if state.is_terminal() or state.current_player() != self.player:
            raise self._wrong(line, "the player is not to move")
        return int(self.actions[first])

    def longest_line(self) -> list[int]:
        """The line with the opponent's longest resistance; the first of equal ones."""
        end = int(self.plies.argmax())
        line: list[int] = []
        for row in range(end, -1, -1):
            if self.plies[row] == self.plies[end] - len(line):
                line.append(int(self.actions[row]))
        return line[::-1]

    def to_text(self, depth: int | None = None, lines: int = 200) -> str:
        """The strategy as indented lines, one per move: the player's own moves are marked `!`.

        Args:
            depth: plies to show; None: all.
            lines: maximum number of rows.
        """
        head = f"{outcome_words(self.goal)} for player {self.player}"
        text = [f"{self.state.to_string()}  {head if self.goal else head + ' or better'}, {len(self)} moves"]
        states = [self.state]
        shown = 0
        for row, ply in enumerate(self.plies.tolist()):
            del states[ply:]
            state, action = states[-1], int(self.actions[row])
            states.append(state.child(action))
            if depth is not None and ply > depth:
                continue
            if shown == lines:
                text.append(f"… {len(self)} moves in all")
                break
            mark = "!" if state.current_player() == self.player else ""
            text.append("  " * ply + state.action_to_string(action) + mark)
            shown += 1
        return "\n".join(text)

    def to_tree(self) -> SearchTree:
        """The strategy as a tree, for drawings and files."""
        size = len(self) + 1
        parents, players = np.full(size, -1, np.int32), np.empty(size, np.int32)
        moves, states, rows = [""], [self.state], [0]
        players[0] = self.state.current_player()
        for row, ply in enumerate(self.plies.tolist(), 1):
            del states[ply:], rows[ply:]
            action = int(self.actions[row - 1])
            parents[row] = rows[-1]
            moves.append(states[-1].action_to_string(action))
            states.append(states[-1].child(action))
            rows.append(row)
            players[row] = states[-1].current_player()
        below = np.ones(size, np.int64)
        for row in range(size - 1, 0, -1):
            below[parents[row]] += below[row]
        sign = 1 if self.player == self.state.current_player() else -1
        kind = "proven" if self.goal == 1 else "at least" if sign == 1 else "at most"
        return SearchTree(
            self.state.to_string(),
            parents,
            np.concatenate([[-1], self.actions]).astype(np.int32),
            tuple(moves),
            players,
            np.full(size, float(sign * self.goal)),
            below,
            np.full(size, KINDS.index(kind), np.int32),
            method="strategy",
        )
