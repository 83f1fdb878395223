"""A judge's results for a match's moves, in a file of the match's folder that survives a kill at any moment.

FOLDER/judged/uci-stockfish-depth-12-1a2b3c4d.jsonl

The first line describes the judge, each further one has a game's moves:

    {"format": "boardai judgements 1", "judge": "uci:stockfish,depth=12", "name": "Stockfish 15.1", ..., "sha256": "."}
    {"game": 0, "record": "SHA-256 of the game's record", "moves": [{"ply": 8, "best": "e2e4", "value": {"score": 25},
     "played": {"score": 12}}, ...], "sha256": "..."}

Lines have checksums. An incomplete last line is cut off; every other damage is an error. A game that was
played again since then is judged again. Each judge has its own file, so another one can be used later. Moves of the
opening, which no agent chose, and forced moves are not judged; `unjudged` counts moves without a value of the judge.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from boardai.arena.folder import read_match, records_in
from boardai.arena.tournament import MATCHES
from boardai.arena.wholeness import is_match, is_tournament
from boardai.basics.checksums import digest_of, opened, sealed
from boardai.basics.files import append_line, json_text, parse_json, write_atomically
from boardai.basics.left_out import FOLDER as LEFT_OUT
from boardai.basics.left_out import Fault, fault_reason
from boardai.basics.trust import require
from boardai.basics.typed import read_as
from boardai.cluster import Piece, Workplace, open_pool
from boardai.game import Game, code_in_game, load
from boardai.judging.chances import chance_of
from boardai.judging.judge import JudgedMove, MoveJudge
from boardai.players.spec import for_any_folder
from boardai.records import GameRecord
from boardai.records.formats import LONGEST_RECORD
from boardai.records.game_record import record_digest
from boardai.records.move_reports import MoveReport, ReportTable

FORMAT = "boardai judgements 1"
JUDGED = "judged"
_LARGEST_FILE = 1_000_000_000  # bytes
_Scale = Annotated[float, Meta(gt=0, le=1e12)]
_Count = Annotated[int, Meta(ge=0, le=10_000_000)]


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    judge: str
    name: str
    game: str
    unit: str
    method: str
    scales: tuple[_Scale, _Scale]


class _Move(msgspec.Struct, forbid_unknown_fields=True):
    ply: _Count
    best: str
    value: ReportTable
    played: ReportTable | None = None


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    game: _Count
    record: str
    moves: tuple[_Move, ...]
    unjudged: _Count = 0


@dataclass(frozen=True)
class JudgedGame:
    """A judge's results for a game.

    Attributes:
        record: the checksum of the game's record.
        moves: the judged moves.
        unjudged: number of moves for which the judge had no value.
    """

    record: str
    moves: tuple[JudgedMove, ...]
    unjudged: int = 0


@dataclass
class Judgements:
    """A judge's results for a match's games so far.

    Attributes:
        path: the file.
        judge: the judge's spec.
        name: name and version of the engine or library that judged.
        game: specification of the game.
        unit: unit of losses: `centipawns`, `points` or `win chance`.
        method: how the played move's value was found.
        scales: the score, and the points, with odds of 10 to 1.
        games: results by the game's number.
    """

    path: Path
    judge: str
    name: str
    game: str
    unit: str
    method: str
    scales: tuple[float, float]
    games: dict[int, JudgedGame] = field(default_factory=dict)

    @classmethod
    def begin(cls, folder: Path, judge: MoveJudge, game: Game) -> Judgements:
        """A judge's results in a match's folder: the existing file, or a new one.

        Raises:
            ValueError: the file is damaged, or was written with another version of the engine.
            OSError: it cannot be written.
        """
        path = file_of(folder, judge.spec)
        found = cls(path, judge.spec, judge.name, game.spec, judge.unit, judge.method, judge.scales)
        if os.path.lexists(path):
            there = read_judgements(path)
            for name in ("name", "game", "unit", "method", "scales"):
                if (before := getattr(there, name)) != (now := getattr(found, name)):
                    raise ValueError(
                        f"{path}: was judged with {name} {before}, but the judge now has {now}: move the file away"
                    )
            cut_torn_line(path)
            return there
        path.parent.mkdir(exist_ok=True)
        header = {key: getattr(found, key) for key in ("judge", "name", "game", "unit", "method", "scales")}
        write_atomically(path, (_text(sealed({"format": FORMAT, **header, "scales": list(found.scales)}))).encode())
        return found

    def add(self, number: int, game: JudgedGame) -> None:
        """Adds the results of a game, and appends them to the file.

        Raises:
            OSError: it cannot be written.
        """
        table = {"game": number, "record": game.record, "moves": [_move_table(one) for one in game.moves]}
        append_line(self.path, _text(sealed({**table, "unjudged": game.unjudged})).encode().removesuffix(b"\n"))
        self.games[number] = game

    def chance(self, value: MoveReport, unit: str) -> float:
        """The win chance of a value; `unit` is the game's (`Game.score_unit`)."""
        found = chance_of(value, unit, *self.scales)
        return 0.5 if found is None else found


