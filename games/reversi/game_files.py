"""Reversi games from files, for labelling and supervised learning: one transcript a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from boardai.files import bounded_lines
from boardai.game import Game
from boardai.games.reversi.transcript import LONGEST_TRANSCRIPT, parse_transcript
from boardai.records.sources import SourceGame, Warn, known_result, played_out


def read_transcript_file(path: Path, game: Game, warn: Warn) -> Iterator[SourceGame]:
    """The games of a file of transcripts (`f5d6c3...`); lines that are none are told and left out."""
    start = game.initial_state()
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(bounded_lines(file, LONGEST_TRANSCRIPT), 1):
            if not line.strip():
                continue
            place = f"{path}:{number}"
            try:
                actions, last = played_out(start, parse_transcript(start, line))
            except ValueError as error:
                warn(f"{place}: {error}")
                continue
            yield SourceGame(start.clone(), actions, known_result(last, None), place)


READERS = {".txt": read_transcript_file}
