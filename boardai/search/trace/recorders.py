"""Observers of the reference implementations: they record a growing tree and a sentence for each step."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from boardai.basics.quoting import quoted
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.search.reference.plain import alphabeta as alphabeta_reference
from boardai.search.reference.plain import minimax as minimax_reference
from boardai.search.reference.plain.leaves import INFINITE, Watch, own_evaluation
from boardai.search.reference.solvers import pns as pns_reference
from boardai.search.reference.trees import mcts as mcts_reference
from boardai.search.reference.trees import puct as puct_reference
from boardai.search.results.tree import SearchTree
from boardai.search.results.tree_rows import AT_LEAST, AT_MOST, EXACT, PROVEN, PRUNED
from boardai.search.results.wording import value_words
from boardai.search.trace.steps import MOST_STEPS, Look, Step, Trace

MoveText = Callable[[Any, int], str]
ValueText = Callable[[float], str]


class _Enough(Exception):
    """The requested number of steps has been recorded."""


class _Writer:
    """Records a growing tree.

    Args:
        state: the searched state, in which player `player` moves.
        most: maximum number of steps, after which the search ends (`_Enough`); None: more than `MOST_STEPS` are an
            error.
        stop: returns True to end the search.
        moves: formats an action of a state; None: the state does.
        values: formats a value for the player at the root; None: as `value_words`.
        players: names of both players; None: no names.
    """

    def __init__(
        self,
        state: Any,
        most: int | None = None,
        stop: Callable[[], bool] | None = None,
        moves: MoveText | None = None,
        values: ValueText | None = None,
        players: Sequence[str] | None = None,
    ) -> None:
        self._most, self._stop, self._move_text, self._value_text = most, stop, moves, values
        self._names = players
        self.states = [state]
        self.player = state.current_player()
        self.parents, self.actions, self.moves = [-1], [-1], [""]
        self.children: list[list[int]] = [[]]
        self.players = [self.player]
        self.looks = [Look()]
        self.steps: list[Step] = []
        self._changes: dict[int, Look] = {}

    def add(self, parent: int, action: int, is_left_out: bool = False) -> int:
        """Adds a position and returns its row. Positions below an omitted one are never recorded."""
        before = self.states[parent]
        after = before.child(action)
        self.states.append(None if is_left_out else after)
        self.children[parent].append(len(self.parents))
        self.children.append([])
        self.parents.append(parent)
        self.actions.append(action)
        self.moves.append(self.move(before, action))
        self.players.append(after.current_player())
        self.looks.append(Look())
        return len(self.parents) - 1

    def move(self, state: Any, action: int) -> str:
        """An action's text."""
        return self._move_text(state, action) if self._move_text else str(state.action_to_string(action))

    def name(self, player: int) -> str:
        """A player's name in a sentence."""
        return (self._names or ("the first player", "the second player"))[player]

    def mover(self, row: int) -> str:
        """The player to move in a position, for a sentence."""
        return self._names[self.players[row]] if self._names else "the player to move there"

    def value(self, value: float) -> str:
        """A score's text."""
        return self._value_text(value) if self._value_text else _words(value)

    def valued(self, value: float, noun: str = "value") -> str:
        """A score with its noun: `value +2`, or `a win in 3` alone."""
        text = self.value(value)
        return f"a {text}" if text.startswith(("win", "loss")) else f"{noun} {text}"

    def outcome(self, value: float, plain: str) -> str:
        """The text of an expected outcome, or `plain` if the caller does not format values."""
        return self._value_text(value) if self._value_text else plain

    def bound(self, bound: float) -> str:
        """The text of a window's bound."""
        return ("−∞" if bound < 0 else "+∞") if math.isinf(bound) else self.value(bound)

    def set(self, row: int, look: Look) -> None:
        """Records new facts of a position."""
        self.looks[row] = self._changes[row] = look

    def step(self, text: str, path: Sequence[int]) -> None:
        """Ends a step."""
        if self._stop is not None and self._stop():
            raise KeyboardInterrupt
        if len(self.steps) == self._most:
            raise _Enough
        if len(self.steps) == MOST_STEPS:
            raise ValueError(f"more than {MOST_STEPS:,} steps: reduce the depth or the simulations")
        self.steps.append(Step(text, tuple(path), dict(self._changes), len(self.parents)))
        self._changes.clear()

    def path_to(self, row: int) -> list[int]:
        """The rows on the path from the root, without the root, to this one."""
        path = []
        while row > 0:
            path.append(row)
            row = self.parents[row]
        return path[::-1]

    def line(self, row: int) -> str:
        """The moves that lead to a position, as one word: `b2-c1`."""
        return "-".join(self.moves[one] for one in self.path_to(row)) or "the root"

    def end_early(self) -> None:
        """Adds to the last step that the search has more steps."""
        self.steps[-1] = replace(
            self.steps[-1], text=f"{self.steps[-1].text}. The search continues, but no more steps are shown"
        )

    def trace(self, method: str, best: int | None, terms: Sequence[str]) -> Trace:
        """The recorded trace.

        Args:
            method: the search's name.
            best: the best action.
            terms: names of the terms.
        """
        looks = self.looks
        tree = SearchTree(
            self.states[0].to_string(),
            np.array(self.parents, np.int32),
            np.array(self.actions, np.int32),
            tuple(self.moves),
            np.array(self.players, np.int32),
            np.array([look.value for look in looks]),
            np.array([look.visits for look in looks], np.int64),
            np.array([look.kind for look in looks], np.int32),
            method=method,
            root=self.states[0],
        )
        return Trace(tree if best is None else tree.with_variation([best], method), self.steps, terms)


