"""The searches of `boardai.search` as agents: their settings in texts, and the corresponding keywords."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import boardai.search
from boardai.basics.quoting import LONGEST_SPEC, quoted
from boardai.basics.setting import Setting
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.game import Game
from boardai.players import parameters
from boardai.players.network import NetworkSearchPlayer
from boardai.players.player import Player
from boardai.players.spec import AgentSpec
from boardai.search.kind import SEARCHES
from boardai.search.session import Session

# Set by the agent itself.
_NOT_FOR_SPECS = ("seed", "progress", "tree", "on_interrupt", "root_actions")
# Searches that take a network, with the defaults of their options for that case: no noise.
NETWORK_DEFAULTS: dict[str, dict[str, Any]] = {"puct": {}, "gumbel": {"scale": 0.0}}
RUN = {
    "run": Setting(None, "folder of a training run, an exported network, or shipped", name="run", kinds=(str,)),
    "checkpoint": Setting(
        None, "iteration whose network plays; the newest by default", name="checkpoint", kinds=(int,)
    ),
    "precision": Setting(
        None,
        "of the network's arithmetic: float32, bfloat16, int16 or int8; that of its training by default",
        name="precision",
        kinds=(str,),
    ),
}
REUSE = Setting(
    True,
    "keeps the table or tree from move to move (with run=FOLDER in matches, by default where `seconds` limit a move)",
    name="reuse",
    kinds=(bool,),
)
_PRESET = Setting(None, "a set of options by name, in which others given here are changed", name="preset", kinds=(str,))
_SECONDS = Setting(None, "per move, instead of simulations", name="seconds", kinds=(float,))
_MEGABYTES_A_NODE = 64 / 2**20


# Common names of agents that have another name here; engines have the name of their protocol.
_OTHER_NAMES = {
    "ab": "alphabeta",
    "alpha-beta": "alphabeta",
    "alpha_beta": "alphabeta",
    "alphazero": "puct:run=FOLDER",
    "edax": "gtp:edax",
    "engine": "uci:PROGRAM",
    "montecarlo": "mcts",
    "monte-carlo": "mcts",
    "negascout": "scout",
    "network": "policy:run=FOLDER",
    "proof-number": "pns",
    "solver": "dfpn",
    "uct": "mcts",
    **{name: f"uci:{name}" for name in ("stockfish", "lc0", "gnuchess", "ethereal", "toga2", "fruit", "crafty")},
}


def unknown_name(kind: str, name: str, known: Iterable[str]) -> str:
    """The message about an unknown name: the most similar one, or else all names."""
    known = list(known)
    other = _OTHER_NAMES.get(name.lower(), "")
    meant = other if AgentSpec.parse(other).name in known else nearest_name(name, known)
    return f"unknown {kind} {quoted(name)}{alternatives(meant, known, 'python -m boardai.agents')}"


def search_function(name: str) -> Callable[..., Any]:
    """The function of that name."""
    found: Callable[..., Any] = getattr(boardai.search, name)
    return found


def session_class(name: str) -> type[Session] | None:
    """The class that keeps a search's table or tree through a game; None: there is none."""
    session = SEARCHES[name].session
    return session if session.lives_on else None


def search_parameters(name: str) -> dict[str, Setting]:
    """The settings of a search in a text, including presets if it has some."""
    search = SEARCHES[name]
    found = {key: one for key, one in search.settings.items() if key not in _NOT_FOR_SPECS}
    return {"preset": _PRESET, **found} if hasattr(search.defaults, "preset") else found


def network_parameters(name: str) -> dict[str, Setting]:
    """The settings of a search with a trained network: its options, a time, and `reuse`."""
    options = dict(SEARCHES[name].defaults.table)
    options.update(
        {key: dataclasses.replace(options[key], default=value) for key, value in NETWORK_DEFAULTS[name].items()}
    )
    return {**options, "seconds": _SECONDS, "reuse": dataclasses.replace(REUSE, default=None)}


