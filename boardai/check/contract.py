"""Check that a game implements the game contract.

`boardai.check_game(game)` or `python -m boardai.check ./mygame.py`.

It plays random games and holds every position against the contract of `boardai.game.State`; then the searches run, from
the start and near the end of games, so that what they alone refuse is reported here. It is the first test
to run on a game of your own, and runs on the shipped ones in the test suite.
"""

from __future__ import annotations

import contextlib
import copy
import math
import operator
import pickle
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardai import search
from boardai.check.hooks import draws_itself, found_hooks, names_knowledge, wrong_hooks
from boardai.drawing.board import Board
from boardai.drawing.look import Look
from boardai.game import Game, as_game
from boardai.players.user import failure_of_own
from boardai.search.kind import SEARCHES

# Far beyond any game's length; a random game that is longer than this does not end.
_LONGEST_GAME = 100_000
# One false alarm in a million runs of a correct playout.
_PLAYOUT_SIGNIFICANCE = 1e-6
# Every kind of search, as small as it can be: of the start, and of positions from which it reaches ends of games. The
# compiler has seen to what a game in C++ is like, and compiles each search again for it: there, two of them.
_COMPILED = ("pvs", "mcts")
_BY_POLICY = ("puct", "gumbel")
_SEARCHED_GAMES = 3
_PROOF_NODES = 2_000  # nodes of a proof without the game's knowledge
# The same of a game in Python, whose nodes take a hundred times as long, and all of its proofs together.
_PROOF_NODES_IN_PYTHON = 300
_NODES_IN_PYTHON = 20_000
_THROWS = 4  # tries of an action, in each position
# Control characters, NUL and line ends among them, and halves of surrogate pairs.
_NO_LINE = re.compile("[\x00-\x1f\x7f\u2028\u2029\ud800-\udfff]")
_RUNS = "its methods raise nothing but what the contract says"


class CheckFailed(AssertionError):
    """A game violates the contract; the message names the property, the position and the observation.

    >>> from boardai.check import CheckFailed
    >>> issubclass(CheckFailed, AssertionError)
    True
    """


@dataclass(frozen=True)
class CheckReport:
    """The extent of a check by `check_game`.

    >>> print(boardai.check_game("hex:size=3", games=1).game)
    hex:size=3

    Attributes:
        game: the game's spec.
        games: random games played.
        positions: positions examined.
        properties: the properties that were checked and hold; optional ones appear when the game has them.
        hooks: the optional methods that a user-written game has.
    """

    game: str
    games: int
    positions: int
    properties: tuple[str, ...]
    hooks: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.game}: {self.games} random games, {self.positions} positions, all properties hold"]
        lines += [f"  ok  {name}" for name in self.properties]
        return "\n".join(lines + ([f"optional methods found: {', '.join(self.hooks)}"] if self.hooks else []))


def check_game(game: str | Game, *, games: int = 20, seed: int = 0) -> CheckReport:
    """Checks over random games that a game implements the contract.

    >>> boardai.check_game(boardai.load("hex", size=3), games=2).games
    2

    Args:
        game: the game, or what `boardai.load` takes.
        games: number of random games.
        seed: of the random moves.

    Raises:
        CheckFailed: a property does not hold; the message names the first one, and the position.
    """
    game = as_game(game)
    check = _Check(game, random.Random(seed))
    start = game.initial_state()
    for name, reason in wrong_hooks(start):
        check.require(False, f"the optional method {name} has the type that searches look for", start, reason)
    check.is_knowing = names_knowledge(start)
    last = [check.play_one_game() for _ in range(games)]
    for state in (game.initial_state(), *last[:_SEARCHED_GAMES]):
        check.searches(state)
    check.playout_distribution(seed)
    return CheckReport(game.spec, games, check.positions, tuple(check.properties), found_hooks(start))


