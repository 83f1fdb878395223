"""Which agents there are, and how their specs are read."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from boardai.agents import parameters, trained
from boardai.agents.base import Agent, GreedyAgent, RandomAgent
from boardai.agents.box.boxed import BOXED, MEMORY, POSSIBLE, SECONDS, BoxedAgent, path_and_rest
from boardai.agents.engines import PROTOCOLS, EngineAgent, dialect
from boardai.agents.network import NetworkSearchAgent
from boardai.agents.own import OwnAgent, entry_points, is_agent_path, load_own_agent, made_of_class
from boardai.agents.parameters import Parameter
from boardai.agents.searching import Misjudgement, SearchAgent
from boardai.agents.solved import SolvedAgent
from boardai.basics.quoting import LONGEST_SPEC, quoted
from boardai.basics.unknown_names import nearest_name
from boardai.game import Game
from boardai.search.evaluated import with_evaluator
from boardai.search.trees.options import rows_per_leaf

# What an agent decides by itself.
_NOT_FOR_SPECS = ("seed", "progress", "tree", "on_interrupt", "root_actions")


@dataclass(frozen=True)
class Searcher:
    """A face of `boardai.search` as an agent.

    Attributes:
        about: one line for people.
        limit: what limits a search that its spec gives no limit.
        solver: it may prove nothing; then the agent of `fallback=` plays.
        session: the class in the face's module that keeps its table or tree through a game; "" where there is none.
    """

    about: str
    limit: tuple[str, float]
    solver: bool = False
    session: str = ""

    @property
    def scoring(self) -> bool:
        """Whether its values are scores of a static evaluation; the others' are outcomes in [-1, 1]."""
        return not self.solver and self.limit[0] != "simulations"


# By the names of the faces. One line makes a search an agent.
SEARCHERS: dict[str, Searcher] = {
    "minimax": Searcher("every line to a depth", ("depth", 3)),
    "negamax": Searcher("minimax by one rule for both players", ("depth", 3)),
    "alphabeta": Searcher("alpha-beta to a fixed depth", ("depth", 5)),
    "scout": Searcher("Scout to a fixed depth", ("depth", 5)),
    "pvs": Searcher("principal variation search, deepening step by step", ("seconds", 1.0), session="Pvs"),
    "mtdf": Searcher("MTD(f), deepening step by step", ("seconds", 1.0)),
    "mcts": Searcher(
        "Monte-Carlo tree search with random games, or with run=FOLDER by a trained value",
        ("simulations", 2000),
        session="Mcts",
    ),
    "puct": Searcher(
        "PUCT by random games, or with run=FOLDER by a trained network", ("simulations", 800), session="Puct"
    ),
    "gumbel": Searcher("Gumbel search, by random games or with run=FOLDER", ("simulations", 200), session="Gumbel"),
    "and_or": Searcher("AND/OR search; fallback= plays where nothing is proven", ("seconds", 1.0), solver=True),
    "pns": Searcher("proof-number search; fallback= as and_or", ("seconds", 1.0), solver=True),
    "dfpn": Searcher("depth-first proof-number search; fallback= as and_or", ("seconds", 1.0), solver=True),
}
_LIMITS = ("depth", "nodes", "simulations", "seconds")
_MEGABYTES_A_NODE = 64 / 2**20
_RUN = {
    "run": Parameter("run", (str,), None, "folder of a training run, an exported network, or shipped"),
    "checkpoint": Parameter("checkpoint", (int,), None, "iteration whose network plays; the newest by default"),
}
_ROWS = Parameter(
    "rows",
    (int,),
    None,
    "of the network's batch; with run=FOLDER, the run's by default, or with `seconds` what one tree can fill",
)
_SECONDS = Parameter("seconds", (float,), None, "per move, instead of simulations")
_CLASSIFIER = {
    "weight": Parameter("weight", (float,), 0.0, "of the heuristic beside the network; Ószi's thesis: 0.01"),
    "evaluator": Parameter("evaluator", (str,), "", "the heuristic, by name; by default the one of the searches"),
}
_HYBRID_DEPTH = Parameter("depth", (int,), 2, "plies")
_FALLBACK = Parameter("fallback", (str,), "greedy", "the agent that plays where nothing is proven")
_SOLVED = {
    "file": Parameter("file", (str,), None, "of solved positions, made by python -m boardai.solve"),
    "fallback": Parameter("fallback", (str,), "greedy", "the agent that plays where nothing is known or all is lost"),
}
_REUSE = Parameter(
    "reuse",
    (bool,),
    True,
    "table or tree live on from move to move (with run=FOLDER in matches, by default where `seconds` limit a move)",
)
_NOISE = Parameter(
    "noise", (float,), 0.0, "it misjudges every move by a normal error of so much, in the evaluation's numbers"
)
_NOISY_MOVES = Parameter("noisy_moves", (int,), 0, "only in so many of its first moves; 0: in all")
# Where a search plays with a network its options have these defaults instead: no noise.
_NETWORK_DEFAULTS: dict[str, dict[str, Any]] = {"puct": {}, "gumbel": {"scale": 0.0}}
_BOX = {
    "seconds": Parameter("seconds", (float,), SECONDS, "per move; one that comes later loses the game"),
    "memory": Parameter("memory", (int,), MEMORY, "MiB beyond the library's own"),
    "fence": Parameter("fence", (str,), POSSIBLE, "required: not without all of the system's fence"),
}
_ENGINE_LIMITS = {
    "seconds": Parameter("seconds", (float,), None, "per move"),
    "depth": Parameter("depth", (int,), None, "plies per move"),
    "nodes": Parameter("nodes", (int,), None, "per move"),
}


