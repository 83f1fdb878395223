"""The kinds of agents in one table: their settings, and how they are made."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from boardai.basics.setting import Setting
from boardai.game import Game
from boardai.players import parameters, trained
from boardai.players.player import Player
from boardai.players.program import ProgramPlayer, dialect
from boardai.players.recorded import RecordedPlayer
from boardai.players.sandbox.player import MEMORY, POSSIBLE, SECONDS, SandboxPlayer
from boardai.players.search import ScoreNoise, SearchPlayer
from boardai.players.searches import (
    NETWORK_DEFAULTS,
    REUSE,
    RUN,
    network_parameters,
    network_search,
    search_function,
    search_parameters,
    session_class,
    unknown_name,
)
from boardai.players.simple import GreedyPlayer, RandomPlayer
from boardai.players.solved import SolvedPlayer
from boardai.players.spec import SANDBOX, AgentSpec, is_agent_path
from boardai.players.user import UserPlayer, entry_points, load_user_agent, made_of_class
from boardai.protocols.process import EngineError
from boardai.search.evaluated import with_evaluator
from boardai.search.kind import SEARCHES
from boardai.search.trees.options import GumbelSelection


@dataclass(frozen=True)
class Order:
    """The specification of an agent to be made.

    Attributes:
        spec: its text.
        game: the game that the player will play.
        seed: seed of its random choices.
    """

    spec: AgentSpec
    game: Game
    seed: int

    def values(self, *needed: str) -> dict[str, Any]:
        """The values of its settings.

        Raises:
            ValueError: a value is of the wrong type, or a required one is missing.
        """
        known = KINDS[self.spec.name].settings(self.spec.name)
        values = parameters.read(self.spec, known)
        for key in needed:
            if key not in values:
                raise ValueError(f"needs {_NEEDED[key].format(known[key].about)}")
        return values


@dataclass(frozen=True)
class Kind:
    """A kind of agents.

    Attributes:
        about: description for people, in one line.
        settings: the settings that an agent of this name takes.
        make: makes a player. Its ValueErrors need not name the agent.
    """

    about: str
    settings: Callable[[str], dict[str, Setting]]
    make: Callable[[Order], Player]


_NEEDED = {
    "run": "run=FOLDER, a folder made by python -m boardai.train",
    "file": "file=FILE, {}",
}
_ROWS = Setting(
    None,
    "rows of the network's batch; by default those of the run, or with `seconds` what one tree can fill",
    name="rows",
    kinds=(int,),
)
_EVALUATOR = Setting("", "the evaluation; by default material, discs or connection", name="evaluator", kinds=(str,))
_WEIGHT = Setting(
    0.0, "weight of the heuristic relative to the network; Ószi's thesis: 0.01", name="weight", kinds=(float,)
)
_HEURISTIC = Setting("", "the heuristic, by name; by default the one of the searches", name="evaluator", kinds=(str,))
_HYBRID_DEPTH = Setting(2, "plies", name="depth", kinds=(int,))
_FILE = Setting(None, "solved positions, made by python -m boardai.solve", name="file", kinds=(str,))
_GAMES = Setting(None, "a database of games, made by python -m boardai.records import", name="file", kinds=(str,))
_LEAST_GAMES = Setting(1, "moves played in fewer games are left out", low=1, name="least", kinds=(int,))
_BEST_MOVE = Setting(
    False,
    "true: the move with the best average result; false: a random move, as often as it was played",
    name="best",
    kinds=(bool,),
)
_FALLBACK = Setting("greedy", "the agent that plays where nothing is proven", name="fallback", kinds=(str,))
_RECORDS_FALLBACK = replace(_FALLBACK, about="the agent that plays where the games have no move")
_SOLVED_FALLBACK = replace(_FALLBACK, about="the agent that plays where nothing is known or all is lost")
_NOISE = Setting(
    0.0,
    "standard deviation of a normal error that is added to the value of every move, in the evaluation's unit",
    low=0,
    name="noise",
    kinds=(float,),
)
_NOISY_MOVES = Setting(
    0, "that error only in this many first moves; 0: in all", low=0, name="noisy_moves", kinds=(int,)
)
_BOX_SECONDS = Setting(SECONDS, "time limit per move; a later move loses the game", name="seconds", kinds=(float,))
_BOX_MEMORY = Setting(MEMORY, "MiB of memory, in addition to the library's", name="memory", kinds=(int,))
_BOX_FENCE = Setting(
    POSSIBLE, "required: refused unless all protections of the system work", name="fence", kinds=(str,)
)
_SIMULATIONS = Setting(trained.LATENT_SIMULATIONS, "simulations per move", low=1, name="simulations", kinds=(int,))
_LATENT_ROWS = Setting(trained.LATENT_ROWS, "positions searched together", low=1, name="rows", kinds=(int,))
_LATENT_OPTIONS = [one for name, one in GumbelSelection.table.items() if name != "scale"]  # without noise
_SECONDS = Setting(None, "seconds per move", name="seconds", kinds=(float,))
_DEPTH = Setting(None, "plies per move", name="depth", kinds=(int,))
_NODES = Setting(None, "nodes per move", name="nodes", kinds=(int,))


# Defaults that searches with a trained network have in place of their own.
_NETWORK_DEFAULTS: dict[str, dict[str, Any]] = {
    "mcts": {"simulations": trained.MCTS_SIMULATIONS},
    **{
        name: {"simulations": SEARCHES[name].defaults.table["simulations"].default, **NETWORK_DEFAULTS[name]}
        for name in NETWORK_DEFAULTS
    },
}


def _takes(*settings: Setting) -> Callable[[str], dict[str, Setting]]:
    table = {one.name: one for one in settings}
    return lambda name: dict(table)


def _search_settings(name: str) -> dict[str, Setting]:
    """The settings of a search, and its further settings as an agent."""
    found = search_parameters(name)
    if session_class(name) is not None:
        found["reuse"] = REUSE
    if "multi_pv" in found:
        found |= {"noise": _NOISE, "noisy_moves": _NOISY_MOVES}
    if SEARCHES[name].solver:
        found["fallback"] = _FALLBACK
    for key, value in SEARCHES[name].usual.given.items():
        found[key] = replace(found[key], about=f"limit of a move; {value:,g} if the agent has no limit")
    for key, value in _NETWORK_DEFAULTS.get(name, {}).items():
        found[key] = replace(found[key], about=f"{found[key].about}; {value:,g} with run=FOLDER")
    if name == "mcts":
        return {**RUN, **found}
    return {**RUN, "rows": _ROWS, **found} if name in NETWORK_DEFAULTS else found


def _greedy(order: Order) -> Player:
    values = order.values()
    with_evaluator(order.game.initial_state(), values.get("evaluator", ""))  # an unknown evaluator is reported at once
    return GreedyPlayer(order.seed, **values)


def _random(order: Order) -> Player:
    order.values()
    return RandomPlayer(order.seed)


def _by_run(make: Callable[..., Player]) -> Callable[[Order], Player]:
    """Makes an agent with the network of a run, for a game that may show its states in another view."""

    def made(order: Order) -> Player:
        values = order.values("run")
        own = functools.partial(make, values=values, seed=order.seed)
        return trained.with_view(own, values["run"], order.game)

    return made


def _mcts(order: Order) -> Player:
    return _by_run(trained.mcts_agent)(order) if names_a_run(order.spec) else _search(order)


def _tree_search(order: Order) -> Player:
    """PUCT and Gumbel search, with the network of a run or without one."""
    if not names_a_run(order.spec):
        if "rows" in order.spec:
            raise ValueError("rows needs run=FOLDER, with a network")
        return _search(order)
    name = order.spec.name
    known = {**RUN, "rows": _ROWS, **network_parameters(name)}
    values = parameters.read(order.spec, known, who=f"{name} with a network")
    run, rows = values.get("run"), values.pop("rows", None)
    if run is None:
        raise ValueError(f"{next(key for key in RUN if key in values)} needs run=FOLDER")
    of_run = {key: values.pop(key) for key in RUN if key in values}
    search = network_search(order.spec, values)
    rows = search.rows if rows is None else rows

    def make(own: Game) -> Player:
        return search.player(own, trained.network_of_run(own, rows, **of_run), order.seed)

    return trained.with_view(make, run, order.game)


def names_a_run(spec: AgentSpec) -> bool:
    """Whether an agent has the network of a run."""
    return any(key in spec for key in RUN)


def _search(order: Order) -> Player:
    name, values = order.spec.name, order.values()
    fallback = None
    if SEARCHES[name].solver:
        fallback = load_agent(values.pop("fallback", _FALLBACK.default), order.game, order.seed)
    session = session_class(name) if values.pop("reuse", True) else None
    function = search_function(name)
    score_noise = ScoreNoise(values.pop("noise", 0.0), values.pop("noisy_moves", 0))
    if score_noise.noise:
        values["multi_pv"] = SEARCHES[name].defaults.table["multi_pv"].high
    return SearchPlayer(
        name,
        function,
        parameters.with_preset(name, values),
        order.seed,
        usual=SEARCHES[name].usual,
        game=order.game,
        fallback=fallback,
        session=session,
        score_noise=score_noise,
    )


def _solved(order: Order) -> Player:
    values = order.values("file")
    fallback = load_agent(values.get("fallback", _FALLBACK.default), order.game, order.seed)
    return SolvedPlayer(values["file"], order.game, fallback, order.seed)


def _records(order: Order) -> Player:
    values = order.values("file")
    fallback = load_agent(values.pop("fallback", _FALLBACK.default), order.game, order.seed)
    return RecordedPlayer(values.pop("file"), order.game, fallback, seed=order.seed, **values)


def _sandbox(order: Order) -> Player:
    if not is_agent_path(order.spec.subject):
        raise ValueError("needs a Python file: sandbox:./mine.py,seconds=1")
    ours = KINDS[SANDBOX].settings(SANDBOX)
    values = parameters.read(order.spec.only(*ours), ours)
    return SandboxPlayer(order.spec.in_sandbox.without(*ours), order.game, order.seed, **values)


def _uci(order: Order) -> Player:
    ours = KINDS["uci"].settings("uci")
    options = {key: value for key, value in order.spec.parameters if value is not None and key not in ours}
    values = parameters.read(order.spec.without(*options), ours)
    return _program(order, **(values or {"seconds": 1.0}), options=options)


def _gtp(order: Order) -> Player:
    return _program(order, **order.values())


def _program(order: Order, **values: Any) -> Player:
    protocol, program = order.spec.name, order.spec.subject
    if not program or "=" in program:
        raise ValueError(f"needs a program: {protocol}:PROGRAM,seconds=0.1")
    engine = dialect(order.game, protocol).Engine(program, order.game, **values)
    return ProgramPlayer(engine.name, engine)


_SEARCH_MAKERS = {"mcts": _mcts, **dict.fromkeys(NETWORK_DEFAULTS, _tree_search)}


def search_kind(name: str) -> Kind:
    """A search as a kind of agents."""
    return Kind(SEARCHES[name].summary, _search_settings, _SEARCH_MAKERS.get(name, _search))


KINDS: dict[str, Kind] = {
    "random": Kind("uniformly random legal moves", _takes(), _random),
    "greedy": Kind(
        "one ply with the game's simplest evaluation, or evaluator=; takes an immediate win, breaks ties at random",
        _takes(_EVALUATOR),
        _greedy,
    ),
    "policy": Kind(
        "with run=FOLDER: a trained network's most likely move, without search",
        _takes(*RUN.values()),
        _by_run(trained.policy_agent),
    ),
    "value": Kind(
        "with run=FOLDER: one ply with a trained network's value", _takes(*RUN.values()), _by_run(trained.value_agent)
    ),
    "classifier": Kind(
        "with run=FOLDER: the move with the highest winning probability by a trained network; weight= adds a heuristic",
        _takes(*RUN.values(), _WEIGHT, _HEURISTIC),
        _by_run(trained.classifier_agent),
    ),
    "hybrid": Kind(
        "with run=FOLDER: alpha-beta to a fixed depth with a trained network's value",
        _takes(*RUN.values(), _HYBRID_DEPTH),
        _by_run(trained.hybrid_agent),
    ),
    "muzero": Kind(
        "with run=FOLDER of the learner muzero: Gumbel search over the latent states of the model it has learned",
        _takes(*RUN.values(), _LATENT_ROWS, _SIMULATIONS, *_LATENT_OPTIONS),
        _by_run(trained.muzero_agent),
    ),
    **{name: search_kind(name) for name in SEARCHES},
    "solved": Kind(
        "with file=FILE: looks its moves up in a file of solved positions; fallback= plays the others",
        _takes(_FILE, _SOLVED_FALLBACK),
        _solved,
    ),
    "records": Kind(
        "with file=FILE: plays moves of the games in a database; fallback= plays the others",
        _takes(_GAMES, _LEAST_GAMES, _BEST_MOVE, _RECORDS_FALLBACK),
        _records,
    ),
    SANDBOX: Kind(
        "your own file, in a process with limits: sandbox:./mine.py:Agent,seconds=1,memory=1024",
        _takes(_BOX_SECONDS, _BOX_MEMORY, _BOX_FENCE),
        _sandbox,
    ),
    "uci": Kind("an engine: uci:PROGRAM, its limits and options (chess)", _takes(_SECONDS, _DEPTH, _NODES), _uci),
    "gtp": Kind("an engine: gtp:PROGRAM, seconds=... (Reversi)", _takes(_SECONDS), _gtp),
    "htp": Kind("an engine: htp:PROGRAM, seconds=... (Hex)", _takes(_SECONDS), _gtp),
}


def agents() -> dict[str, str]:
    """The names of all agents with a description each. Agents of installed packages cannot replace built-in names.

    >>> from boardai.players import agents
    >>> agents()["greedy"]
    "one ply with the game's simplest evaluation, or evaluator=; takes an immediate win, breaks ties at random"
    """
    others = {name: f"from the package {entry.module.partition('.')[0]}" for name, entry in entry_points().items()}
    return {name: kind.about for name, kind in KINDS.items()} | {
        name: words for name, words in others.items() if name not in KINDS
    }


def agent_parameters(name: str) -> Mapping[str, Setting]:
    """The parameters of an agent, with descriptions; {} for an agent that is not built in.

    >>> from boardai.players import agent_parameters
    >>> agent_parameters("pvs")["depth"].about
    'iterations of iterative deepening, each a ply deeper.'
    """
    return KINDS[name].settings(name) if name in KINDS else {}


def load_agent(text: str | AgentSpec, game: Game, seed: int = 0, *, try_out: bool = True) -> Player:
    """Makes the player of an agent's text.

    >>> from boardai.players import load_agent
    >>> game = boardai.load("hex", size=3)
    >>> agent = load_agent("dfpn", game)
    >>> game.initial_state().action_to_string(agent.choose(game.initial_state()))
    'b2'

    Args:
        text: e.g. `greedy`, `pvs:depth=6`, `puct:run=runs/hex,simulations=64` or `./mine.py:MyAgent,depth=3`.
        game: the game that the player will play.
        seed: seed of its random choices.
        try_out: whether to run a short search, so that bad options are found now and nothing is compiled later.

    Raises:
        ValueError: unknown agent, parameter or program (the message lists what exists), a value out of range, or an
            run that does not fit.
    """
    spec = known_spec(text)
    if spec.name not in KINDS:
        return load_user_agent(spec, game, seed)
    try:
        player = KINDS[spec.name].make(Order(spec, game, seed))
        start = game.initial_state()
        if try_out and not start.is_terminal():
            player.warm_up(start)
    except MemoryError:
        raise ValueError(f"{spec.place}: needs more memory than there is") from None
    except (ValueError, TypeError, EngineError) as error:
        reason = str(error)
        raise ValueError(reason if reason.startswith(spec.place) else f"{spec.place}: {reason}") from None
    return player


def known_spec(text: str | AgentSpec) -> AgentSpec:
    """An agent's text, parsed into name and parameters.

    Raises:
        ValueError: unknown agent; the message has the most similar name, or the command that lists all.
    """
    spec = AgentSpec.parse(text)
    if spec.name not in KINDS and not spec.is_file and spec.name not in entry_points():
        raise ValueError(unknown_name("agent", spec.name, agents()))
    return spec


def as_player(agent: Any, game: Game, seed: int = 0) -> Player:
    """The player for a text, an object with `choose`, a class of such objects, or a plain function.

    >>> from boardai.players import as_player
    >>> game = boardai.load("hex", size=3)
    >>> player = as_player(lambda state: state.legal_actions()[0], game)
    >>> player.choose(game.initial_state())
    0

    Args:
        agent: a player, which is returned itself, or anything that one can be made of.
        game: the game that the player will play.
        seed: seed of its random choices.

    Raises:
        ValueError: as for `load_agent`, or it cannot choose.
    """
    if isinstance(agent, str | AgentSpec):
        return load_agent(agent, game, seed)
    if isinstance(agent, type):
        return made_of_class(agent, game, seed)
    return agent if isinstance(agent, Player) else UserPlayer(agent)
