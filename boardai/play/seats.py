"""The players of the sides, by the words of the user."""

from __future__ import annotations

import getpass
import random
from dataclasses import replace

from boardai.basics.quoting import quoted
from boardai.basics.unknown_names import alternatives, nearest_name
from boardai.drawing import Board, Look
from boardai.drawing.look import is_light
from boardai.game import Game
from boardai.play.table import HUMAN, Seat, Table
from boardai.players import load_agent
from boardai.players.levels import levels_of
from boardai.players.spec import SANDBOX, AgentSpec

_PEOPLE = (HUMAN, "person", "me")
_SIDES = ("first", "second")
_LONGEST_NAME = 100


def seat_of(name: str, game: Game, seed: int = 0) -> Seat:
    """The player of that name: `human`, `human:Ann`, a level (`easy`), or an agent's text.

    Args:
        name: as people write it; capitals do not matter for people and levels.
        game: the game.
        seed: of the agent's random choices.

    Raises:
        ValueError: unknown name (the message lists the levels); or the agent cannot be made.
    """
    word, _, own_name = name.strip().partition(":")
    if word.lower() in _PEOPLE:
        return Seat(person_name(own_name) if own_name.strip() else HUMAN)
    for level in levels_of(game):
        if level.key == name.strip().lower():
            return Seat(level.key, load_agent(level.spec, game, seed), level.spec)
    try:
        return Seat(_agent_name(name), load_agent(name, game, seed), name)
    except ValueError as error:
        if not str(error).startswith("unknown agent"):
            raise
        levels = [level.key for level in levels_of(game)]
        near = nearest_name(name, [*levels, HUMAN])
        if near:
            raise ValueError(f"unknown opponent {quoted(name)}{alternatives(near, levels)}") from None
        raise ValueError(f"{error}; levels: {', '.join(levels)}; or {HUMAN}") from None


def _agent_name(text: str) -> str:
    """The name of an agent in messages: its text without parameters, `puct` for `puct:run=runs/hex`."""
    spec = AgentSpec.parse(text)
    return spec.short if spec.name == SANDBOX else str(replace(spec, parameters=()))


def person_name(text: str) -> str:
    """A person's name.

    Raises:
        ValueError: it is no line of text of at most 100 characters.
    """
    name = text.strip()
    if not name.isprintable() or not 0 < len(name) <= _LONGEST_NAME:
        raise ValueError(f"{quoted(text)} is not a name of 1 to {_LONGEST_NAME} characters in one line")
    return name


def login_name() -> str:
    """The user's login name; `human` if it is unknown."""
    try:
        return person_name(getpass.getuser())
    except (OSError, KeyError, ImportError, ValueError):  # no such user, or a computer without names of users
        return HUMAN


def side_of(word: str, game: Game, seed: int) -> int:
    """The player of the side that a word names.

    >>> from boardai.play.seats import side_of
    >>> side_of("black", boardai.load("chess"), 0), side_of("black", boardai.load("hex"), 0)
    (1, 0)

    Args:
        word: `first`, `second` or `random`, the game's own name of a player, or `black` and `white` where one player's
            pieces are dark and the other's light.
        game: the game.
        seed: of `random`.

    Raises:
        ValueError: it means no side of this game, with the words that do.
    """
    meant = word.strip().lower()
    if meant == "random":
        return 0 if random.Random(seed).random() < 0.5 else 1
    known = dict(zip(_SIDES, (0, 1), strict=True))
    known |= {name.lower(): player for player, name in enumerate(game.player_names)}
    for player, colour in enumerate(_colours(game)):
        known.setdefault(colour, player)
    if meant not in known:
        raise ValueError(f"unknown side {quoted(word)} of {game.name}; sides: {', '.join(known)}, random")
    return known[meant]


def _colours(game: Game) -> tuple[str, ...]:
    """`black` and `white`, by the look of the players' pieces; () if that does not distinguish them."""
    state = game.initial_state()
    try:
        look, pieces = Look.of(state, game.player_names), Board.of(state, with_actions=False).pieces
    except ValueError:
        return ()  # the game shows no grid
    colours = [look.pieces[own[0]].colour for own in pieces if own]
    words = tuple("white" if is_light(colour) else "black" for colour in colours if colour)
    return words if sorted(words) == ["black", "white"] else ()


def joined_sides(table: Table) -> list[str]:
    """The sides of the board that each player has to join, a sentence for each; [] if sides belong to neither player.

    Players may have swapped their colours by the position on the board.
    """
    game, state = table.game, table.state
    try:
        look, board = Look.of(state, game.player_names), Board.of(state, with_actions=False)
    except ValueError:
        return []
    found = []
    for player in (0, 1):
        sides = [side for side, piece in look.edges.items() if board.owner(piece) == player]
        if sides:
            colour = look.pieces[look.edges[sides[0]]].name
            have, join = ("have", "join") if table.is_you(player) else ("has", "joins")
            having = "" if colour in game.player_names else f" {have} {colour} and"
            found.append(f"{table.who(player)}{having} {join} {' and '.join(_in_order(sides))}.")
    return found


def _in_order(sides: list[str]) -> list[str]:
    """As people name them: top and bottom, left and right."""
    return sorted(sides, key=("top", "bottom", "left", "right").index)
