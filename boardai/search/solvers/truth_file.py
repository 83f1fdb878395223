"""A file of random positions with the exact values of all moves; it is only created when it is complete.

    1. Candidate number k is a random position of a random game. It depends on the seed, on k and on the player.
    2. Positions with one legal move, and repeated ones, up to a symmetry of the board, are left out.
    3. The others are solved, several in parallel; positions that need more nodes than the limit are left out.

Solved positions are stored in FILE.part until there are enough. A stopped process continues from there. The file does
not depend on workers or interruptions.
"""

from __future__ import annotations

import json
import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from boardai.basics.files import append_line, continued_lines, parse_json, write_atomically
from boardai.basics.quoting import quoted
from boardai.basics.seeds import seed_of
from boardai.basics.symmetries import image
from boardai.cluster import Piece, Workplace, open_pool
from boardai.game import Game, game_text
from boardai.records.truth import TruePosition, header_line, read_truth_line, truth_line
from boardai.search.solvers.solved_positions import refuse_history
from boardai.search.solvers.true_values import true_values
from boardai.search.solvers.workers import Solving

Begin = Callable[[int], Callable[[Any], int]]  # starts a game with a seed; returns the function that chooses its moves
_LONGEST = 10_000  # maximum number of plies of a game
_OPENING = 6  # maximum number of random plies before the agent plays
_FRUITLESS = 1000  # consecutive fruitless candidates after which no more positions are expected
_UNSOLVED = 30  # consecutive unsolved positions after which the next ones are expected to be too hard as well


@dataclass(frozen=True)
class TruthSettings:
    """Settings of a file.

    >>> from boardai.search.solvers.truth_file import TruthSettings
    >>> TruthSettings(positions=100, plies=(12, 30)).seed
    0

    Attributes:
        positions: number of positions.
        plies: minimum and maximum number of plies before a position; None: any number.
        play: the agent that plays the games, after up to six random plies; "": all moves are random.
        distances: values also contain the distance to a win or loss.
        nodes: node limit for one position.
        seed: seed of the games.
    """

    positions: int
    plies: tuple[int, int] | None = None
    distances: bool = False
    nodes: int = 20_000_000
    seed: int = 0
    play: str = ""


def make_truth(
    path: Path,
    game: Game,
    settings: TruthSettings,
    *,
    player: Begin | None = None,
    place: Workplace = open_pool,
    progress: Callable[[int, int], None] = lambda positions, left_out: None,
) -> tuple[int, int]:
    """Writes a file of positions with the exact values of all moves.

    >>> from pathlib import Path
    >>> from boardai.search.solvers.truth_file import TruthSettings, make_truth
    >>> make_truth(Path("hex3.jsonl"), boardai.load("hex", size=3), TruthSettings(positions=20))
    (20, 0)

    Args:
        path: path of the file.
        game: the game of the positions.
        settings: settings of the file.
        player: starts a game with a seed and returns the function that chooses its moves, for `settings.play`; None:
            random moves.
        place: opens the pool that solves the positions.
        progress: called with the number of positions solved, and of those left out as too hard.

    Returns:
        Both numbers at the end.

    Raises:
        ValueError: the file exists; its part was begun with other settings, or is damaged; values
            of the game's states depend on their history; or there are too few positions, or too few that can be solved.
    """
    if path.exists():
        raise ValueError(f"{path} already exists")
    part = _Part(path.with_name(f"{path.name}.part"), game, settings)
    found: list[TruePosition] = []
    left_out = in_vain = 0
    drawn: deque[tuple[int, Any]] = deque()  # candidates in order that are neither solved nor left out yet

    def take() -> None:
        nonlocal left_out, in_vain
        while drawn and len(found) < settings.positions and part.knows(*drawn[0]):
            number, state = drawn.popleft()
            values = part.values(number)
            if values is None:
                left_out, in_vain = left_out + 1, in_vain + 1
            else:
                in_vain = 0
                found.append(TruePosition(state, values))
            progress(len(found), left_out)
            if in_vain >= _UNSOLVED:
                raise ValueError(
                    f"{in_vain} positions one after another were not solved within {settings.nodes:,} nodes each: "
                    "allow more nodes, or take positions nearer to the end of a game (plies)"
                )

    def pieces() -> Iterator[Piece]:
        for number, state in _candidates(game, settings, player):
            drawn.append((number, state))
            if not part.knows(number, state):
                yield Piece(number, [state.to_string()])
            take()
            if len(found) >= settings.positions:
                return

    solve = partial(true_values, distances=settings.distances, nodes=settings.nodes)
    with place(Solving(game, solve)) as pool:
        for number, (values,) in pool.map(pieces(), ordered=True):
            part.add(number, dict(drawn)[number], values)
            take()
            if len(found) >= settings.positions:
                break
    if len(found) < settings.positions:
        raise ValueError(
            f"{game.spec}: {len(found)} different positions were found, not {settings.positions}; "
            f"ask for fewer positions{' or more plies' if settings.plies else ''} ({part.path} has them)"
        )
    lines = [header_line(game), *map(truth_line, found)]
    write_atomically(path, "".join(f"{line}\n" for line in lines).encode())
    part.path.unlink()
    return settings.positions, left_out


