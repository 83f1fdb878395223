"""How strong a run's network is: matches against fixed opponents and against the run's own earlier weights.

Every match is paired openings with colours swapped, all its games at once, so that both players' searches share the
network's batches. Its games depend on the run's seed, the iteration and the match's name alone. Matches decide
nothing, unless a gate is asked for.

From all matches of the run so far ratings are fitted (`boardai.learn.evaluation.ratings`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from boardai.arena.match import MatchResult
from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.learn.evaluation.config import INITIAL, ArenaConfig, snapshot_age
from boardai.learn.evaluation.matches import check_opponents, play_plan, play_run_match
from boardai.learn.network.inference import Evaluator
from boardai.players import Player, load_agent
from boardai.players.network import PolicyPlayer
from boardai.players.searches import NetworkSearch, network_search, without_memory


@dataclass(frozen=True)
class Yardstick:
    """One match to be played.

    Attributes:
        name: in metrics and tables.
        player: `search` or `policy`.
        opponent: an agent's spec, or `initial`.
        checkpoint: the iteration whose weights the opponent plays with; None: it is no network of this run.
    """

    name: str
    player: str
    opponent: str
    checkpoint: int | None = None


def _searches(plan: Iterable[Yardstick]) -> int:
    """How often a side searches with the network in a game of each; an opponent of earlier weights searches too."""
    return sum(1 + (one.checkpoint is not None) for one in plan if one.player == "search")


@dataclass(frozen=True)
class _Player:
    """The run's network after an iteration."""

    iteration: int
    evaluator: Evaluator


