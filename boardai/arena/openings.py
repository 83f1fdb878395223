"""Openings of a match: random balanced ones, found by our own search, or those of a file.

Random: for each opening several random lines are drawn; a quick search looks at the position after each, decided ones
are dropped, and of the rest the one with the value nearest to even is taken. So both sides have something to play
for, and no two openings reach the same position.

A file has one opening a line: moves as people write them (`e4 e5 Nf3`), a position's text (chess: a FEN), or a
position, a semicolon and moves. Empty lines and those that begin with `#` are skipped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from boardai.agents import read_search, with_default_limit
from boardai.arena.games import Opening
from boardai.basics.seeds import seed_of
from boardai.game import Game
from boardai.search.evaluated import evaluators
from boardai.search.results.wording import plies_to_win

_CANDIDATES = 8
_LONGEST_RANDOM = 8
NO_BALANCE = "none"


def default_plies(game: Game) -> int:
    """A tenth of a random game's length, from 1 to 8."""
    rng = random.Random(0)
    plies = 0
    for _ in range(4):
        state = game.initial_state()
        while not state.is_terminal() and plies < 4 * 10 * _LONGEST_RANDOM:
            state.apply(rng.choice(state.legal_actions()))
            plies += 1
    return max(1, min(_LONGEST_RANDOM, round(plies / 40)))


def has_evaluation(game: Game) -> bool:
    """Whether the game has an evaluation of its own."""
    return evaluators(game.initial_state())[0] != "none"


def default_balance(game: Game) -> str:
    """The quick search that suits the game: by its own evaluation if it has one, else by random games."""
    return "pvs:nodes=10000" if has_evaluation(game) else "mcts:simulations=300"


def balanced_openings(
    game: Game, plies: int, balance: str, seed: int = 0, known: Sequence[Opening] = ()
) -> Iterator[Opening]:
    """Openings without end, each a new position; once no new ones are found, those there are come again.

    >>> from itertools import islice
    >>> from boardai.arena import balanced_openings
    >>> openings = balanced_openings(boardai.load("reversi"), plies=4, balance="pvs:depth=4", seed=1)
    >>> [str(opening) for opening in islice(openings, 2)]
    ['f5 f4 g3 g4', 'f5 d6 c4 f4']

    Args:
        game: the game.
        plies: random plies of each.
        balance: the spec of the search that judges them; `none`: any random line will do.
        seed: equal seeds give equal openings.
        known: those of an earlier run of the same seed, which come first.

    Raises:
        ValueError: no such search, or lines of so many plies always end the game.
    """
    judge = None if balance == NO_BALANCE else _judge(balance)
    yield from known
    openings = list(known)
    seen = {opening.states(game)[1].to_string() for opening in openings}
    while True:
        rng = random.Random(seed_of(seed, "opening", len(openings)))
        found = _draw(game, plies, judge, rng, seen)
        if found is None:
            if not openings:
                raise ValueError(f"{game.spec}: {plies} random opening plies always end the game, or decide it")
            break
        opening, position = found
        seen.add(position)
        openings.append(opening)
        yield opening
    while True:
        yield from openings


def _judge(spec: str) -> Callable[[Any, int], float | None]:
    name, face, values = read_search(spec)
    arguments = with_default_limit(name, values)

    def value(state: Any, seed: int) -> float | None:
        """How far from even; None where the game is decided."""
        result = face(state, seed=seed, **arguments)
        if result.value is None or result.outcome is not None or plies_to_win(result.value) is not None:
            return None
        return abs(float(result.value))

    return value


def _draw(
    game: Game,
    plies: int,
    judge: Callable[[Any, int], float | None] | None,
    rng: random.Random,
    seen: set[str],
) -> tuple[Opening, str] | None:
    """The most even of some new random lines, and its position; None if none was found."""
    best: tuple[float, tuple[str, ...], str] | None = None
    candidates = 0
    for _ in range(20 * _CANDIDATES):
        state = game.initial_state()
        texts: list[str] = []
        while len(texts) < plies and not state.is_terminal():
            action = rng.choice(state.legal_actions())
            texts.append(state.action_to_string(action))
            state.apply(action)
        position = state.to_string()
        if state.is_terminal() or position in seen:
            continue
        value = 0.0 if judge is None else judge(state, rng.getrandbits(31))
        if value is not None and (best is None or value < best[0]):
            best = value, tuple(texts), position
        candidates += 1
        if judge is None or candidates == _CANDIDATES:
            break
    return None if best is None else (Opening(None, best[1]), best[2])


def load_openings(path: str | Path, game: Game) -> list[Opening]:
    r"""The openings of a file.

    >>> from pathlib import Path
    >>> from boardai.arena import load_openings
    >>> lines = ["# the Spanish game, and a position", "e4 e5 Nf3 Nc6 Bb5", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"]
    >>> _ = Path("openings.txt").write_text("\n".join(lines))
    >>> for opening in load_openings("openings.txt", boardai.load("chess")):
    ...     print(opening.start, opening.actions)
    None ('e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5')
    8/8/8/4k3/8/8/4P3/4K3 w - - 0 1 ()

    Args:
        path: of the file.
        game: whose moves and positions they are.

    Raises:
        ValueError: a line does not fit the game; the message names file, line and reason.
        OSError: the file cannot be read.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: byte {error.start + 1} is not UTF-8 text") from None
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            found.append(_read_line(text, game))
        except ValueError as error:
            raise ValueError(f"{path}: line {number}: {error}") from None
    if not found:
        raise ValueError(f"{path}: no openings in it")
    return found


def _read_line(text: str, game: Game) -> Opening:
    position, semicolon, moves = text.partition(";")
    if semicolon:
        return _checked(game, position.strip(), moves)
    try:
        return _checked(game, None, text)
    except ValueError as no_moves:
        try:
            return _checked(game, text, "")
        except ValueError as no_position:
            raise ValueError(f"neither moves ({no_moves}) nor a position ({no_position})") from None


def _checked(game: Game, start: str | None, moves: str) -> Opening:
    _, _, actions = Opening(start, tuple(moves.split())).states(game)
    state = game.initial_state() if start is None else game.from_string(start)
    texts = []
    for action in actions:
        texts.append(state.action_to_string(action))
        state.apply(action)
    return Opening(start, tuple(texts))