def file_of(folder: Path, spec: str) -> Path:
    """The path of a judge's file in a match's folder."""
    words = re.sub(r"[^A-Za-z0-9.]+", "-", spec).strip("-.")[:60]
    return folder / JUDGED / f"{words}-{digest_of({'judge': spec})[:8]}.jsonl"


def read_judgements(path: Path) -> Judgements:
    """Reads a file of judgements; ignores an incomplete last line.

    Raises:
        ValueError: it is damaged; the message names file, line and reason.
        OSError: it cannot be read.
    """
    if path.stat().st_size > _LARGEST_FILE:
        raise ValueError(f"{path}: more than {_LARGEST_FILE:,} bytes")
    found: Judgements | None = None
    with open(path, "rb") as file:
        for number in itertools.count(1):
            line = file.readline(LONGEST_RECORD + 1)
            if len(line) > LONGEST_RECORD:
                raise ValueError(f"{path}:{number}: more than {LONGEST_RECORD:,} bytes")
            if not line.endswith(b"\n"):
                break
            place = f"{path}:{number}"
            table, has_checksum = opened(parse_json(line, place), place)
            if not has_checksum:
                raise ValueError(f"{place}: its SHA-256 is missing: the file was altered")
            if found is None:
                header = read_as(_Header, table, place)
                if header.format != FORMAT:
                    raise ValueError(f"{place}: format: expected {FORMAT!r}")
                values = msgspec.structs.asdict(header)
                del values["format"]
                found = Judgements(path, **values)
                continue
            game = read_as(_Line, table, place)
            found.games[game.game] = JudgedGame(game.record, tuple(map(_judged, game.moves)), game.unjudged)
    if found is None:
        raise ValueError(f"{path}: empty: expected judgements")
    return found


def cut_torn_line(path: Path) -> None:
    """Cuts off an incomplete last line.

    Raises:
        OSError: it cannot be written.
    """
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        os.truncate(path, len(whole))


def matches_in(path: Path) -> list[Path]:
    """The match folders in a folder: the folder itself, or those of a tournament.

    Raises:
        ValueError: it is neither.
    """
    if is_match(path):
        return [path]
    if is_tournament(path):
        return sorted(one for one in (path / MATCHES).iterdir() if one.is_dir()) if (path / MATCHES).is_dir() else []
    raise ValueError(f"{path} is neither the folder of a match nor of a tournament")


def read_agents(path: Path) -> list[str]:
    """The agents of a match or tournament.

    Raises:
        ValueError: it is neither, or damaged.
    """
    return list(dict.fromkeys(agent for folder in matches_in(path) for agent in read_match(folder)["agents"]))


def judgements_in(folder: Path) -> list[Judgements]:
    """The results of all judges of a match, by the names of their files.

    Raises:
        ValueError: a file is damaged.
    """
    return [read_judgements(file) for file in sorted((folder / JUDGED).glob("*.jsonl"))]


def judgement_faults(path: Path) -> list[Fault]:
    """The damaged judgements in a match's or tournament's folder."""
    found = []
    for file in sorted(path.rglob(f"{JUDGED}/*.jsonl")):
        name = file.relative_to(path)
        if LEFT_OUT in name.parts:
            continue
        try:
            read_judgements(file)
        except (ValueError, OSError) as error:
            found.append(Fault(str(name), fault_reason(error, file), "its moves can be judged again"))
    return found