def _face(name: str) -> Callable[..., Any]:
    import boardai.search

    return getattr(boardai.search, name)


# What people write for agents that are called otherwise here; engines are named behind their protocol.
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
    """What to say of a name that is none: the nearest one, and all there are."""
    known = list(known)
    other = _OTHER_NAMES.get(name.lower(), "")
    meant = other if other.partition(":")[0] in known else nearest_name(name, known)
    hint = f"did you mean {meant}? " if meant else ""
    return f"unknown {kind} {quoted(name)}; {hint}{kind}{'es' if kind == 'search' else 's'}: {', '.join(known)}"


def session_class(name: str) -> type | None:
    """The class that keeps a search's table or tree through a game."""
    module = inspect.getmodule(_face(name))
    return getattr(module, SEARCHERS[name].session, None) if SEARCHERS[name].session else None


def searches() -> dict[str, Searcher]:
    """The searches there are."""
    import boardai.search

    return {name: known for name, known in SEARCHERS.items() if hasattr(boardai.search, name)}


def search_parameters(name: str) -> dict[str, Parameter]:
    """What a search takes in a spec."""
    return parameters.of_search(_face(name), _NOT_FOR_SPECS)


_SIMPLE: dict[str, tuple[str, Callable[..., Agent], dict[str, Parameter]]] = {
    "random": ("uniformly random legal moves", RandomAgent, {}),
    "greedy": (
        "one ply by the game's plain count, or by evaluator=; a win at once is taken, ties at random",
        GreedyAgent,
        {"evaluator": Parameter("evaluator", (str,), "", "what evaluates; by default material, discs, connection")},
    ),
}


def agents() -> dict[str, str]:
    """Names of all agents, and what each is; whatever an installed package calls its own, our names stay.

    >>> from boardai.agents import agents
    >>> agents()["greedy"]
    "one ply by the game's plain count, or by evaluator=; a win at once is taken, ties at random"
    """
    return {**dict.fromkeys(entry_points(), "of an installed package"), **shipped_agents()}