def _words(value: float) -> str:
    return value_words(value).replace(" plies", "").replace(" ply", "")


def _bound(value: float) -> float:
    return math.copysign(math.inf, value) if abs(value) >= INFINITE else value


class _PlainRecorder(Watch):
    """Records minimax and alpha-beta.

    Args:
        writer: the recorder of the tree.
        windows: whether the search has windows.
    """

    def __init__(self, writer: _Writer, windows: bool) -> None:
        self._writer, self._windows = writer, windows
        self._stack = [0]
        self._window: dict[int, tuple[int, int]] = {0: (-INFINITE, INFINITE)}  # for the player to move in the row
        self._best: dict[int, float] = {}
        self._fresh = False  # whether the last row has no rows below it yet
        writer.set(0, Look(terms=self._terms(0)))

    def _sign(self, row: int) -> int:
        return 1 if self._writer.players[row] == self._writer.player else -1

    def _terms(self, row: int) -> Mapping[str, float]:
        if not self._windows or row not in self._window:
            return {}
        alpha, beta = self._window[row]
        if self._sign(row) < 0:  # for the player at the root, like all values in the picture
            alpha, beta = -beta, -alpha
        return {"α": _bound(alpha), "β": _bound(beta)}

    def look(self, action: int, alpha: int = -INFINITE, beta: int = INFINITE) -> None:
        """Adds a position below the last one, when a move is tried."""
        writer, parent = self._writer, self._stack[-1]
        if self._fresh:
            terms = self._terms(parent)
            window = f" in the window {writer.bound(terms['α'])} .. {writer.bound(terms['β'])}" if terms else ""
            writer.step(f"{writer.line(parent)}: its moves are tried{window}", writer.path_to(parent))
        row = writer.add(parent, action)
        same = writer.players[row] == writer.players[parent]
        self._window[row] = (alpha, beta) if same else (-beta, -alpha)
        writer.set(row, Look(terms=self._terms(row)))
        self._stack.append(row)
        self._fresh = True

    def back(self, value: float, cut: bool = False) -> None:
        """Records the value of a position, and its effect on the position above."""
        writer, row = self._writer, self._stack.pop()
        parent = self._stack[-1]
        value_here = value * self._sign(parent) if self._windows else value
        state = writer.states[row]
        leaf, self._fresh = self._fresh, False
        visits = self._count(row)
        kind = PROVEN if leaf and state.is_terminal() else self._kind(row, value_here)
        writer.set(row, Look(value_here, visits, kind, writer.looks[row].terms))
        better = self._take(parent, value_here)
        if self._windows and better:
            alpha, beta = self._window[parent]
            self._window[parent] = (max(alpha, int(value)), beta)
        writer.set(parent, Look(self._best[parent], self._count(parent), EXACT, self._terms(parent)))
        over = " (the game is over)" if leaf and state.is_terminal() else ""
        text = f"{writer.line(row)}: {writer.valued(value_here, 'value' if leaf else 'final value')}{over}"
        if len(self._children(parent)) > 1 and better:
            text += f", the best of {writer.line(parent)} so far"
        if cut:
            tried = {writer.actions[child] for child in self._children(parent)}
            rest = [action for action in writer.states[parent].legal_actions() if action not in tried]
            if rest:
                for action in rest:
                    writer.set(writer.add(parent, action, is_left_out=True), Look(0.0, 0, PRUNED))
                others = "its other move is" if len(rest) == 1 else f"its {len(rest)} other moves are"
                text += f"; cutoff: {writer.line(parent)} will be avoided, so {others} pruned"
        writer.step(text, writer.path_to(row))

    def _children(self, row: int) -> list[int]:
        return self._writer.children[row]

    def _count(self, row: int) -> int:
        return 1 + sum(self._writer.looks[child].visits for child in self._children(row))

    def _take(self, parent: int, value_here: float) -> bool:
        """Whether a value for the player at the root is the best of its position so far."""
        before = self._best.get(parent)
        better = before is None or (value_here - before) * self._sign(parent) > 0
        if better:
            self._best[parent] = value_here
        return better

    def _kind(self, row: int, value_here: float) -> int:
        """The value of a position when the search leaves it: a bound if moves were cut or none reached alpha.

        It lies between the best lower bound and the best upper bound of its moves.
        """
        looks = [self._writer.looks[child] for child in self._children(row)]
        if not self._windows or not looks:
            return EXACT
        best: Callable[..., float] = max if self._sign(row) > 0 else min
        least = best(-math.inf if one.kind in (AT_MOST, PRUNED) else one.value for one in looks)
        most = best(math.inf if one.kind in (AT_LEAST, PRUNED) else one.value for one in looks)
        if least == most:
            return EXACT
        return AT_MOST if most == value_here else AT_LEAST


