"""Openings of a match: random balanced ones, found by our own search, or those of a file.

Random: for each opening several random lines are drawn; a quick search evaluates the position after each, decided ones
are dropped, and the one with the value nearest to even is chosen. So both sides have chances,
and no two openings reach the same position.

A file of the game's own format (PGN, SGF, ...) has an opening in each of its games. Any other file has one opening per
line: moves in the usual notation (`1. e4 e5 2. Nf3`), a position's text (chess: FEN, or EPD with its operations), a
position, a semicolon and moves, or any line of the game's own formats. Empty lines and those that begin with
`#` are skipped.
"""

from __future__ import annotations

import contextlib
import functools
import io
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from boardai.arena.games import Opening
from boardai.basics.seeds import seed_of
from boardai.basics.text_files import read_user_text, without_zero_width
from boardai.game import Game
from boardai.players import load_agent
from boardai.records.formats import formats
from boardai.records.game_files import OnError, check_on_error, read_games
from boardai.records.position_lines import is_opcode, read_position_line
from boardai.records.recorded_game import RecordedGame
from boardai.search import pvs
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
    """Whether the game has a static evaluation."""
    return evaluators(game.initial_state())[0] != "none"


def default_balance(game: Game) -> str:
    """A quick search for the game: with its evaluation if it has one, otherwise with random games."""
    return "pvs:nodes=10000" if has_evaluation(game) else "mcts:simulations=300"


def balanced_openings(
    game: Game, plies: int, balance: str, seed: int = 0, known: Sequence[Opening] = ()
) -> Iterator[Opening]:
    """Endless openings, each a new position; once no new ones are found, the existing ones are repeated.

    >>> from itertools import islice
    >>> from boardai.arena import balanced_openings
    >>> openings = balanced_openings(boardai.load("reversi"), plies=4, balance="pvs:depth=4", seed=1)
    >>> [str(opening) for opening in islice(openings, 2)]
    ['d3 c5 f6 e3', 'f5 d6 c4 f4']

    Args:
        game: the game.
        plies: random plies of each.
        balance: the spec of the search that selects even openings; `none`: takes any random line.
        seed: equal seeds give equal openings.
        known: openings of an earlier run with the same seed, which come first.

    Raises:
        ValueError: no such search, or lines of this many plies always end the game.
    """
    judge = None if balance == NO_BALANCE else _judge(balance, game)
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


def _judge(spec: str, game: Game) -> Callable[[Any, int], float | None]:
    player = load_agent(spec, game, try_out=False)

    def value(state: Any, seed: int) -> float | None:
        """The distance from even; None if one side has won. A proven draw is even."""
        player.new_game(state, [], seed)
        result = player.search(state)
        if result.value is None or result.outcome or plies_to_win(result.value) is not None:
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
    """The most even of some new random lines, with its position; None if none was found."""
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


def load_openings(
    path: str | Path, game: Game, *, plies: int | None = None, on_error: OnError = "raise"
) -> list[Opening]:
    r"""The openings of a file.

    >>> from pathlib import Path
    >>> from boardai.arena import load_openings
    >>> lines = ["# the Spanish game, and a position", "1. e4 e5 2. Nf3 Nc6 3. Bb5", "8/8/8/4k3/8/8/4P3/4K3 w - -"]
    >>> _ = Path("openings.txt").write_text("\n".join(lines))
    >>> for opening in load_openings("openings.txt", boardai.load("chess")):
    ...     print(opening.start, opening.actions)
    None ('e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1b5')
    8/8/8/4k3/8/8/4P3/4K3 w - - 0 1 ()

    Args:
        path: path of the file.
        game: the game of the moves and positions.
        plies: maximum number of moves of each; None: all.
        on_error: what to do with a line or game that is not an opening, as in `boardai.read_games`.

    Raises:
        ValueError: a line does not fit the game, or its moves end it; the message names file, line and reason. Or there
            is no opening in the file.
        OSError: the file cannot be read.
    """
    check_on_error(on_error)
    found: list[Opening] = []
    for place, make in _entries(Path(path), game, on_error):
        try:
            found.append(_cut(game, make(), plies))
        except ValueError as error:
            wrapped = ValueError(f"{place}: {error}")
            if on_error == "raise":
                raise wrapped from None
            if callable(on_error):
                on_error(wrapped)
    if not found:
        raise ValueError(f"{path}: no openings in it")
    return found