def shipped_agents() -> dict[str, str]:
    """Names of the agents that ship with boardai, and what each is."""
    return {
        **{name: about for name, (about, *_) in _SIMPLE.items()},
        "policy": "with run=FOLDER: a trained network's most likely move, without search",
        "value": "with run=FOLDER: one ply by a trained network's value",
        "classifier": "with run=FOLDER: the move likeliest to win by a trained network; weight= adds a heuristic",
        "hybrid": "with run=FOLDER: alpha-beta to a fixed depth with a trained network's value",
        **{name: known.about for name, known in searches().items()},
        "solved": "with file=FILE: looks its moves up in a file of solved positions; fallback= plays the others",
        BOXED: "a file of your own, in a process with limits: boxed:./mine.py:Agent,seconds=1,memory=1024",
        "uci": "an engine: uci:PROGRAM, its limits and options (chess)",
        "gtp": "an engine: gtp:PROGRAM, seconds=... (Reversi)",
        "htp": "an engine: htp:PROGRAM, seconds=... (Hex)",
    }


def agent_parameters(name: str) -> dict[str, Parameter]:
    """What an agent takes behind its colon; {} of one that is not ours.

    >>> from boardai.agents import agent_parameters
    >>> agent_parameters("pvs")["depth"].about
    'iterations of iterative deepening, each a ply deeper.'
    """
    if name not in shipped_agents():
        return {}
    if name in _SIMPLE:
        return dict(_SIMPLE[name][2])
    if name in ("policy", "value"):
        return dict(_RUN)
    if name == "classifier":
        return {**_RUN, **_CLASSIFIER}
    if name == "hybrid":
        return {**_RUN, "depth": _HYBRID_DEPTH}
    if name == "solved":
        return dict(_SOLVED)
    if name == BOXED:
        return dict(_BOX)
    if name == "uci":
        return dict(_ENGINE_LIMITS)
    if name in ("gtp", "htp"):
        return {"seconds": _ENGINE_LIMITS["seconds"]}
    found = search_parameters(name)
    if session_class(name) is not None:
        found["reuse"] = _REUSE
    if "multi_pv" in found:
        found |= {"noise": _NOISE, "noisy_moves": _NOISY_MOVES}
    if SEARCHERS[name].solver:
        found["fallback"] = _FALLBACK
    if name == "mcts":
        return {**_RUN, **found}
    return {**_RUN, "rows": _ROWS, **found} if name in _NETWORK_DEFAULTS else found


def network_parameters(name: str) -> dict[str, Parameter]:
    """What a search with a trained network takes: its options, a time, and `reuse`."""
    options = parameters.of_options(parameters.options_class(_face(name)))
    options.update(
        {key: dataclasses.replace(options[key], default=value) for key, value in _NETWORK_DEFAULTS[name].items()}
    )
    return {**options, "seconds": _SECONDS, "reuse": dataclasses.replace(_REUSE, default=None)}


@dataclass(frozen=True)
class NetworkSearch:
    """How an agent searches with a trained network.

    Attributes:
        name: of the search.
        options: its options dataclass.
        seconds: per move; None: the options' simulations.
        reuse: trees live on from move to move.
    """

    name: str
    options: Any
    seconds: float | None = None
    reuse: bool = False

    @property
    def rows(self) -> int | None:
        """Of the network's batch, by the clock: what one tree can fill; None: as many as the network's owner likes.

        Trees are searched one at a time then, and rows that nobody asked for would take their time all the same.
        """
        return None if self.seconds is None else int(self.options.rows_per_tree)

    def agent(self, game: Game, evaluator: Any, seed: int, name: str = "") -> Agent:
        """The agent with this network.

        Raises:
            ValueError: an option is out of range.
        """
        return NetworkSearchAgent(
            game, evaluator, self.options, seed=seed, reuse=self.reuse, seconds=self.seconds, name=name or self.name
        )


