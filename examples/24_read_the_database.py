"""Example 24: query a database of games about an opening, and compare the statistics with the exact result.

    python examples/24_read_the_database.py

A database of games has the number of times a position occurred and the results of those games. Such results depend on
the players and prove nothing. On a board as small as 5x5 the position can also be solved, so both can be compared.
`python -m boardai.records` and `python -m boardai.solve` do the same with files; see docs/game-files.md.
"""

import tempfile
from pathlib import Path

import boardai
from boardai.players import load_agent
from boardai.records import GameDatabase, RecordedGame
from boardai.search import SolvedPositions
from boardai.search.solvers.building import solve_every_position

game = boardai.load("hex", size=5)
start = game.initial_state()

# --- 1. Games: every first stone twelve times, played by a medium-strength player against itself. ---

player = load_agent("mcts:simulations=100,reuse=false", game, seed=1)
games = []
for opening in start.legal_actions():
    for _ in range(12):
        state, actions = start.child(opening), [opening]
        while not state.is_terminal():
            actions.append(player.choose(state))
            state.apply(actions[-1])
        games.append(RecordedGame(game, start, tuple(actions), state.outcome(0)))
print(f"{len(games)} games, {sum(len(one.actions) for one in games)} moves")

with tempfile.TemporaryDirectory() as folder:
    # --- 2. The games go into a file, and from there into a database. A file is added as a whole, and only once. ---

    file = Path(folder) / "games.sgf"
    boardai.write_games(file, games)
    database = GameDatabase(Path(folder) / "games.db", game, create=True)
    print("imported:", database.add(file), "\nonce more:", database.add(file))

    # --- 3. Statistics of the start position. Moves that are equal up to a half turn count as one: 13 of 25 remain. ---

    found = database.position(start)
    print(f"\nfrom the start: {found.results.games} games, the first player won {100 * found.results.share(0):.0f} %")

    # --- 4. The exact results: each of the openings is solved, stored, and looked up. ---

    solved = SolvedPositions(Path(folder) / "solved.db", game, create=True)
    count = solve_every_position(solved, start, plies=1)
    print(f"\n{count} positions solved: the start, and those after one stone")
    print("\nopening  games  won by the first player  proven")
    agreed = 0
    for action, results in found.moves:
        wins = solved.get(start.child(action)).outcome == -1  # for the player to move next
        agreed += (results.share(0) > 0.5) == wins
        name = game.format_action(start, action)
        print(f"{name:>7}  {results.games:5}  {100 * results.share(0):21.0f} %  {'won' if wins else 'lost'}")
    print(f"the games are right about {agreed} of {len(found.moves)} openings")

    # --- 5. A position is found by any move order, and also after a half turn of the board. ---

    state = list(games[-1].states())[3]
    for shown in (state, state.transformed(1)):
        seen = database.position(shown)
        moves = " ".join(game.format_action(shown, action) for action, _ in seen.moves)
        print(f"\n{shown.to_string()}: {seen.results.games} games, which continued with {moves}")
    database.close()
    solved.close()

# Two exercises (examples/solutions/24_read_the_database.py has the answers):
#   1. Which second moves were played after a1, and which of them win?
#   2. Let a stronger player play the games (simulations=1000). For how many openings are the statistics right?
