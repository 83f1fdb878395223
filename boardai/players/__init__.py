"""Agents and their specifications as text.

    random                                      uniformly random legal moves
    greedy                                      one ply by the game's material or disc count, mates first
    greedy:evaluator=pesto                      ...or by an evaluation of the searches'
    pvs:depth=6   mcts:seconds=0.5              a search of `boardai.search`, with its own keywords and options
    gumbel:run=FOLDER,simulations=16            Gumbel search with a trained network
    puct:run=FOLDER,checkpoint=40,c_init=2      PUCT with the network of an earlier iteration
    muzero:run=FOLDER,simulations=16            Gumbel search in a learned model of the game
    policy:run=FOLDER                           a trained network's most likely move, without search
    classifier:run=FOLDER,weight=0.01           the move likeliest to win by a network and a heuristic
    solved:file=hex4.db,fallback=mcts           looks its moves up in a file of solved positions
    records:file=games.db,fallback=mcts         plays moves of the games in a database
    uci:stockfish,seconds=0.1,UCI_Elo=2000      a chess engine, with its own options
    gtp:gtp-rhino,seconds=1                     a Reversi engine
    htp:mohex,seconds=1                         a Hex engine
    ./mine.py:MyAgent,depth=3                   a class, or a function of a state, in a file of your own
    sandbox:./mine.py:MyAgent,seconds=1           the same in a separate process, with limits of time and memory

`python -m boardai.agents` lists them all, `python -m boardai.agents pvs` the parameters of one. A user-written agent
is any object with a method `choose(state)` that returns a legal action, or such a function; a class gets the
arguments that its constructor takes of `game`, `seed` and the parameters after its name. A package adds agents by the
entry point `[project.entry-points."boardai.agents"] mine = "my_package:MyAgent"`, then called `mine:depth=3`.

    spec.py         AgentSpec: an agent's text, taken apart and put together
    kinds.py        KINDS: the kinds of agents, their settings, and how they are made
    player.py       Player: think(state, limits, progress, stop) -> Thought
    searches.py     the settings of searches in texts
    looked_up.py    players with a file (solved.py, recorded.py) and their fallback
    simple.py, search.py, network.py, value.py, combined.py, program.py, sandbox, user.py   the players
    trained.py      players with a run's network or evaluation
    thinking.py     one search on a separate thread: its clock, and how it is stopped
    levels.py, hints.py, advising.py   opponents by name, a move with its reasons, advice
"""

from boardai.players.kinds import agent_parameters, agents, as_player, load_agent
from boardai.players.player import BatchPlayer, Player, Thought, Turn, WrappingPlayer
from boardai.players.search import SearchPlayer
from boardai.players.simple import GreedyPlayer, RandomPlayer
from boardai.players.spec import AgentSpec

__all__ = [
    "AgentSpec",
    "BatchPlayer",
    "GreedyPlayer",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "Thought",
    "Turn",
    "WrappingPlayer",
    "agent_parameters",
    "agents",
    "as_player",
    "load_agent",
]
