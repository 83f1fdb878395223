"""Opponents and analysts of every game, for the page and the terminal."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boardai.game import Game
from boardai.players.hints import default_opponent
from boardai.players.search import LIMITS
from boardai.players.spec import AgentSpec
from boardai.search.kind import SEARCHES


@dataclass(frozen=True)
class Level:
    """An opponent.

    Attributes:
        key: short name in messages and commands.
        title: name for people.
        spec: the agent's text.
        measured: measured strength, for people; "" if it was not measured.
    """

    key: str
    title: str
    spec: str
    measured: str = ""

    @property
    def about(self) -> str:
        """What it does for a move, and its measured strength, for people; "" if its text has no description.

        >>> from boardai.players.levels import levels_of
        >>> [level.about for level in levels_of(boardai.load("reversi"))][1:3]  # doctest: +NORMALIZE_WHITESPACE
        ['looks one move ahead, and makes deliberate errors',
         'looks one move ahead, and makes deliberate errors; scored 76 % against Newcomer']
        """
        return "; ".join(words for words in (self._effort, self.measured) if words)

    @property
    def _effort(self) -> str:
        if self.spec == "random":
            return "plays any legal move"
        spec = AgentSpec.parse(self.spec)
        for limit, one, several in _EFFORTS:
            amount = spec.value(limit)
            if amount:
                words = one if float(amount) == 1 else several.format(float(amount))
                errs = spec.value("noise") and not spec.value("noisy_moves")
                return words + (", and makes deliberate errors" if errs else "")
        return ""


# The limits of searches, in words.
_EFFORTS = (
    ("depth", "looks one move ahead", "looks {:,.0f} moves ahead"),
    ("nodes", "searches one position per move", "searches {:,.0f} positions per move"),
    ("simulations", "makes one simulation per move", "makes {:,.0f} simulations per move"),
    ("seconds", "thinks for one second per move", "thinks for {:,.0f} seconds per move"),
)
# Each level is the game's own good player with a fraction of its nodes or simulations.
_SHARES = (("beginner", "Beginner", 1 / 1000), ("easy", "Easy", 1 / 100), ("medium", "Medium", 1 / 10))
_STRONGEST_SECONDS = 3
_USUAL = 2  # index of the default level
# Searches that report progress.
LIVE = {
    "pvs": "Alpha-beta",
    "mcts": "Random games (MCTS)",
    "puct": "PUCT",
    "gumbel": "Gumbel",
}


def playing_opponent(game: Game) -> str:
    """The game's good player as an opponent, with some variety in its openings.

    >>> from boardai.players.levels import playing_opponent
    >>> playing_opponent(boardai.load("reversi", board="6x6"))
    'pvs:nodes=200000,evaluator=larion,noise=31.25,noisy_moves=4'
    """
    best = default_opponent(game)
    if not game.opening_noise or best != game.opponent:
        return best
    return str(AgentSpec.parse(best).with_(**dict(AgentSpec.parse(f":{game.opening_noise}").parameters)))


def usual_level(game: Game) -> Level:
    """The default level, on the page and in the terminal: the third weakest.

    >>> from boardai.players.levels import usual_level
    >>> usual_level(boardai.load("chess")).key
    'easy'
    """
    levels = levels_of(game)
    return levels[min(_USUAL, len(levels) - 1)]


def levels_of(game: Game) -> list[Level]:
    """The levels of a game, the weakest first: its own ones, or its good player with less time.

    The last one takes some seconds per move: the game's own strongest player, or its good one.

    >>> from boardai.players.levels import levels_of
    >>> [f"{level.key} {level.spec}" for level in levels_of(boardai.load("chess"))][1:3]
    ['beginner pvs:nodes=200', 'easy pvs:nodes=2000']
    """
    best = playing_opponent(game)
    spec = AgentSpec.parse(best)
    levels = [Level("random", "Random moves", "random")]
    own = [Level(key, key.capitalize(), text) for key, text in game.levels]
    limit, amount = _limit_of(spec)
    others = spec.without(limit).parameters

    def limited(name: str, most: int) -> str:
        return str(replace(spec, parameters=((name, str(most)), *others)))

    if not own:
        for key, title, share in _SHARES if limit else ():
            own.append(Level(key, title, limited(limit, max(int(amount * share), 10))))
        own.append(Level("strong", "Strong", best))
    for number, level in enumerate(own[1:], 1):
        if level.key in game.level_scores:
            words = f"scored {100 * game.level_scores[level.key]:.0f} % against {own[number - 1].title}"
            own[number] = replace(level, measured=words)
    strongest = game.strongest or (limited("seconds", _STRONGEST_SECONDS) if limit else "")
    return [*levels, *own, *([Level("strongest", "Strongest", strongest)] if strongest else [])]


def analysts_of(game: Game) -> list[Level]:
    """The analysts of a game, the best one first: searches without a limit, which are stopped from outside.

    >>> from boardai.players.levels import analysts_of
    >>> [analyst.title for analyst in analysts_of(boardai.load("hex:size=11"))]
    ['PUCT with its network', 'Random games (MCTS)']
    """
    spec = AgentSpec.parse(game.strongest or default_opponent(game)).without(*LIMITS)
    name, found = spec.name, []
    if name in LIVE:
        title = f"{LIVE[name]} with its network" if spec.value("run") else LIVE[name]
        found.append(Level("best", title, str(spec)))
    if name != "mcts":
        found.append(Level("mcts", LIVE["mcts"], "mcts"))
    if game.is_encodable and name != "puct":
        found.append(Level("puct", LIVE["puct"], "puct"))
    return found


def advisers_of(game: Game) -> list[Level]:
    """The advisers of a game, which judge each move of a position: evaluations, networks and a solver.

    The methods of Ószi's thesis (`boardai.players.combined`) are among them if the game has a network.

    >>> from boardai.players.levels import advisers_of
    >>> [adviser.key for adviser in advisers_of(boardai.load("hex:size=11"))]
    ['alphabeta', 'heuristic', 'network', 'combined', 'policy', 'dfpn']
    >>> [adviser.key for adviser in advisers_of(boardai.load("reversi"))]
    ['alphabeta', 'heuristic', 'dfpn']
    """
    found, named = [], {"evaluator": game.plain_evaluator} if game.plain_evaluator else {}
    counted, network = AgentSpec.parse("greedy").with_(**named), AgentSpec.parse("classifier:run=shipped")
    if hasattr(game.initial_state(), "evaluate"):
        if not game.score_unit:  # if pieces move, no cell has room for the value of each move
            own = (one.spec for one in analysts_of(game) if AgentSpec.parse(one.spec).name == "pvs")
            found.append(Level("alphabeta", f"{LIVE['pvs']}, every move", next(own, "pvs")))
        found.append(Level("heuristic", "Heuristic, one move ahead", str(counted)))
    if game.includes_network:
        found.append(Level("network", "Network, one move ahead", str(network)))
        if game.score_unit == "":  # the formula needs a heuristic that counts missing stones or similar
            found.append(Level("combined", "Network × heuristic", str(network.with_(weight=0.01, **named))))
        found.append(Level("policy", "Network's policy", "policy:run=shipped"))
    return [*found, Level("dfpn", "Proof (df-pn)", "dfpn")]


def _limit_of(spec: AgentSpec) -> tuple[str, int]:
    """The nodes or simulations that limit a search, by name; "" if there is no such limit."""
    if spec.name not in SEARCHES:
        return "", 0
    usual = {} if spec.only(*LIMITS).parameters else SEARCHES[spec.name].usual.given
    for limit in ("nodes", "simulations"):
        amount = spec.value(limit) or usual.get(limit)
        if amount:
            return limit, int(amount)
    return "", 0
