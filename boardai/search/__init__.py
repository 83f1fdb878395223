"""Searches, as functions of a state: compiled C++ for every game, native or written in Python.

Each has a plain-Python twin in `boardai.search.reference`, which reads like the lecture and is tested to give the
same results.
"""

from boardai.search.alphabeta import AlphaBetaOptions, alphabeta
from boardai.search.and_or import AndOrOptions, and_or
from boardai.search.dfpn import DfPnOptions, dfpn
from boardai.search.evaluated import EvaluatedState, evaluators
from boardai.search.gumbel import GumbelOptions, GumbelSearch, gumbel
from boardai.search.mcts import Mcts, MctsOptions, mcts
from boardai.search.minimax import MinimaxOptions, NegamaxOptions, minimax, negamax
from boardai.search.mtdf import MtdfOptions, mtdf
from boardai.search.pns import PnsOptions, pns
from boardai.search.puct import PuctOptions, PuctSearch, puct
from boardai.search.pvs import Pvs, PvsOptions, pvs
from boardai.search.result import SearchResult
from boardai.search.scout import ScoutOptions, scout
from boardai.search.strategy import Strategy

__all__ = [
    "AlphaBetaOptions",
    "AndOrOptions",
    "DfPnOptions",
    "EvaluatedState",
    "GumbelOptions",
    "GumbelSearch",
    "Mcts",
    "MctsOptions",
    "MinimaxOptions",
    "MtdfOptions",
    "NegamaxOptions",
    "PnsOptions",
    "PuctOptions",
    "PuctSearch",
    "Pvs",
    "PvsOptions",
    "ScoutOptions",
    "SearchResult",
    "Strategy",
    "alphabeta",
    "and_or",
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