def read_network_search(name: str, values: dict[str, Any], place: str) -> NetworkSearch:
    """A search with a network from the values of `network_parameters`.

    Raises:
        ValueError: it is not one that takes a network.
    """
    if name not in _NETWORK_DEFAULTS:
        raise ValueError(f"{place}: no search with a network; there are {' and '.join(_NETWORK_DEFAULTS)}")
    values = {**_NETWORK_DEFAULTS[name], **values}
    seconds = values.pop("seconds", None)
    reuse = values.pop("reuse", seconds is not None)
    return NetworkSearch(name, parameters.options_class(_face(name))(**values), seconds, reuse)


def network_search(spec: str) -> NetworkSearch:
    """The search of a text like `gumbel:simulations=64`, for a network that is at hand.

    Raises:
        ValueError: no such search or parameter; the message lists what exists.
    """
    name, _, rest = spec.partition(":")
    place = f"search {quoted(spec, LONGEST_SPEC)}"
    if name not in _NETWORK_DEFAULTS:
        raise ValueError(unknown_name("search with a network", name, _NETWORK_DEFAULTS))
    return read_network_search(name, parameters.read(rest, network_parameters(name), place, name), place)


def without_memory(spec: str) -> str:
    """The spec of the same agent with nothing kept from move to move, for many games that are played in turn."""
    name, _, rest = spec.partition(":")
    if name in SEARCHERS and session_class(name) is not None and "reuse" not in rest:
        return f"{name}:{rest + ',' if rest else ''}reuse=false"
    return spec


def with_small_table(spec: str) -> str:
    """The spec of the same agent with no larger a table than its limit fills, for many that are at hand at once.

    Only alpha-beta takes a table at its full size.
    """
    name, _, rest = spec.partition(":")
    limits = re.findall(r"\b(nodes|depth)=(\d+)", rest)
    if name != "pvs" or not limits or "table_megabytes" in rest:
        return spec
    # An entry has 16 bytes, and some moves' nodes find room; a few plies have few nodes in any game.
    most = min(_MEGABYTES_A_NODE * int(amount) if limit == "nodes" else int(amount) ** 2 for limit, amount in limits)
    options = parameters.options_class(_face(name)).table["table_megabytes"]
    return f"{spec},table_megabytes={min(max(round(most), 1), int(options.default))}"


def load_agent(spec: str, game: Game, seed: int = 0) -> Agent:
    """The agent a text names.

    >>> from boardai.agents import load_agent
    >>> game = boardai.load("hex", size=3)
    >>> agent = load_agent("dfpn", game)
    >>> game.initial_state().action_to_string(agent.choose(game.initial_state()))
    'b2'

    Args:
        spec: e.g. `greedy`, `pvs:depth=6`, `puct:run=runs/hex,simulations=64` or `./mine.py:MyAgent,depth=3`.
        game: what it will play.
        seed: of its random choices.

    Raises:
        ValueError: no such agent, parameter or program (the message lists what exists), a value out of range, or a
            run that does not fit.
    """
    name, _, rest = spec.partition(":")
    place = f"agent {quoted(spec, LONGEST_SPEC)}"
    if is_agent_path(name):
        return load_own_agent(name, rest, game, seed, place)
    if name not in shipped_agents():
        known = agents()
        if name not in known:
            raise ValueError(unknown_name("agent", name, known))
        return load_own_agent(name, rest, game, seed, place)
    if name in PROTOCOLS:
        return _engine(name, rest, game, place)
    if name == BOXED:
        return _boxed(rest, game, seed, place)
    if name == "solved":
        return _solved(rest, game, seed, place)
    if name in _SIMPLE:
        values = parameters.read(rest, agent_parameters(name), place, name)
        if "evaluator" in values:
            try:
                with_evaluator(game.initial_state(), values["evaluator"])
            except ValueError as error:
                raise ValueError(f"{place}: {error}") from None
        return _SIMPLE[name][1](seed, **values)
    names_a_run = any(part.partition("=")[0].strip() in _RUN for part in rest.split(","))
    if name in ("policy", "value", "classifier", "hybrid") or (name == "mcts" and names_a_run):
        values = parameters.read(rest, agent_parameters(name), place, name)
        if "run" not in values:
            raise ValueError(f"{place}: needs run=FOLDER, a folder made by python -m boardai.train")
        if name == "policy":
            return trained.policy_agent(values["run"], game, values.get("checkpoint"))
        make = functools.partial(trained.value_agent, name, values, seed=seed, place=place)
        return trained.fitted(make, values["run"], game)
    if name in _NETWORK_DEFAULTS and names_a_run:
        return _network_agent(name, rest, game, seed, place)
    return _search(name, rest, game, seed, place)


