"""What a good player of the game would play, and why, in one line for people."""

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

# A solver is asked before a search that only estimates, for so long.
_SOLVER_NODES, _SOLVER_SECONDS = 100_000, 1.0
_LINE_MOVES = 6


def default_opponent(game: Game) -> str:
    """A strong agent that needs no training of yours: the game's own choice, where it has one."""
    if game.opponent:
        return game.opponent
    return "puct:simulations=2000" if game.is_encodable else "greedy"


def hints_of(
    game: Game,
    player: str = "",
    solved: SolvedPositions | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Hint:
    """What gives (action, why) for a state.

    Args:
        game: the game.
        player: the agent that is asked; by default the game's own good one. Of a search the reason is its value and
            the line it expects, or the proof.
        solved: positions that are looked up first; None: nothing is.
        stopped: says, on the thread that searches, that it shall come to an end with what it has; None: it never shall.

    Raises:
        ValueError: no such agent.
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
        # Where all is lost, the search still knows what makes it hardest.
        lost = proven is not None and proven.outcome == -1
        return thought.action, "proven loss against best play" if lost else reason(thought.result, game)

    return by_player


def _solved(state: Any) -> SearchResult | None:
    """What a solver proves in a short while; None if nothing."""
    from boardai.search import dfpn

    found = dfpn(state, nodes=_SOLVER_NODES, seconds=_SOLVER_SECONDS)
    return found if found.outcome is not None else None


def reason(result: SearchResult, game: Game) -> str:
    """Why a search would play its move: what it is worth, and the line expected.

    Args:
        result: what it found.
        game: the game, which writes the moves.
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
    """Plies as the moves of the one who makes the first of them."""
    count = (plies + 1) // 2
    return "1 move" if count == 1 else f"{count} moves"


def _other(game: Game, player: int) -> str:
    return str(game.player_names[1 - player])


def _line(result: SearchResult, game: Game) -> str:
    """The moves expected, the first one included; "" where there is only that."""
    if result.state is None or len(result.pv) < 2:
        return ""
    names = written_line(result.state, result.pv[:_LINE_MOVES], game.format_action)
    return " ".join(names) + (" ..." if len(result.pv) > _LINE_MOVES else "")