class _Part:
    """The positions solved so far.

    Attributes:
        path: path of the file.
    """

    def __init__(self, path: Path, game: Game, settings: TruthSettings) -> None:
        self.path, self._game = path, game
        # Position and values by the candidate's number; values None: it was too hard.
        self._known: dict[int, tuple[str, Any]] = {}
        # Settings that must be the same; the number of positions does not affect the candidates.
        wanted = {key: value for key, value in asdict(settings).items() if key != "positions"}
        header = json.dumps({"format": "boardai truth, begun 1", "game": game_text(game), **wanted})
        for number, line in enumerate(continued_lines(path, header.encode()), 2):
            self._read(line, f"{path}: line {number}")

    def _read(self, line: bytes, place: str) -> None:
        table = parse_json(line, place)
        number = table.pop("candidate", None) if isinstance(table, dict) else None
        if not isinstance(number, int):
            raise ValueError(f"{place}: candidate: expected a whole number, got {quoted(number)}")
        if table.keys() == {"position"} and isinstance(table["position"], str):
            self._known[number] = table["position"], None
        else:
            one = read_truth_line(json.dumps(table), place, self._game)
            self._known[number] = str(one.state.to_string()), one.values

    def knows(self, number: int, state: Any) -> bool:
        """Whether a candidate was processed as this position; an agent may have played differently before."""
        return number in self._known and self._known[number][0] == str(state.to_string())

    def values(self, number: int) -> Any:
        """Values of a processed candidate; None: it was too hard."""
        return self._known[number][1]

    def add(self, number: int, state: Any, values: Any) -> None:
        """Stores a candidate's values; replaces those of another position with the same number."""
        text = str(state.to_string())
        table = {"position": text} if values is None else json.loads(truth_line(TruePosition(state, values)))
        append_line(self.path, json.dumps({"candidate": number, **table}).encode())
        self._known[number] = text, values


def _candidates(game: Game, settings: TruthSettings, player: Begin | None) -> Iterator[tuple[int, Any]]:
    """Different positions with their numbers; ends when no more are expected."""
    seen: set[str] = set()
    fruitless = number = 0
    while fruitless < _FRUITLESS:
        state = _candidate(game, settings, player, number)
        number, fruitless = number + 1, fruitless + 1
        if state is None:
            continue
        key = image(state, lambda one: str(one.to_string())).key
        if key not in seen:
            seen.add(key)
            fruitless = 0
            yield number - 1, state


def _candidate(game: Game, settings: TruthSettings, player: Begin | None, number: int) -> Any:
    """A random position of a game, parsed from its text; None: the game has no suitable position."""
    seed = seed_of(settings.seed, "truth", number)
    rng = random.Random(seed)

    def at_random(state: Any) -> int:
        return int(rng.choice(state.legal_actions()))

    low, high = settings.plies or (0, _LONGEST)
    opening, choose = rng.randint(0, _OPENING), at_random if player is None else player(seed)
    states = [game.initial_state()]
    while not states[-1].is_terminal() and len(states) <= high:
        state = states[-1]
        states.append(state.child(at_random(state) if len(states) <= opening else choose(state)))
    open_ones = [state for state in states[low:] if len(state.legal_actions()) > 1]
    if not open_ones:
        return None
    chosen = rng.choice(open_ones)
    refuse_history(chosen)
    return game.from_string(chosen.to_string())  # as it will be read from the file
