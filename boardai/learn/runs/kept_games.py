"""The games of a run's matches, kept for inspection: `arena/000012.jsonl.gz` in its folder, one file per iteration.

A line is a game's record (`boardai.records`), with each player's reports of its moves, a checksum, and the match's name
in its notes. `python -m boardai.records GAME export RUN/arena/000012.jsonl.gz --output games.pgn` converts them to PGN.
Training does not use them, so a run continues without them.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable
from pathlib import Path

from boardai.basics.checksums import SEAL
from boardai.basics.files import write_atomically
from boardai.records import GameRecord
from boardai.records.formats import LONGEST_RECORD
from boardai.records.game_record import record_digest

FOLDER, ENDING, FINAL = "arena", ".jsonl.gz", "final"


def write_kept_games(run: Path, iteration: int | None, records: Iterable[GameRecord]) -> None:
    """Writes the games of an iteration's matches, or (None) of the final ones; the file is written atomically.

    Raises:
        OSError: the file cannot be written.
    """
    name = FINAL if iteration is None else f"{iteration:06d}"
    folder = run / FOLDER
    folder.mkdir(exist_ok=True)
    lines = "".join(record.to_line() for record in records)
    write_atomically(folder / f"{name}{ENDING}", gzip.compress(lines.encode(), mtime=0))


def kept_games_fault(path: Path) -> str | None:
    """The fault of a file of games; None if it is intact."""
    try:
        with gzip.open(path, "rb") as file:
            number = 0
            while line := file.readline(LONGEST_RECORD + 1):
                number += 1
                if len(line) > LONGEST_RECORD:
                    return f"line {number}: more than {LONGEST_RECORD:,} bytes"
                record = GameRecord.from_json(line.decode(), f"line {number}")
                if record.notes.get(SEAL) != record_digest(record):
                    return f"line {number} does not match its SHA-256: the file was altered"
    except (ValueError, OSError, EOFError, zlib.error) as error:
        return str(error)
    return None
