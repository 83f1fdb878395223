"""Players that are other programs with a protocol; each game's dialect is in its folder."""

from __future__ import annotations

import time
from typing import Any

from boardai.game import Game
from boardai.players.player import NO_LIMITS, Player, Progress, Stop, Thought
from boardai.protocols.engine import Analysis, Engine
from boardai.protocols.follow import GameFollower
from boardai.search.limits import Limits
from boardai.search.results.result import SearchResult
from boardai.search.results.wording import WIN_SCORE

METHOD = "engine"  # name of the method in results made from an engine's output


class ProgramPlayer(Player):
    """Plays an engine's moves, and sends it the game's moves.

    Args:
        name: name in tables.
        engine: the engine, with a game's dialect.
    """

    def __init__(self, name: str, engine: Engine) -> None:
        self.name = name
        self.engine, self.version = engine, engine.name
        self.judges = engine.gives_scores
        self._game = GameFollower()

    def think(
        self, state: Any, limits: Limits = NO_LIMITS, progress: Progress | None = None, stop: Stop | None = None
    ) -> Thought:
        """The engine's move and its analysis; with clocks, the engine gets both and plans its own time."""
        self._game.follow(state)
        began = time.perf_counter()
        analysis = self.engine.analyse(
            self._game.start, self._game.actions, limits.clock or (), limits.root_actions or ()
        )  # fmt: skip
        seconds = time.perf_counter() - began
        self._game.expect(analysis.action)
        return Thought(analysis.action, _result(analysis, state, seconds) if self.judges else None)

    def new_game(self, start: Any, actions: list[int], seed: int) -> None:
        """Starts a new game in the engine, which forgets the last one."""
        self._game.begin(start, actions)
        self.engine.forget()

    def peak_memory(self) -> int | None:
        """The peak memory of the engine's process."""
        return self.engine.peak_memory

    def close(self) -> None:
        """Ends the engine's process."""
        self.engine.close()


def _result(analysis: Analysis, state: Any, seconds: float) -> SearchResult:
    """An engine's analysis as a search result; its line is cut before the first illegal move."""
    value: float | None = analysis.score
    plies = None
    if analysis.mate is not None:
        plies = 2 * abs(analysis.mate) - (analysis.mate > 0)
        value = WIN_SCORE - plies if analysis.mate > 0 else plies - WIN_SCORE
    line, after = [], state.clone()
    for text in analysis.pv:
        try:
            line.append(int(after.action_from_string(text)))
            after.apply(line[-1])
        except ValueError:
            break
    return SearchResult.of_line(
        state,
        line if line[:1] == [analysis.action] else [analysis.action],
        method=METHOD,
        value=value,
        scores=True,
        nodes=analysis.nodes,
        depth=analysis.depth,
        seconds=seconds,
        plies_to_end=plies,
    )


def dialect(game: Game, protocol: str) -> Any:
    """The game's module for a protocol.

    Raises:
        ValueError: the game does not support it.
    """
    found = game.plug_in(protocol)
    if found is None:
        raise ValueError(f"{game.name} has no {protocol.upper()} dialect: its plug-ins have no {protocol}")
    return found