def as_agent(agent: Any, game: Game, seed: int = 0) -> Agent:
    """The agent that somebody means: a spec, an object with `choose`, a class of such objects, or a plain function.

    >>> from boardai.agents import as_agent
    >>> game = boardai.load("hex", size=3)
    >>> agent = as_agent(lambda state: state.legal_actions()[0], game)
    >>> agent.choose(game.initial_state())
    0

    Args:
        agent: an agent as it is; of anything else one is made.
        game: what it will play.
        seed: of its random choices.

    Raises:
        ValueError: as `load_agent`, or it is nothing that chooses.
    """
    if isinstance(agent, str):
        return load_agent(agent, game, seed)
    if isinstance(agent, type):
        return made_of_class(agent, game, seed)
    whole = all(hasattr(agent, name) for name in ("name", "choose", "choose_many"))
    return agent if whole else OwnAgent(agent)


def _network_agent(name: str, rest: str, game: Game, seed: int, place: str) -> Agent:
    known = {**_RUN, "rows": _ROWS, **network_parameters(name)}
    values = parameters.read(rest, known, place, f"{name} with a network")
    run, checkpoint, rows = (values.pop(key, None) for key in ("run", "checkpoint", "rows"))
    if run is None:
        raise ValueError(f"{place}: checkpoint needs run=FOLDER, the run it is of")
    search = read_network_search(name, values, place)
    rows = search.rows if rows is None else rows

    def make(own: Game) -> Agent:
        return search.agent(own, trained.network_of_run(run, own, checkpoint, rows), seed)

    try:
        return trained.fitted(make, run, game)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def read_search(spec: str, game: Game | None = None) -> tuple[str, Callable[..., Any], dict[str, Any]]:
    """A spec that names a search: its name, its face, and the keywords to call it with.

    >>> from boardai.agents import read_search
    >>> read_search("pvs:depth=6")[2]
    {'depth': 6}

    Args:
        spec: e.g. `pvs:depth=6`; with a game also `puct:run=FOLDER` and `mcts:run=FOLDER`.
        game: what is searched.

    Raises:
        ValueError: no such search, parameter, preset or run; the message lists what exists.
    """
    name, _, rest = spec.partition(":")
    known = searches()
    if name not in known:
        raise ValueError(unknown_name("search", name, known))
    takes_run = name in (*_NETWORK_DEFAULTS, "mcts") and game is not None
    found = {**(_RUN if takes_run else {}), **search_parameters(name)}
    values = parameters.read(rest, found, f"search {quoted(spec, LONGEST_SPEC)}", name)
    run, checkpoint = values.pop("run", None), values.pop("checkpoint", None)
    if run is None or game is None:
        return name, _face(name), parameters.with_preset(_face(name), values)
    if name == "mcts":
        values = {
            **parameters.with_preset(_face(name), values),
            "evaluator": trained.valued_by_run(run, game, checkpoint),
        }
        return name, _face(name), trained.with_simulations(values)
    rows = values.get("leaves_per_tree", 1) * rows_per_leaf(values.get("quiet_plies", 0))
    network = trained.searched_by_run(run, game, checkpoint, rows)
    values = {**_NETWORK_DEFAULTS[name], **parameters.with_preset(_face(name), values), "evaluator": network}
    return name, _face(name), values


