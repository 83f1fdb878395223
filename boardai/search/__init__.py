"""Searches, as functions of a state: compiled C++ for every game, native or written in Python.

Each has a plain-Python reference implementation in `boardai.search.reference`, which reads like the lecture and is
tested to give the same results.
"""

# All listings show the searches in the order of these lines, which is the order of teaching.
# isort: off
from boardai.search.evaluated import EvaluatedState, Network, Outcome, default_evaluator, evaluators
from boardai.search.limits import UNTIL_STOPPED, Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.strategy import Strategy
from boardai.search.plain.minimax import MinimaxOptions, NegamaxOptions, minimax, negamax
from boardai.search.plain.alphabeta import AlphaBetaOptions, alphabeta
from boardai.search.plain.scout import ScoutOptions, scout
from boardai.search.pvs.pvs import Pvs, PvsOptions, pvs
from boardai.search.plain.mtdf import MtdfOptions, mtdf
from boardai.search.trees.mcts import Mcts, MctsOptions, mcts
from boardai.search.trees.puct import Puct, PuctOptions, puct
from boardai.search.trees.gumbel import Gumbel, GumbelOptions, gumbel
from boardai.search.solvers.and_or import AndOrOptions, and_or
from boardai.search.solvers.pns import PnsOptions, pns
from boardai.search.solvers.dfpn import DfPnOptions, dfpn
from boardai.search.solvers.solved_positions import Solved, SolvedPositions
from boardai.search.trees.forest import Forest, ForestResult
from boardai.search.trees.forest_selection import ForestChildren
# isort: on

__all__ = [
    "UNTIL_STOPPED",
    "AlphaBetaOptions",
    "AndOrOptions",
    "DfPnOptions",
    "EvaluatedState",
    "Forest",
    "ForestChildren",
    "ForestResult",
    "Gumbel",
    "GumbelOptions",
    "Limits",
    "Mcts",
    "MctsOptions",
    "MinimaxOptions",
    "MtdfOptions",
    "NegamaxOptions",
    "Network",
    "Outcome",
    "PnsOptions",
    "Puct",
    "PuctOptions",
    "Pvs",
    "PvsOptions",
    "ScoutOptions",
    "SearchResult",
    "Solved",
    "SolvedPositions",
    "Strategy",
    "alphabeta",
    "and_or",
    "default_evaluator",
    "dfpn",
    "evaluators",
    "gumbel",
    "mcts",
    "minimax",
    "mtdf",
    "negamax",
    "pns",
    "puct",
    "pvs",
    "scout",
]
