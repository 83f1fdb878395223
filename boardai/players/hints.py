"""The move of a good player, with its reasons in one line for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardai.game import Game
from boardai.players.kinds import load_agent
from boardai.players.search import LIMITS
from boardai.players.searches import without_memory
from boardai.players.spec import AgentSpec
from boardai.search.kind import SEARCHES
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import EVALUATION_LIMIT, margin_words, outcome_words, plies_to_win, written_line
from boardai.search.solvers.solved_positions import SolvedPositions

Hint = Callable[[Any], tuple[int, str]]

# A solver is tried before a search that only estimates, for this time.
_SOLVER_NODES, _SOLVER_SECONDS = 100_000, 1.0
_LINE_MOVES = 6


def default_opponent(game: Game) -> str:
    """A strong agent that needs no training: the game's own choice, if it has one."""
    if game.opponent:
        return game.opponent
    return "puct:simulations=2000" if game.is_encodable else "greedy"


def hints_of(
    game: Game,
    player: str = "",
    solved: SolvedPositions | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Hint:
    """Makes a function that returns (action, reasons) for a state.

    Args:
        game: the game.
        player: the agent; by default the game's own good one. The reason for a search's move is its value and
            the expected line, or the proof.
        solved: positions that are looked up first; None: none.
        stopped: returns, on the searching thread, whether to stop with the result so far; None: never.

    Raises:
        ValueError: unknown agent.
    """
    other = _hints_of_player(game, player, stopped)
    if solved is None:
        return other

    def looked_up(state: Any) -> tuple[int, str]:
        found = solved.result(state)
        if found is None:
            return other(state)
        if found.outcome == -1:
            return other(state)[0], "proven loss against best play"
        return int(found.action), reason(found, game)

    return looked_up


def _hints_of_player(game: Game, player: str, stopped: Callable[[], bool] | None) -> Hint:
    spec = AgentSpec.parse(player or default_opponent(game))
    found = load_agent(without_memory(spec), game, try_out=False)
    limited = any(limit in spec for limit in LIMITS)
    by_default = not limited and spec.name in SEARCHES and SEARCHES[spec.name].usual.simulations is not None
    counts = "simulations" in spec or by_default

    def by_player(state: Any) -> tuple[int, str]:
        # Searches by depth or nodes find forced wins themselves.
        proven = _solved(state) if counts else None
        if proven is not None and proven.outcome is not None and proven.outcome > -1:
            return int(proven.action), reason(proven, game)
        thought = found.think(state, stop=stopped)
        if thought.result is None:
            return thought.action, f"{spec}'s move"
        # If every move loses, the search still finds the one that resists longest.
        lost = proven is not None and proven.outcome == -1
        return thought.action, "proven loss against best play" if lost else reason(thought.result, game)

    return by_player


def _solved(state: Any) -> SearchResult | None:
    """The result of a solver in a short time; None if it proves nothing."""
    from boardai.search import dfpn

    found = dfpn(state, nodes=_SOLVER_NODES, seconds=_SOLVER_SECONDS)
    return found if found.outcome is not None else None


def reason(result: SearchResult, game: Game) -> str:
    """The reasons for a search's move: its value and the expected line.

    Args:
        result: result of the search.
        game: the game; it formats the moves.
    """
    who = game.player_names[result.player]
    margin = result.margin
    if result.outcome is not None:
        worth = f"proven {outcome_words(result.outcome)}"
        if result.plies_to_end is not None:
            worth += f" in {_moves(result.plies_to_end)}"
        if margin:
            worth += f", by {margin_words(result.state, margin)}"
    elif result.value is None:
        worth = "nothing is proven"
    elif result.simulations:
        worth = f"expected score {50 * (1 + result.value):.0f} % for {who}"
    elif abs(result.value) >= EVALUATION_LIMIT:
        worth = f"{'win' if result.value > 0 else 'loss'} in {_moves(plies_to_win(result.value) or 1)}"
        if margin:
            worth += f", by {margin_words(result.state, margin)}"
    elif margin is not None:
        better = who if margin > 0 else _other(game, result.player)
        worth = f"{margin_words(result.state, margin)} better for {better}" if round(margin, 1) else "even"
    elif ahead := game.describe_advantage(abs(result.value)):
        worth = f"{ahead} better for {who if result.value > 0 else _other(game, result.player)}"
    else:
        worth = "even"
    line = _line(result, game)
    return f"{worth}; expected: {line}" if line else worth


def _moves(plies: int) -> str:
    """The number of moves of the player who makes the first of these plies."""
    count = (plies + 1) // 2
    return "1 move" if count == 1 else f"{count} moves"


def _other(game: Game, player: int) -> str:
    return str(game.player_names[1 - player])


def _line(result: SearchResult, game: Game) -> str:
    """The expected line, including the move; "" if it has only this move."""
    if result.state is None or len(result.pv) < 2:
        return ""
    names = written_line(result.state, result.pv[:_LINE_MOVES], game.format_action)
    return " ".join(names) + (" ..." if len(result.pv) > _LINE_MOVES else "")