class _Simulations:
    """Records searches that repeatedly walk down from the root, through nodes with children by action.

    Args:
        writer: the recorder of the tree.
        look: returns the facts of a node, from its parent (None for the root), the node, and its action.
    """

    def __init__(self, writer: _Writer, look: Callable[[Any, Any, int], Look]) -> None:
        self.writer, self._look = writer, look
        self.rows: dict[int, int] = {}
        self._nodes: list[Any] = [None]

    def row_of(self, node: Any, parent: int = -1, action: int = -1) -> int:
        """A node's row; a new one if it has none."""
        key = id(node)
        if key not in self.rows:
            self.rows[key] = 0 if parent < 0 else self.writer.add(parent, action)
            if parent >= 0:
                self._nodes.append(node)
            else:
                self._nodes[0] = node
        return self.rows[key]

    def grow(self, path: Sequence[Any]) -> list[int]:
        """Adds rows for the nodes of a path and all their children; returns those of the path."""
        rows = [self.row_of(path[0])]
        for node, following in zip(path, [*path[1:], None], strict=True):
            row = rows[-1]
            for action, child in (node.children or {}).items():
                self.row_of(child, row, action)
            if following is not None:
                rows.append(self.rows[id(following)])
        return rows

    def update(self, path: Sequence[Any]) -> None:
        """Records the facts of the nodes of a path, and of their children, whose terms depend on the visits above."""
        for node in path:
            row = self.rows[id(node)]
            parent = self._nodes[self.writer.parents[row]] if row else None
            self.writer.set(row, self._look(parent, node, row))
            for child in (node.children or {}).values():
                self.writer.set(self.rows[id(child)], self._look(node, child, self.rows[id(child)]))

    def step(self, text: str, rows: Sequence[int]) -> None:
        """Ends a step."""
        self.writer.step(text, rows[1:])


def _minimax(writer: _Writer, depth: int | None, windows: bool, evaluate: Any, points: bool) -> int | None:
    state = writer.states[0]
    # A game's evaluation has its own scale of points; a caller's function is assumed to count points.
    point = (
        0.0 if not points else 1.0 if evaluate or not hasattr(state, "evaluation_point") else state.evaluation_point()
    )
    recorder = _PlainRecorder(writer, windows)
    reference = alphabeta_reference.alphabeta if windows else minimax_reference.minimax
    found = reference(state, depth, evaluate or own_evaluation, point, watch=recorder)
    root = writer.looks[0]
    best = f"{writer.move(state, found.action)} is best, {writer.valued(found.value)}"
    writer.set(0, Look(found.value, found.nodes, EXACT, root.terms))
    writer.step(f"{best}; {found.nodes} positions, {found.leaves} of them leaves", [])
    return found.action


