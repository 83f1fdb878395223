"""Solutions to example 3's exercises: all games of tic-tac-toe counted, and minimax that wins soon.

    python examples/solutions/03_minimax_tic_tac_toe.py

The counts are known ones: 255,168 games, 5,478 positions, 765 of them different up to symmetry.
"""

from pathlib import Path

import boardai

game = boardai.load(str(Path(__file__).parents[1] / "01_game_in_python.py"))

# --- 1. Games, positions, and positions up to symmetry. The number of games is stored by position. ---

games = {}  # by position: the number of games that continue from it


def count(state):
    """The number of games that continue from here."""
    text = state.to_string()
    if text not in games:
        games[text] = 1 if state.is_terminal() else sum(count(state.child(a)) for a in state.legal_actions())
    return games[text]


def images(text):
    """The eight rotations and reflections of a board."""
    found = []
    for _ in range(4):
        text = "".join(text[3 * (2 - column) + row] for row in range(3) for column in range(3))
        found += [text, "".join(text[row : row + 3][::-1] for row in (0, 3, 6))]
    return found


total = count(game.initial_state())
different = {min(images(text)) for text in games}
print(f"{total:,} games, {len(games):,} positions, {len(different)} up to turning and mirroring")
assert (total, len(games), len(different)) == (255_168, 5_478, 765)
print("Minimax on the plain tree visits every position once for each way to it; these would do.\n")

# --- 2. Plain minimax does not distinguish wins and may delay one for ever. So plies are added to the value. ---


def plain(state):
    """1, 0 or -1 for the player to move."""
    if state.is_terminal():
        return state.outcome(state.current_player())
    return max(-plain(state.child(action)) for action in state.legal_actions())


def soon(state):
    """The same as 10, 0 or -10, moved towards 0 by one per ply: quick wins and slow losses are preferred."""
    if state.is_terminal():
        return 10 * state.outcome(state.current_player())
    best = max(-soon(state.child(action)) for action in state.legal_actions())
    return best - 1 if best > 0 else best + 1 if best < 0 else 0


def first_best(state, value):
    """The first of the best moves."""
    return max(state.legal_actions(), key=lambda action: -value(state.child(action)))


def last_best(state, value):
    """The last of the best moves, which is equally correct if only the value counts."""
    best = -value(state.child(first_best(state, value)))
    return [action for action in state.legal_actions() if -value(state.child(action)) == best][-1]


print("position     plies to the end:  plain minimax, its last best move   with plies counted   the library")
for text in ("xx.oo....", "xo..x..o.", "x...o..x.", "xo......."):
    state = game.from_string(text)
    lengths = []
    for value in (plain, soon):
        position, plies = state.clone(), 0
        while not position.is_terminal():
            position.apply(last_best(position, value))
            plies += 1
        lengths.append(plies)
    known = boardai.search.minimax(state).plies_to_end
    value_words = "a draw" if known is None else known
    print(f"{text} {lengths[0]:44} {lengths[1]:20} {value_words:>13}")
    assert known is None or lengths[1] == known <= lengths[0]
print("Both play perfectly. Only the one that counts also looks as if it did.")
