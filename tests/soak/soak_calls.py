"""A loop of every call, one round for each line of standard input: soak_calls.py FOLDER."""

from __future__ import annotations

import gc
import pickle
import sys
from pathlib import Path

import boardai
from boardai import search
from boardai.arena import Meeting, fit_ratings
from boardai.arena.pictures import draw_ratings
from boardai.records import GameDatabase

GAMES = ("hex:size=4", "reversi:board=6x6", "chess")
PLIES = 12
DRAWN = 10  # rounds for each of which a figure is drawn

TO_DEPTH = ("alphabeta", "minimax", "mtdf", "negamax", "pvs", "scout")
BY_NODES = ("and_or", "dfpn", "pns")
BY_SIMULATIONS = ("gumbel", "mcts", "puct")


def play(game: boardai.Game, seed: int) -> boardai.RecordedGame:
    """A game's beginning, with all that a state can be asked."""
    state, actions = game.initial_state(), list[int]()
    while not state.is_terminal() and len(actions) < PLIES:
        legal = state.legal_actions()
        actions.append(legal[(seed + len(actions)) % len(legal)])
        assert state.action_from_string(state.action_to_string(actions[-1])) == actions[-1]
        assert state.from_string(state.to_string()).hash() == state.hash()
        assert pickle.loads(pickle.dumps(state)).hash() == state.hash()
        state.observation()
        state.legal_mask()
        state.evaluate(state.evaluators()[0])
        state.draw()
        state = state.child(actions[-1])
    return boardai.RecordedGame(game, game.initial_state(), tuple(actions), None)


def think(state: boardai.State, seed: int) -> None:
    """Every search."""
    for names, limit in ((TO_DEPTH, {"depth": 2}), (BY_NODES, {"nodes": 50}), (BY_SIMULATIONS, {"simulations": 16})):
        for name in names:
            getattr(search, name)(state, **limit)
    search.pvs(state, depth=2, threads=2)
    search.mcts(state, simulations=32, threads=2, seed=seed)
    session = search.Mcts(seed=seed)
    action = session.search(state, simulations=32).action
    session.advance(action)
    session.search(state.child(action), simulations=32)


def refuse(state: boardai.State) -> None:
    """What is wrong is refused."""
    for ask in (
        lambda: state.from_string("no position"),
        lambda: state.action_from_string("no move"),
        lambda: state.child(99_999),
        lambda: boardai.load("no game"),
    ):
        try:
            ask()
        except ValueError:
            continue
        raise AssertionError("it was taken")


def one_round(number: int, folder: Path) -> None:
    """Everything once, on one of the games."""
    game = boardai.load(GAMES[number % len(GAMES)])
    record = play(game, number)
    think(game.initial_state(), number)
    refuse(game.initial_state())
    batch = boardai.Batch(game, 16, seed=number, auto_reset=True)
    for _ in range(10):
        batch.step(batch.sample(), final_observations=True)
    boardai.write_games(folder / "games.jsonl", [record])
    assert len(list(boardai.read_games(folder / "games.jsonl", game))) == 1
    place = folder / f"{number % len(GAMES)}.db"
    database = GameDatabase(place, game, create=not place.exists())  # which is not closed
    if len(database) == 0:
        database.add_games([record], "one")
    database.position(game.initial_state())
    boardai.play_match(game, "random", "greedy", games=2, max_plies=10, seed=number)
    if number % DRAWN == 0:
        draw_ratings(fit_ratings([Meeting("a", "b", 15, 20)], "b"), "ratings", folder / "ratings.svg")


def main() -> None:
    folder = Path(sys.argv[1])
    for number, _ in enumerate(sys.stdin):
        one_round(number, folder)
        if number % DRAWN == 0:
            gc.collect()  # figures are cycles, of megabytes, which Python collects late
        print("done", flush=True)


if __name__ == "__main__":
    main()