class Yardsticks:
    """The matches of one run.

    Args:
        game: the game.
        config: opponents, search, openings and limits.
        seed: of the run.
        network_at: the weights that self-play used after an iteration (0: the initial ones), ready to evaluate; None
            where they are not there any more, which leaves out the match against them.

    Raises:
        ValueError: the search or an opponent cannot be made.
    """

    def __init__(
        self,
        game: Game,
        config: ArenaConfig,
        seed: int,
        network_at: Callable[[int], Evaluator | None],
    ) -> None:
        self.game, self.config = game, config
        self._seed, self._network_at = seed, network_at
        try:
            search = network_search(config.search)
        except ValueError as error:
            raise ValueError(f"arena.search: {error}") from None
        self._search: NetworkSearch = replace(
            search, options=replace(search.options, simulations=config.simulations), reuse=False
        )
        check_opponents(game, config)

    # What is played.

    def short_plan(self, iteration: int) -> list[Yardstick]:
        """The short matches after an iteration."""
        return self._plan(self.config.opponents, iteration)

    def final_plan(self, iteration: int) -> list[Yardstick]:
        """The matches at the end."""
        return self._plan((*self.config.opponents, *self.config.final_opponents), iteration)

    def final_searches(self) -> int:
        """How often one side searches with the network in a game of each final match, to estimate their time."""
        plan = self.final_plan(10**6)  # late enough for all snapshots to be there
        trained = _searches(plan)
        initial = sum(one.player == "search" and one.checkpoint is None for one in plan)
        return trained + self.config.final_initial * initial

    def short_searches(self, iteration: int) -> int:
        """The same for the short matches after an iteration."""
        return _searches(self.short_plan(iteration))

    # Playing it.

    def measure(
        self,
        iteration: int,
        evaluator: Evaluator,
        stop: Callable[[], None] = lambda: None,
        done: Callable[[int, int], None] = lambda done, total: None,
    ) -> dict[str, Any]:
        """The short matches after an iteration.

        Args:
            iteration: its number.
            evaluator: the weights to measure.
            stop: called often; may raise.
            done: told how many of how many matches are over.

        Returns:
            Tables by match.
        """
        seed = seed_of(self._seed, "arena", iteration)
        player = _Player(iteration, evaluator)
        plan = [(one, player) for one in self.short_plan(iteration)]
        played = self._play(plan, self.config.games, seed, stop, done)
        return {one.name: result.to_table() for one, _, result in played}

    def report(
        self,
        iteration: int,
        evaluator: Evaluator,
        stop: Callable[[], None] = lambda: None,
        done: Callable[[int, int], None] = lambda done, total: None,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """The final matches, of the trained weights and, against fixed opponents, of the initial ones.

        Args:
            iteration: the last one's number.
            evaluator: the trained weights.
            stop: called often; may raise.
            done: told how many of how many matches are over.
            seconds: for all of them, of fewer games then if need be; None: of all games.

        Returns:
            By match, `trained` and `initial`: a table or None.
        """
        trained = _Player(iteration, evaluator)
        plan = [(one, trained) for one in self.final_plan(iteration)]
        first = self._network_at(0) if self.config.final_initial else None
        if first is not None and iteration > 0:
            initial = _Player(0, first)
            plan += [(one, initial) for one in self.final_plan(0) if one.checkpoint is None]
        tables: dict[str, Any] = {}
        played = self._play(plan, self.config.final_games, seed_of(self._seed, "report"), stop, done, seconds)
        for one, player, result in played:
            table = tables.setdefault(one.name, {"trained": None, "initial": None})
            table["trained" if player is trained else "initial"] = result.to_table()
        return tables

    def gate_match(
        self,
        iteration: int,
        candidate: Evaluator,
        best: Evaluator,
        stop: Callable[[], None] = lambda: None,
    ) -> MatchResult:
        """The match that decides whether self-play goes on with new weights (`boardai.learn.evaluation.gate`).

        Args:
            iteration: its number.
            candidate: the new weights.
            best: those that self-play uses.
            stop: called often; may raise.
        """
        seed = seed_of(self._seed, "gate", iteration)
        first = self._searcher(candidate, self._search_name(iteration), seed_of(seed, "candidate"))
        second = self._searcher(best, "best weights", seed_of(seed, "best"))
        games = self.config.gate.games
        return play_run_match(self.game, first, second, self.config, games=games, seed=seed, stop=stop)

    def _plan(self, opponents: Sequence[str], iteration: int) -> list[Yardstick]:
        found: dict[str, Yardstick] = {}
        for player, names in (("search", opponents), ("policy", self.config.policy_opponents)):
            checkpoints: set[int] = set()
            for opponent in dict.fromkeys(names):
                age = snapshot_age(opponent)
                checkpoint = 0 if opponent == INITIAL else None
                if age is not None:
                    # Of the iterations after which short matches were due, the last one before this counts as 1.
                    every = self.config.every or 1
                    checkpoint = max(0, (iteration - 1) // every * every - (age - 1) * every)
                if checkpoint is not None:
                    if checkpoint in checkpoints or (checkpoint == 0 and age is not None and INITIAL in names):
                        continue  # the same weights under another name
                    checkpoints.add(checkpoint)
                words = "initial weights" if opponent == INITIAL else opponent
                name = f"{player} vs {words}"
                found[name] = Yardstick(name, player, opponent, checkpoint)
        return list(found.values())

    def _play(
        self,
        plan: Sequence[tuple[Yardstick, _Player]],
        games: int,
        seed: int,
        stop: Callable[[], None],
        done: Callable[[int, int], None],
        seconds: float | None = None,
    ) -> list[tuple[Yardstick, _Player, MatchResult]]:
        """The matches whose opponents are there."""
        # Weights are read before threads start, one checkpoint once.
        checkpoints = {one.checkpoint for one, _ in plan if one.checkpoint is not None}
        networks = {number: self._network_at(number) for number in sorted(checkpoints)}
        plan = [item for item in plan if item[0].checkpoint is None or networks[item[0].checkpoint] is not None]

        def agent(one: Yardstick, player: _Player, seed: int) -> Player:
            if one.player == "policy":
                return PolicyPlayer(self.game, player.evaluator, f"policy@{player.iteration}")
            return self._searcher(player.evaluator, self._search_name(player.iteration), seed)

        def play(match: tuple[Yardstick, _Player], seconds: float | None) -> MatchResult:
            one, player = match
            first = agent(one, player, seed_of(seed, one.name, "first"))
            second_seed = seed_of(seed, one.name, "second")
            if one.checkpoint is not None:
                network = networks[one.checkpoint]
                assert network is not None
                second = agent(one, _Player(one.checkpoint, network), second_seed)
            else:
                second = load_agent(without_memory(one.opponent), self.game, second_seed)
                second.name = one.opponent
            return play_run_match(
                self.game, first, second, self.config, games=games, seed=seed, stop=stop, seconds=seconds
            )

        results = play_plan(plan, play, done, seconds)
        return [(*match, result) for match, result in zip(plan, results, strict=True)]

    def _searcher(self, evaluator: Evaluator, name: str, seed: int) -> Player:
        return self._search.player(self.game, evaluator, seed, name)

    def _search_name(self, iteration: int) -> str:
        return f"{self.config.search} {self.config.simulations}@{iteration}"