def _entries(path: Path, game: Game, on_error: OnError) -> Iterator[tuple[str, Callable[[], Opening]]]:
    """Each place of a file with an opening, with the function that reads it."""
    kinds = formats(game)
    ending = Path(path.name.lower().removesuffix(".gz")).suffix
    if ending != ".txt" and any(ending in kind.endings for kind in kinds):
        for one in read_games(path, game, on_error=on_error):
            yield one.place, functools.partial(_of_game, one)
        return
    lines = [without_zero_width(line).strip() for line in read_user_text(path).split("\n")]
    # Comments begin with a hash sign; so do positions on boards with holes.
    lines = [line if not line.startswith("#") or _is_opening(line, game) else "" for line in lines]
    own = [kind for kind in kinds if kind.recognises("\n".join(lines))]
    first = next(filter(None, lines), "")
    if own and not _is_opening(first, game):
        for one in read_games(path, game, format=own[0].endings[0], on_error=on_error):
            yield one.place, functools.partial(_of_game, one)
        return
    for number, line in enumerate(lines, 1):
        if line:
            yield f"{path}: line {number}", functools.partial(_read_line, line, game)


def _is_opening(line: str, game: Game) -> bool:
    try:
        _read_line(line, game)
    except ValueError:
        return False
    return True


def _of_game(one: RecordedGame) -> Opening:
    from_start = bool(one.actions) and one.start == one.game.initial_state()
    texts = [before.action_to_string(action) for before, action in zip(one.states(), one.actions, strict=False)]
    return Opening(None if from_start else one.start.to_string(), tuple(texts))


def _cut(game: Game, opening: Opening, plies: int | None) -> Opening:
    """Random moves of an opening that do not end the game."""
    kept = replace(opening, actions=opening.actions[:plies])
    kept.states(game)
    return kept


def _read_line(line: str, game: Game) -> Opening:
    position, semicolon, moves = line.partition(";")
    try:
        return _played(game, position.strip(), moves) if semicolon else _played(game, None, line)
    except ValueError as error:
        no_moves = error
    try:
        one = read_position_line(line, game)
        # After a semicolon there may be moves, one of which is wrong: they are not operations.
        if not semicolon or all(map(is_opcode, one.headers)) or not _is_position(position, game):
            return _of_game(one)
        no_position: ValueError = no_moves
    except ValueError as error:
        no_position = error
    for kind in formats(game):
        if kind.recognises(line):
            with contextlib.suppress(ValueError):
                (one,) = read_games(io.StringIO(line), game, format=kind.endings[0])
                if one.actions:
                    return _of_game(one)
    raise ValueError(f"neither moves ({no_moves}) nor a position ({no_position})")


def _is_position(text: str, game: Game) -> bool:
    try:
        game.from_string(text.strip())
    except ValueError:
        return False
    return True


def _played(game: Game, start: str | None, moves: str) -> Opening:
    state = game.initial_state() if start is None else game.from_string(start)
    actions = game.parse_moves(state, moves)
    if not actions:
        raise ValueError("no moves")
    texts = []
    for action in actions:
        texts.append(state.action_to_string(action))
        state.apply(action)
    return Opening(start, tuple(texts))


def middle_game_positions(game: Game, count: int, seed: int) -> list[Any]:
    """Positions from the middle of games: six random plies, then shallow searches; every seventh ply is taken.

    Raises:
        ValueError: games end before there is one.
    """
    rng = random.Random(seed)
    found: list[Any] = []
    games = 0
    while len(found) < count:
        state = game.initial_state()
        games += 1
        if games > 20 and not found:
            raise ValueError(f"games of {game.spec} are over before ply 12, where positions are taken from")
        for ply in range(60):
            if state.is_terminal() or len(found) == count:
                break
            if ply >= 12 and ply % 7 == 5:
                found.append(state.clone())
            legal = state.legal_actions()
            state.apply(rng.choice(legal) if ply < 6 else pvs(state, depth=3).action)
    return found
