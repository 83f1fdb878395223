"""The choices for visitors: games with their parameters, levels to play against, and analysts.

These lists are made when the server is started. A page can only name their entries: it never sends a path, an
agent's text or code.
"""

from __future__ import annotations

import functools
import hashlib
import re
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from boardai.arena.ratings import ladder_ratings
from boardai.basics.quoting import quoted
from boardai.drawing import Look
from boardai.game import Game, available_games, from_any_folder, is_path, load, unknown_game
from boardai.players.kinds import known_spec
from boardai.players.levels import LIVE, Level, advisers_of, analysts_of, levels_of, usual_level
from boardai.players.spec import AgentSpec
from boardai.records.formats import formats
from boardai.web.cells import ADVISERS
from boardai.web.trees.kinds import TreeKind, trees_of

OWN = "own-"  # prefix of the keys of games and agents that the operator named
_KEPT_GAMES = 64
_MOST_DRAWN = 10_000  # boards drawn by visitors: a game may cache what it has read of one as long as the process lives


class Offers:
    """The lists of games, levels and analysts.

    >>> from boardai.web.offers import Offers
    >>> offers = Offers(["hex", "reversi"])
    >>> game = offers.game("hex", {"size": 5})
    >>> game.spec, [level.title for level in offers.levels(game)][:2]
    ('hex:size=5', ['Random moves', 'Beginner'])

    Args:
        games: names, specs or paths; by default every installed game.
        agents: texts of further agents, as opponents and analysts.

    Raises:
        ValueError: no such game or agent.
    """

    def __init__(self, games: Sequence[str] = (), agents: Sequence[str] = ()) -> None:
        self._specs: dict[str, str] = {}
        for spec in games or available_games():
            name = spec.partition(":")[0]
            key = f"{OWN}{len(self._specs)}" if is_path(name) or ":" in spec else name
            self._specs[key] = spec
        for spec in agents:
            known_spec(spec)
        self._agents = {f"{OWN}{number}": spec for number, spec in enumerate(agents)}
        self._games: dict[tuple[str, str], Game] = {}
        self._drawn: set[bytes] = set()
        self._lock = threading.Lock()  # for both; visitors' messages and the owner's orders run on other threads
        for key, spec in self._specs.items():
            if key not in available_games() and not key.startswith(OWN):
                raise unknown_game(spec)
            if key.startswith(OWN):
                self.game(key)  # reports errors at once, and compiles the game before a visitor waits for it

    def game(self, key: str, parameters: Mapping[str, Any] | None = None) -> Game:
        """An offered game.

        Args:
            key: key of the game.
            parameters: those that the game allows to choose (`Game.choices`).

        Raises:
            ValueError: it is not on the list, or a parameter cannot be chosen or has an invalid value.
        """
        if key not in self._specs:
            raise ValueError(f"no game {quoted(key)} is offered here; available: {', '.join(self._specs)}")
        chosen = dict(parameters or {})
        drawn = set[bytes]()
        if chosen:
            choices = self.game(key).choices
            for name, value in chosen.items():
                if name not in choices:
                    raise ValueError(f"{quoted(name)} cannot be chosen here; available: {', '.join(choices) or 'none'}")
                text_of_several_lines = (
                    isinstance(value, str) and "\n" in value and name in self.game(key).multiline_parameters
                )
                if not text_of_several_lines and not any(_same(value, known) for known in choices[name]):
                    raise ValueError(f"{name} cannot be {quoted(value)} here")
                if text_of_several_lines:
                    drawn.add(hashlib.sha256(repr((key, name, value)).encode()).digest())
        if drawn - self._drawn and len(self._drawn) >= _MOST_DRAWN:
            raise ValueError(f"{_MOST_DRAWN:,} boards have been drawn on this server, which is the maximum")
        place = key, repr(sorted(chosen.items()))
        found = self._games.get(place)
        if found is None:
            found = load(self._specs[key], **chosen)
            with self._lock:
                self._drawn |= drawn
                if len(self._games) >= _KEPT_GAMES:
                    self._games.pop(next(iter(self._games)))
                self._games[place] = found
        return found

    def spec(self, key: str, parameters: Mapping[str, Any] | None = None) -> str:
        """The text of an offered game for commands, valid in any folder.

        Raises:
            ValueError: as for `game`, or a parameter is a text of several lines.
        """
        game, given = self.game(key, parameters), self._specs[key]
        if any("\n" in str(value) for value in (parameters or {}).values()):
            raise ValueError("a drawn board has no name that a command takes")
        if not is_path(given.partition(":")[0]):
            return game.spec
        if parameters:
            raise ValueError("the parameters of a game in a file are named when the server is started")
        return from_any_folder(given)

    def own_files(self) -> list[str]:
        """The texts of the games in files named by the operator."""
        return [from_any_folder(spec) for spec in self._specs.values() if is_path(spec.partition(":")[0])]

    @functools.cached_property
    def games(self) -> list[dict[str, Any]]:
        """The games as data for pages: key, title, parameters with their values, levels, analysts, advisers."""
        found = []
        for key, spec in self._specs.items():
            game = self.game(key)
            name = spec.partition(":")[0]
            found.append(
                {
                    "game": key,
                    "title": title_of(name) if is_path(name) else spec,
                    "players": list(game.player_names),
                    "choices": {name: list(values) for name, values in game.choices.items()},
                    "takes_cells": game.takes_cells,
                    "reads": [ending for kind in formats(game) if not kind.is_binary for ending in kind.endings],
                    # Boards are drawn in the form of a new game, with the game's pieces.
                    "look": Look.of(game.initial_state(), game.player_names).to_dict() if game.drawn_side else None,
                    "drawn_side": game.drawn_side,
                    "usual_level": usual_level(game).key,
                    **self.of(game),
                }
            )
        return found

    def of(self, game: Game) -> dict[str, Any]:
        """Levels, analysts and advisers of a game as data for pages; some depend on the game's parameters."""
        levels = self.levels(game)
        about = _described(levels, game)
        return {
            "levels": [{"level": one.key, "title": one.title, "about": about[one.key]} for one in levels],
            "layers": [{"layer": one.key, "title": one.title} for one in game.layers],
            "analysts": [{"by": one.key, "title": one.title} for one in self.analysts(game)],
            "advisers": [{"by": one.key, "title": one.title} for one in self.advisers(game)],
            "trees": [one.to_dict() for one in self.trees(game)],
        }

    def levels(self, game: Game) -> list[Level]:
        """The levels of a game."""
        return [*levels_of(game), *(Level(key, spec, spec) for key, spec in self._agents.items())]

    def specs(self) -> set[str]:
        """The texts of all levels, analysts and advisers of the games with default parameters."""
        found = set[str]()
        for key in self._specs:
            game = self.game(key)
            found |= {one.spec for one in (*self.levels(game), *self.analysts(game), *self.advisers(game))}
        return found

    def names_in_files(self, game: Game) -> dict[str, str]:
        """The names of levels in files, by their keys: the texts of their agents."""
        return {level.key: level.spec for level in self.levels(game)}

    def key_of(self, game: Game) -> str:
        """The key of the offered game of that name; "" if there is none."""
        return self.key_of_name(game.name)

    def key_of_name(self, name: str) -> str:
        """The same for a game's name."""
        return next((key for key, spec in self._specs.items() if spec.partition(":")[0] == name), "")

    def level(self, game: Game, key: str) -> Level:
        """A level by its key.

        Raises:
            ValueError: unknown key.
        """
        return _found(self.levels(game), key, "level")

    def analysts(self, game: Game) -> list[Level]:
        """The analysts of a position: searches without a limit, which are stopped from outside."""
        own = [Level(key, spec, spec) for key, spec in self._agents.items() if AgentSpec.parse(spec).name in LIVE]
        return [*analysts_of(game), *own]

    def advisers(self, game: Game) -> list[Level]:
        """The advisers on each move of a position: evaluations, networks and a solver."""
        own = [Level(key, spec, spec) for key, spec in self._agents.items() if AgentSpec.parse(spec).name in ADVISERS]
        return [*advisers_of(game), *own]

    def trees(self, game: Game) -> list[TreeKind]:
        """The searches whose trees can be shown."""
        return trees_of(game, self.analysts(game))

    def analyst(self, game: Game, key: str) -> Level:
        """An analyst or adviser by its key, or a level, which answers with its own move.

        Raises:
            ValueError: unknown key.
        """
        return _found([*self.analysts(game), *self.advisers(game), *self.levels(game)], key, "analyst")


def title_of(name: str) -> str:
    """A game's name for people; for a file its name without leading numbers.

    >>> from boardai.web.offers import title_of
    >>> title_of("./games/02_connect_four.hpp")
    'connect four'
    """
    if not is_path(name):
        return name
    stem = Path(name).stem
    return (re.sub(r"^\d+_", "", stem) or stem).replace("_", " ")


def _described(levels: list[Level], game: Game) -> dict[str, str]:
    """What levels do, and their strength, by key: ratings are rounded to two digits."""
    ladder = [level for level in levels if level.spec != "random"]
    found = {level.key: level.about for level in levels}
    for key, rating in ladder_ratings([level.key for level in ladder], game.level_scores).items():
        words = f"rating {float(f'{rating:.2g}'):,.0f}"
        found[key] += f"; {words} (Elo points above {ladder[0].title})" if rating else f"; {words}, the lowest"
    return found


def _found(known: list[Level], key: str, kind: str) -> Level:
    for one in known:
        if one.key == key:
            return one
    raise ValueError(f"no {kind} {quoted(key)}; available: {', '.join(one.key for one in known)}")


def _same(value: Any, known: Any) -> bool:
    """Whether two values are equal and of one type: true is not 1."""
    return type(value) is type(known) and bool(value == known)