@dataclass(frozen=True)
class NetworkSearch:
    """A search with a trained network, as specified by an agent's text.

    Attributes:
        name: name of the search.
        options: its options dataclass.
        seconds: per move; None: the options' simulations.
        counted: whether the text has a number of simulations, which applies in addition to other limits of a move.
        reuse: whether trees are kept from move to move.
    """

    name: str
    options: Any
    seconds: float | None = None
    counted: bool = False
    reuse: bool = False

    @property
    def rows(self) -> int | None:
        """The batch size with a time limit: the rows that one tree can fill; None: the default of the network's owner.

        Trees are then searched one at a time, and unneeded rows would still cost time.
        """
        return None if self.seconds is None else int(self.options.rows_per_tree)

    def player(self, game: Game, evaluator: Any, seed: int, name: str = "") -> Player:
        """The player with this network.

        Raises:
            ValueError: an option is out of range.
        """
        return NetworkSearchPlayer(
            game, evaluator, self.options, self.name,
            seed=seed, reuse=self.reuse, seconds=self.seconds, counted=self.counted, name=name,
        )  # fmt: skip


def network_search(text: str | AgentSpec, values: dict[str, Any] | None = None) -> NetworkSearch:
    """The search of a text like `gumbel:simulations=64`, for an available network.

    Args:
        text: name of the search with its parameters.
        values: values of its parameters; None: those of the text.

    Raises:
        ValueError: unknown search or parameter; the message lists what exists.
    """
    spec = AgentSpec.parse(text)
    name = spec.name
    if name not in NETWORK_DEFAULTS:
        raise ValueError(unknown_name("search with a network", name, NETWORK_DEFAULTS))
    if values is None:
        values = parameters.read(spec, network_parameters(name), f"search {quoted(str(spec), LONGEST_SPEC)}")
    values, counted = {**NETWORK_DEFAULTS[name], **values}, "simulations" in values
    seconds = values.pop("seconds", None)
    reuse = values.pop("reuse", seconds is not None)
    return NetworkSearch(name, type(SEARCHES[name].defaults)(**values), seconds, counted, reuse)


def without_memory(text: str | AgentSpec) -> AgentSpec:
    """The same agent without kept trees, for many games in turn."""
    spec = AgentSpec.parse(text)
    keeps = spec.name in SEARCHES and session_class(spec.name) is not None
    return spec.with_(reuse=False) if keeps and "reuse" not in spec else spec


def for_one_game(text: str | AgentSpec) -> AgentSpec:
    """The same agent for one game at a time: it keeps its tree, and its batch is as small as its tree can fill."""
    spec = AgentSpec.parse(text)
    if spec.name not in NETWORK_DEFAULTS or "run" not in spec:
        return spec
    search = network_search(spec.without(*RUN, "rows"))
    kept = {} if "reuse" in spec else {"reuse": True}
    return spec.with_(**kept, **({} if "rows" in spec else {"rows": search.options.rows_per_tree}))


def with_small_table(text: str | AgentSpec) -> AgentSpec:
    """The same agent with a table that is no larger than its limit can fill, if there are many agents.

    Only alpha-beta allocates its table at full size.
    """
    spec = AgentSpec.parse(text)
    nodes, depth = (spec.value(limit) or "" for limit in ("nodes", "depth"))
    if spec.name != "pvs" or "table_megabytes" in spec or not (nodes.isdecimal() or depth.isdecimal()):
        return spec
    # An entry has 16 bytes, and the table has room for some moves; searches of a few plies have few nodes in any game.
    sizes = [_MEGABYTES_A_NODE * int(nodes)] if nodes.isdecimal() else []
    most = min([*sizes, *([int(depth) ** 2] if depth.isdecimal() else [])])
    option = SEARCHES["pvs"].defaults.table["table_megabytes"]
    return spec.with_(table_megabytes=min(max(round(most), 1), int(option.default)))
