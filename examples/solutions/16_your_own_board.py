"""Solutions to example 16's exercises: a board in two parts, and what a hole does to an edge.

    python examples/solutions/16_your_own_board.py

Both boards are drawn into a temporary folder.
"""

import tempfile
from collections import Counter
from pathlib import Path

import boardai
from boardai.arena.match import play_match
from boardai.games.reversi.analysis import analysis_text
from boardai.players import load_agent

scratch = tempfile.TemporaryDirectory()


def board(name, rows):
    """A board from its rows."""
    file = Path(scratch.name) / f"{name}.txt"
    file.write_text(f"name: {name}\nto move: dark\n\n" + "\n".join(rows) + "\n")
    return boardai.load("reversi", board=str(file))


def classes(game):
    """The number of cells in each class of the analysis."""
    lines = analysis_text(game).splitlines()[1:]
    return Counter(letter for line in lines if not line.startswith("sides") for letter in line.split()[1:])


# --- 1. Two islands: a move on one passes the choice of the other island to the opponent. ---

islands = board("islands", ["----##----", "-OX-##-OX-", "-XO-##-XO-", "----##----"])
state = islands.initial_state()
print(f"{state}\n")
moves = [islands.format_action(state, action) for action in state.legal_actions()]
print(f"{len(moves)} moves: {', '.join(moves)}")
assert len(moves) == 2 * len(board("island", ["----", "-OX-", "-XO-", "----"]).initial_state().legal_actions())
assert classes(islands)["A"] + classes(islands)["B"] == 8
one = board("island", ["----", "-OX-", "-XO-", "----"])
alone = boardai.search.alphabeta(one.initial_state(), points=True).value
print(f"One island alone, solved: {alone:+} discs for dark, who moves first.")
result = play_match(
    islands,
    load_agent("alphabeta:depth=4,evaluator=positional", islands),
    load_agent("alphabeta:depth=4,evaluator=discs", islands),
    games=20,
    opening_plies=4,
    max_plies=100,
    seed=1,
)
print(f"both together: positional against discs {result.score:.0%} of 20 games. Corners count on every island.\n")
assert result.score > 0.5 and alone != 0

# --- 2. A hole in the middle of a side. ---

whole = board("whole", ["--------"] * 3 + ["---OX---", "---XO---"] + ["--------"] * 3)
holed = board("holed", ["---##---"] + ["--------"] * 2 + ["---OX---", "---XO---"] + ["--------"] * 3)
for name, game in (("8x8", whole), ("with a hole", holed)):
    corners = classes(game)["A"] + classes(game)["B"]
    print(f"{name:12} {corners} corners, {analysis_text(game).splitlines()[-1]}")
assert [classes(game)["A"] + classes(game)["B"] for game in (whole, holed)] == [4, 6]
print("A corner is a cell whose disc cannot be flipped: on each of the four lines through it, one side has no")
print("neighbour. So the cells on both sides of the hole are corners too, c1 and f1, and the side between a1 and h1")
print("is none any more.")
scratch.cleanup()
