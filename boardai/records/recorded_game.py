"""A game as it was played, ready to be played again: what game files of every kind are read as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from boardai.game import Game, as_game
from boardai.records.variations import Variation, check_variations, check_words, in_order, play_through, shortened

if TYPE_CHECKING:
    from boardai.drawing import MovingPicture


@dataclass(frozen=True)
class RecordedGame:
    """One game: `read_games` yields these, `write_games` takes them.

    >>> game = boardai.RecordedGame.from_moves(boardai.load("chess"), ["f2f3", "e7e5", "g2g4", "d8h4"])
    >>> game.moves(), game.result
    (['f3', 'e5', 'g4', 'Qh4#'], -1)

    Attributes:
        game: the game that was played.
        start: the first state; do not change it.
        actions: the actions played from there.
        result: outcome for player 0, +1, 0 or -1; None: not known. A game that the rules have not ended may also have a
            result (a player resigned).
        players: the names of player 0 and player 1; "" if unknown.
        headers: further information of the file, with the file's names (PGN `Event`, SGF `EV`); texts, or JSON values.
            Values of the other attributes are not repeated here.
        comments: comments on positions, by the number of actions played before it; 0 is the start.
        glyphs: PGN's annotation glyphs of a move, numbers from 0 to 255 (1 to 6 are `!`, `?`, `!!`, `??`,
            `!?`, `?!`), in the order given, by the number of actions up to and with it; 0 is for the start.
        variations: other lines: where each departs from the game or from another variation, its actions and comments
            (`boardai.records.Variation`). They are sorted in the order of the game, so that games with the same lines
            are equal.
        place: the place in the file, for messages: `games.pgn:120`. Games that differ only in this are equal.
        date: when it was played, `2026-11-27`, or a part of that, `2026-11` or `2026`; or the file's own text
            if it has another form; "" if unknown.
        termination: how the game ended if not by the rules: `resignation`, `time`, `agreement`, or the file's text; ""
            if unknown.
        problems: what the file says against itself, place and reason: contradictions that did not keep the game from
            being read (PGN: a Result tag that is not the result). Games that differ in this alone are equal as well.
    """

    game: Game
    start: Any
    actions: tuple[int, ...] = ()
    result: int | None = None
    players: tuple[str, str] = ("", "")
    headers: Mapping[str, Any] = field(default_factory=dict, hash=False)
    comments: Mapping[int, str] = field(default_factory=dict, hash=False)
    glyphs: Mapping[int, tuple[int, ...]] = field(default_factory=dict, hash=False)
    variations: tuple[Variation[int], ...] = ()
    date: str = field(default="", kw_only=True)
    termination: str = field(default="", kw_only=True)
    place: str = field(default="", compare=False)
    problems: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.variations:
            object.__setattr__(self, "variations", in_order(self.variations))

    @classmethod
    def from_moves(cls, game: str | Game, moves: Iterable[str | int], **attributes: Any) -> Self:
        """Makes a game from its moves, from the game's start.

        Args:
            game: the game, or what `boardai.load` takes.
            moves: texts in the usual notation, or actions.
            **attributes: `players`, `headers`, `comments`, `glyphs`, `date`; `result` and `termination` if the rules
                have not ended the game.

        Raises:
            ValueError: a move is not legal; the message names its number.
        """
        game = as_game(game)
        start = game.initial_state()
        state, actions = start.clone(), list[int]()
        for number, move in enumerate(moves, 1):
            try:
                actions.append(game.parse_action(state, move) if isinstance(move, str) else move)
                state.apply(actions[-1])
            except ValueError as error:
                raise ValueError(f"move {number}: {error}") from None
        result = known_result(state, attributes.pop("result", None))
        return cls(game, start, tuple(actions), result, **attributes)

    def moving_picture(self) -> MovingPicture:
        """The positions as a moving picture, as notebooks show it.

        >>> game = boardai.RecordedGame.from_moves("hex:size=3", ["b2", "a1"])
        >>> len(game.moving_picture())
        3

        Raises:
            ValueError: as `states`.
        """
        from boardai.drawing import MovingPicture

        players = " against ".join(name for name in self.players if name)
        return MovingPicture((self.game.svg(state) for state in self.states()), players or self.game.spec)

    def _repr_html_(self) -> str:
        return self.moving_picture()._repr_html_()

    def states(self) -> Iterator[Any]:
        """All states, including the start: one more than there are actions.

        Raises:
            ValueError: an action is not legal.
        """
        state = self.start.clone()
        yield state.clone()
        for action in self.actions:
            state.apply(action)
            yield state.clone()

    def final_state(self) -> Any:
        """The state after the last action.

        Raises:
            ValueError: an action is not legal.
        """
        state = self.start.clone()
        for action in self.actions:
            state.apply(action)
        return state

    def moves(self) -> list[str]:
        """The actions in the usual notation (chess: SAN).

        Raises:
            ValueError: an action is not legal.
        """
        return [self.game.format_action(*played) for played in zip(self.states(), self.actions, strict=False)]

    def moves_alone(self) -> Self:
        """A game with the same moves but without comments, for formats that cannot hold more.

        >>> boardai.RecordedGame.from_moves("hex:size=3", ["b2"], players=("Ann", "Bob")).moves_alone().players
        ('', '')
        """
        result = self.result if self.final_state().is_terminal() else None
        return type(self)(self.game, self.start, self.actions, result, place=self.place)

    def line(self, number: int) -> tuple[int, ...]:
        """The actions of a line from the start.

        >>> others = [boardai.records.Variation(1, (5, 0))]
        >>> one = boardai.RecordedGame.from_moves("hex:size=3", ["b2", "a1", "c3"], variations=others)
        >>> one.line(0), one.line(1)
        ((4, 0, 8), (4, 5, 0))

        Args:
            number: number of a variation, from 1; 0 is the game.

        Raises:
            ValueError: there is no such line.
        """
        if not 0 <= number <= len(self.variations):
            raise ValueError(f"there is no line {number}; there are 0 to {len(self.variations)}")
        parts, until = list[tuple[int, ...]](), None
        while number:
            one = self.variations[number - 1]
            parts.append(one.actions if until is None else one.actions[: until - one.ply])
            number, until = one.line, one.ply
        parts.append(self.actions[:until])
        return tuple(action for part in reversed(parts) for action in part)

    def check(self) -> Any:
        """Checks that game, result, comments and glyphs fit together, and returns the state after the last action.

        Raises:
            ValueError: an action is not legal, the rules give another result, a comment belongs to no move,
                a glyph does not exist, or a variation is malformed.
        """
        check_variations(self.actions, self.variations)
        last = play_through(self.start, self.actions, self.variations, _checked)
        if self.result not in (None, 1, 0, -1):
            raise ValueError(f"result must be 1, 0, -1 or None, not {self.result!r}")
        if last.is_terminal() and self.result not in (None, last.outcome(0)):
            raise ValueError(f"the result is {self.result}, but the game ended with {last.outcome(0)}")
        check_words(self.comments, self.glyphs, 0, len(self.actions))
        return last


def _checked(line: int, ply: int, state: Any, action: int) -> int:
    if line and not state.is_legal(action):
        raise ValueError(f"variation {line}, ply {ply}: action {action} is not legal in position {state.to_string()}")
    return action


def common_plies(one: Sequence[int], other: Sequence[int]) -> int:
    """How many actions two lines begin with that are the same."""
    different = (ply for ply, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1])
    return next(different, min(len(one), len(other)))


def played_out(start: Any, actions: Iterable[int]) -> tuple[tuple[int, ...], Any]:
    """The actions up to where the rules end the game, and the state there.

    Raises:
        ValueError: an action is illegal.
    """
    state, played = start.clone(), []
    for action in actions:
        if state.is_terminal():
            break
        state.apply(action)
        played.append(action)
    return tuple(played), state


def variations_played_out(
    start: Any, actions: Sequence[int], variations: Sequence[Variation[int]]
) -> tuple[Variation[int], ...]:
    """The variations up to where the rules end them, without those that part after the end of the game.

    Raises:
        ValueError: an action is illegal.
    """
    lengths = [0] * (len(variations) + 1)

    def play(line: int, ply: int, state: Any, action: int) -> int | None:
        if state.is_terminal():
            return None
        lengths[line] += 1
        return action

    if variations:
        play_through(start, actions, variations, play)
    return shortened(lengths[0], variations, lengths[1:])


def by_rules_of(one: RecordedGame, game: Game) -> RecordedGame:
    """The same game by the rules of a game with the same start, such as one in which draws need no claim.

    Moves after its end by these rules are left out.

    Raises:
        ValueError: an action is illegal in that game.
    """
    start = game.from_string(one.start.to_string())
    actions, last = played_out(start, one.actions)
    return replace(
        one,
        game=game,
        start=start,
        actions=actions,
        result=known_result(last, one.result),
        comments={number: text for number, text in one.comments.items() if number <= len(actions)},
        glyphs={number: glyphs for number, glyphs in one.glyphs.items() if number <= len(actions)},
        variations=variations_played_out(start, actions, one.variations),
        termination=one.termination if actions == one.actions else "",
    )


def known_result(state: Any, stated: int | None) -> int | None:
    """Player 0's outcome: by the rules if they ended the game, otherwise that of the record."""
    return int(state.outcome(0)) if state.is_terminal() else stated