def judge_folder(
    path: Path,
    spec: str,
    *,
    place: Workplace = open_pool,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Judgements]:
    """Judges those games of a match or tournament that this judge has not judged yet.

    >>> from pathlib import Path
    >>> from boardai.commands.match import main
    >>> from boardai.judging import judge_folder
    >>> main(["hex:size=4", "random", "greedy", "--games", "2", "--record", "m"])  # doctest: +ELLIPSIS
    hex:size=4: 2 games...
    >>> (found,) = judge_folder(Path("m"), "dfpn")
    >>> found.unit, sorted(found.games)
    ('win chance', [0, 1])

    Args:
        path: the folder.
        spec: the judge's spec (`MoveJudge`).
        place: opens the pool in which games are judged; by default this process judges.
        progress: called with the number of judged games and of all games.

    Returns:
        The judgements of each match.

    Raises:
        ValueError: no such folder or judge, a damaged file, or code that the user has not named.
        EngineError: an engine failed; the judgements so far are kept.
        OSError: a file cannot be read or written.
    """
    spec = for_any_folder(spec)
    found: list[Judgements] = []
    tasks: list[tuple[Judgements, int, GameRecord]] = []
    total, judge, judged_game = 0, None, ""
    try:
        for folder in matches_in(path):
            text = read_match(folder)["game"]
            require(code_in_game(text), str(folder))
            if judge is None or text != judged_game:
                if judge is not None:
                    judge.close()
                game, judged_game = load(text), text
                judge = MoveJudge(spec, game)
            judgements = Judgements.begin(folder, judge, game)
            found.append(judgements)
            for number, record in records_in(folder):
                total += 1
                known = judgements.games.get(number)
                if known is None or known.record != record_digest(record):
                    tasks.append((judgements, number, record))
    finally:
        if judge is not None:
            judge.close()
    done = total - len(tasks)
    progress(done, total)
    with place(JudgeSettings(spec)) as pool:
        pieces = (
            Piece(task, (record, f"{judgements.path.parents[1]}, game {number}"))
            for task, (judgements, number, record) in enumerate(tasks)
        )
        for task, game_judged in pool.map(pieces):
            judgements, number, _ = tasks[task]
            judgements.add(number, game_judged)
            done += 1
            progress(done, total)
    return found


@dataclass(frozen=True)
class JudgeSettings:
    """The work of a worker that judges games.

    Attributes:
        judge: spec.
    """

    judge: str

    def worker(self) -> _Judging:
        """The judge of one process."""
        return _Judging(self.judge)


class _Judging:
    """Judges games, and keeps a judge for each kind of game."""

    def __init__(self, spec: str) -> None:
        self._spec, self._judges = spec, dict[str, MoveJudge]()

    def work(self, piece: Piece, stop: Callable[[], None]) -> JudgedGame:
        """Judges a game."""
        record, place = piece.payload
        if record.game not in self._judges:
            self._judges[record.game] = MoveJudge(self._spec, load(record.game))
        return judge_game(self._judges[record.game], record, place, stop)

    def close(self) -> None:
        """Closes the judges."""
        for judge in self._judges.values():
            judge.close()


def judge_game(
    judge: MoveJudge, record: GameRecord, place: str = "game record", stop: Callable[[], None] = lambda: None
) -> JudgedGame:
    """Judges the moves of a game that agents chose, except forced ones.

    Args:
        judge: the judge.
        record: record of the game.
        place: name of the record in error messages.
        stop: called before each move; may raise.

    Raises:
        ValueError: the record does not fit its game.
        EngineError: an engine failed.
    """
    states = record.states(source=place)
    actions = [state.action_from_string(text) for state, text in zip(states, record.actions, strict=False)]
    moves, unjudged = [], 0
    for ply in range(int(record.notes.get("opening_plies", 0)), len(actions)):
        stop()
        if len(states[ply].legal_actions()) == 1:
            continue
        judged = judge.judge(states[0], actions[:ply], states[ply], actions[ply])
        if judged is None:
            unjudged += 1
        else:
            moves.append(judged)
    return JudgedGame(record_digest(record), tuple(moves), unjudged)


def _judged(move: _Move) -> JudgedMove:
    best = move.value.report
    return JudgedMove(move.ply, move.best, best, best if move.played is None else move.played.report)


def _move_table(move: JudgedMove) -> dict[str, Any]:
    table = {"ply": move.ply, "best": move.best, "value": move.best_value.to_table()}
    return table if move.played_value is move.best_value else {**table, "played": move.played_value.to_table()}


def _text(table: dict[str, Any]) -> str:
    return json_text(table) + "\n"
