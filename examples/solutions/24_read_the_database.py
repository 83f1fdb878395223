"""Solutions to the exercises of example 24."""

import tempfile
from pathlib import Path

import boardai
from boardai.players import load_agent
from boardai.records import GameDatabase, RecordedGame
from boardai.search import SolvedPositions
from boardai.search.solvers.building import solve_every_position

game = boardai.load("hex", size=5)
start = game.initial_state()


def games_of(simulations, openings, times):
    """Games of a player against itself, a number of times from each of the openings."""
    player, found = load_agent(f"mcts:simulations={simulations},reuse=false", game, seed=1), []
    for opening in openings:
        for _ in range(times):
            state, actions = start.child(opening), [opening]
            while not state.is_terminal():
                actions.append(player.choose(state))
                state.apply(actions[-1])
            found.append(RecordedGame(game, start, tuple(actions), state.outcome(0)))
    return found


with tempfile.TemporaryDirectory() as folder, SolvedPositions(Path(folder) / "s.db", game, create=True) as solved:
    solve_every_position(solved, start, plies=2)

    # 1. The replies to a1, from 40 games, compared with the proven results.
    a1 = start.action_from_string("a1")
    after = start.child(a1)
    with GameDatabase(Path(folder) / "a1.db", game, create=True) as database:
        database.add_games(games_of(30, [a1], 40), "a1")
        winning = solved.get(after).actions
        for action, results in database.position(after).moves[:8]:
            share = f"won {100 * results.share(1):3.0f} %"
            print(f"a1 {game.format_action(after, action)}: {results.games:2} games, {share}", end="")
            print(", and wins" if action in winning else ", and loses")

    # 2. More simulations, fewer mistakes: won positions are won more often.
    for simulations in (20, 1000):
        with GameDatabase(Path(folder) / f"{simulations}.db", game, create=True) as database:
            openings = [action for action in start.legal_actions() if action <= start.action_from_string("c3")]
            database.add_games(games_of(simulations, openings, 8), "games")
            right = [
                (results.share(0) > 0.5) == (solved.get(start.child(action)).outcome == -1)
                for action, results in database.position(start).moves
            ]
            print(f"{simulations} simulations: right about {sum(right)} of {len(right)} openings")