def with_default_limit(name: str, values: dict[str, Any]) -> dict[str, Any]:
    """The keywords of a search, with its usual limit as an agent where none is given.

    >>> from boardai.agents import read_search, with_default_limit
    >>> name, face, keywords = read_search("mcts:c=2")
    >>> with_default_limit(name, keywords), with_default_limit("pvs", {"depth": 6})
    ({'c': 2.0, 'simulations': 2000}, {'depth': 6})

    Args:
        name: of the search, as `read_search` gives it.
        values: the keywords.
    """
    if any(values.get(limit) is not None for limit in _LIMITS):
        return values
    limit, amount = SEARCHERS[name].limit
    return {**values, limit: amount}


def _search(name: str, rest: str, game: Game, seed: int, place: str) -> Agent:
    values = parameters.read(rest, agent_parameters(name), place, name)
    if values.pop("rows", None) is not None:
        raise ValueError(f"{place}: rows needs run=FOLDER, whose network has them")
    fallback = None
    if SEARCHERS[name].solver:
        fallback = load_agent(values.pop("fallback", _FALLBACK.default), game, seed)
    session = session_class(name) if values.pop("reuse", True) else None
    face = _face(name)
    try:
        misjudgement = Misjudgement(values.pop("noise", 0.0), values.pop("noisy_moves", 0))
        if misjudgement.noise:
            values["multi_pv"] = parameters.options_class(face).table["multi_pv"].high
        arguments = with_default_limit(name, parameters.with_preset(face, values))
        agent = SearchAgent(name, face, arguments, seed, fallback, session, misjudgement)
        start = game.initial_state()
        if not start.is_terminal():
            agent.rehearse(start)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{place}: {error}") from None
    return agent


def _solved(rest: str, game: Game, seed: int, place: str) -> Agent:
    values = parameters.read(rest, _SOLVED, place, "solved")
    if "file" not in values:
        raise ValueError(f"{place}: needs file=FILE, made by python -m boardai.solve")
    fallback = load_agent(values.get("fallback", _SOLVED["fallback"].default), game, seed)
    try:
        return SolvedAgent(values["file"], game, fallback, seed)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _boxed(rest: str, game: Game, seed: int, place: str) -> Agent:
    path, own = path_and_rest(rest)
    if not is_agent_path(path):
        raise ValueError(f"{place}: needs a Python file: boxed:./mine.py,seconds=1")
    parts = [part for part in own.split(",") if part]
    ours = [part for part in parts if part.partition("=")[0].strip() in _BOX]
    values = parameters.read(",".join(ours), _BOX, place, BOXED)
    try:
        return BoxedAgent(path, ",".join(part for part in parts if part not in ours), game, seed, **values)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _engine(protocol: str, rest: str, game: Game, place: str) -> Agent:
    from boardai.protocols.process import EngineError

    program, _, settings = rest.partition(",")
    if not program.strip() or "=" in program:
        raise ValueError(f"{place}: needs a program: {protocol}:PROGRAM,seconds=0.1")
    known = agent_parameters(protocol)
    options = {}
    ours = []
    for part in settings.split(",") if settings else []:
        key, equals, value = part.partition("=")
        if protocol == "uci" and equals and key.strip() not in known:
            options[key.strip()] = value.strip()
        else:
            ours.append(part)
    values = parameters.read(",".join(ours), known, place, protocol)
    if protocol == "uci":
        values["options"] = options
        if not any(name in values for name in _ENGINE_LIMITS):
            values["seconds"] = 1.0
    try:
        engine = dialect(game, protocol).Engine(program.strip(), game, **values)
    except (ValueError, EngineError) as error:
        raise ValueError(f"{place}: {error}") from None
    return EngineAgent(engine.name, engine)