def _trace_minimax(writer: _Writer, depth: int | None = 2, evaluate: Any = None, points: bool = False) -> int | None:
    return _minimax(writer, depth, False, evaluate, points)


def _trace_alphabeta(writer: _Writer, depth: int | None = 2, evaluate: Any = None, points: bool = False) -> int | None:
    return _minimax(writer, depth, True, evaluate, points)


def _trace_mcts(
    writer: _Writer, simulations: int = 20, c: float = 1.0, value: Callable[[Any], float] | None = None, seed: int = 0
) -> int | None:
    state = writer.states[0]

    def look(parent: Any, node: Any, row: int) -> Look:
        if node.visits == 0:
            return Look(terms={"UCB": math.inf} if parent else {})
        mean = node.mean() if node.mover == writer.player else -node.mean()
        terms = {}
        if parent is not None and parent.visits:
            terms = {"V": node.mean(), "UCB": node.ucb(parent.visits, c)}
        return Look(mean, node.visits, EXACT, terms)

    tree = _Simulations(writer, look)
    done = 0

    def watch(path: list[Any], utility: float) -> None:
        nonlocal done
        done += 1
        rows = tree.grow(path)
        line = writer.line(rows[-1])
        over = writer.states[rows[-1]].is_terminal()
        tree.step(f"simulation {done}: the highest bounds lead to {line}", rows)
        tree.update(path)
        whose = writer.mover(rows[-1]) + ("" if over or value else ", by a random game")
        result = f"the result at {line} is {writer.outcome(utility, f'{utility:+g}')} for {whose}"
        tree.step(f"simulation {done}: {result}; it is backed up to the root", rows)

    root = mcts_reference.mcts(state, simulations, value, c=c, seed=seed, watch=watch)
    children = root.children or {}
    best = max(children, key=lambda action: children[action].visits)
    tree.step(f"{writer.move(state, best)} was visited most: {children[best].visits} of {simulations}", [0])
    return best