class _Check:
    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game = game
        self.rng = rng
        self.positions = 0
        self.properties: dict[str, None] = {}  # an ordered set
        self.seen_by_hash: dict[int, tuple[int, tuple[int, ...]]] = {}
        self.planes_by_key: dict[int, bytes] = {}
        self.mask_by_planes: dict[bytes, bytes] = {}
        self.is_knowing = False
        self.proof_nodes = _PROOF_NODES if game.is_native else _PROOF_NODES_IN_PYTHON
        self.nodes_left = math.inf if game.is_native else _NODES_IN_PYTHON

    def require(self, holds: bool, name: str, state: Any, detail: str = "") -> None:
        self.properties[name] = None
        if not holds:
            raise CheckFailed(
                f"{self.game.spec}: {name}: in position {state.to_string()!r}" + (f": {detail}" if detail else "")
            )

    @contextlib.contextmanager
    def running(self, name: str, state: Any) -> Iterator[None]:
        """Around the game's own code: whatever it raises, or a search that refuses it, is a property that fails."""
        try:
            yield
        except CheckFailed:
            raise
        except Exception as error:
            place = failure_of_own(error) or f"{type(error).__name__}: {error}"
            raise CheckFailed(f"{self.game.spec}: {name}: in position {state.to_string()!r}: {place}") from error

    def play_one_game(self) -> Any:
        """Plays to the end; returns the last position with a choice."""
        state = last = self.game.initial_state()
        hopeless: set[int] = set()
        for ply in range(_LONGEST_GAME):
            with self.running(_RUNS, state):
                self.position(state)
                hopeless = self.chances(state, hopeless)
                self.order(state)
            self.knowledge(state)
            if state.is_terminal():
                self.require(
                    self.game.max_length is None or ply <= self.game.max_length,
                    "games end within max_length",
                    state,
                    f"{ply} actions, max_length {self.game.max_length}",
                )
                return last
            last = state.clone()
            action = self.rng.choice(state.legal_actions())
            with self.running(_RUNS, state):
                self.move(state, action)
                self.drawing(state)
            state.apply(action)
        raise CheckFailed(f"{self.game.spec}: a random game did not end within {_LONGEST_GAME} actions")

    def position(self, state: Any) -> None:
        """Checks a position."""
        self.positions += 1
        self.turn_and_actions(state)
        self.outcomes(state)
        self.texts(state)
        self.hashes(state)
        self.copies(state)
        if self.game.is_encodable and not state.is_terminal():
            self.encoding(state)
        self.symmetries(state)
        if self.game.is_native and state.has_undo():
            self.require(state.undo_restores(), "undo restores the state bit for bit", state)

    def turn_and_actions(self, state: Any) -> None:
        self.require(state.current_player() in (0, 1), "current_player is 0 or 1", state, repr(state.current_player()))
        actions = state.legal_actions()
        whole = all(isinstance(action, int) and 0 <= action < 2**31 for action in actions)
        self.require(whole, "actions are ints in [0, 2**31)", state, repr(actions))
        self.require(actions == sorted(set(actions)), "legal actions are sorted and unique", state, repr(actions))
        self.require((not actions) == state.is_terminal(), "no legal action if and only if the game is over", state)
        for action in actions:
            self.require(state.is_legal(action), "is_legal agrees with legal_actions", state, f"action {action}")
        legal = set(actions)
        strangers = [
            action
            for action in (0, 1, max(actions, default=0) + 1, 2**31 - 1, self.rng.randrange(5000))
            if action not in legal
        ]
        for action in strangers:
            self.require(not state.is_legal(action), "is_legal agrees with legal_actions", state, f"action {action}")
            before = state.clone()
            self.require(
                _refuses(lambda a=action: state.apply(a)),
                "illegal actions are refused with ValueError",
                state,
                f"action {action}",
            )
            self.require(state == before, "a refused action changes nothing", state, f"action {action}")

    def outcomes(self, state: Any) -> None:
        if state.is_terminal():
            first, second = state.outcome(0), state.outcome(1)
            whole = isinstance(first, int) and isinstance(second, int)
            self.require(whole, "outcomes are the ints 1, 0 and -1", state, f"{first!r}, {second!r}")
            known = first in (-1, 0, 1) and second in (-1, 0, 1)
            self.require(known, "outcomes are the ints 1, 0 and -1", state, f"{first}, {second}")
            self.require(not first == second == 1, "not both players have won", state, f"{first}, {second}")
            self.require(first + second == 0, "outcomes are zero-sum", state, f"{first}, {second}")
        else:
            self.require(_refuses(lambda: state.outcome(0)), "an early outcome is refused with ValueError", state)

    def chances(self, state: Any, hopeless: set[int]) -> set[int]:
        """Checks `can_win`, and returns the players who cannot win; those in `hopeless` could not win before."""
        if not hasattr(state, "can_win"):
            return set()
        name = "who cannot win never wins"
        if state.is_terminal():
            for player in hopeless:
                self.require(state.outcome(player) < 1, name, state, f"player {player} has won")
            return hopeless
        answers = [state.can_win(player) for player in (0, 1)]
        self.require(all(isinstance(one, bool) for one in answers), "can_win is true or false", state, repr(answers))
        for player in hopeless:
            self.require(not answers[player], name, state, f"player {player} can win again")
        return {player for player in (0, 1) if not answers[player]}

    def line_of_text(self, text: Any, what: str, state: Any) -> None:
        """A text is shown, sent to programs and written to files, which cannot hold half a surrogate pair."""
        is_line = isinstance(text, str) and _NO_LINE.search(text) is None
        self.require(is_line, f"{what} is one line of text that can be written", state, repr(text))

    def description(self, state: Any) -> None:
        """Checks the representations of a position for people, and the player to move."""
        for text in self.game.player_names:
            self.line_of_text(text, "the name of a player", state)
        ending = (self.game.describe_ending if state.is_terminal() else self.game.describe_claim)(state)
        self.line_of_text(ending, "the description of the end", state)
        for action in state.legal_actions():
            self.line_of_text(self.game.format_action(state, action), "a move for people", state)

    def texts(self, state: Any) -> None:
        text = state.to_string()
        self.line_of_text(text, "the position", state)
        self.description(state)
        try:
            again = self.game.from_string(text)
        except ValueError as error:
            self.require(False, "from_string takes what to_string wrote", state, str(error))
        if not state.is_terminal():  # a game that ended by its history continues from its text
            same = again.to_string() == text and again.current_player() == state.current_player()
            self.require(
                same and again.legal_actions() == state.legal_actions(),
                "from_string inverts to_string",
                state,
                again.to_string(),
            )
            self.require(again.hash() == state.hash(), "hash does not depend on the path", state)
        names = {}
        for action in state.legal_actions():
            name = state.action_to_string(action)
            self.line_of_text(name, "an action's text", state)
            self.require(name not in names, "action texts are unique", state, name)
            names[name] = action
            self.require(
                state.action_from_string(name) == action, "action_from_string inverts action_to_string", state, name
            )
        self.require(
            _refuses(lambda: state.action_from_string("no such action")),
            "unknown action texts are refused with ValueError",
            state,
        )

    def hashes(self, state: Any) -> None:
        if state.is_terminal():
            return
        now = (state.current_player(), tuple(state.legal_actions()))
        self.require(0 <= state.hash() < 2**64, "hash has 64 bits", state, str(state.hash()))
        known = self.seen_by_hash.setdefault(state.hash(), now)
        self.require(
            known == now, "equal hashes mean equal play", state, "another position has this hash and other actions"
        )

    def copies(self, state: Any) -> None:
        for copied in (state.clone(), copy.copy(state), copy.deepcopy(state)):
            unequal = copied != state
            self.require(copied == state and not unequal and hash(copied) == hash(state), "copies are equal", state)
        try:
            copied = pickle.loads(pickle.dumps(state))
        except (AttributeError, TypeError, pickle.PickleError) as error:
            reason = f"{error}; the class must be defined at the top level of its file, not inside a function"
            self.require(False, "pickle restores the state", state, reason)
        same = (
            copied == state
            and copied.legal_actions() == state.legal_actions()
            and copied.is_terminal() == state.is_terminal()
        )
        self.require(same, "pickle restores the state", state, repr(copied))

    def move(self, state: Any, action: int) -> None:
        """Checks a move."""
        before, text, digest = state.clone(), state.to_string(), state.hash()
        child = state.child(action)
        self.require(
            state == before and state.legal_actions() == before.legal_actions(), "copies are independent", state
        )
        self.require(before.is_legal(action), "copies are independent", state, f"child({action}) changed a clone")
        copied, *others = (state.clone() for _ in range(_THROWS))
        for one in (copied, *others):
            one.apply(action)
        same, seen = (
            all(one == copied for one in others),
            f"action {action}, {copied.to_string()!r} and another position",
        )
        self.require(same, "apply is deterministic: an action always leads to the same position", state, seen)
        self.require(copied == child, "child and apply agree", state, f"action {action}")
        untouched = state == before and state.to_string() == text and state.hash() == digest
        self.require(untouched, "copies are independent", state, f"action {action} on a copy changed the original")
        self.require(child != state, "an action changes the state", state, f"action {action}")

    def encoding(self, state: Any) -> None:
        shape = self.game.observation_shape
        if self.game.is_native:
            self.require(_keeps_to_its_canvas(state, shape), "encode writes on its canvas alone", state)
        planes = np.asarray(state.observation())
        fits = planes.shape == shape and planes.dtype == np.float32
        self.require(
            fits, "observations are float32 of observation_shape", state, f"{planes.dtype} {planes.shape}, want {shape}"
        )
        self.require(bool(np.isfinite(planes).all()), "observations are finite", state)
        indices = [state.policy_index(action) for action in state.legal_actions()]
        inside = all(0 <= index < self.game.policy_size for index in indices)
        self.require(
            inside and len(set(indices)) == len(indices),
            "policy indices are distinct and below policy_size",
            state,
            str(indices),
        )
        back = [state.action_from_policy(index) for index in indices]
        self.require(back == state.legal_actions(), "action_from_policy inverts policy_index", state)
        bytes_ = planes.tobytes()
        key = state.observation_key() if hasattr(state, "observation_key") else state.hash()
        self.require(self.planes_by_key.setdefault(key, bytes_) == bytes_, "observation_key covers the planes", state)
        mask = np.packbits(state.legal_mask()).tobytes()
        self.require(
            self.mask_by_planes.setdefault(bytes_, mask) == mask,
            "positions that play differently have different planes",
            state,
        )
        if self.game.is_native:
            height, width, _ = shape
            larger = state.observation(height + 2, width + 3)
            self.require(
                bool((larger[:height, :width] == planes).all()), "a larger canvas holds the same planes", state
            )
            self.require(
                not larger[height:].any() and not larger[:, width:].any(), "off the board a canvas is empty", state
            )

    def symmetries(self, state: Any) -> None:
        if not hasattr(state, "symmetry_count"):
            return
        self.require(state.transformed(0) == state, "symmetry 0 is the identity", state)
        for number in range(1, state.symmetry_count()):
            image = state.transformed(number)
            mapped = {action: state.transform_action(action, number) for action in state.legal_actions()}
            self.require(
                sorted(mapped.values()) == image.legal_actions(),
                "symmetries map legal actions",
                state,
                f"symmetry {number}",
            )
            if state.is_terminal():
                self.require(
                    image.is_terminal() and image.outcome(0) == state.outcome(0), "symmetries keep outcomes", state
                )
            else:
                action = self.rng.choice(state.legal_actions())
                commute = state.child(action).transformed(number) == image.child(mapped[action])
                self.require(commute, "symmetries commute with moves", state, f"symmetry {number}, action {action}")

    def drawing(self, state: Any) -> None:
        """Checks the game's drawing hooks."""
        if not draws_itself(state):
            return
        name, reason = "the description of the board fits it", ""
        try:
            Board.of(state)
            Look.of(state)
        except ValueError as error:
            reason = str(error)
        self.require(not reason, name, state, reason)

    def searches(self, state: Any) -> None:
        """Whether every kind of search runs from a position and returns a legal action."""
        if state.is_terminal():
            return
        kinds = [kind for kind in SEARCHES if self.game.is_encodable or kind not in _BY_POLICY]
        for kind in _COMPILED if self.game.is_native else kinds:
            of_kind = SEARCHES[kind]
            limits = {"nodes": 20} if of_kind.solver else {"depth": 1} if of_kind.scoring else {"simulations": 20}
            name, before = f"the search {kind} runs", state.clone()
            with self.running(name, state):
                action = getattr(search, kind)(state, **limits, seed=self.rng.randrange(2**31)).action
            self.require(action is None or state.is_legal(action), name, state, f"it chose {action!r}")
            self.require(state == before, "a search changes nothing", state, kind)

    def order(self, state: Any) -> None:
        """A game's own order of moves. The compiler has seen to that of a game in C++."""
        if self.game.is_native or state.is_terminal() or not hasattr(state, "quiet_order"):
            return
        name = "quiet_order gives ints within +-10,000"
        for action in state.legal_actions():
            worth = state.quiet_order(action)
            self.require(_is_within(worth, 10_000), name, state, f"{worth!r} for {action}")

    def knowledge(self, state: Any) -> None:
        """Checks the game's knowledge against a short proof without it."""
        if not self.is_knowing or state.is_terminal() or self.nodes_left <= 0:
            return
        name = "what the game knows is true"
        with self.running(name, state):
            known = self.proof(state, knowledge=True)
            if known.outcome is None:
                return
            legal = known.action is None or state.is_legal(known.action)
            self.require(legal, name, state, f"it names the action {known.action}")
            proven = self.proof(state, knowledge=False)
            problem = f"with it the outcome for the player to move is {known.outcome}, in truth {proven.outcome}"
            self.require(proven.outcome in (None, known.outcome), name, state, problem)
            if known.action is None or known.outcome < 0:
                return
            after, player = state.child(known.action), state.current_player()
            if after.is_terminal():
                kept = after.outcome(player)
            else:
                kept = self.proof(after, knowledge=False).value_for(player)
            promised = "win" if known.outcome > 0 else "draw"
            problem = f"the action {known.action} does not keep the {promised}"
            self.require(kept in (None, known.outcome), name, state, problem)

    def proof(self, state: Any, *, knowledge: bool) -> Any:
        """A short search by df-pn."""
        result = search.dfpn(state, knowledge=knowledge, nodes=self.proof_nodes)
        self.nodes_left -= result.nodes
        return result

    def playout_distribution(self, seed: int) -> None:
        """The native playout against uniformly random moves, by a chi-square test of homogeneity."""
        if not self.game.is_native:
            return
        for plies in (0, 3):
            state = self.game.initial_state()
            for _ in range(plies):
                if not state.is_terminal():
                    state.apply(self.rng.choice(state.legal_actions()))
            if state.is_terminal():
                continue
            by_playout, by_moves = [0, 0, 0], [0, 0, 0]
            for number in range(300):
                by_playout[state.random_playout(seed * 1_000_003 + number) + 1] += 1
                walk = state.clone()
                while not walk.is_terminal():
                    walk.apply(self.rng.choice(walk.legal_actions()))
                by_moves[walk.outcome(0) + 1] += 1
            probability = _homogeneity(by_playout, by_moves)
            self.require(
                probability > _PLAYOUT_SIGNIFICANCE,
                "random_playout has the distribution of uniformly random moves",
                state,
                f"losses, draws, wins {by_playout} against {by_moves}, p = {probability:.2g}",
            )


def _keeps_to_its_canvas(state: Any, shape: tuple[int, int, int]) -> bool:
    """Whether a C++ state writes nothing around its canvas, as far as another canvas on either side reaches."""
    size = math.prod(shape)
    memory = np.zeros(3 * size, np.float32)
    type(state)._encoding_api.write_observation(state, memory[size : 2 * size], size, *shape[:2])
    return not memory[:size].any() and not memory[2 * size :].any()


def _is_within(number: Any, most: int) -> bool:
    """Whether it is an integer, of Python or of an array library, as searches take it, and not larger."""
    try:
        return abs(operator.index(number)) <= most
    except TypeError:
        return False


def _refuses(call: Any) -> bool:
    try:
        call()
    except ValueError:
        return True
    return False


def _homogeneity(first: list[int], second: list[int]) -> float:
    """p-value of Pearson's chi-square that two equally large samples of three classes have one distribution."""
    statistic, classes = 0.0, 0
    for one, other in zip(first, second, strict=True):
        if one + other:
            classes += 1
            statistic += (one - other) ** 2 / (one + other)
    if classes < 2:
        return 1.0
    return math.exp(-statistic / 2) if classes == 3 else math.erfc(math.sqrt(statistic / 2))
