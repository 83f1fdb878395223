"""Values of each move by evaluations, networks and solvers, for the cells of the board."""

from __future__ import annotations

from typing import Any

from boardai.game import Game
from boardai.players.combined import heuristic_of
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import outcome_words
from boardai.web.units import signed

# Agents that judge moves without a search that reports its progress.
ADVISERS = ("greedy", "classifier", "value", "policy", "dfpn")
_UNPROVEN = "unproven"


def advice_fields(result: SearchResult, game: Game, lines: int, evaluator: str = "") -> dict[str, Any]:
    """The result of an adviser, with the fields of an analysis (`analysis_fields`) and a value for every move.

    >>> import boardai
    >>> from boardai.players import load_agent
    >>> from boardai.web.cells import advice_fields
    >>> game = boardai.load("hex", size=3)
    >>> state = game.initial_state().child(1)
    >>> thought = load_agent("greedy:evaluator=shortest_path", game).think(state)
    >>> found = advice_fields(thought.result, game, 1, "shortest_path")
    >>> sorted({words for words, _ in found["values"].values()})
    ['0', '−1']

    Args:
        result: result of a player that judges every move.
        game: the game.
        lines: maximum number of best moves.
        evaluator: name of the evaluation of `greedy`; "": the default of the game's searches.

    Returns:
        `values`: for each action the text of its cell, and its quality among the moves, from 0 to 1.
    """
    texts, numbers = _judged(result, game, evaluator)
    best = int(result.action)
    order = sorted(texts, key=lambda action: (action == best, numbers[action]), reverse=True)[:lines]
    rows = [
        {
            "action": action,
            "words": texts[action],
            "moves": [game.format_action(result.state, action)],
            "actions": [action],
            "visits": None,
        }
        for action in order
    ]
    low, high = min(numbers.values()), max(numbers.values())
    expected = None if result.is_score or result.value is None else result.value
    sign = 1 if result.player == 0 else -1
    weights = {action: (number - low) / (high - low) if high > low else 1.0 for action, number in numbers.items()}
    by_shares = result.method == "policy"
    return {
        "rows": rows,
        "chance": None if expected is None else round(sign * expected, 4),
        "words": "" if expected is None else f"{50 * (1 + sign * expected):.0f} %",
        "shares": {str(action): round(number, 4) for action, number in numbers.items()} if by_shares else {},
        "values": {} if by_shares else {str(a): [texts[a], round(weights[a], 3)] for a in texts},
        "depth": 0,
        "nodes": int(result.nodes),
        "seconds": round(result.seconds, 2),
        "chosen": True,
    }


def _judged(result: SearchResult, game: Game, evaluator: str) -> tuple[dict[int, str], dict[int, float]]:
    """Each judged move as a short text and a number, the larger the better."""
    state = result.state
    if result.method == "greedy":
        heuristic, player = heuristic_of(game, evaluator), int(state.current_player())
        scale = 100 if game.score_unit else 1  # centipawns
        numbers = {int(action): -heuristic(state.child(action), player) / scale for action in state.legal_actions()}
        return {action: _number(number) for action, number in numbers.items()}, numbers
    if result.method == "dfpn":
        words = _UNPROVEN if result.value is None else f"proven {outcome_words(int(result.value))}"
        return {int(result.action): words}, {int(result.action): 1.0}
    combined = result.notes.get("combined")
    if combined:
        return {int(action): f"{number:.2f}" for action, number in combined.items()}, dict(combined)
    if result.method == "policy":
        shares = {int(action): float(share) for action, share in result.policy.items()}
        return {action: f"{100 * share:.0f} %" for action, share in shares.items()}, shares
    chances = {int(action): 50 * (1 + float(value)) for action, value in result.action_values.items()}
    return {action: f"{chance:.0f} %" for action, chance in chances.items()}, chances


def _number(number: float) -> str:
    return signed(number, f"{abs(number):g}") if number else "0"
