"""A game as it was played, ready to be played again: what game files of every kind are read as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from boardai.game import Game, as_game
from boardai.records.branches import branches, in_order

if TYPE_CHECKING:
    from boardai.drawing import MovingPicture


@dataclass(frozen=True)
class RecordedGame:
    """One game: `read_games` yields these, `write_games` takes them.

    >>> game = boardai.RecordedGame.from_moves(boardai.load("chess"), ["f2f3", "e7e5", "g2g4", "d8h4"])
    >>> game.moves(), game.result
    (['f3', 'e5', 'g4', 'Qh4#'], -1)

    Attributes:
        game: the game it is one of.
        start: the state it began with; not to be changed.
        actions: played from there.
        result: outcome for player 0, +1, 0 or -1; None: not known. It may be there when the rules had not ended the
            game (somebody resigned).
        players: who was player 0 and who player 1; "" where nobody says.
        headers: what else the file says of the game, by the file's own names (PGN `Event`, SGF `EV`), as texts, or as
            whatever JSON has. What the other attributes say is not repeated here.
        comments: what is said of a position, by the number of actions played before it; 0 is the start.
        glyphs: what is said of a move in numbers, PGN's annotation glyphs 0 to 255 (1 to 6 are `!`, `?`, `!!`, `??`,
            `!?`, `?!`), in the order given, by the number of actions up to and with it; 0 is for the start.
        variations: other lines, each from the start as `actions` are: they part from them before the last one, and from
            each other. They are kept in the order of a tree, so that games with the same lines are equal.
        place: where it stands, for people: `games.pgn:120`. Games that differ in this alone are equal.
        date: when it was played, `2026-11-27`, or a part of that, `2026-11` or `2026`; whatever the file says where it
            says it otherwise; "" where nobody says.
        termination: how it ended, in words, where the rules had not ended it: `resignation`, `time`, `agreement`, or as
            the file has it; "" where nobody says.
        problems: what the file says against itself, place and reason: contradictions that did not keep the game from
            being read (PGN: a Result tag that is not the result). Games that differ in this alone are equal, too.
    """

    game: Game
    start: Any
    actions: tuple[int, ...] = ()
    result: int | None = None
    players: tuple[str, str] = ("", "")
    headers: Mapping[str, Any] = field(default_factory=dict, hash=False)
    comments: Mapping[int, str] = field(default_factory=dict, hash=False)
    glyphs: Mapping[int, tuple[int, ...]] = field(default_factory=dict, hash=False)
    variations: tuple[tuple[int, ...], ...] = ()
    date: str = field(default="", kw_only=True)
    termination: str = field(default="", kw_only=True)
    place: str = field(default="", compare=False)
    problems: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.variations:
            object.__setattr__(self, "variations", in_order(self.actions, self.variations))

    @classmethod
    def from_moves(cls, game: str | Game, moves: Iterable[str | int], **attributes: Any) -> Self:
        """A game from its moves, played from the game's start.

        Args:
            game: the game, or what `boardai.load` takes.
            moves: as people write them, or as actions.
            **attributes: `players`, `headers`, `comments`, `glyphs`, `date`; `result` and `termination` where the rules
                have not ended the game.

        Raises:
            ValueError: a move is not legal where it stands; its number is named.
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
        """Its positions, one after another; notebooks show it so.

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
        """Every state, the start included: one more than there are actions.

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
        """The actions as people write them (chess: SAN).

        Raises:
            ValueError: an action is not legal.
        """
        return [self.game.format_action(*played) for played in zip(self.states(), self.actions, strict=False)]

    def moves_alone(self) -> Self:
        """The same moves, of which nothing is said: for kinds of file that have room for no more.

        >>> boardai.RecordedGame.from_moves("hex:size=3", ["b2"], players=("Ann", "Bob")).moves_alone().players
        ('', '')
        """
        result = self.result if self.final_state().is_terminal() else None
        return type(self)(self.game, self.start, self.actions, result, place=self.place)

    def check(self) -> Any:
        """The state after the last action, once it is clear that game, result, comments and glyphs fit together.

        Raises:
            ValueError: an action is not legal, the rules give another result, something is said of a move that there is
                not, or by a glyph that there is not, or a variation is none.
        """
        last = self.final_state()
        if self.result not in (None, 1, 0, -1):
            raise ValueError(f"result must be 1, 0, -1 or None, not {self.result!r}")
        if last.is_terminal() and self.result not in (None, last.outcome(0)):
            raise ValueError(f"the result is {self.result}, but the game ended with {last.outcome(0)}")
        for what, said in (("comment", self.comments), ("glyphs", self.glyphs)):
            for number in said:
                if not 0 <= number <= len(self.actions):
                    raise ValueError(f"{what} {number!r}: the game has {len(self.actions)} moves")
        for number, glyphs in self.glyphs.items():
            for glyph in glyphs:
                if type(glyph) is not int or not 0 <= glyph <= 255:
                    raise ValueError(f"glyphs {number}: expected whole numbers from 0 to 255, got {glyph!r}")
        self._check_variations()
        return last

    def _check_variations(self) -> None:
        for number, line in enumerate(self.variations):
            if not parts_from(line, self.actions):
                raise ValueError(f"variation {number} is the game itself, its beginning, or goes on behind its end")
        tree = branches((self.actions, *self.variations))
        open_states = [(0, self.start)]
        while open_states:
            place, state = open_states.pop()
            for action, behind in tree[place]:
                if not state.is_legal(action):
                    raise ValueError(f"variations: action {action} is not legal in position {state.to_string()}")
                open_states.append((behind, state.child(action)))


def parts_from(line: tuple[int, ...], actions: tuple[int, ...]) -> bool:
    """Whether a line and a game have different moves somewhere."""
    return common_plies(line, actions) < min(len(line), len(actions))


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


def by_rules_of(one: RecordedGame, game: Game) -> RecordedGame:
    """The same game by the rules of another one that begins alike, say one in which draws need no claim.

    What was played behind its end by these rules is left out.

    Raises:
        ValueError: an action is illegal in that game.
    """
    start = game.from_string(one.start.to_string())
    actions, last = played_out(start, one.actions)
    lines = (played_out(start, line)[0] for line in one.variations)
    return replace(
        one,
        game=game,
        start=start,
        actions=actions,
        result=known_result(last, one.result),
        comments={number: text for number, text in one.comments.items() if number <= len(actions)},
        glyphs={number: glyphs for number, glyphs in one.glyphs.items() if number <= len(actions)},
        variations=tuple(line for line in lines if parts_from(line, actions)),
        termination=one.termination if actions == one.actions else "",
    )


def known_result(state: Any, told: int | None) -> int | None:
    """Player 0's outcome: by the rules where they ended the game, else what the record tells."""
    return int(state.outcome(0)) if state.is_terminal() else told