def _uniform(policy_size: int) -> Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]:
    def network(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return np.zeros((len(planes), policy_size)), np.zeros(len(planes))

    return network


def _trace_puct(writer: _Writer, network: Any = None, simulations: int = 20, c_init: float = 1.25) -> int | None:
    state = writer.states[0]

    def look(parent: Any, node: Any, row: int) -> Look:
        if parent is None:
            return Look(node.value_for(writer.player), node.visits, EXACT, {})
        whole = puct_reference.score(parent, node, None, (19652, c_init, 1, 0))
        q = node.value_for(parent.player) if node.visits else parent.value_for(parent.player)
        terms = {"P": node.prior, "Q": q, "U": whole - q}
        if not node.visits:
            return Look(terms=terms)
        return Look(node.value_for(writer.player), node.visits, EXACT, terms)

    tree = _Simulations(writer, look)
    done = -1

    def watch(path: list[Any], value: float) -> None:
        nonlocal done
        done += 1
        rows = tree.grow(path)
        line = writer.line(rows[-1])
        if done:
            tree.step(f"simulation {done}: the largest Q + U lead to {line}", rows)
        tree.update(path)
        who = "the rules give" if writer.states[rows[-1]].is_terminal() else "the network gives"
        place = f"simulation {done}: " if done else "before the first simulation, "
        given = writer.outcome(value, f"{value:+.2f}".replace("-0.00", "+0.00"))
        tree.step(f"{place}{who} {line} {given} for {writer.mover(rows[-1])}", rows)

    given = network or _uniform(state.policy_size)
    root = puct_reference.puct(state, given, simulations, c_init=c_init, watch=watch)
    best = max(root.children, key=lambda action: root.children[action].visits)
    tree.step(f"{writer.move(state, best)} was visited most: {root.children[best].visits} of {simulations}", [0])
    return int(best)


def _trace_pns(writer: _Writer, attacker: int | None = None) -> int | None:
    state = writer.states[0]
    attacker = state.current_player() if attacker is None else attacker
    nodes: dict[int, int] = {}
    kept: list[Any] = []

    def number(value: float) -> str:
        return "∞" if math.isinf(value) else f"{value:.0f}"

    def look(node: Any) -> Look:
        solved = node.proof == 0 or node.disproof == 0
        sign = 1 if attacker == writer.player else -1
        value = sign * (1.0 if node.proof == 0 else -1.0) if solved else float("nan")
        terms = {"proof": node.proof, "disproof": node.disproof}
        below = sum(writer.looks[nodes[id(child)]].visits for child in node.children)
        return Look(value, 1 + below, PROVEN if solved else EXACT, terms)

    def row_of(node: Any) -> int:
        if id(node) not in nodes:
            nodes[id(node)] = 0 if node.parent is None else writer.add(row_of(node.parent), node.action)
            kept.append(node)
        return nodes[id(node)]

    def watch(leaf: Any) -> None:
        row = row_of(leaf)
        for child in leaf.children:
            writer.set(row_of(child), look(child))
        writer.step(f"{writer.line(row)} is the most-proving position: it is expanded", writer.path_to(row))
        changed = []
        node = leaf
        while node is not None:
            writer.set(row_of(node), look(node))
            changed.append(node)
            node = node.parent
        root = changed[-1]
        text = f"the numbers are updated: the root has proof {number(root.proof)}, disproof {number(root.disproof)}"
        writer.step(text, writer.path_to(row))

    writer.set(0, Look(terms={"proof": 1, "disproof": 1}))
    root, made = pns_reference.can_win(state, attacker, watch)
    can = "can" if root.proof == 0 else "cannot"
    writer.step(f"{writer.name(attacker)} {can} force a win; {made} positions", [])
    return next((child.action for child in root.children if child.proof == 0), None) if root.attacker_moves else None


# Each function records its steps and returns the best action, if any; the names are those of its terms.
_SEARCHES: dict[str, tuple[Callable[..., int | None], tuple[str, ...]]] = {
    "minimax": (_trace_minimax, ()),
    "alphabeta": (_trace_alphabeta, ("α", "β")),
    "mcts": (_trace_mcts, ("V", "UCB")),
    "puct": (_trace_puct, ("P", "Q", "U")),
    "pns": (_trace_pns, ("proof", "disproof")),
}


def trace(
    search: str,
    state: Any,
    *,
    most: int | None = None,
    stop: Callable[[], bool] | None = None,
    moves: MoveText | None = None,
    values: ValueText | None = None,
    players: Sequence[str] | None = None,
    **options: Any,
) -> Trace:
    """A search in plain Python, step by step.

    >>> state = boardai.load("hex", size=3).initial_state()
    >>> steps = boardai.trace("alphabeta", state, depth=2)
    >>> print(steps[-1])
    b2 is best, value 0; 34 positions, 24 of them leaves
    >>> picture = steps.to_svg(5)

    Args:
        search: `minimax`, `alphabeta` (options `depth`, `evaluate`, `points`), `mcts` (`simulations`, `c`, `value`,
            `seed`), `puct` (`network`, `simulations`, `c_init`; without a network, uniform priors and
            values of 0) or `pns` (`attacker`).
        state: where to start; it is not changed.
        most: steps after which the search ends, at least 1; its last step says so. None: a search with more than
            2,000 steps is an error.
        stop: called at every step; if it returns true, the search ends at once.
        moves: writes moves, such as `game.format_action`; None: as their texts.
        values: writes values, scores or expected outcomes from -1 to 1, of the sentences; None: as plain numbers.
        players: what the sentences call both players, such as `game.player_names`.
        options: as the reference implementation in `boardai.search.reference` has them.

    Raises:
        ValueError: no such search, the game is over, `most` is below 1, or it takes more than 2,000 steps.
        TypeError: no such option.
        KeyboardInterrupt: `stop` returned true.
    """
    if search not in _SEARCHES:
        raise ValueError(f"unknown search {quoted(search)}{alternatives(nearest_name(search, _SEARCHES), _SEARCHES)}")
    if state.is_terminal():
        raise ValueError("the game is over: there is nothing to search")
    if most is not None and most < 1:
        raise ValueError(f"most must be at least 1, not {most}")
    write, terms = _SEARCHES[search]
    writer = _Writer(state.clone(), most, stop, moves, values, players)
    try:
        best = write(writer, **options)
    except _Enough:
        best = None
        writer.end_early()
    return writer.trace(search, best, terms)
